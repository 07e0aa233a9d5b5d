// A triangle surface that follows a body: by weights on the nodes of a deformable one, or by a pose.
#ifndef VT_BODY_SURFACE_H
#define VT_BODY_SURFACE_H

#include "base/error.h"
#include <ventouse/mesh.h>

typedef struct vt_surface {
  int vertex_count;
  int triangle_count;
  int *triangles; // 3 per triangle: indices of vertices
  // On nodes: vertex i is the sum of weights[k] * position of nodes[k], k from start[i] to start[i+1].
  int *start;      // vertex_count + 1; NULL for a surface that follows a pose
  int *nodes;      // NULL for a surface that follows a pose
  double *weights; // NULL for a surface that follows a pose
  vt_vec3 *rest;   // m, mesh coordinates
  bool identity;   // vertex i is node nodes[i] with weight 1
} vt_surface;

// The boundary of a volume mesh itself: its triangles with the nodes they use, in ascending order.
bool vt_surface_boundary(vt_surface *surface, const vt_mesh *volume, vt_error *error);

// Another surface in the same coordinates, each vertex placed in the cell that contains it or the nearest
// one. Vertices outside are extrapolated, so that the rest shape is kept exactly; `furthest` (may be NULL) is
// the largest distance from a vertex to the cells (m).
bool vt_surface_embedded(
    vt_surface *surface, const vt_mesh *volume, const vt_mesh *triangles, double *furthest, vt_error *error);

// The triangles of a mesh, to follow a pose; nodes no triangle uses are left out.
bool vt_surface_rigid(vt_surface *surface, const vt_mesh *triangles, vt_error *error);

// Every init leaves nothing to free after a failure.
void vt_surface_free(vt_surface *surface);

// The vertices (m) of a surface on nodes, from the nodes' positions.
void vt_surface_update_nodes(const vt_surface *surface, const vt_vec3 *positions, vt_vec3 *vertices);

// The vertices (m) of any surface as if its body were rigid at rest shape.
void vt_surface_update_pose(const vt_surface *surface, vt_pose pose, vt_vec3 *vertices);

#endif
