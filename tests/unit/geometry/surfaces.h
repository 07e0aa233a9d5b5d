// Triangle surfaces made in code, ready for proximity searches. Include after check.h.
#ifndef VT_TESTS_SURFACES_H
#define VT_TESTS_SURFACES_H

#include "base/vec.h"
#include "geometry/proximity.h"
#include "samples.h"

#include <stdlib.h>

typedef struct shape {
  int vertex_count, triangle_count;
  vt_vec3 *x;
  int *triangles;
  vt_surface_topology *topology;
  vt_bvh bvh;
} shape;

static inline shape shape_new(int vertices, int triangles) {
  shape s = {vertices, triangles, calloc((size_t)vertices + 1, sizeof(vt_vec3)),
      calloc(3 * (size_t)triangles + 1, sizeof(int)), NULL, {0}};
  return s;
}

static inline void shape_free(shape *s) {
  free(s->x);
  free(s->triangles);
  vt_surface_topology_destroy(s->topology);
  vt_bvh_free(&s->bvh);
}

// Takes the present positions as rest.
static inline void shape_prepare(shape *s) {
  vt_error error = {0};
  vt_surface_topology_destroy(s->topology);
  vt_bvh_free(&s->bvh);
  s->topology = vt_surface_topology_create(s->x, s->vertex_count, s->triangles, s->triangle_count, &error);
  CHECK(s->topology != NULL && vt_bvh_init(&s->bvh, &s->topology->tree, &error));
}

static inline void shape_move(shape *s, vt_pose pose) {
  for (int i = 0; i < s->vertex_count; ++i) s->x[i] = vt_pose_apply(pose, s->x[i]);
}

static inline void shape_shift(shape *s, double x, double y, double z) {
  shape_move(s, (vt_pose){{x, y, z}, {1, 0, 0, 0}});
}

static inline void shape_turn(shape *s, double x, double y, double z) {
  shape_move(s, (vt_pose){{0, 0, 0}, vt_quat_exp(vt_v3(x, y, z))});
}

// A vertex per grid point of the surface of n x n x n cubes between low and high; 12 n^2 triangles.
static inline shape shape_box(int n, vt_vec3 low, vt_vec3 high) {
  int side = n + 1, *number = malloc((size_t)(side * side * side) * sizeof(int));
  shape s = shape_new(side * side * side, 12 * n * n);
  s.vertex_count = 0;
  for (int k = 0; k < side * side * side; ++k) {
    int i[3] = {k % side, k / side % side, k / side / side};
    bool outer = false;
    for (int c = 0; c < 3; ++c) outer |= i[c] == 0 || i[c] == n;
    number[k] = outer ? s.vertex_count : -1;
    if (!outer) continue;
    double f[3] = {(double)i[0] / n, (double)i[1] / n, (double)i[2] / n};
    s.x[s.vertex_count++] = vt_v3(
        low.x + f[0] * (high.x - low.x), low.y + f[1] * (high.y - low.y), low.z + f[2] * (high.z - low.z));
  }
  int t = 0;
  for (int face = 0; face < 6; ++face) {
    int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    const int step[3] = {1, side, side * side};
    for (int k = 0; k < n * n; ++k) {
      int at = (face % 2) * n * step[axis] + k % n * step[u] + k / n * step[v];
      int q[4] = {number[at], number[at + step[u]], number[at + step[u] + step[v]], number[at + step[v]]};
      int second = face % 2 ? 1 : 2, third = face % 2 ? 2 : 1;
      int corners[6] = {q[0], q[second], q[third], q[0], q[second + 1], q[third + 1]};
      memcpy(s.triangles + 3 * t, corners, sizeof corners);
      t += 2;
    }
  }
  free(number);
  return s;
}

// A torus of major and minor radius around z, m by n quadrilaterals.
static inline shape shape_torus(int m, int n, double major, double minor) {
  shape s = shape_new(m * n, 2 * m * n);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double p = 2 * VT_PI * i / m, q = 2 * VT_PI * j / n, r = major + minor * cos(q);
      s.x[i * n + j] = vt_v3(r * cos(p), r * sin(p), minor * sin(q));
      int a = i * n + j, b = (i + 1) % m * n + j, c = (i + 1) % m * n + (j + 1) % n, d = i * n + (j + 1) % n;
      int corners[6] = {a, b, c, a, c, d};
      memcpy(s.triangles + 6 * a, corners, sizeof corners);
    }
  }
  return s;
}

// A ball: a box blown up, with the given roughness.
static inline shape shape_ball(int n, double radius, double rough, uint64_t seed) {
  shape s = shape_box(n, vt_v3(-1, -1, -1), vt_v3(1, 1, 1));
  for (int i = 0; i < s.vertex_count; ++i)
    s.x[i] = vt_scale(radius * (1 + rough * (2 * sample(&seed) - 1)), vt_normalized(s.x[i]));
  return s;
}

static inline vt_proximity_surface shape_view(shape *s) {
  vt_bvh_refit(&s->bvh, s->triangles, s->x, NULL, NULL);
  return (vt_proximity_surface){s->topology, &s->bvh, s->x, NULL};
}

static inline vt_quat sample_rotation(uint64_t *seed) { return vt_quat_exp(sample_vector(seed, -3, 3)); }

// Only true minima, up to rounding.
static inline vt_proximity_options strict_options(double alarm) {
  vt_proximity_options options = vt_proximity_options_default(alarm);
  options.vertex_angle = 1e-3;
  return options;
}

#endif
