// What the tests of bodies that touch by points share.
#include "skins.h"

#include <stdio.h>
#include <stdlib.h>

vt_points_def samples(int count, int controls) {
  return (vt_points_def){.count = count, .seed = 1, .controls = controls};
}

static int added(int body, const vt_error *error) {
  if (body >= 0) return body;
  printf("points: %s\n", error->message);
  exit(1);
}

int yard_points_fixed(yard *y, vt_mesh *mesh, const vt_points_def *points, vt_pose pose) {
  vt_error error = {0};
  vt_driven_def def = vt_driven_def_default();
  def.mesh = mesh;
  def.points = points;
  def.pose = pose;
  int body = added(vt_model_add_driven(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int yard_points_rigid(yard *y, vt_mesh *mesh, const vt_points_def *points, double mass, vt_pose pose) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  def.mesh = mesh;
  def.points = points;
  def.mass = mass;
  def.pose = pose;
  int body = added(vt_model_add_rigid(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}
