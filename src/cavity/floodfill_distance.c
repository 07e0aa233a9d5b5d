// How far points and segments are from the surfaces of other bodies.
#include "cavity/floodfill_insides.h"

#include "geometry/closest.h"
#include "geometry/normal_cone.h"
#include "geometry/triangle_distance.h"

#include <string.h>

// Nodes of a tree still to be looked at: at each level one is left aside.
typedef struct node_stack {
  int count;
  int items[VT_BVH_MOST_LEVELS + 2];
} node_stack;

// The gap between two intervals; comparisons instead of fmax, as this is where the time goes.
static inline double between(double low, double high, double other_low, double other_high) {
  double d = low - other_high > other_low - high ? low - other_high : other_low - high;
  return d > 0 ? d : 0;
}

static inline double box_distance2(const vt_box *a, const vt_box *b) {
  double x = between(a->low.x, a->high.x, b->low.x, b->high.x);
  double y = between(a->low.y, a->high.y, b->low.y, b->high.y);
  double z = between(a->low.z, a->high.z, b->low.z, b->high.z);
  return x * x + y * y + z * z;
}

// A search for the triangle nearest to a point or segment within `box`.
typedef struct nearest_search {
  const vt_collider *collider;
  vt_box box;
  vt_vec3 ends[2]; // both the same for a point
  double distance; // m, the best so far, and before that the bound
  int triangle;    // -1 if none
  double fraction; // along the segment
  bool any;        // the first found will do
} nearest_search;

static void try_point(nearest_search *s, int triangle, const vt_vec3 corners[3], vt_vec3 p, double fraction) {
  double w[3];
  vt_closest_on_triangle(p, corners[0], corners[1], corners[2], w);
  vt_vec3 foot = vt_madd(vt_madd(vt_scale(w[0], corners[0]), w[1], corners[1]), w[2], corners[2]);
  double d = vt_norm(vt_sub(p, foot));
  if (!(d < s->distance)) return;
  s->distance = d, s->triangle = triangle, s->fraction = fraction;
}

static void try_distance(nearest_search *s, int triangle, double distance, double fraction) {
  if (!(distance < s->distance)) return;
  s->distance = distance, s->triangle = triangle, s->fraction = fraction;
}

// The distance of two convex sets is reached at an end and the triangle, a corner and the segment, two edges
// between their ends, or is 0.
static void try_segment(nearest_search *s, int triangle, const vt_vec3 corners[3]) {
  vt_vec3 a = s->ends[0], along = vt_sub(s->ends[1], a);
  try_point(s, triangle, corners, a, 0);
  try_point(s, triangle, corners, s->ends[1], 1);
  for (int i = 0; i < 3; ++i) {
    double f = vt_segment_foot(corners[i], a, s->ends[1], 0);
    try_distance(s, triangle, vt_norm(vt_sub(corners[i], vt_madd(a, f, along))), f);
    vt_vec3 side = vt_sub(corners[(i + 1) % 3], corners[i]), normal;
    double g;
    if (!vt_line_feet(a, along, corners[i], side, &f, &g, &normal)) continue;
    if (f > 0 && f < 1 && g > 0 && g < 1)
      try_distance(s, triangle, fabs(vt_dot(normal, vt_sub(corners[i], a))), f);
  }
  vt_vec3 n = vt_cross(vt_sub(corners[1], corners[0]), vt_sub(corners[2], corners[0]));
  double from = vt_dot(n, vt_sub(a, corners[0])), to = vt_dot(n, vt_sub(s->ends[1], corners[0]));
  if (from * to < 0) {
    double f = from / (from - to);
    try_point(s, triangle, corners, vt_madd(a, f, along), f);
  }
}

static void try_triangle(nearest_search *s, int triangle, bool point) {
  const int *v = s->collider->topology->triangles + 3 * triangle;
  const vt_vec3 *x = s->collider->vertices, corners[3] = {x[v[0]], x[v[1]], x[v[2]]};
  if (point)
    try_point(s, triangle, corners, s->ends[0], 0);
  else
    try_segment(s, triangle, corners);
}

static void try_leaf(nearest_search *s, const vt_bvh_node *node, bool point) {
  const vt_bvh *bvh = s->collider->bvh;
  for (int i = node->first; i < node->first + node->count; ++i) {
    int t = bvh->tree->order[i];
    if (box_distance2(&s->box, &bvh->triangles[t]) < s->distance * s->distance) try_triangle(s, t, point);
  }
}

