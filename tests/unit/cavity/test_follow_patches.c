// Following a cavity of which only patches are found, or that is left partly open or moves on.
#include "cavity/gas.h"
#include "check.h"
#include "follower.h"

static const char *whole = "oooooooo"
                           "oaaaaaao"
                           "oaaaaaao"
                           "oaaaaaao"
                           "oaaaaaao"
                           "oaaaaaao"
                           "oaaaaaao"
                           "oooooooo";

// Pressed flat but for two places, which alone are found: they are part of it, and its air does not go into
// them. Where it lifts off again, and is found whole, that takes its place.
static void check_patches(void) {
  static const char *patches = "oooooooo"
                               "o......o"
                               "o.pp...o"
                               "o.pp...o"
                               "o....qqo"
                               "o....qqo"
                               "o......o"
                               "oooooooo";
  follower f;
  begin(&f, 1);
  detect(&f, whole, "a");
  double amount = f.now.items[0].amount;
  int triangles = f.now.triangle_count;
  patch_press(&f.pair, whole, 'a', 1e-4);
  f.pair.ceiling[3 * (PATCH_CELLS + 1) + 3].z += 1e-3; // the middle of p; its volume is a third of all
  detect(&f, patches, "pq");
  CHECK(f.now.count == 1 && f.now.items[0].flat && f.now.items[0].id == 0 && f.now.next_id == 1);
  CHECK(f.now.items[0].amount == amount && f.now.triangle_count == triangles);
  // What is found next to it is another one.
  static const char *beside = "ooooooob"
                              "oppppppb"
                              "oppppppb"
                              "oppppppb"
                              "o......b"
                              "o......b"
                              "o......b"
                              "ooooooob";
  detect(&f, beside, "pb");
  CHECK(f.now.count == 2 && f.now.items[1].flat && f.now.items[1].id == 0 && f.now.items[0].id == 1);
  // Only half of it, but nearly all of its volume.
  for (int k = 0; k < PATCH_NODES; ++k)
    if (k / (PATCH_CELLS + 1) > 1 && k / (PATCH_CELLS + 1) < 4) f.pair.ceiling[k].z += 5e-3;
  detect(&f, beside, "p");
  CHECK(f.now.count == 2 && !f.now.items[0].flat && f.now.items[0].id == 0 && f.now.items[1].id == 1);
  CHECK(f.now.items[0].amount == amount && f.now.items[0].triangle_count < triangles);
  end(&f);
}

// With a film it is where it is found, however small that is, and has all its air.
static void check_filmed_patch(void) {
  static const char *patch = "oooooooo"
                             "o......o"
                             "o.pp...o"
                             "o.pp...o"
                             "o......o"
                             "o......o"
                             "o......o"
                             "oooooooo";
  for (int filmed = 0; filmed < 2; ++filmed) {
    follower f;
    begin(&f, 1);
    detect(&f, whole, "a");
    double amount = f.now.items[0].amount;
    int triangles = f.now.triangle_count;
    for (int v = 0; v < PATCH_NODES; ++v) f.film[0][v] = (vt_film){0, filmed, VT_OWNER_NONE};
    detect(&f, patch, "p");
    CHECK(f.now.count == 1 && f.now.items[0].id == 0 && f.now.items[0].amount == amount);
    CHECK(f.now.items[0].flat == (filmed == 0) && (f.now.triangle_count == triangles) == (filmed == 0));
    end(&f);
  }
}

// Part of it opens, and the rest is closed: what was in the rest is left, at the same pressure. All of it if
// it has a film, whose border moves without anything being opened.
static void check_partly_opened(double exponent, bool filmed) {
  static const char *half = "oooooooo"
                            "oaaa.ooo"
                            "oaaa.ooo"
                            "oaaa.ooo"
                            "oaaa.ooo"
                            "oaaa.ooo"
                            "oaaa.ooo"
                            "oooooooo";
  follower f;
  begin(&f, exponent);
  f.start.dead = 0;
  detect(&f, whole, "a");
  double before = f.now.items[0].volume, amount = f.now.items[0].amount;
  f.now.items[0].amount = amount *= 0.5;
  double pressure = energy_of(&f, &f.now.items[0]) / before;
  for (int v = 0; v < PATCH_NODES; ++v) f.film[0][v] = (vt_film){0, filmed ? 1 : 0, VT_OWNER_OPEN};
  detect(&f, half, "a");
  const vt_cavity *left = &f.now.items[0];
  CHECK(f.now.count == 1 && left->id == 0 && left->volume < 0.6 * before);
  CHECK_CLOSE(left->amount, amount * (filmed ? 1 : left->volume / before), 1e-12);
  if (!filmed) CHECK_CLOSE(energy_of(&f, left) / left->volume, pressure, 1e-12);
  end(&f);
}

