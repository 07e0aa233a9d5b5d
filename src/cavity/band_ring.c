// The resistance of the film between two surfaces: 1 in the ring that seals, 0 where a cavity's air
// was pressed flat inside it.
//
// The ring is the part of the seal next to other air. Where surfaces met without air between them, they are
// the ring. As they part there and other air comes to the film behind, the film becomes the ring in their
// place, up to a depth of one mesh edge that is closed along its whole length. As this depth is measured from
// the other air, the film takes over gradually while they open, and the pressure does not suddenly fall over
// the whole film. A pocket behind the ring adds no depth, as if other air had come to it already. The largest
// part of the cavity, which has its pressure, is not passed: what lies behind it is no nearer to other air.
#include "cavity/band.h"

#include <math.h>

// The width of the ring in a film, in edges that are closed along their whole length.
static const double ring_width = 1;

// ---------------------------------------------------------------- the largest part

// Of the triangles around a vertex, m^2.
static double area_around(const vt_collider *c, int vertex) {
  const vt_surface_topology *t = c->topology;
  double sum = 0;
  for (int k = t->vertex_edge_start[vertex]; k < t->vertex_edge_start[vertex + 1]; ++k) {
    const vt_surface_edge *edge = &t->edges[t->vertex_edges[k]];
    for (int i = 0; i < 2 && edge->triangles[i] >= 0; ++i) {
      const int *v = t->triangles + 3 * edge->triangles[i];
      const vt_vec3 *x = c->vertices;
      // Each has two edges at the vertex.
      sum += 0.25 * vt_norm(vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]])));
    }
  }
  return sum;
}

// Changes one mark to another in the connected part around a vertex, and lists its vertices.
// Returns how many there are.
static int sweep(const vt_surface_topology *t, vt_band_mark *marks, int first, vt_band_mark from,
    vt_band_mark to, int *list) {
  int count = 1;
  list[0] = first;
  marks[first] = to;
  for (int i = 0; i < count; ++i)
    for (int k = t->vertex_edge_start[list[i]]; k < t->vertex_edge_start[list[i] + 1]; ++k) {
      int other = vt_edge_other(&t->edges[t->vertex_edges[k]], list[i]);
      if (marks[other] != from) continue;
      marks[other] = to;
      list[count++] = other;
    }
  return count;
}

bool vt_band_mark_largest(const vt_collider *collider, vt_band_mark *marks, int *queue) {
  const vt_surface_topology *t = collider->topology;
  int best = -1, marked = 0;
  double largest = -1;
  for (int v = 0; v < t->vertex_count; ++v) marked += marks[v] == VT_BAND_MARKED;
  for (int v = 0; v < t->vertex_count; ++v) {
    if (marks[v] != VT_BAND_MARKED) continue;
    double area = 0;
    int count = sweep(t, marks, v, VT_BAND_MARKED, VT_BAND_PASSED, queue);
    for (int i = 0; i < count && count < marked; ++i) area += area_around(collider, queue[i]);
    if (area > largest) largest = area, best = v;
  }
  if (best >= 0) sweep(t, marks, best, VT_BAND_PASSED, VT_BAND_LARGEST, queue);
  for (int v = 0; v < t->vertex_count; ++v)
    if (marks[v] == VT_BAND_PASSED) marks[v] = VT_BAND_MARKED;
  return best >= 0;
}

// ---------------------------------------------------------------- depths

typedef struct ring_search {
  const vt_collider *collider;
  const vt_band_foot *feet;
  const vt_film *film;
  double *depths; // by vertex: edges from other air, each as far as it is closed; at most the ring's width
  int *queue;     // a ring buffer for all vertices
  bool *waiting;
  vt_band_mark *marks;
} ring_search;

static bool is_open_to(const ring_search *s, int vertex, int id) {
  return s->film[vertex].around == id && vt_band_is_open(&s->feet[vertex], &s->film[vertex]);
}

// Whether depths go on to a vertex.
static bool is_passed(const ring_search *s, int vertex, int id) {
  bool open = is_open_to(s, vertex, id);
  return open ? s->marks[vertex] != VT_BAND_LARGEST : s->feet[vertex].found;
}

// From all vertices that other air is around, inwards.
static void measure(ring_search *s, int id) {
  const vt_surface_topology *t = s->collider->topology;
  int count = t->vertex_count, first = 0, waiting = 0;
  for (int v = 0; v < count; ++v) {
    bool source = vt_band_is_open(&s->feet[v], &s->film[v]) && s->film[v].around != id;
    s->depths[v] = source ? 0 : ring_width;
    s->waiting[v] = source;
    if (source) s->queue[waiting++] = v;
  }
  while (waiting > 0) {
    int v = s->queue[first];
    first = (first + 1) % count;
    --waiting;
    s->waiting[v] = false;
    for (int k = t->vertex_edge_start[v]; k < t->vertex_edge_start[v + 1]; ++k) {
      int other = vt_edge_other(&t->edges[t->vertex_edges[k]], v);
      double depth = s->depths[v] + 0.5 * (s->feet[v].closed + s->feet[other].closed);
      if (!(depth < s->depths[other]) || !is_passed(s, other, id)) continue;
      s->depths[other] = depth;
      if (s->waiting[other]) continue;
      s->waiting[other] = true;
      s->queue[(first + waiting++) % count] = other;
    }
  }
}

// The main part of the cavity is the one furthest from other air; known once depths are.
static void mark_main(ring_search *s, int id) {
  int count = s->collider->topology->vertex_count;
  for (int v = 0; v < count; ++v) s->marks[v] = VT_BAND_UNMARKED;
  measure(s, id);
  for (int v = 0; v < count; ++v)
    if (is_open_to(s, v, id) || (s->film[v].id == id && s->depths[v] >= ring_width))
      s->marks[v] = VT_BAND_MARKED;
  vt_band_mark_largest(s->collider, s->marks, s->queue);
}

double *vt_band_counts(const vt_collider *collider, const vt_band_foot *feet, const vt_film *film,
    const vt_cavities *cavities, vt_arena *arena, vt_error *error) {
  int count = collider->topology->vertex_count;
  double *counts = VT_TAKE(arena, double, count, error);
  ring_search s = {.collider = collider,
      .feet = feet,
      .film = film,
      .depths = VT_TAKE(arena, double, count, error),
      .queue = VT_TAKE(arena, int, count, error),
      .waiting = VT_TAKE(arena, bool, count, error),
      .marks = VT_TAKE(arena, vt_band_mark, count, error)};
  if (counts == NULL || s.depths == NULL || s.queue == NULL || s.waiting == NULL || s.marks == NULL)
    return NULL;
  for (int v = 0; v < count; ++v) counts[v] = film[v].id >= 0 ? 0 : 1;
  for (int k = 0; k < cavities->count; ++k) {
    int id = cavities->items[k].id;
    mark_main(&s, id);
    measure(&s, id);
    for (int v = 0; v < count; ++v)
      if (film[v].id == id) counts[v] = 1 - s.depths[v] / ring_width;
  }
  return counts;
}