// Nearest first; of boxes set aside the distance is kept.
static void search(nearest_search *s) {
  const vt_bvh *bvh = s->collider->bvh;
  const vt_bvh_tree *tree = bvh->tree;
  bool point = memcmp(&s->ends[0], &s->ends[1], sizeof s->ends[0]) == 0;
  double away[VT_BVH_MOST_LEVELS + 2]; // m^2, by item of the stack
  node_stack todo = {.count = 0};
  if (tree->node_count == 0) return;
  away[0] = box_distance2(&s->box, &bvh->nodes[0]);
  todo.items[todo.count++] = 0;
  while (todo.count > 0 && !(s->any && s->triangle >= 0)) {
    int n = todo.items[--todo.count];
    if (!(away[todo.count] < s->distance * s->distance)) continue;
    const vt_bvh_node *node = &tree->nodes[n];
    if (node->count > 0) {
      try_leaf(s, node, point);
      continue;
    }
    int children[2] = {n + 1, node->right};
    double distances[2];
    for (int i = 0; i < 2; ++i) distances[i] = box_distance2(&s->box, &bvh->nodes[children[i]]);
    int first = distances[0] <= distances[1] ? 0 : 1;
    for (int i = 0; i < 2; ++i) {
      int child = i == 0 ? 1 - first : first;
      if (!(distances[child] < s->distance * s->distance)) continue;
      away[todo.count] = distances[child];
      todo.items[todo.count++] = children[child];
    }
  }
}

// Whether a point lies inside the body, from the normal at the nearest point of its surface.
static bool is_inside(const vt_collider *collider, int triangle, vt_vec3 p) {
  const vt_surface_topology *topology = collider->topology;
  const int *v = topology->triangles + 3 * triangle;
  vt_vec3 corners[3] = {collider->vertices[v[0]], collider->vertices[v[1]], collider->vertices[v[2]]};
  double w[3];
  unsigned bits = vt_triangle_foot(p, corners, 1e-9 * topology->edge_length, w);
  int feature = vt_feature(VT_FEATURE_TRIANGLE, triangle);
  for (int i = 0; i < 3; ++i) {
    unsigned first = 1u << i, second = 1u << (i + 1) % 3;
    if (bits == first) feature = vt_feature(VT_FEATURE_VERTEX, v[i]);
    if (bits == (first | second) && topology->triangle_edges[3 * triangle + i] >= 0)
      feature = vt_feature(VT_FEATURE_EDGE, topology->triangle_edges[3 * triangle + i]);
  }
  vt_vec3 foot = vt_madd(vt_madd(vt_scale(w[0], corners[0]), w[1], corners[1]), w[2], corners[2]);
  return vt_dot(vt_feature_normal(topology, collider->vertices, feature), vt_sub(p, foot)) < 0;
}

double vt_flood_gap(vt_flood_other *others, int count, vt_vec3 p, double most, int *body) {
  double least = most;
  *body = -1;
  for (int k = 0; k < count; ++k) {
    nearest_search s = {.collider = others[k].collider,
        .box = {p, p},
        .ends = {p, p},
        .distance = most + others[k].reach,
        .triangle = -1};
    if (others[k].hint >= 0) try_triangle(&s, others[k].hint, true);
    search(&s);
    if (s.triangle < 0) continue;
    others[k].hint = s.triangle;
    double gap = (is_inside(s.collider, s.triangle, p) ? -s.distance : s.distance) - others[k].reach;
    if (gap < least) least = gap, *body = others[k].body;
  }
  return least;
}

double vt_flood_segment_gap(
    const vt_flood_other *others, int count, const vt_vec3 ends[2], double most, bool any, double *fraction) {
  double least = most;
  *fraction = 0.5;
  vt_box box = vt_box_empty();
  vt_box_include(&box, ends[0]);
  vt_box_include(&box, ends[1]);
  for (int k = 0; k < count; ++k) {
    nearest_search s = {.collider = others[k].collider,
        .box = box,
        .ends = {ends[0], ends[1]},
        .distance = least + others[k].reach,
        .triangle = -1,
        .any = any};
    search(&s);
    if (s.triangle < 0) continue;
    least = s.distance - others[k].reach;
    *fraction = s.fraction;
    if (any) break;
  }
  return least;
}

bool vt_flood_box_near(const vt_flood_other *others, int count, const vt_box *box, double most) {
  for (int k = 0; k < count; ++k) {
    const vt_bvh *bvh = others[k].collider->bvh;
    node_stack todo = {.count = 0};
    if (bvh->tree->node_count > 0) todo.items[todo.count++] = 0;
    while (todo.count > 0) {
      int n = todo.items[--todo.count];
      double bound = most + others[k].reach;
      if (!(box_distance2(box, &bvh->nodes[n]) < bound * bound)) continue;
      if (bvh->tree->nodes[n].count > 0) return true;
      todo.items[todo.count++] = bvh->tree->nodes[n].right;
      todo.items[todo.count++] = n + 1;
    }
  }
  return false;
}
