// LU factorisation of a matrix whose rows fall into groups, few of which are coupled with each other.
//
// A pile of soft bodies has a group of rows for each two bodies that touch, coupled only with the groups of
// the same bodies. The matrix is stored in full, but only filled blocks are read or written.
#ifndef VT_SPARSE_GROUPED_LU_H
#define VT_SPARSE_GROUPED_LU_H

#include "base/memory.h"

typedef struct vt_groups {
  int count;
  int *order;   // group -> its place in the order of elimination
  bool *filled; // count x count, by places: coupled, or fill from eliminating those before
  int *start;   // by places: where a group's rows begin in the matrix at hand; count + 1
} vt_groups;

// A fill-reducing order by least degree, for groups of `size` rows each; `coupled` is count x count and
// symmetric. Sets everything in `groups` but `start`; memory is taken from the arena.
bool vt_groups_order(
    vt_groups *groups, int count, const int *size, const bool *coupled, vt_arena *arena, vt_error *error);

// The next contiguous rows that are coupled with the group at place k, searched from the group at place
// `*from` on, which is moved behind them; false where there are no more.
bool vt_groups_next_rows(const vt_groups *groups, int k, int *from, int *first, int *rows);

// Multiplications of a factorisation, as a share of those of a full matrix with as many rows.
double vt_groups_work(const vt_groups *groups);

// In place: n x n by columns, rows in the order of groups->start. Pivoting is within a group only, which is
// safe where the diagonal blocks are nearly positive definite; pivots are as in dgetrf. Returns 0, or the
// column (from 1) at which a group is singular.
int vt_grouped_lu_factor(const vt_groups *groups, int n, double *a, int *pivots);

// x = A^-T x with that factor.
void vt_grouped_lu_solve_transposed(
    const vt_groups *groups, int n, const double *a, const int *pivots, double *x);

#endif
