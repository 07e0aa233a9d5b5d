// One step of Newton's method over rows: the derivative of the laws, its factor, and how far a step is gone.
#include "solver/newton_split.h"

#include "sparse/blas.h"
#include "sparse/lu.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- the laws

double vt_newton_own(const vt_block *block, int r) {
  if (block->kind != VT_BLOCK_BILATERAL) return block->own[r][r];
  double scale = block->bilateral->scale[r]; // 1 / sqrt(own + compliance)
  return (scale > 0 ? 1 / (scale * scale) : 0) - block->bilateral->compliance[r];
}

void vt_newton_apply(const vt_system *s, double share, const double *f, double *u) {
  vt_system_apply(s, f, u);
  for (int i = 0; i < s->block_count && share > 0; ++i)
    for (int r = 0; r < vt_block_rows(&s->blocks[i]); ++r)
      u[s->blocks[i].row + r] += vt_newton_regularization(&s->blocks[i], r, share) * f[s->blocks[i].row + r];
}

void vt_newton_laws(
    const vt_system *s, const vt_newton_settings *t, const double *f, const double *u, double *phi) {
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    int rows = vt_block_rows(block), at = block->row;
    if (vt_block_is_inert(block)) {
      memset(phi + at, 0, sizeof *phi * (size_t)rows);
    } else if (block->kind == VT_BLOCK_CONTACT) {
      vt_smooth_law law = vt_smooth_contact(block, t->form, t->blur, f + at, u + at);
      memcpy(phi + at, law.phi, sizeof law.phi);
    } else {
      for (int r = 0; r < rows; ++r)
        phi[at + r] = vt_smooth_row(block, r, vt_newton_own(block, r), t->blur, f[at + r], u[at + r]).phi[0];
    }
  }
}

double vt_newton_merit(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  double sum = 0;
  vt_newton_laws(s, t, n->f, n->u, n->phi);
  for (int r = 0; r < s->row_count; ++r) sum += n->phi[r] * n->phi[r];
  return sum;
}

// ---------------------------------------------------------------- their derivative

// The rows that take part: all but those of contacts that are open by far, whose forces go; n->shift is what
// that does to u.
static void choose_rows(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  bool let_go = false, rows_only = s->rigid == NULL;
  int group = -1;
  n->count = 0;
  for (int k = 0; k < s->block_count; ++k) {
    int i = rows_only ? n->by_group[k] : k;
    while (rows_only && group < n->group_of[i]) n->groups.start[++group] = n->count;
    const vt_block *block = &s->blocks[i];
    const double *f = n->f + block->row, *u = n->u + block->row;
    bool out = vt_block_is_inert(block) ||
               (block->kind == VT_BLOCK_CONTACT && f[0] - u[0] / block->own[0][0] < -t->far * t->blur);
    bool gone = out && block->kind == VT_BLOCK_CONTACT;
    for (int r = block->row; r < block->row + vt_block_rows(block); ++r) {
      n->end[r] = gone ? 0 : n->f[r];
      let_go = let_go || n->end[r] != n->f[r];
      if (out) continue;
      n->rows[n->count] = r;
      n->blocks[n->count++] = i;
    }
  }
  if (rows_only) n->groups.start[n->groups.count] = n->count;
  if (let_go) vt_newton_apply(s, t->regularization, n->end, n->shift);
  for (int r = 0; r < s->row_count; ++r) n->shift[r] = let_go ? n->shift[r] - n->u[r] : 0;
}

// Row r of a block of W at the columns of the rows that take part and are coupled with its group,
// regularized.
static void gather(const vt_system *s, const vt_newton *n, int i, int r, double share, double *to) {
  const vt_block *block = &s->blocks[i];
  const double *w = s->w + block->values + (size_t)(r * block->width);
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    memcpy(n->line + range.first, w, sizeof *w * (size_t)range.count);
    w += range.count;
  }
  n->line[block->row + r] += vt_newton_regularization(block, r, share);
  for (int from = 0, first, rows; vt_groups_next_rows(&n->groups, n->group_of[i], &from, &first, &rows);)
    for (int k = first; k < first + rows; ++k) to[k] = n->line[n->rows[k]];
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    memset(n->line + range.first, 0, sizeof *w * (size_t)range.count);
  }
}

