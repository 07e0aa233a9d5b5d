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
  double after = vt_curve_value(&motor->target, time + step->h), before = after; // jumps have no rate
  if (motor->target.interpolation != VT_STEP) before = vt_curve_value(&motor->target, time);
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
