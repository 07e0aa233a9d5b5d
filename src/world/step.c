// One time step, as a table of contents.
#include "base/timer.h"
#include "body/balance.h"
#include "contact/crossing.h"
#include "world/world.h"

#include <limits.h>
#include <string.h>

// ---------------------------------------------------------------- the stages

static bool predict_body(vt_world *w, int b, double h, int threads, vt_error *error) {
  const vt_body *body = &w->model->bodies[b];
  if (body->kind == VT_BODY_DEFORMABLE)
    return vt_deformable_predict(&w->deformables[b], h, w->settings.gravity, threads, error);
  if (body->kind != VT_BODY_RIGID) return true;
  vt_rigid_state *next = &w->rigid_next[body->rigid_index];
  if (body->rigid.gravity) next->velocity = vt_madd(next->velocity, h, w->settings.gravity);
  w->mobiles[b].inverse_mass = 1 / body->rigid.mass;
  w->mobiles[b].inverse_inertia = vt_rigid_inverse_inertia(&body->rigid, next);
  return true;
}

// Several deformable bodies are shared out between the threads; one body is worked on by all.
static bool predict(vt_world *w, double h, vt_error *error) {
  int count = w->model->body_count, threads = w->settings.threads, soft = 0;
  for (int b = 0; b < count; ++b) soft += w->model->bodies[b].kind == VT_BODY_DEFORMABLE;
  if (soft < 2 || threads < 2) {
    for (int b = 0; b < count; ++b)
      if (!predict_body(w, b, h, threads, error)) return false;
    return true;
  }
  int failed = count; // the first body that fails, whatever the order they are done in
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (int b = 0; b < count; ++b) {
    vt_error own = {0};
    if (predict_body(w, b, h, 1, &own)) continue;
#pragma omp critical(vt_predict_failed)
    if (b < failed) {
      failed = b;
      *error = own;
    }
  }
  return failed == count;
}

static bool correct(vt_world *w, double h, vt_error *error) {
  const vt_model *m = w->model;
  vt_world_apply_rows(w, h);
  if (!vt_world_keep_touches(w, error)) return false;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_body *body = &m->bodies[b];
    if (body->kind == VT_BODY_RIGID) {
      w->state.rigid[body->rigid_index] = w->rigid_next[body->rigid_index];
      vt_rigid_integrate(&body->rigid, &w->state.rigid[body->rigid_index], h);
    } else if (body->kind == VT_BODY_DEFORMABLE) {
      const vt_vec3 *forces = w->rows.system.row_count > 0 ? w->constraint_forces + body->first_node : NULL;
      if (!vt_deformable_correct(
              &w->deformables[b], h, w->settings.gravity, forces, w->settings.threads, error))
        return false;
    }
  }
  memcpy(w->state.frames, w->frames_next, sizeof *w->state.frames * (size_t)m->frame_count);
  *w->state.time += h;
  return true;
}

static bool is_finite_state(const vt_world *w) {
  for (int i = 0; i < w->model->node_count; ++i)
    if (!vt_is_finite(w->state.x[i]) || !vt_is_finite(w->state.v[i])) return false;
  for (int i = 0; i < w->model->rigid_count; ++i) {
    const vt_rigid_state *r = &w->state.rigid[i];
    if (!vt_is_finite(r->position) || !vt_is_finite(r->velocity) || !vt_is_finite(r->angular_momentum) ||
        !isfinite(r->rotation.w))
      return false;
  }
  return true;
}

static vt_contact_settings rule_of(const void *model, int a, int b) { return vt_model_contact(model, a, b); }

// Pairs of bodies whose surfaces cross now or did so on the way from where the surfaces were last updated.
static int count_crossings(vt_world *w, bool moving) {
  if (!w->model->contact.enabled && w->model->rule_count == 0) return 0;
  memcpy(w->collision_ends, w->collision_vertices,
      sizeof *w->collision_ends * (size_t)w->model->collision_count);
  vt_world_update_surfaces(w);
  return vt_crossings(w->colliders, w->model->body_count, rule_of, w->model, moving);
}

// What is wrong with a piece that went through.
typedef struct trouble {
  int crossings; // pairs of surfaces
  bool gained;   // a body has energy from nowhere
} trouble;

static bool verify(vt_world *w, trouble *found, vt_error *error) {
  if (!is_finite_state(w)) return vt_fail(error, VT_BAD_NUMBERS, "the state is not finite");
  w->status.inverted = 0;
  for (int b = 0; b < w->model->body_count; ++b) {
    const vt_deformable *d = &w->deformables[b];
    if (w->model->bodies[b].kind != VT_BODY_DEFORMABLE) continue;
    w->status.inverted += d->inverted;
    if (vt_energy_overdrawn(&w->state.credits[b], &d->balance)) found->gained = true;
  }
  found->crossings = count_crossings(w, true);
  return true;
}

// ---------------------------------------------------------------- one piece of a step

