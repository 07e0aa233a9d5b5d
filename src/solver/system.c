// The constraint system of one step: products with W, Gauss-Seidel sweeps over the blocks, and residuals.
//
// A sweep takes the blocks in order and solves each with all others frozen (Duriez et al. 2006, section 5).
#include "solver/dot.h"
#include "solver/rigid_products.h"

#include <math.h>
#include <string.h>

// Relative to the rest of its block of W: smaller entries count as 0.
static const double ROUNDING = 1e-10;
// A contact is solved within a sweep to this share of what the sweep changes.
static const double SETTLED = 1e-3;

// x, or y where that is as large or x is no number; fmax of the C library is a call.
static inline double larger(double x, double y) { return x > y ? x : y; }

// ---------------------------------------------------------------- W

// Where a block's own rows and columns begin in w; NULL for a block that nothing can move.
static const double *own_values(const vt_system *system, const vt_block *block) {
  size_t at = 0;
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = system->ranges[block->first_range + k];
    if (block->row >= range.first && block->row < range.first + range.count)
      return system->w + block->values + at + (size_t)(block->row - range.first);
    at += (size_t)range.count;
  }
  return NULL;
}

static double dot6(const double *a, const double *b) {
  return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

// The block of W = J J^T of up to three rows.
static void rigid_own(const vt_rigid_row *rigid, int rows, double own[3][3]) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < rows; ++c) {
      own[r][c] = 0;
      for (int x = 0; x < 2; ++x)
        if (rigid->body[x] >= 0) own[r][c] += dot6(rigid[r].along[x], rigid[c].along[x]);
    }
}

void vt_system_prepare(vt_system *system) {
  for (int i = 0; i < system->block_count; ++i) {
    vt_block *block = &system->blocks[i];
    const double *own = system->rigid == NULL ? own_values(system, block) : NULL;
    if (system->rigid != NULL) rigid_own(system->rigid + block->row, vt_block_rows(block), block->own);
    size_t width = (size_t)block->width;
    if (block->kind == VT_BLOCK_BILATERAL) {
      vt_bilateral_factor(block->bilateral, own, width);
      continue;
    }
    size_t rows = (size_t)vt_block_rows(block);
    for (size_t r = 0; r < rows && own != NULL; ++r)
      for (size_t c = 0; c < rows; ++c) block->own[r][c] = own[r * width + c];
    if (block->kind != VT_BLOCK_CONTACT) continue;
    block->tangent = 0.5 * (block->own[1][1] + block->own[2][2]); // half the trace is the mean eigenvalue
    // What links let move along the normal only needs no friction; what is left across it is rounding.
    if (block->own[0][0] > 0 && !(block->tangent > ROUNDING * block->own[0][0])) {
      block->friction = 0;
      block->tangent = block->own[0][0];
    }
  }
}

// Nothing can move it: a contact has no force then, and the pressure of a cavity moves nothing.
bool vt_block_is_inert(const vt_block *block) {
  if (block->kind == VT_BLOCK_GAS) return !(block->own[0][0] > 0);
  return block->kind == VT_BLOCK_CONTACT && !(block->own[0][0] > ROUNDING * block->tangent);
}

// J^T f, in system->rigid_motion.
static void move_rigid(const vt_system *system, const double *f) {
  memset(system->rigid_motion, 0, 6 * sizeof(double) * (size_t)system->rigid_bodies);
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    vt_rigid_push(system->rigid + block->row, vt_block_rows(block), f + block->row, system->rigid_motion);
  }
}

// u = (W f + q) of one block; of rigid bodies, J^T f is known.
static void apply_block(const vt_system *system, const vt_block *block, const double *f, double *u) {
  int rows = vt_block_rows(block);
  if (system->rigid != NULL) {
    for (int r = 0; r < rows; ++r) u[r] = system->q[block->row + r];
    vt_rigid_moved(system->rigid + block->row, rows, system->rigid_motion, u);
    return;
  }
  if (rows == 3) { // a contact
    const double *w = system->w + block->values;
    double sums[3] = {0, 0, 0};
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = system->ranges[block->first_range + k];
      vt_add_dots_of_three(w, (size_t)block->width, f + range.first, range.count, sums);
      w += range.count;
    }
    for (int r = 0; r < 3; ++r) u[r] = sums[r] + system->q[block->row + r];
    return;
  }
  for (int r = 0; r < rows; ++r) {
    const double *w = system->w + block->values + (size_t)(r * block->width);
    double sum = 0;
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = system->ranges[block->first_range + k];
      sum += vt_dot_rows(w, f + range.first, range.count);
      w += range.count;
    }
    u[r] = sum + system->q[block->row + r];
  }
}

typedef struct product {
  const vt_system *system;
  const double *f;
  double *u;
  int pieces;
} product;

