// The constraint system of one step, u = W f + q with the Delassus operator W, and its
// solution block by block.
//
// A block is one scalar row, one contact of three rows (normal, two tangents), any number of bilateral
// rows, or the one row of a cavity. W is kept by blocks of rows: block i holds its rows of W over the
// columns it is coupled with, as a few ranges of columns. Blocks that share no moving body are not
// coupled and cost nothing.
//
// - contact: complementarity, 0 <= f_n _|_ u_n >= 0, and Coulomb: |f_t| <= mu f_n, f_t = -mu f_n u_t/|u_t|
//   where it slips;
// - scalar: u + c f = 0 within lower <= f <= upper;
// - bilateral: u + c f = 0;
// - gas: the law of cavity/gas.h between P = ambient + f / S and V = S u; the area S brings the row to N and
//   m: its gradient is dV/dx / S.
#ifndef VT_SOLVER_SYSTEM_H
#define VT_SOLVER_SYSTEM_H

#include "base/asked.h"
#include "base/pool.h"
#include "cavity/gas.h"
#include "solver/bilateral.h"

typedef enum vt_block_kind {
  VT_BLOCK_SCALAR,
  VT_BLOCK_CONTACT,
  VT_BLOCK_BILATERAL,
  VT_BLOCK_GAS
} vt_block_kind;

typedef struct vt_range {
  int first, count; // columns
} vt_range;

typedef struct vt_block {
  vt_block_kind kind;
  int row; // its first row
  int first_range, range_count;
  int width;           // columns in all its ranges
  size_t values;       // where its rows begin in w: its rows x width numbers, row by row
  double friction;     // contact: mu
  double compliance;   // scalar: c
  double lower, upper; // scalar, N
  double own[3][3];    // its diagonal block of W, filled by vt_system_prepare
  double tangent;      // contact: mean of the tangential eigenvalues of `own`
  vt_bilateral *bilateral;
  const vt_gas_law *gas;
  double area; // gas: S, m^2
} vt_block;

static inline int vt_block_rows(const vt_block *block) {
  return block->kind == VT_BLOCK_BILATERAL ? block->bilateral->rows : block->kind == VT_BLOCK_CONTACT ? 3 : 1;
}

// A row of J where all bodies are rigid (rigid_rows.h).
typedef struct vt_rigid_row {
  int body[2];        // -1 for none
  double along[2][6]; // gradient in the scaled coordinates of a body
} vt_rigid_row;

typedef struct vt_system {
  int row_count, block_count;
  vt_block *blocks;
  vt_range *ranges;
  double *w;
  double *q; // free values, row_count
  double *f; // forces: the guess before, the result after
  // Where all bodies are rigid, W = J J^T: then w and ranges are not there.
  const vt_rigid_row *rigid; // row_count, or NULL
  int rigid_bodies;
  double *rigid_motion;  // J^T f: rigid_bodies x 6, scratch
  double least_scale;    // N: the largest force of what this is a part of; 0 where it is all
  vt_pool *pool;         // that shares out work; NULL for one thread
  const vt_asked *asked; // or NULL
} vt_system;

// Rows up to which a system is solved to the tolerance at once. Which contacts are closed is found with fewer
// digits first, as rows of a large W that turn out not to be needed are dear; of a small one the second
// solution is dearer.
enum { VT_FEW_ROWS = 150 };

typedef struct vt_solve_options {
  double tolerance; // of the residual
  double aim;       // smaller: a residual that is tried for as long as it takes little; 0 for the tolerance
  int iterations;   // at most
  int plain;        // sweeps before acceleration begins
  bool brief;       // between soft bodies: give up soon, for the step may be asked for again in halves
} vt_solve_options;

typedef struct vt_solve_result {
  int iterations;
  double residual; // largest violation of a law, as a force, relative to the largest force
  bool converged;
  int active;             // rows that W was built for (vt_rows_solve)
  double compliance_time; // s of it (vt_rows_solve)
} vt_solve_result;

// Reads the diagonal blocks out of w, and factors the bilateral ones. A contact that nothing
// can move keeps no force.
void vt_system_prepare(vt_system *system);

// Nothing can move it: a contact has no force then, and the pressure of a cavity moves nothing.
bool vt_block_is_inert(const vt_block *block);

// u = W f + q.
void vt_system_apply(const vt_system *system, const double *f, double *u);

// Solves all bilateral blocks with the other forces as they are, in place.
void vt_system_solve_bilateral(const vt_system *system, double *f);

// The force of a gas block at which its law holds with all others as they are, at u = W f + q; and how fast
// it falls (>= 0, N/m) when the others enlarge the volume.
double vt_block_gas_force(const vt_block *block, double u, double f);
double vt_block_gas_stiffness(const vt_block *block, double u, double f);

// The pressures that move nothing, in place.
void vt_system_solve_inert_gas(const vt_system *system, double *f);

// One sweep over all blocks, in place.
void vt_system_sweep(const vt_system *system, double *f);
// What that takes, or a product with W, in units of vt_effort.
double vt_system_sweep_work(const vt_system *system);

// Solves from the guess in system->f (solve.c). Scratch memory is taken from the arena.
bool vt_system_solve(vt_system *system, const vt_solve_options *options, vt_arena *arena,
    vt_solve_result *result, vt_error *error);

// The violation of a block's law, as a force; the largest force of the system; and their ratio, the
// residual. u = W f + q is known.
double vt_block_violation(const vt_block *block, const double *f, const double *u);
double vt_system_scale(const vt_system *system, const double *f);
double vt_system_residual(const vt_system *system, const double *f, const double *u);

#endif
