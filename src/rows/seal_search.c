// The pressures that the seals of cavities bear, where they depend on contact forces,
// which depend on the pressure.
//
// A rising pressure unloads the seal: what it bears falls many times faster than the pressure rises. So it is
// not taken from the last step but searched for. In the first solve no air escapes; where the seal does not
// bear the resulting pressure, the highest pressure that it does bear is bracketed, with one solve per trial
// pressure, warm-started from the last one's forces.
#include "cavity/seal_strength.h"

#include "rows/rows.h"

#include <math.h>
#include <string.h>

static const double LEAST_FRACTION = 0.05; // of the bracket: a chord never stays nearer to one end

enum { MAX_TRIES = 12 };

// Of the highest pressure beyond ambient that is tried: where the search ends.
static const double close_enough = 0.01;

// The normal contact forces of the solve on the vertices of all bodies, N; `forces` points into `all`.
static void gather_forces(const vt_step *step, double *all, const double **forces) {
  const vt_model *m = step->model;
  const vt_system *s = &step->rows.system;
  memset(all, 0, sizeof *all * (size_t)m->collision_count);
  for (int b = 0; b < m->body_count; ++b) forces[b] = all + m->bodies[b].first_collision;
  for (int k = 0; k < step->contact_count; ++k) {
    const vt_contact *c = &step->contacts[k];
    double normal = s->f[s->blocks[step->first_contact + k].row];
    for (int side = 0; side < 2; ++side) {
      vt_contact_place place = vt_contact_place_on(c, side);
      double *own = all + m->bodies[side == 0 ? c->body_a : c->body_b].first_collision;
      for (int i = 0; i < place.count; ++i) own[place.vertices[i]] += place.weights[i] * normal;
    }
  }
}

// Adds what the air within the seal bears of it: surfaces are pressed together by contact and by this
// pressure, and only more than both lets air in.
static void gather_films(const vt_step *step, double *all) {
  const vt_cavities *set = step->cavities;
  for (int k = 0; k < set->count; ++k) {
    const vt_cavity *c = &set->items[k];
    const vt_block *block = &step->rows.system.blocks[step->first_gas + k];
    double gauge = step->rows.system.f[block->row] / block->area;
    for (int t = c->first_tie; t < c->first_tie + c->tie_count; ++t) {
      const vt_cavity_vertex *ends[2] = {&set->vertices[c->first_vertex + set->ties[t].on],
          &set->vertices[c->first_vertex + set->ties[t].foot]};
      vt_vec3 across =
          vt_sub(vt_cavity_position(ends[1], step->surfaces), vt_cavity_position(ends[0], step->surfaces));
      double force = copysign(gauge * vt_norm(set->ties[t].area), vt_dot(set->ties[t].area, across));
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 3; ++i)
          all[step->model->bodies[ends[side]->body].first_collision + ends[side]->corners[i]] +=
              force * ends[side]->weights[i];
    }
  }
}

// The next pressure to try, after one that was borne or not, by `excess`.
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
  // Where the same end stays several times, the chord is a poor guess: bisection.
  s->stuck = borne == s->last_borne ? s->stuck + 1 : 0;
  s->last_borne = borne;
  if (s->stuck > 1) fraction = 0.5;
  return s->low + fmin(fmax(fraction, LEAST_FRACTION), 1 - LEAST_FRACTION) * width;
}

// Decides for one cavity whether it has to be solved for again, and with what.
static bool weigh(vt_step *step, int k, double strength) {
  vt_seal_search *s = &step->seals[k];
  vt_gas_law *law = &step->laws[k];
  const vt_block *block = &step->rows.system.blocks[step->first_gas + k];
  double gauge = fmax(0, step->rows.system.f[block->row] / block->area), excess = strength - gauge;
  s->strength = strength;
  if (step->seal_tries == 0) {
    if (excess >= 0) {
      s->searched = false;
      return false;
    }
    s->high = gauge;
  }
  double next = next_try(s, gauge, excess);
  bool found = s->high - s->low <= close_enough * s->high;
  if ((found || step->seal_tries >= MAX_TRIES) && excess >= 0) {
    s->searched = false;
    return false;
  }
  law->max_pressure = law->ambient + (found || step->seal_tries >= MAX_TRIES ? s->low : next);
  return true;
}

bool vt_step_weigh_seals(vt_step *step, bool *again, vt_error *error) {
  const vt_model *m = step->model;
  bool any = false;
  *again = false;
  for (int k = 0; k < step->cavities->count; ++k) any |= step->seals[k].searched;
  if (!any || step->seal_tries > MAX_TRIES) return true;
  const double **forces = VT_TAKE(step->arena, const double *, m->body_count, error);
  double *all = VT_TAKE(step->arena, double, m->collision_count, error);
  if (forces == NULL || all == NULL) return false;
  gather_forces(step, all, forces);
  gather_films(step, all);
  vt_detected found = {
      .cavities = step->cavities, .open_share = step->open_share, .enclosed_share = step->enclosed_share};
  for (int k = 0; k < step->cavities->count; ++k) {
    double strength;
    if (!step->seals[k].searched) continue;
    if (!vt_seal_strength(
            step->cavities, k, step->colliders, m->body_count, forces, &found, step->arena, &strength, error))
      return false;
    *again |= weigh(step, k, strength);
  }
  ++step->seal_tries;
  return true;
}
