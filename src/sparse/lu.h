// LU factorisation of a dense matrix, by all threads of a pool.
#ifndef VT_SPARSE_LU_H
#define VT_SPARSE_LU_H

#include "base/asked.h"
#include "base/pool.h"

// In place, n x n by columns, with pivots as LAPACK's dgetrf has them, so that its dgetrs solves. Returns 0,
// or the column (from 1) at which the matrix is singular. Bits do not depend on the number of threads; a NULL
// pool is one. Where it is interrupted it ends early, as if singular.
int vt_lu_factor(int n, double *a, int *pivots, vt_pool *pool, const vt_asked *asked);

#endif
