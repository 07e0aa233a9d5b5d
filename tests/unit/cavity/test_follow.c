// Following cavities by the surface they share: birth, merge, split, chains, flattening, opening.
#include "cavity/cover.h"
#include "cavity/gas.h"
#include "check.h"
#include "follower.h"

static const char *apart = "oooooooo"
                           "o......o"
                           "o.aaa..o"
                           "o.....bo"
                           "o.bbbbbo"
                           "o.bbbbbo"
                           "o......o"
                           "oooooooo";
static const char *joined = "oooooooo"
                            "o......o"
                            "o.ccc..o"
                            "o.c...co"
                            "o.cccc.o"
                            "o.cccc.o"
                            "o......o"
                            "oooooooo";
static const char *nothing = "oooooooo"
                             "o......o"
                             "o......o"
                             "o......o"
                             "o......o"
                             "o......o"
                             "o......o"
                             "oooooooo";
static const char *opened = "oooooooo"
                            "o......o"
                            "o.aaa..o"
                            "o.....oo"
                            "o.oooooo"
                            "o.oooooo"
                            "o......o"
                            "oooooooo";

static void check_birth(void) {
  follower f;
  begin(&f, 1.3);
  detect(&f, apart, "ab");
  CHECK(f.now.count == 2 && f.now.items[0].id == 0 && f.now.items[1].id == 1 && f.now.next_id == 2);
  for (int c = 0; c < 2; ++c) {
    const vt_cavity *cavity = &f.now.items[c];
    double volume = vt_cavity_measure(&f.now, c, f.pair.surfaces).volume;
    CHECK_CLOSE(cavity->volume, volume, 1e-14);
    CHECK_CLOSE(cavity->amount, 101325 * (volume + 1e-7) / (VT_GAS_CONSTANT * 293.15), 1e-14);
    CHECK_CLOSE(
        cavity->polytropic, vt_gas_polytropic_constant(101325, volume + 1e-7, cavity->amount, 1.3), 1e-12);
    CHECK(cavity->pressure == 101325 && !cavity->flat);
  }
  // The same found again in another order, with air changed meanwhile: nothing changes.
  f.now.items[0].amount *= 0.5;
  f.now.items[1].pressure = 90000;
  double first = f.now.items[0].amount, second = f.now.items[1].amount;
  detect(&f, apart, "ba");
  CHECK(f.now.count == 2 && f.now.items[0].id == 1 && f.now.items[1].id == 0 && f.now.next_id == 2);
  CHECK(f.now.items[1].amount == first && f.now.items[0].amount == second);
  CHECK(f.now.items[0].pressure == 90000);
  end(&f);
}

static void check_merge_and_split(double exponent) {
  follower f;
  begin(&f, exponent);
  detect(&f, apart, "ab");
  f.now.items[0].amount *= 0.2; // one half empty and one warmer
  f.now.items[1].polytropic *= 1.1;
  double amount = amount_of_all(&f);
  double energy = energy_of(&f, &f.now.items[0]) + energy_of(&f, &f.now.items[1]);
  detect(&f, joined, "c");
  const vt_cavity *all = &f.now.items[0];
  CHECK(f.now.count == 1 && all->id == 0 && f.now.next_id == 2);
  CHECK_CLOSE(all->amount, amount, 1e-12);
  CHECK_CLOSE(energy_of(&f, all), energy, 1e-12);
  CHECK_CLOSE(all->pressure, energy / (all->volume + all->dead), 1e-12);
  double polytropic = all->polytropic;
  // Divided by volume; the larger part keeps the id.
  CHECK(all->dead == 2e-7); // of both
  detect(&f, apart, "ab");
  CHECK(f.now.count == 2 && f.now.items[0].id == 2 && f.now.items[1].id == 0);
  CHECK(f.now.items[0].dead == 1e-7 && f.now.items[1].dead == 1e-7); // each has its own again
  CHECK_CLOSE(amount_of_all(&f), amount, 1e-12);
  double a = f.now.items[0].volume + f.now.items[0].dead, b = f.now.items[1].volume + f.now.items[1].dead;
  CHECK_CLOSE(f.now.items[0].amount, amount * a / (a + b), 1e-12);
  CHECK_CLOSE(f.now.items[1].polytropic, polytropic, 1e-14);
  end(&f);
}

