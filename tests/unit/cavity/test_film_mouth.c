// Where the pressure of air that is pressed flat ends: its mouth, as the lip around it is lifted and the
// outside breaks in.
#include "cavity/band.h"
#include "filmed.h"

static vt_contact_settings rule(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

// What 1 Pa does to the cup along z with the ties there are, m^2.
static double pull_of(const filmed *f) {
  const vt_cavity *c = &f->s.cavities.items[0];
  vt_vec3 *gradient = calloc((size_t)c->vertex_count, sizeof *gradient);
  double pull = 0;
  vt_cavity_gradient(&f->s.cavities, 0, f->s.surfaces, gradient);
  for (int i = 0; i < c->vertex_count; ++i)
    if (f->s.cavities.vertices[c->first_vertex + i].body == 1) pull += gradient[i].z;
  free(gradient);
  return pull;
}

// The mouth, m^2, after cavities were tied as they were in `last`.
static double mouth_since(filmed *f, const vt_cavities *last) {
  vt_error error = {0};
  CHECK(vt_bands_tie(f->s.colliders, 2, rule, &f->s.settings, (const vt_film *const *)f->film, last,
      &f->s.cavities, NULL, f->s.arena, &error));
  return pull_of(f);
}

static double mouth(filmed *f) { return mouth_since(f, &f->s.cavities); }

// The pressure goes as far when the last vertex comes within reach as before.
static void check_mouth(void) {
  static const double shares[] = {1, 0.1, 0.03, 0.02, 0.01, 0.003, 0};
  filmed f;
  double last = 0;
  bool flat = false;
  begin(&f, true, 1);
  for (int k = 0; k < 7; ++k) {
    press(&f, shares[k]);
    CHECK(find(&f, true) == 1);
    follow(&f, 1);
    double now = mouth(&f);
    int open = 0;
    for (int v = 0; v < f.s.solids[1].vertex_count; ++v)
      open += f.film[1][v].id == 3 && !f.s.found.sealed[1][v];
    flat |= open == 0;
    if (k > 0) CHECK(now > 0.97 * last && now < 1.03 * last);
    last = now;
  }
  CHECK(flat);
  end(&f);
}

// Presses the cup flat but for a middle of 3 mm, after it stood open. Of the plate one triangle is beneath
// it.
static void begin_flat(filmed *f) {
  begin(f, true, 1);
  for (int k = 0; k < 2; ++k) {
    press(f, k == 0 ? 1 : 0);
    for (int v = 0; v < f->s.solids[1].vertex_count; ++v)
      if (hypot(f->open[v].x - 0.0011, f->open[v].y - 0.0007) < 3e-3) f->s.solids[1].vertices[v] = f->open[v];
    CHECK(find(f, true) == 1);
    follow(f, 1);
  }
}

// The lip around a cup that is pressed flat but for its middle is lifted out of reach: where it was the ring
// the film behind it is, and the mouth shrinks with the opening, not suddenly to a quarter.
static void check_ring(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  double first = mouth(&f), last = first;
  int opened = 0;
  for (int k = 1; k <= 40; ++k) { // by 2.5 um each
    for (int v = 0; v < cup->vertex_count; ++v)
      if (f.open[v].z < contact_gap + 1e-9) cup->vertices[v].z = contact_gap + 2.5e-6 * k;
    CHECK(find(&f, true) == 1);
    follow(&f, 1);
    double now = mouth(&f);
    CHECK(now > 0.9 * last && now < 1.02 * last);
    last = now;
  }
  for (int v = 0; v < cup->vertex_count; ++v) opened += f.film[1][v].around == VT_OWNER_OPEN;
  CHECK(opened > 48);         // the lip among them
  CHECK(last > 0.56 * first); // three rings of its twelve
  end(&f);
}

// A bead of the plate under a disc, between two rings of its vertices, none of which is near: though the disc
// is the one that says where the film ends, the bead seals.
static void check_breach(void) {
  static const double plate[7][2] = {
      {0, 0}, {13.9e-3, 0}, {14.4e-3, 0.5e-3}, {14.9e-3, 0}, {25e-3, 0}, {25e-3, -10e-3}, {0, -10e-3}};
  static const double disc[7][2] = {{0, 6e-3}, {20e-3, 6e-3}, {20e-3, 0.5e-3}, {17e-3, 0.5e-3},
      {12e-3, 0.5e-3}, {6e-3, 0.5e-3}, {0, 0.5e-3}};
  filmed f;
  begin_on(&f, solid_lathe(plate[0], 7, false, 48), solid_lathe(disc[0], 7, false, 48), true);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  solid *cup = &f.s.solids[1];
  for (int v = 0; v < cup->vertex_count; ++v) // its middle is pressed on the plate
    if (hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007) < 1e-3 && f.open[v].z < 3e-3)
      cup->vertices[v].z = contact_gap;
  CHECK(!vt_film_look(&f.s.colliders[1], f.s.found.sealed[1], f.film[1], 3).closed);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  mouth(&f);
  const vt_cavity *c = &f.s.cavities.items[0];
  CHECK(c->tie_count > 0);
  for (int k = 0; k < c->tie_count; ++k)
    CHECK(f.s.cavities.vertices[c->first_vertex + f.s.cavities.ties[c->first_tie + k].on].body == 1);
  end(&f);
}

