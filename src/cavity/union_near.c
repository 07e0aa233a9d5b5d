// Which vertices of which surfaces are near others: what seals, and where it is moved to.
//
// A point closer to another body than the contact distance plus the sealing distance (the reach) is moved by
// the reach towards the closest point there, and so through that surface by the reach less the gap. Bodies
// that touch all around a pocket then cross all around it, and their union has a hole there. Towards the
// closest point, not along the own normal: a thin wall moves as a whole, and a sharp lip does not spread.
// Points that another one passes sideways stay where they are: then the other one sticks out, and is moved.
#include "cavity/union_insides.h"
#include "geometry/normal_cone.h"
#include "geometry/proximity_search.h"
#include "geometry/triangle_distance.h"

#include <string.h>

// ---------------------------------------------------------------- moves

void vt_seal_add(vt_seal_move *move, int other, double gap, double reach, vt_vec3 direction) {
  int place = move->count;
  while (place > 0 && move->gaps[place - 1] > gap) --place;
  if (place == VT_SEAL_MOST) return;
  if (move->count < VT_SEAL_MOST) ++move->count;
  for (int k = move->count - 1; k > place; --k) {
    move->others[k] = move->others[k - 1];
    move->gaps[k] = move->gaps[k - 1];
    move->reaches[k] = move->reaches[k - 1];
    move->directions[k] = move->directions[k - 1];
  }
  move->others[place] = other;
  move->gaps[place] = gap;
  move->reaches[place] = reach;
  move->directions[place] = direction;
}

// Goes as far as the reach in every direction if it can: the nearest first, a further one by moving across
// those before. What lies opposite to a nearer one is left out.
vt_vec3 vt_seal_displacement(const vt_seal_move *move) {
  vt_vec3 way = vt_v3(0, 0, 0), basis[VT_SEAL_MOST];
  int rank = 0;
  for (int k = 0; k < move->count; ++k) {
    vt_vec3 u = move->directions[k], across = u;
    double missing = move->reaches[k] - vt_dot(way, u);
    if (missing <= 0) continue;
    for (int i = 0; i < rank; ++i) across = vt_madd(across, -vt_dot(u, basis[i]), basis[i]);
    double left = vt_dot(across, across); // squared sine of the angle to those before
    if (left > 0.1) {
      way = vt_madd(way, missing / left, across);
      basis[rank++] = vt_normalized(across);
    } else if (vt_dot(way, u) > 0) {
      way = vt_madd(way, missing, u);
    }
  }
  return way;
}

// ---------------------------------------------------------------- groups

static int first_of(const vt_union_search *w, int body) {
  while (w->groups[body] != body) body = w->groups[body];
  return body;
}

void vt_union_join(vt_union_search *w, int a, int b) {
  a = first_of(w, a), b = first_of(w, b);
  if (a < b)
    w->groups[b] = a;
  else
    w->groups[a] = b;
}

// Bodies that cannot move seal as others do.
bool vt_union_pair(const vt_union_search *w, int a, int b, vt_contact_settings *settings) {
  const vt_collider *ca = w->bodies[a].collider, *cb = w->bodies[b].collider;
  if (a == b && !ca->self) return false;
  if (ca->topology->tree.node_count == 0 || cb->topology->tree.node_count == 0) return false;
  *settings = w->rule(w->user, a, b);
  double reach = settings->distance + settings->sealing;
  return settings->enabled && reach > 0 && !vt_boxes_apart(&ca->bvh->nodes[0], &cb->bvh->nodes[0], reach);
}

// ---------------------------------------------------------------- closest points of one pair

// The closest point of the other surface found so far.
typedef struct closest {
  double gap; // m; infinite where nothing is in reach
  int feature;
  vt_vec3 foot;
} closest;

typedef struct near_search {
  const vt_collider *colliders[2];
  double reach;             // m
  closest *found[2];        // by vertex
  vt_proximity_search *own; // for neighbours within one surface; NULL between two
} near_search;

static int feature_of(const vt_surface_topology *t, int triangle, unsigned bits) {
  switch (bits) {
  case 1:
    return vt_feature(VT_FEATURE_VERTEX, t->triangles[3 * triangle]);
  case 2:
    return vt_feature(VT_FEATURE_VERTEX, t->triangles[3 * triangle + 1]);
  case 4:
    return vt_feature(VT_FEATURE_VERTEX, t->triangles[3 * triangle + 2]);
  case 3:
    return vt_feature(VT_FEATURE_EDGE, t->triangle_edges[3 * triangle]);
  case 6:
    return vt_feature(VT_FEATURE_EDGE, t->triangle_edges[3 * triangle + 1]);
  case 5:
    return vt_feature(VT_FEATURE_EDGE, t->triangle_edges[3 * triangle + 2]);
  default:
    return vt_feature(VT_FEATURE_TRIANGLE, triangle);
  }
}

