// One piece of a time step, as a table of contents.
#include "base/timer.h"
#include "body/balance.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- the stages

// A job over the deformable bodies, the largest first; within a body work is shared out again.
typedef struct soft_job {
  vt_world *w;
  double h;
} soft_job;

static void predict_soft(void *context, int index) {
  const soft_job *job = context;
  vt_world *w = job->w;
  vt_deformable *d = &w->work.deformables[w->work.soft[index]];
  d->again = w->tries.trying;
  d->pace = (vt_pace){w->settings.integrator, w->step.kick};
  vt_deformable_predict(d, job->h, w->settings.gravity, w->work.pool, &w->work.soft_errors[index]);
}

// The bend of a quasi-rigid body by its loads alone: what is left of the old one, and what they add.
static void predict_bending(vt_world *w, int number, double h) {
  const vt_body *b = &w->model->bodies[number];
  const vt_bending *bending = &b->bending;
  vt_mobile *mobile = &w->work.mobiles[number];
  vt_bend *next = w->work.bends_next + b->first_bend;
  const vt_bend *now = w->state.bends + b->first_bend;
  double keep = vt_bending_keep(bending, h);
  mobile->bending = bending;
  mobile->give = vt_bending_give(bending, h);
  mobile->turn = vt_quat_to_mat(vt_rigid_pose(&b->rigid, &w->state.rigid[b->rigid_index]).rotation);
  const vt_vec3 *loads = w->work.bend_forces + b->first_bend;
  for (int i = 0; i < bending->count; ++i) next[i].shift = now[i].shift;
  const vt_mode *modes = w->state.modes + b->first_mode;
  vt_mode *modes_next = w->work.modes_next + b->first_mode;
  vt_mode_step *steps = w->work.mode_steps + b->first_mode;
  vt_modes_take_out(bending, modes, next);
  for (int i = 0; i < bending->count; ++i)
    next[i] = (vt_bend){.shift = vt_scale(keep, next[i].shift), .force = vt_scale(keep, now[i].force)};
  vt_bending_add(bending, mobile->give, loads, next);
  vt_modes_prepare(bending, h, vt_modes_ring_freely(bending, modes), steps);
  vt_modes_predict(bending, steps, modes, modes_next, next);
  vt_modes_push(bending, steps, loads, modes_next, next);
  mobile->mode_steps = steps;
}

// And with the forces of rows.
static void correct_bending(vt_world *w, int number, double h) {
  const vt_body *b = &w->model->bodies[number];
  const vt_mobile *mobile = &w->work.mobiles[number];
  vt_bend *next = w->work.bends_next + b->first_bend, *now = w->state.bends + b->first_bend;
  vt_vec3 *forces = w->work.bend_forces + b->first_bend;
  for (int i = 0; i < b->bending.count; ++i) forces[i] = vt_mat_apply_transposed(mobile->turn, forces[i]);
  vt_bending_add(&b->bending, mobile->give, forces, next);
  vt_modes_push(&b->bending, mobile->mode_steps, forces, w->work.modes_next + b->first_mode, next);
  for (int k = 0; k < b->bending.mode_count; ++k)
    w->state.modes[b->first_mode + k] = w->work.modes_next[b->first_mode + k];
  for (int i = 0; i < b->bending.count; ++i) {
    next[i].velocity = vt_scale(1 / h, vt_sub(next[i].shift, now[i].shift));
    now[i] = next[i];
  }
}

static bool predict(vt_world *w, double h, vt_error *error) {
  for (int b = 0; b < w->model->body_count; ++b) {
    const vt_body *body = &w->model->bodies[b];
    if (body->kind != VT_BODY_RIGID) continue;
    vt_rigid_state *next = &w->work.rigid_next[body->rigid_index];
    double ease = vt_rigid_ease(&body->rigid, w->step.kick);
    if (body->rigid.gravity)
      next->velocity = vt_madd(next->velocity, ease * w->step.kick, w->settings.gravity);
    w->work.mobiles[b].inverse_mass = ease / body->rigid.mass;
    w->work.mobiles[b].inverse_inertia = vt_mat_scale(ease, vt_rigid_inverse_inertia(&body->rigid, next));
    if (vt_body_bends(body)) predict_bending(w, b, h);
  }
  soft_job job = {w, h};
  for (int n = 0; n < w->work.soft_count; ++n) w->work.soft_errors[n] = (vt_error){0};
  vt_pool_run(w->work.pool, w->work.soft_count, predict_soft, &job);
  for (int n = 0; n < w->work.soft_count; ++n) // the first of them, whatever the order they were done in
    if (w->work.soft_errors[n].code != VT_OK) {
      *error = w->work.soft_errors[n];
      return false;
    }
  return true;
}

static void correct_soft(void *context, int index) {
  const soft_job *job = context;
  vt_world *w = job->w;
  int b = w->work.soft[index];
  const vt_vec3 *forces =
      w->step.rows.system.row_count > 0 ? w->work.constraint_forces + w->model->bodies[b].first_node : NULL;
  vt_deformable_correct(&w->work.deformables[b], job->h, w->settings.gravity, forces, w->work.pool);
}

