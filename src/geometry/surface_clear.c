// Which triangles of a surface at rest lie clear of all others, so that they cross none wherever the body is
// put as it is, nor if each corner is off by a little.
//
// Two triangles are apart if they have at least the clearance c between them along some axis, or, with a
// vertex in common, if none of the one's other corners is below a plane through it and those of the other are
// lower by c at least. Let every corner be off by e. In the second case a common point, at the parts s and t
// of the way from the vertex to the opposite sides, would have t (c - 2 e) <= 2 e s; and s c <= t L, as no
// height is below c and no side longer than L. So there is none as long as e <= c^2 / 8 L.
#include "geometry/surface_clear.h"

#include "base/vec.h"

// Of the mean edge: the clearance.
static const double CLEARANCE = 0.01;

static const double ROUNDING = 1e-9; // of the clearance

typedef struct clear_search {
  vt_surface_topology *topology;
  double clearance; // m
} clear_search;

typedef struct corners {
  vt_vec3 x[3]; // m
} corners;

static corners corners_of(const vt_surface_topology *t, int triangle) {
  const int *v = t->triangles + 3 * triangle;
  return (corners){{t->rest[v[0]], t->rest[v[1]], t->rest[v[2]]}};
}

// The longest side, and the height over it.
static void measure(const corners *c, double *longest, double *height) {
  double area = vt_norm(vt_cross(vt_sub(c->x[1], c->x[0]), vt_sub(c->x[2], c->x[0])));
  *longest = 0;
  for (int k = 0; k < 3; ++k) *longest = fmax(*longest, vt_norm(vt_sub(c->x[(k + 1) % 3], c->x[k])));
  *height = *longest > 0 ? area / *longest : 0;
}

// How far b is beyond a along an axis, seen from a point; where that is a corner of both it does not count.
static bool are_parted(
    const corners *a, const corners *b, vt_vec3 from, bool common, vt_vec3 axis, double c) {
  double high = -INFINITY, low = INFINITY;
  for (int k = 0; k < 3; ++k) {
    vt_vec3 u = vt_sub(a->x[k], from), v = vt_sub(b->x[k], from);
    if (!common || vt_dot(u, u) > 0) high = fmax(high, vt_dot(u, axis));
    if (!common || vt_dot(v, v) > 0) low = fmin(low, vt_dot(v, axis));
  }
  if (!common) return low - high >= c;
  return (high <= ROUNDING * c && low >= c) || (high <= -c && low >= -ROUNDING * c);
}

static bool along_axis(
    const corners *a, const corners *b, vt_vec3 from, bool common, vt_vec3 axis, double c) {
  double length = vt_norm(axis);
  if (!(length > 0)) return false;
  axis = vt_scale(1 / length, axis);
  return are_parted(a, b, from, common, axis, c) || are_parted(b, a, from, common, axis, c);
}

// Tries the normals of both, lines across their sides in their planes, and those across a side of each.
static bool are_apart(const corners *a, const corners *b, vt_vec3 from, bool common, double c) {
  const corners *both[2] = {a, b};
  for (int k = 0; k < 2; ++k) {
    const vt_vec3 *x = both[k]->x;
    vt_vec3 normal = vt_cross(vt_sub(x[1], x[0]), vt_sub(x[2], x[0]));
    if (along_axis(a, b, from, common, normal, c)) return true;
    for (int i = 0; i < 3; ++i)
      if (along_axis(a, b, from, common, vt_cross(normal, vt_sub(x[(i + 1) % 3], x[i])), c)) return true;
  }
  for (int k = 0; k < 9; ++k) {
    vt_vec3 u = vt_sub(a->x[(k / 3 + 1) % 3], a->x[k / 3]), v = vt_sub(b->x[(k % 3 + 1) % 3], b->x[k % 3]);
    if (along_axis(a, b, from, common, vt_cross(u, v), c)) return true;
  }
  return false;
}

static bool look_at_pair(void *context, int s, int t) {
  const clear_search *w = context;
  const vt_surface_topology *topology = w->topology;
  int shared = 0, vertex = 0;
  for (int k = 0; k < 9; ++k)
    if (topology->triangles[3 * s + k / 3] == topology->triangles[3 * t + k % 3])
      ++shared, vertex = topology->triangles[3 * s + k / 3];
  if (shared == 2) return true; // triangles with an edge in common cross nowhere
  corners a = corners_of(topology, s), b = corners_of(topology, t);
  vt_vec3 from = shared > 0 ? topology->rest[vertex] : a.x[0];
  if (shared > 2 || !are_apart(&a, &b, from, shared == 1, w->clearance))
    topology->clear[s] = topology->clear[t] = false;
  return true;
}

bool vt_surface_find_clear(vt_surface_topology *t, vt_error *error) {
  clear_search w = {t, CLEARANCE * t->edge_length};
  double longest = 0;
  for (int k = 0; k < t->triangle_count; ++k) {
    corners c = corners_of(t, k);
    double side, height;
    measure(&c, &side, &height);
    longest = fmax(longest, side);
    t->clear[k] = height >= w.clearance;
  }
  t->clear_margin = longest > 0 ? w.clearance * w.clearance / (8 * longest) : 0;
  vt_bvh bvh;
  if (!vt_bvh_init(&bvh, &t->tree, error)) return false;
  vt_bvh_refit(&bvh, t->triangles, t->rest, NULL, NULL);
  bool done = vt_bvh_own_pairs(&bvh, NULL, w.clearance, look_at_pair, &w);
  vt_bvh_free(&bvh);
  return done;
}