// Three rows of the derivative from three rows of W, in place.
static void contact_rows(const vt_newton *n, const vt_smooth_law *law, int row) {
  size_t count = (size_t)n->count;
  double *j0 = n->jacobian + (size_t)row * count, *j1 = j0 + count, *j2 = j1 + count;
  int group = n->group_of[n->blocks[row]];
  for (int from = 0, first, rows; vt_groups_next_rows(&n->groups, group, &from, &first, &rows);)
    for (int k = first; k < first + rows; ++k) {
      double w0 = j0[k], w1 = j1[k], w2 = j2[k];
      j0[k] = law->b[0][0] * w0 + law->b[0][1] * w1 + law->b[0][2] * w2;
      j1[k] = law->b[1][0] * w0 + law->b[1][1] * w1 + law->b[1][2] * w2;
      j2[k] = law->b[2][0] * w0 + law->b[2][1] * w1 + law->b[2][2] * w2;
    }
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) n->jacobian[(size_t)(row + r) * count + (size_t)(row + c)] += law->a[r][c];
}

// phi of the rows that take part, with what letting go does to it, and its derivative.
static void fill_derivative(const vt_system *s, const vt_newton *n, const vt_newton_settings *t) {
  size_t count = (size_t)n->count;
  for (int row = 0; row < n->count;) {
    const vt_block *block = &s->blocks[n->blocks[row]];
    int rows = vt_block_rows(block);
    const double *shift = n->shift + block->row;
    for (int r = 0; r < rows; ++r)
      gather(s, n, n->blocks[row], r, t->regularization, n->jacobian + (size_t)(row + r) * count);
    if (block->kind == VT_BLOCK_CONTACT) {
      vt_smooth_law law = vt_smooth_contact(block, t->form, t->blur, n->f + block->row, n->u + block->row);
      for (int r = 0; r < 3; ++r)
        n->phi[block->row + r] =
            law.phi[r] + law.b[r][0] * shift[0] + law.b[r][1] * shift[1] + law.b[r][2] * shift[2];
      contact_rows(n, &law, row);
    } else {
      for (int r = 0; r < rows; ++r) {
        double *j = n->jacobian + (size_t)(row + r) * count;
        int at = block->row + r;
        vt_smooth_law law = vt_smooth_row(block, r, vt_newton_own(block, r), t->blur, n->f[at], n->u[at]);
        n->phi[at] = law.phi[0] + law.b[0][0] * shift[r];
        for (int from = 0, first, width;
             vt_groups_next_rows(&n->groups, n->group_of[n->blocks[row]], &from, &first, &width);)
          for (int k = first; k < first + width; ++k) j[k] *= law.b[0][0];
        j[row + r] += law.a[0][0];
      }
    }
    row += rows;
  }
}

// ---------------------------------------------------------------- its factor

// By one factor over the rows; they stand as its columns.
static bool factor_rows(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  int size = n->count;
  n->split.used = vt_newton_split_suits(n, t) && vt_newton_split_factor(s, n, t);
  if (n->split.used) return true;
  fill_derivative(s, n, t);
  for (int k = 0; k < size && t->damping > 0; ++k) n->jacobian[(size_t)k * (size_t)(size + 1)] += t->damping;
  int singular = n->groups.count > 1 ? vt_grouped_lu_factor(&n->groups, size, n->jacobian, n->pivots)
                                     : vt_lu_factor(size, n->jacobian, n->pivots, s->pool, s->asked);
  if (singular != 0) return false;
  n->sign = 1;
  for (int k = 0; k < size; ++k)
    if ((n->jacobian[(size_t)k * (size_t)(size + 1)] < 0) != (n->pivots[k] != k + 1)) n->sign = -n->sign;
  return true;
}

