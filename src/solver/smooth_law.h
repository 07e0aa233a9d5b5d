// The laws of single blocks, smoothed.
//
// Every law says that f is a projection of f and u onto what is allowed; where a contact opens, sticks or
// slips, the projection has a kink, and Newton's method may cycle between kinks. With the kinks rounded over
// a width of `blur` newtons it does not, and its solution converges to the true one as the blur goes to 0
// (Chen and Mangasarian 1996; for second-order cones Fukushima, Luo and Tseng 2002).
#ifndef VT_SOLVER_SMOOTH_LAW_H
#define VT_SOLVER_SMOOTH_LAW_H

#include "solver/newton.h"

// phi = f - projection, 0 where the law holds, and d phi = a df + b du.
typedef struct vt_smooth_law {
  double phi[3], a[3][3], b[3][3];
} vt_smooth_law;

// The law of a contact at f and u.
vt_smooth_law vt_smooth_contact(
    const vt_block *block, vt_newton_form form, double blur, const double *f, const double *u);

// The law of one row: of a scalar or gas block, or row r of a bilateral one. phi[0], a[0][0] and b[0][0].
vt_smooth_law vt_smooth_row(const vt_block *block, int r, double own, double blur, double f, double u);

#endif
