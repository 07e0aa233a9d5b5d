// Closest points between a point and a triangle and between two segments, with the part they lie on.
#include "geometry/triangle_distance.h"

#include "base/vec.h"

// Twice the area vector of a triangle, and the longest side squared.
static vt_vec3 area_vector(vt_vec3 a, vt_vec3 b, vt_vec3 c, double *longest2) {
  vt_vec3 u = vt_sub(b, a), v = vt_sub(c, a), w = vt_sub(c, b);
  double u2 = vt_dot(u, u), v2 = vt_dot(v, v), w2 = vt_dot(w, w), longer = v2 > w2 ? v2 : w2;
  *longest2 = u2 > longer ? u2 : longer;
  return vt_cross(u, v);
}

// The height over the longest side is |n| / longest.
static bool is_flat(double n2, double longest2) { return !(n2 > 1e-20 * longest2 * longest2); }

vt_vec3 vt_triangle_normal(vt_vec3 a, vt_vec3 b, vt_vec3 c) {
  double longest2;
  vt_vec3 n = area_vector(a, b, c, &longest2);
  double n2 = vt_dot(n, n);
  return is_flat(n2, longest2) ? vt_v3(0, 0, 0) : vt_scale(1 / sqrt(n2), n);
}

double vt_segment_foot(vt_vec3 p, vt_vec3 a, vt_vec3 b, double snap) {
  vt_vec3 u = vt_sub(b, a);
  double length2 = vt_dot(u, u), along = vt_dot(vt_sub(p, a), u);
  double near = snap * sqrt(length2);
  if (!(along > near)) return 0;
  return along < length2 - near ? along / length2 : 1;
}

unsigned vt_triangle_foot(vt_vec3 p, const vt_vec3 corners[3], double snap, double weights[3]) {
  double longest2;
  vt_vec3 a = corners[0], b = corners[1], c = corners[2];
  vt_vec3 n = area_vector(a, b, c, &longest2);
  double n2 = vt_dot(n, n);
  if (!is_flat(n2, longest2)) {
    // A weight times |n| / side is the distance from that side; the longest side errs to the safe side.
    double u = vt_dot(n, vt_cross(vt_sub(c, b), vt_sub(p, b))),
           v = vt_dot(n, vt_cross(vt_sub(a, c), vt_sub(p, c)));
    double w = vt_dot(n, vt_cross(vt_sub(b, a), vt_sub(p, a)));
    double least = snap * sqrt(n2 * longest2);
    if (u > least && v > least && w > least) {
      double sum = u + v + w;
      weights[0] = u / sum, weights[1] = v / sum, weights[2] = 1 - weights[0] - weights[1];
      return 7;
    }
  }
  double best = INFINITY;
  unsigned bits = 1;
  weights[0] = 1, weights[1] = 0, weights[2] = 0;
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3;
    double s = vt_segment_foot(p, corners[i], corners[j], snap);
    vt_vec3 off = vt_sub(vt_madd(corners[i], s, vt_sub(corners[j], corners[i])), p);
    double d2 = vt_dot(off, off);
    if (!(d2 < best)) continue;
    best = d2;
    weights[i] = 1 - s, weights[j] = s, weights[3 - i - j] = 0;
    bits = (s < 1 ? 1u << i : 0) | (s > 0 ? 1u << j : 0);
  }
  return bits;
}

bool vt_line_feet(vt_vec3 a, vt_vec3 u, vt_vec3 b, vt_vec3 v, double *s, double *t, vt_vec3 *normal) {
  vt_vec3 c = vt_cross(u, v), w = vt_sub(b, a);
  double c2 = vt_dot(c, c);
  if (!(c2 > 1e-16 * vt_dot(u, u) * vt_dot(v, v))) return false;
  *s = vt_dot(vt_cross(w, v), c) / c2;
  *t = vt_dot(vt_cross(w, u), c) / c2;
  *normal = vt_scale(1 / sqrt(c2), c);
  return true;
}