static void apply_piece(void *context, int index) {
  const product *p = context;
  int end = vt_part_start(p->system->block_count, p->pieces, index + 1);
  for (int i = vt_part_start(p->system->block_count, p->pieces, index); i < end; ++i) {
    const vt_block *block = &p->system->blocks[i];
    apply_block(p->system, block, p->f, p->u + block->row);
  }
}

// Fewer rows are computed faster by one thread. Each number is written once, so their
// number changes no result.
enum { SHARED_ROWS = 384, SHARED_PIECES = 8 };

void vt_system_apply(const vt_system *system, const double *f, double *u) {
  if (system->rigid != NULL) move_rigid(system, f);
  bool shared = system->rigid == NULL && system->row_count >= SHARED_ROWS;
  product p = {system, f, u, shared ? SHARED_PIECES : 1};
  vt_pool_run(shared ? system->pool : NULL, p.pieces, apply_piece, &p);
}

// ---------------------------------------------------------------- one block

static void project_disc(double *t1, double *t2, double radius) {
  double length = sqrt(*t1 * *t1 + *t2 * *t2);
  if (length <= radius) return;
  double scale = length > 0 ? radius / length : 0;
  *t1 *= scale;
  *t2 *= scale;
}

// The force that brings b + w x to 0, if friction bears it; w is positive definite or nearly so.
static bool stick(const double w[3][3], const double b[3], double friction, double x[3]) {
  double c0 = w[1][1] * w[2][2] - w[1][2] * w[2][1], c1 = w[1][2] * w[2][0] - w[1][0] * w[2][2],
         c2 = w[1][0] * w[2][1] - w[1][1] * w[2][0];
  double det = w[0][0] * c0 + w[0][1] * c1 + w[0][2] * c2;
  if (!(det > ROUNDING * w[0][0] * w[1][1] * w[2][2])) return false;
  double scale = -1 / det;
  double c3 = w[0][2] * w[2][1] - w[0][1] * w[2][2], c4 = w[0][0] * w[2][2] - w[0][2] * w[2][0],
         c5 = w[0][1] * w[2][0] - w[0][0] * w[2][1], c6 = w[0][1] * w[1][2] - w[0][2] * w[1][1],
         c7 = w[0][2] * w[1][0] - w[0][0] * w[1][2], c8 = w[0][0] * w[1][1] - w[0][1] * w[1][0];
  double n = scale * (c0 * b[0] + c3 * b[1] + c6 * b[2]), t1 = scale * (c1 * b[0] + c4 * b[1] + c7 * b[2]),
         t2 = scale * (c2 * b[0] + c5 * b[1] + c8 * b[2]), max = friction * n;
  if (!(n > 0 && t1 * t1 + t2 * t2 <= max * max)) return false;
  x[0] = n, x[1] = t1, x[2] = t2;
  return true;
}

// A sticking contact is solved directly. Otherwise the update of the 2006 paper's Algorithm 1 is repeated
// with the block's own W until a round changes the force by a small share of what the sweep does: cheap
// beside the product with the block's rows, and it makes a sweep nearly exact block Gauss-Seidel.
static void solve_contact(const vt_block *block, const double *u, double *f) {
  const double(*w)[3] = block->own;
  double b[3], x[3] = {f[0], f[1], f[2]};
  for (int r = 0; r < 3; ++r) b[r] = u[r] - (w[r][0] * f[0] + w[r][1] * f[1] + w[r][2] * f[2]);
  if (block->friction > 0 && stick(w, b, block->friction, f)) return;
  for (int round = 0; round < 25; ++round) {
    double old[3] = {x[0], x[1], x[2]};
    double un = b[0] + w[0][0] * x[0] + w[0][1] * x[1] + w[0][2] * x[2];
    x[0] = larger(x[0] - un / w[0][0], 0);
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
    double all = fabs(x[0] - f[0]) + fabs(x[1] - f[1]) + fabs(x[2] - f[2]);
    if (change <= larger(SETTLED * all, 1e-12 * (fabs(x[0]) + fabs(x[1]) + fabs(x[2])))) break;
  }
  memcpy(f, x, sizeof x);
}

static double solve_scalar(const vt_block *block, double u, double f) {
  double own = block->own[0][0] + block->compliance;
  // Between things that cannot move, a hard row keeps its force.
  double force = own > 0 ? f - (u + block->compliance * f) / own : f;
  return fmin(fmax(force, block->lower), block->upper);
}

// The cavity's volume is b + a P with all other forces as they are.
static void gas_volume(const vt_block *block, double u, double f, double *a, double *b) {
  double area = block->area, own = block->own[0][0];
  *a = own * area * area;
  *b = area * (u - own * f) - *a * block->gas->ambient;
}

double vt_block_gas_force(const vt_block *block, double u, double f) {
  double a, b;
  gas_volume(block, u, f, &a, &b);
  return (vt_gas_pressure(block->gas, a, b) - block->gas->ambient) * block->area;
}

