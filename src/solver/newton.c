// Newton's method on the smoothed laws.
//
// With u = W f + q, all laws together are phi(f) = 0, and a step solves (a + b W) d = -phi, a and b being
// small blocks on the diagonal (smooth_law.h). A step is shortened until the sum of squares of phi falls. The
// blur begins well above the residual, for forces have far to go among nearly equal solutions, and goes down
// as fast as steps follow it. Contacts that are open by far have no force and no part in it: the factor is
// that of the others.
//
// Where there are more contacts than their forces can be told apart by, W is singular, and so is the
// derivative once the blur is gone. Each contact is taken as softer by a share of its own compliance that is
// below the tolerance: that makes forces the smallest of all that hold the same balance, and moves gaps by
// less than the tolerance does.
//
// Two forms of the law: with discs most steps are whole ones, but they stall where friction leads around in
// circles (mu near 1, boxes wedged in heaps); with cones they do not. Tried and rejected: the laws without
// smoothing (Alart and Curnier 1991), with proximal terms or without: they stall between 1e-3 and 1e-6 on
// half of the hard problems; an interior-point method, which is as robust as cones but starts from far away
// every time (docs/solver.md has the table).
#include "solver/newton_step.h"

#include "sparse/blas.h"
#include "sparse/lu.h"

#include <math.h>
#include <string.h>

enum {
  MOST_VAIN = 12,  // whole steps in a row that came no nearer; twice as many in every round
  VAIN_ENOUGH = 2, // below the tolerance
};

static const double LEAST_TOUCH = 1e-9;
static const double SOFTER = 0.1;         // of the tolerance: what a contact's own compliance is enlarged by
static const double MOST_SOFTER = 1e-7;   // the same, absolute
static const double FAR_OPEN = 100;       // blurs: from here on a contact has no force
static const double SMALLEST_BLUR = 0.01; // of the largest force, to begin with
static const double LARGEST_BLUR = 0.3;   // of the largest force
static const double FOLLOWED = 0.5;       // blurs: phi (rms) below which the blur may go down
static const double SHORTEST_STEP = 0.02; // below, the blur goes up again

// ---------------------------------------------------------------- one step

double vt_newton_own(const vt_block *block, int r) {
  if (block->kind != VT_BLOCK_BILATERAL) return block->own[r][r];
  double scale = block->bilateral->scale[r]; // 1 / sqrt(own + compliance)
  return (scale > 0 ? 1 / (scale * scale) : 0) - block->bilateral->compliance[r];
}

// u = (W + softness) f + q.
static void apply(const vt_system *s, double share, const double *f, double *u) {
  vt_system_apply(s, f, u);
  for (int i = 0; i < s->block_count && share > 0; ++i)
    for (int r = 0; r < vt_block_rows(&s->blocks[i]); ++r)
      u[s->blocks[i].row + r] += vt_newton_softness(&s->blocks[i], r, share) * f[s->blocks[i].row + r];
}

// The sum of squares of phi.
static double merit(const vt_system *s, vt_newton_form form, double blur, const double *f, const double *u) {
  double sum = 0;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    if (vt_block_is_inert(block)) continue;
    if (block->kind == VT_BLOCK_CONTACT) {
      vt_smooth_law law = vt_smooth_contact(block, form, blur, f + block->row, u + block->row);
      sum += law.phi[0] * law.phi[0] + law.phi[1] * law.phi[1] + law.phi[2] * law.phi[2];
      continue;
    }
    for (int r = 0; r < vt_block_rows(block); ++r) {
      double phi =
          vt_smooth_row(block, r, vt_newton_own(block, r), f[block->row + r], u[block->row + r]).phi[0];
      sum += phi * phi;
    }
  }
  return sum;
}

