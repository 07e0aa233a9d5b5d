// A sparse matrix of 6 x 6 blocks with a symmetric pattern, and its factors L U: of rigid bodies that touch.
#ifndef VT_SOLVER_BLOCK_LU_H
#define VT_SOLVER_BLOCK_LU_H

#include "base/memory.h"

enum { VT_BLOCK_LU_SIZE = 6 };

typedef struct vt_block_lu {
  int count;     // rows of blocks
  int *order;    // rows as they are eliminated
  int *start;    // count + 1: where the neighbours begin that are eliminated after order[k]
  int *later;    // those neighbours
  int *place;    // count x count: the number of a block, or -1
  size_t blocks; // that are filled
  double *values;
  double (*inverse)[36]; // of the diagonal blocks, once factored
  int sign;              // of the determinant, once factored
} vt_block_lu;

// Finds an order of little fill (least degree first) for the given pairs of rows, and makes room.
bool vt_block_lu_analyse(
    vt_block_lu *m, int count, const int (*pairs)[2], int pair_count, vt_arena *arena, vt_error *error);

// The identity.
void vt_block_lu_clear(vt_block_lu *m);

// Adds the sum of `terms` products p q^T to the block of rows i and j (a pair that was named, or i = j).
void vt_block_lu_add(vt_block_lu *m, int i, int j, int terms, const double (*p)[6], const double (*q)[6]);

// False where a diagonal block has no inverse.
bool vt_block_lu_factor(vt_block_lu *m);

// x = (L U)^-1 x, of count x 6 numbers.
void vt_block_lu_solve(const vt_block_lu *m, double *x);

#endif
