// Closest points between a point and a triangle and between two segments, with the part they lie on.
#ifndef VT_GEOMETRY_TRIANGLE_DISTANCE_H
#define VT_GEOMETRY_TRIANGLE_DISTANCE_H

#include <ventouse/base.h>

// The unit normal by the right-hand rule; zero if the height is below 1e-10 of the longest side.
vt_vec3 vt_triangle_normal(vt_vec3 a, vt_vec3 b, vt_vec3 c);

// The point of the segment from a to b closest to p, as a fraction of its length; closer than `snap` (m) to
// an end it is the end.
double vt_segment_foot(vt_vec3 p, vt_vec3 a, vt_vec3 b, double snap);

// The point of a triangle closest to p: its barycentric weights. Returns the corners with weights above 0 as
// bits 1, 2 and 4: one bit for a corner, two for a side, three for the inside. A point closer than `snap` (m)
// to a side or corner is on it. Flat triangles have no inside.
unsigned vt_triangle_foot(vt_vec3 p, const vt_vec3 corners[3], double snap, double weights[3]);

// Where two lines (a + s u, b + t v) are closest. False if they are parallel: sine of the angle below 1e-8.
// The common normal u x v is returned with length 1.
bool vt_line_feet(vt_vec3 a, vt_vec3 u, vt_vec3 b, vt_vec3 v, double *s, double *t, vt_vec3 *normal);

#endif
