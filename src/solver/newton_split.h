// The factor of a whole step of Newton's method over rows, by the symmetry of W.
#ifndef VT_SOLVER_NEWTON_SPLIT_H
#define VT_SOLVER_NEWTON_SPLIT_H

#include "solver/newton_step.h"

bool vt_newton_split_prepare(
    const vt_system *system, vt_newton_split *split, vt_arena *arena, vt_error *error);

// Whether steps with these settings can be factored so: laws without smoothing, one group.
bool vt_newton_split_suits(const vt_newton *n, const vt_newton_settings *settings);

// As vt_newton_factor and vt_newton_solve. False where A is not positive definite; phi is filled either way.
bool vt_newton_split_factor(const vt_system *system, vt_newton *n, const vt_newton_settings *settings);
void vt_newton_split_solve(const vt_newton *n, double *x);

#endif
