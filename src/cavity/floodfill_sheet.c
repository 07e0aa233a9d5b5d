// One body's surface for the flood fill: refined where other bodies are near, cut where the seal begins, and
// divided into connected unsealed components.
//
// All decisions are made per edge and kept in a table, so triangles on both sides of an edge agree and the
// refined surface is as closed as the first one:
//   - an edge longer than `size` with another body nearer than reach + half its length is halved. Of any
//     triangle, a point inside is nearer to one of its edges than half that edge, so no sealed spot larger
//     than `size` stays hidden inside a large triangle;
//   - a shorter one between unsealed ends is divided at its least gap if that is sealed: a seal narrower than
//     the edge is a chain of sealed vertices and never has holes;
//   - one between sealed ends, longer than the reach, is halved if its middle is not sealed;
//   - one that the border crosses is looked at on both sides of the crossing in the same way;
//   - one that the border crosses is no longer than a chord of the border may be.
// Where a gap hovers about the reach all but the first could go on for long: they leave alone what is sealed
// or open by less than some thousandths of it, and what has been divided many times.
#include "cavity/floodfill_insides.h"

enum { max_divisions = 12 };       // of a vertex that still may be put between others
static const double hover = 0.004; // of the reach

typedef struct sheet_triangle {
  int vertices[3];
  int source;
} sheet_triangle;

typedef struct refining {
  vt_flood_sheet *sheet;
  vt_arena *arena;
  vt_error *error;
  vt_flood_edges edges;
  int todo_count, todo_room;
  sheet_triangle *todo; // near others
  int done_count, done_room;
  sheet_triangle *done; // all of whose edges stay whole
  int max_vertices;
} refining;

// ---------------------------------------------------------------- vertices

// What gaps must be known up to. Within the box of another body a point may be deep inside it.
static double bound_in(const vt_flood_sheet *sheet, const vt_box *box) {
  for (int k = 0; k < sheet->other_count; ++k)
    if (!vt_boxes_apart(box, &sheet->others[k].collider->bvh->nodes[0], 0)) return sheet->size;
  return sheet->far;
}

static double gap_at(const vt_flood_sheet *sheet, const vt_flood_vertex *v, int *partner) {
  const vt_box at = {v->position, v->position};
  return vt_flood_gap(sheet, v, bound_in(sheet, &at), partner);
}

static void set_gap(vt_flood_sheet *sheet, int v) {
  vt_flood_vertex *vertex = &sheet->vertices[v];
  if (!isnan(vertex->gap)) return;
  vertex->gap = gap_at(sheet, vertex, &vertex->partner);
}

static bool is_sealed(const vt_flood_sheet *sheet, int v) { return sheet->vertices[v].gap <= 0; }

// Adds a share of one place to another; together they have at most three corners.
static void add_place(vt_cavity_vertex *to, int *used, const vt_cavity_vertex *from, double share) {
  for (int i = 0; i < 3; ++i) {
    if (from->weights[i] == 0) continue;
    int k = 0;
    while (k < *used && to->corners[k] != from->corners[i]) ++k;
    if (k == 3) continue;
    if (k == *used) to->corners[(*used)++] = from->corners[i];
    to->weights[k] += share * from->weights[i];
  }
}

static vt_vec3 position_of(const vt_flood_sheet *sheet, const vt_cavity_vertex *place) {
  vt_vec3 x = {0, 0, 0};
  for (int i = 0; i < 3; ++i) x = vt_madd(x, place->weights[i], sheet->collider->vertices[place->corners[i]]);
  return x;
}

// How long edges across the border may be: a chord of a circle of radius `size` is then off by no more than
// half the reach.
static double border_size(const vt_flood_sheet *sheet) {
  return fmin(sheet->size, 2 * sqrt(sheet->size * sheet->reach));
}