// The rows that take part: all but those of contacts that are open by far, whose forces go; n->shift is what
// that does to u.
static void choose_rows(const vt_system *s, vt_newton *n, double blur, double share) {
  bool let_go = false;
  n->count = 0;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    const double *f = n->f + block->row, *u = n->u + block->row;
    bool out = vt_block_is_inert(block) ||
               (block->kind == VT_BLOCK_CONTACT && f[0] - u[0] / block->own[0][0] < -FAR_OPEN * blur);
    bool gone = out && block->kind == VT_BLOCK_CONTACT;
    for (int r = block->row; r < block->row + vt_block_rows(block); ++r) {
      n->end[r] = gone ? 0 : n->f[r];
      let_go = let_go || n->end[r] != n->f[r];
      if (out) continue;
      n->rows[n->count] = r;
      n->blocks[n->count++] = i;
    }
  }
  if (let_go) apply(s, share, n->end, n->shift);
  for (int r = 0; r < s->row_count; ++r) n->shift[r] = let_go ? n->shift[r] - n->u[r] : 0;
}

// Row r of a block of W at the columns of the rows that take part, with the softness of its own.
static void gather(
    const vt_system *s, const vt_newton *n, const vt_block *block, int r, double share, double *to) {
  const double *w = s->w + block->values + (size_t)(r * block->width);
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    memcpy(n->line + range.first, w, sizeof *w * (size_t)range.count);
    w += range.count;
  }
  n->line[block->row + r] += vt_newton_softness(block, r, share);
  for (int k = 0; k < n->count; ++k) to[k] = n->line[n->rows[k]];
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    memset(n->line + range.first, 0, sizeof *w * (size_t)range.count);
  }
}

// Three rows of the derivative from three rows of W, in place.
static void contact_rows(const vt_newton *n, const vt_smooth_law *law, int row) {
  size_t count = (size_t)n->count;
  double *j0 = n->jacobian + (size_t)row * count, *j1 = j0 + count, *j2 = j1 + count;
  for (size_t k = 0; k < count; ++k) {
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
    for (int r = 0; r < rows; ++r) gather(s, n, block, r, t->softer, n->jacobian + (size_t)(row + r) * count);
    if (block->kind == VT_BLOCK_CONTACT) {
      vt_smooth_law law = vt_smooth_contact(block, t->form, t->blur, n->f + block->row, n->u + block->row);
      for (int r = 0; r < 3; ++r)
        n->phi[row + r] =
            law.phi[r] + law.b[r][0] * shift[0] + law.b[r][1] * shift[1] + law.b[r][2] * shift[2];
      contact_rows(n, &law, row);
    } else {
      for (int r = 0; r < rows; ++r) {
        double *j = n->jacobian + (size_t)(row + r) * count;
        int at = block->row + r;
        vt_smooth_law law = vt_smooth_row(block, r, vt_newton_own(block, r), n->f[at], n->u[at]);
        n->phi[row + r] = law.phi[0] + law.b[0][0] * shift[r];
        for (size_t k = 0; k < count; ++k) j[k] *= law.b[0][0];
        j[row + r] += law.a[0][0];
      }
    }
    row += rows;
  }
}

// n->end less the step, by one dense factor over the rows.
static bool step_dense(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  int one = 1, info = 0, size = n->count;
  fill_derivative(s, n, t);
  for (int k = 0; k < size && t->touch > 0; ++k) n->jacobian[(size_t)k * (size_t)(size + 1)] += t->touch;
  if (vt_lu_factor(size, n->jacobian, n->pivots, s->pool) != 0) return false;
  dgetrs_("T", &size, &one, n->jacobian, &size, n->pivots, n->phi, &size, &info); // rows stood as columns
  for (int k = 0; k < size; ++k) n->end[n->rows[k]] -= n->phi[k];
  return true;
}

// The end of a whole step, in n->end. False where the derivative breaks down.
static bool whole_step(const vt_system *s, vt_newton *n, const vt_newton_settings *t) {
  choose_rows(s, n, t->blur, t->softer);
  if (n->count == 0) return true;
  return n->lu.count > 0 ? vt_newton_step_rigid(s, n, t) : step_dense(s, n, t);
}

// ---------------------------------------------------------------- steps

