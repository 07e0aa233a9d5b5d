// Normals and normal cones of the vertices, edges and triangles of a surface.
//
// The tangents of a feature are the directions in which the surface leaves it: the edges of a vertex; both
// directions along an edge and the two directions into its triangles. A direction lies in the normal cone if
// it makes no angle below 90 degrees with any tangent: seen from that side, the feature stands out and a
// point above it has its closest point of the surface there.
#ifndef VT_GEOMETRY_NORMAL_CONE_H
#define VT_GEOMETRY_NORMAL_CONE_H

#include "geometry/surface_topology.h"

// The unit normal: of a triangle, the sum over the two triangles of an edge, the sum weighted by angle at a
// vertex. With this the sign of the offset of a point from its closest feature tells outside from inside
// (Baerentzen and Aanaes 2005). Zero if all triangles are degenerate.
vt_vec3 vt_feature_normal(const vt_surface_topology *topology, const vt_vec3 *vertices, int feature);

// The largest component of `direction` along a unit tangent of a vertex or edge: up to 0 inside the
// normal cone, the sine of the angle by which it lies outside otherwise. -1 for a vertex without
// edges; 0 for a triangle.
double vt_cone_excess(
    const vt_surface_topology *topology, const vt_vec3 *vertices, int feature, vt_vec3 direction);

// The direction nearest to `direction` among those between the normals of the triangles around a vertex: its
// normal cone where the surface is convex, the one normal where it is flat. Zero if there is none within 90
// degrees. Of a vertex with more than 32 triangles only the first are looked at.
vt_vec3 vt_nearest_normal(
    const vt_surface_topology *topology, const vt_vec3 *vertices, int vertex, vt_vec3 direction);

// The angle (rad) by which the surface bends back at an edge: pi/2 on a cube, 0 on a flat edge, below 0 on a
// concave one; pi on a rim.
double vt_edge_bend(const vt_surface_topology *topology, const vt_vec3 *vertices, int edge);

// Directions among which the extreme ones of the intersection of the normal cone of feature_b and the
// opposite of that of feature_a are found: their faces' normals and the products of their edges. Returns how
// many, at most `max`; of large stars only the faces' normals are given.
int vt_cone_candidates(const vt_surface_topology *a, const vt_vec3 *vertices_a, int feature_a,
    const vt_surface_topology *b, const vt_vec3 *vertices_b, int feature_b, vt_vec3 *candidates, int max);

#endif
