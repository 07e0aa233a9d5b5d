// C H^T of the rows on a rigid or quasi-rigid body. How a quasi-rigid one gives way is known: it is read from
// the table of its nodes, or computed between its control points; modes that ring add their part.
#include "solver/rows_insides.h"

#include "base/error.h"

#include <string.h>

// What a row does to modes, at the nodes that rows touch, in mesh axes.
static void ring(const vt_rows_builder *b, const vt_mobile *m, const vt_body_row *row, const int *nodes,
    int count, double *moved) {
  for (int mode = 0; mode < m->bending->mode_count; ++mode) {
    const vt_vec3 *shape = m->bending->mode_shapes + (size_t)mode * (size_t)m->bending->count;
    double force = 0;
    for (int k = row->first; k < row->first + row->count; ++k) {
      const vt_row_term *t = &b->rows->terms[k];
      if (t->node >= 0) force += vt_dot(shape[t->node], vt_mat_apply_transposed(m->turn, t->linear));
    }
    double by = m->mode_steps[mode].place * force;
    for (int i = 0; i < count && by != 0; ++i) {
      moved[3 * i] += by * shape[nodes[i]].x;
      moved[3 * i + 1] += by * shape[nodes[i]].y;
      moved[3 * i + 2] += by * shape[nodes[i]].z;
    }
  }
}

// How the nodes that rows touch bend by one row. `phi` is the kernel between them, for bodies that have one.
static void bend(const vt_rows_builder *b, int body, const vt_body_row *row, const int *nodes, int count,
    const double *phi, double *moved) {
  const vt_mobile *m = &b->bodies[body];
  const vt_kernel *kernel = &m->bending->kernel;
  memset(moved, 0, 3 * (size_t)count * sizeof *moved);
  for (int k = row->first; k < row->first + row->count; ++k) {
    const vt_row_term *t = &b->rows->terms[k];
    if (t->node < 0) continue;
    vt_vec3 along = vt_scale(m->give, vt_mat_apply_transposed(m->turn, t->linear));
    if (phi != NULL) along = vt_kernel_shape(kernel, t->node, along);
    const double *share = phi != NULL ? phi + (size_t)b->parts[body].place[t->node] * (size_t)count : NULL;
    for (int i = 0; i < count; ++i) {
      vt_vec3 by =
          phi != NULL ? vt_scale(share[i], along) : vt_bending_move(m->bending, nodes[i], t->node, along);
      moved[3 * i] += by.x;
      moved[3 * i + 1] += by.y;
      moved[3 * i + 2] += by.z;
    }
  }
  ring(b, m, row, nodes, count, moved);
  for (int i = 0; i < count; ++i) {
    vt_vec3 by = vt_v3(moved[3 * i], moved[3 * i + 1], moved[3 * i + 2]);
    by = vt_mat_apply(m->turn, phi != NULL ? vt_kernel_shape(kernel, nodes[i], by) : by);
    memcpy(moved + 3 * i, (double[3]){by.x, by.y, by.z}, 3 * sizeof *moved);
  }
}

// The kernel between nodes, row by row; NULL without memory.
static const double *make_phi(const vt_rows_builder *b, int body, const int *nodes, int count) {
  const vt_kernel *kernel = &b->bodies[body].bending->kernel;
  size_t n = (size_t)count;
  double *phi = VT_TAKE(b->arena, double, n *n, &b->parts[body].error);
  for (size_t i = 0; i < n && phi != NULL; ++i)
    for (size_t j = i; j < n; ++j)
      phi[i * n + j] = phi[j * n + i] = vt_kernel_phi(kernel, nodes[i], nodes[j]);
  return phi;
}

// The distinct nodes that rows on a quasi-rigid body touch, and their places; -1 on failure.
static int place_nodes(const vt_rows_builder *b, int body, int **nodes) {
  vt_body_part *part = &b->parts[body];
  int count = vt_rows_list_nodes(b, body, nodes);
  int *place = VT_TAKE(b->arena, int, b->bodies[body].bending->count, &part->error);
  if (place == NULL) return -1;
  for (int i = 0; i < count; ++i) place[(*nodes)[i]] = i;
  part->place = place;
  return count;
}

void vt_rows_move_rigid(const vt_rows_builder *b, int body) {
  vt_body_part *part = &b->parts[body];
  const vt_mobile *m = &b->bodies[body];
  double h2 = b->h * b->h;
  int *nodes = NULL, bent = m->bending != NULL ? place_nodes(b, body, &nodes) : 0;
  if (bent < 0) return;
  size_t size = 6 + 3 * (size_t)bent;
  double *moved = VT_TAKE(b->arena, double, size *(size_t)part->count, &part->error);
  if (moved == NULL) return;
  const double *phi = NULL;
  if (bent > 0 && m->bending->blocks == NULL && (phi = make_phi(b, body, nodes, bent)) == NULL) return;
  for (int r = 0; r < part->count; ++r) {
    vt_vec3 linear = {0, 0, 0}, angular = {0, 0, 0};
    for (int k = part->rows[r].first; k < part->rows[r].first + part->rows[r].count; ++k) {
      if (b->rows->terms[k].node >= 0) continue;
      linear = vt_add(linear, b->rows->terms[k].linear);
      angular = vt_add(angular, b->rows->terms[k].angular);
    }
    linear = vt_scale(h2 * m->inverse_mass, linear);
    angular = vt_scale(h2, vt_mat_apply(m->inverse_inertia, angular));
    part->rows[r].moved = moved + size * (size_t)r;
    if (bent > 0) bend(b, body, &part->rows[r], nodes, bent, phi, part->rows[r].moved + 6);
    memcpy(part->rows[r].moved, (double[6]){linear.x, linear.y, linear.z, angular.x, angular.y, angular.z},
        6 * sizeof(double));
  }
}
