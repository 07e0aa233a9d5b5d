// One time step, as a table of contents.
#include "base/misuse.h"
#include "base/timer.h"
#include "body/balance.h"
#include "body/untangle.h"
#include "mesh/cell.h"
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

static bool predict(vt_world *w, double h, vt_error *error) {
  for (int b = 0; b < w->model->body_count; ++b) {
    const vt_body *body = &w->model->bodies[b];
    if (body->kind != VT_BODY_RIGID) continue;
    vt_rigid_state *next = &w->work.rigid_next[body->rigid_index];
    if (body->rigid.gravity) next->velocity = vt_madd(next->velocity, w->step.kick, w->settings.gravity);
    w->work.mobiles[b].inverse_mass = 1 / body->rigid.mass;
    w->work.mobiles[b].inverse_inertia = vt_rigid_inverse_inertia(&body->rigid, next);
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
  for (int i = 0; i < w->model->rigid_count; ++i) {
    const vt_rigid_state *r = &w->state.rigid[i];
    if (!vt_is_finite(r->position) || !vt_is_finite(r->velocity) || !vt_is_finite(r->angular_momentum) ||
        !isfinite(r->rotation.w))
      return false;
  }
  return true;
}

// What is wrong with a piece that went through.
typedef struct trouble {
  int crossings; // pairs of surfaces that did not cross before
  bool any;      // some pair of surfaces crosses
  bool gained;   // a body has energy from nowhere
  bool lost;     // bodies have lost energy to the integrator
  bool struck;   // soft ones have lost it to what they ran into
} trouble;

static bool verify(vt_world *w, trouble *found, vt_error *error) {
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
  if (!w->tries.trying) return vt_arena_reset(w->work.arena, error);
  vt_arena_go_back(w->work.arena, w->tries.after_search);
  return true;
}

// Of the solver's residual (docs/solver.md says what a user sees of it): what a step must reach, what it aims
// at, and what is enough for a try that is only to show what bodies run into.
static const double TOLERANCE = 1e-6, AIM = 1e-9, ROUGH = 1e-3;

// W is built piece by piece while solving; its share of the time goes where it belongs.
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

static bool advance(vt_world *w, double h, trouble *found, vt_error *error) {
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

// ---------------------------------------------------------------- pieces whose surfaces do not cross

enum {
  MAX_PIECES = 64,         // when numbers fail
  MAX_PIECES_INVERTED = 4, // when cells turn inside out, which the elements survive
  MAX_PIECES_GAINED = 16,  // when a body gains energy from nowhere, or bodies lose it to the integrator
  MAX_PIECES_STRUCK = 32,  // when soft bodies run into something: at 3 m/s and 10 ms a way of 1 mm
  MAX_PARTS = 4096,        // of a piece, when surfaces cross: at 10 m/s a quarter of the contact distance
  MAX_TRIES = 6,           // of a part, with what it ran into foreseen, before it is halved
  MAX_PARTS_UNSOLVED = 4,  // of a piece, when its forces are not found
};

static bool save(const vt_world *w, vt_saved *to, vt_error *error) {
  vt_parts now = vt_world_parts(w), there = vt_saved_parts(to, w->state_size);
  if (!vt_parts_reserve(there, now, error)) return false;
  vt_parts_copy(there, now);
  return true;
}

static void restore(vt_world *w, const vt_saved *from) {
  vt_parts_copy(vt_world_parts(w), vt_saved_parts(from, w->state_size)); // there is room: it came from there
  vt_world_forget(w);
}

// ---------------------------------------------------------------- what a step may take

static const double LAST_SHARE = 0.25; // of a step's work: what each of the last tries may take besides

static void begin_effort(vt_world *w) {
  atomic_store(&w->effort.stopped, false);
  w->effort.work = 0;
  w->effort.max_work = w->work.max_work;
  w->tries.spent = false;
}

// Whether tries or work are used up; what is left of the step is then taken as it comes, and where it is the
// work, at once.
static bool is_cut_short(vt_world *w) {
  vt_again *again = &w->status.again;
  w->tries.spent = w->tries.spent || vt_is_spent(&w->asked);
  if (again->tries + again->gave >= VT_MAX_TRIES || w->tries.spent) again->cut_short = 1;
  return again->cut_short;
}

static bool is_interrupted(const vt_world *w, vt_error *error) {
  return vt_is_interrupted(&w->asked) && !vt_fail(error, VT_STOPPED, "the step was asked to stop");
}

static void begin_part(vt_world *w, double h) {
  vt_world_forget_tries(w);
  vt_world_begin_hands(w, h);
}

// The work is used up: a part of all that is left, which has some work of its own.
static int begin_last(vt_world *w, double h, int size, int left) {
  w->effort.max_work = w->effort.work + LAST_SHARE * w->work.max_work;
  w->tries.rough = false;
  if (size < left) begin_part(w, h * left / MAX_PARTS);
  return left;
}

// What the solver said in a try that is thrown away.
static void forget_solve(vt_world *w, const vt_status *so_far) {
  w->status.result = so_far->result;
  w->status.iterations = so_far->iterations;
  w->status.residual = so_far->residual;
}

// A piece of h seconds. Contacts look ahead from where bodies are as it begins, and may look too far: where
// surfaces have crossed, what was done goes back to its start and is done again with what they ran into, and
// if that does not help in halves, down to a 4096th of the piece. As soon as the rest can be shared out so,
// parts are twice as long again. Where forces are not found, a quarter of the piece may have some that are.
//
// Tries are rough while they run into something new, for what they run into does not depend on the last
// digits. The first one is too where the part before ran into something.
static bool cover(vt_world *w, double h, bool first, int *parts, trouble *found, vt_error *error) {
  bool gave_up = false, whole = h == w->settings.dt;
  int tries = 0;
  begin_part(w, h);
  w->tries.rough = w->touches.ran_into > 0;
  for (int at = 0, size = MAX_PARTS; at < MAX_PARTS;) {
    trouble before = *found;
    vt_status so_far = w->status;
    bool saved = first && at == 0; // with the whole step
    if (!saved && !save(w, &w->tries.part, error)) return false;
    ++w->status.again.tries;
    if (is_interrupted(w, error)) return false;
    w->tries.divisible = !is_cut_short(w) && MAX_PARTS_UNSOLVED * size > MAX_PARTS;
    bool last = w->tries.spent;
    if (last) size = begin_last(w, h, size, MAX_PARTS - at);
    if (!advance(w, h * size / MAX_PARTS, found, error) || is_interrupted(w, error)) return false;
    gave_up = is_cut_short(w) || gave_up;
    bool ended = w->tries.spent && !last && !w->step.solved.converged; // its solve, in the middle
    bool gives = !ended && vt_world_hands_give(w, h * size / MAX_PARTS, w->status.again.cut_short == 0);
    if (ended || gives) {
      restore(w, saved ? &w->tries.good : &w->tries.part);
      *found = before;
      forget_solve(w, &so_far);
      w->status.again.gave += gives;
      vt_world_forget_tries(w);
      continue;
    }
    vt_world_keep_hands(w);
    bool crossed = found->crossings > 0 && !gave_up, more = false;
    if (crossed && tries++ < MAX_TRIES && !vt_world_foresee(w, &more, error)) return false;
    bool unconverged = !w->tries.rough && !w->step.solved.converged;
    bool unsolved = unconverged && w->tries.divisible;
    if (crossed || unsolved || w->tries.rough) {
      if (!more && !vt_world_keep_tried(w, error)) return false;
      restore(w, saved ? &w->tries.good : &w->tries.part);
      *found = before;
      forget_solve(w, &so_far);
      bool halve = !more && ((crossed && size > 1) || unsolved);
      w->status.again.unconverged += unconverged;
      w->status.again.crossed += halve && crossed;
      w->status.again.unsolved += halve && !crossed;
      gave_up = gave_up || (crossed && !more && size == 1);
      w->tries.rough = more || halve;
      if (!halve) continue;
      size /= 2;
      tries = 0;
      begin_part(w, h * size / MAX_PARTS);
      continue;
    }
    w->touches.ran_into = tries > 0;
    w->tries.rough = tries > 0;
    tries = 0;
    ++*parts;
    if (!whole || size < MAX_PARTS) vt_world_add_to_means(w, h * size / (MAX_PARTS * w->settings.dt));
    at += size;
    if (size < MAX_PARTS && at % (2 * size) == 0) size *= 2;
    begin_part(w, h * size / MAX_PARTS);
  }
  return true;
}

// ---------------------------------------------------------------- a whole step

// The step in `pieces` equal pieces.
static bool attempt(vt_world *w, int pieces, trouble *found, vt_error *error) {
  double dt = w->settings.dt;
  double counted = (double)(*w->state.steps + 1 - *w->state.since_steps);
  w->status.result = VT_STEP_OK;
  w->status.substeps = w->status.iterations = 0;
  w->status.residual = 0;
  *found = (struct trouble){0};
  vt_world_begin_means(w);
  for (int k = 0, next; k < pieces; k = next) {
    next = w->status.again.cut_short ? pieces : k + 1; // what is left is one piece then
    if (!cover(w, dt * (next - k) / pieces, k == 0, &w->status.substeps, found, error)) return false;
  }
  *w->state.time = *w->state.since + counted * dt;
  return true;
}

// What the tries of a step took.
static void tell_effort(vt_world *w) {
  w->status.again.work = w->effort.work / w->work.max_work;
  w->status.memory = (long long)vt_arena_peak(w->work.arena);
}

// What is true of the new state, for whoever looks.
static bool conclude(vt_world *w, const trouble *found, vt_error *error) {
  vt_world_update_surfaces(w);
  w->touches.crossings.count = w->status.crossings = 0;
  w->status.depth = 0;
  w->status.inverted = w->status.untangled = 0;
  for (int n = 0; n < w->work.soft_count; ++n) {
    vt_deformable *d = &w->work.deformables[w->work.soft[n]];
    int inverted = vt_cells_inside_out(d->model->mesh, d->x);
    w->status.inverted += inverted;
    vt_untangle_judge(d, w->settings.dt, inverted);
    w->status.untangled += d->tangle->layers != 0;
  }
  if (found->any && !vt_world_find_crossings(w, error)) return false;
  if (is_interrupted(w, error)) return false;
  vt_world_keep_pressed(w);
  vt_world_read_sensors(w, w->status.substeps > 1);
  return true;
}

vt_step_result vt_world_step(vt_world *w) {
  VT_NEED(w != NULL, VT_STEP_FAILED);
  double begin = vt_now();
  int inverted = w->status.inverted_points;
  w->profile = (vt_profile){0};
  w->status.error = (vt_error){0};
  w->status.again = (vt_again){0};
  begin_effort(w);
  if (!save(w, &w->tries.good, &w->status.error) ||
      !vt_touches_reserve(&w->tries.part.touches, w->touches.count, w->touches.weight_count,
          &w->status.error)) // parts come without warning
    return w->status.result = VT_STEP_FAILED;
  w->status.planned = vt_world_pieces(w);
  for (int pieces = w->status.planned;; pieces *= 2) {
    trouble found;
    w->status.error = (vt_error){0};
    bool done = attempt(w, pieces, &found, &w->status.error);
    if (w->status.again.cut_short && done) found.gained = found.lost = found.struck = false;
    bool turned = done && !w->status.again.cut_short && w->status.inverted_points > inverted &&
                  pieces < MAX_PIECES_INVERTED;
    bool gained = done && found.gained && pieces < MAX_PIECES_GAINED;
    bool lost =
        done && ((found.lost && pieces < MAX_PIECES_GAINED) || (found.struck && pieces < MAX_PIECES_STRUCK));
    w->status.again.inverted += turned;
    w->status.again.gained += gained && !turned;
    w->status.again.lost += lost && !gained && !turned;
    w->status.again.failed += !done;
    *w->state.pieces = pieces;
    bool again = turned || gained || lost;
    if (done && !again && conclude(w, &found, &w->status.error)) break;
    restore(w, &w->tries.good);
    if (!again &&
        (done || pieces >= MAX_PIECES || w->status.again.cut_short || w->status.error.code == VT_STOPPED)) {
      vt_world_update_surfaces(w);
      w->status.crossings = w->touches.crossings.count;
      tell_effort(w);
      return w->status.result = VT_STEP_FAILED;
    }
  }
  tell_effort(w);
  ++*w->state.steps;
  ++w->status.steps;
  w->status.redone += w->status.substeps > w->status.planned;
  w->status.unconverged += w->status.result == VT_STEP_UNCONVERGED;
  w->profile.total = 1e3 * (vt_now() - begin);
  return w->status.result;
}