// a goes to x and y, b to y and z: a chain of a split and a merge. Random air, many times over.
static void check_chain(void) {
  static const char *before = "aaaa.bbb"
                              "aaaa.bbb"
                              "aaaa.bbb"
                              "aaaa.bbb"
                              "........"
                              "dddddddd"
                              "dddddddd"
                              "........";
  static const char *after = "x.yyyyyz"
                             "x.yyyyyz"
                             "x.yyyyyz"
                             "x.yyyy.z"
                             "........"
                             "uuu.vvvv"
                             "uuu.vvvv"
                             "........";
  follower f;
  begin(&f, 1);
  detect(&f, before, "abd");
  double amount = amount_of_all(&f);
  for (int k = 0; k < 50; ++k) {
    const char *map = k % 2 == 0 ? after : before;
    patch_pair_init(&f.pair, 0.005);
    patch_press(&f.pair, map, '.', 1e-4);
    detect(&f, map, k % 2 == 0 ? "xyzuv" : "abd");
    CHECK(f.now.count == (k % 2 == 0 ? 5 : 3));
    CHECK_CLOSE(amount_of_all(&f), amount, 1e-12);
    for (int c = 0; c < f.now.count; ++c)
      for (int d = 0; d < c; ++d) CHECK(f.now.items[c].id != f.now.items[d].id);
  }
  end(&f);
}

static double dead_of_all(const follower *f) {
  double sum = 0;
  for (int c = 0; c < f->now.count; ++c) sum += f->now.items[c].dead;
  return sum;
}

// A dead volume that was declared for two bodies is there once, however many pieces the air between them is
// in: found so, parted, come together. It is gone with the piece that has it, and is there again with the
// next.
static void check_dead(void) {
  follower f;
  begin(&f, 1);
  f.start.owners[0] = 0, f.start.owners[1] = 1;
  double full = f.start.pressure / (VT_GAS_CONSTANT * f.start.temperature); // mol/m^3
  detect(&f, apart, "ab");
  CHECK(f.now.count == 2 && f.now.items[0].dead == 0 && f.now.items[1].dead == 1e-7);
  double amount = amount_of_all(&f);
  CHECK_CLOSE(amount, full * (f.now.items[0].volume + f.now.items[1].volume + 1e-7), 1e-12);
  for (int k = 0; k < 6; ++k) {
    detect(&f, k % 2 ? apart : joined, k % 2 ? "ab" : "c");
    CHECK(f.now.count == (k % 2 ? 2 : 1));
    CHECK_CLOSE(dead_of_all(&f), 1e-7, 1e-14);
    CHECK_CLOSE(amount_of_all(&f), amount, 1e-12);
  }
  detect(&f, nothing, ""); // flat
  CHECK(f.now.count == 2 && dead_of_all(&f) == 1e-7);
  detect(&f, opened, "a");
  CHECK(f.now.count == 1 && dead_of_all(&f) == 0);
  detect(&f, apart, "ab");
  CHECK(f.now.count == 2 && dead_of_all(&f) == 1e-7 && f.now.items[1].dead == 1e-7);
  // That of other bodies is another.
  f.start.owners[0] = 2, f.start.owners[1] = -1;
  detect(&f, opened, "a");
  detect(&f, apart, "ab");
  CHECK(f.now.items[0].dead == 0 && f.now.items[1].dead == 1e-7);
  end(&f);
}

