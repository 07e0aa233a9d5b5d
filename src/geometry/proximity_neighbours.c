// Within one surface: which points are neighbours at rest.
#include "geometry/proximity_search.h"

#include "base/vec.h"

static vt_vec3 rest_point(const vt_surface_topology *t, const int v[3], const double weights[3]) {
  return vt_madd(
      vt_madd(vt_scale(weights[0], t->rest[v[0]]), weights[1], t->rest[v[1]]), weights[2], t->rest[v[2]]);
}

double vt_search_rest_distance(const vt_proximity_search *w, const int a[3], const double weight_a[3],
    const int b[3], const double weight_b[3]) {
  const vt_surface_topology *t = w->surfaces[0]->topology;
  return vt_norm(vt_sub(rest_point(t, a, weight_a), rest_point(t, b, weight_b)));
}

// Lowers the distance of a vertex and queues it.
static void reach_vertex(vt_walk *walk, int vertex, double distance, int *tail, int *waiting, int ring) {
  if (!(distance < walk->distance[vertex])) return;
  if (isinf(walk->distance[vertex])) walk->reached[walk->reached_count++] = vertex;
  walk->distance[vertex] = distance;
  if (walk->queued[vertex]) return;
  walk->queued[vertex] = true;
  walk->queue[*tail] = vertex;
  *tail = (*tail + 1) % ring;
  ++*waiting;
}

// Distances along edges from a point to all vertices within the radius.
static void walk_from(
    vt_walk *walk, const vt_surface_topology *t, const int v[3], const double weights[3], double radius) {
  vt_vec3 start = rest_point(t, v, weights);
  int head = 0, tail = 0, waiting = 0, ring = t->vertex_count;
  walk->reached_count = 0;
  for (int i = 0; i < 3; ++i)
    if (weights[i] > 0)
      reach_vertex(walk, v[i], vt_norm(vt_sub(t->rest[v[i]], start)), &tail, &waiting, ring);
  for (; waiting > 0; --waiting) {
    int from = walk->queue[head];
    head = (head + 1) % ring;
    walk->queued[from] = false;
    for (int k = t->vertex_edge_start[from]; k < t->vertex_edge_start[from + 1]; ++k) {
      int to = vt_edge_other(&t->edges[t->vertex_edges[k]], from);
      double distance = walk->distance[from] + vt_norm(vt_sub(t->rest[to], t->rest[from]));
      if (distance <= radius) reach_vertex(walk, to, distance, &tail, &waiting, ring);
    }
  }
}

bool vt_search_neighbours(vt_proximity_search *w, const int a[3], const double weight_a[3], const int b[3],
    const double weight_b[3]) {
  double radius = w->options->neighbour_factor * w->options->alarm;
  // The straight distance is never longer than the one along the surface.
  if (vt_search_rest_distance(w, a, weight_a, b, weight_b) > radius) return false;
  const vt_surface_topology *t = w->surfaces[0]->topology;
  vt_walk *walk = &w->walk;
  walk_from(walk, t, a, weight_a, radius);
  vt_vec3 end = rest_point(t, b, weight_b);
  double least = INFINITY;
  for (int i = 0; i < 3; ++i)
    if (weight_b[i] > 0) least = fmin(least, walk->distance[b[i]] + vt_norm(vt_sub(t->rest[b[i]], end)));
  for (int i = 0; i < walk->reached_count; ++i) walk->distance[walk->reached[i]] = INFINITY;
  return least <= radius;
}
