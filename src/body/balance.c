// The energy of a deformable body over a step: what came from nowhere is taken out of its vibration.
#include "body/balance.h"

double vt_deformable_kinetic(const vt_deformable *body) {
  double sum = 0;
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    sum += 0.5 * body->model->mass[i] * vt_dot(body->v[i], body->v[i]);
  return sum;
}

// The motion of a rigid body with the momentum and angular momentum of the nodes that are free. What is left
// beside it has neither, and its kinetic energy simply adds.
typedef struct rigid_motion {
  bool whole;                     // no node is prescribed
  vt_vec3 center, velocity, spin; // m, m/s, rad/s
  double spin_energy;             // J
} rigid_motion;

static bool find_spin(const vt_deformable *body, rigid_motion *motion) {
  const vt_deformable_model *model = body->model;
  vt_mat3 inertia = {0};
  vt_vec3 momentum = {0, 0, 0};
  for (int i = 0; i < model->mesh->node_count; ++i) {
    if (model->prescribed[i]) continue;
    vt_vec3 r = vt_sub(body->x[i], motion->center);
    vt_mat3 rr = vt_outer(r, r);
    momentum = vt_madd(momentum, model->mass[i], vt_cross(r, body->v[i]));
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        inertia.m[a][b] += model->mass[i] * ((a == b ? vt_dot(r, r) : 0) - rr.m[a][b]);
  }
  double size = inertia.m[0][0] + inertia.m[1][1] + inertia.m[2][2];
  if (!(vt_mat_det(inertia) > 1e-12 * size * size * size)) return false; // free nodes on a line
  motion->spin = vt_mat_apply(vt_mat_inverse(inertia), momentum);
  motion->spin_energy = 0.5 * vt_dot(motion->spin, momentum);
  return true;
}

static bool find_rigid_motion(const vt_deformable *body, rigid_motion *motion) {
  const vt_deformable_model *model = body->model;
  double mass = 0;
  *motion = (rigid_motion){.whole = true};
  for (int i = 0; i < model->mesh->node_count; ++i) {
    if (model->prescribed[i]) motion->whole = false;
    if (model->prescribed[i]) continue;
    mass += model->mass[i];
    motion->center = vt_madd(motion->center, model->mass[i], body->x[i]);
    motion->velocity = vt_madd(motion->velocity, model->mass[i], body->v[i]);
  }
  if (mass == 0) return false;
  motion->center = vt_scale(1 / mass, motion->center);
  motion->velocity = vt_scale(1 / mass, motion->velocity);
  return find_spin(body, motion);
}

// Vibration pays for a gain with at most a tenth of its energy: more would hide a step that is too long.
static void pay(vt_deformable *body, const rigid_motion *motion) {
  const vt_deformable_model *model = body->model;
  double vibration = 0;
  for (int i = 0; i < model->mesh->node_count; ++i) {
    if (model->prescribed[i]) continue;
    vt_vec3 r = vt_sub(body->x[i], motion->center);
    body->scratch[i] = vt_add(motion->velocity, vt_cross(motion->spin, r));
    vt_vec3 u = vt_sub(body->v[i], body->scratch[i]);
    vibration += 0.5 * model->mass[i] * vt_dot(u, u);
  }
  double paid = fmin(body->balance.gain, 0.1 * vibration);
  if (!(paid > 0)) return;
  double kept = sqrt(1 - paid / vibration);
  for (int i = 0; i < model->mesh->node_count; ++i)
    if (!model->prescribed[i])
      body->v[i] = vt_madd(body->scratch[i], kept, vt_sub(body->v[i], body->scratch[i]));
  body->balance.gain -= paid;
}

void vt_deformable_balance(vt_deformable *body, double before, double work) {
  const vt_deformable_model *model = body->model;
  vt_balance *balance = &body->balance;
  // Rounding of the sums is four orders below 1e-9; a body at rest has the energy of a strain of 1e-9. The
  // work of forces that change during the step is known to a part of itself only.
  double least = 1e-18 * model->material.young * model->elements.volume;
  balance->gain = vt_deformable_kinetic(body) + body->potential - before - work;
  balance->doubt = 1e-9 * (before + least) + 0.01 * fabs(work);
  balance->spin = 0;
  rigid_motion motion;
  if (!find_rigid_motion(body, &motion)) return;
  if (motion.whole) balance->spin = motion.spin_energy;
  pay(body, &motion);
}

bool vt_energy_overdrawn(double *credit, const vt_balance *balance) {
  bool overdrawn = balance->gain > *credit + balance->doubt;
  *credit = fmin(fmax(*credit - balance->gain, 0), 0.01 * balance->spin);
  return overdrawn;
}
