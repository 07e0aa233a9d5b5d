// Cavities as holes of the union of two bodies: cups on plates, cubes, spheres and each other, sharp lips,
// craters, faces that touch exactly, random motions, cost.
#include "base/timer.h"
#include "union_checks.h"

static const vt_vec3 no_turn = {0, 0, 0};

static double area_of(const solid_scene *s, int body, double *const *shares) {
  double sum = 0;
  for (int t = 0; t < s->solids[body].triangle_count; ++t) {
    const int *v = s->solids[body].triangles + 3 * t;
    const vt_vec3 *x = s->solids[body].vertices;
    sum += 0.5 * shares[body][t] * vt_norm(vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]])));
  }
  return sum;
}

// The relative error of the volume under a dome on a plate of n x n squares.
static double dome_error(int segments, int rings, int n) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, n), pose_at(0, 0, 0), false);
  scene_add(&s, solid_dome_cup(0.015, 0.008, segments, rings), pose_at(0.0011, 0.0007, contact_gap), true);
  double exact = dome_volume(0.015, 0.008) + VT_PI * 0.015 * 0.015 * contact_gap, error = 1;
  if (CHECK(find(&s) == 1)) {
    error = scene_volume(&s, 0) / exact - 1;
    CHECK(touches(&s, 0, 0) && touches(&s, 0, 1));
    double wall = area_of(&s, 1, s.found.enclosed_share), floor = area_of(&s, 0, s.found.enclosed_share);
    // The dome's area is pi (a^2 + h^2); a polyhedron within it has less, by the square of its angles.
    // With 16 sides that is 2.6%, and the border takes some tenths more.
    CHECK_CLOSE(wall, VT_PI * (0.015 * 0.015 + 0.008 * 0.008), 0.04);
    CHECK_CLOSE(floor, VT_PI * 0.015 * 0.015, 0.04);
    CHECK_CLOSE(area_of(&s, 0, s.found.open_share),
        2 * 0.06 * 0.06 + 4 * 0.06 * 0.01 - VT_PI * 0.0175 * 0.0175, 0.02);
  }
  scene_end(&s);
  return error;
}

static void check_cup_on_plate(void) {
  // Second order in the angle, until the border's own size (reach / radius = 1%, of which a small part)
  // shows.
  double e16 = dome_error(16, 6, 1), e32 = dome_error(32, 12, 1), e64 = dome_error(64, 24, 1);
  printf("dome: %.4g %.4g %.4g\n", e16, e32, e64);
  CHECK(fabs(e16) < 0.05 && fabs(e32) < 0.3 * fabs(e16) && fabs(e64) < 0.35 * fabs(e32) && fabs(e64) < 3e-3);
  // A fine plate moves too.
  double fine = dome_error(64, 24, 40);
  printf("dome on a fine plate: %.4g\n", fine);
  CHECK(fabs(fine) < 0.01);
}

static void check_open_cup(void) {
  for (int n = 1; n <= 21; n += 20) {
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, plate(0.03, n), pose_at(0, 0, 0), false);
    // One side of the rim 35 mm * 0.02 = 0.7 mm up.
    scene_add(&s, solid_dome_cup(0.015, 0.008, 48, 12),
        pose_turned(vt_v3(0, 0, contact_gap + 0.0175 * 0.02), vt_v3(0, 0.02, 0)), true);
    CHECK(find(&s) == 0);
    CHECK(area_of(&s, 0, s.found.enclosed_share) == 0);
    scene_end(&s);
    // Level, but higher than the reach.
    scene_begin(&s);
    scene_add(&s, plate(0.03, n), pose_at(0, 0, 0), false);
    scene_add(&s, solid_dome_cup(0.015, 0.008, 48, 12), pose_at(0, 0, 1.6e-4), true);
    CHECK(find(&s) == 0);
    for (int t = 0; t < s.solids[1].triangle_count; ++t) CHECK(s.found.open_share[1][t] == 1);
    // And within it.
    scene_move_body(&s, 1, pose_at(0, 0, -0.2e-4));
    CHECK(find(&s) == 1);
    // Bodies that are no pair do not seal.
    s.settings.enabled = false;
    CHECK(find(&s) == 0);
    s.settings.enabled = true;
    // Nor does air matter between bodies that cannot move.
    s.colliders[1].moves = false;
    CHECK(find(&s) == 0);
    scene_end(&s);
  }
}

