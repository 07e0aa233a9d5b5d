// The constraint system of one step: block Gauss-Seidel with nonlinear conjugate gradients.
//
// A sweep takes the blocks in order and solves each with all others frozen (Duriez et al. 2006, section 5).
// Sweeps alone converge linearly; their differences serve as gradients of a nonlinear conjugate gradient
// method (Silcowitz, Niebe, Erleben 2010), restarted whenever a sweep moves further than the one before. Easy
// problems end within a few dozen plain sweeps, where gradients only disturb (random systems: 20 sweeps
// against 30), so that they begin later.
#include "solver/system.h"

#include <math.h>
#include <string.h>

static int block_rows(const vt_block *block) { return block->kind == VT_BLOCK_CONTACT ? 3 : 1; }

// ---------------------------------------------------------------- W

void vt_system_prepare(vt_system *system) {
  for (int i = 0; i < system->block_count; ++i) {
    vt_block *block = &system->blocks[i];
    int rows = block_rows(block), at = 0;
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = system->ranges[block->first_range + k];
      if (block->row >= range.first && block->row < range.first + range.count)
        for (int r = 0; r < rows; ++r)
          for (int c = 0; c < rows; ++c)
            block->own[r][c] =
                system->w[block->values + (size_t)(r * block->width + at + block->row - range.first + c)];
      at += range.count;
    }
    if (block->kind == VT_BLOCK_SCALAR) continue;
    block->tangent = 0.5 * (block->own[1][1] + block->own[2][2]); // half the trace is the mean eigenvalue
  }
}

static bool is_inert(const vt_block *block) { return !(block->own[0][0] > 0 && block->tangent > 0); }

// u = (W f + q) of one block.
static void apply_block(const vt_system *system, const vt_block *block, const double *f, double *u) {
  int rows = block_rows(block);
  for (int r = 0; r < rows; ++r) {
    const double *w = system->w + block->values + (size_t)(r * block->width);
    double sum = 0;
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = system->ranges[block->first_range + k];
      const double *x = f + range.first;
      // Four sums that do not wait for each other; their order is fixed.
      double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      int c = 0;
      for (; c + 4 <= range.count; c += 4) {
        s0 += w[c] * x[c];
        s1 += w[c + 1] * x[c + 1];
        s2 += w[c + 2] * x[c + 2];
        s3 += w[c + 3] * x[c + 3];
      }
      for (; c < range.count; ++c) s0 += w[c] * x[c];
      sum += (s0 + s1) + (s2 + s3);
      w += range.count;
    }
    u[r] = sum + system->q[block->row + r];
  }
}

void vt_system_apply(const vt_system *system, const double *f, double *u) {
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    apply_block(system, block, f, u + block->row);
  }
}

// ---------------------------------------------------------------- one block

static void project_disc(double *t1, double *t2, double radius) {
  double length = sqrt(*t1 * *t1 + *t2 * *t2);
  if (length <= radius) return;
  double scale = length > 0 ? radius / length : 0;
  *t1 *= scale;
  *t2 *= scale;
}

// The update of the 2006 paper's Algorithm 1, repeated with the block's own W until it settles: cheap beside
// the product with the block's rows, and it makes a sweep the exact block Gauss-Seidel.
static void solve_contact(const vt_block *block, const double *u, double *f) {
  const double(*w)[3] = block->own;
  double b[3], x[3] = {f[0], f[1], f[2]};
  for (int r = 0; r < 3; ++r) b[r] = u[r] - (w[r][0] * f[0] + w[r][1] * f[1] + w[r][2] * f[2]);
  for (int round = 0; round < 25; ++round) {
    double old[3] = {x[0], x[1], x[2]};
    double un = b[0] + w[0][0] * x[0] + w[0][1] * x[1] + w[0][2] * x[2];
    x[0] = fmax(0, x[0] - un / w[0][0]);
    if (x[0] > 0) {
      double u1 = b[1] + w[1][0] * x[0] + w[1][1] * x[1] + w[1][2] * x[2];
      double u2 = b[2] + w[2][0] * x[0] + w[2][1] * x[1] + w[2][2] * x[2];
      x[1] -= u1 / block->tangent;
      x[2] -= u2 / block->tangent;
      project_disc(&x[1], &x[2], block->friction * x[0]);
    } else {
      x[1] = x[2] = 0;
    }
    double change = fabs(x[0] - old[0]) + fabs(x[1] - old[1]) + fabs(x[2] - old[2]);
    if (change <= 1e-12 * (fabs(x[0]) + fabs(x[1]) + fabs(x[2]))) break;
  }
  memcpy(f, x, sizeof x);
}

