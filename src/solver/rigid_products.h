// Products with the rows of J of one block, two numbers at once: most of what sweeps over rigid bodies cost.
#ifndef VT_SOLVER_RIGID_PRODUCTS_H
#define VT_SOLVER_RIGID_PRODUCTS_H

#include "solver/pair.h"
#include "solver/system.h"

// y += J^T f of up to three rows, which have the same bodies; y has six numbers a body.
static inline void vt_rigid_push(const vt_rigid_row *j, int rows, const double *f, double *y) {
  for (int side = 0; side < 2; ++side) {
    if (j->body[side] < 0) continue;
    double *to = y + 6 * j->body[side];
    vt_pair y0 = vt_pair_load(to), y1 = vt_pair_load(to + 2), y2 = vt_pair_load(to + 4);
    for (int r = 0; r < rows; ++r) {
      const double *along = j[r].along[side];
      vt_pair by = {f[r], f[r]};
      y0 += by * vt_pair_load(along);
      y1 += by * vt_pair_load(along + 2);
      y2 += by * vt_pair_load(along + 4);
    }
    vt_pair_store(to, y0);
    vt_pair_store(to + 2, y1);
    vt_pair_store(to + 4, y2);
  }
}

// u += J y of up to three rows.
static inline void vt_rigid_moved(const vt_rigid_row *j, int rows, const double *y, double *u) {
  for (int side = 0; side < 2; ++side) {
    if (j->body[side] < 0) continue;
    const double *from = y + 6 * j->body[side];
    vt_pair y0 = vt_pair_load(from), y1 = vt_pair_load(from + 2), y2 = vt_pair_load(from + 4);
    for (int r = 0; r < rows; ++r) {
      const double *along = j[r].along[side];
      vt_pair sum = y0 * vt_pair_load(along) + y1 * vt_pair_load(along + 2) + y2 * vt_pair_load(along + 4);
      u[r] += sum[0] + sum[1];
    }
  }
}

#endif
