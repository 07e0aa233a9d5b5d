// Proximities of bodies that move, of degenerate triangles and of empty surfaces.
#include "ground_and_cube.h"

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
  test_ends();
  test_flat_triangle();
  test_degenerate();
  test_empty_and_steady();
  vt_arena_destroy(arena);
  return check_report();
}
