// How much the film between two surfaces resists: as a seal does in the ring, and hardly where a cavity's air
// was pressed flat inside of it.
//
// The ring is what lies next to other air. Where surfaces met without air between them they are the ring; but
// as they part there, and other air comes to the film behind, the film is the ring in their place, as far in
// as one edge of the mesh that is closed all along. Measured that way from other air it takes over as they
// open and not when they have, so that pressure does not suddenly fall over all of the film.
#include "cavity/band.h"

#include <math.h>

// Of the resistance in the ring: that of a film inside of it.
static const double film_resistance = 0.01;

// Edges that are closed all along: how wide the ring is, in a film.
static const double ring_width = 1;

typedef struct ring_search {
  const vt_surface_topology *topology;
  const vt_band_foot *feet;
  double *depths; // by vertex: edges from other air, each as far as it is closed; at most the ring's width
  int *queue;     // a circle of all vertices
  bool *waiting;
} ring_search;

// From all vertices that other air is around, inwards.
static void measure(ring_search *s, const vt_film *film, int id) {
  const vt_surface_topology *t = s->topology;
  int count = t->vertex_count, first = 0, waiting = 0;
  for (int v = 0; v < count; ++v) {
    bool source = film[v].around != VT_OWNER_NONE && film[v].around != id && s->feet[v].openness >= 1;
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
      if (!s->feet[other].found || !(depth < s->depths[other])) continue;
      s->depths[other] = depth;
      if (s->waiting[other]) continue;
      s->waiting[other] = true;
      s->queue[(first + waiting++) % count] = other;
    }
  }
}

double *vt_band_counts(const vt_collider *collider, const vt_band_foot *feet, const vt_film *film,
    const vt_cavities *cavities, vt_arena *arena, vt_error *error) {
  int count = collider->topology->vertex_count;
  double *counts = VT_TAKE(arena, double, count, error);
  ring_search s = {.topology = collider->topology,
      .feet = feet,
      .depths = VT_TAKE(arena, double, count, error),
      .queue = VT_TAKE(arena, int, count, error),
      .waiting = VT_TAKE(arena, bool, count, error)};
  if (counts == NULL || s.depths == NULL || s.queue == NULL || s.waiting == NULL) return NULL;
  for (int v = 0; v < count; ++v) counts[v] = film[v].id >= 0 ? film_resistance : 1;
  for (int k = 0; k < cavities->count; ++k) {
    int id = cavities->items[k].id;
    measure(&s, film, id);
    for (int v = 0; v < count; ++v)
      if (film[v].id == id) counts[v] = 1 - (1 - film_resistance) * s.depths[v] / ring_width;
  }
  return counts;
}
