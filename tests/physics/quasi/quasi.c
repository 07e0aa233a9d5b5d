// What the tests of quasi-rigid bodies share.
#include "quasi.h"

#include <stdio.h>
#include <stdlib.h>

static int added(int number, const vt_error *error) {
  if (number >= 0) return number;
  printf("quasi: %s\n", error->message);
  exit(1);
}

int yard_quasi(yard *y, vt_mesh *mesh, vt_quasi_rigid_def def) {
  vt_error error = {0};
  def.rigid.mesh = mesh;
  int body = added(vt_model_add_quasi_rigid(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

vt_quasi_rigid_def plastic(double young) {
  vt_quasi_rigid_def def = vt_quasi_rigid_def_default();
  def.material = (vt_material){.young = young, .poisson = 0.35, .density = 950};
  return def;
}

int yard_fasten(yard *y, int body) {
  vt_error error = {0};
  vt_link_def def = vt_link_def_default();
  def.kind = VT_LINK_FIXED;
  def.body_a = body;
  return added(vt_model_add_link(y->model, &def, &error), &error);
}

int yard_force(yard *y, int body, vt_region region, vt_vec3 force) {
  vt_error error = {0};
  vt_load_def def = vt_load_def_default();
  def.kind = VT_LOAD_FORCE;
  def.body = body;
  def.region = region;
  def.force = force;
  return added(vt_model_add_load(y->model, &def, &error), &error);
}

int yard_point(yard *y, int body, vt_vec3 position) {
  vt_error error = {0};
  vt_sensor_def def = vt_sensor_def_default();
  def.kind = VT_SENSOR_POINT;
  def.point = (vt_point){.body = body, .frame = -1, .position = position};
  return added(vt_model_add_sensor(y->model, &def, &error), &error);
}
