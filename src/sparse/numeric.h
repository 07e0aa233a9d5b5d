// The numeric Cholesky factorisation over CHOLMOD's symbolic one.
//
// CHOLMOD's own numeric phase permutes the matrix, finds how supernodes overlap, and allocates its workspace
// anew every time, and Debian's opens a team of threads for every supernode. In a simulation the pattern
// never changes: all of that is known from the analysis, and what is left is dense arithmetic (left-looking,
// by supernodes).
#ifndef VT_SPARSE_NUMERIC_H
#define VT_SPARSE_NUMERIC_H

#include "base/pool.h"
#include "sparse/factor.h"

#include <cholmod.h>

// One supernode that takes from another: rows `first` to `last` of d's list lie in the columns of the one at
// hand.
typedef struct vt_update {
  int d, first, last;
  int map; // where the places of d's rows from `first` on, in the rows of the one at hand, begin in `maps`
} vt_update;

// Where a 3x3 block of the matrix goes in the factor's values.
typedef struct vt_block_place {
  long long at; // of its first number, or -1 where a node is eliminated
  int stride;   // height of the supernode
  bool transposed;
} vt_block_place;

// Supernodes `first` to `last`, which take from each other only and can be done beside other branches.
typedef struct vt_branch {
  int first, last;
  double work;      // multiplications
  size_t workspace; // where its own begins
} vt_branch;

enum { VT_PANEL = 64 }; // columns of a supernode above the branches that are done together

// Constant.
typedef struct vt_plan {
  vt_block_place *places; // by block of the pattern
  int *update_start;      // nsuper + 1
  vt_update *updates;
  int *maps;
  int branch_count;
  vt_branch *branches; // the most work first
  bool *alone;         // by supernode: above all branches
  size_t tallest;      // rows of the largest update above the branches
  size_t workspace;    // numbers
} vt_plan;

// place: unknown -> row of the factor; free_index: node -> free node or -1; supernode_of: row -> supernode.
bool vt_plan_init(vt_plan *plan, const cholmod_factor *symbolic, const vt_block_pattern *pattern,
    const int *free_index, const int *place, const int *supernode_of, vt_error *error);
void vt_plan_free(vt_plan *plan);

// Fills the values of a supernodal factor; workspace has plan->workspace numbers and bad one for each branch.
// Returns a row at which the matrix is not positive definite, or -1.
int vt_plan_factor(const vt_plan *plan, const vt_block_pattern *pattern, const vt_mat3 *blocks,
    cholmod_factor *l, double *workspace, int *bad, vt_pool *pool, const vt_asked *asked);

// x = A^-1 x, in the order of the factor (triangles.c).
void vt_plan_solve(const vt_plan *plan, const cholmod_factor *l, double *x, double *workspace, vt_pool *pool);

#endif
