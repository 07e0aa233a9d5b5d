// How well a cavity is sealed. Air under pressure enters a seal wherever its pressure exceeds the contact
// traction, and has passed when nothing on its path holds it: what counts along a path is its largest
// traction, and over all paths the least of these. Summed over the vertices of a path, as in the 2022 paper
// (3.6), tractions would grow with every refinement of the mesh.
//
// Between vertices traction is linear. The region of a triangulation where such a field is below a level is
// connected exactly if its vertices below that level are connected by edges. So Dijkstra's search over
// vertices and edges, with the maximum in place of the sum, finds the minimum over all paths on the surface
// and not only of those along edges.
#include "cavity/seal_strength.h"

typedef struct seal_patch {
  const vt_collider *collider;
  const double *open_share, *enclosed_share; // by triangle
  double *traction;                          // Pa, by vertex
  double *cost;                              // Pa, by vertex: of the best path so far
  bool *outside;                             // by vertex: the outside reaches a triangle of it
  int *heap;                                 // vertices; the least cost first
  int *place;                                // by vertex: in the heap, -1 before and after
  int heap_count;
} seal_patch;

// Shares come from areas of pieces: what is left below this is rounding.
static const double least_share = 1e-9;

static double sealed_share(const seal_patch *p, int triangle) {
  return 1 - p->open_share[triangle] - p->enclosed_share[triangle];
}

// ---------------------------------------------------------------- heap

static bool comes_before(const seal_patch *p, int a, int b) {
  return p->cost[a] != p->cost[b] ? p->cost[a] < p->cost[b] : a < b;
}

static void set_place(seal_patch *p, int place, int vertex) {
  p->heap[place] = vertex;
  p->place[vertex] = place;
}

static void rise(seal_patch *p, int place) {
  int vertex = p->heap[place];
  for (; place > 0 && comes_before(p, vertex, p->heap[(place - 1) / 2]); place = (place - 1) / 2)
    set_place(p, place, p->heap[(place - 1) / 2]);
  set_place(p, place, vertex);
}

static int take_first(seal_patch *p) {
  int first = p->heap[0], last = p->heap[--p->heap_count], place = 0;
  p->place[first] = -1;
  if (p->heap_count == 0) return first;
  for (int child = 1; child < p->heap_count; child = 2 * place + 1) {
    if (child + 1 < p->heap_count && comes_before(p, p->heap[child + 1], p->heap[child])) ++child;
    if (!comes_before(p, p->heap[child], last)) break;
    set_place(p, place, p->heap[child]);
    place = child;
  }
  set_place(p, place, last);
  return first;
}

static void improve(seal_patch *p, int vertex, double cost) {
  cost = fmax(cost, p->traction[vertex]);
  if (!(cost < p->cost[vertex])) return;
  p->cost[vertex] = cost;
  if (p->place[vertex] < 0) set_place(p, p->heap_count++, vertex);
  rise(p, p->place[vertex]);
}

// ---------------------------------------------------------------- one body

// Each force is spread over a third of the sealed area around its vertex.
static void spread_forces(seal_patch *p, const double *forces) {
  const vt_surface_topology *topology = p->collider->topology;
  const vt_vec3 *x = p->collider->vertices;
  for (int v = 0; v < topology->vertex_count; ++v) {
    p->traction[v] = 0;
    p->cost[v] = INFINITY;
    p->outside[v] = false;
    p->place[v] = -1;
  }
  for (int t = 0; t < topology->triangle_count; ++t) {
    const int *v = topology->triangles + 3 * t;
    double share = sealed_share(p, t);
    double area = 0.5 * vt_norm(vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]])));
    for (int i = 0; i < 3; ++i) {
      if (share > least_share) p->traction[v[i]] += share * area / 3;
      if (p->open_share[t] > least_share) p->outside[v[i]] = true;
    }
  }
  for (int v = 0; v < topology->vertex_count; ++v)
    p->traction[v] = p->traction[v] > 0 ? fmax(0, forces[v]) / p->traction[v] : 0;
}

// Whether the seal goes along an edge.
static bool is_sealed(const seal_patch *p, const vt_surface_edge *edge) {
  for (int i = 0; i < 2; ++i)
    if (edge->triangles[i] >= 0 && sealed_share(p, edge->triangles[i]) > least_share) return true;
  return false;
}

