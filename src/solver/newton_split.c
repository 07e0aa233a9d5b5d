// The factor of a whole step of Newton's method, by the symmetry of W.
//
// Without smoothing, the law of a contact that sticks is u = 0, and so is that of the normal row of one that
// slips: such rows of the derivative are rows of W by a number, *plain*. Only the tangential rows of contacts
// that slip, and rows at a bound, are *bent*: combinations of W's rows and of forces. With p the plain rows
// divided by their number and b the bent ones, a and b being the law's derivatives (smooth_law.h),
//
//     ( A   B ) (x_p)   (r_p)      A = W_pp + k,  B = W_pb,
//     ( C   D ) (x_b) = (r_b),     C = b W_.p + a,  D = b W_.b + a,
//
// k from the damping and from what a row has of its own. A is symmetric and positive definite, A = L L^T. Of
// C the part that is in the normal row n of the same contact is a row of A but for k, so that with Y = L^-1 B
//
//     D - C A^-1 B = b_t (W_bb - Y^T Y) + (b_n k_n - a_n) (A^-1 B)_n + a_t,
//
// and C is never written down. That takes n^3/3 multiplications and additions of plain rows in place of 2/3
// n^3 of an LU factor, no pivots, and half of what bent rows take too.
#include "solver/newton_split.h"

#include "sparse/blas.h"
#include "sparse/cholesky.h"
#include "sparse/lu.h"

#include <string.h>

// ---------------------------------------------------------------- which rows are plain

static bool is_plain(const vt_smooth_law *law, int r, int rows) {
  for (int c = 0; c < rows; ++c)
    if (c != r && (law->a[r][c] != 0 || law->b[r][c] != 0)) return false;
  return law->b[r][r] > 0;
}

// phi of a block's rows, with what letting go does to it, and the derivatives; rows are contacts' or single.
static vt_smooth_law law_of(const vt_newton *n, const vt_newton_settings *t, const vt_block *block, int r) {
  int at = block->row + r, rows = block->kind == VT_BLOCK_CONTACT ? 3 : 1;
  vt_smooth_law law = rows == 3
                          ? vt_smooth_contact(block, t->form, t->blur, n->f + at, n->u + at)
                          : vt_smooth_row(block, r, vt_newton_own(block, r), t->blur, n->f[at], n->u[at]);
  const double *shift = n->shift + at;
  for (int i = 0; i < rows; ++i) {
    n->phi[at + i] = law.phi[i];
    for (int c = 0; c < rows; ++c) n->phi[at + i] += law.b[i][c] * shift[c];
  }
  return law;
}

// A row of a block whose law is `law`, at place k of those that take part.
static void add_plain(
    vt_newton_split *split, const vt_smooth_law *law, int r, int k, double damping, bool last) {
  int at = last ? split->room - ++split->leading : split->plain++;
  split->rows[at] = k;
  split->scale[at] = 1 / law->b[r][r];
  split->own[at] = (law->a[r][r] + damping) / law->b[r][r];
}

// Plain rows from the front, those that bent rows of the same contact refer to from the back of the room;
// then these follow the others.
static void sort_rows(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  vt_newton_split *split = &n->split;
  split->room = n->count;
  split->plain = split->leading = split->bent = 0;
  for (int k = 0; k < n->count;) {
    const vt_block *block = &s->blocks[n->blocks[k]];
    bool contact = block->kind == VT_BLOCK_CONTACT;
    vt_smooth_law law = law_of(n, t, block, n->rows[k] - block->row);
    int rows = contact ? 3 : 1, first = 0, bent = split->bent;
    bool all = true;
    for (int r = 0; r < rows; ++r) all = all && is_plain(&law, r, rows);
    bool lead = contact && !all && is_plain(&law, 0, 3);
    for (; first < rows && (all || (lead && first == 0)); ++first)
      add_plain(split, &law, first, k + first, t->damping, lead);
    for (int r = first; r < rows; ++r) {
      vt_bent_row *row = &split->bents[split->bent++];
      *row = (vt_bent_row){
          .row = k + r, .first = bent, .count = rows - first, .lead = lead ? split->leading : 0};
      for (int c = first; c < rows; ++c) row->a[c - first] = law.a[r][c], row->b[c - first] = law.b[r][c];
      row->a[r - first] += t->damping;
      if (lead) row->lead_a = law.a[r][0], row->lead_b = law.b[r][0];
    }
    k += rows;
  }
  int first = split->room - split->leading; // the n-th from the back is the n-th that leads
  size_t count = (size_t)split->leading;
  memmove(split->rows + split->plain, split->rows + first, count * sizeof *split->rows);
  memmove(split->scale + split->plain, split->scale + first, count * sizeof *split->scale);
  memmove(split->own + split->plain, split->own + first, count * sizeof *split->own);
  split->plain += split->leading;
}

