// What the contact tests share: worlds with a contact setting, blocks of every kind, and what is looked at.
#include "yard.h"

#include "../integrator.h"

#include <stdio.h>
#include <stdlib.h>

static void give_up(const char *message) {
  printf("yard: %s\n", message);
  exit(1);
}

static int added(int number, const vt_error *error) {
  if (number < 0) give_up(error->message);
  return number;
}

static vt_mesh *made(vt_mesh *mesh, const vt_error *error) {
  if (mesh == NULL) give_up(error->message);
  return mesh;
}

// ---------------------------------------------------------------- worlds

yard yard_with(double dt, vt_vec3 gravity, vt_contact_settings contact) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  settings.dt = dt;
  settings.gravity = gravity;
  settings.integrator = tested_integrator();
  yard y = {.model = vt_model_create(&settings, &error)};
  if (y.model == NULL || !vt_model_set_contact(y.model, &contact, &error)) give_up(error.message);
  return y;
}

yard yard_new(double dt, vt_vec3 gravity, double friction) {
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction = friction;
  return yard_with(dt, gravity, contact);
}

int yard_fixed(yard *y, vt_mesh *mesh, vt_pose pose) {
  vt_error error = {0};
  vt_driven_def def = vt_driven_def_default();
  def.mesh = mesh;
  def.pose = pose;
  int body = added(vt_model_add_driven(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int yard_rigid(yard *y, vt_mesh *mesh, double mass, vt_pose pose, vt_vec3 velocity) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  def.mesh = mesh;
  def.mass = mass;
  def.pose = pose;
  def.velocity = velocity;
  int body = added(vt_model_add_rigid(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int yard_soft(yard *y, vt_mesh *mesh, vt_material material, double mass, vt_pose pose, vt_vec3 velocity) {
  vt_error error = {0};
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  def.material = material;
  def.mass = mass;
  def.pose = pose;
  def.velocity = velocity;
  int body = added(vt_model_add_deformable(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int yard_ground(yard *y) { return yard_fixed(y, block(vt_v3(4, 4, 0.2), 1, VT_CELL_NONE), at(0, 0, -0.1)); }

void yard_start(yard *y) {
  vt_error error = {0};
  y->world = vt_world_create(y->model, &error);
  if (y->world == NULL) give_up(error.message);
}

vt_step_result yard_step(yard *y) {
  vt_step_result result = vt_world_step(y->world);
  if (result == VT_STEP_FAILED) give_up(vt_world_status(y->world)->error.message);
  return result;
}

void yard_free(yard *y) {
  vt_world_destroy(y->world);
  vt_model_destroy(y->model);
  *y = (yard){0};
}

// ---------------------------------------------------------------- meshes

vt_mesh *block(vt_vec3 size, int n, vt_cell_kind kind) {
  vt_error error = {0};
  return made(vt_mesh_box(vt_scale(-0.5, size), vt_scale(0.5, size), n, n, n, kind, &error), &error);
}

// A point p of the cube [-1, 1]^3 goes to the sphere of its cube, with angles shared out evenly.
vt_mesh *ball(double radius, int n, vt_cell_kind kind) {
  vt_mesh *mesh = block(vt_v3(2, 2, 2), n, kind);
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 p = mesh->nodes[i];
    double shell = fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
    if (shell == 0) continue;
    vt_vec3 bent =
        vt_v3(tan(p.x / shell * VT_PI / 4), tan(p.y / shell * VT_PI / 4), tan(p.z / shell * VT_PI / 4));
    mesh->nodes[i] = vt_scale(radius * shell, vt_normalized(bent));
  }
  return mesh;
}

vt_mesh *roller(double radius, double length, int n) {
  vt_vec3 *nodes = calloc((size_t)(2 * n + 2), sizeof *nodes);
  int *triangles = calloc((size_t)(12 * n), sizeof *triangles), count = 0;
  if (nodes == NULL || triangles == NULL) give_up("no memory");
  for (int k = 0; k < n; ++k) {
    double angle = 2 * VT_PI * (k + 0.5) / n;
    nodes[2 * k] = vt_v3(radius * cos(angle), -0.5 * length, radius * sin(angle));
    nodes[2 * k + 1] = vt_v3(radius * cos(angle), 0.5 * length, radius * sin(angle));
    int a = 2 * k, b = 2 * ((k + 1) % n);
    const int own[12] = {a, a + 1, b, b, a + 1, b + 1, 2 * n, a, b, 2 * n + 1, b + 1, a + 1};
    for (int i = 0; i < 12; ++i) triangles[count++] = own[i];
  }
  nodes[2 * n] = vt_v3(0, -0.5 * length, 0);
  nodes[2 * n + 1] = vt_v3(0, 0.5 * length, 0);
  vt_error error = {0};
  vt_mesh *mesh = made(
      vt_mesh_create("roller", nodes, 2 * n + 2, VT_CELL_NONE, NULL, 0, triangles, 4 * n, &error), &error);
  free(nodes);
  free(triangles);
  return mesh;
}

// A square rod along z that narrows to a blunt tip of a twentieth of its width.
vt_mesh *dart(double radius, double length, int n) {
  vt_error error = {0};
  vt_mesh *mesh = made(vt_mesh_box(vt_v3(-radius, -radius, -0.5 * length),
                           vt_v3(radius, radius, 0.5 * length), n, n, 4 * n, VT_CELL_TET4, &error),
      &error);
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 *p = &mesh->nodes[i];
    double narrow = fmin(1, 0.05 + 0.95 * (p->z / length + 0.5) / 0.5);
    p->x *= narrow;
    p->y *= narrow;
  }
  return mesh;
}

// ---------------------------------------------------------------- poses and materials

vt_pose at(double x, double y, double z) {
  vt_pose pose = vt_pose_identity();
  pose.position = vt_v3(x, y, z);
  return pose;
}

vt_pose turned(vt_vec3 position, vt_vec3 axis, double angle) {
  vt_vec3 n = vt_scale(sin(0.5 * angle), vt_normalized(axis));
  return (vt_pose){position, {cos(0.5 * angle), n.x, n.y, n.z}};
}

vt_material rubber(double young) {
  vt_material material = vt_material_default();
  material.young = young;
  material.poisson = 0.4;
  material.stiffness_damping = 2e-3;
  return material;
}

// ---------------------------------------------------------------- looking

vt_vec3 yard_momentum(const yard *y) {
  vt_vec3 sum = {0, 0, 0};
  for (int b = 0; b < vt_model_body_count(y->model); ++b) sum = vt_add(sum, vt_world_momentum(y->world, b));
  return sum;
}

vt_vec3 yard_angular_momentum(const yard *y) {
  vt_vec3 sum = {0, 0, 0};
  for (int b = 0; b < vt_model_body_count(y->model); ++b)
    sum = vt_add(sum, vt_world_angular_momentum(y->world, b));
  return sum;
}

double yard_energy(const yard *y) {
  vt_energy e = vt_world_energy(y->world, -1);
  return e.kinetic + e.elastic + e.gravity;
}

void look(const yard *y, worst *w) {
  const vt_status *s = vt_world_status(y->world);
  w->intrusion = fmax(w->intrusion, s->intrusion);
  w->residual = fmax(w->residual, s->residual);
  if (s->iterations > w->iterations) w->iterations = s->iterations;
  if (s->contacts > w->contacts) w->contacts = s->contacts;
  if (s->substeps > w->substeps) w->substeps = s->substeps;
  w->unconverged += s->result == VT_STEP_UNCONVERGED;
}
