// Do two closed surfaces cross? Two triangles in general position intersect exactly when an edge of one goes
// through the inside of the other, so all edges are tried against all triangles.
#include "crosscut.h"

#include "base/vec.h"

typedef struct box {
  double min[3], max[3];
} box;

static vt_vec3 corner(vt_surface_view s, int triangle, int k) {
  return s.vertices[s.triangles[3 * triangle + k]];
}

static box box_of(vt_surface_view s, int triangle) {
  box out = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (int k = 0; k < 3; ++k) {
    vt_vec3 p = corner(s, triangle, k);
    const double x[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; ++i) {
      out.min[i] = fmin(out.min[i], x[i]);
      out.max[i] = fmax(out.max[i], x[i]);
    }
  }
  return out;
}

static bool apart(const box *a, const box *b) {
  for (int i = 0; i < 3; ++i)
    if (a->max[i] < b->min[i] || b->max[i] < a->min[i]) return true;
  return false;
}

// Six times the volume of a tetrahedron.
static double volume(vt_vec3 a, vt_vec3 b, vt_vec3 c, vt_vec3 d) {
  return vt_dot(vt_cross(vt_sub(b, a), vt_sub(c, a)), vt_sub(d, a));
}

// How deep the edge pq reaches through the triangle abc, along the triangle's normal.
static double edge_depth(vt_vec3 p, vt_vec3 q, vt_vec3 a, vt_vec3 b, vt_vec3 c) {
  double up = volume(a, b, c, p), uq = volume(a, b, c, q);
  if ((up > 0) == (uq > 0)) return 0;
  double s1 = volume(p, q, a, b), s2 = volume(p, q, b, c), s3 = volume(p, q, c, a);
  bool inside = (s1 > 0 && s2 > 0 && s3 > 0) || (s1 < 0 && s2 < 0 && s3 < 0);
  double area = vt_norm(vt_cross(vt_sub(b, a), vt_sub(c, a)));
  return inside && area > 0 ? fmin(fabs(up), fabs(uq)) / area : 0;
}

static double pair_depth(vt_surface_view a, int i, vt_surface_view b, int j) {
  double depth = 0;
  for (int k = 0; k < 3; ++k) {
    depth = fmax(depth, edge_depth(corner(a, i, k), corner(a, i, (k + 1) % 3), corner(b, j, 0),
                            corner(b, j, 1), corner(b, j, 2)));
    depth = fmax(depth, edge_depth(corner(b, j, k), corner(b, j, (k + 1) % 3), corner(a, i, 0),
                            corner(a, i, 1), corner(a, i, 2)));
  }
  return depth;
}

double crossing_depth(vt_surface_view a, vt_surface_view b) {
  double depth = 0;
  for (int i = 0; i < a.triangle_count; ++i) {
    box own = box_of(a, i);
    for (int j = 0; j < b.triangle_count; ++j) {
      box other = box_of(b, j);
      if (!apart(&own, &other)) depth = fmax(depth, pair_depth(a, i, b, j));
    }
  }
  return depth;
}

static bool share_vertex(vt_surface_view s, int i, int j) {
  for (int k = 0; k < 9; ++k)
    if (s.triangles[3 * i + k / 3] == s.triangles[3 * j + k % 3]) return true;
  return false;
}

double crossing_within(vt_surface_view a) {
  double depth = 0;
  for (int i = 0; i < a.triangle_count; ++i) {
    box own = box_of(a, i);
    for (int j = i + 1; j < a.triangle_count; ++j) {
      box other = box_of(a, j);
      if (!apart(&own, &other) && !share_vertex(a, i, j)) depth = fmax(depth, pair_depth(a, i, a, j));
    }
  }
  return depth;
}