// A cone with a wall of the given thickness, narrowing to an edge at the lip.
static solid skirt(double radius, double height, double wall, int segments, int rings) {
  double profile[64][2], slope = height / (0.7 * radius), length = sqrt(1 + slope * slope);
  int count = 0;
  profile[count][0] = 0, profile[count++][1] = height + 1.5 * wall;
  profile[count][0] = 0.3 * radius, profile[count++][1] = height + 1.5 * wall;
  for (int k = 0; k < 2 * rings + 1; ++k) { // down outside, to the edge, up inside
    double t = 1 - fabs((double)k - rings) / rings, outside = k < rings ? wall : 0;
    profile[count][0] = 0.3 * radius + 0.7 * radius * t + outside * slope / length;
    profile[count++][1] = height * (1 - t) + outside / length;
  }
  profile[count][0] = 0, profile[count++][1] = height;
  return solid_lathe(profile[0], count, false, segments);
}

// Lips like knives and walls down to a third of the reach, on plates from one square to squares of the size
// of the reach: nothing is pierced, nothing folds.
static void check_sharp_lips(void) {
  const double walls[] = {1e-3, 1e-4, 5e-5}, gaps[] = {0.3e-4, 1e-4, 1.4e-4};
  const int cells[] = {1, 29, 71};
  for (int k = 0; k < 27; ++k) {
    double gap = gaps[k / 3 % 3], radius = 0.005, height = 0.003;
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, plate(0.008, cells[k / 9]), pose_turned(vt_v3(0, 0, 0), vt_v3(0, 0, 0.37 * k)), false);
    scene_add(&s, skirt(radius, height, walls[k % 3], 40, 8), pose_at(3e-5, -7e-5, gap), true);
    CHECK(find(&s) == 1);
    double cone = VT_PI / 3 * height * radius * radius * (1 + 0.3 + 0.09);
    CHECK_CLOSE(scene_volume(&s, 0), cone + VT_PI * radius * radius * gap, 0.02);
    scene_end(&s);
  }
}

// Exactly touching, exactly at the contact distance, exactly at the reach, and slightly overlapping.
static void check_exact_gaps(void) {
  const double gaps[] = {0, 1e-4, 1e-4 + 5e-5 - 1e-9, -1e-5, 1e-12};
  for (int k = 0; k < 5; ++k)
    for (int n = 1; n <= 13; n += 12) {
      solid_scene s;
      scene_begin(&s);
      scene_add(&s, plate(0.02, n), pose_at(0, 0, 0), false);
      scene_add(&s, solid_tube(0.01, 0.0125, 0, 0.01, 24), pose_at(0, 0, gaps[k]), true);
      scene_add(&s, plate(0.02, n), pose_at(0, 0, 0.02 + 2 * gaps[k]), true);
      if (CHECK(find(&s) == 1)) {
        double area = 12 * 0.01 * 0.01 * sin(2 * VT_PI / 24);
        // The borders may end anywhere between lip and reach.
        CHECK_CLOSE(scene_volume(&s, 0), area * (0.01 + 2 * gaps[k]), 0.02);
      }
      scene_end(&s);
      // Two boxes face to face enclose nothing.
      scene_begin(&s);
      scene_add(&s, plate(0.02, n), pose_at(0, 0, 0), false);
      scene_add(&s, plate(0.01, n), pose_at(0, 0, 0.01 + gaps[k]), true);
      scene_add(&s, plate(0.02, n), pose_at(0.04 + gaps[k], 0, 0), true); // side by side with the first
      CHECK(find(&s) == 0);
      scene_end(&s);
    }
}

