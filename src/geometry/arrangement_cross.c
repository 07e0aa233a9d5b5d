// Where two triangles cross: the points in which an edge of one passes through the other,
// and the segment between.
#include "geometry/arrangement_inside.h"

#include <stdlib.h>
#include <string.h>

// The number of the point where an edge passes through a triangle; `sign` is the side
// of the edge's first end.
static int crossing_point(vt_arranger *ar, int edge, int triangle, int sign) {
  int *number = vt_ar_table_find(ar, &ar->point_table, edge, triangle, -1);
  if (number == NULL) return -1;
  if (*number >= 0) return *number;
  *number = ar->vertex_count + ar->points.count;
  vt_ar_point *point = vt_ar_push(ar, &ar->points, sizeof *point);
  if (point == NULL) return -1;
  *point = (vt_ar_point){.edge = edge, .triangles = {triangle, -1, -1}, .sign = sign};
  return *number;
}

// Two triangles under test.
typedef struct pair {
  int numbers[2];
  const vt_ar_triangle *triangles[2];
  int signs[2][3]; // of each one's corners against the other
  int ends[2];     // found so far: start and end along normal 0 x normal 1
  int count;
} pair;

// Side `i` of triangle `k` against the other. Leaving a triangle over a side, that side's end is on the left;
// the segment in triangle 0 has the negative side of triangle 1 on its left, and the other way round.
static bool test_side(vt_arranger *ar, pair *p, int k, int i) {
  int j = (i + 1) % 3;
  if (p->signs[k][i] == p->signs[k][j]) return true;
  const vt_ar_triangle *t = p->triangles[k], *other = p->triangles[1 - k];
  if (!vt_ar_passes(ar, &t->corners[i], &t->corners[j], other->corners)) return true;
  int edge = t->edges[i];
  int sign = p->signs[k][t->vertices[i] == ar->edges[edge].vertices[0] ? i : j];
  int point = crossing_point(ar, edge, p->numbers[1 - k], sign);
  if (point < 0) return false;
  int leaving = k == 0 ? -p->signs[0][j] : p->signs[1][j];
  if (p->ends[leaving > 0] >= 0) p->count = 3; // cannot be without a tie
  p->ends[leaving > 0] = point;
  ++p->count;
  return true;
}

static bool add_segment(vt_arranger *ar, const pair *p) {
  vt_ar_segment *s = vt_ar_push(ar, &ar->segments, sizeof *s);
  if (s == NULL) return false;
  *s = (vt_ar_segment){.triangles = {p->numbers[0], p->numbers[1]}, .ends = {p->ends[0], p->ends[1]}};
  return true;
}

static bool fail_count(vt_arranger *ar) {
  return ar->tie ||
         vt_fail(ar->error, VT_BAD_NUMBERS, "two triangles cross in no segment: the arrangement is wrong");
}

// The signs of the corners of triangle k but `except`: 1 or -1 if they are all the
// same, 2 if one is 0, else 0.
static int find_signs(pair *p, int k, int except) {
  const vt_vec3 *c = p->triangles[k]->corners;
  bool above = false, below = false, on = false;
  for (int i = 0; i < 3; ++i) {
    if (i == except) continue;
    int sign = p->signs[k][i] = vt_ar_plane_side(p->triangles[1 - k], &c[i]);
    above |= sign > 0;
    below |= sign < 0;
    on |= sign == 0;
  }
  return on ? 2 : above - below;
}

// Whether each parts the corners of the other but the excepted ones.
static bool part_each_other(vt_arranger *ar, pair *p, int except_a, int except_b) {
  int first = find_signs(p, 0, except_a), second = find_signs(p, 1, except_b);
  if (abs(first) == 1 || abs(second) == 1) return false;
  ar->tie |= first == 2 || second == 2;
  return !ar->tie;
}

// Two triangles with one vertex in common cross if the side opposite to it of one passes through the other;
// the segment then begins at the vertex.
static bool cross_at_vertex(vt_arranger *ar, pair *p, int i, int j) {
  if (!part_each_other(ar, p, i, j)) return true;
  if (!test_side(ar, p, 0, (i + 1) % 3) || !test_side(ar, p, 1, (j + 1) % 3)) return false;
  if (p->count == 0) return true;
  if (p->count != 1) return fail_count(ar);
  p->ends[p->ends[0] >= 0] = p->triangles[0]->vertices[i];
  return add_segment(ar, p);
}

