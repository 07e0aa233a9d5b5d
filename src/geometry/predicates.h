// On which side of a plane a point lies, exactly, also for points given only as intersections of planes.
#ifndef VT_GEOMETRY_PREDICATES_H
#define VT_GEOMETRY_PREDICATES_H

#include <ventouse/base.h>

// All coordinates are integers from 0 to 2^48 (VT_GRID_BITS). A plane is given by three points a, b, c; its
// positive side is the one its normal (b - a) x (c - a) points to. Every function but the values returns the
// sign (-1, 0, 1) that exact arithmetic gives: doubles with a bound on their rounding decide nearly always,
// else integers of up to 443 bits.
#define VT_GRID_BITS 48

// The side of plane (a, b, c) on which d lies.
int vt_orient3d(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 *c, const vt_vec3 *d);

// The side of plane s on which the line from a to b meets plane p, times the side of p on which a lies, if a
// and b are on different sides of p.
int vt_crossing_side(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]);

// The sign of the determinant of three normals.
int vt_normals_turn(const vt_vec3 p[3], const vt_vec3 q[3], const vt_vec3 r[3]);

// The side of plane s on which p, q and r meet, times vt_normals_turn(p, q, r).
int vt_meeting_side(const vt_vec3 p[3], const vt_vec3 q[3], const vt_vec3 r[3], const vt_vec3 s[3]);

// The determinants behind the first two, to at least eleven digits.
double vt_orient3d_value(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 *c, const vt_vec3 *d);
double vt_crossing_value(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]);

#endif
