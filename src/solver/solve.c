// Solving a constraint system: Gauss-Seidel over the blocks that matter, with Anderson's acceleration, and
// Newton's method for the end.
//
// Most contacts within the alarm distance carry no force. The blocks that do, or that would be violated, are
// copied to a small dense system and swept there, in the cache; the others are looked at when that has
// converged, and those found violated join. Sweeps alone converge linearly. Anderson's acceleration mixes the
// last few: unlike conjugate gradients, it does not need a sweep to be the gradient of anything, which
// slipping friction is not (in a pressed cup, conjugate gradients took ten times the sweeps). Nothing says
// that a mixture comes nearer: it is accepted while the next sweep from it is not much longer than the
// shortest so far. Otherwise the solver goes back to the best sweep, forgets, and sweeps plainly for a while,
// twice as long every time, so that it converges wherever plain sweeps do. (Restarts alone went around in
// circles among the equal solutions of linked bars on the ground.) What is not solved after a while is near
// enough for Newton's method (two soft cubes on each other: 60 sweeps and a few steps where sweeps alone took
// more than 4,000).
#include "solver/newton.h"

#include <math.h>
#include <string.h>

enum {
  DEPTH = 8,         // sweeps that are mixed
  MOST_ASTRAY = 8,   // mixtures in a row that did not come nearer before they are given up
  REST = 4,          // plain sweeps after that; twice as many every time
  CHECK_EVERY = 10,  // sweeps
  NEWTON_EVERY = 40, // sweeps that did not end it before Newton's method is tried
  NEWTON_MANY = 20,  // of a large system
  NEWTON_AGAIN = 5,  // of a large system, where a few blocks have joined a solution
  SIFTING = 8,       // sweeps to sift the blocks that a bad guess would violate
  MOST_ROWS = 4000,  // of a dense copy and of Newton's method: above, sparse coupling is worth more
};

// ---------------------------------------------------------------- acceleration

typedef struct mixer {
  int n, count, next; // unknowns, differences kept, place of the next
  double *f, *r;      // of the last sweep: where it began, how far it went
  double *df[DEPTH], *dr[DEPTH];
} mixer;

