// Proximities known by hand: a cube on a ground, plates, stacks, beams, bodies that reach into each other.
#include "ground_and_cube.h"

static int count_kinds(const vt_proximity *p, int count, vt_feature_kind a, vt_feature_kind b) {
  int n = 0;
  for (int i = 0; i < count; ++i)
    n += vt_feature_kind_of(p[i].feature_a) == a && vt_feature_kind_of(p[i].feature_b) == b;
  return n;
}

// Counts the proximities of the pair and of the pair turned by random angles, both ways round. All must have
// this distance and normal.
static void check_pair(
    shape *cube, shape *ground, int wanted, double distance, vt_vec3 normal, double depth, int line) {
  vt_proximity_options options = strict_options(2e-3);
  options.depth = depth;
  uint64_t seed = 7;
  vt_quat turned = {1, 0, 0, 0};
  for (int trial = 0; trial < 20; ++trial) {
    for (int swap = 0; swap < 2; ++swap) {
      int count = 0;
      const vt_proximity *p =
          swap ? search(ground, cube, &options, &count) : search(cube, ground, &options, &count);
      if (!CHECK(count == wanted))
        printf("  line %d, trial %d: %d instead of %d\n", line, trial, count, wanted);
      check_sound(swap ? ground : cube, swap ? cube : ground, p, count, false, 1e-9);
      vt_vec3 n = vt_scale(swap ? -1 : 1, vt_quat_rotate(turned, normal));
      for (int i = 0; i < count; ++i) {
        CHECK_NEAR(p[i].distance, distance, 1e-9);
        if (!CHECK_NEAR(vt_norm(vt_sub(p[i].normal, n)), 0, 1e-4)) printf("  line %d\n", line);
      }
    }
    vt_quat turn = sample_rotation(&seed);
    vt_pose pose = {sample_vector(&seed, -1, 1), turn};
    shape_move(cube, pose);
    shape_move(ground, pose);
    turned = vt_quat_mul(turn, turned);
  }
}

typedef struct placing {
  double turn[3]; // rad
  double x, y;    // m
  int wanted;
} placing;

static void test_placings(void) {
  const double corner = acos(1 / sqrt(3.0)), q = VT_PI / 4;
  const placing placings[] = {
      {{0, 0, 0}, 0, 0, 4},        // inside, edges along the ground's
      {{0, 0, 0}, 0.11, -0.07, 4}, // over the diagonal
      {{0, 0, 0.3}, 0.2, 0.1, 4},  // turned
      {{0, 0, 0}, 0.5, 0.1, 4},    // over an edge
      {{0, 0, 0.3}, 0.5, 0.1, 4},  // over an edge, turned: 2 vertices and 2 crossings
      {{0, 0, q}, 0.47, 0, 5},     // one corner over the edge
      {{0, 0, 0}, 0.5, 0.5, 4},    // over a corner of the ground
      {{0, 0, 0}, 0.5495, 0.1, 4}, // beside the ground but for half a millimetre
      {{0, 0, 0}, 0.45, 0.2, 4},   // its side flush with the ground's
      {{0, 0, 0}, 0.45, 0.45, 4},  // its corner over the ground's corner
      {{0, 0, 0}, 0.55, 0, 2},     // its bottom edge over the ground's edge
      {{0, 0, 0}, 0.55, 0.55, 1},  // corner over corner
      {{q, 0, 0}, 0, 0, 2},        // on an edge
      {{q, 0, 0}, 0.5, 0, 2},      // on an edge that crosses the ground's edge
      {{-corner / sqrt(2), corner / sqrt(2), 0}, 0.1, 0.03, 1}, // on a corner
  };
  for (size_t i = 0; i < sizeof placings / sizeof *placings; ++i) {
    const placing *p = &placings[i];
    for (int variant = 0; variant < 6; ++variant) {
      int distance = variant % 3;
      shape cube = make_cube(1), ground = make_ground(1);
      shape_shift(&cube, 0, 0, -0.05);
      shape_turn(&cube, p->turn[0], p->turn[1], p->turn[2]);
      double lowest = 0;
      for (int v = 0; v < cube.vertex_count; ++v) lowest = fmin(lowest, cube.x[v].z);
      // Touching exactly, hovering, hovering with the tie of edges broken by rounding.
      shape_shift(&cube, p->x + (distance == 2 ? 1e-10 : 0), p->y - (distance == 2 ? 2e-10 : 0),
          (distance == 0 ? 0 : gap) - lowest);
      vt_vec3 normal = vt_v3(0, 0, 1);
      // Touching, but as much beside the ground as on it: between the two.
      if (p->x == 0.55 && distance == 0) normal = vt_normalized(vt_v3(1, p->y > 0.5 ? 1 : 0, 1));
      check_pair(&cube, &ground, p->wanted, distance == 0 ? 0 : gap, normal, variant / 3 * 1e-3,
          100 * variant + (int)i);
      shape_free(&cube);
      shape_free(&ground);
    }
  }
}

