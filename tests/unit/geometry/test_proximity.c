// Proximities: cases known by hand, random surfaces against the definition, invariances, degenerate input.
#include "check.h"
#include "brute_proximity.h"

static vt_arena *arena;
static brute_list brute;

static vt_proximity *search(shape *a, shape *b, const vt_proximity_options *options, int *count) {
  vt_error error = {0};
  vt_proximity *found = NULL;
  vt_proximity_surface p = shape_view(a), q = shape_view(b);
  CHECK(vt_arena_reset(arena, &error));
  CHECK(vt_proximity_between(&p, &q, options, arena, &found, count, &error));
  return found;
}

static vt_vec3 point(const vt_vec3 *x, const int *v, const double *w) {
  return vt_madd(vt_madd(vt_scale(w[0], x[v[0]]), w[1], x[v[1]]), w[2], x[v[2]]);
}

// What holds for every proximity of any two surfaces.
static void check_sound(
    const shape *a, const shape *b, const vt_proximity *p, int count, bool facing, double tolerance) {
  for (int i = 0; i < count; ++i, ++p) {
    CHECK(vt_is_finite(p->normal) && isfinite(p->distance));
    CHECK_NEAR(vt_norm(p->normal), 1, 1e-12);
    CHECK_NEAR(p->weight_a[0] + p->weight_a[1] + p->weight_a[2], 1, 1e-12);
    CHECK_NEAR(p->weight_b[0] + p->weight_b[1] + p->weight_b[2], 1, 1e-12);
    for (int k = 0; k < 3; ++k) CHECK(p->weight_a[k] >= 0 && p->weight_b[k] >= 0);
    for (int k = 0; k < 3; ++k) CHECK(p->a[k] >= 0 && p->a[k] < a->vertex_count);
    for (int k = 0; k < 3; ++k) CHECK(p->b[k] >= 0 && p->b[k] < b->vertex_count);
    vt_vec3 off = vt_sub(point(a->x, p->a, p->weight_a), point(b->x, p->b, p->weight_b));
    double beside = vt_norm(vt_sub(off, vt_scale(p->distance, p->normal)));
    // Where all that face count, those beside a sharp edge keep their own normal.
    if (facing && beside > tolerance) CHECK_NEAR(vt_norm(off), p->distance, tolerance);
    if (!facing) CHECK_NEAR(beside, 0, tolerance);
    if (i == 0) continue;
    const vt_proximity *q = p - 1;
    CHECK(q->feature_a < p->feature_a || (q->feature_a == p->feature_a && q->feature_b < p->feature_b));
  }
}

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

// ---------------------------------------------------------------- against the definition

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void feature_key(const shape *s, int feature, int key[3]) {
  key[0] = key[1] = key[2] = -1;
  qsort(key, (size_t)vt_feature_vertices(s->topology, feature, key), sizeof *key, by_number);
}

static bool same_features(const shape *a, const shape *b, const vt_proximity *p, const brute_pair *q) {
  int keys[4][3];
  feature_key(a, p->feature_a, keys[0]);
  feature_key(b, p->feature_b, keys[1]);
  for (int i = 0; i < 3; ++i) keys[2][i] = q->a[i], keys[3][i] = q->b[i];
  for (int k = 2; k < 4; ++k) {
    int n = 3;
    while (n > 0 && keys[k][n - 1] < 0) --n;
    qsort(keys[k], (size_t)n, sizeof(int), by_number);
  }
  return memcmp(keys[0], keys[2], sizeof keys[0]) == 0 && memcmp(keys[1], keys[3], sizeof keys[1]) == 0;
}