// Adds the time since *clock to a stage of the profile, in ms.
static bool timed(bool result, double *clock, double *stage) {
  double now = vt_now();
  *stage += 1e3 * (now - *clock);
  *clock = now;
  return result;
}

static bool drive(vt_world *w, double h, vt_error *error) {
  vt_world_drive(w, h);
  return vt_arena_reset(w->arena, error);
}

// W is built piece by piece while solving; its share of the time goes where it belongs.
static bool solve(vt_world *w, double h, vt_error *error) {
  vt_solve_options options = {.tolerance = 1e-9, .iterations = 1000, .plain = 5};
  if (!vt_rows_solve(&w->rows, w->mobiles, w->model->body_count, h, &options, w->arena, &w->solved, error))
    return false;
  if (!w->solved.converged && w->solved.residual > 1e-6) w->status.result = VT_STEP_UNCONVERGED;
  w->status.constraints = w->rows.system.row_count;
  w->status.iterations = w->solved.iterations;
  w->status.residual = w->solved.residual;
  w->profile.compliance += 1e3 * w->solved.compliance_time;
  w->profile.solve -= 1e3 * w->solved.compliance_time;
  return true;
}

static bool advance(vt_world *w, double h, trouble *found, vt_error *error) {
  vt_profile *p = &w->profile;
  double clock = vt_now();
  return timed(drive(w, h, error), &clock, &p->drive) &&
         timed(predict(w, h, error), &clock, &p->free_motion) &&
         timed(vt_world_collide(w, h, error), &clock, &p->collision) &&
         timed(vt_world_fill_rows(w, h, error), &clock, &p->compliance) &&
         timed(solve(w, h, error), &clock, &p->solve) && timed(correct(w, h, error), &clock, &p->correct) &&
         timed(verify(w, found, error), &clock, &p->verify);
}

// ---------------------------------------------------------------- a whole step

// The step in `pieces` equal parts; left early when more surfaces cross than `allowed`.
static bool attempt(vt_world *w, int pieces, int allowed, trouble *found, vt_error *error) {
  double dt = w->settings.dt;
  double counted = (double)(*w->state.steps + 1 - *w->state.since_steps);
  w->status.result = VT_STEP_OK;
  w->status.substeps = pieces;
  *found = (struct trouble){0};
  for (int k = 0; k < pieces && found->crossings <= allowed; ++k)
    if (!advance(w, dt / pieces, found, error)) return false;
  *w->state.time = *w->state.since + counted * dt;
  return true;
}

enum {
  MOST_PIECES = 64,          // when numbers fail
  MOST_PIECES_INVERTED = 4,  // when cells turn inside out, which the elements survive
  MOST_PIECES_GAINED = 16,   // when a body gains energy from nowhere
  MOST_PIECES_CROSSED = 256, // when surfaces cross: contacts look ahead from the start of a piece
};

static bool save_good(vt_world *w, vt_error *error) {
  memcpy(w->good_block, w->state_block, w->state_size);
  return vt_touches_copy(&w->good_touches, &w->touches, error);
}

static void restore_good(vt_world *w) {
  vt_error none = {0}; // there is room: the contacts came from there
  memcpy(w->state_block, w->good_block, w->state_size);
  vt_world_forget(w);
  vt_touches_copy(&w->touches, &w->good_touches, &none);
}

vt_step_result vt_world_step(vt_world *w) {
  double begin = vt_now();
  int inverted = w->status.inverted;
  w->profile = (vt_profile){0};
  w->status.error = (vt_error){0};
  if (!save_good(w, &w->status.error)) return w->status.result = VT_STEP_FAILED;
  int allowed = 0; // surfaces that crossed before the step
  for (int pieces = 1;;) {
    trouble found;
    w->status.error = (vt_error){0};
    bool last = pieces >= MOST_PIECES_CROSSED;
    bool done = attempt(w, pieces, last ? INT_MAX : allowed, &found, &w->status.error);
    bool crossed = done && found.crossings > allowed && !last;
    bool turned = done && w->status.inverted > inverted && pieces < MOST_PIECES_INVERTED;
    bool gained = done && found.gained && pieces < MOST_PIECES_GAINED;
    if (done && !crossed && !turned && !gained) break;
    if (!done && pieces >= MOST_PIECES) {
      restore_good(w);
      vt_world_update_surfaces(w);
      w->status.result = VT_STEP_FAILED;
      return VT_STEP_FAILED;
    }
    restore_good(w);
    if (crossed && allowed == 0) {
      vt_world_update_surfaces(w);
      allowed = count_crossings(w, false);
    }
    if (turned || gained || !done || found.crossings > allowed) pieces *= 2;
  }
  vt_world_update_surfaces(w);
  vt_world_read_sensors(w);
  ++*w->state.steps;
  ++w->status.steps;
  w->status.redone += w->status.substeps > 1;
  w->status.unconverged += w->status.result == VT_STEP_UNCONVERGED;
  w->profile.total = 1e3 * (vt_now() - begin);
  return w->status.result;
}
