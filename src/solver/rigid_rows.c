// Rows that touch rigid bodies only.
#include "solver/rigid_rows.h"

#include <math.h>
#include <string.h>

// L of an inverse inertia L L^T.
static void factor(vt_mat3 m, double l[3][3]) {
  const double a[3][3] = {{m.m[0][0], m.m[0][1], m.m[0][2]}, {m.m[1][0], m.m[1][1], m.m[1][2]},
      {m.m[2][0], m.m[2][1], m.m[2][2]}};
  memset(l, 0, 9 * sizeof(double));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(fmax(sum, 0)) : l[j][j] > 0 ? sum / l[j][j] : 0;
    }
}

bool vt_rows_are_rigid(const vt_rows *rows, const vt_mobile *bodies) {
  const vt_system *s = &rows->system;
  for (int i = 0; i < s->block_count; ++i)
    if (s->blocks[i].kind != VT_BLOCK_CONTACT && s->blocks[i].kind != VT_BLOCK_SCALAR) return false;
  for (int row = 0; row < s->row_count; ++row) {
    int last = -1, sides = 0;
    for (int k = rows->start[row]; k < rows->start[row + 1]; ++k) {
      int body = rows->terms[k].body;
      if (bodies[body].deformable != NULL || bodies[body].bending != NULL) return false;
      if (!(bodies[body].inverse_mass > 0)) continue;
      if (body != last && ++sides > 2) return false;
      last = body;
    }
  }
  return true;
}

// Bodies by their numbers among those that rows touch; returns how many there are.
static int number_bodies(const vt_rows *rows, const vt_mobile *bodies, int *number) {
  int count = 0;
  for (int k = 0; k < rows->start[rows->system.row_count]; ++k) {
    int body = rows->terms[k].body;
    if (bodies[body].inverse_mass > 0 && number[body] < 0) number[body] = count++;
  }
  return count;
}

static void fill_row(
    const vt_rows *rows, int row, const vt_mobile *bodies, const int *number, double h, vt_rigid_row *to) {
  *to = (vt_rigid_row){.body = {-1, -1}};
  int side = -1;
  for (int k = rows->start[row]; k < rows->start[row + 1]; ++k) {
    const vt_row_term *t = &rows->terms[k];
    const vt_mobile *m = &bodies[t->body];
    if (!(m->inverse_mass > 0)) continue;
    if (side < 0 || to->body[side] != number[t->body]) to->body[++side] = number[t->body];
    double l[3][3], root = h * sqrt(m->inverse_mass), *along = to->along[side];
    factor(m->inverse_inertia, l);
    along[0] += root * t->linear.x;
    along[1] += root * t->linear.y;
    along[2] += root * t->linear.z;
    for (int c = 0; c < 3; ++c)
      along[3 + c] += h * (l[0][c] * t->angular.x + l[1][c] * t->angular.y + l[2][c] * t->angular.z);
  }
}

bool vt_rows_find_rigid(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error) {
  rows->system.rigid = NULL;
  if (!vt_rows_are_rigid(rows, bodies)) return true;
  int *number = VT_TAKE(arena, int, body_count, error);
  if (number == NULL) return false;
  for (int b = 0; b < body_count; ++b) number[b] = -1;
  int count = number_bodies(rows, bodies, number);
  vt_rigid_row *rigid = VT_TAKE(arena, vt_rigid_row, rows->system.row_count, error);
  rows->system.rigid_motion = VT_TAKE(arena, double, 6 * (size_t)count, error);
  if (rigid == NULL || rows->system.rigid_motion == NULL) return false;
  for (int row = 0; row < rows->system.row_count; ++row) fill_row(rows, row, bodies, number, h, &rigid[row]);
  rows->system.rigid = rigid;
  rows->system.rigid_bodies = count;
  return true;
}