// 1 if x is above a triangle's plane for sure, 2 if below, else 0.
static inline int sure_side(const vt_ar_triangle *t, const vt_vec3 *x) {
  vt_vec3 w = vt_sub(*x, t->corners[0]);
  double value = vt_dot(t->normal, w), error = t->doubt * (fabs(w.x) + fabs(w.y) + fabs(w.z));
  return (value > error) | (value < -error) << 1;
}

// Whether all corners of b but those in the set `except` are on one side of a's plane for
// sure; most pairs end here.
static inline bool misses(const vt_ar_triangle *a, const vt_ar_triangle *b, int except) {
  int first = sure_side(a, &b->corners[0]) | (except & 1 ? 3 : 0);
  int second = sure_side(a, &b->corners[1]) | (except & 2 ? 3 : 0);
  int third = sure_side(a, &b->corners[2]) | (except & 4 ? 3 : 0);
  return (first & second & third) != 0;
}

// Whether a line in a's plane across one of its sides parts two triangles for sure. Coordinates are whole
// numbers, so that differences are exact; a product with the axis, whatever it is, has four roundings.
static bool is_parted(const vt_ar_triangle *a, const vt_ar_triangle *b, int side) {
  const vt_vec3 *c = a->corners, from = c[side];
  const vt_vec3 m = vt_cross(a->normal, vt_sub(c[(side + 1) % 3], from)); // towards a's inside
  const vt_vec3 size = vt_v3(fabs(m.x), fabs(m.y), fabs(m.z));
  double own = 0, other = -INFINITY, scale = 0;
  for (int k = 0; k < 3; ++k) {
    vt_vec3 u = vt_sub(c[k], from), v = vt_sub(b->corners[k], from);
    double p = vt_dot(m, u), q = vt_dot(m, v);
    own = p < own ? p : own;
    other = q > other ? q : other;
    scale += vt_dot(size, vt_v3(fabs(u.x) + fabs(v.x), fabs(u.y) + fabs(v.y), fabs(u.z) + fabs(v.z)));
  }
  return other < own - 0x1p-50 * scale;
}

// Whether one lies beside the other, as nearly all that part each other's planes without crossing do: much
// less work than to look where each side passes.
static bool are_beside(const vt_ar_triangle *a, const vt_ar_triangle *b) {
  for (int side = 0; side < 3; ++side)
    if (is_parted(a, b, side) || is_parted(b, a, side)) return true;
  return false;
}

// The set of corners of t that a vertex is.
static inline int find_corner(const vt_ar_triangle *t, int vertex) {
  return (t->vertices[0] == vertex) | (t->vertices[1] == vertex) << 1 | (t->vertices[2] == vertex) << 2;
}

bool vt_ar_cross_pair(vt_arranger *ar, int a, int b) {
  const vt_ar_triangle *ta = &ar->triangles[a], *tb = &ar->triangles[b];
  int in_a =
      find_corner(ta, tb->vertices[0]) | find_corner(ta, tb->vertices[1]) | find_corner(ta, tb->vertices[2]);
  if ((in_a & (in_a - 1)) != 0) return true; // neighbours over an edge
  int in_b = in_a == 0 ? 0 : find_corner(tb, ta->vertices[in_a / 2]);
  if (misses(ta, tb, in_b) || misses(tb, ta, in_a)) return true;
  pair p = {{a, b}, {ta, tb}, {{0}}, {-1, -1}, 0};
  if (in_a != 0) return cross_at_vertex(ar, &p, in_a / 2, in_b / 2);
  if (are_beside(ta, tb) || !part_each_other(ar, &p, -1, -1)) return true;
  for (int k = 0; k < 3; ++k)
    if (!test_side(ar, &p, 0, k) || !test_side(ar, &p, 1, k)) return false;
  if (p.count == 0) return true;
  return p.count == 2 ? add_segment(ar, &p) : fail_count(ar);
}

// ---------------------------------------------------------------- around vertices

