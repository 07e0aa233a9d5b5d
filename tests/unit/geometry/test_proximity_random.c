// Proximities of random surfaces: against the definition, and unchanged by numbering, order and motion.
#include "check.h"
#include "brute_proximity.h"
#include "search.h"

static brute_list brute;

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

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 16, &error);
  if (!CHECK(arena != NULL)) return check_report();
  test_random(1e-3, 48);
  test_random(0.4, 32);
  test_invariance();
  vt_arena_destroy(arena);
  return check_report();
}
