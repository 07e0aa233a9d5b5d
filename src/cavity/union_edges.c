// Which edges are near edges of others where moved vertices do not make the surfaces cross.
//
// Where coarse surfaces touch along a line or lie across each other no vertex may be near: two planks laid
// crosswise, a ridge under the ceiling of a cup. There both edges get a point that is moved as vertices are.
// In a patch of contact whose vertices are moved already nothing is added.
#include "cavity/union_insides.h"
#include "geometry/normal_cone.h"
#include "geometry/proximity_search.h"
#include "geometry/sagitta.h"
#include "geometry/triangle_distance.h"

static const double FLAT = 1e-9;   // rad, between triangles of one plane face: rounding of their corners
static const double AT_END = 0.01; // of an edge: what is nearer to its end is a vertex' business

typedef struct edge_search {
  vt_union_search *search;
  int bodies[2];
  double reach; // m
  bool rounded; // one of them bends
  double apart; // m, along the surface at rest: nearer points of one surface are neighbours
} edge_search;

// Whether a vertex is moved through a body.
static bool is_moved(const vt_sealed *body, int vertex, int other) {
  if (body->moves == NULL) return false;
  const vt_seal_move *move = &body->moves[vertex];
  for (int k = 0; k < move->count; ++k)
    if (move->others[k] == other) return true;
  return false;
}

static bool is_released(const vt_sealed *body, int vertex) {
  return body->moves != NULL && body->moves[vertex].released;
}

// Whether an edge of a surface is part of a seal that says where a film ends: then the other one stays where
// it is (union_release.c).
static bool is_ring(const edge_search *w, int side, const int ends[2]) {
  if (w->search->film == NULL || !w->rounded) return false;
  const vt_film *film = w->search->film[w->bodies[side]];
  const bool *breached = w->search->bodies[w->bodies[side]].breached;
  if (breached != NULL && (breached[ends[0]] || breached[ends[1]])) return false;
  return film[ends[0]].ring == 1 || film[ends[1]].ring == 1;
}

// How far along u the moved vertices carry a point of an edge, m.
static double carried(const vt_sealed *body, const int ends[2], double share, vt_vec3 u) {
  if (body->moves == NULL) return 0;
  vt_vec3 first = vt_seal_displacement(&body->moves[ends[0]]);
  vt_vec3 second = vt_seal_displacement(&body->moves[ends[1]]);
  return (1 - share) * vt_dot(first, u) + share * vt_dot(second, u);
}

static bool add_point(
    edge_search *w, int side, int edge, double share, double gap, double reach, vt_vec3 direction) {
  vt_sealed *body = &w->search->bodies[w->bodies[side]];
  if (body->point_count == body->point_room) {
    size_t room = body->point_room < 32 ? 32 : 2 * body->point_room;
    vt_seal_point *points = VT_TAKE(w->search->arena, vt_seal_point, room, w->search->error);
    if (points == NULL) return false;
    for (size_t k = 0; k < body->point_count; ++k) points[k] = body->points[k];
    body->points = points;
    body->point_room = room;
  }
  vt_seal_point *p = &body->points[body->point_count++];
  *p = (vt_seal_point){.edge = edge, .share = share};
  vt_seal_add(&p->move, w->bodies[1 - side], gap, reach, direction);
  return true;
}

// Within one surface: whether two edges belong to triangles that touch, or are neighbours at rest by the
// straight distance.
static bool are_close_at_rest(
    const edge_search *w, const vt_surface_topology *t, int a, int b, vt_vec3 p, vt_vec3 q) {
  if (vt_norm(vt_sub(p, q)) <= w->apart) return true;
  for (int i = 0; i < 4; ++i) {
    int s = t->edges[a].triangles[i / 2], r = t->edges[b].triangles[i % 2];
    if (s < 0 || r < 0) continue;
    for (int k = 0; k < 9; ++k)
      if (t->triangles[3 * s + k / 3] == t->triangles[3 * r + k % 3]) return true;
  }
  return false;
}

static vt_vec3 along(const vt_vec3 *x, const int ends[2], double share) {
  return vt_madd(x[ends[0]], share, vt_sub(x[ends[1]], x[ends[0]]));
}

static vt_vec3 area_of(const vt_surface_topology *t, const vt_vec3 *x, int triangle) {
  const int *v = t->triangles + 3 * triangle;
  return vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]]));
}

