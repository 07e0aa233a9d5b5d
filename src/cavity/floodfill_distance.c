// How far points and segments are from the surfaces of other bodies.
#include "cavity/floodfill_insides.h"

#include "geometry/normal_cone.h"
#include "geometry/quad_box.h"
#include "geometry/triangle_distance.h"

static const double STILL = 0.999; // of a distance: within it a point is on the same side, beyond rounding

enum { max_levels = 16 };

// In the order of the surface's own tree, in which neighbours lie together.
struct vt_flood_tree {
  const vt_collider *collider;
  vt_vec3 origin; // m
  int level_count;
  // Level 0: of triangles; quad q of level l has the quads 4q to 4q + 3 of l - 1.
  vt_quad *levels[max_levels];
};

// ---------------------------------------------------------------- boxes

static inline vt_lanes larger(vt_lanes a, vt_lanes b) {
#ifdef __SSE__
  return __builtin_ia32_maxps(a, b);
#else
  for (int k = 0; k < 4; ++k) a[k] = a[k] > b[k] ? a[k] : b[k];
  return a;
#endif
}

// A box in floats, rounded outwards: a float is off by at most 2^-24 of itself.
static vt_float_box box_from(const vt_box *box, vt_vec3 origin) {
  vt_vec3 low = vt_sub(box->low, origin), high = vt_sub(box->high, origin);
  const float l[3] = {(float)low.x, (float)low.y, (float)low.z};
  const float h[3] = {(float)high.x, (float)high.y, (float)high.z};
  vt_float_box b;
  for (int axis = 0; axis < 3; ++axis) {
    b.low[axis] = l[axis] - (0x1p-22f * fabsf(l[axis]) + 1e-30f);
    b.high[axis] = h[axis] + (0x1p-22f * fabsf(h[axis]) + 1e-30f);
  }
  return b;
}

// m^2 to each of four boxes, off by no more than 2^-21 of themselves; bit k is set if that to box k is below
// the bound.
static inline unsigned distances_to(
    const vt_quad *q, const vt_float_box *b, float bound, float distances[4]) {
  vt_lanes x = larger(
      vt_lanes_load(q->low[0]) - vt_lanes_of(b->high[0]), vt_lanes_of(b->low[0]) - vt_lanes_load(q->high[0]));
  vt_lanes y = larger(
      vt_lanes_load(q->low[1]) - vt_lanes_of(b->high[1]), vt_lanes_of(b->low[1]) - vt_lanes_load(q->high[1]));
  vt_lanes z = larger(
      vt_lanes_load(q->low[2]) - vt_lanes_of(b->high[2]), vt_lanes_of(b->low[2]) - vt_lanes_load(q->high[2]));
  x = larger(x, vt_lanes_of(0)), y = larger(y, vt_lanes_of(0)), z = larger(z, vt_lanes_of(0));
  vt_lanes sum = x * x + y * y + z * z;
  memcpy(distances, &sum, sizeof sum);
  return vt_answer_bits(sum < vt_lanes_of(bound));
}

// m^2: the square of a bound, such that what is below the bound is below it whatever is rounded.
static inline float square_bound(double distance) { return (float)(distance * distance * (1 + 0x1p-20)); }

vt_flood_tree *vt_flood_tree_make(const vt_collider *collider, vt_arena *arena, vt_error *error) {
  const vt_bvh *bvh = collider->bvh;
  vt_flood_tree *tree = VT_TAKE(arena, vt_flood_tree, 1, error);
  if (tree == NULL) return NULL;
  *tree = (vt_flood_tree){.collider = collider};
  if (bvh->tree->node_count > 0) tree->origin = vt_scale(0.5, vt_add(bvh->nodes[0].low, bvh->nodes[0].high));
  for (int count = bvh->tree->triangle_count; tree->level_count == 0 || count > 1;) {
    const vt_quad *below = tree->level_count == 0 ? NULL : tree->levels[tree->level_count - 1];
    int quads = (count + 3) / 4;
    vt_quad *level = tree->levels[tree->level_count++] = VT_TAKE(arena, vt_quad, quads, error);
    if (level == NULL) return NULL;
    for (int i = 0; i < 4 * quads; ++i) {
      vt_float_box b = vt_box_nothing;
      if (i < count)
        b = below == NULL ? box_from(&bvh->triangles[bvh->tree->order[i]], tree->origin)
                          : vt_quad_join(&below[i]);
      vt_quad_set(&level[i / 4], i % 4, &b);
    }
    count = quads;
  }
  return tree;
}