static void check_cube_and_sphere(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, 1), pose_turned(no_turn, vt_v3(0, 0, 0.3)), true);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10),
      pose_turned(vt_v3(0.003, 0, contact_gap), vt_v3(0, 0, 0.1)), true);
  CHECK(find(&s) == 1);
  CHECK_CLOSE(scene_volume(&s, 0), dome_volume(0.015, 0.008), 0.03);
  // Off the edge of the cube: open.
  scene_move_body(&s, 1, pose_at(0.02, 0, 0));
  CHECK(find(&s) == 0);
  scene_end(&s);
  // On a sphere: the lip's inner edge lies on it, at the contact distance.
  for (int turned = 0; turned < 2; ++turned) {
    double ball = 0.025, depth = sqrt(ball * ball - 0.015 * 0.015);
    scene_begin(&s);
    scene_add(&s, solid_sphere(ball, 120), pose_turned(no_turn, vt_v3(turned, 0.5 * turned, 0)), true);
    scene_add(&s, solid_dome_cup(0.015, 0.012, 60, 12), pose_at(0, 0, depth + contact_gap), true);
    if (CHECK(find(&s) == 1)) {
      double cap = ball - depth;
      CHECK_CLOSE(scene_volume(&s, 0),
          dome_volume(0.015, 0.012) - dome_volume(0.015, cap) + VT_PI * 0.015 * 0.015 * contact_gap, 0.05);
    }
    scene_end(&s);
  }
}

static void check_two_cups(void) {
  for (int k = 0; k < 4; ++k) {
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10), pose_at(0, 0, contact_gap), true);
    scene_add(&s, solid_dome_cup(0.015, 0.008, k == 3 ? 28 : 40, 10),
        pose_turned(vt_v3(k == 2 ? 0.0005 : 0, 0, 0), vt_v3(VT_PI * cos(0.02 * k), VT_PI * sin(0.02 * k), 0)),
        true);
    CHECK(find(&s) == 1);
    CHECK_CLOSE(scene_volume(&s, 0), 2 * dome_volume(0.015, 0.008), 0.03);
    scene_end(&s);
  }
}

// 5 x 5 craters, one per square of 10 mm.
static double craters(double x, double y) {
  double u = fmod(x, 0.01) - 0.005, v = fmod(y, 0.01) - 0.005, r = sqrt(u * u + v * v) / 0.0035;
  return r < 1 ? -0.002 * (1 - r * r) : 0;
}

static void check_craters(void) {
  for (int n = 1; n <= 31; n += 30) {
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, solid_slab(0.05, 60, -0.01, craters), pose_at(0, 0, 0), true);
    scene_add(&s, plate(0.03, n), pose_at(0.025, 0.025, 0.01 + contact_gap), false);
    CHECK(find(&s) == 25);
    for (int c = 1; c < s.cavities.count; ++c) CHECK_CLOSE(scene_volume(&s, c), scene_volume(&s, 0), 0.02);
    scene_end(&s);
  }
}

// One vertex of a slab dented: shallow, the pocket is thinner than what counts as sealed; deep, it is a
// cavity.
static double dent_depth;

static double dent(double x, double y) {
  return fabs(x - 0.01) < 1e-6 && fabs(y - 0.01) < 1e-6 ? -dent_depth : 0;
}

static void check_dent(void) {
  for (int k = 0; k < 3; ++k) {
    dent_depth = k == 0 ? 0 : k == 1 ? 1e-4 : 5e-4;
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, solid_slab(0.02, 10, -0.01, dent), pose_at(0, 0, 0), true);
    scene_add(&s, plate(0.03, 1), pose_at(0.01, 0.01, 0.01 + contact_gap), false);
    CHECK(find(&s) == (k == 2 ? 1 : 0));
    scene_end(&s);
  }
}