static void solve_rows(const vt_newton *n, double *x) {
  int one = 1, info = 0, size = n->count;
  if (n->split.used) {
    vt_newton_split_solve(n, x);
    return;
  }
  for (int k = 0; k < size; ++k) n->packed[k] = x[n->rows[k]];
  if (n->groups.count > 1) {
    vt_grouped_lu_solve_transposed(&n->groups, size, n->jacobian, n->pivots, n->packed);
  } else {
    dgetrs_("T", &size, &one, n->jacobian, &size, n->pivots, n->packed, &size, &info);
  }
  for (int k = 0; k < size; ++k) x[n->rows[k]] = n->packed[k];
}

double vt_newton_factor_work(double rows) { return 0.04 * rows * rows * rows + 3 * rows * rows; }

static double factor_work(const vt_system *s, const vt_newton *n) {
  if (s->rigid != NULL) return 500.0 * (double)n->lu.blocks + 500.0 * s->row_count;
  return vt_newton_factor_work(n->count);
}

bool vt_newton_factor(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  choose_rows(s, n, t);
  vt_count_work(s->asked, factor_work(s, n));
  if (n->count == 0) return true;
  return s->rigid != NULL ? vt_newton_factor_rigid(s, n, t) : factor_rows(s, n, t);
}

void vt_newton_solve(const vt_system *s, const vt_newton *n, double *x) {
  if (n->count == 0) return;
  if (s->rigid != NULL) {
    vt_newton_solve_rigid(s, n, x);
  } else {
    solve_rows(n, x);
  }
}

bool vt_newton_prepare(const vt_system *s, vt_newton *n, vt_arena *arena, vt_error *error) {
  size_t size = (size_t)s->row_count;
  if (n->f != NULL) return true;
  double *numbers = VT_TAKE(arena, double, 8 * size, error);
  n->rows = VT_TAKE(arena, int, 3 * size, error);
  if (numbers == NULL || n->rows == NULL) return false;
  n->blocks = n->rows + size;
  n->pivots = n->blocks + size;
  n->u = numbers + size;
  n->phi = n->u + size;
  n->start = n->phi + size;
  n->end = n->start + size;
  n->shift = n->end + size;
  n->line = n->shift + size;
  n->packed = n->line + size;
  memset(n->line, 0, size * sizeof *n->line);
  if (s->rigid != NULL) {
    if (!vt_newton_prepare_rigid(s, n, arena, error)) return false;
  } else {
    n->jacobian = VT_TAKE(arena, double, size *size, error);
    if (n->jacobian == NULL || !vt_newton_find_groups(s, n, arena, error) ||
        !vt_newton_split_prepare(s, &n->split, arena, error))
      return false;
  }
  n->f = numbers;
  return true;
}

bool vt_newton_step(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  if (!vt_newton_factor(s, n, t)) return false;
  vt_newton_solve(s, n, n->phi);
  for (int k = 0; k < n->count; ++k) {
    if (!isfinite(n->phi[n->rows[k]])) return false;
    n->end[n->rows[k]] -= n->phi[n->rows[k]];
  }
  return true;
}

double vt_newton_advance(
    const vt_system *s, vt_newton *n, const vt_newton_settings *t, double before, double *after) {
  size_t size = (size_t)s->row_count;
  memcpy(n->start, n->f, size * sizeof *n->f);
  for (double share = 1;; share /= 2) {
    for (size_t k = 0; k < size; ++k) n->f[k] = n->start[k] + share * (n->end[k] - n->start[k]);
    vt_newton_apply(s, t->regularization, n->f, n->u);
    *after = vt_newton_merit(s, n, t);
    if (*after < before || share <= VT_NEWTON_SHORTEST) return share;
  }
}

bool vt_newton_keep_better(
    const vt_system *s, const vt_newton *n, const double *u, double *now, double *residual) {
  *now = vt_system_residual(s, n->f, u);
  if (!isfinite(*now)) return false;
  if (*now < *residual) {
    *residual = *now;
    memcpy(s->f, n->f, (size_t)s->row_count * sizeof *s->f);
  }
  return true;
}