static void check_flat(void) {
  follower f;
  begin(&f, 1);
  detect(&f, apart, "ab");
  double first = f.now.items[0].amount, amount = amount_of_all(&f);
  int triangles = f.now.triangle_count;
  detect(&f, nothing, ""); // pressed flat: nothing found, nothing open
  CHECK(f.now.count == 2 && f.now.items[0].flat && f.now.items[1].flat);
  CHECK(f.now.items[0].id == 0 && f.now.triangle_count == triangles);
  patch_press(&f.pair, apart, 'a', -1e-6); // the surfaces may even cross
  detect(&f, nothing, "");
  CHECK(f.now.count == 2 && amount_of_all(&f) == amount);
  patch_pair_init(&f.pair, 0.005);
  detect(&f, apart, "a"); // one comes back
  CHECK(f.now.count == 2 && !f.now.items[0].flat && f.now.items[0].id == 0 && f.now.items[1].flat);
  CHECK(f.now.items[0].amount == first && amount_of_all(&f) == amount);
  detect(&f, opened, "a"); // the flat one opens
  CHECK(f.now.count == 1 && f.now.items[0].id == 0 && f.now.items[0].amount == first);
  detect(&f, apart, "ab"); // and begins anew
  CHECK(f.now.count == 2 && f.now.items[1].id == 2 && f.now.items[1].pressure == 101325);
  end(&f);
}

// What all air was squeezed out of is no cavity any more when nothing is found of it; with air it is flat.
static void check_airless(void) {
  follower f;
  begin(&f, 1);
  detect(&f, apart, "ab");
  f.now.items[1].amount = 0;
  detect(&f, nothing, "");
  CHECK(f.now.count == 1 && f.now.items[0].flat && f.now.items[0].id == 0);
  f.now.items[0].amount = 0;
  detect(&f, nothing, "");
  CHECK(f.now.count == 0);
  end(&f);
}

// Open and closed while not flat: its air is gone at once.
static void check_opening(void) {
  follower f;
  begin(&f, 1);
  detect(&f, apart, "ab");
  f.now.items[1].amount *= 0.5;
  detect(&f, opened, "a");
  CHECK(f.now.count == 1 && f.now.items[0].id == 0);
  detect(&f, apart, "ab");
  CHECK(f.now.count == 2 && f.now.items[1].id == 2);
  CHECK_CLOSE(
      f.now.items[1].amount * VT_GAS_CONSTANT * 293.15, 101325 * (f.now.items[1].volume + 1e-7), 1e-12);
  end(&f);
}

static void check_chambers(void) {
  follower f;
  begin(&f, 1);
  vt_error error = {0};
  CHECK(patch_add(&f.now, apart, 'b', &error));
  f.now.items[0].chamber = 4;
  f.now.items[0].id = 0;
  f.now.items[0].amount = 0.25;
  f.now.next_id = 1;
  detect(&f, apart, "ab"); // what is found on its surface, as where its walls touch, is its own air
  CHECK(f.now.count == 2 && f.now.items[0].chamber == 4 && f.now.items[0].amount == 0.25);
  CHECK(f.now.items[1].id == 1 && f.now.items[1].chamber < 0);
  detect(&f, joined, "c"); // also what has surface beyond it
  CHECK(f.now.count == 1 && f.now.items[0].chamber == 4 && f.now.items[0].amount == 0.25);
  detect(&f, opened, "");
  CHECK(f.now.items[0].chamber == 4 && !f.now.items[0].flat && f.now.items[0].amount == 0.25);
  end(&f);
}

// A cavity that comes to touch a body with another exponent keeps its air and its pressure.
static void check_exponent(double before, double after) {
  follower f;
  begin(&f, before);
  detect(&f, apart, "b");
  double amount = f.now.items[0].amount, energy = energy_of(&f, &f.now.items[0]);
  f.start.exponent = after;
  detect(&f, apart, "b");
  CHECK(f.now.count == 1 && f.now.items[0].amount == amount && f.now.items[0].exponent == after);
  CHECK_CLOSE(energy_of(&f, &f.now.items[0]), energy, 1e-12);
  CHECK_CLOSE(f.now.items[0].pressure, 101325.0, 1e-12);
  end(&f);
}

// Without air everything stays finite.
static void check_vacuum(void) {
  follower f;
  begin(&f, 1.4);
  detect(&f, apart, "ab");
  f.now.items[0].amount = f.now.items[1].amount = 0;
  detect(&f, joined, "c");
  CHECK(f.now.count == 1 && f.now.items[0].amount == 0 && f.now.items[0].polytropic > 0);
  CHECK(isfinite(f.now.items[0].pressure));
  detect(&f, apart, "ab");
  CHECK(amount_of_all(&f) == 0 && f.now.items[0].polytropic > 0);
  end(&f);
}