// Kinds of features where they are known.
static void test_kinds(void) {
  vt_proximity_options options = strict_options(2e-3);
  shape cube = make_cube(1), ground = make_ground(1);
  int count = 0;
  shape_shift(&cube, 0.1, 0.03, gap);
  const vt_proximity *p = search(&cube, &ground, &options, &count);
  CHECK(count == 4 && count_kinds(p, count, VT_FEATURE_VERTEX, VT_FEATURE_TRIANGLE) == 4);
  shape_shift(&cube, 0.4, 0, 0);
  p = search(&cube, &ground, &options, &count);
  CHECK(count_kinds(p, count, VT_FEATURE_VERTEX, VT_FEATURE_TRIANGLE) == 2);
  CHECK(count == 4 && count_kinds(p, count, VT_FEATURE_EDGE, VT_FEATURE_EDGE) == 2);
  for (int i = 2; i < 4; ++i) CHECK_NEAR(point(cube.x, p[i].a, p[i].weight_a).x, 0.5, 1e-12);
  // Two corners exactly over the diagonal of the ground: once, on the edge.
  shape_shift(&cube, -0.5, -0.03, 0);
  p = search(&cube, &ground, &options, &count);
  CHECK(count == 4 && count_kinds(p, count, VT_FEATURE_VERTEX, VT_FEATURE_EDGE) == 2);
  shape_free(&cube);
  shape_free(&ground);
}

// A fine cube has all its bottom vertices, a fine ground all vertices under the cube, and flat edges none.
static void test_fine(void) {
  shape cube = make_cube(4), ground = make_ground(1);
  shape_shift(&cube, 0.11, 0.07, gap);
  check_pair(&cube, &ground, 25, gap, vt_v3(0, 0, 1), 0, 1);
  shape_free(&cube);
  shape_free(&ground);
  cube = make_cube(1), ground = make_ground(40); // squares of 0.025
  shape_shift(&cube, 0.01, 0.01, gap);           // 4 corners, 4 x 4 vertices below
  check_pair(&cube, &ground, 20, gap, vt_v3(0, 0, 1), 0, 2);
  shape_free(&cube);
  shape_free(&ground);
}

// A plate thinner than the alarm distance: only the side that faces the ground, however wide the angle.
static void test_thin_plate(void) {
  vt_proximity_options options = strict_options(2e-3);
  options.vertex_angle = VT_PI / 2;
  for (int deep = 0; deep < 2; ++deep) {
    shape plate = shape_box(1, vt_v3(-0.05, -0.05, 0), vt_v3(0.05, 0.05, 5e-4)), ground = make_ground(1);
    shape_prepare(&plate);
    options.depth = deep * 2e-3;
    shape_shift(&plate, 0.1, 0.03, deep ? -1e-3 : gap);
    int count = 0;
    const vt_proximity *p = search(&plate, &ground, &options, &count);
    CHECK(count == 4);
    for (int i = 0; i < count; ++i) CHECK_NEAR(p[i].distance, deep ? -1e-3 : gap, 1e-12);
    for (int i = 0; i < count; ++i) CHECK(plate.x[p[i].a[0]].z == (deep ? -1e-3 : gap));
    shape_free(&plate);
    shape_free(&ground);
  }
}

// How many edges of B cross an edge of A, in points of B closer to a place than a distance.
static int crossings_near(const shape *b, const vt_proximity *p, int count, vt_vec3 place, double distance) {
  int n = 0;
  for (int i = 0; i < count; ++i)
    n += count_kinds(&p[i], 1, VT_FEATURE_EDGE, VT_FEATURE_EDGE) == 1 &&
         vt_norm(vt_sub(point(b->x, p[i].b, p[i].weight_b), place)) < distance;
  return n;
}

// A vertex of a soft ground lies outside under a cube's sharp edge. While it is almost below, it says how far
// the ground's edges are that cross there. Once it looks at the edge from the side, they count themselves.
static void test_beside_sharp_edge(void) {
  vt_proximity_options options = strict_options(2e-3);
  options.vertex_angle = VT_PI / 2;
  options.soft[1] = true;
  const double outside[] = {0.01 * gap, 0.05 * gap, 0.3 * gap, 2 * gap};
  for (int k = 0; k < 4; ++k) {
    shape cube = make_cube(1), ground = make_ground(10);
    shape_shift(&cube, 0.05 - outside[k], 0, gap);
    int count = 0;
    const vt_proximity *p = search(&cube, &ground, &options, &count);
    int crossing = crossings_near(&ground, p, count, vt_v3(0.1, 0, 0), 2 * outside[k]);
    CHECK(k == 0 ? crossing == 0 : crossing > 0);
    CHECK(count_kinds(p, count, VT_FEATURE_EDGE, VT_FEATURE_VERTEX) > 0);
    shape_free(&cube);
    shape_free(&ground);
  }
}

