// The cavities of a world: detected, and identified with those of the last detection.
#include "cavity/film.h"
#include "cavity/floodfill.h"
#include "cavity/follow.h"
#include "cavity/union.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// Of a cavity's surface: where air reached less of it than this before, it opened between sealed surfaces.
static const double LEAST_AIRED = 0.1;

// ---------------------------------------------------------------- what new air begins with

// The share of a cavity's surface that air reached when cavities were last looked for, on the body where it
// was least: coarse triangles say little.
static double aired_share(
    const vt_world *w, const vt_cavities *set, int cavity, double *area, double *aired) {
  const vt_cavity *c = &set->items[cavity];
  double least = 1;
  for (int b = 0; b < w->model->body_count; ++b) area[b] = aired[b] = 0;
  for (int t = c->first_triangle; t < c->first_triangle + c->triangle_count; ++t) {
    const vt_cavity_triangle *triangle = &set->triangles[t];
    int b = triangle->body;
    if (b < 0) continue;
    double size = vt_norm(vt_cavity_area(set, cavity, triangle, w->work.surfaces));
    area[b] += size;
    aired[b] +=
        size * fmin(1, w->work.open_share[b][triangle->source] + w->work.enclosed_share[b][triangle->source]);
  }
  for (int b = 0; b < w->model->body_count; ++b)
    if (area[b] > 0) least = fmin(least, aired[b] / area[b]);
  return least;
}

// The largest contact distance between bodies that a cavity touches, m.
static double distance_in(const vt_world *w, const double *area) {
  double max = 0;
  for (int a = 0; a < w->model->body_count; ++a)
    for (int b = a; b < w->model->body_count; ++b)
      if (area[a] > 0 && area[b] > 0) max = fmax(max, vt_model_contact(w->model, a, b).distance);
  return max;
}

// Of the room of a new cavity that opened between sealed surfaces: the share that air at ambient pressure
// fills. That is what lay between them at the last detection, without the contact distance: surfaces that
// touched leave a vacuum. Those of bodies that bend seal within what their triangles cannot tell from zero.
// There it has spread over what lies between them now, without the contact distance too: where nothing has
// moved since the pressure is ambient. It is never more air than lay between the true surfaces then.
static double filled_share(const vt_world *w, int cavity, const vt_vec3 *const *seen, const double *area) {
  double whole = 0;
  bool bends = false;
  for (int b = 0; b < w->model->body_count; ++b) {
    whole += area[b];
    bends |= area[b] > 0 && w->work.colliders[b].soft;
  }
  double kept = 0.5 * whole * distance_in(w, area);
  double before = fmax(0, vt_cavity_measure(&w->work.found, cavity, seen).volume - kept);
  double now = vt_cavity_measure(&w->work.found, cavity, w->work.surfaces).volume - (bends ? kept : 0);
  return now > before ? before / now : 1;
}

// The initial air of cavities that follow none. Where surfaces were sealed against each other only the air
// between them is enclosed, at ambient pressure.
static vt_cavity_start *make_starts(vt_world *w, vt_error *error) {
  int count = w->work.found.count, bodies = w->model->body_count;
  vt_cavity_start *starts = VT_TAKE(w->work.arena, vt_cavity_start, count, error);
  double *area = VT_TAKE(w->work.arena, double, bodies, error),
         *aired = VT_TAKE(w->work.arena, double, bodies, error);
  const vt_vec3 **seen = VT_TAKE(w->work.arena, const vt_vec3 *, bodies, error);
  if (starts == NULL || area == NULL || aired == NULL || seen == NULL) return NULL;
  for (int b = 0; b < bodies; ++b) seen[b] = w->state.seen + w->model->bodies[b].first_collision;
  for (int k = 0; k < count; ++k) {
    starts[k] = vt_world_air_start(w, vt_world_air_of(w, &w->work.found, k));
    vt_world_air_owners(w, &w->work.found, k, starts[k].owners);
    if (aired_share(w, &w->work.found, k, area, aired) >= LEAST_AIRED) continue;
    double volume = vt_cavity_measure(&w->work.found, k, w->work.surfaces).volume;
    starts[k].empty = fmax(0, volume) * (1 - filled_share(w, k, seen, area));
  }
  return starts;
}

