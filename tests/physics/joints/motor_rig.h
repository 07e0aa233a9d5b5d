// What the tests of motors share, on top of the rig of joints.
#ifndef VT_TESTS_MOTOR_RIG_H
#define VT_TESTS_MOTOR_RIG_H

#include "joint_rig.h"

static inline int rig_motor(
    rig *r, int link, double stiffness, double damping, double limit, vt_curve target) {
  vt_error error = {0};
  vt_motor_def def = vt_motor_def_default();
  def.link = link;
  def.stiffness = stiffness;
  def.damping = damping;
  def.limit = limit;
  def.target = target;
  return joint_added(vt_model_add_motor(r->model, &def, &error), &error);
}

// A target that stays.
static inline vt_curve constant(const double *value) {
  static const double start = 0;
  return (vt_curve){VT_LINEAR, 1, &start, value};
}

#endif
