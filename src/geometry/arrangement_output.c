// The result of the arrangement: places and positions of the vertices, triangles by component, volumes.
#include "geometry/arrangement_inside.h"

#include <string.h>

// ---------------------------------------------------------------- weights

static void normalize(double w[3]) {
  double sum = w[0] + w[1] + w[2];
  for (int k = 0; k < 3; ++k) w[k] = sum > 0 ? w[k] / sum : k == 0;
}

static int corner_of(const vt_ar_triangle *t, int vertex) {
  return t->vertices[0] == vertex ? 0 : t->vertices[1] == vertex ? 1 : 2;
}

// On a triangle: of one of its vertices, or of a point where its edge or another's edge passes through.
static void edge_point_weights(const vt_arranger *ar, int number, int triangle, double w[3]) {
  const vt_ar_triangle *t = &ar->triangles[triangle];
  w[0] = w[1] = w[2] = 0;
  if (number < ar->vertex_count) {
    w[corner_of(t, number)] = 1;
    return;
  }
  const vt_ar_point *p = &vt_ar_points(ar)[number - ar->vertex_count];
  const int *ends = ar->edges[p->edge].vertices;
  if (p->triangles[0] == triangle) {
    for (int k = 0; k < 3; ++k)
      w[k] = fabs(vt_orient3d_value(
          &ar->grid[ends[0]], &ar->grid[ends[1]], &t->corners[(k + 1) % 3], &t->corners[(k + 2) % 3]));
  } else {
    w[corner_of(t, ends[0])] = 1 - p->along;
    w[corner_of(t, ends[1])] = p->along;
  }
  normalize(w);
}

// The distance of a segment's end from a triangle's plane, times the triangle's area.
static double distance(const vt_arranger *ar, int number, int triangle) {
  const vt_vec3 *s = ar->triangles[triangle].corners;
  if (number < ar->vertex_count) return fabs(vt_orient3d_value(&s[0], &s[1], &s[2], &ar->grid[number]));
  const vt_ar_point *p = &vt_ar_points(ar)[number - ar->vertex_count];
  const int *ends = ar->edges[p->edge].vertices;
  const vt_vec3 *a = &ar->grid[ends[0]], *b = &ar->grid[ends[1]], *c = ar->triangles[p->triangles[0]].corners;
  double whole =
      fabs(vt_orient3d_value(&c[0], &c[1], &c[2], a)) + fabs(vt_orient3d_value(&c[0], &c[1], &c[2], b));
  return fabs(vt_crossing_value(a, b, c, s)) / whole;
}

// Of a point where three triangles meet, on the first, from the ends of its segment with the second.
static void meeting_weights(const vt_arranger *ar, int first, int second, int third, double w[3]) {
  const vt_ar_segment *s = NULL;
  for (int k = ar->triangle_segments_first[first]; k < ar->triangle_segments_first[first + 1]; ++k) {
    const vt_ar_segment *segment = &vt_ar_segments(ar)[ar->triangle_segments[k]];
    if (vt_ar_other(segment, first) == second) s = segment;
  }
  double p = distance(ar, s->ends[0], third), q = distance(ar, s->ends[1], third), wp[3], wq[3];
  edge_point_weights(ar, s->ends[0], first, wp);
  edge_point_weights(ar, s->ends[1], first, wq);
  for (int k = 0; k < 3; ++k) w[k] = (q * wp[k] + p * wq[k]) / (p + q);
  normalize(w);
}

// ---------------------------------------------------------------- vertices

static vt_vec3 place_position(const vt_arranger *ar, const vt_place *place) {
  const vt_arranged_surface *s = &ar->surfaces[place->surface];
  const int *c = s->triangles + 3 * place->triangle;
  vt_vec3 x = vt_scale(place->weights[0], s->vertices[c[0]]);
  x = vt_madd(x, place->weights[1], s->vertices[c[1]]);
  return vt_madd(x, place->weights[2], s->vertices[c[2]]);
}

static vt_place *add_place(const vt_arranger *ar, vt_arranged_vertex *vertex, int triangle) {
  vt_place *place = &vertex->places[vertex->place_count++];
  *place = (vt_place){ar->triangles[triangle].surface, ar->triangles[triangle].triangle, {0, 0, 0}};
  return place;
}

