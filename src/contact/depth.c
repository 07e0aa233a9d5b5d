// The depth of two surfaces that cross: the largest distance of a vertex of one, inside the other, from that
// surface. Every vertex is tested against every triangle: bodies seldom cross.
#include "contact/crossing.h"

#include "base/vec.h"
#include "geometry/closest.h"

static bool in_box(const vt_box *box, vt_vec3 p) {
  return p.x >= box->low.x && p.x <= box->high.x && p.y >= box->low.y && p.y <= box->high.y &&
         p.z >= box->low.z && p.z <= box->high.z;
}

// Whether a ray from p leaves a closed surface more often than it enters it. The ray is askew to the
// coordinate axes, along which meshes often have edges: it should run along none.
static bool is_inside(const vt_collider *c, vt_vec3 p) {
  const vt_vec3 along = {0.2318764, 0.1297313, 0.9640537};
  int leaves = 0;
  for (int t = 0; t < c->topology->triangle_count; ++t) {
    const int *v = c->topology->triangles + 3 * t;
    vt_vec3 x = vt_sub(c->vertices[v[0]], p), y = vt_sub(c->vertices[v[1]], p),
            z = vt_sub(c->vertices[v[2]], p);
    double a = vt_dot(along, vt_cross(x, y)), b = vt_dot(along, vt_cross(y, z)),
           d = vt_dot(along, vt_cross(z, x));
    if (!((a > 0 && b > 0 && d > 0) || (a < 0 && b < 0 && d < 0))) continue;
    double side = vt_dot(x, vt_cross(y, z)); // above 0: p is behind the triangle
    if (side * (a + b + d) > 0) leaves += a > 0 ? 1 : -1;
  }
  return leaves > 0;
}

static double distance_to(const vt_collider *c, vt_vec3 p) {
  double least = INFINITY;
  for (int t = 0; t < c->topology->triangle_count; ++t) {
    const int *v = c->topology->triangles + 3 * t;
    vt_vec3 x = c->vertices[v[0]], y = c->vertices[v[1]], z = c->vertices[v[2]];
    double weights[3];
    vt_closest_on_triangle(p, x, y, z, weights);
    vt_vec3 at = vt_add(vt_add(vt_scale(weights[0], x), vt_scale(weights[1], y)), vt_scale(weights[2], z));
    least = fmin(least, vt_norm(vt_sub(at, p)));
  }
  return least;
}

static double depth_in(const vt_collider *out, const vt_collider *in) {
  double max = 0;
  for (int i = 0; i < in->topology->vertex_count && !vt_is_interrupted(in->asked); ++i) {
    vt_vec3 p = in->vertices[i];
    if (in_box(&out->bvh->nodes[0], p) && is_inside(out, p)) max = fmax(max, distance_to(out, p));
  }
  return max;
}

double vt_crossing_depth(const vt_collider *a, const vt_collider *b) {
  return fmax(depth_in(a, b), depth_in(b, a));
}
