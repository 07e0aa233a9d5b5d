// Newton's method on the laws themselves, for small systems that sweeps are slow on.
#ifndef VT_SOLVER_NEWTON_H
#define VT_SOLVER_NEWTON_H

#include "solver/system.h"

// Room to work in, taken from the arena once; all zero before.
typedef struct vt_newton {
  double *f, *u, *phi; // rows
  double *jacobian;    // rows x rows
  int *pivots;
  int steps; // taken so far: there is a limit to all attempts together
} vt_newton;

// Improves f of a system whose blocks all are coupled in one range. Leaves f as it was unless the residual
// falls below the tolerance; returns whether it did.
bool vt_system_newton(const vt_system *system, double tolerance, vt_newton *room, vt_arena *arena,
    bool *converged, vt_error *error);

#endif