// `triangle` is one the point belongs to. Also gives the position on the grid.
static vt_arranged_vertex make_vertex(const vt_arranger *ar, int number, int triangle, vt_vec3 *grid) {
  vt_arranged_vertex vertex = {.corner = -1};
  int on[3] = {triangle, -1, -1};
  if (number < ar->vertex_count) {
    vertex.corner = ar->origins[number] - ar->first_vertex[ar->triangles[triangle].surface];
    edge_point_weights(ar, number, triangle, add_place(ar, &vertex, triangle)->weights);
    vertex.position = ar->positions[number];
    *grid = ar->grid[number];
    return vertex;
  }
  const vt_ar_point *p = &vt_ar_points(ar)[number - ar->vertex_count];
  if (p->edge >= 0) {
    on[0] = ar->edge_triangles[ar->edges[p->edge].first] / 3;
    on[1] = p->triangles[0];
    for (int k = 0; k < 2; ++k) edge_point_weights(ar, number, on[k], add_place(ar, &vertex, on[k])->weights);
  } else {
    for (int k = 0; k < 3; ++k) {
      on[k] = p->triangles[k];
      meeting_weights(ar, on[k], p->triangles[k == 0], p->triangles[k == 2 ? 1 : 2],
          add_place(ar, &vertex, on[k])->weights);
    }
  }
  const vt_vec3 *c = ar->triangles[on[0]].corners;
  const double *w = vertex.places[0].weights;
  *grid = vt_madd(vt_madd(vt_scale(w[0], c[0]), w[1], c[1]), w[2], c[2]);
  // The places differ by the jitter only; their mean prefers none.
  for (int k = 0; k < vertex.place_count; ++k)
    vertex.position =
        vt_madd(vertex.position, 1.0 / vertex.place_count, place_position(ar, &vertex.places[k]));
  return vertex;
}

// What grows while the faces are written.
typedef struct writer {
  vt_ar_array vertices, grid;      // of vt_arranged_vertex and vt_vec3
  vt_ar_array triangles, triples;  // of vt_arranged_triangle and int[3]
  vt_ar_array flat, loop_vertices; // of double[2] and int
  int *number_of;                  // by vertex or point; -1 while unused
  int *component_of;               // by root of the union-find tree
  int component_count;
} writer;

static int vertex_number(vt_arranger *ar, writer *w, int point, int triangle) {
  if (w->number_of[point] >= 0) return w->number_of[point];
  vt_arranged_vertex *vertex = vt_ar_push(ar, &w->vertices, sizeof *vertex);
  vt_vec3 *grid = vt_ar_push(ar, &w->grid, sizeof *grid);
  if (vertex == NULL || grid == NULL) return -1;
  *vertex = make_vertex(ar, point, triangle, grid);
  return w->number_of[point] = w->vertices.count - 1;
}

// ---------------------------------------------------------------- triangles

static bool add_triangle(
    vt_arranger *ar, writer *w, const int v[3], int triangle, int component, bool turned) {
  vt_arranged_triangle *t = vt_ar_push(ar, &w->triangles, sizeof *t);
  if (t == NULL) return false;
  *t = (vt_arranged_triangle){{v[0], v[turned ? 2 : 1], v[turned ? 1 : 2]}, ar->triangles[triangle].surface,
      ar->triangles[triangle].triangle, component};
  return true;
}

static bool write_whole(vt_arranger *ar, writer *w, int triangle, int component, bool turned) {
  int v[3];
  for (int k = 0; k < 3; ++k) {
    v[k] = vertex_number(ar, w, ar->triangles[triangle].vertices[k], triangle);
    if (v[k] < 0) return false;
  }
  return add_triangle(ar, w, v, triangle, component, turned);
}

// Along which two axes a triangle is seen against its normal, without the one it faces most.
static void view_axes(const vt_vec3 c[3], int axes[2]) {
  vt_vec3 n = vt_cross(vt_sub(c[1], c[0]), vt_sub(c[2], c[0]));
  const double size[3] = {n.x, n.y, n.z};
  int max = 0;
  for (int k = 1; k < 3; ++k)
    if (fabs(size[k]) > fabs(size[max])) max = k;
  axes[size[max] < 0] = (max + 1) % 3;
  axes[size[max] >= 0] = (max + 2) % 3;
}