// ---------------------------------------------------------------- films

// The body that determines where the air of a cavity ends, -1 if none does.
static int side_of(const vt_world *w, int id) {
  for (int b = 0; b < w->model->body_count; ++b)
    for (int v = 0; v < w->model->bodies[b].collision.vertex_count; ++v)
      if (w->work.film[b][v].id == id && w->work.film[b][v].ring == 1) return b;
  return -1;
}

// Makes a body the one that determines where the air of a cavity ends.
static bool mark(vt_world *w, const vt_detected *found, int id, int side, vt_error *error) {
  for (int b = 0; b < w->model->body_count; ++b)
    for (int v = 0; v < w->model->bodies[b].collision.vertex_count; ++v)
      if (w->work.film[b][v].id == id) w->work.film[b][v].ring = 2;
  return vt_film_mark(
      &w->work.colliders[side], found->sealed[side], id, w->work.film[side], w->work.arena, error);
}

// Which surface determines where the air of a cavity with a film ends: the finest whose vertices separate it
// from other air; then the same one for as long as that air is found. Edges may seal where vertices do not;
// where they do not either, the cavity is not found (leave_films).
static bool choose_side(vt_world *w, const vt_detected *found, int id, int last, vt_error *error) {
  int best = -1;
  double least = INFINITY;
  bool filmed = false, soft = false; // two that do not bend leave nothing between them
  for (int b = 0; b < w->model->body_count; ++b) {
    vt_film_side side = vt_film_look(&w->work.colliders[b], found->sealed[b], w->work.film[b], id);
    filmed |= side.filmed;
    soft |= side.there && w->work.colliders[b].soft;
    if (b == last && side.there)
      side.size = 0;
    else if (!side.closed)
      continue;
    if (side.size < least) best = b, least = side.size;
  }
  return !filmed || !soft || best < 0 || mark(w, found, id, best, error);
}

static bool follow_films(vt_world *w, const vt_detected *found, vt_error *error) {
  int count = w->cavities.count, *sides = VT_TAKE(w->work.arena, int, count, error);
  if (sides == NULL) return false;
  for (int k = 0; k < count; ++k) sides[k] = side_of(w, w->cavities.items[k].id);
  for (int b = 0; b < w->model->body_count; ++b)
    vt_film_follow(&w->work.colliders[b], b, found, &w->cavities, w->work.film[b]);
  for (int k = 0; k < count; ++k)
    if (!choose_side(w, found, w->cavities.items[k].id, sides[k], error)) return false;
  return true;
}

// ---------------------------------------------------------------- looking

// Whether a cavity is known by a film, or has a vertex in it that is out of reach.
static void judge(const vt_world *w, const vt_detected *found, int *known, bool *resolved) {
  for (int k = 0; k < found->cavities->count; ++k) known[k] = -1, resolved[k] = false;
  for (int b = 0; b < w->model->body_count; ++b)
    for (int v = 0; v < w->model->bodies[b].collision.vertex_count; ++v) {
      int owner = found->owners[b][v];
      if (owner < 0) continue;
      if (w->work.film[b][v].ring != 0 && w->work.film[b][v].id >= 0) known[owner] = w->work.film[b][v].id;
      resolved[owner] |= !found->sealed[b][v];
    }
}

// Takes the shares of a cavity back.
static void close_up(const vt_world *w, const vt_detected *found, int cavity) {
  const vt_cavity *c = &found->cavities->items[cavity];
  for (int k = c->first_triangle; k < c->first_triangle + c->triangle_count; ++k) {
    const vt_cavity_triangle *t = &found->cavities->triangles[k];
    if (t->source < 0) continue;
    const vt_vec3 *x = w->work.surfaces[t->body];
    const int *v = w->work.colliders[t->body].topology->triangles + 3 * t->source;
    double whole = 0.5 * vt_norm(vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]])));
    double part = vt_norm(vt_cavity_area(found->cavities, cavity, t, w->work.surfaces));
    double *share = &found->enclosed_share[t->body][t->source];
    *share = fmax(0, *share - (whole > 0 ? part / whole : 0));
  }
}