static int compare_with_brute(shape *a, shape *b, const vt_proximity_options *options, int trial) {
  int count = 0, missing = 0;
  const vt_proximity *p = search(a, b, options, &count);
  check_sound(a, b, p, count, false, 1e-9);
  brute_proximities(a, b, options, &brute);
  for (int i = 0; i < brute.count; ++i) {
    int k = 0;
    while (k < count && !same_features(a, b, &p[k], &brute.items[i])) ++k;
    if (k == count) {
      ++missing;
      printf("  missing: %d %d %d - %d %d %d, %g\n", brute.items[i].a[0], brute.items[i].a[1],
          brute.items[i].a[2], brute.items[i].b[0], brute.items[i].b[1], brute.items[i].b[2],
          brute.items[i].distance);
      continue;
    }
    CHECK_NEAR(p[k].distance, brute.items[i].distance, 1e-9);
    CHECK_NEAR(vt_norm(vt_sub(p[k].normal, brute.items[i].normal)), 0, 1e-6);
  }
  CHECK(missing == 0);
  if (!CHECK(count == brute.count))
    printf("  trial %d: %d found, %d by definition\n", trial, count, brute.count);
  return count;
}

static shape random_shape(int kind, uint64_t *seed) {
  shape s;
  switch (kind) {
  case 0:
    s = shape_ball(4, 1, 0, 1);
    break;
  case 1:
    s = shape_ball(4, 1, 0.15, *seed);
    break;
  case 2:
    s = shape_torus(14, 8, 0.8, 0.35);
    break;
  default:
    s = shape_box(1, vt_v3(-0.7, -0.9, -0.4), vt_v3(0.7, 0.9, 0.4));
    break;
  }
  shape_prepare(&s);
  shape_move(&s, (vt_pose){{0, 0, 0}, sample_rotation(seed)});
  return s;
}

static void test_random(double vertex_angle, int trials) {
  uint64_t seed = 5;
  int tried = 0, total = 0;
  vt_proximity_options options = strict_options(0.6);
  options.vertex_angle = vertex_angle;
  options.flat_angle = 1e-6;
  options.edge_angle = 0;
  for (int trial = 0; trial < trials; ++trial) {
    shape a = random_shape(trial % 4, &seed), b = random_shape(trial / 4 % 4, &seed);
    vt_vec3 motion = vt_normalized(sample_vector(&seed, -1, 1));
    // Comes nearer until it would cross.
    shape_move(&a, (vt_pose){vt_scale(3, motion), {1, 0, 0, 0}});
    for (int k = 0; k < 40; ++k) {
      shape_move(&a, (vt_pose){vt_scale(-0.1, motion), {1, 0, 0, 0}});
      if (!brute_cross(&a, &b) && !brute_cross(&b, &a)) continue;
      shape_move(&a, (vt_pose){vt_scale(0.1, motion), {1, 0, 0, 0}});
      break;
    }
    if (!brute_cross(&a, &b) && !brute_cross(&b, &a)) {
      ++tried;
      total += compare_with_brute(&a, &b, &options, trial);
    }
    shape_free(&a);
    shape_free(&b);
  }
  CHECK(5 * tried > 4 * trials && total > tried);
}

// ---------------------------------------------------------------- invariances

// Renumbers vertices, triangles and the corners within triangles.
static shape shuffled(const shape *s, uint64_t *seed) {
  shape r = shape_new(s->vertex_count, s->triangle_count);
  int *place = malloc((size_t)(s->vertex_count + s->triangle_count) * sizeof(int)),
      *other = place + s->vertex_count;
  for (int pass = 0; pass < 2; ++pass) {
    int *order = pass == 0 ? place : other, n = pass == 0 ? s->vertex_count : s->triangle_count;
    for (int i = 0; i < n; ++i) {
      int j = (int)(sample(seed) * (i + 1));
      order[i] = order[j], order[j] = i;
    }
  }
  for (int v = 0; v < s->vertex_count; ++v) r.x[place[v]] = s->x[v];
  for (int t = 0; t < s->triangle_count; ++t) {
    int turn = (int)(3 * sample(seed));
    for (int i = 0; i < 3; ++i) r.triangles[3 * other[t] + (i + turn) % 3] = place[s->triangles[3 * t + i]];
  }
  free(place);
  shape_prepare(&r);
  return r;
}