// ---------------------------------------------------------------- nearest triangles

// A search for the triangle nearest to a point or segment.
typedef struct nearest_search {
  const vt_flood_tree *tree;
  const vt_collider *collider;
  vt_vec3 ends[2]; // both the same for a point
  double distance; // m, the best so far, and before that the bound
  int triangle;    // -1 if none
  double fraction; // along the segment
  bool any;        // the first found will do
} nearest_search;

// m^2 from a point to a segment.
static inline double side_distance2(vt_vec3 p, vt_vec3 a, vt_vec3 b) {
  vt_vec3 u = vt_sub(b, a), w = vt_sub(p, a);
  double along = vt_dot(w, u), length2 = vt_dot(u, u);
  if (along > 0) w = along < length2 ? vt_madd(w, -along / length2, u) : vt_sub(p, b);
  return vt_dot(w, w);
}

// m^2 from a point to a triangle with the area vector n / 2. Over the inside that is the distance from the
// plane, else that from a side that has the point beyond it.
static double distance2(vt_vec3 p, const vt_vec3 corners[3], vt_vec3 n) {
  vt_vec3 a = corners[0], b = corners[1], c = corners[2];
  double n2 = vt_dot(n, n), least = INFINITY;
  double over_a = vt_dot(n, vt_cross(vt_sub(c, b), vt_sub(p, b)));
  double over_b = vt_dot(n, vt_cross(vt_sub(a, c), vt_sub(p, c)));
  double over_c = n2 - over_a - over_b;
  if (n2 > 0 && over_a >= 0 && over_b >= 0 && over_c >= 0) {
    double height = vt_dot(n, vt_sub(p, a));
    return height * height / n2;
  }
  // A triangle without height has rounding for its sides.
  vt_vec3 u = vt_sub(b, a), v = vt_sub(c, a);
  bool flat = !(n2 > 1e-16 * vt_dot(u, u) * vt_dot(v, v));
  const bool beyond[3] = {flat || !(over_c >= 0), flat || !(over_a >= 0), flat || !(over_b >= 0)};
  for (int i = 0; i < 3; ++i) {
    double d2 = beyond[i] ? side_distance2(p, corners[i], corners[(i + 1) % 3]) : INFINITY;
    least = d2 < least ? d2 : least;
  }
  return least;
}

static void try_point(
    nearest_search *s, int triangle, const vt_vec3 corners[3], vt_vec3 n, vt_vec3 p, double fraction) {
  double d2 = distance2(p, corners, n);
  if (!(d2 < s->distance * s->distance)) return;
  s->distance = sqrt(d2), s->triangle = triangle, s->fraction = fraction;
}

static void try_distance(nearest_search *s, int triangle, double distance, double fraction) {
  if (!(distance < s->distance)) return;
  s->distance = distance, s->triangle = triangle, s->fraction = fraction;
}

// The distance of two convex sets is reached at an end and the triangle, a corner and the segment, two edges
// between their ends, or is 0.
static void try_segment(nearest_search *s, int triangle, const vt_vec3 corners[3], vt_vec3 n) {
  vt_vec3 a = s->ends[0], along = vt_sub(s->ends[1], a);
  try_point(s, triangle, corners, n, a, 0);
  try_point(s, triangle, corners, n, s->ends[1], 1);
  for (int i = 0; i < 3; ++i) {
    double f = vt_segment_foot(corners[i], a, s->ends[1], 0);
    try_distance(s, triangle, vt_norm(vt_sub(corners[i], vt_madd(a, f, along))), f);
    vt_vec3 side = vt_sub(corners[(i + 1) % 3], corners[i]), normal;
    double g;
    if (!vt_line_feet(a, along, corners[i], side, &f, &g, &normal)) continue;
    if (f > 0 && f < 1 && g > 0 && g < 1)
      try_distance(s, triangle, fabs(vt_dot(normal, vt_sub(corners[i], a))), f);
  }
  double from = vt_dot(n, vt_sub(a, corners[0])), to = vt_dot(n, vt_sub(s->ends[1], corners[0]));
  if (from * to < 0) {
    double f = from / (from - to);
    try_point(s, triangle, corners, n, vt_madd(a, f, along), f);
  }
}

