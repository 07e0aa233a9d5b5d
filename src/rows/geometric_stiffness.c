// The geometric stiffness of forces of links, bonds and pulls on rigid bodies.
//
// A force F at an arm r from the centre keeps its direction while the arm turns with the body. Its
// stiffness against rotations is the geometric stiffness K = (F.r) 1 - F r^T. Rows take it at the start
// of the step, explicitly, which is unstable where h^2 K exceeds a few times the inertia J: light links
// under a heavy load. There, and only there, K is taken implicitly, with the last step's forces: (J + h^2
// K) w_new = J w + h torque.
#include "rows/rows.h"

static void add_stiffness(vt_mat3 *stiffness, vt_vec3 force, vt_vec3 arm) {
  vt_mat3 across = vt_outer(force, arm);
  *stiffness = vt_mat_add(*stiffness, vt_mat_scale(vt_dot(force, arm), vt_mat_identity()));
  *stiffness = vt_mat_add(*stiffness, vt_mat_scale(-0.5, vt_mat_add(across, vt_mat_transpose(across))));
}

static void add_at(vt_step *step, int body, vt_vec3 at, double sign, vt_vec3 force) {
  if (body < 0 || step->model->bodies[body].kind != VT_BODY_RIGID) return;
  int rigid = step->model->bodies[body].rigid_index;
  add_stiffness(
      &step->turn_share[rigid], vt_scale(sign, force), vt_sub(at, step->state->rigid[rigid].position));
}

// J (h^2 K)^-1 where h^2 K exceeds J, else 1: only the excess is implicit, and what the step resolves is not
// changed. In principal axes, with the off-diagonal part of K bounded by its norm.
static vt_mat3 turn_share_of(
    const vt_rigid_model *body, const vt_rigid_state *state, vt_mat3 stiffness, double h) {
  vt_mat3 r = vt_quat_to_mat(state->rotation);
  vt_mat3 k = vt_mat_scale(h * h, vt_mat_mul(vt_mat_transpose(r), vt_mat_mul(stiffness, r)));
  const double inertia[3] = {body->inertia.x, body->inertia.y, body->inertia.z};
  double lessened[3];
  for (int i = 0; i < 3; ++i) {
    double sum = k.m[i][i] / inertia[i];
    for (int j = 0; j < 3; ++j)
      if (j != i) sum += fabs(k.m[i][j]) / sqrt(inertia[i] * inertia[j]);
    lessened[i] = 1 / fmax(1, sum);
  }
  if (lessened[0] == 1 && lessened[1] == 1 && lessened[2] == 1) return vt_mat_identity();
  vt_mat3 scale = vt_mat_diagonal(vt_v3(lessened[0], lessened[1], lessened[2]));
  return vt_mat_mul(r, vt_mat_mul(scale, vt_mat_transpose(r)));
}

void vt_step_add_geometric_stiffness(vt_step *step) {
  const vt_model *m = step->model;
  for (int k = 0; k < m->rigid_count; ++k) step->turn_share[k] = (vt_mat3){{{0}}};
  for (int k = 0; k < m->link_count; ++k) {
    vt_wrench wrench = vt_step_link_wrench(step, k);
    add_at(step, m->links[k].body_a, wrench.at, -1, wrench.force);
    add_at(step, m->links[k].body_b, wrench.at, 1, wrench.force);
  }
  for (int k = 0; k < m->bond_count; ++k) {
    const vt_bond *bond = &m->bonds[k];
    const vt_body *b = &m->bodies[bond->body_b];
    if (b->kind != VT_BODY_RIGID) continue;
    vt_pose pose = vt_body_pose(b, step->state->rigid, step->state->frames);
    for (int i = 0; i < bond->count; ++i)
      add_at(step, bond->body_b, vt_pose_apply(pose, vt_step_bond_place(step, bond, i)), -1,
          vt_step_bond_force(step, k, i));
  }
  if (vt_step_pull_rows(step) > 0)
    add_at(step, step->state->pull->body, vt_step_pull_point(step), 1, step->state->pull->force);
  for (int b = 0; b < m->body_count; ++b) {
    const vt_body *body = &m->bodies[b];
    if (body->kind != VT_BODY_RIGID) continue;
    vt_mat3 *turn_share = &step->turn_share[body->rigid_index];
    *turn_share = turn_share_of(&body->rigid, &step->state->rigid[body->rigid_index], *turn_share, step->h);
    step->mobiles[b].inverse_inertia = vt_mat_mul(step->mobiles[b].inverse_inertia, *turn_share);
    vt_vec3 *momentum = &step->rigid_next[body->rigid_index].angular_momentum;
    *momentum = vt_mat_apply(*turn_share, *momentum);
  }
}
