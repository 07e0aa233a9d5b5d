// One step of Newton's method: what its two factorisations (over rows, over rigid bodies) and its kinds of
// steps share.
#ifndef VT_SOLVER_NEWTON_STEP_H
#define VT_SOLVER_NEWTON_STEP_H

#include "solver/newton.h"
#include "solver/smooth_law.h"

// A step that had to be made as short as this led nowhere.
static const double VT_NEWTON_SHORTEST = 0.02;

// Of the largest force: where smoothing begins, wide enough for one solution only.
static const double VT_WIDEST_BLUR = 0.3;

typedef struct vt_newton_settings {
  vt_newton_form form;
  double blur;           // N
  double far;            // blurs: a contact that is open by as much has no force and no part
  double regularization; // share of a row's own compliance that is added to it: forces are unique
  double damping;        // added to the diagonal of the derivative (Levenberg and Marquardt)
} vt_newton_settings;

// The compliance that is added to row r of a block, m/N.
static inline double vt_newton_regularization(const vt_block *block, int r, double share) {
  if (block->kind == VT_BLOCK_SCALAR) return share * block->own[0][0];
  if (block->kind != VT_BLOCK_CONTACT) return 0;
  return share * (r == 0 ? block->own[0][0] : block->tangent);
}

// Groups of blocks that W couples with the same others, where a factor by groups takes less than a full one;
// else one group of all (newton_groups.c).
bool vt_newton_find_groups(const vt_system *system, vt_newton *n, vt_arena *arena, vt_error *error);

// The diagonal entry of W of one row of a block.
double vt_newton_own(const vt_block *block, int r);

// u = (W + regularization) f + q.
void vt_newton_apply(const vt_system *system, double share, const double *f, double *u);

// phi of all rows; and the sum of its squares at n->f and n->u.
void vt_newton_laws(const vt_system *system, const vt_newton_settings *settings, const double *f,
    const double *u, double *phi);
double vt_newton_merit(const vt_system *system, vt_newton *n, const vt_newton_settings *settings);

// The factor of the derivative at n->f and n->u over the rows in n->rows, and phi of those rows. n->end is
// n->f without the forces of contacts that have no part. False where it breaks down.
bool vt_newton_factor(const vt_system *system, vt_newton *n, const vt_newton_settings *settings);

// In units of vt_effort: the products of a factor over rows, and what is done for each number of the matrix.
double vt_newton_factor_work(double rows);

// x = derivative^-1 x in the rows in n->rows; others are left alone.
void vt_newton_solve(const vt_system *system, const vt_newton *n, double *x);

// The end of a whole step, in n->end. False where the derivative breaks down.
bool vt_newton_step(const vt_system *system, vt_newton *n, const vt_newton_settings *settings);

// Goes along the step as far as the sum of squares falls, from `before` to `after`; returns
// the share that was gone.
double vt_newton_advance(
    const vt_system *system, vt_newton *n, const vt_newton_settings *settings, double before, double *after);

// Keeps n->f, at which W f + q is u, where it is better than what was; false where it is not even finite.
bool vt_newton_keep_better(
    const vt_system *system, const vt_newton *n, const double *u, double *now, double *residual);

// The same for a system of rigid bodies (newton_rigid.c).
bool vt_newton_prepare_rigid(const vt_system *system, vt_newton *n, vt_arena *arena, vt_error *error);
bool vt_newton_factor_rigid(const vt_system *system, vt_newton *n, const vt_newton_settings *settings);
void vt_newton_solve_rigid(const vt_system *system, const vt_newton *n, double *x);

#endif
