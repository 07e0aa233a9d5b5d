// Bodies that overlap, as they may when a world is made, are moved apart without gaining speed.
//
// Asking for the whole gap in one step would give them the speed depth / h. What is within the contact
// distance is recovered by motion, at a low speed. Where surfaces really cross, motion only has to keep them
// from going deeper, and the gap is recovered separately: a second solve, in which the gap has to open,
// gives larger forces, and the displacement by the difference of the two over the step is added to
// positions, not to velocities. A share h / T of the depth is recovered in each step, so that it decays as
// exp(-t / T) for any step.
//
// In this second problem soft bodies are treated as rigid where possible, and quasi-rigid ones
// always: otherwise only their nodes at the contacts would move, and their elasticity would
// accelerate them after all.
#include "body/tangent.h"
#include "rows/rows.h"

#include <string.h>

static const double TIME = 0.05;          // s: T above
static const double SPEED = 0.02;         // m/s: that of a fall from 0.02 mm; but
static const double LEAST_RECOVERY = 0.1; // of the contact distance in any step

// The margin that a foreseen contact is asked for, as its last try ended short of it, is no depth.
double vt_step_recovery(const vt_contact *c, double h, double *pushed) {
  double distance = c->distance + c->short_by, depth = c->kept - distance;
  *pushed = 0;
  if (distance >= 0) return fmax(0, depth - fmax(SPEED * h, LEAST_RECOVERY * c->kept));
  *pushed = fmin(h / TIME, 1) * depth;
  return depth;
}

// ---------------------------------------------------------------- bodies as they are pushed

// Whether nodes of the body are bonded to another one now. If it were rigid, the rows of three nodes or more
// would be linearly dependent.
static bool is_bonded(const vt_step *step, int body) {
  const vt_model *m = step->model;
  const double *holds = step->state->holds + vt_model_hold_of_bond(m, 0);
  for (int k = 0; k < m->bond_count; ++k)
    if (m->bonds[k].body_a == body && holds[k] > 0) return true;
  return false;
}

// A soft body that nothing holds, and that does not cross itself, moves as if it were rigid.
static bool is_stiff(const vt_step *step, int body) {
  const vt_body *b = &step->model->bodies[body];
  if (b->kind != VT_BODY_DEFORMABLE || is_bonded(step, body)) return false;
  for (int i = 0; i < b->deformable.mesh->node_count; ++i)
    if (step->deformables[body].held[i]) return false;
  for (int k = 0; k < step->contact_count; ++k) {
    const vt_contact *c = &step->contacts[k];
    if (c->body_a == body && c->body_b == body && c->pushed > 0) return false;
  }
  return true;
}

static vt_mobile stiffen(const vt_step *step, int body, vt_vec3 *center) {
  const vt_deformable_model *d = &step->model->bodies[body].deformable;
  const vt_vec3 *x = step->deformables[body].x;
  vt_vec3 sum = {0, 0, 0};
  vt_mat3 inertia = {{{0}}};
  for (int i = 0; i < d->mesh->node_count; ++i) sum = vt_madd(sum, d->mass[i], x[i]);
  *center = vt_scale(1 / d->total_mass, sum);
  for (int i = 0; i < d->mesh->node_count; ++i) {
    vt_vec3 r = vt_sub(x[i], *center);
    double square = vt_dot(r, r);
    vt_mat3 round = vt_mat_diagonal(vt_v3(square, square, square));
    inertia =
        vt_mat_add(inertia, vt_mat_scale(d->mass[i], vt_mat_add(round, vt_mat_scale(-1, vt_outer(r, r)))));
  }
  return (vt_mobile){.inverse_mass = 1 / d->total_mass, .inverse_inertia = vt_mat_inverse(inertia)};
}

static bool make_bodies(vt_step *step, vt_error *error) {
  int count = step->model->body_count;
  step->push.mobiles = VT_TAKE(step->arena, vt_mobile, count, error);
  step->push.centers = VT_TAKE(step->arena, vt_vec3, count, error);
  if (step->push.mobiles == NULL || step->push.centers == NULL) return false;
  for (int b = 0; b < count; ++b)
    step->push.mobiles[b] = is_stiff(step, b) ? stiffen(step, b, &step->push.centers[b]) : step->mobiles[b];
  for (int b = 0; b < count; ++b) step->push.mobiles[b].bending = NULL;
  return true;
}

// The rows with one term where nodes of a stiff body had theirs.
static bool make_rows(vt_step *step, vt_error *error) {
  const vt_rows *from = &step->rows;
  vt_rows *to = &step->push.rows;
  size_t count = (size_t)from->system.row_count;
  *to = *from;
  to->start = VT_TAKE(step->arena, int, count + 1, error);
  to->terms = VT_TAKE(step->arena, vt_row_term, from->start[count], error);
  to->system.q = VT_TAKE(step->arena, double, count, error);
  to->system.f = VT_TAKE(step->arena, double, count, error);
  if (to->start == NULL || to->terms == NULL || to->system.q == NULL || to->system.f == NULL) return false;
  int terms = 0;
  for (size_t row = 0; row < count; ++row) {
    to->start[row] = terms;
    for (int k = from->start[row]; k < from->start[row + 1]; ++k) {
      vt_row_term term = from->terms[k];
      if (term.node >= 0 && vt_body_bends(&step->model->bodies[term.body])) continue; // it moves as a whole
      if (term.node >= 0 && step->push.mobiles[term.body].deformable == NULL) {
        vt_vec3 arm = vt_sub(step->deformables[term.body].x[term.node], step->push.centers[term.body]);
        term.node = -1;
        term.angular = vt_cross(arm, term.linear);
        vt_row_term *last = &to->terms[terms - 1];
        if (terms > to->start[row] && last->body == term.body && last->node < 0) {
          last->linear = vt_add(last->linear, term.linear);
          last->angular = vt_add(last->angular, term.angular);
          continue;
        }
      }
      to->terms[terms++] = term;
    }
  }
  to->start[count] = terms;
  memcpy(to->system.q, from->system.q, count * sizeof(double));
  memcpy(to->system.f, from->system.f, count * sizeof(double));
  return true;
}

