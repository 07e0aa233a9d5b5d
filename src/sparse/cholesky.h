// Cholesky factorisation of a dense matrix and triangular solves with it, by all threads of a pool.
#ifndef VT_SPARSE_CHOLESKY_H
#define VT_SPARSE_CHOLESKY_H

#include "base/asked.h"
#include "base/pool.h"

// A = L L^T in place, n x n by columns; only the lower triangle is read and written. Returns 0, or the column
// (from 1) up to which A is not positive definite. Bits do not depend on the number of threads; a NULL pool
// is one. Where it is interrupted it ends early, as if not positive definite.
int vt_cholesky_factor(int n, double *a, vt_pool *pool, const vt_asked *asked);

// B = L^-1 B for `count` columns of n numbers.
void vt_cholesky_forward(int n, const double *l, int count, double *b, vt_pool *pool);

// G -= B^T B for `count` columns of n numbers; G is count x count by columns, and its upper triangle is what
// counts.
void vt_cholesky_subtract(int n, int count, const double *b, double *g, vt_pool *pool);

#endif
