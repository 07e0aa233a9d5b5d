// The rotation of a free body over a step.
//
// Nodes that move along tangents while a body rotates by an angle a are stretched by a^2/2: at 8 rad/s and 10
// ms a silicone cup would hold ten times its rotational energy. So the part of a free body's motion that is
// its initial spin w goes along arcs: Q is that rotation about the centre, and nodes end at
//
//     x' = x + h v' + (Q r - r - h w x r).
//
// This changes their velocities too: those of the spin are then w x Q r, not w x r. No force holds the nodes
// on their arcs, so the centrifugal force is a load of the step. All else is as it would be without: dv and
// the arms of all forces are those of the positions as the step begins, and their angular momentum is what
// the body has in the end (its spin is set to that: a^2/2 of it would be lost). Q is that of the spin at the
// middle of the step, for free motion.
//
// The work that belongs to such arms is f . (chord x r), as of forces that are rotated with the body by half
// of the rotation; along the arc itself, pressure would do work on a body that only rotates.
//
// Tried and rejected: K and the elastic forces rotated by Q, and the step taken from there. The arms in dv
// are then those of rotated nodes, and correcting angular momentum afterwards violates the constraints: at
// steps of 1 s, loads and bonds made bodies spin on and on.
#include "body/turn.h"

// rad: smaller rotations stretch by less than 5e-9 and are not corrected.
static const double LEAST_TURN = 1e-4;

void vt_rigid_motion_add(vt_rigid_motion *motion, double mass, vt_vec3 x, vt_vec3 v) {
  vt_vec3 r = vt_sub(x, motion->center);
  vt_mat3 rr = vt_outer(r, r);
  motion->momentum = vt_madd(motion->momentum, mass, vt_cross(r, v));
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) motion->inertia.m[a][b] += mass * ((a == b ? vt_dot(r, r) : 0) - rr.m[a][b]);
}

bool vt_rigid_motion_spin(vt_rigid_motion *motion) {
  const vt_mat3 *inertia = &motion->inertia;
  double size = inertia->m[0][0] + inertia->m[1][1] + inertia->m[2][2];
  if (!(vt_mat_det(*inertia) > 1e-12 * size * size * size)) return false; // free nodes on a line
  motion->spin = vt_mat_apply(vt_mat_inverse(*inertia), motion->momentum);
  return true;
}

bool vt_find_rigid_motion(const vt_deformable *body, vt_rigid_motion *motion) {
  const vt_deformable_model *model = body->model;
  double mass = 0;
  *motion = (vt_rigid_motion){.whole = true};
  for (int i = 0; i < model->mesh->node_count; ++i) {
    if (body->held[i]) motion->whole = false;
    if (body->held[i]) continue;
    mass += model->mass[i];
    motion->center = vt_madd(motion->center, model->mass[i], body->x[i]);
    motion->velocity = vt_madd(motion->velocity, model->mass[i], body->v[i]);
  }
  if (mass == 0) return false;
  motion->center = vt_scale(1 / mass, motion->center);
  motion->velocity = vt_scale(1 / mass, motion->velocity);
  for (int i = 0; i < model->mesh->node_count; ++i)
    if (!body->held[i]) vt_rigid_motion_add(motion, model->mass[i], body->x[i], body->v[i]);
  return vt_rigid_motion_spin(motion);
}

void vt_turn_begin(vt_deformable *body, double h) {
  const vt_deformable_model *model = body->model;
  vt_turn *turn = &body->turn;
  *turn = (vt_turn){0};
  for (int i = 0; i < model->mesh->node_count; ++i)
    if (body->held[i]) return;
  vt_rigid_motion motion;
  if (!vt_find_rigid_motion(body, &motion) || !vt_is_finite(motion.spin) ||
      !(h * vt_norm(motion.spin) > LEAST_TURN))
    return;
  vt_mat3 half = vt_quat_to_mat(vt_quat_exp(vt_scale(h / 2, motion.spin)));
  turn->inverse_inertia = vt_mat_inverse(motion.inertia);
  vt_vec3 back = vt_mat_apply_transposed(half, motion.momentum);
  vt_vec3 middle = vt_mat_apply(half, vt_mat_apply(turn->inverse_inertia, back));
  vt_quat whole = vt_quat_exp(vt_scale(h, middle));
  turn->any = true;
  turn->center = motion.center;
  turn->spin = motion.spin;
  turn->rotation = vt_quat_to_mat(whole);
  turn->chord = vt_scale(2, vt_v3(whole.x, whole.y, whole.z));
  turn->gyration = vt_cross(motion.spin, motion.momentum);
}