// Within one surface: whether a vertex and a point face each other and are not neighbours at rest.
static bool is_across(const near_search *w, int vertex, int triangle, const double weights[3], vt_vec3 way) {
  const vt_surface_topology *t = w->colliders[0]->topology;
  const int *corners = t->triangles + 3 * triangle;
  for (int k = t->vertex_triangle_start[vertex]; k < t->vertex_triangle_start[vertex + 1]; ++k)
    for (int i = 0; i < 9; ++i)
      if (t->triangles[3 * t->vertex_triangles[k] + i / 3] == corners[i % 3]) return false;
  const vt_vec3 *x = w->colliders[0]->vertices;
  vt_vec3 normal = vt_feature_normal(t, x, vt_feature(VT_FEATURE_VERTEX, vertex));
  vt_vec3 there = vt_triangle_normal(x[corners[0]], x[corners[1]], x[corners[2]]);
  if (vt_dot(normal, there) >= 0 || vt_dot(normal, way) < 0 || vt_dot(there, way) > 0) return false;
  const int self[3] = {vertex, vertex, vertex};
  const double whole[3] = {1, 0, 0};
  return !vt_search_neighbours(w->own, self, whole, corners, weights);
}

static void try_vertex(near_search *w, int side, int vertex, int triangle) {
  const vt_collider *other = w->colliders[1 - side];
  const vt_surface_topology *t = other->topology;
  const int *v = t->triangles + 3 * triangle;
  vt_vec3 p = w->colliders[side]->vertices[vertex];
  const vt_vec3 corners[3] = {other->vertices[v[0]], other->vertices[v[1]], other->vertices[v[2]]};
  double weights[3];
  unsigned bits = vt_triangle_foot(p, corners, 1e-9 * w->reach, weights);
  vt_vec3 foot =
      vt_madd(vt_madd(vt_scale(weights[0], corners[0]), weights[1], corners[1]), weights[2], corners[2]);
  double gap = vt_norm(vt_sub(foot, p));
  closest *best = &w->found[side][vertex];
  if (!(gap < w->reach) || !(gap < best->gap)) return;
  if (w->own != NULL && !is_across(w, vertex, triangle, weights, vt_sub(foot, p))) return;
  *best = (closest){gap, feature_of(t, triangle, bits), foot};
}

static bool visit(void *context, int triangle_a, int triangle_b) {
  near_search *w = context;
  int triangles[2] = {triangle_a, triangle_b};
  for (int side = 0; side < 2; ++side) {
    const vt_surface_topology *t = w->colliders[side]->topology;
    for (int i = 0; i < 3; ++i)
      if (t->owned[triangles[side]] >> i & 1)
        try_vertex(w, side, t->triangles[3 * triangles[side] + i], triangles[1 - side]);
  }
  return true;
}

// Of two points that touch: the way among a few that fits best into the normal cones of both.
static vt_vec3 touching_direction(
    const near_search *w, int side, int vertex, const closest *c, vt_vec3 other_normal) {
  const vt_collider *own = w->colliders[side], *other = w->colliders[1 - side];
  int feature = vt_feature(VT_FEATURE_VERTEX, vertex);
  vt_vec3 normal = vt_feature_normal(own->topology, own->vertices, feature), best = {0, 0, 0};
  if (vt_feature_kind_of(c->feature) == VT_FEATURE_TRIANGLE && vt_dot(other_normal, other_normal) > 0)
    return vt_scale(-1, other_normal); // the cone of a triangle is its normal
  const vt_vec3 ways[3] = {vt_scale(-1, other_normal), normal, vt_normalized(vt_sub(normal, other_normal))};
  double least = INFINITY;
  for (int k = 0; k < 3; ++k) {
    if (!(vt_dot(ways[k], ways[k]) > 0)) continue;
    double excess = fmax(vt_cone_excess(own->topology, own->vertices, feature, ways[k]),
        vt_cone_excess(other->topology, other->vertices, c->feature, vt_scale(-1, ways[k])));
    if (excess < least - 1e-6) least = excess, best = ways[k];
  }
  return best;
}

