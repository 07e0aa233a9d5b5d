// What tests of things that hold for a while share: soft cubes, hands, snapshots.
#ifndef VT_TESTS_HOLD_RIG_H
#define VT_TESTS_HOLD_RIG_H

#include "../integrator.h"
#include "joint_rig.h"

#include "check.h"

static const double DT = 0.01, G = 9.81;

// m: how far a body falls from rest in a time t: by implicit Euler with the speed at the end of each step.
static inline double fall(double t, double dt) {
  return 0.5 * G * t * (tested_integrator() == VT_INTEGRATOR_NEWMARK ? t : t + dt);
}

static inline vt_mesh *block_mesh(vt_vec3 low, vt_vec3 high, int n) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(low, high, n, n, n, VT_CELL_TET4, &error);
  joint_added(mesh == NULL ? -1 : 0, &error);
  return mesh;
}

// A soft cube of 2 cm on its own, its lower side at z = 0.
static inline int soft_cube(rig *r) {
  return rig_soft(r, block_mesh(vt_v3(-0.01, -0.01, 0), vt_v3(0.01, 0.01, 0.02), 2), VT_ELEMENT_AUTO,
      elastic(2e5, 0.3, 1000));
}

static inline rig rig_touching(double dt, vt_vec3 gravity) {
  vt_error error = {0};
  rig r = rig_new(dt, gravity);
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction = 0.5;
  joint_added(vt_model_set_contact(r.model, &contact, &error) ? 0 : -1, &error);
  return r;
}

static inline vt_region top(void) { return vt_region_box(vt_v3(-1, -1, 0.0199), vt_v3(1, 1, 1)); }

static inline int moving_frame(rig *r, int count, const double *times, const vt_pose *poses) {
  vt_error error = {0};
  vt_frame_def def = vt_frame_def_default();
  def.keys = (vt_pose_keys){VT_LINEAR, count, times, poses};
  return joint_added(vt_model_add_frame(r->model, &def, &error), &error);
}

static inline int attach(rig *r, int body, int frame, double from, double until, double limit) {
  vt_error error = {0};
  vt_attachment_def def = vt_attachment_def_default();
  def.body = body;
  def.frame = frame;
  def.region = top();
  def.from = from;
  def.until = until;
  def.force_limit = limit;
  return joint_added(vt_model_add_attachment(r->model, &def, &error), &error);
}

// The state after a snapshot taken some steps before a switch must be that of the run without.
static inline void check_snapshot(rig *r, int before, int after) {
  vt_error error = {0};
  rig_steps(r, before);
  vt_snapshot *snapshot = vt_world_save(r->world, NULL, &error);
  rig_steps(r, after);
  uint64_t hash = vt_world_hash(r->world);
  vt_world *other = vt_world_create(r->model, &error);
  CHECK(other != NULL && vt_world_restore(other, snapshot, &error));
  for (int k = 0; k < after; ++k) CHECK(vt_world_step(other) == VT_STEP_OK);
  CHECK(vt_world_hash(other) == hash);
  CHECK(vt_world_restore(r->world, snapshot, &error));
  rig_steps(r, after);
  CHECK(vt_world_hash(r->world) == hash);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(other);
}

#endif