static void try_triangle(nearest_search *s, int triangle, bool point) {
  const int *c = s->collider->topology->triangles + 3 * triangle;
  const vt_vec3 *x = s->collider->vertices, corners[3] = {x[c[0]], x[c[1]], x[c[2]]};
  vt_vec3 u = vt_sub(corners[1], corners[0]), v = vt_sub(corners[2], corners[0]), n = vt_cross(u, v);
  double from = vt_dot(n, vt_sub(s->ends[0], corners[0]));
  double to = point ? from : vt_dot(n, vt_sub(s->ends[1], corners[0]));
  // Its plane may be farther away than the best so far; a thousandth is left for rounding.
  double n2 = vt_dot(n, n), bound = 1.001 * s->distance * s->distance * n2;
  if (from * to > 0 && from * from > bound && to * to > bound && n2 > 1e-16 * vt_dot(u, u) * vt_dot(v, v))
    return;
  if (point)
    try_point(s, triangle, corners, n, s->ends[0], 0);
  else
    try_segment(s, triangle, corners, n);
}

// Nodes still to be looked at: at each level three are left aside.
typedef struct node_stack {
  int count;
  struct {
    int level, quad;
    float away; // m^2
  } items[3 * max_levels + 1];
} node_stack;

static void begin(node_stack *todo, const vt_flood_tree *tree) {
  todo->count = 1;
  todo->items[0].level = tree->level_count - 1, todo->items[0].quad = 0, todo->items[0].away = 0;
}

// The numbers in a set of boxes, the farthest first and of equal ones the last; how many.
static inline int sort_near(const float distances[4], unsigned set, int near[4]) {
  int count = 0;
  for (; set != 0; set &= set - 1) {
    int i = __builtin_ctz(set), k = count++;
    for (; k > 0 && distances[near[k - 1]] <= distances[i]; --k) near[k] = near[k - 1];
    near[k] = i;
  }
  return count;
}