// Every proximity of the first list has one with the same points in the second; places are moved by the pose
// and the sign of normals.
static void check_same_places(const shape *a, const shape *b, const vt_proximity *p, int count,
    const shape *c, const shape *d, const vt_proximity *q, vt_pose pose, bool swapped) {
  for (int i = 0; i < count; ++i) {
    double best = INFINITY;
    vt_vec3 at = vt_pose_apply(pose, point(a->x, p[i].a, p[i].weight_a));
    vt_vec3 to = vt_pose_apply(pose, point(b->x, p[i].b, p[i].weight_b));
    vt_vec3 n = vt_scale(swapped ? -1 : 1, vt_quat_rotate(pose.rotation, p[i].normal));
    for (int k = 0; k < count; ++k) {
      vt_vec3 u = point(c->x, q[k].a, q[k].weight_a), v = point(d->x, q[k].b, q[k].weight_b);
      double off = vt_norm(vt_sub(at, swapped ? v : u)) + vt_norm(vt_sub(to, swapped ? u : v));
      best = fmin(best, off + vt_norm(vt_sub(n, q[k].normal)) + fabs(p[i].distance - q[k].distance));
    }
    CHECK(best < 1e-7);
  }
}

static void test_invariance(void) {
  uint64_t seed = 23;
  vt_proximity_options options = strict_options(0.5);
  options.vertex_angle = 0.2;
  options.depth = 0.1;
  const vt_pose same = vt_pose_identity();
  for (int trial = 0; trial < 32; ++trial) {
    shape a = random_shape(trial % 4, &seed), b = random_shape(trial / 4 % 4, &seed);
    shape_move(&a, (vt_pose){vt_scale(1.7, vt_normalized(sample_vector(&seed, -1, 1))), {1, 0, 0, 0}});
    int count = 0, other = 0;
    const vt_proximity *found = search(&a, &b, &options, &count);
    vt_proximity *p = malloc(((size_t)count + 1) * sizeof *p);
    memcpy(p, found, (size_t)count * sizeof *p);
    check_sound(&a, &b, p, count, false, 1e-9);
    found = search(&b, &a, &options, &other);
    if (CHECK(count == other)) check_same_places(&a, &b, p, count, &b, &a, found, same, true);
    shape c = shuffled(&a, &seed), d = shuffled(&b, &seed);
    found = search(&c, &d, &options, &other);
    if (CHECK(count == other)) check_same_places(&a, &b, p, count, &c, &d, found, same, false);
    vt_pose pose = {sample_vector(&seed, -5, 5), sample_rotation(&seed)};
    shape_move(&c, pose);
    shape_move(&d, pose);
    found = search(&c, &d, &options, &other);
    if (CHECK(count == other)) check_same_places(&a, &b, p, count, &c, &d, found, pose, false);
    free(p);
    shape_free(&a);
    shape_free(&b);
    shape_free(&c);
    shape_free(&d);
  }
}

// ---------------------------------------------------------------- within one surface

// A long strip bent to a ring that almost closes: the ends face each other.
static void test_within(void) {
  vt_error error = {0};
  vt_proximity_options options = strict_options(0.05);
  const int n = 24;
  shape s = shape_box(n, vt_v3(0, -0.1, 0), vt_v3(6, 0.1, 0.3));
  shape_prepare(&s);
  for (int deep = 0; deep < 2; ++deep) {
    int count = -1, ends = 0;
    vt_proximity *p = NULL;
    vt_proximity_surface view = shape_view(&s);
    options.depth = deep ? 0.5 : 0;
    CHECK(vt_arena_reset(arena, &error));
    CHECK(vt_proximity_within(&view, &options, arena, &p, &count, &error));
    CHECK(count == 0); // at rest, though the strip is thinner than the depth
    if (deep) continue;
    vt_vec3 *rest = vt_copy_block(s.x, (size_t)s.vertex_count, sizeof *rest, &error);
    for (int v = 0; v < s.vertex_count; ++v) {
      // The end faces come to 0.021 of each other at the inner edges, further apart outside.
      double radius = 6.03 / (2 * VT_PI), angle = rest[v].x / radius, r = radius - rest[v].z;
      s.x[v] = vt_v3(r * sin(angle), rest[v].y, radius - r * cos(angle));
    }
    view = shape_view(&s);
    CHECK(vt_proximity_within(&view, &options, arena, &p, &count, &error));
    check_sound(&s, &s, p, count, false, 1e-9);
    for (int i = 0; i < count; ++i) {
      ends += p[i].feature_a < p[i].feature_b;
      CHECK(fabs(p[i].normal.x) > 0.99);
      CHECK_NEAR(p[i].distance, 0.0206, 1e-4);
    }
    CHECK(count == n + 1 && ends == count);
    memcpy(s.x, rest, (size_t)s.vertex_count * sizeof *rest);
    free(rest);
  }
  shape_free(&s);
}

