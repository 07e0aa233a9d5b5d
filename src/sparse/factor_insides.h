// What the files of this room know of an analysis and a factor.
#ifndef VT_SPARSE_FACTOR_INSIDES_H
#define VT_SPARSE_FACTOR_INSIDES_H

#include "sparse/factor.h"

#include <cholmod.h>

struct vt_analysis {
  vt_block_pattern pattern; // its arrays belong to the caller
  int free_count;
  int *free_index;        // node -> its place among the free nodes, or -1
  int *free_nodes;        // and back
  int *value_at;          // for each block: where its first number is in the matrix's values, or -1
  int *column_length;     // for each free node: numbers in its first scalar column
  int *place;             // unknown (3 free node + component) -> row of the factor
  int *supernode_of;      // row of the factor -> supernode
  cholmod_common common;  // owns the two below
  cholmod_sparse *matrix; // pattern of the free part, lower triangle; values unused
  cholmod_factor *symbolic;
};

struct vt_factor {
  const vt_analysis *analysis;
  cholmod_common common;
  cholmod_sparse *matrix;
  cholmod_factor *factor;
  cholmod_dense *b, *x, *y, *e; // reused by every solve
};

#endif