static bool correct(vt_world *w, double h, vt_error *error) {
  const vt_model *m = w->model;
  vt_step_apply_rows(&w->step);
  if (!vt_world_keep_touches(w, error)) return false;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_body *body = &m->bodies[b];
    if (body->kind != VT_BODY_RIGID) continue;
    w->state.rigid[body->rigid_index] = w->work.rigid_next[body->rigid_index];
    vt_rigid_integrate(&body->rigid, &w->state.rigid[body->rigid_index], h);
    if (vt_body_bends(body)) correct_bending(w, b, h);
  }
  soft_job job = {w, h};
  vt_pool_run(w->work.pool, w->work.soft_count, correct_soft, &job);
  memcpy(w->state.frames_before, w->state.frames, sizeof *w->state.frames * (size_t)m->frame_count);
  memcpy(w->state.frames, w->work.frames_next, sizeof *w->state.frames * (size_t)m->frame_count);
  *w->state.piece = h;
  *w->state.time += h;
  return vt_step_push_out(&w->step, error);
}

static bool is_finite_state(const vt_world *w) {
  for (int i = 0; i < w->model->node_count; ++i)
    if (!vt_is_finite(w->state.x[i]) || !vt_is_finite(w->state.v[i])) return false;
  for (int i = 0; i < w->model->bend_count; ++i)
    if (!vt_is_finite(w->state.bends[i].shift)) return false;
  for (int i = 0; i < w->model->rigid_count; ++i) {
    const vt_rigid_state *r = &w->state.rigid[i];
    if (!vt_is_finite(r->position) || !vt_is_finite(r->velocity) || !vt_is_finite(r->angular_momentum) ||
        !isfinite(r->rotation.w))
      return false;
  }
  return true;
}

static bool verify(vt_world *w, vt_trouble *found, vt_error *error) {
  if (!is_finite_state(w)) return vt_fail(error, VT_BAD_NUMBERS, "the state is not finite");
  w->status.inverted_points = 0;
  for (int b = 0; b < w->model->body_count; ++b) {
    const vt_deformable *d = &w->work.deformables[b];
    if (w->model->bodies[b].kind != VT_BODY_DEFORMABLE) continue;
    w->status.inverted_points += d->inverted;
    if (vt_energy_overdrawn(&w->state.credits[b], &d->balance)) found->gained = true;
  }
  if (w->step.newmark && vt_world_is_lossy(w)) found->lost = true;
  if (w->step.newmark && vt_world_has_struck(w)) found->struck = true;
  if (!vt_world_look_for_crossings(w, &found->any, error)) return false;
  found->crossings = w->tries.crossed.count;
  found->fast = w->tries.crossed.fast;
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
  vt_world_begin(w, h);
  vt_world_drive(w, h);
  if (!w->tries.trying) return vt_arena_reset(w->work.arena, error) && vt_world_lend_bodies(w, error);
  vt_arena_go_back(w->work.arena, w->tries.after_search);
  return true;
}

// Of the solver's residual (docs/solver.md says how users see it): what a step must reach, what it aims at,
// and what is enough for a try that only finds what bodies run into.
static const double TOLERANCE = 1e-6, AIM = 1e-9, ROUGH = 1e-3;

// W is built piece by piece while solving; its time is counted as that of the compliance.
static bool solve(vt_world *w, double h, vt_error *error) {
  vt_solve_options options = {.tolerance = w->tries.rough ? ROUGH : TOLERANCE,
      .aim = w->tries.rough ? ROUGH : AIM,
      .iterations = 1000,
      .plain = 5,
      .brief = w->tries.divisible};
  if (!w->tries.spent && !vt_step_solve_push(&w->step, &options, error)) return false;
  // W = h kick H A^-1 H^T
  double compliance_time = 0, root = w->step.kick == h ? h : sqrt(h * w->step.kick);
  for (bool again = true; again;) {
    if (!vt_rows_solve(&w->step.rows, w->work.mobiles, w->model->body_count, root, &options, w->work.arena,
            &w->step.solved, error) ||
        !vt_step_weigh_seals(&w->step, &again, error))
      return false;
    compliance_time += w->step.solved.compliance_time;
  }
  if (!w->step.solved.converged) w->status.result = VT_STEP_UNCONVERGED;
  w->status.constraints = w->step.rows.system.row_count;
  if (w->step.solved.iterations > w->status.iterations) w->status.iterations = w->step.solved.iterations;
  if (!(w->step.solved.residual <= w->status.residual)) w->status.residual = w->step.solved.residual;
  w->profile.compliance += 1e3 * compliance_time;
  w->profile.solve -= 1e3 * compliance_time;
  return true;
}

bool vt_world_advance(vt_world *w, double h, vt_trouble *found, vt_error *error) {
  vt_profile *p = &w->profile;
  vt_count_work(&w->asked, w->work.try_work);
  double clock = vt_now();
  return timed(drive(w, h, error), &clock, &p->drive) &&
         timed(predict(w, h, error), &clock, &p->free_motion) &&
         timed(vt_world_collide(w, h, error), &clock, &p->collision) &&
         timed(vt_world_find_cavities(w, h, error), &clock, &p->cavity) &&
         timed(vt_step_fill_rows(&w->step, error), &clock, &p->compliance) &&
         timed(solve(w, h, error), &clock, &p->solve) && timed(correct(w, h, error), &clock, &p->correct) &&
         timed(verify(w, found, error), &clock, &p->verify) &&
         timed(vt_world_settle_air(w, h, error) && vt_world_settle_vacuum(w, h, error), &clock, &p->cavity);
}