// Whether an edge lies within a plane face: it is there only because faces are of triangles. Which way a face
// is divided must not matter where vertices say how far the seal reaches; only what lies across a face, with
// no vertex near it, needs such edges.
static bool is_flat(const vt_surface_topology *t, const vt_vec3 *x, int edge) {
  const int *sides = t->edges[edge].triangles;
  if (sides[1] < 0) return false;
  vt_vec3 a = area_of(t, x, sides[0]), b = area_of(t, x, sides[1]);
  return vt_dot(a, b) > 0 && vt_norm(vt_cross(a, b)) <= FLAT * vt_dot(a, b);
}

static bool try_edges(edge_search *w, int a, int b) {
  const vt_sealed *bodies[2] = {&w->search->bodies[w->bodies[0]], &w->search->bodies[w->bodies[1]]};
  const vt_surface_topology *t[2] = {bodies[0]->collider->topology, bodies[1]->collider->topology};
  const vt_vec3 *x[2] = {bodies[0]->collider->vertices, bodies[1]->collider->vertices};
  const int *e[2] = {t[0]->edges[a].vertices, t[1]->edges[b].vertices};
  for (int side = 0; side < 2; ++side)
    if (is_released(bodies[side], e[side][0]) || is_released(bodies[side], e[side][1])) return true;
  for (int side = 0; side < 2; ++side)
    if (is_moved(bodies[side], e[side][0], w->bodies[1 - side]) &&
        is_moved(bodies[side], e[side][1], w->bodies[1 - side]))
      return true;
  for (int side = 0; side < 2; ++side)
    if (is_flat(t[side], x[side], side == 0 ? a : b) &&
        (is_moved(bodies[1 - side], e[1 - side][0], w->bodies[side]) ||
            is_moved(bodies[1 - side], e[1 - side][1], w->bodies[side])))
      return true;
  double share[2];
  vt_vec3 normal, at[2];
  if (!vt_line_feet(x[0][e[0][0]], vt_sub(x[0][e[0][1]], x[0][e[0][0]]), x[1][e[1][0]],
          vt_sub(x[1][e[1][1]], x[1][e[1][0]]), &share[0], &share[1], &normal))
    return true;
  bool inside[2]; // not at an end, which is a vertex' business
  for (int side = 0; side < 2; ++side) {
    if (!(share[side] >= 0 && share[side] <= 1)) return true;
    inside[side] = share[side] > AT_END && share[side] < 1 - AT_END;
    at[side] = along(x[side], e[side], share[side]);
  }
  double gap = vt_norm(vt_sub(at[1], at[0])), reach = w->reach;
  for (int side = 0; side < 2 && w->rounded; ++side)
    reach += vt_sagitta_along(
        t[side], x[side], bodies[side]->sagittas, vt_feature(VT_FEATURE_EDGE, side == 0 ? a : b), normal);
  if (!(gap < reach) || (!inside[0] && !inside[1])) return true;
  // From the first to the second: both must look that way.
  vt_vec3 out_a = vt_feature_normal(t[0], x[0], vt_feature(VT_FEATURE_EDGE, a));
  vt_vec3 out_b = vt_feature_normal(t[1], x[1], vt_feature(VT_FEATURE_EDGE, b));
  vt_vec3 u = normal;
  if (gap > VT_SEAL_TOUCHING * reach)
    u = vt_scale(1 / gap, vt_sub(at[1], at[0]));
  else if (vt_dot(u, vt_sub(out_a, out_b)) < 0)
    u = vt_scale(-1, u);
  if (vt_dot(u, out_a) <= 0 || vt_dot(u, out_b) >= 0) return true;
  if (vt_cone_excess(t[0], x[0], vt_feature(VT_FEATURE_EDGE, a), u) > VT_SEAL_SINE ||
      vt_cone_excess(t[1], x[1], vt_feature(VT_FEATURE_EDGE, b), vt_scale(-1, u)) > VT_SEAL_SINE)
    return true;
  if (w->bodies[0] == w->bodies[1] &&
      are_close_at_rest(w, t[0], a, b, along(t[0]->rest, e[0], share[0]), along(t[0]->rest, e[1], share[1])))
    return true;
  if (carried(bodies[0], e[0], share[0], u) - carried(bodies[1], e[1], share[1], u) >= reach) return true;
  vt_union_join(w->search, w->bodies[0], w->bodies[1]);
  for (int side = 0; side < 2; ++side) {
    double *max = &w->search->bodies[w->bodies[side]].reach;
    *max = fmax(*max, w->reach);
  }
  for (int side = 0; side < 2; ++side) inside[side] &= !is_ring(w, 1 - side, e[1 - side]);
  if (inside[0] && inside[1]) {
    // A point of a long edge takes triangles far around it along, which may close a film.
    double first = vt_norm(vt_sub(x[0][e[0][1]], x[0][e[0][0]]));
    int longer = first < vt_norm(vt_sub(x[1][e[1][1]], x[1][e[1][0]]));
    inside[longer] = !bodies[longer]->filmed;
  }
  return (!inside[0] || add_point(w, 0, a, share[0], gap, reach, u)) &&
         (!inside[1] || add_point(w, 1, b, share[1], gap, reach, vt_scale(-1, u)));
}

