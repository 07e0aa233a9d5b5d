// The constraint system of one step, u = W f + q, and its solution block by block.
//
// A block is one scalar row or one contact of three rows (normal, two tangents). W is kept by blocks of rows:
// block i holds its rows of W over the columns it is coupled with, as a few ranges of columns. Blocks that
// share no moving body are not coupled and cost nothing.
//
//     contact   0 <= f_n _|_ u_n >= 0, and Coulomb: |f_t| <= mu f_n, with f_t = -mu f_n u_t/|u_t| where it
//     slips scalar    u + c f = 0 within lower <= f <= upper
#ifndef VT_SOLVER_SYSTEM_H
#define VT_SOLVER_SYSTEM_H

#include "base/memory.h"

typedef enum vt_block_kind { VT_BLOCK_SCALAR, VT_BLOCK_CONTACT } vt_block_kind;

typedef struct vt_range {
  int first, count; // columns
} vt_range;

typedef struct vt_block {
  vt_block_kind kind;
  int row; // its first row
  int first_range, range_count;
  int width;           // columns in all its ranges
  size_t values;       // where its rows begin in w: (1 or 3) x width numbers, row by row
  double friction;     // contact: mu
  double compliance;   // scalar: c
  double lower, upper; // scalar, N
  double own[3][3];    // its diagonal block of W, filled by vt_system_prepare
  double tangent;      // contact: mean of the tangential eigenvalues of `own`
} vt_block;

typedef struct vt_system {
  int row_count, block_count;
  vt_block *blocks;
  vt_range *ranges;
  double *w;
  double *q; // free values, row_count
  double *f; // forces: the guess before, the result after
} vt_system;

typedef struct vt_solve_options {
  double tolerance; // of the residual
  int iterations;   // at most
  int plain;        // sweeps before nonlinear conjugate gradients begin
} vt_solve_options;

typedef struct vt_solve_result {
  int iterations;
  double residual; // largest violation of a law, as a force, relative to the largest force
  bool converged;
} vt_solve_result;

// Reads the diagonal blocks out of w. A contact that nothing can move keeps no force.
void vt_system_prepare(vt_system *system);

// u = W f + q.
void vt_system_apply(const vt_system *system, const double *f, double *u);

// Solves from the guess in system->f. Scratch memory is taken from the arena.
bool vt_system_solve(vt_system *system, const vt_solve_options *options, vt_arena *arena,
    vt_solve_result *result, vt_error *error);

// The residual of f with u = W f + q known.
double vt_system_residual(const vt_system *system, const double *f, const double *u);

#endif
