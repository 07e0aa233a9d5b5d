// Steps of joining a file's elements and groups to a mesh.
#ifndef VT_MESH_ASSEMBLE_H
#define VT_MESH_ASSEMBLE_H

#include "mesh/build.h"
#include "mesh/raw.h"

// Which triangles of the mesh each surface element of the file became.
typedef struct vt_surface_cut {
  int count;
  int *first;     // of element s: triangles first[s] to first[s + 1]
  int *triangles; // 3 each, of a surface file
  int *indices;   // the mesh's triangles, in a volume file; NULL: they are 0, 1, 2, ...
  bool *left_out; // elements that are no face of a cell, in a volume file; NULL: none
} vt_surface_cut;

// Fails with the element's name and the problem.
bool vt_raw_fail_surface(const vt_raw *raw, int item, const char *problem, vt_error *error);

// Four triangles of a six-node one; returns 4.
int vt_six_node_triangles(const int *nodes, int *triangles);

// Finds the boundary triangles that the surface elements of a volume file stand for: an element is a face of
// a cell (an inner face has no triangles) or made of boundary triangles. Others, as the profile that a body
// was revolved from, are left out with a warning.
bool vt_raw_match_faces(
    vt_raw *raw, const vt_mesh *mesh, const vt_faces *faces, vt_surface_cut *cut, vt_error *error);

// Makes the mesh's groups; groups without a node are left out. place[] maps the file's nodes to the mesh's.
bool vt_raw_fill_groups(
    const vt_raw *raw, vt_mesh *mesh, const vt_surface_cut *cut, const int *place, vt_error *error);

#endif