// Leaves out pockets within a seal that contain no vertex: they are artefacts of the facets.
static bool sift(vt_world *w, vt_detected *found, vt_error *error) {
  const vt_model *m = w->model;
  int count = found->cavities->count, kept = 0;
  int *known = VT_TAKE(w->work.arena, int, count, error),
      *numbers = VT_TAKE(w->work.arena, int, count, error);
  bool *resolved = VT_TAKE(w->work.arena, bool, count, error);
  double *area = VT_TAKE(w->work.arena, double, m->body_count, error);
  double *aired = VT_TAKE(w->work.arena, double, m->body_count, error);
  if (known == NULL || numbers == NULL || resolved == NULL || area == NULL || aired == NULL) return false;
  judge(w, found, known, resolved);
  for (int k = 0; k < count; ++k) {
    bool keep =
        known[k] >= 0 || resolved[k] || aired_share(w, found->cavities, k, area, aired) >= LEAST_AIRED;
    numbers[k] = keep ? kept : VT_OWNER_NONE;
    if (!keep) {
      close_up(w, found, k);
      continue;
    }
    found->cavities->items[kept] = found->cavities->items[k];
    found->cavities->items[kept++].id = known[k];
  }
  found->cavities->count = kept;
  for (int b = 0; b < m->body_count && kept < count; ++b)
    for (int v = 0; v < m->bodies[b].collision.vertex_count; ++v) {
      int *owner = &found->owners[b][v];
      if (*owner >= 0) *owner = numbers[*owner];
    }
  return true;
}

static const double DETECTION_WORK = 3e3; // units of vt_effort for a vertex

static bool detect_as(vt_world *w, bool tight, vt_detected *found, vt_error *error) {
  const vt_model *m = w->model;
  vt_count_work(&w->asked, DETECTION_WORK * m->collision_count);
  *found =
      (vt_detected){.cavities = &w->work.found, .film = (const vt_film *const *)w->work.film, .tight = tight};
  if (w->settings.detector == VT_DETECTOR_FLOODFILL)
    return vt_cavities_find_floodfill(
        w->work.colliders, m->body_count, vt_model_contact_rule, m, w->work.arena, found, error);
  return vt_cavities_find_union(
             w->work.colliders, m->body_count, vt_model_contact_rule, m, w->work.arena, found, error) &&
         sift(w, found, error);
}

static bool detect(vt_world *w, vt_detected *found, vt_error *error) {
  return detect_as(w, false, found, error);
}

// Cavities whose walls have begun to touch get a film. Tells whether there is one.
static bool begin_films(vt_world *w, const vt_detected *found, bool *begun, vt_error *error) {
  *begun = false;
  for (int k = 0; k < w->cavities.count; ++k) {
    int id = w->cavities.items[k].id;
    if (side_of(w, id) >= 0) continue;
    if (!choose_side(w, found, id, -1, error)) return false;
    *begun |= side_of(w, id) >= 0;
  }
  return true;
}

// The body whose lip divides a cavity's air determines from now on where it and its parts end.
static bool mark_parts(
    vt_world *w, const vt_detected *found, int id, int next, int added, int body, vt_error *error) {
  if (!mark(w, found, id, body, error)) return false;
  for (int k = 0; k < added; ++k)
    if (!mark(w, found, next + k, body, error)) return false;
  return true;
}

// A lip that has closed within a cavity with a film divides its air. Tells whether there is one.
static bool part_films(vt_world *w, const vt_detected *found, bool *parted, vt_error *error) {
  int next = w->cavities.next_id;
  for (int k = 0; k < w->cavities.count; ++k) {
    int id = w->cavities.items[k].id, side = side_of(w, id), added = 0;
    for (int b = 0; b < w->model->body_count && side >= 0 && added == 0; ++b) {
      const vt_collider *c = &w->work.colliders[b];
      if (b != side && !vt_film_look(c, found->sealed[b], w->work.film[b], id).closed) continue;
      added = vt_film_part(c, found->sealed[b], id, next, w->work.film[b], w->work.arena, error);
      if (added < 0 || (added > 0 && b != side && !mark_parts(w, found, id, next, added, b, error)))
        return false;
    }
    next += added;
  }
  *parted = next > w->cavities.next_id;
  return true;
}