// The point at a fraction of the segment from a to b.
static vt_flood_vertex point_between(
    const vt_flood_sheet *sheet, const vt_flood_vertex *a, const vt_flood_vertex *b, double fraction) {
  vt_flood_vertex v = {.place = {.body = sheet->body}, .gap = NAN, .partner = -1};
  int used = 0;
  add_place(&v.place, &used, &a->place, 1 - fraction);
  add_place(&v.place, &used, &b->place, fraction);
  for (int i = used; i < 3; ++i) v.place.corners[i] = v.place.corners[0];
  v.position = position_of(sheet, &v.place);
  v.generation = a->generation > b->generation ? a->generation : b->generation;
  if (vt_norm(vt_sub(b->position, a->position)) <= sheet->size) ++v.generation;
  return v;
}

static vt_flood_vertex vertex_between(const vt_flood_sheet *sheet, int a, int b, double fraction) {
  return point_between(sheet, &sheet->vertices[a], &sheet->vertices[b], fraction);
}

static int add_vertex(refining *r, vt_flood_vertex vertex) {
  vt_flood_sheet *sheet = r->sheet;
  if (!VT_FLOOD_GROW(&sheet->vertices, &sheet->vertex_room, sheet->vertex_count, r->arena, r->error))
    return -1;
  sheet->vertices[sheet->vertex_count] = vertex;
  return sheet->vertex_count++;
}

// The point with gap 0 between an unsealed vertex and a sealed one, by the Illinois variant of false
// position: gaps are piecewise smooth, so a few distances are enough. It keeps off the ends, for the sake of
// the triangles there.
static vt_flood_vertex border_point(const vt_flood_sheet *sheet, int open, int sealed, double *at) {
  enum { max_iterations = 40 };
  const double close = 1e-3 * sheet->reach, margin = 1e-3;
  *at = 0.5;
  double low = 0, high = 1;
  double gap_low = sheet->vertices[open].gap, gap_high = sheet->vertices[sealed].gap;
  vt_flood_vertex best = vertex_between(sheet, open, sealed, 0.5);
  int last = 0;
  for (int i = 0; i < max_iterations && high - low > margin; ++i) {
    double fraction = gap_low > gap_high ? low + (high - low) * gap_low / (gap_low - gap_high) : 0.5;
    fraction = fmin(fmax(fraction, margin), 1 - margin);
    best = vertex_between(sheet, open, sealed, fraction);
    *at = fraction;
    best.gap = gap_at(sheet, &best, &best.partner);
    if (fabs(best.gap) <= close) break;
    int side = best.gap > 0 ? 1 : -1;
    if (side > 0) {
      low = fraction, gap_low = best.gap;
      if (last == side) gap_high *= 0.5;
    } else {
      high = fraction, gap_high = best.gap;
      if (last == side) gap_low *= 0.5;
    }
    last = side;
  }
  if (best.partner < 0) best.partner = sheet->vertices[sealed].partner;
  return best;
}

// ---------------------------------------------------------------- refining

// Where an unsealed stretch is sealed within, a negative fraction if nowhere.
static double hidden_seal(const vt_flood_sheet *sheet, const vt_flood_vertex *a, const vt_flood_vertex *b) {
  const vt_flood_vertex *ends[2] = {a, b};
  double fraction, max = -hover * sheet->reach;
  double gap = vt_flood_segment_gap(sheet, ends, max, false, &fraction);
  return gap < max ? fraction : -1;
}

// Whether a sealed stretch is open in its middle.
static bool hidden_opening(const vt_flood_sheet *sheet, const vt_flood_vertex *a, const vt_flood_vertex *b) {
  int partner;
  if (!(vt_norm(vt_sub(b->position, a->position)) > sheet->reach)) return false;
  vt_flood_vertex middle = point_between(sheet, a, b, 0.5);
  double gap = gap_at(sheet, &middle, &partner);
  return gap > hover * sheet->reach;
}

