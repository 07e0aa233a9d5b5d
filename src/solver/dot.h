// Dot products of rows.
#ifndef VT_SOLVER_DOT_H
#define VT_SOLVER_DOT_H

#include <string.h>

// x . y as four sums that do not wait for each other; their order is fixed.
static inline double vt_dot_rows(const double *x, const double *y, int count) {
  typedef double pair __attribute__((vector_size(16))); // two numbers at once
  pair s01 = {0, 0}, s23 = {0, 0};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    pair x01, x23, y01, y23;
    memcpy(&x01, x + k, sizeof x01);
    memcpy(&x23, x + k + 2, sizeof x23);
    memcpy(&y01, y + k, sizeof y01);
    memcpy(&y23, y + k + 2, sizeof y23);
    s01 += x01 * y01;
    s23 += x23 * y23;
  }
  double s0 = s01[0];
  for (; k < count; ++k) s0 += x[k] * y[k];
  return (s0 + s01[1]) + (s23[0] + s23[1]);
}

#endif
