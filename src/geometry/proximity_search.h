// The inside of a proximity search, shared by its files: candidates, lists in the arena, and the stages.
#ifndef VT_GEOMETRY_PROXIMITY_SEARCH_H
#define VT_GEOMETRY_PROXIMITY_SEARCH_H

#include "geometry/proximity.h"

#include <stdatomic.h>

// A vertex of one surface and a point of the other closest to it.
typedef struct vt_foot {
  int vertex;
  int feature; // of the other surface
  int corners[3];
  double weights[3];
  vt_vec3 offset;  // m, from the foot to the vertex
  double distance; // m, its length
  // The vertex lies behind this triangle of the other surface and over its inside or rim; -1 for a local
  // minimum of the distance from the vertex.
  int behind;
} vt_foot;

typedef struct vt_sort_key {
  uint64_t key;
  int index;
} vt_sort_key;

// What is known of an edge.
typedef enum vt_edge_state {
  VT_EDGE_KNOWN = 1,
  VT_EDGE_CONVEX = 2, // bends back at all
  VT_EDGE_SHARP = 4,  // bends back so far that what it lies on bends around it
  VT_EDGE_GENTLE = 8  // bends by little to either side, on a soft surface
} vt_edge_state;

// Triangles of A and B whose boxes are near.
typedef struct vt_triangle_pair {
  int a, b;
} vt_triangle_pair;

// For distances along a surface at rest.
typedef struct vt_walk {
  double *distance; // m, per vertex: infinite where not reached
  int *queue;       // ring of vertices to go on from
  bool *queued;
  int *reached;
  int reached_count;
} vt_walk;

typedef struct vt_proximity_search {
  const vt_proximity_surface *surfaces[2]; // the same twice within one surface
  const vt_proximity_options *options;
  bool own;           // within one surface
  double reach;       // m: the largest distance of interest, without motion
  double rounding;    // m: of a coordinate or a distance
  double precision;   // m: what rounding may hide, with a margin
  double touching;    // m: so close that the direction comes from the surfaces' normals
  double edge_sine;   // of the angle allowed to edges
  double *motions[2]; // m, per vertex of A and of B: how far it moves; NULL where none does
  vt_arena *arena;
  vt_error *error;
  vt_triangle_pair *pairs; // between two surfaces
  size_t pair_count, pair_capacity;
  vt_foot *feet[2]; // of the vertices of A on B, and of B on A; all in the first within one surface
  size_t foot_count[2], foot_capacity[2];
  // Per edge of A and of B: bits of vt_edge_state, 0 not yet known. Pieces share them: whichever comes first
  // to an edge finds the same bits.
  _Atomic unsigned char *edge_states[2];
  vt_proximity *found;
  size_t found_count, found_capacity;
  vt_walk walk;
  double work; // units of vt_effort that are not yet counted
} vt_proximity_search;

// After some more work: false where the search was asked to stop.
bool vt_search_goes_on(vt_proximity_search *search, double work);

// Room for one more item in an array in the arena. The array's old place is lost until the arena is reset.
bool vt_search_grow(vt_proximity_search *search, void **items, size_t *capacity, size_t count, size_t size);
// Ascending by key, stable, without allocation; scratch has room for as many.
void vt_sort_keys(vt_sort_key *keys, vt_sort_key *scratch, size_t count);

// Whether a proximity with this normal and these points is close enough, now or at the end of the step.
bool vt_search_in_reach(const vt_proximity_search *search, const vt_proximity *p);
// Adds a proximity, given with A and B in the order of the surfaces.
bool vt_search_add(vt_proximity_search *search, const vt_proximity *p);
// The largest displacement (m) of some vertices to the ends.
double vt_search_motion(const vt_proximity_search *search, int side, const int *vertices, int count);
// Within one surface: whether two points are neighbours at rest.
bool vt_search_neighbours(vt_proximity_search *search, const int a[3], const double weight_a[3],
    const int b[3], const double weight_b[3]);
// Within one surface: the distance (m) at rest between two points.
double vt_search_rest_distance(const vt_proximity_search *search, const int a[3], const double weight_a[3],
    const int b[3], const double weight_b[3]);

// Within one surface: boxes around the directions in which each triangle and its
// neighbours face, in the arena.
bool vt_search_normals(vt_proximity_search *search, vt_bvh *normals);

// Candidates from one pair of triangles.
bool vt_search_pair(vt_proximity_search *search, int triangle_a, int triangle_b);
bool vt_search_feet(vt_proximity_search *search, int side, int triangle, int other);
bool vt_search_edges(vt_proximity_search *search, int triangle_a, int triangle_b);
// What an edge of A or B is: bits of vt_edge_state, looked up after the first time.
unsigned char vt_search_edge_state(vt_proximity_search *search, int side, int edge);
// Whether a feature of A or B is a sharp edge or a vertex of one.
bool vt_search_is_sharp(vt_proximity_search *search, int side, int feature);
// All pairs of triangles between two surfaces: their candidates, shared out among threads.
bool vt_search_pairs(vt_proximity_search *search);
// From the candidates of vertices to proximities: `feet` are those of a vertex.
bool vt_search_resolve_vertex(vt_proximity_search *search, int side, vt_foot *feet, int count);
// The same for all vertices of one side, shared out among threads.
bool vt_search_resolve_feet(vt_proximity_search *search, int side);
// Sorts, drops repetitions and those of nearly the same points.
bool vt_search_merge(vt_proximity_search *search);
// Leaves out what others guard.
bool vt_search_guard(vt_proximity_search *search);

#endif
