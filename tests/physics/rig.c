// What the physics tests share: a model and its world put together in a few lines, and static solutions.
#include "rig.h"

#include "integrator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *message) {
  printf("rig: %s\n", message);
  exit(1);
}

static int added(int number, const vt_error *error) {
  if (number < 0) give_up(error->message);
  return number;
}

rig rig_new(double dt, vt_vec3 gravity) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  settings.dt = dt;
  settings.gravity = gravity;
  settings.integrator = tested_integrator();
  rig r = {.model = vt_model_create(&settings, &error)};
  if (r.model == NULL) give_up(error.message);
  return r;
}

int rig_soft(rig *r, vt_mesh *mesh, vt_element element, vt_material material) {
  vt_error error = {0};
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  def.element = element;
  def.material = material;
  int body = added(vt_model_add_deformable(r->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int rig_rigid(rig *r, vt_vec3 size, double mass, vt_vec3 position) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  vt_mesh *mesh = vt_mesh_box(vt_scale(-0.5, size), vt_scale(0.5, size), 1, 1, 1, VT_CELL_NONE, &error);
  if (mesh == NULL) give_up(error.message);
  def.mesh = mesh;
  def.mass = mass;
  def.pose.position = position;
  int body = added(vt_model_add_rigid(r->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int rig_hold(rig *r, int body, vt_region region) {
  vt_error error = {0};
  vt_frame_def frame = vt_frame_def_default();
  vt_attachment_def def = vt_attachment_def_default();
  def.body = body;
  def.region = region;
  def.frame = added(vt_model_add_frame(r->model, &frame, &error), &error);
  added(vt_model_add_attachment(r->model, &def, &error), &error);
  return def.frame;
}

int rig_push(rig *r, int body, vt_region region, vt_vec3 force, vt_curve curve) {
  vt_error error = {0};
  vt_load_def def = vt_load_def_default();
  def.body = body;
  def.region = region;
  def.force = force;
  def.curve = curve;
  return added(vt_model_add_load(r->model, &def, &error), &error);
}

int rig_press(rig *r, int body, vt_region region, double pressure) {
  vt_error error = {0};
  vt_load_def def = vt_load_def_default();
  def.kind = VT_LOAD_PRESSURE;
  def.body = body;
  def.region = region;
  def.pressure = pressure;
  return added(vt_model_add_load(r->model, &def, &error), &error);
}

int rig_cable(rig *r, const vt_cable_def *def) {
  vt_error error = {0};
  return added(vt_model_add_cable(r->model, def, &error), &error);
}

int rig_sense(rig *r, vt_sensor_kind kind, int target) {
  vt_error error = {0};
  vt_sensor_def def = vt_sensor_def_default();
  def.kind = kind;
  def.target = target;
  return added(vt_model_add_sensor(r->model, &def, &error), &error);
}

int rig_sense_point(rig *r, int body, vt_vec3 position) {
  vt_error error = {0};
  vt_sensor_def def = vt_sensor_def_default();
  def.kind = VT_SENSOR_POINT;
  def.point = (vt_point){.body = body, .frame = -1, .position = position};
  return added(vt_model_add_sensor(r->model, &def, &error), &error);
}

void rig_start(rig *r) {
  vt_error error = {0};
  r->world = vt_world_create(r->model, &error);
  if (r->world == NULL) give_up(error.message);
}

void rig_steps(rig *r, int count) {
  for (int k = 0; k < count; ++k)
    if (vt_world_step(r->world) == VT_STEP_FAILED) give_up(vt_world_status(r->world)->error.message);
}

void rig_free(rig *r) {
  vt_world_destroy(r->world);
  vt_model_destroy(r->model);
  *r = (rig){0};
}

vt_region slice_x(double at, double size) {
  double thin = 1e-6 * size;
  return vt_region_box(vt_v3(at - thin, -size, -size), vt_v3(at + thin, size, size));
}

vt_material elastic(double young, double poisson, double density) {
  vt_material material = vt_material_default();
  material.young = young;
  material.poisson = poisson;
  material.density = density;
  material.mass_damping = material.stiffness_damping = 0;
  return material;
}

int rig_settle(rig *r, int body, double tolerance, int limit) {
  double dt = vt_world_settings(r->world)->dt;
  for (int step = 1; step <= limit; ++step) {
    rig_steps(r, 1);
    const vt_vec3 *v = vt_world_velocities(r->world, body);
    double fastest = 0;
    for (int i = 0; i < vt_model_node_count(r->model, body); ++i) fastest = fmax(fastest, vt_norm(v[i]));
    if (fastest * dt <= tolerance) return step;
  }
  return -1;
}

bool is_full(int argc, char **argv) {
  for (int k = 1; k < argc; ++k)
    if (strcmp(argv[k], "--full") == 0) return true;
  return false;
}