static bool start_mixer(mixer *m, int n, vt_arena *arena, vt_error *error) {
  *m = (mixer){.n = n};
  double *block = VT_TAKE(arena, double, (2 + 2 * DEPTH) * (size_t)n, error);
  if (block == NULL) return false;
  m->f = block;
  m->r = block + n;
  for (int k = 0; k < DEPTH; ++k) {
    m->df[k] = block + (size_t)(2 + 2 * k) * (size_t)n;
    m->dr[k] = block + (size_t)(3 + 2 * k) * (size_t)n;
  }
  return true;
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

// Solves the small system a x = b in place by Cholesky with a touch of regularisation; false where it breaks
// down.
static bool solve_small(double a[DEPTH][DEPTH], double *b, int n) {
  for (int i = 0; i < n; ++i) a[i][i] *= 1 + 1e-10;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (int k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      if (i == j && !(sum > 0)) return false;
      a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return true;
}

// A sweep led from `before` to f. Takes note of it and moves f to the best mixture of the last sweeps.
static void mix(mixer *m, const double *before, double *f, bool first) {
  int n = m->n, slot = m->next;
  if (!first) {
    for (int k = 0; k < n; ++k) {
      m->df[slot][k] = before[k] - m->f[k];
      m->dr[slot][k] = f[k] - before[k] - m->r[k];
    }
    m->next = (m->next + 1) % DEPTH;
    if (m->count < DEPTH) ++m->count;
  }
  for (int k = 0; k < n; ++k) {
    m->f[k] = before[k];
    m->r[k] = f[k] - before[k];
  }
  if (m->count == 0) return;
  double a[DEPTH][DEPTH], g[DEPTH];
  for (int i = 0; i < m->count; ++i) {
    g[i] = dot(m->dr[i], m->r, n);
    for (int j = 0; j <= i; ++j) a[i][j] = dot(m->dr[i], m->dr[j], n);
  }
  if (!solve_small(a, g, m->count)) {
    m->count = m->next = 0;
    return;
  }
  for (int i = 0; i < m->count; ++i)
    for (int k = 0; k < n; ++k) f[k] -= g[i] * (m->df[i][k] + m->dr[i][k]);
}

// ---------------------------------------------------------------- sweeps

static bool is_dense(const vt_system *s) {
  for (int i = 0; i < s->block_count; ++i)
    if (s->blocks[i].width != s->row_count) return false;
  return true;
}

// Sweeps until the laws hold to the tolerance or the sweeps are used up; `again` from near a solution.
static bool iterate(const vt_system *s, const vt_solve_options *options, bool again, vt_arena *arena,
    vt_solve_result *result, vt_error *error) {
  size_t n = (size_t)s->row_count;
  double *before = VT_TAKE(arena, double, n, error), *u = VT_TAKE(arena, double, n, error);
  double *best = VT_TAKE(arena, double, n, error), *kept = VT_TAKE(arena, double, n, error);
  mixer m;
  vt_newton room = {0};
  if (before == NULL || u == NULL || best == NULL || kept == NULL ||
      !start_mixer(&m, s->row_count, arena, error))
    return false;
  double shortest = INFINITY, least = INFINITY;

  int sweeps = 0, since_best = 0, rest = 0, next_rest = REST;
  bool large = s->row_count >= VT_MANY_ROWS;
  int every = large ? NEWTON_MANY : NEWTON_EVERY, next_newton = large && again ? NEWTON_AGAIN : every;
  bool first = true;
  while (result->iterations < options->iterations) {
    memcpy(before, s->f, n * sizeof *before);
    vt_system_sweep(s, s->f);
    ++result->iterations;
    ++sweeps;
    double most = 0, size = 0, moved = 0;
    for (size_t k = 0; k < n; ++k) {
      double d = s->f[k] - before[k];
      moved += d * d;
      most = fmax(most, fabs(d));
      size = fmax(size, fabs(s->f[k]));
    }
    // A sweep that hardly moves is checked against the laws themselves; now and then others are too, for
    // forces may drift among equal solutions.
    if (most <= options->tolerance * size || sweeps % CHECK_EVERY == 0 ||
        result->iterations == options->iterations) {
      vt_system_apply(s, s->f, u);
      result->residual = vt_system_residual(s, s->f, u);
      result->converged = result->residual <= options->tolerance;
      if (result->converged || moved == 0) return true;
      if (result->residual < least) {
        least = result->residual;
        memcpy(kept, s->f, n * sizeof *kept);
      }
    }
    if (sweeps == next_newton && s->row_count <= MOST_ROWS && is_dense(s)) {
      next_newton += every;
      if (!vt_system_newton(s, options->tolerance, &room, arena, &result->converged, error)) return false;
      if (result->converged) {
        vt_system_apply(s, s->f, u);
        result->residual = vt_system_residual(s, s->f, u);
        return true;
      }
    }
    if (sweeps <= options->plain || result->iterations == options->iterations || rest-- > 0) continue;
    if (moved < shortest) {
      shortest = moved;
      since_best = 0;
      memcpy(best, s->f, n * sizeof *best);
    } else if (moved > 4 * shortest || ++since_best > MOST_ASTRAY) {
      memcpy(s->f, best, n * sizeof *best);
      m.count = m.next = 0;
      shortest = INFINITY;
      since_best = 0;
      first = true;
      rest = next_rest;
      next_rest *= 2;
      continue;
    }
    mix(&m, before, s->f, first);
    first = false;
  }
  // Not solved: the best of what was looked at.
  if (least < result->residual) {
    memcpy(s->f, kept, n * sizeof *kept);
    result->residual = least;
  }
  return true;
}

// ---------------------------------------------------------------- the blocks that matter

typedef struct selection {
  bool *chosen; // per block
  int blocks, rows;
  int *sub_row; // row -> row of the small system, or -1
} selection;

static void choose(const vt_system *s, selection *chosen, int block) {
  if (chosen->chosen[block]) return;
  chosen->chosen[block] = true;
  ++chosen->blocks;
  chosen->rows += vt_block_rows(&s->blocks[block]);
}

// Blocks with a force, and those whose laws do not hold; returns how many joined.
static int choose_violated(const vt_system *s, selection *chosen, const double *u, double tolerance) {
  int joined = chosen->blocks;
  double scale = vt_system_scale(s, s->f);
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    bool pushed = false;
    for (int r = 0; r < vt_block_rows(block); ++r) pushed = pushed || s->f[block->row + r] != 0;
    if (pushed || vt_block_violation(block, s->f + block->row, u + block->row) > tolerance * scale)
      choose(s, chosen, i);
  }
  return chosen->blocks - joined;
}

// The small dense system of the chosen blocks; all others have no force.
static bool extract(
    const vt_system *s, selection *chosen, vt_system *small, vt_arena *arena, vt_error *error) {
  size_t n = (size_t)chosen->rows;
  *small = (vt_system){.row_count = chosen->rows, .block_count = chosen->blocks};
  small->blocks = VT_TAKE(arena, vt_block, chosen->blocks, error);
  small->ranges = VT_TAKE(arena, vt_range, 1, error);
  small->w = VT_TAKE(arena, double, n *n, error);
  small->q = VT_TAKE(arena, double, n, error);
  small->f = VT_TAKE(arena, double, n, error);
  if (!small->blocks || !small->ranges || !small->w || !small->q || !small->f) return false;
  small->ranges[0] = (vt_range){0, chosen->rows};
  int row = 0, block_count = 0;
  for (int r = 0; r < s->row_count; ++r) chosen->sub_row[r] = -1;
  for (int i = 0; i < s->block_count; ++i) {
    if (!chosen->chosen[i]) continue;
    vt_block *block = &small->blocks[block_count++];
    *block = s->blocks[i];
    block->row = row;
    block->first_range = 0;
    block->range_count = 1;
    block->width = chosen->rows;
    block->values = (size_t)row * n;
    for (int r = 0; r < vt_block_rows(block); ++r) {
      chosen->sub_row[s->blocks[i].row + r] = row + r;
      small->q[row + r] = s->q[s->blocks[i].row + r];
      small->f[row + r] = s->f[s->blocks[i].row + r];
    }
    row += vt_block_rows(block);
  }
  memset(small->w, 0, n * n * sizeof *small->w);
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    for (int r = 0; r < vt_block_rows(block) && chosen->chosen[i]; ++r) {
      const double *from = s->w + block->values + (size_t)(r * block->width);
      double *to = small->w + (size_t)chosen->sub_row[block->row + r] * n;
      for (int k = 0; k < block->range_count; ++k) {
        vt_range range = s->ranges[block->first_range + k];
        for (int c = 0; c < range.count; ++c)
          if (chosen->sub_row[range.first + c] >= 0) to[chosen->sub_row[range.first + c]] = from[c];
        from += range.count;
      }
    }
  }
  return true;
}