// Vertices whose triangles surely do not cross each other: nearly all pairs of triangles with overlapping
// boxes have a vertex in common, and this tells about all pairs at a vertex at once.
//
// Look at a closed fan of triangles along a direction d that all their normals point to: n . d > 0.
// Every triangle then covers a sector of less than half a turn, all sectors run the same way around,
// and they go around k times in all. If k is 1, no two sectors have more than the vertex or an edge in
// common, and so neither have the triangles. For any a with a . d = 0 the sign of a . e, over the edges
// e of the fan, changes 2 k times around it: in 2 k triangles. With d = (x, y, z), (-y, x, 0) is such
// an a without any rounding.

// How a fan is looked at.
typedef struct view {
  vt_vec3 along, across; // d and a
  int changes;           // of sign; above 2 also where something is in doubt
} view;

enum { DOUBT = 4 };

static vt_vec3 across(vt_vec3 d) {
  double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
  if (z <= x || z <= y) return vt_v3(-d.y, d.x, 0);
  return vt_v3(-d.z, 0, d.x);
}

// The sign of a . e: one of the products is 0, so there are a rounding of two and one
// of their sum. 0 in doubt.
static inline int side_of(vt_vec3 a, vt_vec3 e) {
  double x = a.x * e.x, y = a.y * e.y, z = a.z * e.z, value = x + y + z;
  double error = 0x1p-51 * (fabs(x) + fabs(y) + fabs(z));
  return (value > error) - (value < -error);
}

static void look_at(const vt_ar_triangle *t, view *views) {
  for (int k = 0; k < 3; ++k) {
    view *v = &views[t->vertices[k]];
    const vt_vec3 *x = t->corners, d = v->along;
    bool facing = vt_dot(t->normal, d) > t->doubt * (fabs(d.x) + fabs(d.y) + fabs(d.z));
    int first = side_of(v->across, vt_sub(x[(k + 1) % 3], x[k]));
    int second = side_of(v->across, vt_sub(x[(k + 2) % 3], x[k]));
    v->changes += !facing || first * second == 0 ? DOUBT : first != second;
  }
}

// Vertices all of whose triangles are settled are simple; returns the triangles of all others, which are set
// to not simple.
static int *list_unsettled(vt_arranger *ar, bool *simple, int *count) {
  int *list = VT_TAKE(ar->arena, int, ar->triangle_count, ar->error);
  *count = 0;
  if (list == NULL) return NULL;
  memset(simple, true, (size_t)ar->vertex_count * sizeof *simple);
  for (int t = 0; t < ar->triangle_count; ++t) {
    const vt_ar_triangle *triangle = &ar->triangles[t];
    for (int k = 0; k < 3 && vt_ar_settled(ar, triangle) < 0; ++k) simple[triangle->vertices[k]] = false;
  }
  for (int t = 0; t < ar->triangle_count; ++t) {
    const int *v = ar->triangles[t].vertices;
    if (!simple[v[0]] || !simple[v[1]] || !simple[v[2]]) list[(*count)++] = t;
  }
  return list;
}

bool *vt_ar_simple_fans(vt_arranger *ar) {
  int n = ar->vertex_count, count;
  bool *simple = VT_TAKE(ar->arena, bool, n, ar->error);
  view *views = VT_TAKE(ar->arena, view, n, ar->error);
  if (simple == NULL || views == NULL) return NULL;
  const int *list = list_unsettled(ar, simple, &count);
  if (list == NULL) return NULL;
  memset(views, 0, (size_t)n * sizeof *views);
  for (int i = 0; i < count; ++i) {
    const vt_ar_triangle *t = &ar->triangles[list[i]];
    for (int k = 0; k < 3; ++k) {
      view *v = &views[t->vertices[k]];
      v->along = vt_add(v->along, t->normal);
    }
  }
  for (int v = 0; v < n; ++v)
    if (!simple[v]) views[v].across = across(views[v].along);
  for (int i = 0; i < count; ++i) look_at(&ar->triangles[list[i]], views);
  // Where more than two triangles meet at an edge there is no order around the vertex.
  for (int e = 0; e < ar->edge_count; ++e)
    if (ar->edges[e].count != 2)
      for (int k = 0; k < 2; ++k) views[ar->edges[e].vertices[k]].changes += DOUBT;
  for (int v = 0; v < n; ++v) simple[v] |= views[v].changes == 2;
  return simple;
}
