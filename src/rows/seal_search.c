// What the seals of cavities bear where that follows from contact forces, which follow from the pressure.
//
// A rising pressure takes force off the seal: what it bears falls, many times faster than the pressure rises.
// So it is not read off the last step but searched for: first nothing is let out; where the seal does not
// bear the pressure that comes of it, the highest pressure that it does bear is closed in on, with a solve
// for every try, which begins from the last one's forces.
#include "cavity/seal.h"

#include "rows/rows.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIES = 12 };

// Of the highest pressure beyond ambient that is tried: where the search ends.
static const double close_enough = 0.01;

// The normal contact forces of the solve on the vertices of all bodies, N; `forces` points into `all`.
static void gather_forces(const vt_step *w, double *all, const double **forces) {
  const vt_model *m = w->model;
  const vt_system *s = &w->rows.system;
  memset(all, 0, sizeof *all * (size_t)m->collision_count);
  for (int b = 0; b < m->body_count; ++b) forces[b] = all + m->bodies[b].first_collision;
  for (int k = 0; k < w->contact_count; ++k) {
    const vt_contact *c = &w->contacts[k];
    double normal = s->f[s->blocks[w->first_contact + k].row];
    for (int side = 0; side < 2; ++side) {
      vt_contact_place place = vt_contact_place_on(c, side);
      double *own = all + m->bodies[side == 0 ? c->body_a : c->body_b].first_collision;
      for (int i = 0; i < place.count; ++i) own[place.vertices[i]] += place.weights[i] * normal;
    }
  }
}

// Adds what the air that is in the seal already bears of it: surfaces are pressed together with both, and
// more of it must come in before they part.
static void gather_films(const vt_step *w, double *all) {
  const vt_cavities *set = w->cavities;
  for (int k = 0; k < set->count; ++k) {
    const vt_cavity *c = &set->items[k];
    const vt_block *block = &w->rows.system.blocks[w->first_gas + k];
    double gauge = w->rows.system.f[block->row] / block->area;
    for (int t = c->first_tie; t < c->first_tie + c->tie_count; ++t) {
      const vt_cavity_vertex *ends[2] = {&set->vertices[c->first_vertex + set->ties[t].on],
          &set->vertices[c->first_vertex + set->ties[t].foot]};
      vt_vec3 across =
          vt_sub(vt_cavity_position(ends[1], w->surfaces), vt_cavity_position(ends[0], w->surfaces));
      double force = copysign(gauge * vt_norm(set->ties[t].area), vt_dot(set->ties[t].area, across));
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 3; ++i)
          all[w->model->bodies[ends[side]->body].first_collision + ends[side]->corners[i]] +=
              force * ends[side]->weights[i];
    }
  }
}

// The next pressure to try, after one that was borne by more than enough or was not.
static double next_try(vt_seal_search *s, double gauge, double excess) {
  bool borne = excess >= 0;
  if (borne) {
    s->low = gauge;
    s->low_excess = excess;
  } else {
    s->high = gauge;
    s->high_excess = excess;
  }
  double width = s->high - s->low;
  double fraction = s->low_excess / (s->low_excess - s->high_excess);
  // Where one end stays again and again, the chord misses: then by halves.
  s->stuck = borne == s->last_borne ? s->stuck + 1 : 0;
  s->last_borne = borne;
  if (s->stuck > 1) fraction = 0.5;
  return s->low + fmin(fmax(fraction, 0.05), 0.95) * width;
}

// Decides for one cavity whether it has to be solved for again, and with what.
static bool weigh(vt_step *w, int k, double strength) {
  vt_seal_search *s = &w->seals[k];
  vt_gas_law *law = &w->laws[k];
  const vt_block *block = &w->rows.system.blocks[w->first_gas + k];
  double gauge = fmax(0, w->rows.system.f[block->row] / block->area), excess = strength - gauge;
  s->strength = strength;
  if (w->seal_tries == 0) {
    if (excess >= 0) {
      s->searched = false;
      return false;
    }
    s->high = gauge;
  }
  double next = next_try(s, gauge, excess);
  bool found = s->high - s->low <= close_enough * s->high;
  if ((found || w->seal_tries >= MOST_TRIES) && excess >= 0) {
    s->searched = false;
    return false;
  }
  law->most = law->ambient + (found || w->seal_tries >= MOST_TRIES ? s->low : next);
  return true;
}

bool vt_step_weigh_seals(vt_step *w, bool *again, vt_error *error) {
  const vt_model *m = w->model;
  bool any = false;
  *again = false;
  for (int k = 0; k < w->cavities->count; ++k) any |= w->seals[k].searched;
  if (!any || w->seal_tries > MOST_TRIES) return true;
  const double **forces = VT_TAKE(w->arena, const double *, m->body_count, error);
  double *all = VT_TAKE(w->arena, double, m->collision_count, error);
  if (forces == NULL || all == NULL) return false;
  gather_forces(w, all, forces);
  gather_films(w, all);
  vt_detected found = {.cavities = w->cavities, .open = w->open, .enclosed = w->enclosed};
  for (int k = 0; k < w->cavities->count; ++k) {
    double strength;
    if (!w->seals[k].searched) continue;
    if (!vt_seal_strength(
            w->cavities, k, w->colliders, m->body_count, forces, &found, w->arena, &strength, error))
      return false;
    *again |= weigh(w, k, strength);
  }
  ++w->seal_tries;
  return true;
}