// By cavity: the body that determines where its air ends, if it has a film and is not found with it, else -1.
// Tells whether there is one.
static bool list_lost(const vt_world *w, const vt_detected *found, int *sides) {
  bool lost = false;
  for (int k = 0; k < w->cavities.count; ++k) {
    int id = w->cavities.items[k].id;
    sides[k] = side_of(w, id);
    for (int j = 0; j < found->cavities->count; ++j)
      if (found->cavities->items[j].id == id) sides[k] = -1;
    lost |= sides[k] >= 0;
  }
  return lost;
}

// Marks the films of all cavities anew, without those whose side is -1.
static bool mark_all(vt_world *w, const vt_detected *found, const int *sides, vt_error *error) {
  for (int b = 0; b < w->model->body_count; ++b)
    for (int v = 0; v < w->model->bodies[b].collision.vertex_count; ++v) w->work.film[b][v].ring = 0;
  for (int k = 0; k < w->cavities.count; ++k)
    if (sides[k] >= 0 && !mark(w, found, w->cavities.items[k].id, sides[k], error)) return false;
  return true;
}

// Where a cavity with a film is not found, the outside has come to a part of it: the film withdraws from
// where the outside comes to when all of it seals that is within reach, as its ring does. If that is nowhere,
// its film kept a closed ring open, and is ignored.
static bool withdraw_films(vt_world *w, vt_detected *found, vt_error *error) {
  int count = w->cavities.count, *lost = VT_TAKE(w->work.arena, int, count, error),
      *sides = VT_TAKE(w->work.arena, int, count, error);
  if (lost == NULL || sides == NULL) return false;
  while (list_lost(w, found, lost)) { // each time with less of a film
    for (int k = 0; k < count; ++k) sides[k] = side_of(w, w->cavities.items[k].id);
    if (!detect_as(w, true, found, error)) return false;
    for (int k = 0; k < count; ++k) {
      if (lost[k] < 0) continue;
      vt_cavity *c = &w->cavities.items[k];
      bool withdrew = vt_film_withdraw(
          &w->work.colliders[lost[k]], found->open_share[lost[k]], c->id, w->work.film[lost[k]]);
      if (!withdrew) sides[k] = -1;
      c->withdrew |= withdrew;
    }
    if (!mark_all(w, found, sides, error) || !detect(w, found, error)) return false;
  }
  return true;
}

static bool find(vt_world *w, vt_detected *found, vt_error *error) {
  bool begun, parted;
  if (!detect(w, found, error)) return false;
  if (found->owners == NULL) return true;
  if (!begin_films(w, found, &begun, error) || (begun && !detect(w, found, error))) return false;
  if (!part_films(w, found, &parted, error) || (parted && !detect(w, found, error))) return false;
  return withdraw_films(w, found, error);
}

bool vt_world_look_for_cavities(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;
  vt_detected found;
  if (!find(w, &found, error)) return false;
  vt_cavity_start *starts = make_starts(w, error);
  if (starts == NULL ||
      !vt_cavities_follow(&w->cavities, &found, starts, w->work.surfaces, w->work.arena, error))
    return false;
  for (int b = 0; b < m->body_count; ++b) {
    size_t size = sizeof(double) * (size_t)m->bodies[b].collision.triangle_count;
    memcpy(w->work.open_share[b], found.open_share[b], size);
    memcpy(w->work.enclosed_share[b], found.enclosed_share[b], size);
    memcpy(w->state.seen + m->bodies[b].first_collision, w->work.surfaces[b],
        sizeof(vt_vec3) * (size_t)m->bodies[b].collision.vertex_count);
  }
  if (found.owners != NULL) return follow_films(w, &found, error);
  for (int b = 0; b < m->body_count && found.around != NULL; ++b)
    for (int v = 0; v < m->bodies[b].collision.vertex_count; ++v) {
      int around = found.around[b][v];
      w->work.film[b][v].around = around >= 0 ? found.cavities->items[around].id : around;
    }
  return true;
}