vt_vec3 vt_turn_force(const vt_deformable *body, int node) {
  const vt_turn *turn = &body->turn;
  if (!turn->any) return vt_v3(0, 0, 0);
  vt_vec3 r = vt_sub(body->x[node], turn->center);
  return vt_scale(-body->model->mass[node], vt_cross(turn->spin, vt_cross(turn->spin, r)));
}

vt_vec3 vt_turn_end_of(const vt_deformable *body, int node, vt_vec3 v, double h) {
  const vt_turn *turn = &body->turn;
  vt_vec3 x = body->x[node];
  if (!turn->any) return vt_madd(x, h, v);
  vt_vec3 r = vt_sub(x, turn->center);
  vt_vec3 own = vt_sub(v, vt_cross(turn->spin, r)); // beside the turn
  return vt_madd(vt_add(turn->center, vt_mat_apply(turn->rotation, r)), h, own);
}

vt_vec3 vt_turn_bend(const vt_deformable *body, vt_vec3 start) {
  const vt_turn *turn = &body->turn;
  if (!turn->any) return vt_v3(0, 0, 0);
  vt_vec3 r = vt_sub(start, turn->center);
  return vt_sub(vt_sub(vt_mat_apply(turn->rotation, r), r), vt_cross(turn->chord, r));
}

// The velocity of a body that turns freely is a tangent.
vt_vec3 vt_turn_carry_on(const vt_deformable *body, int node, double h) {
  const vt_turn *turn = &body->turn;
  vt_vec3 x = body->x[node], end = vt_madd(x, h, body->v[node]);
  if (!turn->any) return end;
  vt_vec3 r = vt_sub(x, turn->center), before = vt_mat_apply_transposed(turn->rotation, r);
  return vt_add(end, vt_madd(vt_sub(r, before), -h, vt_cross(turn->spin, r)));
}

void vt_turn_velocities(vt_deformable *body, double h) {
  vt_turn *turn = &body->turn;
  if (!turn->any) return;
  turn->momentum = vt_scale(h, turn->gyration); // the centrifugal forces' own torque is none of the body's
  for (int i = 0; i < body->model->mesh->node_count; ++i) {
    vt_vec3 r = vt_sub(body->x[i], turn->center);
    turn->momentum = vt_madd(turn->momentum, body->model->mass[i], vt_cross(r, body->v[i]));
  }
  turn->spin_after = vt_mat_apply(turn->inverse_inertia, turn->momentum);
}

vt_vec3 vt_turn_velocity(const vt_deformable *body, vt_vec3 start, vt_vec3 v) {
  const vt_turn *turn = &body->turn;
  if (!turn->any) return v;
  vt_vec3 r = vt_sub(start, turn->center);
  return vt_add(v, vt_cross(turn->spin_after, vt_sub(vt_mat_apply(turn->rotation, r), r)));
}

void vt_turn_finish(vt_deformable *body) {
  const vt_turn *turn = &body->turn;
  vt_rigid_motion now;
  if (!turn->any || !vt_find_rigid_motion(body, &now)) return;
  vt_vec3 spin = vt_mat_apply(vt_mat_inverse(now.inertia), vt_sub(turn->momentum, now.momentum));
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    body->v[i] = vt_add(body->v[i], vt_cross(spin, vt_sub(body->x[i], now.center)));
}
