// Two soft bodies, the lower one moved up against the upper one step by step, at rest after each.
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>

static void give_up(const char *message) {
  printf("pair: %s\n", message);
  exit(1);
}

static void add_side(pair *p, pair_side *side, vt_material material, double lower) {
  side->node_count = side->mesh->node_count;
  side->rest = calloc((size_t)side->node_count, sizeof *side->rest);
  side->forces = calloc((size_t)side->node_count, sizeof *side->forces);
  if (side->rest == NULL || side->forces == NULL) give_up("no memory");
  for (int i = 0; i < side->node_count; ++i) {
    side->rest[i] = side->mesh->nodes[i];
    side->mesh->nodes[i].z -= lower;
  }
  side->body = rig_soft(&p->rig, side->mesh, side->element, material);
  side->mesh = NULL;
  side->frame = rig_hold(&p->rig, side->body, side->held);
}

pair pair_new(pair_side upper, pair_side lower, vt_material material, double friction, double reach) {
  vt_error error = {0};
  pair p = {.rig = rig_new(1, vt_v3(0, 0, 0)), .upper = upper, .lower = lower, .distance = 0.2 * reach};
  vt_contact_settings contact = {.enabled = true,
      .friction = friction,
      .alarm = reach + p.distance,
      .distance = p.distance,
      .sealing = p.distance};
  add_side(&p, &p.upper, material, 0);
  add_side(&p, &p.lower, material, p.distance);
  if (!vt_model_set_contact(p.rig.model, &contact, &error)) give_up(error.message);
  rig_start(&p.rig);
  return p;
}

// The torque of contact forces about the origin, where nodes were as the step began.
static vt_vec3 torque_on(const pair_side *side, const vt_vec3 *x) {
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < side->node_count; ++i) sum = vt_add(sum, vt_cross(x[i], side->forces[i]));
  return sum;
}

static void keep_positions(const pair *p, const pair_side *side, vt_vec3 *x) {
  const vt_vec3 *now = vt_world_positions(p->rig.world, side->body);
  for (int i = 0; i < side->node_count; ++i) x[i] = now[i];
}

void pair_move(pair *p, double height, int more) {
  vt_error error = {0};
  vt_pose pose = vt_pose_identity();
  pose.position.z = height;
  if (!vt_world_move_frame(p->rig.world, p->lower.frame, pose, &error)) give_up(error.message);
  vt_vec3 *upper = calloc((size_t)(p->upper.node_count + p->lower.node_count), sizeof *upper),
          *lower = upper + p->upper.node_count;
  if (upper == NULL) give_up("no memory");
  for (int k = 0; k <= more; ++k) {
    keep_positions(p, &p->upper, upper);
    keep_positions(p, &p->lower, lower);
    rig_steps(&p->rig, 1);
    p->unsolved = fmax(p->unsolved, vt_world_status(p->rig.world)->residual);
  }
  vt_world_node_contact_forces(p->rig.world, p->upper.body, p->upper.forces);
  vt_world_node_contact_forces(p->rig.world, p->lower.body, p->lower.forces);
  p->torque = vt_norm(vt_add(torque_on(&p->upper, upper), torque_on(&p->lower, lower)));
  free(upper);
  const vt_touch *touches = vt_world_contacts(p->rig.world, &p->contacts);
  double largest = vt_norm(pair_force(p));
  p->carrying = 0;
  for (int k = 0; k < p->contacts; ++k) p->carrying += vt_norm(touches[k].force) > 1e-9 * largest;
}

static void free_side(pair_side *side) {
  free(side->areas);
  free(side->rest);
  free(side->forces);
}

void pair_free(pair *p) {
  rig_free(&p->rig);
  free_side(&p->upper);
  free_side(&p->lower);
  *p = (pair){0};
}

vt_vec3 pair_force(const pair *p) {
  return vt_world_contact_force(p->rig.world, p->upper.body, p->lower.body);
}
