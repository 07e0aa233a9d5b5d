// Constraint rows: compliance and forces.
#include "solver/rows.h"

#include <string.h>

// W += h^2 H_i A^-1 H_j^T for the rows that touch one deformable body: one solve for all of them together.
static bool add_deformable(
    vt_rows *rows, int body, vt_deformable *d, double h, vt_arena *arena, vt_error *error) {
  size_t n = (size_t)d->model->mesh->node_count;
  int *touching = VT_TAKE(arena, int, rows->count, error);
  if (touching == NULL) return false;
  int columns = 0;
  for (int i = 0; i < rows->count; ++i)
    for (int k = 0; k < rows->rows[i].count; ++k)
      if (rows->terms[rows->rows[i].first + k].body == body) {
        touching[columns++] = i;
        break;
      }
  if (columns == 0) return true;
  vt_vec3 *y = VT_TAKE(arena, vt_vec3, n * (size_t)columns, error);
  if (y == NULL) return false;
  memset(y, 0, sizeof *y * n * (size_t)columns);
  for (int c = 0; c < columns; ++c) {
    const vt_row *row = &rows->rows[touching[c]];
    for (int k = row->first; k < row->first + row->count; ++k) {
      vt_vec3 *at = &y[(size_t)c * n + (size_t)rows->terms[k].node];
      if (rows->terms[k].body == body) *at = vt_add(*at, rows->terms[k].linear);
    }
  }
  if (!vt_factor_solve(d->factor, y, y, columns, error)) return false;
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < columns; ++r) {
      const vt_row *row = &rows->rows[touching[r]];
      double sum = 0;
      for (int k = row->first; k < row->first + row->count; ++k)
        if (rows->terms[k].body == body)
          sum += vt_dot(rows->terms[k].linear, y[(size_t)c * n + (size_t)rows->terms[k].node]);
      rows->w[touching[r] * rows->count + touching[c]] += h * h * sum;
    }
  return true;
}

// The whole gradient of a row on one rigid body.
static vt_row_term rigid_term(const vt_rows *rows, int row, int body) {
  vt_row_term sum = {.body = body, .node = -1};
  for (int k = rows->rows[row].first; k < rows->rows[row].first + rows->rows[row].count; ++k)
    if (rows->terms[k].body == body) {
      sum.linear = vt_add(sum.linear, rows->terms[k].linear);
      sum.angular = vt_add(sum.angular, rows->terms[k].angular);
    }
  return sum;
}

static void add_rigid(vt_rows *rows, int body, const vt_mobile *m, double h) {
  for (int i = 0; i < rows->count; ++i) {
    vt_row_term a = rigid_term(rows, i, body);
    for (int j = 0; j < rows->count; ++j) {
      vt_row_term b = rigid_term(rows, j, body);
      rows->w[i * rows->count + j] += h * h *
                                      (m->inverse_mass * vt_dot(a.linear, b.linear) +
                                          vt_dot(a.angular, vt_mat_apply(m->inverse_inertia, b.angular)));
    }
  }
}

bool vt_rows_compliance(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error) {
  size_t size = (size_t)rows->count * (size_t)rows->count;
  rows->w = VT_TAKE(arena, double, size, error);
  if (rows->w == NULL) return false;
  memset(rows->w, 0, sizeof *rows->w * size);
  for (int b = 0; b < body_count; ++b) {
    if (bodies[b].deformable != NULL) {
      if (!add_deformable(rows, b, bodies[b].deformable, h, arena, error)) return false;
    } else if (bodies[b].inverse_mass > 0) {
      add_rigid(rows, b, &bodies[b], h);
    }
  }
  return true;
}

bool vt_rows_solve(vt_rows *rows, double tolerance, int limit) {
  rows->iterations = 0;
  rows->residual = 0;
  if (rows->count == 0) return true;
  while (rows->iterations < limit) {
    double change = 0, scale = 0;
    for (int i = 0; i < rows->count; ++i) {
      vt_row *row = &rows->rows[i];
      const double *w = rows->w + i * rows->count;
      double value = row->free_value + row->compliance * row->force;
      for (int j = 0; j < rows->count; ++j) value += w[j] * rows->rows[j].force;
      double own = w[i] + row->compliance;
      // Nothing can be moved and nothing gives: a hard row between fixed things keeps its force.
      double force = own > 0 ? row->force - value / own : row->force;
      force = fmin(fmax(force, row->lower), row->upper);
      change = fmax(change, fabs(force - row->force));
      scale = fmax(scale, fabs(force));
      row->force = force;
    }
    ++rows->iterations;
    rows->residual = scale > 0 ? change / scale : 0;
    if (rows->residual <= tolerance) return true;
  }
  return false;
}