// Where an edge that the border crosses must be divided. Its crossing is found here and kept.
static double crossing_division(
    const vt_flood_sheet *sheet, int open, int sealed, vt_flood_vertex *crossing) {
  double at;
  *crossing = border_point(sheet, open, sealed, &at);
  double fraction = hidden_seal(sheet, &sheet->vertices[open], crossing);
  if (fraction >= 0) return fraction * at;
  return hidden_opening(sheet, crossing, &sheet->vertices[sealed]) ? 0.5 * (1 + at) : -1;
}

// Where an edge must be divided; a negative fraction if it stays whole, then with `crossing` if the border
// crosses it.
static double division(const vt_flood_sheet *sheet, int a, int b, vt_flood_vertex *crossing, bool *crosses) {
  const vt_flood_vertex *va = &sheet->vertices[a], *vb = &sheet->vertices[b];
  double length = vt_norm(vt_sub(vb->position, va->position)), fraction = -1;
  bool sealed_a = is_sealed(sheet, a), sealed_b = is_sealed(sheet, b);
  bool tired = va->generation > max_divisions || vb->generation > max_divisions;
  *crosses = false;
  if (length > sheet->size) {
    const vt_flood_vertex *ends[2] = {va, vb};
    double max = 0.5 * length, unused;
    if (fmin(va->gap, vb->gap) < fmin(max, sheet->size)) return 0.5;
    return vt_flood_segment_gap(sheet, ends, max, true, &unused) < max ? 0.5 : -1;
  }
  if (sealed_a && sealed_b) {
    fraction = hidden_opening(sheet, va, vb) ? 0.5 : -1;
  } else if (sealed_a || sealed_b) {
    // Not for ever: where one side of a triangle stays whole, another may stay this long.
    if (length > border_size(sheet) && !tired) return 0.5;
    fraction = crossing_division(sheet, sealed_a ? b : a, sealed_a ? a : b, crossing);
    if (sealed_a && fraction >= 0) fraction = 1 - fraction;
    *crosses = true;
  } else if (!(va->gap + vb->gap > length + sheet->bulge)) { // the gap changes by no more than the distance
    fraction = hidden_seal(sheet, va, vb);
  }
  if (fraction < 0 || tired) return -1;
  return fraction > 0 && fraction < 1 ? fraction : 0.5; // a division at an end divides nothing
}

// The vertex that divides an edge, -1 if it stays whole, -2 on failure.
static int divider(refining *r, int a, int b) {
  bool fresh;
  vt_flood_edge *edge = vt_flood_edge_of(&r->edges, a, b, &fresh, r->arena, r->error);
  if (edge == NULL) return -2;
  if (!fresh || r->sheet->vertex_count >= r->max_vertices) return edge->split;
  int low = edge->a, high = edge->b;
  vt_flood_vertex crossing;
  bool crosses;
  double fraction = division(r->sheet, low, high, &crossing, &crosses);
  if (fraction < 0 && !crosses) return -1;
  int v = add_vertex(r, fraction < 0 ? crossing : vertex_between(r->sheet, low, high, fraction));
  if (v < 0) return -2;
  if (fraction < 0) {
    edge->cut = v;
    return -1;
  }
  set_gap(r->sheet, v);
  edge->split = v;
  return v;
}

static bool push(refining *r, int a, int b, int c, int source) {
  if (!VT_FLOOD_GROW(&r->todo, &r->todo_room, r->todo_count, r->arena, r->error)) return false;
  r->todo[r->todo_count++] = (sheet_triangle){{a, b, c}, source};
  return true;
}

// Two sides are divided, m on the one from a to b and n on the one from b to c.
static bool push_three(refining *r, int a, int b, int c, int m, int n, int source) {
  const vt_flood_vertex *v = r->sheet->vertices;
  double an = vt_norm(vt_sub(v[a].position, v[n].position));
  double mc = vt_norm(vt_sub(v[m].position, v[c].position));
  if (!push(r, m, b, n, source)) return false;
  return an < mc ? push(r, a, m, n, source) && push(r, a, n, c, source)
                 : push(r, a, m, c, source) && push(r, m, n, c, source);
}