// Towards the closest point; from behind it, into the body there.
static vt_vec3 direction_of(const near_search *w, int side, int vertex, const closest *c) {
  const vt_collider *own = w->colliders[side], *other = w->colliders[1 - side];
  vt_vec3 way = vt_sub(c->foot, own->vertices[vertex]);
  vt_vec3 normal = vt_feature_normal(other->topology, other->vertices, c->feature);
  if (c->gap <= 1e-3 * w->reach) return touching_direction(w, side, vertex, c, normal);
  return vt_dot(way, normal) < 0 ? vt_scale(1 / c->gap, way) : vt_scale(-1, normal);
}

// ---------------------------------------------------------------- all pairs

static bool ready_moves(vt_union_search *w, vt_sealed *body) {
  if (body->moves != NULL) return true;
  int count = body->collider->topology->vertex_count;
  body->moves = VT_TAKE(w->arena, vt_seal_move, count, w->error);
  for (int v = 0; body->moves != NULL && v < count; ++v) body->moves[v].count = 0;
  return body->moves != NULL;
}

static closest *ready_closest(vt_union_search *w, const vt_collider *c) {
  closest *found = VT_TAKE(w->arena, closest, c->topology->vertex_count, w->error);
  for (int v = 0; found != NULL && v < c->topology->vertex_count; ++v) found[v].gap = INFINITY;
  return found;
}

static bool take_moves(vt_union_search *w, const near_search *near, int side, int body, int other) {
  vt_sealed *sealed = &w->bodies[body];
  for (int v = 0; v < sealed->collider->topology->vertex_count; ++v) {
    const closest *c = &near->found[side][v];
    if (isinf(c->gap)) continue;
    vt_vec3 u = direction_of(near, side, v, c);
    if (!(vt_dot(u, u) > 0)) continue; // degenerate triangles all around
    const vt_collider *own = sealed->collider;
    if (vt_cone_excess(own->topology, own->vertices, vt_feature(VT_FEATURE_VERTEX, v), u) > VT_SEAL_SINE)
      continue;
    if (!ready_moves(w, sealed)) return false;
    vt_seal_add(&sealed->moves[v], other, c->gap, near->reach, u);
    sealed->reach = fmax(sealed->reach, near->reach);
    w->bodies[other].reach = fmax(w->bodies[other].reach, near->reach);
    vt_union_join(w, body, other);
  }
  return true;
}

static bool near_between(vt_union_search *w, int a, int b, double reach) {
  near_search near = {{w->bodies[a].collider, w->bodies[b].collider}, reach, {NULL, NULL}, NULL};
  near.found[0] = ready_closest(w, near.colliders[0]);
  near.found[1] = ready_closest(w, near.colliders[1]);
  if (near.found[0] == NULL || near.found[1] == NULL) return false;
  vt_bvh_pairs(near.colliders[0]->bvh, near.colliders[1]->bvh, reach, visit, &near);
  return take_moves(w, &near, 0, a, b) && take_moves(w, &near, 1, b, a);
}

static bool near_within(vt_union_search *w, int body, const vt_contact_settings *settings) {
  const vt_collider *c = w->bodies[body].collider;
  int vertices = c->topology->vertex_count;
  double reach = settings->distance + settings->sealing;
  vt_proximity_options options = vt_proximity_options_default(settings->alarm);
  vt_proximity_surface surface = {.topology = c->topology, .bvh = c->bvh, .vertices = c->vertices};
  vt_proximity_search own = {.surfaces = {&surface, &surface}, .options = &options, .own = true};
  own.walk = (vt_walk){.distance = VT_TAKE(w->arena, double, vertices, w->error),
      .queue = VT_TAKE(w->arena, int, vertices, w->error),
      .queued = VT_TAKE(w->arena, bool, vertices, w->error),
      .reached = VT_TAKE(w->arena, int, vertices, w->error)};
  near_search near = {{c, c}, reach, {NULL, NULL}, &own};
  near.found[0] = near.found[1] = ready_closest(w, c);
  if (own.walk.distance == NULL || own.walk.queue == NULL || own.walk.queued == NULL ||
      own.walk.reached == NULL || near.found[0] == NULL)
    return false;
  for (int v = 0; v < vertices; ++v) own.walk.distance[v] = INFINITY, own.walk.queued[v] = false;
  vt_bvh_own_pairs(c->bvh, NULL, reach, visit, &near);
  return take_moves(w, &near, 0, body, body);
}

bool vt_union_near(vt_union_search *w) {
  for (int a = 0; a < w->count; ++a)
    for (int b = a; b < w->count; ++b) {
      vt_contact_settings settings;
      if (!vt_union_pair(w, a, b, &settings)) continue;
      bool done =
          a == b ? near_within(w, a, &settings) : near_between(w, a, b, settings.distance + settings.sealing);
      if (!done) return false;
    }
  return true;
}
