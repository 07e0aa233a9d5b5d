// The nodes of a body as one: mass, centre, inertia, and the six rigid motions.
#include "body/whole.h"

void vt_rigid_motions(vt_vec3 arm, double r[3][6]) {
  vt_mat3 turn = vt_skew(arm);
  for (int i = 0; i < 3; ++i)
    for (int d = 0; d < 3; ++d) {
      r[i][d] = i == d;
      r[i][3 + d] = -turn.m[i][d]; // w x arm
    }
}

vt_whole vt_weigh_nodes(const vt_deformable_model *model) {
  vt_whole w = {{0, 0, 0}, 0, {{{0}}}};
  vt_mat3 inertia = {{{0}}};
  int count = model->mesh->node_count;
  for (int i = 0; i < count; ++i) {
    w.mass += model->mass[i];
    w.center = vt_madd(w.center, model->mass[i], model->mesh->nodes[i]);
  }
  w.center = vt_scale(1 / w.mass, w.center);
  for (int i = 0; i < count; ++i) {
    vt_vec3 r = vt_sub(model->mesh->nodes[i], w.center);
    double square = vt_dot(r, r);
    vt_mat3 round = vt_mat_diagonal(vt_v3(square, square, square));
    inertia = vt_mat_add(
        inertia, vt_mat_scale(model->mass[i], vt_mat_add(round, vt_mat_scale(-1, vt_outer(r, r)))));
  }
  w.inverse_inertia = vt_mat_inverse(inertia);
  return w;
}

void vt_whole_divide(const vt_whole *w, double a[6]) {
  vt_vec3 turn = vt_mat_apply(w->inverse_inertia, vt_v3(a[3], a[4], a[5]));
  for (int d = 0; d < 3; ++d) a[d] /= w->mass;
  a[3] = turn.x, a[4] = turn.y, a[5] = turn.z;
}

void vt_whole_take_out(const vt_whole *w, const vt_deformable_model *model, vt_vec3 *displacements) {
  vt_vec3 p = {0, 0, 0}, l = {0, 0, 0};
  int count = model->mesh->node_count;
  for (int i = 0; i < count; ++i) {
    p = vt_madd(p, model->mass[i], displacements[i]);
    l = vt_madd(l, model->mass[i], vt_cross(vt_sub(model->mesh->nodes[i], w->center), displacements[i]));
  }
  vt_vec3 shift = vt_scale(1 / w->mass, p), turn = vt_mat_apply(w->inverse_inertia, l);
  for (int i = 0; i < count; ++i)
    displacements[i] =
        vt_sub(displacements[i], vt_add(shift, vt_cross(turn, vt_sub(model->mesh->nodes[i], w->center))));
}
