// Clouds of known shapes for the tests of surfaces from points.
#ifndef VT_TESTS_CLOUDS_H
#define VT_TESTS_CLOUDS_H

#include "base/vec.h"
#include "chance.h"
#include "geometry/blue_noise.h"
#include "geometry/points.h"

#include <ventouse/mesh.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct sampled {
  int count;
  vt_vec3 *points, *normals;
} sampled;

static inline void sampled_free(sampled *s) {
  free(s->points);
  free(s->normals);
}

// Even samples of a box of this size about the origin, in cells of n x n on each side.
static inline sampled sample_box(vt_vec3 size, int cells, int count, uint64_t seed) {
  vt_error error = {0};
  vt_mesh *mesh =
      vt_mesh_box(vt_scale(-0.5, size), vt_scale(0.5, size), cells, cells, cells, VT_CELL_NONE, &error);
  sampled s = {count, malloc(sizeof(vt_vec3) * (size_t)count), malloc(sizeof(vt_vec3) * (size_t)count)};
  if (mesh == NULL || !vt_blue_noise(mesh->nodes, mesh->triangles, mesh->triangle_count, count, seed,
                          s.points, s.normals, &error)) {
    printf("clouds: %s\n", error.message);
    exit(1);
  }
  vt_mesh_destroy(mesh);
  return s;
}

// Even samples of a surface over a grid of nodes in u and v, both from 0 to 1.
typedef vt_vec3 (*surface_place)(double u, double v);

static inline sampled sample_grid(surface_place place, int rows, int columns, int count, uint64_t seed) {
  vt_vec3 *nodes = malloc(sizeof *nodes * (size_t)((rows + 1) * (columns + 1)));
  int *triangles = malloc(sizeof *triangles * 6 * (size_t)(rows * columns)), n = 0;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j <= columns; ++j)
      nodes[i * (columns + 1) + j] = place((double)i / rows, (double)j / columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      int a = i * (columns + 1) + j, b = a + columns + 1;
      const int two[6] = {a, b, b + 1, a, b + 1, a + 1};
      for (int k = 0; k < 6; ++k) triangles[n++] = two[k];
    }
  sampled s = {count, malloc(sizeof(vt_vec3) * (size_t)count), malloc(sizeof(vt_vec3) * (size_t)count)};
  vt_error error = {0};
  if (!vt_blue_noise(nodes, triangles, 2 * rows * columns, count, seed, s.points, s.normals, &error)) {
    printf("clouds: %s\n", error.message);
    exit(1);
  }
  free(nodes);
  free(triangles);
  return s;
}

static inline vt_points surface_of(const sampled *s, bool with_normals, vt_points_options options) {
  vt_points surface;
  vt_error error = {0};
  if (vt_points_init(&surface, s->points, with_normals ? s->normals : NULL, s->count, &options, &error))
    return surface;
  printf("clouds: %s\n", error.message);
  exit(1);
}

static inline vt_vec3 any_direction(uint64_t *state) {
  double z = chance_between(state, -1, 1), angle = chance_between(state, 0, 2 * 3.14159265358979323846);
  return vt_v3(sqrt(1 - z * z) * cos(angle), sqrt(1 - z * z) * sin(angle), z);
}

// m, about the origin
#define BALL_RADIUS 0.05
static inline vt_vec3 ball_place(double u, double v) {
  double t = 3.14159265358979323846 * u, p = -2 * 3.14159265358979323846 * v;
  return vt_v3(BALL_RADIUS * sin(t) * cos(p), BALL_RADIUS * sin(t) * sin(p), BALL_RADIUS * cos(t));
}

// Even, and exactly on the ball.
static inline sampled sample_ball(int count, uint64_t seed) {
  sampled s = sample_grid(ball_place, 120, 240, count, seed);
  for (int i = 0; i < count; ++i) {
    s.normals[i] = vt_normalized(s.points[i]);
    s.points[i] = vt_scale(BALL_RADIUS, s.normals[i]);
  }
  return s;
}

#define TUBE_RADIUS 0.03
static inline vt_vec3 tube_place(double u, double v) {
  double p = 2 * 3.14159265358979323846 * v;
  return vt_v3(TUBE_RADIUS * cos(p), TUBE_RADIUS * sin(p), 0.12 * (u - 0.5));
}

static inline sampled sample_tube(int count, uint64_t seed) {
  sampled s = sample_grid(tube_place, 60, 240, count, seed);
  for (int i = 0; i < count; ++i) {
    s.normals[i] = vt_normalized(vt_v3(s.points[i].x, s.points[i].y, 0));
    s.points[i] = vt_v3(TUBE_RADIUS * s.normals[i].x, TUBE_RADIUS * s.normals[i].y, s.points[i].z);
  }
  return s;
}

#endif