// ---------------------------------------------------------------- the factor

// Row `row` of W spread over n->line; or back to zeros.
static void spread(const vt_system *s, const vt_newton *n, int k, bool back) {
  const vt_block *block = &s->blocks[n->blocks[k]];
  const double *w = s->w + block->values + (size_t)(n->rows[k] - block->row) * (size_t)block->width;
  for (int i = 0; i < block->range_count; ++i) {
    vt_range range = s->ranges[block->first_range + i];
    if (back)
      memset(n->line + range.first, 0, sizeof *w * (size_t)range.count);
    else
      memcpy(n->line + range.first, w, sizeof *w * (size_t)range.count);
    w += range.count;
  }
}

// The lower triangle of A, which is symmetric, B, and the upper triangle of W_bb.
static void fill(const vt_system *s, const vt_newton *n, double *a, double *y, double *g) {
  const vt_newton_split *split = &n->split;
  size_t plain = (size_t)split->plain, bent = (size_t)split->bent;
  for (size_t k = 0; k < plain + bent; ++k) {
    bool is_bent = k >= plain;
    int at = is_bent ? split->bents[k - plain].row : split->rows[k];
    spread(s, n, at, false);
    double *column = is_bent ? y + (k - plain) * plain : a + k * plain;
    for (size_t i = is_bent ? 0 : k; i < plain; ++i) column[i] = n->line[n->rows[split->rows[i]]];
    if (is_bent)
      for (size_t i = 0; i <= k - plain; ++i)
        g[(k - plain) * bent + i] = n->line[n->rows[split->bents[i].row]];
    else
      column[k] += split->own[k];
    spread(s, n, at, true);
  }
}

// From W_bb - Y^T Y to D - C A^-1 B, in place; `last` is (A^-1 B) of the rows that lead.
static void bend(const vt_newton_split *split, const double *last, double *g) {
  size_t bent = (size_t)split->bent, leading = (size_t)split->leading;
  for (size_t j = 0; j < bent; ++j)
    for (size_t i = 0; i < j; ++i) g[i * bent + j] = g[j * bent + i];
  for (size_t j = 0; j < bent; ++j) {
    double *column = g + j * bent;
    for (int i = 0; i < split->bent;) {
      int count = split->bents[i].count;
      double old[3], sums[3];
      for (int r = 0; r < count; ++r) old[r] = column[i + r];
      for (int r = 0; r < count; ++r) {
        const vt_bent_row *row = &split->bents[i + r];
        sums[r] = 0;
        for (int c = 0; c < count; ++c) sums[r] += row->b[c] * old[c];
        if (row->lead == 0) continue;
        size_t lead = leading - (size_t)row->lead, at = (size_t)split->plain - (size_t)row->lead;
        sums[r] += (row->lead_b * split->own[at] - row->lead_a) * last[j * leading + lead];
      }
      for (int r = 0; r < count; ++r) column[i + r] = sums[r];
      i += count;
    }
  }
  for (int i = 0; i < split->bent; ++i)
    for (int c = 0; c < split->bents[i].count; ++c)
      g[(size_t)(split->bents[i].first + c) * bent + (size_t)i] += split->bents[i].a[c];
}

bool vt_newton_split_suits(const vt_newton *n, const vt_newton_settings *t) {
  return n->groups.count == 1 && t->blur == 0 && t->regularization == 0 && t->form == VT_NEWTON_DISC;
}