static double solve_scalar(const vt_block *block, double u, double f) {
  double own = block->own[0][0] + block->compliance;
  // Between things that cannot move, a hard row keeps its force.
  double force = own > 0 ? f - (u + block->compliance * f) / own : f;
  return fmin(fmax(force, block->lower), block->upper);
}

static void sweep(const vt_system *system, double *f) {
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    double u[3];
    apply_block(system, block, f, u);
    if (block->kind == VT_BLOCK_CONTACT && is_inert(block)) {
      memset(f + block->row, 0, 3 * sizeof *f);
    } else if (block->kind == VT_BLOCK_CONTACT) {
      solve_contact(block, u, f + block->row);
    } else {
      f[block->row] = solve_scalar(block, u[0], f[block->row]);
    }
  }
}

// ---------------------------------------------------------------- residual

// How far each law is from holding, as a force: f less the projection of f - u/w onto what is allowed.
double vt_system_residual(const vt_system *system, const double *f, const double *u) {
  double worst = 0, scale = 0;
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    const double *fi = f + block->row, *ui = u + block->row;
    double violation;
    if (block->kind == VT_BLOCK_SCALAR) {
      violation = fabs(fi[0] - solve_scalar(block, ui[0], fi[0]));
      scale = fmax(scale, fabs(fi[0]));
    } else if (is_inert(block)) {
      violation = 0;
    } else {
      double n = fmax(0, fi[0] - ui[0] / block->own[0][0]);
      double t1 = fi[1] - ui[1] / block->tangent, t2 = fi[2] - ui[2] / block->tangent;
      project_disc(&t1, &t2, block->friction * fi[0]);
      violation = fabs(fi[0] - n) + hypot(fi[1] - t1, fi[2] - t2);
      // A gap that free motion would close counts as the force it needs, so that the measure exists without
      // forces.
      scale = fmax(scale, fmax(fabs(fi[0]), -system->q[block->row] / block->own[0][0]));
    }
    worst = fmax(worst, violation);
  }
  return scale > 0 ? worst / scale : worst;
}

// ---------------------------------------------------------------- sweeps and conjugate gradients

bool vt_system_solve(vt_system *system, const vt_solve_options *options, vt_arena *arena,
    vt_solve_result *result, vt_error *error) {
  size_t n = (size_t)system->row_count;
  *result = (vt_solve_result){.converged = true};
  if (n == 0) return true;
  double *f = system->f;
  double *before = VT_TAKE(arena, double, n, error), *direction = VT_TAKE(arena, double, n, error);
  double *u = VT_TAKE(arena, double, n, error);
  if (before == NULL || direction == NULL || u == NULL) return false;
  memset(direction, 0, n * sizeof *direction);
  result->converged = false;
  double last = INFINITY; // squared length of the sweep before
  while (result->iterations < options->iterations) {
    memcpy(before, f, n * sizeof *before);
    sweep(system, f);
    ++result->iterations;
    double moved = 0, size = 0, most = 0;
    for (size_t k = 0; k < n; ++k) {
      double d = f[k] - before[k];
      moved += d * d;
      most = fmax(most, fabs(d));
      size = fmax(size, fabs(f[k]));
    }
    // A sweep that hardly moves is checked against the laws themselves.
    if (most <= options->tolerance * size || moved == 0 || result->iterations == options->iterations) {
      vt_system_apply(system, f, u);
      result->residual = vt_system_residual(system, f, u);
      if (result->residual <= options->tolerance) {
        result->converged = true;
        break;
      }
    }
    if (result->iterations <= options->plain || result->iterations == options->iterations) continue;
    double beta = moved / last;
    bool restart = !(beta <= 1);
    for (size_t k = 0; k < n; ++k) {
      double d = f[k] - before[k];
      if (restart) {
        direction[k] = 0;
      } else {
        f[k] += beta * direction[k];
        direction[k] = beta * direction[k] + d;
      }
    }
    if (restart)
      for (size_t k = 0; k < n; ++k) direction[k] = f[k] - before[k];
    last = moved;
  }
  return true;
}