// ---------------------------------------------------------------- forces

static bool solve_push(vt_step *step, const vt_solve_options *options, vt_error *error) {
  vt_solve_result result;
  return vt_rows_solve(&step->push.rows, step->push.mobiles, step->model->body_count, step->h, options,
      step->arena, &result, error);
}

// Two solves, so that they differ by the push alone: one keeps the gaps, the other opens them.
bool vt_step_solve_push(vt_step *step, const vt_solve_options *options, vt_error *error) {
  bool any = false;
  step->push = (vt_push){0};
  for (int k = 0; k < step->contact_count; ++k) any |= step->contacts[k].pushed > 0;
  if (!any) return true;
  size_t count = (size_t)step->rows.system.row_count;
  step->push.forces = VT_TAKE(step->arena, double, count, error);
  if (step->push.forces == NULL || !make_bodies(step, error) || !make_rows(step, error) ||
      !solve_push(step, options, error))
    return false;
  vt_system *s = &step->push.rows.system;
  for (size_t k = 0; k < count; ++k) step->push.forces[k] = -s->f[k];
  for (int k = 0; k < step->contact_count; ++k)
    s->q[s->blocks[step->first_contact + k].row] -= step->contacts[k].pushed;
  if (!solve_push(step, options, error)) return false;
  for (size_t k = 0; k < count; ++k) step->push.forces[k] += s->f[k];
  return true;
}

// ---------------------------------------------------------------- the move

static vt_quat small_turn(vt_vec3 by) {
  return vt_quat_normalized((vt_quat){1, 0.5 * by.x, 0.5 * by.y, 0.5 * by.z});
}

static void shift_body(vt_step *step, int number, vt_vec3 force, vt_vec3 torque, vt_vec3 *forces) {
  const vt_body *b = &step->model->bodies[number];
  const vt_mobile *mobile = &step->push.mobiles[number];
  vt_deformable *d = &step->deformables[number];
  vt_vec3 shift = vt_scale(step->h * step->h * mobile->inverse_mass, force);
  vt_quat turn = small_turn(vt_scale(step->h * step->h, vt_mat_apply(mobile->inverse_inertia, torque)));
  if (b->kind == VT_BODY_RIGID) {
    vt_rigid_state *state = &step->state->rigid[b->rigid_index];
    state->position = vt_add(state->position, shift);
    state->rotation = vt_quat_normalized(vt_quat_mul(turn, state->rotation));
  }
  if (b->kind != VT_BODY_DEFORMABLE) return;
  d->fresh = false;
  if (mobile->deformable != NULL) vt_deformable_solve(d, forces, step->pool);
  for (int i = 0; i < b->deformable.mesh->node_count; ++i) {
    vt_vec3 turned =
        vt_add(step->push.centers[number], vt_quat_rotate(turn, vt_sub(d->x[i], step->push.centers[number])));
    d->x[i] =
        mobile->deformable != NULL ? vt_madd(d->x[i], step->h * step->h, forces[i]) : vt_add(turned, shift);
  }
}

bool vt_step_push_out(vt_step *step, vt_error *error) {
  const vt_model *m = step->model;
  const vt_rows *rows = &step->push.rows;
  if (step->push.forces == NULL) return true;
  vt_vec3 *forces = VT_TAKE(step->arena, vt_vec3, m->node_count, error);
  vt_vec3 *sums =
      VT_TAKE(step->arena, vt_vec3, 2 * (size_t)m->body_count, error); // forces and torques by body
  if (forces == NULL || sums == NULL) return false;
  memset(forces, 0, sizeof *forces * (size_t)m->node_count);
  memset(sums, 0, sizeof *sums * 2 * (size_t)m->body_count);
  for (int row = 0; row < rows->system.row_count; ++row)
    for (int k = rows->start[row]; k < rows->start[row + 1]; ++k) {
      const vt_row_term *term = &rows->terms[k];
      vt_vec3 *force =
          term->node >= 0 ? &forces[m->bodies[term->body].first_node + term->node] : &sums[2 * term->body];
      *force = vt_madd(*force, step->push.forces[row], term->linear);
      if (term->node < 0) force[1] = vt_madd(force[1], step->push.forces[row], term->angular);
    }
  for (int b = 0; b < m->body_count; ++b)
    shift_body(step, b, sums[2 * b], sums[2 * b + 1], forces + m->bodies[b].first_node);
  return true;
}
