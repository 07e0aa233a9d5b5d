// The pressure in a film between two surfaces: a potential over the edges of one of them.
//
// The resistance along an edge is how far the film is closed, 1 minus the openness, which is linear between
// the ends and 0 where the gap is open. So a film ends within an edge, where the gap equals the reach, and
// a vertex that the film comes to or leaves has the pressure of what it was open to. The resistance is
// smaller where air was pressed flat than where surfaces met without any. Air enters and leaves at open
// vertices, whose own resistance is 0, so the pressure is continuous there too. Edges are weighted with the
// cotangents of the opposite angles, as for Laplace's equation on linear triangles: in a uniform film the
// pressure falls linearly.
#include "cavity/band.h"

#include <math.h>

// Of the resistance of a film that is closed along a whole edge: the least resistance of an open one.
static const double least_resistance = 1e-6;

// The mean of max(0, 1 - openness) along an edge, each end weighted with its count.
static double resistance(double a, double b, double count_a, double count_b) {
  double low = 1 - fmax(a, b), high = 1 - fmin(a, b); // low is the more open end
  double mean = low >= 0    ? 0.5 * (count_a * (1 - a) + count_b * (1 - b))
                : high <= 0 ? 0
                            : 0.5 * (a < b ? count_a : count_b) * high * high / (high - low);
  return fmax(least_resistance, mean);
}

// Negative ones (obtuse triangles) become 0: the pressure would exceed that of both ends in between.
static double half_cotangents(const vt_surface_topology *t, const vt_vec3 *x, const vt_surface_edge *edge) {
  double sum = 0;
  for (int k = 0; k < 2 && edge->triangles[k] >= 0; ++k) {
    const int *v = t->triangles + 3 * edge->triangles[k];
    int apex = v[0] + v[1] + v[2] - edge->vertices[0] - edge->vertices[1];
    vt_vec3 a = vt_sub(x[edge->vertices[0]], x[apex]), b = vt_sub(x[edge->vertices[1]], x[apex]);
    double twice = vt_norm(vt_cross(a, b));
    if (twice > 0) sum += 0.5 * vt_dot(a, b) / twice;
  }
  return fmax(0, sum);
}

typedef struct network {
  const vt_surface_topology *topology;
  const vt_band_part *parts;
  double *conductance; // by edge; 0 where it does not count
  int *list;           // free vertices
  int count;
  double *diagonal, *residual, *search, *product; // by vertex
} network;

static bool make(network *n, const vt_vec3 *x, const double *openness, const double *counts, vt_arena *arena,
    vt_error *error) {
  const vt_surface_topology *t = n->topology;
  n->conductance = VT_TAKE(arena, double, t->edge_count, error);
  n->list = VT_TAKE(arena, int, t->vertex_count, error);
  n->diagonal = VT_TAKE(arena, double, t->vertex_count, error);
  n->residual = VT_TAKE(arena, double, t->vertex_count, error);
  n->search = VT_TAKE(arena, double, t->vertex_count, error);
  n->product = VT_TAKE(arena, double, t->vertex_count, error);
  if (n->conductance == NULL || n->list == NULL || n->diagonal == NULL || n->residual == NULL ||
      n->search == NULL || n->product == NULL)
    return false;
  for (int v = 0; v < t->vertex_count; ++v) n->diagonal[v] = n->search[v] = 0;
  for (int e = 0; e < t->edge_count; ++e) {
    const vt_surface_edge *edge = &t->edges[e];
    int a = edge->vertices[0], b = edge->vertices[1];
    n->conductance[e] = 0;
    if (n->parts[a] == VT_BAND_OUT || n->parts[b] == VT_BAND_OUT) continue;
    if (n->parts[a] == VT_BAND_FIXED && n->parts[b] == VT_BAND_FIXED) continue;
    n->conductance[e] =
        half_cotangents(t, x, edge) / resistance(openness[a], openness[b], counts[a], counts[b]);
    n->diagonal[a] += n->conductance[e];
    n->diagonal[b] += n->conductance[e];
  }
  n->count = 0;
  for (int v = 0; v < t->vertex_count; ++v)
    if (n->parts[v] == VT_BAND_FREE && n->diagonal[v] > 0) n->list[n->count++] = v;
  return true;
}

// What flows out of a vertex with the potential of `values`; `fixed` says whether the fixed ones count.
static double outflow(const network *n, const double *values, int v, bool fixed) {
  const vt_surface_topology *t = n->topology;
  double sum = n->diagonal[v] * values[v];
  for (int k = t->vertex_edge_start[v]; k < t->vertex_edge_start[v + 1]; ++k) {
    int e = t->vertex_edges[k], other = vt_edge_other(&t->edges[e], v);
    if (fixed || n->parts[other] == VT_BAND_FREE) sum -= n->conductance[e] * values[other];
  }
  return sum;
}

// Conjugate gradients, scaled by the diagonal.
static void solve(network *n, double *shares) {
  double rho = 0, first = 0;
  for (int i = 0; i < n->count; ++i) {
    int v = n->list[i];
    n->residual[v] = -outflow(n, shares, v, true);
    n->search[v] = n->residual[v] / n->diagonal[v];
    rho += n->residual[v] * n->search[v];
  }
  first = rho;
  for (int round = 0; round < 10 * n->count && rho > 1e-24 * first; ++round) {
    double curve = 0, next = 0;
    for (int i = 0; i < n->count; ++i) {
      int v = n->list[i];
      n->product[v] = outflow(n, n->search, v, false);
      curve += n->search[v] * n->product[v];
    }
    if (!(curve > 0)) break;
    for (int i = 0; i < n->count; ++i) {
      int v = n->list[i];
      shares[v] += rho / curve * n->search[v];
      n->residual[v] -= rho / curve * n->product[v];
      next += n->residual[v] * n->residual[v] / n->diagonal[v];
    }
    for (int i = 0; i < n->count; ++i) {
      int v = n->list[i];
      n->search[v] = n->residual[v] / n->diagonal[v] + next / rho * n->search[v];
    }
    rho = next;
  }
}

bool vt_band_spread(const vt_surface_topology *topology, const vt_vec3 *vertices, const double *openness,
    const double *counts, const vt_band_part *parts, double *shares, vt_arena *arena, vt_error *error) {
  network n = {.topology = topology, .parts = parts};
  if (!make(&n, vertices, openness, counts, arena, error)) return false;
  for (int v = 0; v < topology->vertex_count; ++v)
    if (parts[v] != VT_BAND_FIXED) shares[v] = 0;
  solve(&n, shares);
  for (int i = 0; i < n.count; ++i) shares[n.list[i]] = fmin(fmax(0, shares[n.list[i]]), 1); // rounding
  return true;
}