double vt_block_gas_stiffness(const vt_block *block, double u, double f) {
  double a, b;
  gas_volume(block, u, f, &a, &b);
  return -vt_gas_slope(block->gas, a, b, vt_gas_pressure(block->gas, a, b)) * block->area * block->area;
}

static void solve_bilateral(const vt_system *system, const vt_block *block, double *f) {
  const vt_bilateral *b = block->bilateral;
  double *u = b->scratch + b->rows, *own = f + block->row;
  apply_block(system, block, f, u);
  vt_bilateral_change(b, u, own, u);
  for (int r = 0; r < b->rows; ++r) own[r] += u[r];
}

void vt_system_solve_inert_gas(const vt_system *system, double *f) {
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    if (block->kind == VT_BLOCK_GAS && vt_block_is_inert(block))
      f[block->row] = vt_block_gas_force(block, system->q[block->row], f[block->row]);
  }
}

void vt_system_solve_bilateral(const vt_system *system, double *f) {
  for (int i = 0; i < system->block_count; ++i)
    if (system->blocks[i].kind == VT_BLOCK_BILATERAL) solve_bilateral(system, &system->blocks[i], f);
}

// Solves one block with all others as they are.
static void solve_block(const vt_system *system, const vt_block *block, double *f) {
  double u[3];
  if (block->kind == VT_BLOCK_BILATERAL) {
    solve_bilateral(system, block, f);
    return;
  }
  apply_block(system, block, f, u);
  if (block->kind == VT_BLOCK_GAS) {
    f[block->row] = vt_block_gas_force(block, u[0], f[block->row]);
  } else if (vt_block_is_inert(block)) {
    memset(f + block->row, 0, 3 * sizeof *f);
  } else if (block->kind == VT_BLOCK_CONTACT) {
    solve_contact(block, u, f + block->row);
  } else {
    f[block->row] = solve_scalar(block, u[0], f[block->row]);
  }
}

double vt_system_sweep_work(const vt_system *s) {
  if (s->rigid != NULL) return 120.0 * s->block_count;
  double values = 0;
  for (int i = 0; i < s->block_count; ++i)
    values += (double)s->blocks[i].width * vt_block_rows(&s->blocks[i]);
  return 0.5 * values + 60.0 * s->block_count;
}

void vt_system_sweep(const vt_system *system, double *f) {
  if (system->rigid != NULL) move_rigid(system, f);
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    double *own = f + block->row, change[3] = {0, 0, 0};
    for (int r = 0; r < vt_block_rows(block) && system->rigid != NULL; ++r) change[r] = -own[r];
    solve_block(system, block, f);
    if (system->rigid == NULL) continue;
    for (int r = 0; r < vt_block_rows(block); ++r) change[r] += own[r];
    vt_rigid_push(system->rigid + block->row, vt_block_rows(block), change, system->rigid_motion);
  }
}

// ---------------------------------------------------------------- residual

// The violation of a block's law, as a force: f minus the projection of f - u/w onto what is allowed.
double vt_block_violation(const vt_block *block, const double *f, const double *u) {
  if (block->kind == VT_BLOCK_SCALAR) return fabs(f[0] - solve_scalar(block, u[0], f[0]));
  if (block->kind == VT_BLOCK_BILATERAL) {
    const vt_bilateral *b = block->bilateral;
    double *change = b->scratch + b->rows, worst = 0;
    vt_bilateral_change(b, u, f, change);
    for (int r = 0; r < b->rows; ++r) worst = fmax(worst, fabs(change[r]));
    return worst;
  }
  if (vt_block_is_inert(block)) return 0;
  if (block->kind == VT_BLOCK_GAS) return fabs(f[0] - vt_block_gas_force(block, u[0], f[0]));
  double n = larger(f[0] - u[0] / block->own[0][0], 0);
  double t1 = f[1] - u[1] / block->tangent, t2 = f[2] - u[2] / block->tangent;
  project_disc(&t1, &t2, block->friction * f[0]);
  t1 -= f[1];
  t2 -= f[2];
  return fabs(f[0] - n) + sqrt(t1 * t1 + t2 * t2);
}

// A gap that free motion would close counts as the force it needs, so that the scale is
// defined without forces too.
double vt_system_scale(const vt_system *system, const double *f) {
  double scale = 0;
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    if (vt_block_is_inert(block)) continue;
    for (int r = 0; r < vt_block_rows(block); ++r) scale = larger(fabs(f[block->row + r]), scale);
    if (block->kind == VT_BLOCK_CONTACT) scale = larger(-system->q[block->row] / block->own[0][0], scale);
  }
  return scale;
}

double vt_system_residual(const vt_system *system, const double *f, const double *u) {
  double worst = 0, scale = fmax(vt_system_scale(system, f), system->least_scale);
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &system->blocks[i];
    worst = larger(vt_block_violation(block, f + block->row, u + block->row), worst);
  }
  return scale > 0 ? worst / scale : worst;
}
