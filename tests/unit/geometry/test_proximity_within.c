// Proximities of a surface with itself.
#include "check.h"
#include "search.h"

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

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 16, &error);
  if (!CHECK(arena != NULL)) return check_report();
  test_within();
  test_valley();
  test_joined();
  vt_arena_destroy(arena);
  return check_report();
}