// Two of which half opens become one: it has the air of both halves, in a volume of which six sevenths were
// theirs. Heights differ by a tenth from place to place, shares of area and volume so by some hundredths.
static void check_opened_and_merged(void) {
  static const char *before = "oooooooo"
                              "oaaa.bbb"
                              "oaaa.bbb"
                              "oaaa.bbb"
                              "oaaa.bbb"
                              "oaaa.bbb"
                              "oaaa.bbb"
                              "oooooooo";
  static const char *after = "oooooooo"
                             "occccccc"
                             "occccccc"
                             "occccccc"
                             "oooooooo"
                             "oooooooo"
                             "oooooooo"
                             "oooooooo";
  follower f;
  begin(&f, 1);
  f.start.dead = 0;
  detect(&f, before, "ab");
  double density = f.now.items[0].amount / f.now.items[0].volume;
  detect(&f, after, "c");
  CHECK(f.now.count == 1 && f.now.items[0].id == 0);
  CHECK_CLOSE(f.now.items[0].amount / f.now.items[0].volume, density * 6 / 7, 0.03);
  end(&f);
}

// A remnant has little of the old one but is all within it; and so has the old one as it grows again.
static void check_remnant(void) {
  static const char *little = "oooooooo"
                              "oaa.oooo"
                              "o...oooo"
                              "oooooooo"
                              "oooooooo"
                              "oooooooo"
                              "oooooooo"
                              "oooooooo";
  follower f;
  begin(&f, 1);
  f.start.dead = 0;
  detect(&f, whole, "a");
  f.now.items[0].amount *= 0.5;
  double density = f.now.items[0].amount / f.now.items[0].volume;
  detect(&f, little, "a");
  CHECK(f.now.count == 1 && f.now.items[0].id == 0);
  double amount = f.now.items[0].amount;
  CHECK_CLOSE(amount, density * f.now.items[0].volume, 1e-12);
  detect(&f, whole, "a");
  CHECK(f.now.count == 1 && f.now.items[0].id == 0 && f.now.items[0].amount == amount);
  end(&f);
}

// What is found where an old one was, but mostly beside it, is no patch of it: it takes its air.
static void check_moved_on(void) {
  static const char *before = "oooooooo"
                              "oaa....o"
                              "oaa....o"
                              "oaa....o"
                              "o......o"
                              "o......o"
                              "o......o"
                              "oooooooo";
  static const char *after = "oooooooo"
                             "o.bbbbbo"
                             "o.bbbbbo"
                             "o......o"
                             "o......o"
                             "o......o"
                             "o......o"
                             "oooooooo";
  follower f;
  begin(&f, 1);
  detect(&f, before, "a");
  double amount = f.now.items[0].amount;
  patch_press(&f.pair, after, 'b', 1e-4); // less volume than the old mesh has
  detect(&f, after, "b");
  CHECK(f.now.count == 1 && !f.now.items[0].flat && f.now.items[0].id == 0);
  CHECK_CLOSE(f.now.items[0].amount, amount, 1e-12);
  end(&f);
}

// One is found that lies in a flat one and has all of another: it has the air of the other, and the flat one
// keeps its own.
static void check_patch_and_heir(void) {
  static const char *before = "oooooooo"
                              "oaaaa.bo"
                              "oaaaa.bo"
                              "oaaaa.bo"
                              "oaaaa.bo"
                              "oaaaa..o"
                              "oaaaa..o"
                              "oooooooo";
  static const char *after = "oooooooo"
                             "o.ccccco"
                             "o.ccccco"
                             "o.ccccco"
                             "o.ccccco"
                             "o......o"
                             "o......o"
                             "oooooooo";
  follower f;
  begin(&f, 1);
  detect(&f, before, "ab");
  f.now.items[1].amount *= 0.5;
  double a = f.now.items[0].amount, b = f.now.items[1].amount;
  detect(&f, after, "c");
  CHECK_CLOSE(amount_of_all(&f), a + b, 1e-12);
  CHECK(f.now.count == 2 && f.now.items[0].id == 1 && f.now.items[1].id == 0 && f.now.items[1].flat);
  CHECK(f.now.items[0].amount == b && f.now.items[1].amount == a);
  end(&f);
}

int main(void) {
  check_patches();
  check_filmed_patch();
  check_partly_opened(1, false);
  check_partly_opened(1, true);
  check_partly_opened(1.4, false);
  check_opened_and_merged();
  check_remnant();
  check_moved_on();
  check_patch_and_heir();
  return check_report();
}