bool vt_newton_split_factor(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  vt_newton_split *split = &n->split;
  const double one = 1;
  sort_rows(s, n, t);
  int plain = split->plain, bent = split->bent, leading = split->leading, solid = plain - leading;
  double *a = n->jacobian, *y = a + (size_t)plain * (size_t)plain, *g = y + (size_t)plain * (size_t)bent;
  double *last = g + (size_t)bent * (size_t)bent;
  fill(s, n, a, y, g);
  if (vt_cholesky_factor(plain, a, s->pool, s->asked) != 0) return false;
  vt_cholesky_forward(plain, a, bent, y, s->pool);
  vt_cholesky_subtract(plain, bent, y, g, s->pool);
  for (int j = 0; j < bent; ++j)
    memcpy(last + (size_t)j * (size_t)leading, y + (size_t)j * (size_t)plain + solid,
        sizeof *y * (size_t)leading);
  if (leading > 0)
    dtrsm_("L", "L", "T", "N", &leading, &bent, &one, a + (size_t)solid * (size_t)(plain + 1), &plain, last,
        &leading);
  bend(split, last, g);
  return bent == 0 || vt_lu_factor(bent, g, n->pivots, s->pool, s->asked) == 0;
}

// ---------------------------------------------------------------- a solve

void vt_newton_split_solve(const vt_newton *n, double *x) {
  const vt_newton_split *split = &n->split;
  int plain = split->plain, bent = split->bent, leading = split->leading, solid = plain - leading;
  const double *a = n->jacobian, *y = a + (size_t)plain * (size_t)plain;
  const double *g = y + (size_t)plain * (size_t)bent;
  const double one = 1, minus = -1, zero = 0;
  int step = 1, info = 0;
  double *z = n->packed, *b = z + plain, *ends = split->ends;
  for (int k = 0; k < plain; ++k) z[k] = split->scale[k] * x[n->rows[split->rows[k]]];
  dtrsv_("L", "N", "N", &plain, a, &plain, z, &step); // z = L^-1 r
  if (bent > 0) {
    if (plain > 0)
      dgemv_("T", &plain, &bent, &one, y, &plain, z, &step, &zero, b, &step); // B^T A^-1 r
    else
      memset(b, 0, sizeof *b * (size_t)bent);
    memcpy(ends, z + solid, sizeof *ends * (size_t)leading);
    dtrsv_("L", "T", "N", &leading, a + (size_t)solid * (size_t)(plain + 1), &plain, ends, &step);
    double *right = ends + leading; // r_b - C A^-1 r_p
    for (int i = 0; i < bent; ++i) {
      const vt_bent_row *row = &split->bents[i];
      right[i] = x[n->rows[row->row]];
      for (int c = 0; c < row->count; ++c) right[i] -= row->b[c] * b[row->first + c];
      if (row->lead == 0) continue;
      int at = plain - row->lead;
      double end = ends[leading - row->lead], r = split->scale[at] * x[n->rows[split->rows[at]]];
      right[i] -= row->lead_b * (r - split->own[at] * end) + row->lead_a * end;
    }
    memcpy(b, right, sizeof *b * (size_t)bent);
    dgetrs_("N", &bent, &step, g, &bent, n->pivots, b, &bent, &info);
    if (plain > 0) dgemv_("N", &plain, &bent, &minus, y, &plain, b, &step, &one, z, &step);
  }
  dtrsv_("L", "T", "N", &plain, a, &plain, z, &step);
  for (int k = 0; k < plain; ++k) x[n->rows[split->rows[k]]] = z[k];
  for (int i = 0; i < bent; ++i) x[n->rows[split->bents[i].row]] = b[i];
}

bool vt_newton_split_prepare(const vt_system *s, vt_newton_split *split, vt_arena *arena, vt_error *error) {
  size_t size = (size_t)s->row_count;
  split->rows = VT_TAKE(arena, int, size, error);
  split->bents = VT_TAKE(arena, vt_bent_row, size, error);
  split->scale = VT_TAKE(arena, double, 3 * size, error);
  if (split->rows == NULL || split->bents == NULL || split->scale == NULL) return false;
  split->own = split->scale + size;
  split->ends = split->own + size;
  return true;
}
