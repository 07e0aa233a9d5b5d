// The union of closed triangle surfaces: the parts that lie outside all others, joined where they cross.
#ifndef VT_GEOMETRY_ARRANGEMENT_H
#define VT_GEOMETRY_ARRANGEMENT_H

#include "base/memory.h"
#include "base/vec.h"

// One closed surface, outward. It may cross itself and be partly turned inside out: inside is where its
// winding number is not 0.
typedef struct vt_arranged_surface {
  int vertex_count;
  const vt_vec3 *vertices; // m
  int triangle_count;
  const int *triangles; // 3 per triangle
  // By triangle, or NULL: those that are set cross none of each other, even if every corner is off by the
  // margin (m).
  const bool *settled;
  double settled_margin;
} vt_arranged_surface;

// A point of a surface.
typedef struct vt_place {
  int surface;
  int triangle;
  double weights[3]; // on its corners, in [0, 1], summing to 1
} vt_place;

// A vertex of the union: a vertex of one surface (one place), a point where the edge of a triangle crosses
// another (two), or a point where three triangles meet (three).
typedef struct vt_arranged_vertex {
  vt_vec3 position; // m
  int corner;       // the vertex of surface places[0] it is; -1 on a crossing
  int place_count;
  vt_place places[3];
} vt_arranged_vertex;

typedef struct vt_arranged_triangle {
  int vertices[3];       // outward of the union: as the source triangle, or turned where that is inside out
  int surface, triangle; // where it comes from
  int component;
} vt_arranged_triangle;

// The boundary of the union, closed. Components are connected over edges: at a crossing the piece of one
// surface goes on with the piece of the other. One that bounds from outside has a volume above 0, a hole
// (a cavity, or a chamber of one surface) one below 0.
typedef struct vt_arrangement {
  int vertex_count;
  vt_arranged_vertex *vertices;
  int triangle_count;
  vt_arranged_triangle *triangles; // sorted by component
  int component_count;
  double *volumes; // m^3, by component
} vt_arrangement;

// The arrays are taken from the arena.
bool vt_arrange(
    const vt_arranged_surface *surfaces, int count, vt_arena *arena, vt_arrangement *result, vt_error *error);

#endif
