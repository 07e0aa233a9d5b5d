// The numeric Cholesky factorisation over a symbolic one: left-looking, by supernodes.
//
// In a simulation the pattern never changes: where numbers go, how supernodes overlap and what workspace they
// need is planned once, and what is left is dense arithmetic.
#ifndef VT_SPARSE_NUMERIC_H
#define VT_SPARSE_NUMERIC_H

#include "base/asked.h"
#include "base/pool.h"
#include "sparse/symbolic.h"

// The update of a supernode by a descendant d: rows `first` to `last` of d's list, in nodes, are columns
// of the supernode updated.
typedef struct vt_update {
  int d, first, last;
  size_t map; // index into `maps`: where the rows of d, from `first` on, are among those of the one updated
} vt_update;

// Where a 3x3 block of the matrix goes in the factor's values.
typedef struct vt_block_place {
  long long at; // of its first number, or -1 where a node is eliminated
  int stride;   // height of the supernode
  bool transposed;
} vt_block_place;

// Supernodes `first` to `last`, a subtree: it needs no other branch and can be
// factored in parallel with them.
typedef struct vt_branch {
  int first, last;
  double work;      // multiplications
  size_t workspace; // where its own begins
} vt_branch;

enum { VT_PANEL = 21 }; // nodes in a panel of a supernode above the branches

// Constant.
typedef struct vt_plan {
  vt_block_place *places; // by block of the pattern
  int *update_start;      // supernode_count + 1
  vt_update *updates;
  int *maps;
  int branch_count;
  vt_branch *branches; // the most work first
  bool *alone;         // by supernode: above all branches
  int *above;          // by place: its number among the columns of those, in their order; -1: in a branch
  int above_count;
  size_t tallest;   // unknowns of the largest update above the branches
  size_t workspace; // numbers
} vt_plan;

// place: node of the pattern -> its place in the factor, or -1.
bool vt_plan_init(vt_plan *plan, const vt_symbolic *symbolic, const vt_block_pattern *pattern,
    const int *place, vt_error *error);
void vt_plan_free(vt_plan *plan);

// Fills the values of the factor; workspace has plan->workspace numbers and bad one for each branch.
// Returns a row at which the matrix is not positive definite, or -1.
int vt_plan_factor(const vt_plan *plan, const vt_symbolic *symbolic, const vt_block_pattern *pattern,
    const vt_mat3 *blocks, double *values, double *workspace, int *bad, vt_pool *pool, const vt_asked *asked);

// x = A^-1 x, in the order of the factor (triangles.c).
void vt_plan_solve(const vt_plan *plan, const vt_symbolic *symbolic, const double *values, double *x,
    double *workspace, vt_pool *pool);

#endif
