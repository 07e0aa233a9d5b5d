// Where two triangle surfaces come close: one proximity per local minimum of the distance between them.
//
// At a minimum the line between the two points lies in the normal cones of the features they are on (vertex,
// edge or triangle). So the pairs of triangles that the tree search finds give candidates: the closest point
// (foot) of each vertex on the other surface, and crossings of edges. Candidates are tested against the cones
// and against each other. Every vertex and edge is owned by one triangle, so that it is tested once for each
// triangle of the other surface.
#include "geometry/proximity_search.h"

#include "base/error.h"
#include "base/vec.h"

#include <string.h>

vt_proximity_options vt_proximity_options_default(double alarm) {
  return (vt_proximity_options){.alarm = alarm,
      .depth = 0,
      .vertex_angle = 0.5 * VT_PI,
      .edge_angle = 1e-3,
      .flat_angle = 1e-3,
      .neighbour_factor = 3};
}

bool vt_search_grow(vt_proximity_search *w, void **items, size_t *capacity, size_t count, size_t size) {
  if (count < *capacity) return true;
  size_t wanted = *capacity > 0 ? 2 * *capacity : 128;
  void *grown = vt_arena_take(w->arena, wanted, size, w->error);
  if (grown == NULL) return false;
  if (count > 0) memcpy(grown, *items, count * size);
  *items = grown;
  *capacity = wanted;
  return true;
}

double vt_search_motion(const vt_proximity_search *w, int side, const int *vertices, int count) {
  const double *motions = w->motions[side];
  double max = 0;
  for (int i = 0; i < count && motions != NULL; ++i)
    max = motions[vertices[i]] > max ? motions[vertices[i]] : max;
  return max;
}

static vt_vec3 end_of(const vt_proximity_surface *s, const int v[3], const double weights[3]) {
  const vt_vec3 *x = s->ends != NULL ? s->ends : s->vertices;
  return vt_madd(vt_madd(vt_scale(weights[0], x[v[0]]), weights[1], x[v[1]]), weights[2], x[v[2]]);
}

bool vt_search_in_reach(const vt_proximity_search *w, const vt_proximity *p) {
  if (p->distance <= w->options->alarm) return true;
  const vt_proximity_surface *s = w->surfaces[0], *t = w->surfaces[1];
  if (s->ends == NULL && t->ends == NULL) return false;
  vt_vec3 offset = vt_sub(end_of(s, p->a, p->weight_a), end_of(t, p->b, p->weight_b));
  return vt_dot(p->normal, offset) <= w->options->alarm;
}

bool vt_search_add(vt_proximity_search *w, const vt_proximity *given) {
  vt_proximity p = *given;
  p.leads = -1;
  if (!vt_is_finite(p.normal) || !(fabs(vt_norm(p.normal) - 1) < 1e-9) || !isfinite(p.distance)) return true;
  if (!vt_search_in_reach(w, &p)) return true;
  if (w->own && p.feature_a > p.feature_b) {
    p = (vt_proximity){.normal = vt_scale(-1, p.normal),
        .distance = p.distance,
        .leads = -1,
        .feature_a = p.feature_b,
        .feature_b = p.feature_a};
    memcpy(p.a, given->b, sizeof p.a);
    memcpy(p.b, given->a, sizeof p.b);
    memcpy(p.weight_a, given->weight_b, sizeof p.weight_a);
    memcpy(p.weight_b, given->weight_a, sizeof p.weight_b);
  }
  if (!vt_search_grow(w, (void **)&w->found, &w->found_capacity, w->found_count, sizeof p)) return false;
  w->found[w->found_count++] = p;
  return true;
}

// In units of vt_effort: of a pair of triangles; and between two questions whether to go on.
static const double VISIT_WORK = 150, BETWEEN_QUESTIONS = 1e6;

bool vt_search_goes_on(vt_proximity_search *w, double work) {
  w->work += work;
  if (w->work < BETWEEN_QUESTIONS) return true;
  vt_count_work(w->options->asked, w->work);
  w->work = 0;
  return !vt_is_interrupted(w->options->asked) ||
         vt_fail(w->error, VT_STOPPED, "the search was asked to stop");
}

bool vt_search_pair(vt_proximity_search *w, int triangle_a, int triangle_b) {
  return vt_search_goes_on(w, VISIT_WORK) && vt_search_feet(w, 0, triangle_a, triangle_b) &&
         vt_search_feet(w, 1, triangle_b, triangle_a) && vt_search_edges(w, triangle_a, triangle_b);
}

