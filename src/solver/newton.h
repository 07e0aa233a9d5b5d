// Newton's method on the laws themselves, for small systems that sweeps are slow on.
#ifndef VT_SOLVER_NEWTON_H
#define VT_SOLVER_NEWTON_H

#include "solver/system.h"

// Improves f of a system whose blocks all are coupled in one range. Leaves f as it was unless the residual
// falls below the tolerance; returns whether it did.
bool vt_system_newton(
    const vt_system *system, double tolerance, vt_arena *arena, bool *converged, vt_error *error);

#endif