// Air of one temperature stays so, whatever is lost of it as it meets.
static void check_temperature(void) {
  static const char *before = "oooooooo"
                              "oaaa.bbo"
                              "oaaa.bbo"
                              "oaaa.bbo"
                              "oaaa...o"
                              "oaaa...o"
                              "oaaa...o"
                              "oooooooo";
  static const char *after = "oooooooo"
                             "occccc.o"
                             "occccc.o"
                             "o....o.o"
                             "oooooooo"
                             "oooooooo"
                             "oooooooo"
                             "oooooooo";
  follower f;
  begin(&f, 1);
  detect(&f, before, "ab");
  f.now.items[1].amount *= 0.3;
  double amount = amount_of_all(&f);
  detect(&f, after, "c");
  CHECK(f.now.count == 1 && f.now.items[0].amount < 0.9 * amount);
  CHECK_CLOSE(f.now.items[0].polytropic, VT_GAS_CONSTANT * 293.15, 1e-12);
  end(&f);
}

// Two cavities in one large triangle share nothing; a piece and its half share the half.
static void check_cover(void) {
  vt_error error = {0};
  const vt_vec3 corners[3] = {{0, 0, 0}, {0.2, 0, 0}, {0, 0.1, 0}};
  const vt_vec3 *surfaces[1] = {corners};
  const double places[4][3][3] = {{{1, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}}, // a quarter at the first corner
      {{0, 1, 0}, {0, 0.5, 0.5}, {0.5, 0.5, 0}},                             // at the second
      {{1, 0, 0}, {0.5, 0.5, 0}, {0.75, 0, 0.25}},                           // half of the first quarter
      {{1, 0, 0}, {0.5, 0.5, 0}, {0.745, 0.25, 0.005}}};                     // a sliver in it
  vt_cavities old = {0}, fresh = {0};
  for (int p = 0; p < 4; ++p) {
    vt_cavities *set = p < 2 ? &old : &fresh;
    CHECK(vt_cavities_begin(set, &error) != NULL);
    for (int i = 0; i < 3; ++i) {
      vt_cavity_vertex v = {0, {0, 1, 2}, {places[p][i][0], places[p][i][1], places[p][i][2]}};
      CHECK(vt_cavities_add_vertex(set, v, &error) == i);
    }
    CHECK(vt_cavities_add_triangle(set, (vt_cavity_triangle){{0, 1, 2}, 0, 0}, &error));
  }
  double open_share = 0.9, *open[1] = {&open_share};
  vt_arena *arena = vt_arena_create(1024, &error);
  vt_cover cover;
  CHECK(vt_cover_compare(&old, &fresh, open, surfaces, arena, &cover, &error));
  CHECK_NEAR(cover.old_areas[0], 0.0025, 1e-16);
  CHECK_NEAR(cover.new_areas[0], 0.00125, 1e-16);
  CHECK_NEAR(cover.shared[0], 0.00125, 1e-16);
  CHECK_NEAR(cover.shared[1 * 2], 0, 1e-16);
  CHECK_NEAR(cover.new_areas[1], 2.5e-5, 1e-16);
  CHECK_NEAR(cover.shared[1], 2.5e-5, 1e-16);
  CHECK_NEAR(cover.opened[0], 0.0015, 1e-16); // 0.9 + 0.25 - 1 of 0.01 m^2
  vt_arena_destroy(arena);
  vt_cavities_free(&old);
  vt_cavities_free(&fresh);
}

int main(void) {
  check_birth();
  check_merge_and_split(1);
  check_merge_and_split(1.4);
  check_chain();
  check_dead();
  check_flat();
  check_airless();
  check_opening();
  check_chambers();
  check_exponent(1.4, 1);
  check_exponent(1, 1.4);
  check_exponent(1.2, 1.4);
  check_temperature();
  check_vacuum();
  check_cover();
  return check_report();
}