static bool refine_one(refining *r, sheet_triangle t) {
  const int *v = t.vertices;
  int m[3], count = 0;
  for (int i = 0; i < 3; ++i) {
    m[i] = divider(r, v[i], v[(i + 1) % 3]);
    if (m[i] == -2) return false;
    count += m[i] >= 0;
  }
  if (count == 0) {
    if (!VT_FLOOD_GROW(&r->done, &r->done_room, r->done_count, r->arena, r->error)) return false;
    r->done[r->done_count++] = t;
    return true;
  }
  if (count == 3)
    return push(r, v[0], m[0], m[2], t.source) && push(r, v[1], m[1], m[0], t.source) &&
           push(r, v[2], m[2], m[1], t.source) && push(r, m[0], m[1], m[2], t.source);
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (count == 1 && m[i] >= 0)
      return push(r, v[i], m[i], v[k], t.source) && push(r, m[i], v[j], v[k], t.source);
    if (count == 2 && m[k] < 0) return push_three(r, v[i], v[j], v[k], m[i], m[j], t.source);
  }
  return true;
}

// ---------------------------------------------------------------- cutting

static bool add_piece(refining *r, int a, int b, int c, int source) {
  vt_flood_sheet *s = r->sheet;
  if (!VT_FLOOD_GROW(&s->pieces, &s->piece_room, s->piece_count, r->arena, r->error)) return false;
  s->pieces[s->piece_count++] = (vt_flood_piece){{a, b, c}, source};
  return true;
}

static int cut(refining *r, int open, int sealed) {
  bool fresh;
  vt_flood_edge *edge = vt_flood_edge_of(&r->edges, open, sealed, &fresh, r->arena, r->error);
  if (edge == NULL) return -1;
  if (edge->cut >= 0) return edge->cut;
  double at;
  int v = add_vertex(r, border_point(r->sheet, open, sealed, &at));
  if (v >= 0) edge->cut = v;
  return v;
}

typedef struct border_link {
  int from, to;
} border_link;

// The unsealed part of a triangle; `link` is its part of the border, from -1 if it has none.
static bool cut_one(refining *r, const sheet_triangle *t, border_link *link) {
  const int *v = t->vertices;
  int sealed = 0, odd = 0; // the corner unlike the two others
  for (int i = 0; i < 3; ++i) sealed += is_sealed(r->sheet, v[i]);
  link->from = link->to = -1;
  if (sealed == 3) return true;
  if (sealed == 0) return add_piece(r, v[0], v[1], v[2], t->source);
  while (is_sealed(r->sheet, v[odd]) != (sealed == 1)) ++odd;
  int a = v[odd], b = v[(odd + 1) % 3], c = v[(odd + 2) % 3];
  int ab = sealed == 1 ? cut(r, b, a) : cut(r, a, b), ca = sealed == 1 ? cut(r, c, a) : cut(r, a, c);
  if (ab < 0 || ca < 0) return false;
  if (sealed == 2) {
    *link = (border_link){ab, ca};
    return add_piece(r, a, ab, ca, t->source);
  }
  *link = (border_link){ca, ab};
  const vt_flood_vertex *x = r->sheet->vertices;
  bool first =
      vt_norm(vt_sub(x[ab].position, x[c].position)) < vt_norm(vt_sub(x[b].position, x[ca].position));
  return first ? add_piece(r, ab, b, c, t->source) && add_piece(r, ab, c, ca, t->source)
               : add_piece(r, ab, b, ca, t->source) && add_piece(r, b, c, ca, t->source);
}

static bool cut_all(refining *r) {
  vt_flood_sheet *sheet = r->sheet;
  border_link *links = VT_TAKE(r->arena, border_link, r->done_count, r->error);
  if (links == NULL) return false;
  for (int k = 0; k < r->done_count; ++k)
    if (!cut_one(r, &r->done[k], &links[k])) return false;
  sheet->next = VT_TAKE(r->arena, int, sheet->vertex_count, r->error);
  if (sheet->next == NULL) return false;
  for (int v = 0; v < sheet->vertex_count; ++v) sheet->next[v] = -1;
  for (int k = 0; k < r->done_count; ++k)
    if (links[k].from >= 0) sheet->next[links[k].from] = links[k].to;
  return true;
}

