// The structs of an analysis and a factor, for the files of this room.
#ifndef VT_SPARSE_FACTOR_INSIDES_H
#define VT_SPARSE_FACTOR_INSIDES_H

#include "sparse/factor.h"
#include "sparse/numeric.h"

struct vt_analysis {
  vt_block_pattern pattern; // its arrays belong to the caller
  int free_count;
  int *place;           // node -> its place in the factor, or -1
  vt_symbolic symbolic; // of the free nodes
  vt_plan plan;         // of the numeric phase
};

struct vt_factor {
  const vt_analysis *analysis;
  double *values;
  double *workspace;     // lent, or:
  double *own_workspace; // NULL where it is lent
  int *bad;              // by branch of the plan
  vt_vec3 *x;            // a vector in the order of the factor
  const vt_asked *asked;
};

#endif