// The normal of a vertex beside a cube's sharp edge: upwards on flat ground, however far beside; towards the
// edge where the vertex is the tip of a hill, which the edge would run into. The distance is that to the
// edge.
static void test_normal_beside(void) {
  vt_proximity_options options = strict_options(2e-3);
  options.vertex_angle = VT_PI / 2;
  for (int hill = 0; hill < 2; ++hill)
    for (int k = 1; k < 5; ++k) {
      double outside = 0.5 * k * gap;
      shape cube = make_cube(1), ground = make_ground(10);
      int tip = 0;
      for (int v = 0; v < ground.vertex_count; ++v)
        if (vt_norm(vt_sub(ground.x[v], vt_v3(0.1, 0, 0))) < 1e-9) tip = v;
      // Steeper by far than the line to the edge.
      for (int v = 0; v < ground.vertex_count && hill; ++v)
        if (v != tip) ground.x[v].z -= 0.3;
      shape_shift(&cube, 0.05 - outside, 0, gap);
      int count = 0, seen = 0;
      const vt_proximity *p = search(&cube, &ground, &options, &count);
      vt_vec3 towards = vt_normalized(vt_v3(-outside, 0, gap));
      for (int i = 0; i < count; ++i) {
        if (p[i].feature_b != vt_feature(VT_FEATURE_VERTEX, tip)) continue;
        ++seen;
        CHECK_NEAR(p[i].distance, hypot(outside, gap), 1e-12);
        CHECK_NEAR(vt_norm(vt_sub(p[i].normal, hill ? towards : vt_v3(0, 0, 1))), 0, 1e-6);
      }
      CHECK(seen == 1);
      shape_free(&cube);
      shape_free(&ground);
    }
}

static void test_stack_and_beams(void) {
  const double half = 0.05, long_half = 0.3;
  for (int touching = 0; touching < 2; ++touching) {
    double d = touching ? 0 : gap;
    // Equal cubes on each other: corner on corner.
    shape upper = make_cube(1), lower = make_cube(1);
    shape_shift(&upper, 0, 0, 0.1 + d);
    check_pair(&upper, &lower, 4, d, vt_v3(0, 0, 1), 0, 1);
    shape_shift(&upper, 0, 0, 0);
    shape_free(&upper);
    shape_free(&lower);
    // Beams crossed flat on flat, and edge on edge.
    upper = shape_box(1, vt_v3(-long_half, -half, -half), vt_v3(long_half, half, half));
    lower = shape_box(1, vt_v3(-half, -long_half, -half), vt_v3(half, long_half, half));
    shape_prepare(&upper);
    shape_prepare(&lower);
    shape_shift(&upper, 0.01, 0.02, 2 * half + d);
    check_pair(&upper, &lower, 4, d, vt_v3(0, 0, 1), 0, 2);
    shape_free(&upper);
    shape_free(&lower);
    upper = shape_box(1, vt_v3(-long_half, -half, -half), vt_v3(long_half, half, half));
    lower = shape_box(1, vt_v3(-half, -long_half, -half), vt_v3(half, long_half, half));
    shape_prepare(&upper);
    shape_prepare(&lower);
    shape_turn(&upper, VT_PI / 4, 0, 0);
    shape_turn(&lower, 0, VT_PI / 4, 0);
    shape_shift(&upper, 0.013, 0.021, 2 * sqrt(2.0) * half + d);
    check_pair(&upper, &lower, 1, d, vt_v3(0, 0, 1), 0, 3);
    shape_free(&upper);
    shape_free(&lower);
  }
}

static void test_penetration(void) {
  const double deep = 5e-4;
  const placing placings[] = {{{0, 0, 0}, 0.1, 0.03, 4}, {{0, 0, 0}, 0, 0, 4}, {{0, 0, 0.3}, 0.5, 0.1, 4},
      {{0, 0, 0}, 0.45, 0.2, 4}, {{0, 0, 0}, 0.45, 0.45, 4}};
  for (size_t i = 0; i < sizeof placings / sizeof *placings; ++i) {
    shape cube = make_cube(1), ground = make_ground(1);
    shape_turn(&cube, 0, 0, placings[i].turn[2]);
    shape_shift(&cube, placings[i].x, placings[i].y, -deep);
    check_pair(&cube, &ground, placings[i].wanted, -deep, vt_v3(0, 0, 1), 1e-3, (int)i);
    check_pair(&cube, &ground, 0, 0, vt_v3(0, 0, 1), 0.5 * deep, (int)i);
    shape_free(&cube);
    shape_free(&ground);
  }
  // Equal cubes, one pushed into the other.
  shape upper = make_cube(1), lower = make_cube(1);
  shape_shift(&upper, 0, 0, 0.1 - deep);
  check_pair(&upper, &lower, 4, -deep, vt_v3(0, 0, 1), 1e-3, 99);
  shape_free(&upper);
  shape_free(&lower);
}

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 16, &error);
  if (!CHECK(arena != NULL)) return check_report();
  test_placings();
  test_kinds();
  test_fine();
  test_thin_plate();
  test_beside_sharp_edge();
  test_normal_beside();
  test_stack_and_beams();
  test_penetration();
  vt_arena_destroy(arena);
  return check_report();
}
