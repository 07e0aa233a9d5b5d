// Where two triangle surfaces come close: one proximity per local minimum of the distance between them.
#ifndef VT_GEOMETRY_PROXIMITY_H
#define VT_GEOMETRY_PROXIMITY_H

#include "base/asked.h"
#include "base/memory.h"
#include "base/pool.h"
#include "geometry/surface_topology.h"

typedef struct vt_proximity {
  // The closest points as weights on surface vertices, summing to 1; what is not used has weight 0 and
  // repeats the first index.
  int a[3], b[3];
  double weight_a[3], weight_b[3];
  vt_vec3 normal; // unit, from B towards A
  // m along the normal, below 0 in penetration. For a flat or concave vertex beside a sharp edge: the
  // distance to that edge, larger than along the normal, which is the vertex' own.
  double distance;
  double slack;             // m: by how much it may come nearer than others, which guard it
  int leads;                // whose vertex stands for its surroundings: 0 A's, 1 B's, -1 none
  int feature_a, feature_b; // vt_feature numbers, to identify a contact in the next step
} vt_proximity;

// A surface as it is now. The boxes of its tree have been refitted to the same vertices (and ends).
typedef struct vt_proximity_surface {
  const vt_surface_topology *topology;
  const vt_bvh *bvh;
  const vt_vec3 *vertices; // m
  const vt_vec3 *ends;     // m, predicted at the end of the step, or NULL
} vt_proximity_surface;

typedef struct vt_proximity_options {
  double alarm; // m: what is closer is reported; with ends, also what comes closer along the normal by then
  double depth; // m: how deep a vertex or edge may be inside the other surface and still be reported
  // rad: how far the direction between the points may leave the normal cone of a vertex. Small: only true
  // minima. Larger: more vertices around each minimum. pi/2 (the default): all whose normals face the other
  // surface, for soft ones flatten as they touch, and each of these vertices may carry force.
  double vertex_angle;
  double edge_angle; // rad: the same for edges that cross edges
  double flat_angle; // rad: an edge that bends back by less is flat and never crosses another
  // Within one surface: points whose distance along it at rest is below this many alarm distances are
  // neighbours and not reported.
  double neighbour_factor;
  // A and B bend: where a sharp edge of the other surface lies across a flat part of a soft one, vertices
  // alone do not represent the contact, so edges between nearly flat triangles count as well.
  bool soft[2];
  // m: where surfaces lie against each other, the vertices of one represent those of the other and crossing
  // edges, which may come nearer by up to this; 0: everything is reported.
  double guard;
  const vt_asked *asked; // or NULL; the search fails once it is interrupted
  vt_pool *pool;         // or NULL: threads that help between two surfaces; what is found is the same
} vt_proximity_options;

vt_proximity_options vt_proximity_options_default(double alarm);

// All proximities between two surfaces, sorted by feature_a and feature_b. The array is taken from the arena.
bool vt_proximity_between(const vt_proximity_surface *a, const vt_proximity_surface *b,
    const vt_proximity_options *options, vt_arena *arena, vt_proximity **found, int *count, vt_error *error);

// All proximities of a surface with itself, except of neighbours; each pair once, feature_a < feature_b.
bool vt_proximity_within(const vt_proximity_surface *surface, const vt_proximity_options *options,
    vt_arena *arena, vt_proximity **found, int *count, vt_error *error);

#endif
