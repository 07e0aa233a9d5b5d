// What the tests of links and bonds share, on top of the rig.
#ifndef VT_TESTS_JOINT_RIG_H
#define VT_TESTS_JOINT_RIG_H

#include "../rig.h"

#include <stdio.h>
#include <stdlib.h>

static inline int joint_added(int number, const vt_error *error) {
  if (number < 0) {
    printf("joint rig: %s\n", error->message);
    exit(1);
  }
  return number;
}

// A box about its centre at a pose.
static inline int rig_box(rig *r, vt_vec3 size, double mass, vt_pose pose) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  vt_mesh *mesh = vt_mesh_box(vt_scale(-0.5, size), vt_scale(0.5, size), 1, 1, 1, VT_CELL_NONE, &error);
  def.mesh = mesh;
  def.mass = mass;
  def.pose = pose;
  int body = joint_added(mesh == NULL ? -1 : vt_model_add_rigid(r->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

// A box that follows a frame, or is fixed with frame -1.
static inline int rig_driven(rig *r, vt_vec3 size, vt_vec3 position, int frame) {
  vt_error error = {0};
  vt_driven_def def = vt_driven_def_default();
  vt_mesh *mesh = vt_mesh_box(vt_scale(-0.5, size), vt_scale(0.5, size), 1, 1, 1, VT_CELL_NONE, &error);
  def.mesh = mesh;
  def.pose.position = position;
  def.frame = frame;
  int body = joint_added(mesh == NULL ? -1 : vt_model_add_driven(r->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

static inline vt_link_def link_def(vt_link_kind kind, int a, int b, vt_pose pose) {
  vt_link_def def = vt_link_def_default();
  def.kind = kind;
  def.body_a = a;
  def.body_b = b;
  def.pose_a = pose;
  return def;
}

static inline int rig_link(rig *r, const vt_link_def *def) {
  vt_error error = {0};
  return joint_added(vt_model_add_link(r->model, def, &error), &error);
}

static inline int rig_bond(rig *r, int a, vt_region region, int b) {
  vt_error error = {0};
  vt_bond_def def = vt_bond_def_default();
  def.body_a = a;
  def.region = region;
  def.body_b = b;
  return joint_added(vt_model_add_bond(r->model, &def, &error), &error);
}

// Where a point given in a box's own coordinates is.
static inline vt_vec3 point_of(const rig *r, int body, vt_vec3 local) {
  return vt_pose_apply(vt_world_body_pose(r->world, body), local);
}

static inline vt_pose turned(vt_vec3 position, vt_vec3 rotation) {
  return (vt_pose){position, vt_quat_exp(rotation)};
}

#endif
