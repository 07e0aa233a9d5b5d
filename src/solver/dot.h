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

// The same of three rows that are `width` apart with one y, added to the sums: y is read once, and six sums
// do not wait for each other.
static inline void vt_add_dots_of_three(
    const double *x, size_t width, const double *y, int count, double sums[3]) {
  const double *rows[3] = {x, x + width, x + 2 * width};
  vt_pair a01 = {0, 0}, a23 = {0, 0}, b01 = {0, 0}, b23 = {0, 0}, c01 = {0, 0}, c23 = {0, 0};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    vt_pair y01 = vt_pair_load(y + k), y23 = vt_pair_load(y + k + 2);
    a01 += vt_pair_load(rows[0] + k) * y01;
    a23 += vt_pair_load(rows[0] + k + 2) * y23;
    b01 += vt_pair_load(rows[1] + k) * y01;
    b23 += vt_pair_load(rows[1] + k + 2) * y23;
    c01 += vt_pair_load(rows[2] + k) * y01;
    c23 += vt_pair_load(rows[2] + k + 2) * y23;
  }
  for (; k < count; ++k) {
    a01[0] += rows[0][k] * y[k];
    b01[0] += rows[1][k] * y[k];
    c01[0] += rows[2][k] * y[k];
  }
  sums[0] += (a01[0] + a01[1]) + (a23[0] + a23[1]);
  sums[1] += (b01[0] + b01[1]) + (b23[0] + b23[1]);
  sums[2] += (c01[0] + c01[1]) + (c23[0] + c23[1]);
}

#endif
