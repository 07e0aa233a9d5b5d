// One step of Newton's method: what its two ways of solving (dense over rows, sparse over rigid bodies)
// share.
#ifndef VT_SOLVER_NEWTON_STEP_H
#define VT_SOLVER_NEWTON_STEP_H

#include "solver/newton.h"
#include "solver/smooth_law.h"

typedef struct vt_newton_settings {
  vt_newton_form form;
  double blur;   // N
  double softer; // share of a contact's own compliance that it is taken as softer by
  double touch;  // added to the diagonal of the derivative
} vt_newton_settings;

// How much softer row r of a block is taken, m/N.
static inline double vt_newton_softness(const vt_block *block, int r, double share) {
  if (block->kind != VT_BLOCK_CONTACT) return 0;
  return share * (r == 0 ? block->own[0][0] : block->tangent);
}

// The diagonal entry of W of one row of a block.
double vt_newton_own(const vt_block *block, int r);

// n->end less the step d that solves (a + b W) d = phi over the rows in n->rows, for a system of rigid
// bodies. False where that breaks down.
bool vt_newton_step_rigid(const vt_system *system, vt_newton *n, const vt_newton_settings *settings);

// Makes room for it, once.
bool vt_newton_prepare_rigid(const vt_system *system, vt_newton *n, vt_arena *arena, vt_error *error);

#endif
