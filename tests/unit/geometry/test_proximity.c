// Proximities: cases known by hand, motion, degenerate input.
#include "check.h"
#include "search.h"

static int count_kinds(const vt_proximity *p, int count, vt_feature_kind a, vt_feature_kind b) {
  int n = 0;
  for (int i = 0; i < count; ++i)
    n += vt_feature_kind_of(p[i].feature_a) == a && vt_feature_kind_of(p[i].feature_b) == b;
  return n;
}
// ---------------------------------------------------------------- a cube on a ground

static const double gap = 1e-4; // m

// A ground whose top is at z = 0, and a cube of side 0.1 with its bottom at z = 0.
static shape make_ground(int n) {
  shape s = shape_box(n, vt_v3(-0.5, -0.5, -0.2), vt_v3(0.5, 0.5, 0));
  shape_prepare(&s);
  return s;
}
static shape make_cube(int n) {
  shape s = shape_box(n, vt_v3(-0.05, -0.05, 0), vt_v3(0.05, 0.05, 0.1));
  shape_prepare(&s);
  return s;
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
// ---------------------------------------------------------------- motion

static void test_ends(void) {
  vt_error error = {0};
  vt_proximity_options options = strict_options(1e-3);
  shape cube = make_cube(1), ground = make_ground(1);
  shape_shift(&cube, 0.1, 0.03, 0.02);
  vt_vec3 ends[8];
  // Askew, so that boxes alone do not decide.
  vt_pose askew = {{0, 0, 0}, vt_quat_exp(vt_v3(0.6, 0.5, 0.4))};
  shape_move(&cube, askew);
  shape_move(&ground, askew);
  for (int kind = 0; kind < 3; ++kind) {
    // Falls through, falls but stops short, moves along.
    vt_vec3 motion = kind == 0 ? vt_v3(0, 0, -0.1) : kind == 1 ? vt_v3(0, 0, -0.018) : vt_v3(0.1, 0, 0);
    for (int v = 0; v < 8; ++v) ends[v] = vt_add(cube.x[v], vt_quat_rotate(askew.rotation, motion));
    vt_proximity_surface p = shape_view(&cube), q = shape_view(&ground);
    p.ends = ends;
    vt_bvh_refit(&cube.bvh, cube.triangles, cube.x, ends, NULL);
    vt_proximity *found = NULL;
    int count = -1;
    CHECK(vt_proximity_between(&p, &q, &options, arena, &found, &count, &error));
    CHECK(count == (kind == 0 ? 4 : 0));
    for (int i = 0; i < count; ++i) CHECK_NEAR(found[i].distance, 0.02, 1e-12);
  }
  shape_free(&cube);
  shape_free(&ground);
}

// ---------------------------------------------------------------- bad shapes

// A flat triangle between two others of the ground changes nothing.
static void test_flat_triangle(void) {
  vt_proximity_options options = strict_options(2e-3);
  shape cube = make_cube(1), ground = make_ground(1), split = shape_new(9, 14);
  memcpy(split.x, ground.x, 8 * sizeof(vt_vec3));
  memcpy(split.triangles, ground.triangles, 36 * sizeof(int));
  // The first top triangle, cut in two at a new vertex in the middle of its diagonal, which its neighbour
  // does not have: a flat triangle fills the seam.
  int top = 0;
  while (!(ground.x[ground.triangles[3 * top]].z == 0 && ground.x[ground.triangles[3 * top + 1]].z == 0 &&
           ground.x[ground.triangles[3 * top + 2]].z == 0))
    ++top;
  const int *v = ground.triangles + 3 * top;
  int i = 0;
  while (vt_norm(vt_sub(ground.x[v[(i + 1) % 3]], ground.x[v[i]])) < 1.1) ++i;
  int a = v[i], b = v[(i + 1) % 3], c = v[(i + 2) % 3];
  split.x[8] = vt_scale(0.5, vt_add(ground.x[a], ground.x[b]));
  const int added[9] = {a, 8, c, 8, b, c, a, b, 8};
  memcpy(split.triangles + 3 * top, added, 3 * sizeof(int));
  memcpy(split.triangles + 36, added + 3, 6 * sizeof(int));
  shape_prepare(&split);
  CHECK(split.topology->edge_count == 21);
  for (int k = 0; k < 3; ++k) {
    int count = 0, other = 0;
    shape_shift(&cube, k == 0 ? 0.011 : 0.01, k == 0 ? -0.013 : 0, k == 0 ? gap : 0);
    search(&cube, &ground, &options, &count);
    search(&cube, &split, &options, &other);
    CHECK(count == 4);
    // The new vertex lies under the cube: one more.
    if (!CHECK(other == 5)) printf("  flat triangle, place %d: %d\n", k, other);
  }
  shape_free(&cube);
  shape_free(&ground);
  shape_free(&split);
}

static void test_degenerate(void) {
  uint64_t seed = 41;
  vt_error error = {0};
  for (int trial = 0; trial < 220; ++trial) {
    shape s[2];
    for (int k = 0; k < 2; ++k) {
      s[k] = random_shape((trial + k) % 4, &seed);
      double move = 1.2 * sample(&seed);
      for (int v = 0; v < s[k].vertex_count; ++v) {
        // Vertices fall together, on lines and on a grid.
        if (sample(&seed) < 0.2) s[k].x[v] = s[k].x[(int)(sample(&seed) * s[k].vertex_count)];
        if (trial % 2 == 0)
          s[k].x[v] =
              vt_v3(round(4 * s[k].x[v].x) / 4, round(4 * s[k].x[v].y) / 4, round(4 * s[k].x[v].z) / 4);
        if (trial % 5 == 0) s[k].x[v].z = 0;
        if (k == 1 && trial % 3 > 0) s[k].x[v].x += trial % 2 ? move : 1;
      }
      for (int c = 0; c < 3 * s[k].triangle_count; ++c)
        if (sample(&seed) < 0.05) s[k].triangles[c] = (int)(sample(&seed) * s[k].vertex_count);
      shape_prepare(&s[k]);
      // Some are not even numbers, once the surface is known.
      if (trial % 11 == 0) s[k].x[trial % s[k].vertex_count].y = trial % 2 ? NAN : INFINITY;
    }
    vt_proximity_options options = strict_options(trial % 7 == 0 ? 0 : 0.3);
    options.vertex_angle = trial % 4 == 0 ? 2 : 0.3;
    options.depth = trial % 3 * 0.1;
    int count = 0;
    const vt_proximity *p = search(&s[0], &s[1], &options, &count);
    if (trial % 11) check_sound(&s[0], &s[1], p, count, options.vertex_angle > 1, 10);
    vt_proximity_surface view = shape_view(&s[0]);
    vt_proximity *found = NULL;
    CHECK(vt_proximity_within(&view, &options, arena, &found, &count, &error));
    if (trial % 11) check_sound(&s[0], &s[0], found, count, options.vertex_angle > 1, 10);
    shape_free(&s[0]);
    shape_free(&s[1]);
  }
}

// A surface without triangles has no proximities; a steady search does not grow the arena.
static void test_empty_and_steady(void) {
  vt_error error = {0};
  vt_proximity_options options = strict_options(0.3);
  options.vertex_angle = 1;
  shape none = shape_new(0, 0), ball = shape_ball(6, 1, 0, 1), other = shape_ball(6, 1, 0, 1);
  int count = -1;
  shape_prepare(&none);
  shape_prepare(&ball);
  shape_prepare(&other);
  CHECK(search(&none, &ball, &options, &count) != NULL && count == 0);
  shape_shift(&other, 0, 0, 2.05);
  vt_arena *own = vt_arena_create(64, &error);
  size_t used = 0;
  for (int i = 0; own != NULL && i < 3; ++i) {
    vt_proximity *found = NULL;
    vt_proximity_surface p = shape_view(&ball), q = shape_view(&other);
    CHECK(vt_arena_reset(own, &error));
    CHECK(vt_proximity_between(&p, &q, &options, own, &found, &count, &error));
    CHECK(count > 4 && (i == 0 || vt_arena_peak(own) == used));
    used = vt_arena_peak(own);
  }
  vt_arena_destroy(own);
  shape_free(&none);
  shape_free(&ball);
  shape_free(&other);
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
  test_ends();
  test_flat_triangle();
  test_degenerate();
  test_empty_and_steady();
  vt_arena_destroy(arena);
  return check_report();
}
