// What the files of this room know of an analysis and a factor.
#ifndef VT_SPARSE_FACTOR_INSIDES_H
#define VT_SPARSE_FACTOR_INSIDES_H

#include "sparse/numeric.h"

struct vt_analysis {
  vt_block_pattern pattern; // its arrays belong to the caller
  int free_count;
  int *free_index;       // node -> its place among the free nodes, or -1
  int *free_nodes;       // and back
  int *place;            // unknown (3 free node + component) -> row of the factor
  int *supernode_of;     // row of the factor -> supernode
  vt_plan plan;          // of the numeric phase
  cholmod_common common; // owns the one below
  cholmod_factor *symbolic;
};

struct vt_factor {
  const vt_analysis *analysis;
  cholmod_common common;
  cholmod_factor *factor;
  double *workspace;
  int *bad;  // by branch of the plan
  double *x; // a vector in the order of the factor
  const vt_asked *asked;
};

#endif