// The detector and the gap of a vertex may differ as to whether it is within reach. The pressure is in the
// film then too.
static void check_doubt(void) {
  filmed f;
  begin(&f, true, 1);
  double mouths[2];
  for (int k = 0; k < 2; ++k) {
    press(&f, k == 0 ? 1 : 0.02);
    CHECK(find(&f, true) == 1);
    follow(&f, 1);
  }
  mouths[0] = mouth(&f);
  int doubted = 0;
  for (int v = 0; v < f.s.solids[1].vertex_count; ++v) {
    if (f.film[1][v].around != 3) continue;
    f.film[1][v].around = VT_OWNER_NONE;
    ++doubted;
  }
  mouths[1] = mouth(&f);
  CHECK(doubted > 0 && mouths[1] > 0.97 * mouths[0] && mouths[1] < 1.05 * mouths[0]);
  end(&f);
}

// A film has one pressure: the mouth does not depend on where in it a vertex is out of reach, nor on whether
// any is.
static void check_one_pressure(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  double wide = mouth(&f);
  press(&f, 0);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  double flat = mouth(&f);
  CHECK_CLOSE(flat, wide, 1e-3);
  int lifted = -1;
  for (int v = 0; v < cup->vertex_count && lifted < 0; ++v) {
    double r = hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007);
    if (f.open[v].z < 7.9e-3 && r > 9e-3 && r < 11e-3) lifted = v;
  }
  CHECK(lifted >= 0);
  cup->vertices[lifted].z += 1e-3;
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  CHECK(f.film[1][lifted].around == 3);
  CHECK_CLOSE(mouth(&f), flat, 1e-2);
  end(&f);
}

// Air that a patch has cut off behind the edge of the lip, and that edge is lifted: as it opens the pressure
// in this part falls, and has fallen when the outside breaks in.
static void check_pocket(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  double whole = mouth(&f), last = whole, largest = 0;
  int broken = 0;
  for (int k = 0; k <= 240; ++k) { // by 0.5 um each
    for (int v = 0; v < cup->vertex_count; ++v) {
      double x = f.open[v].x - 0.0011, y = f.open[v].y - 0.0007, r = hypot(x, y);
      if (x < 0 || fabs(y) > 0.3 * r || f.open[v].z > 7.9e-3) continue;
      if (r > 10e-3 && r < 17e-3) cup->vertices[v].z = contact_gap + 0.2e-3;
      if (r > 17e-3 && f.open[v].z < contact_gap + 1e-9) cup->vertices[v].z = contact_gap + 0.5e-6 * k;
    }
    if (find(&f, true) == 0) withdraw(&f, 1); // the outside breaks in
    follow(&f, 1);
    double now = mouth(&f);
    if (k > 0) largest = fmax(largest, fabs(now - last) / whole);
    last = now;
  }
  for (int v = 0; v < cup->vertex_count; ++v)
    broken += f.film[1][v].around == VT_OWNER_OPEN && cup->vertices[v].z < 2e-3 &&
              hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007) < radius - 1e-4;
  CHECK(broken > 4);
  CHECK(last < 0.95 * whole);
  CHECK(largest < 0.01);
  end(&f);
}

// All of the cup is pressed flat but for a blister behind the lip. The outside breaks into it and no further:
// the rest of the film is the air's still, and its mouth what lies within, though no vertex in it is open.
static void check_blister(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  press(&f, 0);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  double whole = mouth(&f), blister = 0.5 * 0.6 * (15e-3 * 15e-3 - 10e-3 * 10e-3); // m^2: a sector, nearly
  for (int k = 0; k < 2; ++k) {
    for (int v = 0; v < cup->vertex_count; ++v) {
      double x = f.open[v].x - 0.0011, y = f.open[v].y - 0.0007, r = hypot(x, y);
      if (x < 0 || fabs(y) > 0.3 * r || f.open[v].z > 7.9e-3) continue;
      if (r > 10e-3 && r < 17e-3) cup->vertices[v].z = contact_gap + 0.2e-3;
      if (r > 17e-3 && f.open[v].z < contact_gap + 1e-9) cup->vertices[v].z = contact_gap + 0.2e-3 * k;
    }
    CHECK(find(&f, true) == 1 - k);
    if (k == 1) CHECK(find(&f, false) == 0);
    if (k == 1) withdraw(&f, 1);
    follow(&f, 1);
  }
  double left = mouth(&f);
  CHECK(left < whole - 0.5 * blister && left > whole - 2 * blister); // and half of the band around it
  end(&f);
}

// That a detector no longer finds a cavity takes nothing off its mouth: it keeps its areas in the seal, at
// the closest points of now. Without them its mesh alone has a sixth less.
static void check_kept(void) {
  filmed f;
  vt_error error = {0};
  vt_cavities last;
  begin(&f, true, 8);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  double found = mouth(&f);
  CHECK(vt_cavities_set_aside(&f.s.cavities, &last, f.s.arena, &error));
  press(&f, 0.5);
  f.s.cavities.items[0].flat = true;
  CHECK_CLOSE(mouth_since(&f, &last), found, 1e-3);
  CHECK(f.s.cavities.items[0].tie_count == last.items[0].tie_count);
  vt_cavities_untie(&f.s.cavities);
  CHECK(fabs(pull_of(&f) - found) > 0.1 * found);
  end(&f);
}

int main(void) {
  check_mouth();
  check_ring();
  check_breach();
  check_doubt();
  check_one_pressure();
  check_pocket();
  check_blister();
  check_kept();
  return check_report();
}
