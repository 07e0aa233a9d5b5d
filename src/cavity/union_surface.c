// The surface that enters the arrangement: points added on edges, vertices moved.
#include "cavity/union_insides.h"

// A point added on a side of a triangle.
typedef struct side_point {
  double share; // of the length of the side
  int vertex;
} side_point;

// A part of a triangle, with the points still to be added on each of its sides.
typedef struct part {
  int corners[3];
  const side_point *points[3];
  int counts[3];
} part;

static void add_triangle(vt_sealed *body, const int corners[3], int source) {
  for (int i = 0; i < 3; ++i) body->triangles[3 * body->triangle_count + i] = corners[i];
  body->sources[body->triangle_count++] = source;
}

// Cuts at the middle one of a side's points, to the corner opposite. Depth is the number of points at most.
static void subdivide(vt_sealed *body, const part *p, int source) {
  int side = p->counts[0] > 0 ? 0 : p->counts[1] > 0 ? 1 : 2;
  if (p->counts[side] == 0) {
    add_triangle(body, p->corners, source);
    return;
  }
  int next = (side + 1) % 3, last = (side + 2) % 3, half = p->counts[side] / 2;
  int middle = p->points[side][half].vertex;
  part before = *p, after = *p;
  before.corners[next] = middle;
  before.counts[side] = half;
  before.counts[next] = 0;
  after.corners[side] = middle;
  after.points[side] = p->points[side] + half + 1;
  after.counts[side] = p->counts[side] - half - 1;
  after.counts[last] = 0;
  subdivide(body, &before, source);
  subdivide(body, &after, source);
}

static void cut_triangle(vt_sealed *body, int triangle, const int *starts, side_point *scratch) {
  const vt_surface_topology *t = body->collider->topology;
  const int *v = t->triangles + 3 * triangle;
  part whole = {{v[0], v[1], v[2]}, {NULL, NULL, NULL}, {0, 0, 0}};
  for (int side = 0; side < 3; ++side) {
    int edge = t->triangle_edges[3 * triangle + side];
    if (edge < 0) continue;
    int first = starts[edge], count = starts[edge + 1] - first;
    bool along = t->edges[edge].vertices[0] == v[side];
    whole.points[side] = scratch;
    whole.counts[side] = count;
    for (int k = 0; k < count; ++k) {
      int point = along ? first + k : first + count - 1 - k;
      *scratch++ = (side_point){body->points[point].share, t->vertex_count + point};
    }
  }
  subdivide(body, &whole, triangle);
}

static vt_vec3 moved(vt_vec3 p, const vt_seal_move *move) { return vt_add(p, vt_seal_displacement(move)); }

bool vt_union_surface(vt_union_search *w, vt_sealed *body) {
  const vt_surface_topology *t = body->collider->topology;
  const vt_vec3 *x = body->collider->vertices;
  int points = (int)body->point_count;
  body->vertex_count = t->vertex_count + points;
  body->vertices = VT_TAKE(w->arena, vt_vec3, body->vertex_count, w->error);
  if (body->vertices == NULL) return false;
  for (int v = 0; v < t->vertex_count; ++v)
    body->vertices[v] = body->moves == NULL ? x[v] : moved(x[v], &body->moves[v]);
  // Each point adds one triangle on either side of its edge.
  size_t room = (size_t)t->triangle_count + 2 * (size_t)points;
  int *starts = VT_TAKE(w->arena, int, t->edge_count + 1, w->error);
  side_point *scratch = VT_TAKE(w->arena, side_point, 3 * (size_t)points, w->error);
  body->triangles = VT_TAKE(w->arena, int, 3 * room, w->error);
  body->sources = VT_TAKE(w->arena, int, room, w->error);
  if (starts == NULL || scratch == NULL || body->triangles == NULL || body->sources == NULL) return false;
  for (int e = 0, k = 0; e <= t->edge_count; ++e) {
    while (k < points && body->points[k].edge < e) ++k;
    starts[e] = k;
  }
  for (int k = 0; k < points; ++k) {
    const vt_seal_point *p = &body->points[k];
    const int *ends = t->edges[p->edge].vertices;
    vt_vec3 at = vt_madd(x[ends[0]], p->share, vt_sub(x[ends[1]], x[ends[0]]));
    body->vertices[t->vertex_count + k] = moved(at, &p->move);
  }
  for (int v = 0; v < body->vertex_count; ++v)
    if (!vt_is_finite(body->vertices[v]))
      return vt_fail(w->error, VT_BAD_NUMBERS, "cavities: vertex %d of body %d is not finite", v, body->body);
  body->triangle_count = 0;
  for (int k = 0; k < t->triangle_count; ++k) cut_triangle(body, k, starts, scratch);
  return true;
}

vt_cavity_vertex vt_union_point(const vt_sealed *body, int vertex) {
  const vt_surface_topology *t = body->collider->topology;
  if (vertex < t->vertex_count) return (vt_cavity_vertex){body->body, {vertex, vertex, vertex}, {1, 0, 0}};
  const vt_seal_point *p = &body->points[vertex - t->vertex_count];
  const int *ends = t->edges[p->edge].vertices;
  return (vt_cavity_vertex){body->body, {ends[0], ends[1], ends[0]}, {1 - p->share, p->share, 0}};
}

vt_cavity_vertex vt_union_place(const vt_sealed *body, const vt_place *place) {
  const int *corners = body->collider->topology->triangles + 3 * body->sources[place->triangle];
  const int *moved = body->triangles + 3 * place->triangle;
  vt_cavity_vertex at = {body->body, {corners[0], corners[1], corners[2]}, {0, 0, 0}};
  if (moved[0] == corners[0] && moved[1] == corners[1] && moved[2] == corners[2]) { // no points on its edges
    for (int i = 0; i < 3; ++i) at.weights[i] = place->weights[i];
    return at;
  }
  for (int i = 0; i < 3; ++i) {
    vt_cavity_vertex mixed = vt_union_point(body, moved[i]);
    for (int k = 0; k < 9; ++k)
      if (mixed.corners[k / 3] == corners[k % 3])
        at.weights[k % 3] += place->weights[i] * mixed.weights[k / 3];
  }
  return at;
}
