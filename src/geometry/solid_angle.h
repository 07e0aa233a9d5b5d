// Solid angles of triangles.
#ifndef VT_GEOMETRY_SOLID_ANGLE_H
#define VT_GEOMETRY_SOLID_ANGLE_H

#include "base/vec.h"

// Half of the solid angle under which p sees a triangle, positive from behind (van Oosterom and Strackee
// 1983). Over a closed surface it adds up to 2 pi from inside and 0 from outside.
static inline double vt_half_solid_angle(vt_vec3 p, vt_vec3 a, vt_vec3 b, vt_vec3 c) {
  a = vt_sub(a, p), b = vt_sub(b, p), c = vt_sub(c, p);
  double la = vt_norm(a), lb = vt_norm(b), lc = vt_norm(c);
  double under = la * lb * lc + vt_dot(a, b) * lc + vt_dot(b, c) * la + vt_dot(c, a) * lb;
  return atan2(vt_dot(a, vt_cross(b, c)), under);
}

#endif