// ---------------------------------------------------------------- components

static int root(int *parent, int v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

// Flooding: unsealed vertices that share a piece are connected.
static bool flood(vt_flood_sheet *sheet, vt_arena *arena, vt_error *error) {
  int *parent = VT_TAKE(arena, int, sheet->vertex_count, error);
  sheet->component = VT_TAKE(arena, int, sheet->vertex_count, error);
  if (parent == NULL || sheet->component == NULL) return false;
  for (int v = 0; v < sheet->vertex_count; ++v) {
    parent[v] = v;
    sheet->component[v] = -1;
  }
  for (int k = 0; k < sheet->piece_count; ++k)
    for (int i = 0; i < 3; ++i) {
      int a = root(parent, sheet->pieces[k].vertices[i]);
      int b = root(parent, sheet->pieces[k].vertices[(i + 1) % 3]);
      if (a < b) parent[b] = a;
      if (b < a) parent[a] = b;
    }
  for (int k = 0; k < sheet->piece_count; ++k)
    for (int i = 0; i < 3; ++i) {
      int v = sheet->pieces[k].vertices[i], top = root(parent, v);
      if (sheet->component[top] < 0) sheet->component[top] = sheet->component_count++;
      sheet->component[v] = sheet->component[top];
    }
  return true;
}

// No edge is longer than the diagonal of its triangle's box, and a gap changes along an edge by no more than
// its length: one whose ends both are farther than that is neither sealed nor crossed by the border.
static double longest_diagonal(const vt_flood_sheet *sheet) {
  double max = 0;
  for (int t = 0; t < sheet->collider->topology->triangle_count; ++t) {
    const vt_box *box = &sheet->collider->bvh->triangles[t];
    vt_vec3 d = vt_sub(box->high, box->low);
    double d2 = vt_dot(d, d);
    max = d2 > max ? d2 : max;
  }
  return sqrt(max);
}

bool vt_flood_sheet_make(vt_flood_sheet *sheet, vt_arena *arena, vt_error *error) {
  const vt_surface_topology *topology = sheet->collider->topology;
  sheet->far = fmax(fmin(sheet->size, longest_diagonal(sheet)), sheet->reach) + sheet->bulge;
  refining r = {.sheet = sheet, .arena = arena, .error = error};
  r.max_vertices = 200000 + 20 * topology->vertex_count;
  sheet->vertex_room = 2 * topology->vertex_count + 256;
  sheet->vertices = VT_TAKE(arena, vt_flood_vertex, sheet->vertex_room, error);
  if (sheet->vertices == NULL) return false;
  sheet->vertex_count = topology->vertex_count;
  for (int v = 0; v < topology->vertex_count; ++v)
    sheet->vertices[v] =
        (vt_flood_vertex){{sheet->body, {v, v, v}, {1, 0, 0}}, sheet->collider->vertices[v], NAN, -1, 0};
  for (int t = 0; t < topology->triangle_count; ++t) {
    const int *v = topology->triangles + 3 * t;
    const vt_box *box = &sheet->collider->bvh->triangles[t];
    // The box's diagonal is longer than any edge: what is farther than that keeps its edges whole.
    double max = vt_norm(vt_sub(box->high, box->low));
    if (!vt_flood_box_near(sheet, box, fmax(max, bound_in(sheet, box)))) {
      if (!add_piece(&r, v[0], v[1], v[2], t)) return false;
      continue;
    }
    for (int i = 0; i < 3; ++i) set_gap(sheet, v[i]);
    if (!push(&r, v[0], v[1], v[2], t)) return false;
    while (r.todo_count > 0)
      if (!refine_one(&r, r.todo[--r.todo_count])) return false;
  }
  return cut_all(&r) && flood(sheet, arena, error);
}
