// Springs and cables as constraint rows: the length of a polyline through anchors.
#include "rows/rows.h"

// Where an anchor is, with frames at the given poses and bodies at the start of the step.
static vt_vec3 place(const vt_step *step, const vt_anchor *a, const vt_pose *frames) {
  if (a->frame >= 0) return vt_pose_apply(frames[a->frame], a->local);
  if (a->body < 0) return a->local;
  const vt_body *b = &step->model->bodies[a->body];
  if (b->kind == VT_BODY_DEFORMABLE) return vt_anchor_interpolate(a, step->state->x + b->first_node);
  return vt_step_bent_point(
      step, b, vt_body_pose(b, step->state->rigid, frames), a->local, a->count, a->nodes, a->weights);
}

vt_vec3 vt_step_anchor(const vt_step *step, const vt_anchor *anchor) {
  return place(step, anchor, step->state->frames);
}

vt_vec3 vt_step_anchor_drive(const vt_step *step, const vt_anchor *anchor) {
  vt_vec3 displacement =
      vt_sub(place(step, anchor, step->state->frames), place(step, anchor, step->state->frames_before));
  return *step->state->piece > 0 ? vt_scale(1 / *step->state->piece, displacement) : vt_v3(0, 0, 0);
}

double vt_step_cable_length(const vt_step *step, int cable) {
  const vt_cable *c = &step->model->cables[cable];
  double length = 0;
  vt_vec3 last = vt_step_anchor(step, &c->anchors[0]);
  for (int k = 1; k < c->anchor_count; ++k) {
    vt_vec3 next = vt_step_anchor(step, &c->anchors[k]);
    length += vt_norm(vt_sub(next, last));
    last = next;
  }
  return length;
}

// dL/dp at an anchor that moves.
static void add_anchor(vt_step *step, const vt_anchor *a, vt_vec3 at, vt_vec3 gradient) {
  if (a->body >= 0) vt_step_add_terms(step, a->body, a->count, a->nodes, a->weights, at, gradient);
}

// Each anchor is drawn towards its neighbours: dL/dp_k = u_(k-1,k) - u_(k,k+1), with u the unit vectors
// along. Returns how far the anchors that are driven change the length over the step, to first order.
static double add_gradient(vt_step *step, const vt_cable *cable) {
  double driven = 0;
  vt_vec3 before = {0, 0, 0}, at = vt_step_anchor(step, &cable->anchors[0]);
  for (int k = 0; k < cable->anchor_count; ++k) {
    vt_vec3 next = at, after = {0, 0, 0};
    if (k + 1 < cable->anchor_count) {
      next = vt_step_anchor(step, &cable->anchors[k + 1]);
      after = vt_normalized(vt_sub(next, at));
    }
    vt_vec3 gradient = vt_sub(before, after);
    add_anchor(step, &cable->anchors[k], at, gradient);
    driven += vt_dot(gradient, vt_sub(place(step, &cable->anchors[k], step->frames_next), at));
    before = after;
    at = next;
  }
  return driven;
}

int vt_step_cable_terms(const vt_step *step) {
  int max = 0;
  for (int k = 0; k < step->model->cable_count; ++k)
    for (int a = 0; a < step->model->cables[k].anchor_count; ++a)
      max += step->model->cables[k].anchors[a].count + 1;
  return max;
}

// The row of a spring by Newmark's scheme, with damping d: f = -k (g + h H (v' - r v)) - d H (v' + r v)/2.
void vt_step_newmark_spring(
    vt_step *step, vt_block *block, double stiffness, double damping, double gap, double driven) {
  double viscous = 0.5 * damping / step->h, stiff = stiffness + viscous;
  block->compliance = 1 / stiff;
  double carried = vt_step_carried(step, block->row, block->compliance, driven);
  step->rows.system.q[block->row] =
      driven + (stiffness * gap - (vt_step_change(step) * stiffness - viscous) * carried) / stiff;
}

// The row of one cable. A positive force on it would push the length up, so tension is negative.
// The implicit spring f = -(k (L - rest) + c (L - L_old) / h) is (L - wanted) + f / (k + c/h) = 0
// with a mean wanted length.
void vt_step_cable_row(vt_step *step, int number, vt_block *block) {
  const vt_cable *cable = &step->model->cables[number];
  bool gives = cable->kind != VT_CABLE_LENGTH || cable->stiffness > 0;
  double key = vt_curve_value(&cable->curve, gives ? step->force_time : *step->state->time + step->h);
  double *force = &step->rows.system.f[block->row];
  *block = (vt_block){.kind = VT_BLOCK_SCALAR,
      .row = block->row,
      .lower = -INFINITY,
      .upper = cable->tension_only ? 0 : INFINITY};
  *force = step->state->cable_forces[number];
  double wanted = 0, rest = step->state->cable_rests[number];
  if (cable->kind == VT_CABLE_SPRING) {
    double viscous = cable->damping / step->h, stiff = cable->stiffness + viscous;
    wanted = (cable->stiffness * rest + viscous * vt_step_cable_length(step, number)) / stiff;
    block->compliance = 1 / stiff;
  } else if (cable->kind == VT_CABLE_LENGTH) {
    wanted = cable->relative ? key * rest : key;
    block->compliance = cable->stiffness > 0 ? 1 / cable->stiffness : 0;
  } else {
    *force = block->lower = block->upper = -fmax(key, 0);
  }
  if (!(step->state->holds[vt_model_hold_of_cable(step->model, number)] > 0))
    *force = block->lower = block->upper = 0;
  // The motion is extrapolated to first order. Evaluated at the free positions, the length would be off by
  // the square of all that tension undoes, an error that remains at rest (0.7% in the test's tendon).
  double length = vt_step_cable_length(step, number), driven = add_gradient(step, cable);
  step->rows.system.q[block->row] = length + driven - wanted;
  if (!step->newmark) return;
  if (cable->kind == VT_CABLE_SPRING)
    vt_step_newmark_spring(step, block, cable->stiffness, cable->damping, length - rest, driven);
  else if (cable->kind == VT_CABLE_LENGTH && gives)
    vt_step_newmark_spring(step, block, cable->stiffness, 0, length - wanted, driven);
}