// Looks at what is near a box, nearest first; of boxes set aside the distance is kept.
static void search(nearest_search *s, const vt_box *box) {
  const vt_flood_tree *tree = s->tree;
  const int *order = s->collider->bvh->tree->order;
  bool point = memcmp(&s->ends[0], &s->ends[1], sizeof s->ends[0]) == 0;
  vt_float_box around = box_from(box, tree->origin);
  node_stack todo;
  begin(&todo, tree);
  while (todo.count > 0 && !(s->any && s->triangle >= 0)) {
    int level = todo.items[--todo.count].level, q = todo.items[todo.count].quad, near[4];
    float distances[4], bound = square_bound(s->distance);
    if (!(todo.items[todo.count].away < bound)) continue;
    unsigned set = distances_to(&tree->levels[level][q], &around, bound, distances);
    int count = sort_near(distances, set, near);
    if (level == 0) {
      while (count-- > 0 && distances[near[count]] < square_bound(s->distance))
        try_triangle(s, order[4 * q + near[count]], point);
      continue;
    }
    for (int k = 0; k < count; ++k, ++todo.count) {
      todo.items[todo.count].level = level - 1;
      todo.items[todo.count].quad = 4 * q + near[k];
      todo.items[todo.count].away = distances[near[k]];
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

// ---------------------------------------------------------------- gaps

// How far a surface may lie off one of its points along a unit vector, m: between what it may at the corners,
// so that it does not jump from one triangle to the next.
static double sagitta_at(
    const vt_collider *c, const vt_vec3 *bulges, const vt_cavity_vertex *place, vt_vec3 direction) {
  const vt_surface_topology *t = c->topology;
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    int v = place->corners[i];
    double max = 0;
    if (place->weights[i] == 0) continue;
    for (int k = t->vertex_triangle_start[v]; k < t->vertex_triangle_start[v + 1]; ++k)
      max = fmax(max, fabs(vt_dot(bulges[t->vertex_triangles[k]], direction)));
    sum += place->weights[i] * max;
  }
  return sum;
}

// What both surfaces together may lie nearer to each other than their triangles do, m.
static double sagittas_between(const vt_flood_sheet *sheet, const vt_flood_other *other, int triangle,
    const vt_flood_vertex *const ends[2], double fraction) {
  if (!(other->bulge > 0)) return 0;
  const int *v = other->collider->topology->triangles + 3 * triangle;
  const vt_vec3 *x = other->collider->vertices, corners[3] = {x[v[0]], x[v[1]], x[v[2]]};
  vt_vec3 p = vt_madd(vt_scale(1 - fraction, ends[0]->position), fraction, ends[1]->position);
  vt_cavity_vertex foot = {other->body, {v[0], v[1], v[2]}, {0, 0, 0}};
  vt_triangle_foot(p, corners, 0, foot.weights);
  vt_vec3 direction = vt_madd(vt_scale(-1, p), foot.weights[0], corners[0]);
  direction =
      vt_normalized(vt_madd(vt_madd(direction, foot.weights[1], corners[1]), foot.weights[2], corners[2]));
  return sagitta_at(other->collider, other->bulges, &foot, direction) +
         (1 - fraction) * sagitta_at(sheet->collider, sheet->bulges, &ends[0]->place, direction) +
         fraction * sagitta_at(sheet->collider, sheet->bulges, &ends[1]->place, direction);
}

double vt_flood_gap(const vt_flood_sheet *sheet, const vt_flood_vertex *place, double max, int *body) {
  vt_flood_other *others = sheet->others;
  vt_vec3 p = place->position;
  double least = max;
  *body = -1;
  const vt_box at = {p, p};
  for (int k = 0; k < sheet->other_count; ++k) {
    double far = max + others[k].reach + others[k].bulge;
    if (vt_boxes_apart(&at, &others[k].collider->bvh->nodes[0], far)) continue;
    nearest_search s = {.tree = others[k].tree,
        .collider = others[k].collider,
        .ends = {p, p},
        .distance = far,
        .triangle = -1};
    if (others[k].hint >= 0) try_triangle(&s, others[k].hint, true);
    search(&s, &at);
    if (s.triangle < 0) continue;
    others[k].hint = s.triangle;
    // The surface is no nearer to the last point than `clear`: within that, all is on the same side of it.
    if (!(vt_norm(vt_sub(p, others[k].last)) < STILL * others[k].clear))
      others[k].inside = is_inside(s.collider, s.triangle, p);
    others[k].last = p, others[k].clear = s.distance;
    double gap = (others[k].inside ? -s.distance : s.distance) - others[k].reach;
    gap -= sagittas_between(sheet, &others[k], s.triangle, (const vt_flood_vertex *[2]){place, place}, 0);
    if (gap < least) least = gap, *body = others[k].body;
  }
  return least;
}

// Searches with boxes around parts of a segment, which hold less than one around all of it where it is as
// long as what is looked for is far off.
static void search_along(nearest_search *s, int parts) {
  vt_vec3 along = vt_sub(s->ends[1], s->ends[0]);
  for (int i = 0; i < parts && !(s->any && s->triangle >= 0); ++i) {
    vt_box box = vt_box_empty();
    vt_box_include(&box, vt_madd(s->ends[0], (double)i / parts, along));
    vt_box_include(&box, i + 1 == parts ? s->ends[1] : vt_madd(s->ends[0], (i + 1.0) / parts, along));
    search(s, &box);
  }
}

double vt_flood_segment_gap(const vt_flood_sheet *sheet, const vt_flood_vertex *const ends[2], double max,
    bool any, double *fraction) {
  enum { parts_if_any = 3 };
  const vt_flood_other *others = sheet->others;
  double least = max;
  *fraction = 0.5;
  for (int k = 0; k < sheet->other_count; ++k) {
    nearest_search s = {.tree = others[k].tree,
        .collider = others[k].collider,
        .ends = {ends[0]->position, ends[1]->position},
        .distance = least + others[k].reach + others[k].bulge,
        .triangle = -1,
        .any = any};
    if (any && others[k].hint >= 0) try_triangle(&s, others[k].hint, false);
    search_along(&s, any ? parts_if_any : 1);
    if (s.triangle < 0) continue;
    if (any) return s.distance - others[k].reach - others[k].bulge;
    double gap =
        s.distance - others[k].reach - sagittas_between(sheet, &others[k], s.triangle, ends, s.fraction);
    if (gap < least) least = gap, *fraction = s.fraction;
  }
  return least;
}

bool vt_flood_box_near(const vt_flood_sheet *sheet, const vt_box *box, double max) {
  const vt_flood_other *others = sheet->others;
  for (int k = 0; k < sheet->other_count; ++k) {
    const vt_flood_tree *tree = others[k].tree;
    vt_float_box around = box_from(box, tree->origin);
    float bound = square_bound(max + others[k].reach + others[k].bulge);
    node_stack todo;
    begin(&todo, tree);
    while (todo.count > 0) {
      int level = todo.items[--todo.count].level, q = todo.items[todo.count].quad;
      float distances[4];
      unsigned set = distances_to(&tree->levels[level][q], &around, bound, distances);
      if (level == 0 && set != 0) return true;
      for (; set != 0; set &= set - 1) {
        todo.items[todo.count].level = level - 1;
        todo.items[todo.count++].quad = 4 * q + __builtin_ctz(set);
      }
    }
  }
  return false;
}
