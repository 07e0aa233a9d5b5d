// The points where three triangles meet, and the order of all points along edges and segments.
#include "geometry/arrangement_inside.h"

static bool list_triangle_segments(vt_arranger *ar) {
  int n = ar->triangle_count, *first = vt_ar_ints(ar, n + 2, 0); // shifted by one while filling
  ar->triangle_segments = VT_TAKE(ar->arena, int, 2 * ar->segments.count, ar->error);
  ar->triangle_segments_first = first;
  if (first == NULL || ar->triangle_segments == NULL) return false;
  const vt_ar_segment *segments = vt_ar_segments(ar);
  for (int s = 0; s < ar->segments.count; ++s)
    for (int k = 0; k < 2; ++k) ++first[segments[s].triangles[k] + 2];
  for (int t = 0; t < n; ++t) first[t + 2] += first[t + 1];
  for (int s = 0; s < ar->segments.count; ++s)
    for (int k = 0; k < 2; ++k) ar->triangle_segments[first[segments[s].triangles[k] + 1]++] = s;
  return true;
}

// ---------------------------------------------------------------- three triangles

// Whether a triangle's plane parts the ends of a segment.
static bool parts(vt_arranger *ar, int segment, int triangle) {
  const int *ends = vt_ar_segments(ar)[segment].ends;
  return vt_ar_side(ar, ends[0], triangle) != vt_ar_side(ar, ends[1], triangle);
}

static bool share_end(const vt_ar_segment *s, const vt_ar_segment *t) {
  for (int k = 0; k < 4; ++k)
    if (s->ends[k / 2] == t->ends[k % 2]) return true;
  return false;
}

typedef struct visit {
  int segment, point;
} visit;

static bool add_visit(vt_arranger *ar, vt_ar_array *visits, int segment, int point) {
  visit *v = vt_ar_push(ar, visits, sizeof *v);
  if (v == NULL) return false;
  *v = (visit){segment, point};
  ++vt_ar_segments(ar)[segment].count;
  return true;
}

// Triangles a < b < c that cross each other in the segments ab, ac, bc.
static bool meet(vt_arranger *ar, const int t[3], int ab, int ac, int bc, vt_ar_array *visits) {
  const vt_ar_segment *s = vt_ar_segments(ar);
  if (share_end(&s[ab], &s[ac]) || share_end(&s[ab], &s[bc]) || share_end(&s[ac], &s[bc])) return true;
  int count = parts(ar, ab, t[2]) + parts(ar, ac, t[1]) + parts(ar, bc, t[0]);
  if (count < 2 || ar->tie) return true;
  if (count == 2)
    return vt_fail(ar->error, VT_BAD_NUMBERS, "three triangles meet in two only: the arrangement is wrong");
  int sign = vt_ar_sign(ar,
      vt_normals_turn(ar->triangles[t[0]].corners, ar->triangles[t[1]].corners, ar->triangles[t[2]].corners));
  int number = ar->vertex_count + ar->points.count;
  vt_ar_point *point = vt_ar_push(ar, &ar->points, sizeof *point);
  if (point == NULL) return false;
  *point = (vt_ar_point){.edge = -1, .triangles = {t[0], t[1], t[2]}, .sign = sign};
  return add_visit(ar, visits, ab, number) && add_visit(ar, visits, ac, number) &&
         add_visit(ar, visits, bc, number);
}

// Triangles that cross both of a segment's, found over the one with fewer segments.
static bool meet_others(vt_arranger *ar, int ab, const vt_ar_table *table, vt_ar_array *visits) {
  int a = vt_ar_segments(ar)[ab].triangles[0], b = vt_ar_segments(ar)[ab].triangles[1];
  const int *first = ar->triangle_segments_first;
  int few = first[a + 1] - first[a] <= first[b + 1] - first[b] ? a : b, many = few == a ? b : a;
  for (int k = first[few]; k < first[few + 1]; ++k) {
    int one = ar->triangle_segments[k], c = vt_ar_other(&vt_ar_segments(ar)[one], few);
    if (c <= b) continue;
    int two = vt_ar_table_get(table, many, c, 0);
    const int t[3] = {a, b, c};
    if (two >= 0 && !meet(ar, t, ab, few == a ? one : two, few == a ? two : one, visits)) return false;
  }
  return true;
}

