// Newton's method on the laws themselves, for systems that sweeps are slow on.
#ifndef VT_SOLVER_NEWTON_H
#define VT_SOLVER_NEWTON_H

#include "solver/system.h"

enum {
  VT_MANY_ROWS = 400, // from here on a system is large: sifted, and Newton's method is tried sooner and with
                      // care
};

// Room to work in, taken from the arena once; all zero before.
typedef struct vt_newton {
  double *f, *u, *phi; // rows
  double *start, *end; // rows: of a step
  double *shift;       // rows: of u, where open contacts lose their force
  double *jacobian;    // rows x rows
  int *pivots;
  int *rows; // that take part
  int count; // of them
  int attempts;
  int steps; // taken so far: there is a limit to all attempts together
} vt_newton;

// Improves f of a system whose blocks all are coupled in one range: the sum of squared violations never
// grows, unless the residual falls to the tolerance. `converged` says whether it did.
bool vt_system_newton(const vt_system *system, double tolerance, vt_newton *room, vt_arena *arena,
    bool *converged, vt_error *error);

#endif
