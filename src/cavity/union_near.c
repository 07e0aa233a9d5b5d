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
#include "geometry/sagitta.h"
#include "geometry/triangle_distance.h"

static const double LOCAL_SINE = 0.05;     // 3 degrees outside a normal cone: edges that are nearly flat
static const double SAME_DIRECTION = 0.99; // cosine of 8 degrees: leaves 1% of the reach out

// ---------------------------------------------------------------- near parts of the other surface

// A point of the other surface.
typedef struct closest {
  double gap;   // m
  double reach; // m: of the pair, and what the bodies may lie off their triangles here
  int feature;
  vt_vec3 direction; // unit, towards it
} closest;

// The closest point of the other surface, and others that are closest in their surroundings: on the walls of
// an inner corner, one on each.
typedef struct near_list {
  int count; // 0 where nothing is in reach
  closest items[VT_SEAL_FACES];
} near_list;

typedef struct near_search {
  const vt_collider *colliders[2];
  const double *sagittas[2]; // NULL between bodies that do not bend
  double reach;              // m, of the pair
  near_list *found[2];       // by vertex
  vt_proximity_search *own;  // for neighbours within one surface; NULL between two
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
static bool is_across(
    const near_search *w, int vertex, int triangle, const double weights[3], vt_vec3 direction) {
  const vt_surface_topology *t = w->colliders[0]->topology;
  const int *corners = t->triangles + 3 * triangle;
  for (int k = t->vertex_triangle_start[vertex]; k < t->vertex_triangle_start[vertex + 1]; ++k)
    for (int i = 0; i < 9; ++i)
      if (t->triangles[3 * t->vertex_triangles[k] + i / 3] == corners[i % 3]) return false;
  const vt_vec3 *x = w->colliders[0]->vertices;
  vt_vec3 normal = vt_feature_normal(t, x, vt_feature(VT_FEATURE_VERTEX, vertex));
  vt_vec3 there = vt_triangle_normal(x[corners[0]], x[corners[1]], x[corners[2]]);
  if (vt_dot(normal, there) >= 0 || vt_dot(normal, direction) < 0 || vt_dot(there, direction) > 0)
    return false;
  const int self[3] = {vertex, vertex, vertex};
  const double whole[3] = {1, 0, 0};
  return !vt_search_neighbours(w->own, self, whole, corners, weights);
}

// Whether a point is closest in its surroundings: the direction to it lies in the normal cone there. What is
// off by 3 degrees is let in: points on edges between triangles that are flat up to rounding or nearly so.
static bool is_local(const vt_collider *other, const closest *c) {
  return vt_feature_kind_of(c->feature) == VT_FEATURE_TRIANGLE ||
         vt_cone_excess(other->topology, other->vertices, c->feature, vt_scale(-1, c->direction)) <
             LOCAL_SINE;
}

// Directions that are nearly the same count as one, that of the nearer point.
static bool is_same_direction(const closest *a, const closest *b) {
  return vt_dot(a->direction, b->direction) > SAME_DIRECTION;
}

static void remove_item(near_list *list, int k) {
  --list->count;
  for (; k < list->count; ++k) list->items[k] = list->items[k + 1];
}

// Sorted by gap.
static void insert(near_list *list, const closest *c) {
  for (int k = 0; k < list->count; ++k) {
    if (!is_same_direction(&list->items[k], c)) continue;
    if (list->items[k].gap <= c->gap) return;
    remove_item(list, k--);
  }
  int place = list->count;
  while (place > 0 && list->items[place - 1].gap > c->gap) --place;
  if (place == VT_SEAL_FACES) return;
  if (list->count < VT_SEAL_FACES) ++list->count;
  for (int k = list->count - 1; k > place; --k) list->items[k] = list->items[k - 1];
  list->items[place] = *c;
}

// The closest point of all is kept as it is, further ones if they are closest in their surroundings.
static bool matters(const near_list *list, const vt_collider *other, const closest *c) {
  if (list->count == 0 || c->gap < list->items[0].gap) return true;
  return !is_same_direction(&list->items[0], c) && is_local(other, c);
}

static void keep(near_list *list, const vt_collider *other, const closest *c) {
  if (list->count > 0 && c->gap < list->items[0].gap && !is_same_direction(&list->items[0], c) &&
      !is_local(other, &list->items[0]))
    remove_item(list, 0);
  insert(list, c);
}

// A point of a surface that others are looked for from.
typedef struct near_from {
  vt_vec3 point;
  const vt_collider *own;
  const double *sagittas;
  int feature;
  double reach; // m, of the pair
} near_from;

// The point of a triangle closest to a point; false if it is out of reach.
static bool measure(const near_from *from, const vt_collider *other, const double *sagittas, int triangle,
    closest *c, double weights[3]) {
  vt_vec3 p = from->point;
  const int *v = other->topology->triangles + 3 * triangle;
  const vt_vec3 corners[3] = {other->vertices[v[0]], other->vertices[v[1]], other->vertices[v[2]]};
  unsigned bits = vt_triangle_foot(p, corners, 1e-9 * from->reach, weights);
  vt_vec3 foot =
      vt_madd(vt_madd(vt_scale(weights[0], corners[0]), weights[1], corners[1]), weights[2], corners[2]);
  c->direction = vt_sub(foot, p);
  c->gap = vt_norm(c->direction);
  c->feature = feature_of(other->topology, triangle, bits);
  if (c->gap > 0) c->direction = vt_scale(1 / c->gap, c->direction);
  c->reach = from->reach;
  if (sagittas != NULL) // where points touch any direction will do: they are within reach
    c->reach += vt_sagitta_along(other->topology, other->vertices, sagittas, c->feature, c->direction) +
                vt_sagitta_along(
                    from->own->topology, from->own->vertices, from->sagittas, from->feature, c->direction);
  return c->gap < c->reach;
}

static void try_vertex(near_search *w, int side, int vertex, int triangle) {
  const vt_collider *other = w->colliders[1 - side];
  near_list *list = &w->found[side][vertex];
  double weights[3];
  closest c;
  near_from from = {w->colliders[side]->vertices[vertex], w->colliders[side], w->sagittas[side],
      vt_feature(VT_FEATURE_VERTEX, vertex), w->reach};
  if (!measure(&from, other, w->sagittas[1 - side], triangle, &c, weights)) return;
  if (!matters(list, other, &c)) return;
  if (w->own == NULL || is_across(w, vertex, triangle, weights, c.direction)) keep(list, other, &c);
}

static void try_pairs(near_search *w, const vt_union_meeting *meeting) {
  for (size_t k = 0; k < meeting->count; ++k) {
    const int *triangles = meeting->pairs[k];
    for (int side = 0; side < 2; ++side) {
      const vt_surface_topology *t = w->colliders[side]->topology;
      for (int i = 0; i < 3; ++i)
        if (t->owned[triangles[side]] >> i & 1)
          try_vertex(w, side, t->triangles[3 * triangles[side] + i], triangles[1 - side]);
    }
  }
}

// ---------------------------------------------------------------- directions

// A point of a surface, on a vertex or edge, and a pair of bodies.
typedef struct near_place {
  const vt_collider *own, *other;
  int feature;            // of the own surface
  const near_list *found; // by vertex of the own surface; NULL of points on edges
} near_place;

static bool is_in_cone(const near_place *p, int feature, vt_vec3 direction) {
  return vt_cone_excess(p->own->topology, p->own->vertices, feature, direction) <= VT_SEAL_SINE;
}

// Whether a point may be moved in a direction: if that is in its normal cone or nearly so. It may also where
// neighbours lie ahead, as above the foot of a step, if they are in reach too and go the same way.
static bool may_go(const near_place *p, vt_vec3 direction) {
  if (!(vt_dot(direction, direction) > 0)) return false; // degenerate triangles all around
  if (is_in_cone(p, p->feature, direction)) return true;
  if (p->found == NULL) return false;
  const vt_surface_topology *t = p->own->topology;
  int vertex = vt_feature_index(p->feature);
  for (int k = t->vertex_edge_start[vertex]; k < t->vertex_edge_start[vertex + 1]; ++k) {
    int above = vt_edge_other(&t->edges[t->vertex_edges[k]], vertex);
    vt_vec3 tangent = vt_normalized(vt_sub(p->own->vertices[above], p->own->vertices[vertex]));
    if (vt_dot(tangent, direction) <= VT_SEAL_SINE) continue;
    const near_list *list = &p->found[above];
    if (list->count == 0 || vt_dot(list->items[0].direction, direction) <= SAME_DIRECTION) return false;
    if (!is_in_cone(p, vt_feature(VT_FEATURE_VERTEX, above), list->items[0].direction)) return false;
  }
  return true;
}

// Of two points that touch: the direction among a few that fits best into the normal cones of both.
static vt_vec3 touching_direction(const near_place *p, const closest *c, vt_vec3 other_normal) {
  const vt_collider *own = p->own, *other = p->other;
  vt_vec3 normal = vt_feature_normal(own->topology, own->vertices, p->feature), best = {0, 0, 0};
  if (vt_feature_kind_of(c->feature) == VT_FEATURE_TRIANGLE && vt_dot(other_normal, other_normal) > 0)
    return vt_scale(-1, other_normal); // the cone of a triangle is its normal
  const vt_vec3 directions[3] = {
      vt_scale(-1, other_normal), normal, vt_normalized(vt_sub(normal, other_normal))};
  double least = INFINITY;
  for (int k = 0; k < 3; ++k) {
    if (!(vt_dot(directions[k], directions[k]) > 0)) continue;
    double excess = fmax(vt_cone_excess(own->topology, own->vertices, p->feature, directions[k]),
        vt_cone_excess(other->topology, other->vertices, c->feature, vt_scale(-1, directions[k])));
    if (excess < least) least = excess, best = directions[k];
  }
  return best;
}

// The directions to the points found, with gaps and reaches. Where the point lies behind the closest one it
// goes on into that body; others that it lies behind are crossed already. A direction that it may not go in
// (may_go) is left out, which does not end the search: a vertex over a shallow groove may be nearer to the
// edge of the groove than to its bottom.
static int directions_of(const near_place *p, const near_list *list, vt_vec3 directions[VT_SEAL_FACES],
    double *gaps, double *reaches, int *foot) {
  int count = 0;
  for (int k = 0; k < list->count; ++k) {
    const closest *c = &list->items[k];
    vt_vec3 normal = vt_feature_normal(p->other->topology, p->other->vertices, c->feature), u = c->direction;
    if (c->gap <= VT_SEAL_TOUCHING * c->reach)
      u = touching_direction(p, c, normal);
    else if (vt_dot(u, normal) >= 0 && k > 0)
      continue;
    else if (vt_dot(u, normal) >= 0)
      u = vt_scale(-1, normal);
    if (!may_go(p, u)) continue;
    if (count == 0) *foot = c->feature;
    gaps[count] = c->gap;
    reaches[count] = c->reach;
    directions[count++] = u;
  }
  return count;
}

void vt_union_near_point(const vt_union_search *w, int body, int other, double reach, vt_seal_point *point) {
  near_place place = {
      w->bodies[body].collider, w->bodies[other].collider, vt_feature(VT_FEATURE_EDGE, point->edge), NULL};
  const int *ends = place.own->topology->edges[point->edge].vertices;
  vt_vec3 first = place.own->vertices[ends[0]];
  vt_vec3 p = vt_madd(first, point->share, vt_sub(place.own->vertices[ends[1]], first));
  bool rounded = place.own->soft || place.other->soft;
  double max = reach;
  near_from from = {p, place.own, w->bodies[body].sagittas, place.feature, reach};
  const vt_bvh *bvh = place.other->bvh;
  const vt_bvh_node *nodes = bvh->tree->nodes;
  const vt_box at = {p, p};
  const int *pair = place.own->topology->edges[point->edge].triangles;
  for (int k = 0; k < 2; ++k) // the boxes of the other have room for its own
    if (rounded && pair[k] >= 0) max = fmax(max, reach + from.sagittas[pair[k]]);
  near_list list = {.count = 0};
  int stack[VT_BVH_MAX_LEVELS + 1] = {0}, depth = 1;
  while (depth > 0) {
    int node = stack[--depth];
    if (vt_boxes_apart(&at, &bvh->nodes[node], max)) continue;
    for (int k = 0; k < nodes[node].count; ++k) {
      double weights[3];
      closest c;
      int triangle = bvh->tree->order[nodes[node].first + k];
      if (measure(&from, place.other, rounded ? w->bodies[other].sagittas : NULL, triangle, &c, weights) &&
          matters(&list, place.other, &c))
        keep(&list, place.other, &c);
    }
    if (nodes[node].count > 0) continue;
    stack[depth++] = nodes[node].right;
    stack[depth++] = node + 1;
  }
  vt_vec3 directions[VT_SEAL_FACES];
  double gaps[VT_SEAL_FACES], reaches[VT_SEAL_FACES];
  int foot, count = directions_of(&place, &list, directions, gaps, reaches, &foot);
  for (int k = 0; k < count; ++k)
    if (vt_dot(vt_seal_displacement(&point->move), directions[k]) < VT_SEAL_DONE * reaches[k])
      vt_seal_add(&point->move, other, gaps[k], reaches[k], directions[k]);
}

// ---------------------------------------------------------------- all pairs

static bool ready_moves(vt_union_search *w, vt_sealed *body) {
  if (body->moves != NULL) return true;
  int count = body->collider->topology->vertex_count;
  body->moves = VT_TAKE(w->arena, vt_seal_move, count, w->error);
  for (int v = 0; body->moves != NULL && v < count; ++v)
    body->moves[v].count = 0, body->moves[v].released = false;
  return body->moves != NULL;
}

static near_list *ready_lists(vt_union_search *w, const vt_collider *c) {
  near_list *found = VT_TAKE(w->arena, near_list, c->topology->vertex_count, w->error);
  for (int v = 0; found != NULL && v < c->topology->vertex_count; ++v) found[v].count = 0;
  return found;
}

static bool take_moves(vt_union_search *w, const near_search *near, int side, int body, int other) {
  vt_sealed *sealed = &w->bodies[body];
  near_place place = {near->colliders[side], near->colliders[1 - side], 0, near->found[side]};
  for (int v = 0; v < sealed->collider->topology->vertex_count; ++v) {
    const near_list *list = &near->found[side][v];
    if (list->count == 0) continue;
    vt_vec3 directions[VT_SEAL_FACES];
    double gaps[VT_SEAL_FACES], reaches[VT_SEAL_FACES];
    place.feature = vt_feature(VT_FEATURE_VERTEX, v);
    int foot, count = directions_of(&place, list, directions, gaps, reaches, &foot);
    if (count == 0) continue;
    if (!ready_moves(w, sealed)) return false;
    vt_seal_move *move = &sealed->moves[v];
    if (move->count == 0 || gaps[0] < move->gaps[0]) move->foot = foot;
    for (int k = 0; k < count; ++k) vt_seal_add(move, other, gaps[k], reaches[k], directions[k]);
    sealed->reach = fmax(sealed->reach, near->reach);
    w->bodies[other].reach = fmax(w->bodies[other].reach, near->reach);
    vt_union_join(w, body, other);
  }
  return true;
}

static bool near_between(vt_union_search *w, const vt_union_meeting *m) {
  near_search near = {.colliders = {w->bodies[m->a].collider, w->bodies[m->b].collider}, .reach = m->reach};
  if (m->rounded) near.sagittas[0] = w->bodies[m->a].sagittas, near.sagittas[1] = w->bodies[m->b].sagittas;
  near.found[0] = ready_lists(w, near.colliders[0]);
  near.found[1] = ready_lists(w, near.colliders[1]);
  if (near.found[0] == NULL || near.found[1] == NULL) return false;
  try_pairs(&near, m);
  return take_moves(w, &near, 0, m->a, m->b) && take_moves(w, &near, 1, m->b, m->a);
}

static bool near_within(vt_union_search *w, const vt_union_meeting *m) {
  const vt_collider *c = w->bodies[m->a].collider;
  int vertices = c->topology->vertex_count;
  vt_proximity_options options = vt_proximity_options_default(m->settings.alarm);
  vt_proximity_surface surface = {.topology = c->topology, .bvh = c->bvh, .vertices = c->vertices};
  vt_proximity_search own = {.surfaces = {&surface, &surface}, .options = &options, .own = true};
  own.walk = (vt_walk){.distance = VT_TAKE(w->arena, double, vertices, w->error),
      .queue = VT_TAKE(w->arena, int, vertices, w->error),
      .queued = VT_TAKE(w->arena, bool, vertices, w->error),
      .reached = VT_TAKE(w->arena, int, vertices, w->error)};
  const double *sagittas = w->bodies[m->a].sagittas;
  near_search near = {.colliders = {c, c}, .sagittas = {sagittas, sagittas}, .reach = m->reach, .own = &own};
  near.found[0] = near.found[1] = ready_lists(w, c);
  if (own.walk.distance == NULL || own.walk.queue == NULL || own.walk.queued == NULL ||
      own.walk.reached == NULL || near.found[0] == NULL)
    return false;
  for (int v = 0; v < vertices; ++v) own.walk.distance[v] = INFINITY, own.walk.queued[v] = false;
  try_pairs(&near, m);
  return take_moves(w, &near, 0, m->a, m->a);
}

bool vt_union_near(vt_union_search *w) {
  for (int a = 0; a < w->count; ++a)
    for (int b = a; b < w->count; ++b) {
      vt_contact_settings settings;
      if (!vt_union_pair(w, a, b, &settings)) continue;
      const vt_union_meeting *m = vt_union_meet(w, a, b, &settings);
      if (m == NULL || !(a == b ? near_within(w, m) : near_between(w, m))) return false;
    }
  return true;
}
