// Newton's method with the contacts that stick eliminated.
#ifndef VT_SOLVER_NEWTON_STICK_H
#define VT_SOLVER_NEWTON_STICK_H

#include "solver/newton_step.h"

// Whole steps on what is left when the contacts that stick are eliminated. Nothing is done where W is not
// full or few contacts stick; what it leaves unsolved is for the others. As vt_newton_whole; a step is a
// round of the elimination.
bool vt_newton_sticking(const vt_system *system, double tolerance, double aim, int *steps, double *residual,
    vt_newton *room, vt_arena *arena, vt_error *error);

#endif
