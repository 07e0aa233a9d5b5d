// The constant part of a triangle surface: its edges, what surrounds its vertices, and its search tree.
#ifndef VT_GEOMETRY_SURFACE_TOPOLOGY_H
#define VT_GEOMETRY_SURFACE_TOPOLOGY_H

#include "base/error.h"
#include "geometry/bvh.h"

// Two triangles side by side where possible. An edge of more than two triangles is there several times.
typedef struct vt_surface_edge {
  int vertices[2];  // the smaller first, never equal
  int triangles[2]; // the second is -1 on the rim of an open surface
} vt_surface_edge;

// Built once per surface and read by every world that has it.
typedef struct vt_surface_topology {
  int vertex_count, triangle_count, edge_count;
  int *triangles;         // 3 per triangle
  vt_vec3 *rest;          // m, per vertex
  vt_surface_edge *edges; // ascending by vertices
  int *triangle_edges;    // 3 per triangle: side i joins its corners i and i + 1; -1 if these are the same
  // Around vertex v, from vertex_*_start[v] to vertex_*_start[v + 1]: its triangles and edges, ascending.
  int *vertex_triangle_start, *vertex_triangles;
  int *vertex_edge_start, *vertex_edges;
  // Every edge, and every vertex with triangles, is owned by one triangle: bit i for corner
  // i, bit 3 + i for side i.
  unsigned char *owned;
  bool *smooth;        // by edge: no crease at rest, of 45 degrees or more, and no rim
  bool *ridge;         // by vertex: on a crease at rest that sticks out, as the edge of a lip does
  double *vertex_size; // m: the mean length at rest of the edges of each vertex, 0 without any
  double edge_length;  // m, mean at rest
  // By triangle: at rest it is clear of all others but its neighbours. Those that are cross none of each
  // other wherever the body is put as it is, even if every corner is off by clear_margin (m).
  bool *clear;
  double clear_margin;
  vt_bvh_tree tree;
} vt_surface_topology;

// The arrays are copied. Degenerate triangles are welcome; indices out of range, positions that are not
// finite and counts beyond VT_FEATURE_LIMIT are errors.
vt_surface_topology *vt_surface_topology_create(
    const vt_vec3 *rest, int vertex_count, const int *triangles, int triangle_count, vt_error *error);
void vt_surface_topology_destroy(vt_surface_topology *topology);

// The other end of an edge.
static inline int vt_edge_other(const vt_surface_edge *edge, int vertex) {
  return edge->vertices[0] == vertex ? edge->vertices[1] : edge->vertices[0];
}

// A vertex, edge or triangle as one number that stays the same for the life of the surface.
typedef enum vt_feature_kind { VT_FEATURE_VERTEX, VT_FEATURE_EDGE, VT_FEATURE_TRIANGLE } vt_feature_kind;

#define VT_FEATURE_LIMIT (1 << 28)
static inline int vt_feature(vt_feature_kind kind, int index) { return (int)kind * VT_FEATURE_LIMIT + index; }
static inline vt_feature_kind vt_feature_kind_of(int feature) {
  return (vt_feature_kind)(feature / VT_FEATURE_LIMIT);
}
static inline int vt_feature_index(int feature) { return feature % VT_FEATURE_LIMIT; }

// The vertices of a feature; returns how many.
int vt_feature_vertices(const vt_surface_topology *topology, int feature, int vertices[3]);

#endif