// The whole scene anywhere, any way round: the same cavities.
// A cup crushed until its top has gone through its ceiling. What is turned inside out there is no hole in it,
// and the tip that hangs down is taken from the air: a cone from the edge of the top, as far as it is below
// the ceiling. (As a hole: no cavity.)
static void check_crushed(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, 8), pose_at(0, 0, 0), false);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 48, 12), pose_at(0.0011, 0.0007, contact_gap), true);
  CHECK(find(&s) == 1);
  double before = scene_volume(&s, 0);
  const double down = 3.5e-3, top = 0.0105;
  int tips = 0;
  for (int v = 0; v < s.solids[1].vertex_count; ++v) {
    vt_vec3 *x = &s.solids[1].vertices[v];
    if (hypot(x->x - 0.0011, x->y - 0.0007) > 1e-9 || x->z < top) continue;
    x->z -= down;
    ++tips;
  }
  CHECK(tips == 1 && find(&s) == 1);
  double tip = 0, ball = (0.015 * 0.015 + 0.008 * 0.008) / 0.016; // m^3; the ceiling's radius, m
  for (double r = 5e-6; r < 0.015; r += 1e-5) {
    double ceiling = 0.008 - ball + sqrt(ball * ball - r * r), cone = top - down * (1 - r / 0.0175);
    tip += fmax(0, ceiling - cone) * 2 * VT_PI * r * 1e-5;
  }
  CHECK(tip > 1e-8);
  CHECK_CLOSE(before - scene_volume(&s, 0), tip, 0.05); // of chords
  scene_end(&s);
}

static void check_motion(void) {
  unsigned state = 12345;
  double first[2] = {0, 0};
  for (int k = 0; k < 12; ++k) {
    double r[6];
    for (int i = 0; i < 6; ++i) {
      state = state * 1664525u + 1013904223u;
      r[i] = k == 0 ? 0 : (double)(state >> 8) / (1 << 24) - 0.5;
    }
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, plate(0.04, k % 3 == 0 ? 1 : 5), pose_at(0, 0, 0), false);
    scene_add(&s, solid_dome_cup(0.012, 0.006, 32, 8), pose_at(-0.018, 0, contact_gap), true);
    scene_add(&s, solid_dome_cup(0.015, 0.008, 32, 8), pose_at(0.019, 0.001, contact_gap), true);
    scene_move(&s, pose_turned(vt_v3(r[0], r[1], r[2]), vt_v3(6 * r[3], 6 * r[4], 6 * r[5])));
    if (CHECK(find(&s) == 2)) {
      bool swapped = !touches(&s, 0, 1);
      for (int c = 0; c < 2; ++c) {
        double volume = scene_volume(&s, swapped ? 1 - c : c);
        if (k == 0) first[c] = volume;
        // A finer plate moves the border by a part of the reach.
        CHECK_CLOSE(volume, first[c], k % 3 == 0 ? 1e-6 : 5e-3);
      }
    }
    scene_end(&s);
  }
}

// What a detection of some 2,000 vertices costs, and that the second of the same takes no more memory.
static void check_cost(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, 1), pose_at(0, 0, 0), false);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 80, 22), pose_at(0, 0, contact_gap), true);
  CHECK(find(&s) == 1);
  size_t used = vt_arena_peak(s.arena);
  double best = INFINITY;
  for (int k = 0; k < 10; ++k) {
    double start = vt_now();
    CHECK(scene_find(&s, vt_cavities_find_union) == 1);
    best = fmin(best, vt_now() - start);
  }
  CHECK(vt_arena_peak(s.arena) == used);
  printf("a cup of %d vertices: %.2f ms, %zu bytes\n", s.solids[1].vertex_count, 1e3 * best, used);
  scene_end(&s);
}

int main(void) {
  check_cost();
  check_cup_on_plate();
  check_open_cup();
  check_exact_gaps();
  check_sharp_lips();
  check_cube_and_sphere();
  check_two_cups();
  check_craters();
  check_dent();
  check_crushed();
  check_motion();
  return check_report();
}
