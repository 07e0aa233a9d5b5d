// Separating planes of two bodies over a whole motion: along features of their contacts, which turn with the
// bodies, or one that is turned until it fits.
#include "contact/crossing_planes.h"

#include "geometry/triangle_distance.h"

enum {
  MAX_PLANES = 8, // of contacts, tried for a pair of bodies
  MAX_TURNS = 8,  // of one that is turned
};

static const double SAME_PLANE = 0.99; // cosine of the angle between two that need not both be tried

// Planes that were tried between two bodies, by their normals from B to A as the motion ends.
typedef struct plane_list {
  const vt_collider *a, *b;
  int count;
  vt_vec3 tried[MAX_PLANES];
} plane_list;

// The lowest (sign 1) or highest (-1) of a surface along a normal that turns: at its start, at its end, and
// between (see below).
static void reach(const vt_collider *c, vt_vec3 n0, vt_vec3 n1, double sign, double out[3]) {
  for (int k = 0; k < 3; ++k) out[k] = INFINITY;
  for (int i = 0; i < c->topology->vertex_count; ++i) {
    vt_vec3 x0 = c->ends[i], x1 = c->vertices[i];
    double start = sign * vt_dot(n0, x0), end = sign * vt_dot(n1, x1),
           both = sign * (vt_dot(n0, x1) + vt_dot(n1, x0));
    out[0] = start < out[0] ? start : out[0];
    out[1] = end < out[1] ? end : out[1];
    out[2] = both < out[2] ? both : out[2];
  }
}

// Whether A is in front of a plane and B behind it over the whole motion, where the plane turns: with n = (1
// - t) n0 + t n1 and vertices on straight lines the distance between two of them is
//     (1 - t)^2 n0 . d0 + t (1 - t) (n0 . d1 + n1 . d0) + t^2 n1 . d1,
// which is positive where its three terms are.
static bool plane_parts(plane_list *list, vt_vec3 n0, vt_vec3 n1) {
  double low[3], high[3];
  if (list->count == MAX_PLANES) return false;
  for (int k = 0; k < list->count; ++k)
    if (vt_dot(list->tried[k], n1) > SAME_PLANE) return false;
  list->tried[list->count++] = n1;
  reach(list->a, n0, n1, 1, low);
  reach(list->b, n0, n1, -1, high);
  return low[0] + high[0] > 0 && low[1] + high[1] > 0 && low[2] + high[2] > 0;
}

static vt_vec3 normal_at(const vt_vec3 *x, const int v[3], double sign) {
  return vt_scale(sign, vt_triangle_normal(x[v[0]], x[v[1]], x[v[2]]));
}

// By the plane of a triangle, or of those beside an edge; they turn along with the body.
static bool feature_parts(plane_list *list, int side, int feature) {
  const vt_collider *c = side == 0 ? list->a : list->b;
  int index = vt_feature_index(feature), triangles[2] = {index, -1};
  double sign = side == 0 ? -1 : 1;
  if (vt_feature_kind_of(feature) == VT_FEATURE_VERTEX) return false;
  if (vt_feature_kind_of(feature) == VT_FEATURE_EDGE)
    for (int k = 0; k < 2; ++k) triangles[k] = c->topology->edges[index].triangles[k];
  for (int k = 0; k < 2; ++k) {
    if (triangles[k] < 0) continue;
    const int *v = c->topology->triangles + 3 * triangles[k];
    if (plane_parts(list, normal_at(c->ends, v, sign), normal_at(c->vertices, v, sign))) return true;
  }
  return false;
}

// By the plane along two edges.
static bool edges_part(plane_list *list, const vt_contact *c) {
  vt_vec3 n[2];
  if (vt_feature_kind_of(c->feature_a) != VT_FEATURE_EDGE ||
      vt_feature_kind_of(c->feature_b) != VT_FEATURE_EDGE)
    return false;
  const int *v = list->a->topology->edges[vt_feature_index(c->feature_a)].vertices,
            *u = list->b->topology->edges[vt_feature_index(c->feature_b)].vertices;
  for (int end = 0; end < 2; ++end) {
    const vt_vec3 *x = end == 0 ? list->a->ends : list->a->vertices,
                  *y = end == 0 ? list->b->ends : list->b->vertices;
    n[end] = vt_normalized(vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(y[u[1]], y[u[0]])));
    if (vt_dot(n[end], c->normal) < 0) n[end] = vt_scale(-1, n[end]);
  }
  return plane_parts(list, n[0], n[1]);
}

// The vertex of a surface that is lowest (sign 1) or highest (-1) along a normal.
static vt_vec3 outermost(const vt_collider *c, vt_vec3 n, double sign) {
  int best = 0;
  double least = INFINITY;
  for (int i = 0; i < c->topology->vertex_count; ++i) {
    double height = sign * vt_dot(n, c->vertices[i]);
    if (height < least) least = height, best = i;
  }
  return c->vertices[best];
}

static vt_vec3 middle_of(const vt_collider *c) {
  const vt_box *box = &c->bvh->nodes[0];
  return vt_scale(0.5, vt_add(box->low, box->high));
}

// By a plane that is turned, from across the line between the two, until it lies between their outermost
// vertices (Chung and Wang 1996).
static bool turned_plane_parts(plane_list *list) {
  vt_vec3 n = vt_normalized(vt_sub(middle_of(list->a), middle_of(list->b)));
  for (int turn = 0; turn < MAX_TURNS; ++turn) {
    vt_vec3 between = vt_normalized(vt_sub(outermost(list->a, n, 1), outermost(list->b, n, -1)));
    double along = vt_dot(n, between);
    if (along > 0) return plane_parts(list, n, n);
    n = vt_normalized(vt_madd(n, -2 * along, between));
  }
  return false;
}

bool vt_crossing_is_parted(
    const vt_collider *colliders, int a, int b, const vt_contact *contacts, int count, int *at) {
  plane_list list = {.a = &colliders[a], .b = &colliders[b]};
  bool parted = false;
  while (*at < count && (contacts[*at].body_a < a || (contacts[*at].body_a == a && contacts[*at].body_b < b)))
    ++*at;
  for (; *at < count && contacts[*at].body_a == a && contacts[*at].body_b == b; ++*at) {
    const vt_contact *c = &contacts[*at];
    if (a == b || parted) continue;
    parted = edges_part(&list, c) || feature_parts(&list, 0, c->feature_a) ||
             feature_parts(&list, 1, c->feature_b);
  }
  list.count = 0;
  return parted || (a != b && turned_plane_parts(&list));
}
