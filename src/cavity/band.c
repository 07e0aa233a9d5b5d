// How the pressure of a cavity ends in its seal: as loads on one surface and on the opposite one.
//
// One of the surfaces determines how far the pressure reaches: with s the share of the pressure at a vertex
// and A a third of the areas around it, s A acts there. The cavity's mesh, whose triangles end where the
// union was cut, accounts for a part of it. The difference is a tie: it pulls at the vertex and, with the
// opposite force, at its closest point on the other surface, along the line between the two. So forces and
// torques cancel, and the volume under that area is area times gap, of which these are the derivatives.
#include "cavity/band.h"

typedef struct band {
  const vt_collider *collider;
  int body;
  const vt_film *film;
  const vt_band_foot *feet;
  const double *counts;
  double *openness, *shares;
  vt_band_part *parts;
  vt_vec3 *missing;    // m^2, by vertex: into the body
  vt_band_mark *marks; // by vertex: whether the cavity's air is free there
  int *queue;
} band;

// ---------------------------------------------------------------- which surface

// Whether every path on a surface from a cavity's air to other air meets a vertex in the seal, and how fine
// the mesh is there: the mean length of the edges at vertices with this air, m. INFINITY if not, 0 if no
// vertex out of reach of other surfaces has this air.
static double fineness(const vt_collider *c, const vt_film *film, int id) {
  const vt_surface_topology *t = c->topology;
  double sum = 0;
  int count = 0;
  for (int v = 0; v < t->vertex_count; ++v) {
    if (film[v].around != id) continue;
    sum += t->vertex_size[v];
    ++count;
    for (int k = t->vertex_edge_start[v]; k < t->vertex_edge_start[v + 1]; ++k) {
      int around = film[vt_edge_other(&t->edges[t->vertex_edges[k]], v)].around;
      if (around != id && around != VT_OWNER_NONE) return INFINITY;
    }
  }
  return count > 0 ? sum / count : 0;
}

// The surface that determines how far the pressure reaches: the one on which the film ends, else the finest
// one that separates its air from other air; -1 if there is none.
static int side_of(const vt_collider *colliders, int count, const vt_film *const *film, int id) {
  int best = -1;
  double least = INFINITY;
  for (int b = 0; b < count; ++b) {
    double size = fineness(&colliders[b], film[b], id);
    bool ring = false;
    for (int v = 0; v < colliders[b].topology->vertex_count; ++v)
      ring |= film[b][v].id == id && film[b][v].ring == 1;
    if (ring) return b;
    if (size > 0 && size < least) best = b, least = size;
  }
  return best;
}

// ---------------------------------------------------------------- shares and ties

// Whether nothing resists a cavity's air at a vertex: it is open, or a film inside of the ring.
static bool is_free(const band *b, int vertex, int id) {
  if (vt_band_is_open(&b->feet[vertex], &b->film[vertex])) return b->film[vertex].around == id;
  return b->film[vertex].id == id && b->counts[vertex] <= 0;
}

// A cavity has its pressure where the largest part of its air is. Parts that are cut off by seals inside the
// ring get the pressure at which inflow and outflow balance, so it has already fallen to that of the other
// air when that air breaks in. False if the cavity's air is nowhere free.
static bool part_of(const band *b, int id) {
  int count = b->collider->topology->vertex_count;
  for (int v = 0; v < count; ++v) b->marks[v] = is_free(b, v, id) ? VT_BAND_MARKED : VT_BAND_UNMARKED;
  bool any = vt_band_mark_largest(b->collider, b->marks, b->queue);
  for (int v = 0; v < count; ++v) {
    const vt_band_foot *f = &b->feet[v];
    bool air = b->marks[v] != VT_BAND_UNMARKED;
    bool fixed = air ? b->marks[v] == VT_BAND_LARGEST : vt_band_is_open(f, &b->film[v]);
    b->openness[v] = f->openness;
    b->shares[v] = air ? 1 : 0;
    b->parts[v] = fixed ? VT_BAND_FIXED : f->found || air ? VT_BAND_FREE : VT_BAND_OUT;
  }
  return any;
}

// The area that acts on each vertex beyond that of the mesh, whose own is `gradient`. The mesh's border
// counts too: it lies across the gap, and not straight across where the mesh ends further in on one
// surface than on the other.
static void miss(const band *b, const vt_cavities *set, const vt_cavity *c, const vt_vec3 *gradient) {
  const vt_surface_topology *t = b->collider->topology;
  const vt_vec3 *x = b->collider->vertices;
  for (int v = 0; v < t->vertex_count; ++v) b->missing[v] = vt_v3(0, 0, 0);
  for (int k = 0; k < t->triangle_count; ++k) {
    const int *v = t->triangles + 3 * k;
    vt_vec3 area = vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]]));
    for (int i = 0; i < 3; ++i) b->missing[v[i]] = vt_madd(b->missing[v[i]], -b->shares[v[i]] / 6, area);
  }
  for (int i = 0; i < c->vertex_count; ++i) {
    const vt_cavity_vertex *p = &set->vertices[c->first_vertex + i];
    for (int j = 0; j < 3 && p->body == b->body; ++j)
      b->missing[p->corners[j]] = vt_madd(b->missing[p->corners[j]], -p->weights[j], gradient[i]);
  }
}

// A growing list of ties in the arena.
typedef struct tie_list {
  vt_cavity_vertex *ends;
  vt_vec3 *areas;
  int count;
} tie_list;

// Missing areas below this share of a vertex' area are rounding.
static const double least_area = 1e-12;

