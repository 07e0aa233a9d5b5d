// A soft half ball and a rigid tool moved against it step by step, at rest after each.
#include "press.h"

#include <stdio.h>
#include <stdlib.h>

static void give_up(const char *message) {
  printf("press: %s\n", message);
  exit(1);
}

vt_mesh *plane_tool(double half) {
  vt_error error = {0};
  vt_mesh *mesh =
      vt_mesh_box(vt_v3(-half, -half, -0.5 * half), vt_v3(half, half, 0), 1, 1, 1, VT_CELL_NONE, &error);
  if (mesh == NULL) give_up(error.message);
  return mesh;
}

press press_new(
    const half_ball_def *def, vt_material material, vt_mesh *tool, double friction, double reach) {
  vt_error error = {0};
  // With 1 s a step and next to no mass there is no inertia: a step is Newton's iteration on the equilibrium.
  press p = {.rig = rig_new(1, vt_v3(0, 0, 0)), .distance = 0.2 * reach};
  vt_contact_settings contact = {.enabled = true,
      .friction = friction,
      .alarm = reach + p.distance,
      .distance = p.distance,
      .sealing = p.distance};
  vt_mesh *mesh = half_ball(def, &p.areas);
  p.node_count = mesh->node_count;
  p.forces = calloc((size_t)p.node_count, sizeof *p.forces);
  p.rest = calloc((size_t)p.node_count, sizeof *p.rest);
  if (p.forces == NULL || p.rest == NULL) give_up("no memory");
  for (int i = 0; i < p.node_count; ++i) p.rest[i] = mesh->nodes[i];
  p.body = rig_soft(&p.rig, mesh, def->element, material);
  rig_hold(&p.rig, p.body, vt_region_group("held"));
  vt_frame_def frame = vt_frame_def_default();
  p.frame = vt_model_add_frame(p.rig.model, &frame, &error);
  vt_driven_def driven = vt_driven_def_default();
  driven.mesh = tool;
  driven.frame = p.frame;
  driven.pose.position.z = -p.distance;
  if (p.frame < 0 || vt_model_add_driven(p.rig.model, &driven, &error) < 0 ||
      !vt_model_set_contact(p.rig.model, &contact, &error))
    give_up(error.message);
  vt_mesh_destroy(tool);
  rig_start(&p.rig);
  return p;
}

void press_move(press *p, vt_vec3 position, int more) {
  vt_error error = {0};
  vt_pose pose = vt_pose_identity();
  pose.position = position;
  if (!vt_world_move_frame(p->rig.world, p->frame, pose, &error)) give_up(error.message);
  for (int k = 0; k <= more; ++k) {
    rig_steps(&p->rig, 1);
    p->unsolved = fmax(p->unsolved, vt_world_status(p->rig.world)->residual);
  }
  vt_world_node_contact_forces(p->rig.world, p->body, p->forces);
}

void press_free(press *p) {
  rig_free(&p->rig);
  free(p->areas);
  free(p->forces);
  free(p->rest);
  *p = (press){0};
}

vt_vec3 press_force(const press *p) { return vt_world_contact_force(p->rig.world, p->body, -1); }

int press_touching(const press *p) {
  int count = 0;
  for (int i = 0; i < p->node_count; ++i) count += p->forces[i].z > 0;
  return count;
}

double press_area_radius(const press *p) {
  double area = 0;
  for (int i = 0; i < p->node_count; ++i)
    if (p->forces[i].z > 0) area += p->areas[i];
  return sqrt(area / VT_PI);
}

double press_moment_radius(const press *p) {
  double force = 0, moment = 0;
  for (int i = 0; i < p->node_count; ++i) {
    double x = p->rest[i].x, y = p->rest[i].y;
    force += p->forces[i].z;
    moment += p->forces[i].z * (x * x + y * y);
  }
  return sqrt(2.5 * moment / force);
}
