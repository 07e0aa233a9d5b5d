// Making a checked vt_mesh from arrays, with names for its cells and its faces at hand.
#ifndef VT_MESH_BUILD_H
#define VT_MESH_BUILD_H

#include "mesh/topology.h"

typedef struct vt_mesh_arrays {
  const vt_vec3 *nodes; // m
  int node_count;
  vt_cell_kind cell_kind;
  const int *cells;
  int cell_count;
  const int *triangles; // of a surface; none for a volume
  int triangle_count;
} vt_mesh_arrays;

// As vt_mesh_create. *faces (if not NULL) receives a volume's faces, to be freed by the caller on success.
vt_mesh *vt_mesh_build(
    const vt_mesh_arrays *arrays, const vt_cell_names *names, vt_faces *faces, vt_error *error);

// Room for `count` groups, all empty.
bool vt_mesh_make_groups(vt_mesh *mesh, int count, vt_error *error);

// As vt_mesh_check_closed, with the words for what the triangles are ("the surface", "the boundary").
bool vt_triangles_check_closed(const vt_mesh *mesh, const char *what, vt_error *error);

#endif