// Few of the contacts that a bad guess would violate are closed in the end. Where many are, some plain sweeps
// tell which.
static void sift(
    vt_system *s, selection *chosen, double *u, const vt_solve_options *options, vt_solve_result *result) {
  if (chosen->rows < VT_MANY_ROWS) return;
  for (int k = 0; k < SIFTING && result->iterations < options->iterations; ++k, ++result->iterations)
    vt_system_sweep(s, s->f);
  memset(chosen->chosen, 0, sizeof *chosen->chosen * (size_t)s->block_count);
  chosen->blocks = chosen->rows = 0;
  vt_system_apply(s, s->f, u);
  choose_violated(s, chosen, u, options->tolerance);
}

bool vt_system_solve(vt_system *s, const vt_solve_options *options, vt_arena *arena, vt_solve_result *result,
    vt_error *error) {
  *result = (vt_solve_result){.converged = true};
  if (s->row_count == 0) return true;
  result->converged = false;
  selection chosen = {.chosen = VT_TAKE(arena, bool, s->block_count, error),
      .sub_row = VT_TAKE(arena, int, s->row_count, error)};
  double *u = VT_TAKE(arena, double, s->row_count, error);
  if (chosen.chosen == NULL || chosen.sub_row == NULL || u == NULL) return false;
  memset(chosen.chosen, 0, sizeof *chosen.chosen * (size_t)s->block_count);
  vt_system_solve_inert_gas(s, s->f);
  bool again = false; // what joins a solution is solved from near by
  for (;;) {
    vt_system_apply(s, s->f, u);
    result->residual = vt_system_residual(s, s->f, u);
    result->converged = result->residual <= options->tolerance;
    int joined = choose_violated(s, &chosen, u, options->tolerance);
    if (result->converged || result->iterations >= options->iterations ||
        (joined == 0 && result->iterations > 0))
      return true;
    if (result->iterations == 0) sift(s, &chosen, u, options, result);
    if (chosen.rows == 0) continue; // nothing is pushed after all
    if (chosen.rows > MOST_ROWS) return iterate(s, options, again, arena, result, error);
    vt_system small;
    if (!extract(s, &chosen, &small, arena, error) || !iterate(&small, options, again, arena, result, error))
      return false;
    again = true;
    for (int r = 0; r < s->row_count; ++r)
      if (chosen.sub_row[r] >= 0) s->f[r] = small.f[chosen.sub_row[r]];
  }
}