static bool make_room(const vt_system *s, vt_newton *n, vt_arena *arena, vt_error *error) {
  size_t size = (size_t)s->row_count;
  if (n->f != NULL) return true;
  double *numbers = VT_TAKE(arena, double, 7 * size, error);
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
  memset(n->line, 0, size * sizeof *n->line);
  if (s->rigid != NULL) {
    if (!vt_newton_prepare_rigid(s, n, arena, error)) return false;
  } else {
    n->jacobian = VT_TAKE(arena, double, size *size, error);
    if (n->jacobian == NULL) return false;
  }
  n->f = numbers;
  return true;
}

// Goes along the step as far as the sum of squares falls; returns the share that was gone.
static double advance(
    const vt_system *s, vt_newton *n, const vt_newton_settings *t, double before, double *after) {
  size_t size = (size_t)s->row_count;
  memcpy(n->start, n->f, size * sizeof *n->f);
  for (double share = 1;; share /= 2) {
    for (size_t k = 0; k < size; ++k) n->f[k] = n->start[k] + share * (n->end[k] - n->start[k]);
    apply(s, t->softer, n->f, n->u);
    *after = merit(s, t->form, t->blur, n->f, n->u);
    if (*after < (1 - 1e-4 * share) * before || share <= SHORTEST_STEP) return share;
  }
}

// Keeps n->f, at which W f + q is u, where it is better than what was; false where it is not even finite.
static bool keep_better(
    const vt_system *s, const vt_newton *n, const double *u, double *now, double *residual) {
  *now = vt_system_residual(s, n->f, u);
  if (!isfinite(*now)) return false;
  if (*now < *residual) {
    *residual = *now;
    memcpy(s->f, n->f, (size_t)s->row_count * sizeof *s->f);
  }
  return true;
}

bool vt_newton_whole(const vt_system *s, double tolerance, double aim, double most, int round, int *steps,
    double *residual, vt_newton *n, vt_arena *arena, vt_error *error) {
  size_t bytes = (size_t)s->row_count * sizeof *n->f;
  if (!make_room(s, n, arena, error)) return false;
  memcpy(n->f, s->f, bytes);
  apply(s, 0, n->f, n->u);
  double now = *residual;
  for (int vain = 0; *steps > 0 && *residual > aim; --*steps) {
    if (vain >= (*residual <= tolerance ? VAIN_ENOUGH : MOST_VAIN << round)) break;
    vt_newton_settings t = {.form = VT_NEWTON_DISC, .touch = fmin(fmax(3 * now, LEAST_TOUCH), most)};
    double before = *residual;
    if (!whole_step(s, n, &t)) break;
    memcpy(n->f, n->end, bytes);
    apply(s, 0, n->f, n->u);
    if (!keep_better(s, n, n->u, &now, residual)) break;
    vain = *residual < before ? 0 : vain + 1;
  }
  return true;
}

bool vt_newton_smoothed(const vt_system *s, vt_newton_form form, int round, double tolerance, int *steps,
    double *residual, vt_newton *n, vt_arena *arena, vt_error *error) {
  if (!make_room(s, n, arena, error)) return false;
  memcpy(n->f, s->f, (size_t)s->row_count * sizeof *n->f);
  double now = *residual, after, blocks = s->block_count;
  vt_newton_settings t = {.form = form, .softer = fmin(SOFTER * tolerance, MOST_SOFTER)};
  double first = round == 0 ? fmin(fmax(sqrt(now), SMALLEST_BLUR), LARGEST_BLUR) : LARGEST_BLUR;
  t.blur = first * vt_system_scale(s, n->f);
  apply(s, t.softer, n->f, n->u);
  for (; *steps > 0 && *residual > tolerance; --*steps) {
    double before = merit(s, form, t.blur, n->f, n->u);
    if (!whole_step(s, n, &t)) break;
    double share = advance(s, n, &t, before, &after);
    apply(s, 0, n->f, n->shift);
    if (!keep_better(s, n, n->shift, &now, residual)) break;
    if (after < FOLLOWED * FOLLOWED * t.blur * t.blur * blocks) {
      t.blur *= share < 1 || round > 0 ? 0.5 : 0.2;
    } else if (share <= SHORTEST_STEP) {
      t.blur *= 2;
    }
  }
  return true;
}