static bool visit(void *context, int triangle_a, int triangle_b) {
  return vt_search_pair(context, triangle_a, triangle_b);
}

// The largest coordinate of a surface.
static double extent(const vt_bvh *bvh) {
  if (bvh->tree->node_count == 0) return 0;
  const vt_box *box = &bvh->nodes[0];
  double x = fmax(fabs(box->low.x), fabs(box->high.x)), y = fmax(fabs(box->low.y), fabs(box->high.y));
  double max = fmax(fmax(x, y), fmax(fabs(box->low.z), fabs(box->high.z)));
  return isfinite(max) ? max : 0;
}

static bool prepare_edges(vt_proximity_search *w) {
  for (int side = 0; side < 2; ++side) {
    size_t edges = (size_t)w->surfaces[side]->topology->edge_count;
    w->edge_states[side] = VT_TAKE(w->arena, _Atomic unsigned char, edges, w->error);
    if (w->edge_states[side] == NULL) return false;
    for (size_t e = 0; e < edges; ++e) atomic_init(&w->edge_states[side][e], 0);
  }
  return true;
}

// Every vertex is tried with many triangles.
static bool prepare_motions(vt_proximity_search *w) {
  for (int side = 0; side < 2; ++side) {
    const vt_proximity_surface *s = w->surfaces[side];
    int count = s->topology->vertex_count;
    if (s->ends == NULL) continue;
    w->motions[side] = VT_TAKE(w->arena, double, count, w->error);
    if (w->motions[side] == NULL) return false;
    for (int i = 0; i < count; ++i) w->motions[side][i] = vt_norm(vt_sub(s->ends[i], s->vertices[i]));
  }
  return true;
}

// Coordinates of size L carry errors of some 1e-16 L; the rest is a margin for short edges and flat angles.
static bool prepare(vt_proximity_search *w) {
  const vt_proximity_surface *a = w->surfaces[0], *b = w->surfaces[1];
  double size = fmin(a->topology->edge_length, b->topology->edge_length);
  w->rounding = 1e-15 * fmax(extent(a->bvh), extent(b->bvh));
  w->precision = 1e-9 * size + 1e3 * w->rounding;
  w->touching = 1e3 * w->precision;
  w->reach = fmax(fmax(w->options->alarm, w->options->depth), w->touching);
  w->edge_sine = sin(fmin(w->options->edge_angle, 0.5 * VT_PI));
  return prepare_edges(w) && prepare_motions(w);
}

static bool finish(vt_proximity_search *w, bool searched, vt_proximity **found, int *count) {
  *found = NULL;
  *count = 0;
  if (!searched || !vt_search_resolve_feet(w, 0) || !vt_search_resolve_feet(w, 1) || !vt_search_merge(w) ||
      (w->options->guard > 0 && !vt_search_guard(w)))
    return false;
  vt_count_work(w->options->asked, w->work);
  *found = w->found;
  *count = (int)w->found_count;
  return true;
}

bool vt_proximity_between(const vt_proximity_surface *a, const vt_proximity_surface *b,
    const vt_proximity_options *options, vt_arena *arena, vt_proximity **found, int *count, vt_error *error) {
  vt_proximity_search w = {.surfaces = {a, b}, .options = options, .arena = arena, .error = error};
  return finish(&w, prepare(&w) && vt_search_pairs(&w), found, count);
}

bool vt_proximity_within(const vt_proximity_surface *surface, const vt_proximity_options *options,
    vt_arena *arena, vt_proximity **found, int *count, vt_error *error) {
  vt_proximity_search w = {
      .surfaces = {surface, surface}, .options = options, .own = true, .arena = arena, .error = error};
  size_t vertices = (size_t)surface->topology->vertex_count;
  vt_bvh normals;
  w.walk = (vt_walk){.distance = VT_TAKE(arena, double, vertices, error),
      .queue = VT_TAKE(arena, int, vertices, error),
      .queued = VT_TAKE(arena, bool, vertices, error),
      .reached = VT_TAKE(arena, int, vertices, error)};
  bool ready =
      w.walk.distance != NULL && w.walk.queue != NULL && w.walk.queued != NULL && w.walk.reached != NULL;
  for (size_t v = 0; ready && v < vertices; ++v) w.walk.distance[v] = INFINITY, w.walk.queued[v] = false;
  return finish(&w,
      ready && prepare(&w) && vt_search_normals(&w, &normals) &&
          vt_bvh_own_pairs(surface->bvh, &normals, w.reach, visit, &w),
      found, count);
}
