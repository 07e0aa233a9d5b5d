// Bilateral rows, without bounds: solved together by one factor.
#ifndef VT_SOLVER_BILATERAL_H
#define VT_SOLVER_BILATERAL_H

#include "base/memory.h"

// The insides of a block of kind VT_BLOCK_BILATERAL, in arena memory of the step.
typedef struct vt_bilateral {
  int rows;
  int rank;           // rows that are linearly independent; the others follow from them
  double *compliance; // c of each row, filled by the caller (zeroed at first)
  int *order;         // rows as they were taken as pivots
  double *scale;      // 1/sqrt of the diagonal
  double *factor;     // rows x rows, the lower triangle by rows of `order`
  double *scratch;    // 2 x rows
} vt_bilateral;

vt_bilateral *vt_bilateral_take(vt_arena *arena, int rows, vt_error *error);

// Factors W + c, with entry (r, c) of W at w[r * stride + c].
void vt_bilateral_factor(vt_bilateral *b, const double *w, size_t stride);

// What brings u + c f to zero on the rows that count: change = -(W + c)^-1 (u + c f), 0 on the others.
// `change` may be `u`.
void vt_bilateral_change(const vt_bilateral *b, const double *u, const double *f, double *change);

// y = L^-1 P S w for `count` columns: those of w have an entry every `stride` numbers and begin at `columns`,
// those of y have `rank` numbers each. y^T y is then w^T (W + c)^-1 w.
void vt_bilateral_reduce(
    const vt_bilateral *b, const double *const *columns, size_t stride, int count, double *y);

#endif