static bool try_pair(edge_search *w, const int triangles[2]) {
  const vt_surface_topology *a = w->search->bodies[w->bodies[0]].collider->topology;
  const vt_surface_topology *b = w->search->bodies[w->bodies[1]].collider->topology;
  int owned_a = a->owned[triangles[0]] >> 3, owned_b = b->owned[triangles[1]] >> 3;
  if (owned_a == 0 || owned_b == 0) return true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (!(owned_a >> i & 1) || !(owned_b >> j & 1)) continue;
      if (!try_edges(w, a->triangle_edges[3 * triangles[0] + i], b->triangle_edges[3 * triangles[1] + j]))
        return false;
    }
  return true;
}

// By edge and along it; points nearer to each other than a hundredth of the edge become one.
static bool sort_points(vt_union_search *w, vt_sealed *body) {
  size_t count = body->point_count, kept = 0;
  vt_sort_key *keys = VT_TAKE(w->arena, vt_sort_key, 2 * count, w->error);
  vt_seal_point *sorted = VT_TAKE(w->arena, vt_seal_point, count, w->error);
  if (keys == NULL || sorted == NULL) return false;
  for (size_t k = 0; k < count; ++k) {
    const vt_seal_point *p = &body->points[k];
    keys[k] = (vt_sort_key){(uint64_t)p->edge << 32 | (uint64_t)(p->share * 4294967295.0), (int)k};
  }
  vt_sort_keys(keys, keys + count, count);
  for (size_t k = 0; k < count; ++k) {
    const vt_seal_point *p = &body->points[keys[k].index];
    vt_seal_point *last = kept > 0 ? &sorted[kept - 1] : NULL;
    if (last != NULL && last->edge == p->edge && p->share - last->share < AT_END)
      vt_seal_add(&last->move, p->move.others[0], p->move.gaps[0], p->move.reaches[0], p->move.directions[0]);
    else
      sorted[kept++] = *p;
  }
  body->points = sorted;
  body->point_count = body->point_room = kept;
  return true;
}

// What the ends of an edge are moved by, its points are moved by too.
static void carry_points(vt_sealed *body) {
  const vt_surface_topology *t = body->collider->topology;
  for (size_t k = 0; body->moves != NULL && k < body->point_count; ++k) {
    vt_seal_point *p = &body->points[k];
    const int *ends = t->edges[p->edge].vertices;
    const vt_seal_move *nearer = &body->moves[ends[p->share > 0.5]];
    for (int i = 0; i < nearer->count; ++i) {
      vt_vec3 u = nearer->directions[i];
      double carry = carried(body, ends, p->share, u);
      if (carry > 0 && vt_dot(vt_seal_displacement(&p->move), u) < VT_SEAL_DONE * carry)
        vt_seal_add(&p->move, nearer->others[i], nearer->gaps[i], carry, u);
    }
  }
}

// A point near an edge of one body may be near more of it, and of others.
static void complete_points(const vt_union_search *w, int body) {
  for (int other = 0; other < w->count; ++other) {
    vt_contact_settings settings;
    if (other == body || !vt_union_pair(w, body, other, &settings)) continue;
    for (size_t k = 0; k < w->bodies[body].point_count; ++k)
      vt_union_near_point(w, body, other, settings.distance + settings.sealing, &w->bodies[body].points[k]);
  }
}

bool vt_union_edges(vt_union_search *w) {
  for (size_t i = 0; i < w->meeting_count; ++i) {
    const vt_union_meeting *m = &w->meetings[i];
    edge_search edges = {.search = w, .bodies = {m->a, m->b}, .reach = m->reach, .rounded = m->rounded};
    edges.apart = vt_proximity_options_default(m->settings.alarm).neighbour_factor * m->settings.alarm;
    for (size_t k = 0; k < m->count; ++k)
      if (!try_pair(&edges, m->pairs[k])) return false;
  }
  for (int a = 0; a < w->count; ++a) {
    if (w->bodies[a].point_count == 0) continue;
    if (!sort_points(w, &w->bodies[a])) return false;
    complete_points(w, a);
    carry_points(&w->bodies[a]);
  }
  return true;
}
