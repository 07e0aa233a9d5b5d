// A sample system: a grid of springs, its blocks random but symmetric positive definite.
#ifndef VT_TESTS_SPARSE_SAMPLE_H
#define VT_TESTS_SPARSE_SAMPLE_H

#include "sparse/block_matrix.h"

#include <stdlib.h>

enum { SIDE = 4, NODES = SIDE * SIDE * SIDE };

static inline double sample_random(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

// Cells of eight nodes, as hexahedra have them.
static inline bool sample_pattern(vt_block_pattern *pattern, vt_error *error) {
  enum { CELLS = (SIDE - 1) * (SIDE - 1) * (SIDE - 1) };
  static int start[CELLS + 1], nodes[8 * CELLS];
  int cell = 0;
  for (int z = 0; z + 1 < SIDE; ++z)
    for (int y = 0; y + 1 < SIDE; ++y)
      for (int x = 0; x + 1 < SIDE; ++x, ++cell)
        for (int c = 0; c < 8; ++c)
          nodes[8 * cell + c] = x + (c & 1) + SIDE * (y + (c >> 1 & 1)) + SIDE * SIDE * (z + (c >> 2));
  for (int k = 0; k <= CELLS; ++k) start[k] = 8 * k;
  return vt_block_pattern_build(pattern, NODES, start, nodes, CELLS, error);
}

// Off-diagonal blocks random, diagonal ones dominant.
static inline void sample_blocks(const vt_block_pattern *pattern, unsigned seed, vt_mat3 *blocks) {
  for (int j = 0; j < pattern->size; ++j)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          bool diagonal = pattern->rows[k] == j;
          if (diagonal && c > r) continue;
          blocks[k].m[r][c] = sample_random(&seed) + (diagonal && r == c ? 60 : 0);
          if (diagonal) blocks[k].m[c][r] = blocks[k].m[r][c];
        }
}

// The same matrix in full, for comparison.
static inline void sample_dense(const vt_block_pattern *pattern, const vt_mat3 *blocks, double *dense) {
  int n = 3 * pattern->size;
  for (int k = 0; k < n * n; ++k) dense[k] = 0;
  for (int j = 0; j < pattern->size; ++j)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          int row = 3 * pattern->rows[k] + r, column = 3 * j + c;
          dense[row * n + column] = dense[column * n + row] = blocks[k].m[r][c];
        }
}

#endif
