// The energy balance of a deformable body over a step: spurious gains are taken out of its vibration.
#include "body/balance.h"

#include "body/turn.h"

double vt_deformable_kinetic(const vt_deformable *body) {
  double sum = 0;
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    sum += 0.5 * body->model->mass[i] * vt_dot(body->v[i], body->v[i]);
  return sum;
}

// Of its energy: the largest gain that is taken out of vibration. More would hide a step that is too long.
static const double PAYABLE = 0.1;
// Of the rotational energy: how much of earlier losses may be gained back.
static const double CREDIT = 0.01;

static void pay(vt_deformable *body, const vt_rigid_motion *motion) {
  const vt_deformable_model *model = body->model;
  double vibration = 0;
  for (int i = 0; i < model->mesh->node_count; ++i) {
    if (body->held[i]) continue;
    vt_vec3 r = vt_sub(body->x[i], motion->center);
    body->scratch[i] = vt_add(motion->velocity, vt_cross(motion->spin, r));
    vt_vec3 u = vt_sub(body->v[i], body->scratch[i]);
    vibration += 0.5 * model->mass[i] * vt_dot(u, u);
  }
  double paid = fmin(body->balance.gain, PAYABLE * vibration);
  if (!(paid > 0)) return;
  double kept = sqrt(1 - paid / vibration);
  for (int i = 0; i < model->mesh->node_count; ++i)
    if (!body->held[i]) body->v[i] = vt_madd(body->scratch[i], kept, vt_sub(body->v[i], body->scratch[i]));
  body->balance.gain -= paid;
}

// J: a bound on the rounding in the change of the elastic energy. It matters for stiff bodies: strains are
// known to some parts of 1e16, whatever the stiffness, and those of a stiff body at rest are not much larger.
static double round_off(const vt_deformable *body, double potential) {
  const vt_elements *e = &body->model->elements;
  double reach = 0;
  for (int i = 0; i < e->node_count; ++i) reach = fmax(reach, vt_dot(body->x[i], body->x[i]));
  reach = sqrt(reach);
  return vt_elements_rounding(e, potential, reach) + vt_elements_rounding(e, body->potential, reach);
}

// Of the work of forces that change during the step: its relative uncertainty.
static const double DOUBT = 0.01;

void vt_deformable_balance(vt_deformable *body, double kinetic, double potential, double work) {
  vt_balance *balance = &body->balance;
  double before = kinetic + potential;
  balance->gain = vt_deformable_kinetic(body) + body->potential - before - work;
  balance->doubt = 1e-9 * before + round_off(body, potential) + DOUBT * fabs(work);
  balance->spin = 0;
  vt_rigid_motion motion;
  if (!vt_find_rigid_motion(body, &motion)) return;
  if (motion.whole) balance->spin = 0.5 * vt_dot(motion.spin, motion.momentum);
  pay(body, &motion);
}

bool vt_energy_overdrawn(double *credit, const vt_balance *balance) {
  bool overdrawn = balance->gain > *credit + balance->doubt;
  *credit = fmin(fmax(*credit - balance->gain, 0), CREDIT * balance->spin);
  return overdrawn;
}
