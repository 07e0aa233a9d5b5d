// Points and warped meshes for tests.
#ifndef VT_TESTS_SAMPLES_H
#define VT_TESTS_SAMPLES_H

#include "base/vec.h"
#include <ventouse/mesh.h>

// Repeatable numbers in [0, 1).
static inline double sample(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static inline vt_vec3 sample_vector(uint64_t *state, double low, double high) {
  double x = low + (high - low) * sample(state), y = low + (high - low) * sample(state);
  return vt_v3(x, y, low + (high - low) * sample(state));
}

// A point of the reference cell.
static inline vt_vec3 sample_reference(vt_cell_kind kind, uint64_t *state) {
  for (;;) {
    vt_vec3 r = sample_vector(state, kind == VT_CELL_HEX8 ? -1 : 0, 1);
    if (kind == VT_CELL_HEX8 || r.x + r.y + r.z <= 1) return r;
  }
}

// A smooth bend that leaves no cell inverted.
static inline vt_vec3 bend(vt_vec3 x) {
  return vt_v3(x.x + 0.08 * sin(3 * x.y + x.z), x.y + 0.08 * sin(2 * x.z - x.x), x.z + 0.08 * cos(3 * x.x));
}

// The unit cube in n x n x n bricks of any kind of cell, bent if wanted.
static inline vt_mesh *sample_cube(vt_cell_kind kind, int n, bool bent, vt_error *error) {
  vt_cell_kind base = kind == VT_CELL_TET10 ? VT_CELL_TET4 : kind;
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), n, n, n, base, error);
  if (mesh != NULL && kind == VT_CELL_TET10) {
    vt_mesh *quadratic = vt_mesh_quadratic(mesh, error);
    vt_mesh_destroy(mesh);
    mesh = quadratic;
  }
  for (int i = 0; mesh != NULL && bent && i < mesh->node_count; ++i) mesh->nodes[i] = bend(mesh->nodes[i]);
  return mesh;
}

#endif