static void add_ties(const band *b, double scale, tie_list *list) {
  for (int v = 0; v < b->collider->topology->vertex_count; ++v) {
    const vt_band_foot *f = &b->feet[v];
    double area = f->found ? -vt_dot(b->missing[v], f->direction) : 0;
    if (fabs(area) <= least_area * scale) continue;
    list->ends[2 * list->count] = (vt_cavity_vertex){b->body, {v, v, v}, {1, 0, 0}};
    list->ends[2 * list->count + 1] = f->foot;
    list->areas[list->count++] = vt_scale(area, f->direction);
  }
}

// The cavity with the same id that had ties, -1 if none.
static int tied_before(const vt_cavities *last, int id) {
  for (int k = 0; k < last->count; ++k)
    if (last->items[k].id == id && last->items[k].tie_count > 0) return k;
  return -1;
}

static const vt_cavity_vertex *tied_at(const vt_cavities *set, int cavity, int tie) {
  const vt_cavity *c = &set->items[cavity];
  return &set->vertices[c->first_vertex + set->ties[c->first_tie + tie].on];
}

// The ties that a cavity had, with their areas, at the closest points of now: that a detector does not find
// the cavity any more takes no pressure off its seal.
static void keep_ties(const vt_cavities *last, int cavity, const vt_band_foot *feet, tie_list *list) {
  for (int i = 0; i < last->items[cavity].tie_count; ++i) {
    vt_cavity_vertex on = *tied_at(last, cavity, i);
    vt_vec3 area = last->ties[last->items[cavity].first_tie + i].area;
    const vt_band_foot *f = &feet[on.corners[0]];
    if (!f->found) continue;
    list->ends[2 * list->count] = on;
    list->ends[2 * list->count + 1] = f->foot;
    list->areas[list->count++] = vt_scale(copysign(vt_norm(area), vt_dot(area, f->direction)), f->direction);
  }
}

static bool make(band *b, vt_arena *arena, vt_error *error) {
  int count = b->collider->topology->vertex_count;
  b->openness = VT_TAKE(arena, double, count, error);
  b->shares = VT_TAKE(arena, double, count, error);
  b->parts = VT_TAKE(arena, vt_band_part, count, error);
  b->missing = VT_TAKE(arena, vt_vec3, count, error);
  b->marks = VT_TAKE(arena, vt_band_mark, count, error);
  b->queue = VT_TAKE(arena, int, count, error);
  return b->openness != NULL && b->shares != NULL && b->parts != NULL && b->missing != NULL &&
         b->marks != NULL && b->queue != NULL;
}

bool vt_bands_tie(const vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    const vt_film *const *film, const vt_cavities *last, vt_cavities *cavities, vt_pool *pool,
    vt_arena *arena, vt_error *error) {
  int *sides = VT_TAKE(arena, int, cavities->count, error),
      *counts = VT_TAKE(arena, int, cavities->count, error);
  const vt_vec3 **surfaces = VT_TAKE(arena, const vt_vec3 *, count, error);
  vt_band_foot **feet = VT_TAKE(arena, vt_band_foot *, count, error);
  double **resists = VT_TAKE(arena, double *, count, error);
  if (sides == NULL || counts == NULL || surfaces == NULL || feet == NULL || resists == NULL) return false;
  size_t max = 0;
  bool bends = false; // two that do not bend have no band
  for (int b = 0; b < count; ++b)
    surfaces[b] = colliders[b].vertices, feet[b] = NULL, bends |= colliders[b].soft;
  for (int k = 0; k < cavities->count; ++k) {
    const vt_cavity *c = &cavities->items[k];
    int before = c->flat ? tied_before(last, c->id) : -1;
    sides[k] = -1;
    if (before >= 0)
      sides[k] = tied_at(last, before, 0)->body;
    else if (bends && c->chamber < 0 && !c->flat)
      sides[k] = side_of(colliders, count, film, c->id);
    if (sides[k] >= 0) max += (size_t)colliders[sides[k]].topology->vertex_count;
  }
  vt_cavities_untie(cavities);
  tie_list list = {VT_TAKE(arena, vt_cavity_vertex, 2 * max, error), VT_TAKE(arena, vt_vec3, max, error), 0};
  if (list.ends == NULL || list.areas == NULL) return false;
  for (int k = 0; k < cavities->count; ++k) {
    int side = sides[k], before = list.count, id = cavities->items[k].id;
    counts[k] = 0;
    if (side < 0) continue;
    if (feet[side] == NULL) {
      feet[side] = vt_band_feet(colliders, count, side, rule, user, pool, arena, error);
      if (feet[side] == NULL) return false;
      resists[side] = vt_band_counts(&colliders[side], feet[side], film[side], cavities, arena, error);
    }
    if (cavities->items[k].flat) {
      keep_ties(last, tied_before(last, id), feet[side], &list);
      counts[k] = list.count - before;
      continue;
    }
    band b = {.collider = &colliders[side],
        .body = side,
        .film = film[side],
        .feet = feet[side],
        .counts = resists[side]};
    if (b.counts == NULL || !make(&b, arena, error)) return false;
    if (!part_of(&b, id)) continue;
    if (!vt_band_spread(b.collider->topology, b.collider->vertices, b.openness, b.counts, b.parts, b.shares,
            arena, error))
      return false;
    vt_vec3 *gradient = VT_TAKE(arena, vt_vec3, cavities->items[k].vertex_count, error);
    if (gradient == NULL) return false;
    vt_cavity_gradient(cavities, k, surfaces, gradient);
    miss(&b, cavities, &cavities->items[k], gradient);
    double size = vt_cavity_measure(cavities, k, surfaces).area;
    add_ties(&b, size, &list);
    counts[k] = list.count - before;
  }
  return vt_cavities_tie(cavities, counts, list.ends, list.areas, error);
}
