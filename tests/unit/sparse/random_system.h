// Systems by chance: patterns of 0 to some sixty nodes that hang together or not, with none, some or all
// nodes eliminated, and blocks that make them positive definite.
#ifndef VT_TESTS_SPARSE_RANDOM_SYSTEM_H
#define VT_TESTS_SPARSE_RANDOM_SYSTEM_H

#include "sparse/block_matrix.h"

#include "chance.h"

#include <stdlib.h>

enum { RANDOM_NODES = 64, RANDOM_GROUPS = 80, RANDOM_GROUP = 6 };

typedef struct random_system {
  vt_block_pattern pattern;
  bool eliminated[RANDOM_NODES];
  vt_mat3 *blocks;
} random_system;

// Groups of up to six nodes; of a few nodes near each other, or of any.
static inline bool random_pattern(random_system *s, uint64_t *chance) {
  int start[RANDOM_GROUPS + 1] = {0}, nodes[RANDOM_GROUPS * RANDOM_GROUP], at = 0;
  int size = chance_pick(chance, RANDOM_NODES), groups = size == 0 ? 0 : chance_pick(chance, RANDOM_GROUPS);
  bool near = chance_share(chance) < 0.5;
  vt_error error = {0};
  for (int g = 0; g < groups; ++g) {
    int count = 1 + chance_pick(chance, RANDOM_GROUP), center = chance_pick(chance, size);
    for (int k = 0; k < count; ++k) {
      int node = near ? (center + chance_pick(chance, 8)) % size : chance_pick(chance, size);
      bool there = false;
      for (int m = start[g]; m < at; ++m) there = there || nodes[m] == node;
      if (!there) nodes[at++] = node;
    }
    start[g + 1] = at;
  }
  return vt_block_pattern_build(&s->pattern, size, start, nodes, groups, &error);
}

// Sizes of blocks differ by powers of ten, the diagonal outweighs what is beside it.
static inline void random_blocks(random_system *s, uint64_t *chance) {
  const vt_block_pattern *p = &s->pattern;
  double sum[3 * RANDOM_NODES] = {0};
  for (int j = 0; j < p->size; ++j)
    for (int k = p->start[j]; k < p->start[j + 1]; ++k) {
      double scale = chance_power(chance, -3, 3);
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          bool diagonal = p->rows[k] == j;
          double value = diagonal && c < r ? s->blocks[k].m[c][r] : chance_between(chance, -scale, scale);
          s->blocks[k].m[r][c] = diagonal && r == c ? 0 : value;
          sum[3 * p->rows[k] + r] += fabs(s->blocks[k].m[r][c]);
          if (!diagonal) sum[3 * j + c] += fabs(s->blocks[k].m[r][c]);
        }
    }
  for (int j = 0; j < p->size; ++j)
    for (int r = 0; r < 3; ++r)
      s->blocks[p->start[j]].m[r][r] = sum[3 * j + r] * chance_between(chance, 1.1, 2) + 1e-3;
}

static inline bool random_system_make(random_system *s, uint64_t *chance) {
  *s = (random_system){0};
  if (!random_pattern(s, chance)) return false;
  double share = chance_share(chance) < 0.5 ? 0 : chance_between(chance, 0, 1.1);
  for (int i = 0; i < s->pattern.size; ++i) s->eliminated[i] = chance_share(chance) < share;
  s->blocks = calloc((size_t)s->pattern.block_count + 1, sizeof *s->blocks);
  random_blocks(s, chance);
  return true;
}

static inline void random_system_free(random_system *s) {
  vt_block_pattern_free(&s->pattern);
  free(s->blocks);
}

#endif