static int search_within(shape *s, const vt_proximity_options *options, vt_proximity **found) {
  vt_error error = {0};
  int count = 0;
  vt_proximity_surface view = shape_view(s);
  CHECK(vt_proximity_within(&view, options, arena, found, &count, &error));
  check_sound(s, s, *found, count, options->vertex_angle > 1, 1e-9);
  return count;
}

// A strip folded up by 100 degrees: the two sides of the valley face each other but are neighbours.
static void test_valley(void) {
  vt_error error = {0};
  vt_proximity_options options = strict_options(0.15);
  vt_proximity *found = NULL;
  options.vertex_angle = VT_PI / 2;
  shape s = shape_box(20, vt_v3(0, -0.5, -0.1), vt_v3(2, 0.5, 0));
  shape_prepare(&s);
  for (int v = 0; v < s.vertex_count; ++v) {
    double along = s.x[v].x - 1, angle = 100 * VT_PI / 180;
    if (along > 1e-9)
      s.x[v] = vt_v3(1 + along * cos(angle) - s.x[v].z * sin(angle), s.x[v].y,
          along * sin(angle) + s.x[v].z * cos(angle));
  }
  CHECK(vt_arena_reset(arena, &error));
  CHECK(search_within(&s, &options, &found) == 0);
  options.neighbour_factor = 0.5;
  CHECK(search_within(&s, &options, &found) > 20);
  shape_free(&s);
}

// Two bodies as one surface: what is between them is found within, and nothing else but what is within each.
static void test_joined(void) {
  uint64_t seed = 61;
  vt_error error = {0};
  vt_proximity_options options = strict_options(0.4);
  options.vertex_angle = 0.5;
  for (int trial = 0; trial < 32; ++trial) {
    shape a = random_shape(trial % 4, &seed), b = random_shape(trial / 4 % 4, &seed);
    shape_move(&a, (vt_pose){vt_scale(2, vt_normalized(sample_vector(&seed, -1, 1))), {1, 0, 0, 0}});
    shape joined = shape_new(a.vertex_count + b.vertex_count, a.triangle_count + b.triangle_count);
    // At rest they are far from each other.
    for (int v = 0; v < a.vertex_count; ++v) joined.x[v] = vt_add(a.x[v], vt_v3(9, 0, 0));
    memcpy(joined.x + a.vertex_count, b.x, (size_t)b.vertex_count * sizeof(vt_vec3));
    memcpy(joined.triangles, a.triangles, 3 * (size_t)a.triangle_count * sizeof(int));
    for (int k = 0; k < 3 * b.triangle_count; ++k)
      joined.triangles[3 * a.triangle_count + k] = b.triangles[k] + a.vertex_count;
    shape_prepare(&joined);
    memcpy(joined.x, a.x, (size_t)a.vertex_count * sizeof(vt_vec3));
    options.depth = trial % 2 * 0.1;
    int between = 0, crossing = 0;
    vt_proximity *found = NULL;
    search(&a, &b, &options, &between);
    CHECK(vt_arena_reset(arena, &error));
    int within = search_within(&joined, &options, &found);
    for (int i = 0; i < within; ++i)
      crossing += (found[i].a[0] < a.vertex_count) != (found[i].b[0] < a.vertex_count);
    if (!CHECK(crossing == between)) printf("  trial %d: %d within, %d between\n", trial, crossing, between);
    CHECK(within - crossing == search_within(&a, &options, &found) + search_within(&b, &options, &found));
    shape_free(&a);
    shape_free(&b);
    shape_free(&joined);
  }
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
  test_random(1e-3, 48);
  test_random(0.4, 32);
  test_invariance();
  test_within();
  test_valley();
  test_joined();
  test_ends();
  test_flat_triangle();
  test_degenerate();
  test_empty_and_steady();
  vt_arena_destroy(arena);
  return check_report();
}
