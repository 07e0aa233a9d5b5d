// Motors of hinges and slides as constraint rows.
//
// With e = place - target, position control f = -k e' - d (e' - e) / h at the end of the step is the row
// (e' - wanted) + f / (k + d/h) = 0 with wanted = d/h e / (k + d/h): the compliance of a spring, so that no
// gains are too stiff for the step. The limit bounds the row's force, and the solver finds where it is
// reached together with all other laws. A force that is computed beforehand and then clamped would be
// unstable for h^2 k above the inertia, and would lag behind contacts by a step.
#include "rows/rows.h"

double vt_step_motor_force(const vt_step *step, int motor) {
  return step->state->joint_forces[step->joints->row_count + step->joints->limit_count + motor];
}

// rad or m: where it is to be at a time, by its keys or as it is led there.
static double target_at(const vt_step *step, int number, double time) {
  const vt_lead *lead = &step->state->motor_leads[number];
  if (!(lead->on > 0)) return vt_curve_value(&step->model->motors[number].target, time);
  double share = vt_lead_share(lead, time);
  return share < 1 ? lead->from + share * (lead->to - lead->from) : lead->to;
}

void vt_step_motor_row(vt_step *step, int number, vt_block *block, int row) {
  const vt_motor *motor = &step->model->motors[number];
  double *q = &step->rows.system.q[row];
  if (!(step->state->holds[vt_model_hold_of_motor(step->model, number)] > 0)) {
    *block = (vt_block){.kind = VT_BLOCK_SCALAR, .row = row, .compliance = 1};
    step->rows.start[row] = step->term_count;
    *q = 0;
    return;
  }
  *block = (vt_block){.kind = VT_BLOCK_SCALAR, .row = row, .lower = -motor->limit, .upper = motor->limit};
  vt_place_row place = vt_step_begin_place(step, motor->link, row, 1);
  double time = *step->state->time;
  double after = target_at(step, number, time + step->h), before = after; // jumps have no rate
  bool jumps = motor->target.interpolation == VT_STEP && !(step->state->motor_leads[number].on > 0);
  if (!jumps) before = target_at(step, number, time);
  if (step->newmark) {
    double driven = place.driven - place.start - (after - before);
    vt_step_newmark_spring(step, block, motor->stiffness, motor->damping, place.start - before, driven);
  } else {
    double viscous = motor->damping / step->h, stiff = motor->stiffness + viscous;
    block->compliance = 1 / stiff;
    *q = place.driven - after - viscous / stiff * (place.start - before);
  }
  *q += vt_step_free_change(step, row);
}