static bool find_meetings(vt_arranger *ar, vt_ar_array *visits) {
  vt_ar_table table;
  if (!vt_ar_table_init(ar, &table, ar->segments.count)) return false;
  for (int s = 0; s < ar->segments.count; ++s) {
    const vt_ar_segment *segment = &vt_ar_segments(ar)[s];
    int *number = vt_ar_table_find(ar, &table, segment->triangles[0], segment->triangles[1], 0);
    if (number == NULL) return false;
    *number = s;
  }
  for (int s = 0; s < ar->segments.count && !ar->tie; ++s)
    if (!meet_others(ar, s, &table, visits)) return false;
  return true;
}

// ---------------------------------------------------------------- order

// The third triangle of a point on a segment.
static int third(const vt_arranger *ar, const vt_ar_segment *s, int point) {
  const int *t = vt_ar_points(ar)[point - ar->vertex_count].triangles;
  for (int k = 0; k < 2; ++k)
    if (t[k] != s->triangles[0] && t[k] != s->triangles[1]) return t[k];
  return t[2];
}

// x comes before y if it is on the side of y's plane on which the segment begins.
static bool segment_before(vt_arranger *ar, const vt_ar_segment *s, int x, int y) {
  int plane = third(ar, s, y);
  return vt_ar_side(ar, x, plane) == vt_ar_side(ar, s->ends[0], plane);
}

static bool order_segments(vt_arranger *ar, const vt_ar_array *visits) {
  ar->segment_points = VT_TAKE(ar->arena, int, visits->count, ar->error);
  if (ar->segment_points == NULL) return false;
  int total = 0;
  for (int s = 0; s < ar->segments.count; ++s) {
    vt_ar_segment *segment = &vt_ar_segments(ar)[s];
    segment->first = total;
    total += segment->count;
    segment->count = 0;
  }
  const visit *v = visits->items;
  for (int i = 0; i < visits->count; ++i) {
    vt_ar_segment *s = &vt_ar_segments(ar)[v[i].segment];
    int *list = ar->segment_points + s->first, k = s->count++;
    for (; k > 0 && segment_before(ar, s, v[i].point, list[k - 1]); --k) list[k] = list[k - 1];
    list[k] = v[i].point;
  }
  return true;
}

static void place_along(vt_arranger *ar, vt_ar_point *point) {
  const vt_vec3 *c = ar->triangles[point->triangles[0]].corners;
  const int *ends = ar->edges[point->edge].vertices;
  double a = fabs(vt_orient3d_value(&c[0], &c[1], &c[2], &ar->grid[ends[0]]));
  double b = fabs(vt_orient3d_value(&c[0], &c[1], &c[2], &ar->grid[ends[1]]));
  point->along = a / (a + b);
}

// The same along an edge. What doubles say about the order comes first, so that few exact swaps are left.
static bool edge_before(vt_arranger *ar, int x, int y, bool exact) {
  const vt_ar_point *p = &vt_ar_points(ar)[x - ar->vertex_count],
                    *q = &vt_ar_points(ar)[y - ar->vertex_count];
  if (!exact) return p->along < q->along;
  return vt_ar_side(ar, x, q->triangles[0]) == q->sign;
}

static bool order_edges(vt_arranger *ar, int crossings) {
  vt_ar_point *points = vt_ar_points(ar);
  ar->edge_points = VT_TAKE(ar->arena, int, crossings, ar->error);
  if (ar->edge_points == NULL) return false;
  for (int i = 0; i < crossings; ++i) {
    ++ar->edges[points[i].edge].crossing;
    place_along(ar, &points[i]);
  }
  int total = 0;
  for (int e = 0; e < ar->edge_count; ++e) {
    ar->edges[e].crossed = total;
    total += ar->edges[e].crossing;
    ar->edges[e].crossing = 0;
  }
  for (int i = 0; i < crossings; ++i) {
    vt_ar_edge *e = &ar->edges[points[i].edge];
    ar->edge_points[e->crossed + e->crossing++] = ar->vertex_count + i;
  }
  for (int e = 0; e < ar->edge_count; ++e)
    for (int exact = 0; exact < 2; ++exact) {
      int *list = ar->edge_points + ar->edges[e].crossed;
      for (int i = 1; i < ar->edges[e].crossing; ++i) {
        int point = list[i], k = i;
        for (; k > 0 && edge_before(ar, point, list[k - 1], exact); --k) list[k] = list[k - 1];
        list[k] = point;
      }
    }
  return true;
}

bool vt_ar_cross_finish(vt_arranger *ar) {
  int crossings = ar->points.count;
  vt_ar_array visits = {0};
  return list_triangle_segments(ar) && order_edges(ar, crossings) && find_meetings(ar, &visits) &&
         order_segments(ar, &visits);
}