static bool write_piece(vt_arranger *ar, writer *w, const vt_ar_face *face, int component, bool turned) {
  const vt_ar_loop *loops = (const vt_ar_loop *)ar->loops.items + face->first;
  int axes[2];
  view_axes(ar->triangles[face->triangle].corners, axes);
  w->flat.count = w->loop_vertices.count = w->triples.count = 0;
  for (int k = 0; k < face->count; ++k)
    for (int i = 0; i < loops[k].count; ++i) {
      int number = vertex_number(ar, w, ((int *)ar->loop_points.items)[loops[k].first + i], face->triangle);
      double *flat = vt_ar_push(ar, &w->flat, 2 * sizeof *flat);
      int *item = vt_ar_push(ar, &w->loop_vertices, sizeof *item);
      if (number < 0 || flat == NULL || item == NULL) return false;
      const vt_vec3 *x = (const vt_vec3 *)w->grid.items + number;
      const double at[3] = {x->x, x->y, x->z};
      flat[0] = at[axes[0]];
      flat[1] = at[axes[1]];
      *item = number;
    }
  if (!vt_ar_fill(
          ar, (const double(*)[2])w->flat.items, w->loop_vertices.items, loops, face->count, &w->triples))
    return false;
  const int *triples = w->triples.items;
  for (int k = 0; k < w->triples.count; ++k)
    if (!add_triangle(ar, w, triples + 3 * k, face->triangle, component, turned)) return false;
  return true;
}

static bool write_faces(vt_arranger *ar, writer *w) {
  for (int f = 0; f < ar->faces.count; ++f) {
    if (ar->kept[f] == 0) continue;
    bool turned = ar->kept[f] < 0;
    int *component = &w->component_of[vt_ar_root(ar->components, f)];
    if (*component < 0) *component = w->component_count++;
    const vt_ar_face *face = &vt_ar_faces(ar)[f];
    if (!(face->count == 0 ? write_whole(ar, w, face->triangle, *component, turned)
                           : write_piece(ar, w, face, *component, turned)))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------- the result

static bool sort_by_component(vt_arranger *ar, const writer *w, vt_arrangement *result) {
  int *start = vt_ar_ints(ar, w->component_count + 1, 0);
  result->triangles = VT_TAKE(ar->arena, vt_arranged_triangle, w->triangles.count, ar->error);
  if (start == NULL || result->triangles == NULL) return false;
  const vt_arranged_triangle *from = w->triangles.items;
  for (int k = 0; k < w->triangles.count; ++k) ++start[from[k].component + 1];
  for (int c = 0; c < w->component_count; ++c) start[c + 1] += start[c];
  for (int k = 0; k < w->triangles.count; ++k) result->triangles[start[from[k].component]++] = from[k];
  result->triangle_count = w->triangles.count;
  return true;
}

static void add_volumes(const vt_arranger *ar, vt_arrangement *result) {
  // A point nearby, so that surfaces far from the origin lose no digits.
  vt_vec3 middle = vt_madd(ar->low, ldexp(ar->step, VT_GRID_BITS - 2), vt_v3(1, 1, 1));
  for (int k = 0; k < result->triangle_count; ++k) {
    const vt_arranged_triangle *t = &result->triangles[k];
    vt_vec3 x[3];
    for (int i = 0; i < 3; ++i) x[i] = vt_sub(result->vertices[t->vertices[i]].position, middle);
    result->volumes[t->component] += vt_dot(x[0], vt_cross(x[1], x[2])) / 6;
  }
}

bool vt_ar_write(vt_arranger *ar, vt_arrangement *result) {
  writer w = {0};
  w.number_of = vt_ar_ints(ar, ar->vertex_count + ar->points.count, -1);
  w.component_of = vt_ar_ints(ar, ar->faces.count, -1);
  if (w.number_of == NULL || w.component_of == NULL || !write_faces(ar, &w)) return false;
  result->volumes = VT_TAKE(ar->arena, double, w.component_count, ar->error);
  if (result->volumes == NULL || !sort_by_component(ar, &w, result)) return false;
  result->vertex_count = w.vertices.count;
  result->vertices = w.vertices.items;
  result->component_count = w.component_count;
  for (int c = 0; c < w.component_count; ++c) result->volumes[c] = 0;
  add_volumes(ar, result);
  return true;
}
