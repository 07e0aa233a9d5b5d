// Symmetric sparse matrices of 3x3 blocks: the pattern (constant) and products with vectors.
#ifndef VT_SPARSE_BLOCK_MATRIX_H
#define VT_SPARSE_BLOCK_MATRIX_H

#include "base/pool.h"
#include "base/vec.h"

// A block of a row left of the diagonal.
typedef struct vt_left_block {
  int block, column;
} vt_left_block;

// The lower block triangle by columns: rows[start[j]] = j is the diagonal block, the rows below ascend.
typedef struct vt_block_pattern {
  int size;        // nodes
  int block_count; // blocks in the lower triangle
  int *start;      // size + 1
  int *rows;       // block_count
  int *left_start; // size + 1: where the blocks left of the diagonal begin, by rows, in:
  vt_left_block *left;
} vt_block_pattern;

// The pattern in which the nodes of each group are all coupled with each other; every diagonal block exists.
// Group g holds nodes[start[g]] .. nodes[start[g + 1] - 1].
bool vt_block_pattern_build(vt_block_pattern *pattern, int size, const int *start, const int *nodes,
    int group_count, vt_error *error);
void vt_block_pattern_free(vt_block_pattern *pattern);

// The number of block (row, column), row >= column; -1 if it is not in the pattern.
int vt_block_find(const vt_block_pattern *pattern, int row, int column);

// y = A x, with A symmetric.
void vt_block_multiply(const vt_block_pattern *pattern, const vt_mat3 *blocks, const vt_vec3 *x, vt_vec3 *y);
// The same, to rounding, shared out by the pool; `partial` has room for vt_block_partial vectors.
int vt_block_partial(const vt_block_pattern *pattern);
void vt_block_multiply_shared(const vt_block_pattern *pattern, const vt_mat3 *blocks, const vt_vec3 *x,
    vt_vec3 *y, vt_vec3 *partial, vt_pool *pool);

#endif
