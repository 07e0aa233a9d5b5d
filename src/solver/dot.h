// Dot products of rows.
#ifndef VT_SOLVER_DOT_H
#define VT_SOLVER_DOT_H

#include "solver/pair.h"

// x . y as four sums that do not wait for each other; their order is fixed.
static inline double vt_dot_rows(const double *x, const double *y, int count) {
  vt_pair s01 = {0, 0}, s23 = {0, 0};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    s01 += vt_pair_load(x + k) * vt_pair_load(y + k);
    s23 += vt_pair_load(x + k + 2) * vt_pair_load(y + k + 2);
  }
  double s0 = s01[0];
  for (; k < count; ++k) s0 += x[k] * y[k];
  return (s0 + s01[1]) + (s23[0] + s23[1]);
}

#endif