// From the corners of the triangles that the cavity reaches to those of the triangles that the outside does.
static double weakest_path(seal_patch *p, const vt_cavities *cavities, int cavity, int body) {
  const vt_surface_topology *topology = p->collider->topology;
  const vt_cavity *c = &cavities->items[cavity];
  for (int k = c->first_triangle; k < c->first_triangle + c->triangle_count; ++k) {
    const vt_cavity_triangle *t = &cavities->triangles[k];
    if (t->body != body || t->source < 0) continue;
    for (int i = 0; i < 3; ++i) improve(p, topology->triangles[3 * t->source + i], 0);
  }
  while (p->heap_count > 0) {
    int v = take_first(p);
    if (p->outside[v]) return p->cost[v];
    for (int k = topology->vertex_edge_start[v]; k < topology->vertex_edge_start[v + 1]; ++k) {
      const vt_surface_edge *edge = &topology->edges[topology->vertex_edges[k]];
      if (is_sealed(p, edge)) improve(p, vt_edge_other(edge, v), p->cost[v]);
    }
  }
  return INFINITY;
}

// ---------------------------------------------------------------- which bodies

static bool make_patch(seal_patch *p, const vt_collider *collider, vt_arena *arena, vt_error *error) {
  int count = collider->topology->vertex_count;
  p->collider = collider;
  p->traction = VT_TAKE(arena, double, count, error);
  p->cost = VT_TAKE(arena, double, count, error);
  p->outside = VT_TAKE(arena, bool, count, error);
  p->heap = VT_TAKE(arena, int, count, error);
  p->place = VT_TAKE(arena, int, count, error);
  return p->traction != NULL && p->cost != NULL && p->outside != NULL && p->heap != NULL && p->place != NULL;
}

// Whether a surface has triangles small enough to tell places of the seal apart.
static bool resolves(const vt_collider *collider, double area) {
  return collider->topology->edge_length <= 0.25 * sqrt(area);
}

// What the seal between two bodies bears. Its traction can be read on either. Contacts at the vertices of one
// body leave vertices of the other without force, and coarse surfaces smear the traction. So the larger of
// the two counts where both resolve the seal, and the finer one otherwise.
static double pair_strength(
    const vt_collider *colliders, int a, int b, double area, const double *strengths) {
  bool fine_a = resolves(&colliders[a], area), fine_b = resolves(&colliders[b], area);
  if (fine_a && fine_b) return fmax(strengths[a], strengths[b]);
  return colliders[a].topology->edge_length <= colliders[b].topology->edge_length ? strengths[a]
                                                                                  : strengths[b];
}

bool vt_seal_strength(const vt_cavities *cavities, int cavity, const vt_collider *colliders, int count,
    const double *const *forces, const vt_detected *found, vt_arena *arena, double *strength,
    vt_error *error) {
  const vt_cavity *c = &cavities->items[cavity];
  double *strengths = VT_TAKE(arena, double, count, error), area = 0;
  const vt_vec3 **surfaces = VT_TAKE(arena, const vt_vec3 *, count, error);
  if (strengths == NULL || surfaces == NULL) return false;
  for (int b = 0; b < count; ++b) surfaces[b] = colliders[b].vertices, strengths[b] = -1;
  area = vt_cavity_measure(cavities, cavity, surfaces).area;
  *strength = INFINITY;
  for (int k = c->first_triangle; k < c->first_triangle + c->triangle_count; ++k) {
    const vt_cavity_triangle *t = &cavities->triangles[k];
    if (t->source >= 0) continue;
    for (int i = 0; i < 3; ++i) { // the edges of the border that join two bodies
      int pair[2] = {cavities->vertices[c->first_vertex + t->vertices[i]].body,
          cavities->vertices[c->first_vertex + t->vertices[(i + 1) % 3]].body};
      if (pair[0] == pair[1]) continue;
      for (int side = 0; side < 2; ++side) {
        int b = pair[side];
        if (strengths[b] >= 0) continue;
        seal_patch patch = {.open_share = found->open_share[b], .enclosed_share = found->enclosed_share[b]};
        if (!make_patch(&patch, &colliders[b], arena, error)) return false;
        spread_forces(&patch, forces[b]);
        strengths[b] = weakest_path(&patch, cavities, cavity, b);
      }
      *strength = fmin(*strength, pair_strength(colliders, pair[0], pair[1], area, strengths));
    }
  }
  return true;
}
