// Cholesky factors of block matrices: analyse once, refactor in each step, solve for many right-hand sides.
#ifndef VT_SPARSE_FACTOR_H
#define VT_SPARSE_FACTOR_H

#include "base/asked.h"
#include "base/pool.h"
#include "sparse/block_matrix.h"

// The constant part: which nodes are eliminated, the fill-reducing order, the structure of the factor.
// It is read-only once made, and any number of factors may be made from it.
typedef struct vt_analysis vt_analysis;

// eliminated[i] true: node i is prescribed and has no row. The pattern's arrays must outlive the analysis.
vt_analysis *vt_analysis_create(const vt_block_pattern *pattern, const bool *eliminated, vt_error *error);
void vt_analysis_destroy(vt_analysis *analysis);
long long vt_analysis_factor_size(const vt_analysis *analysis); // numbers stored in the factor

typedef struct vt_factor vt_factor;

vt_factor *vt_factor_create(const vt_analysis *analysis, vt_error *error);
// Without a workspace, which must be lent to it before it is used: vt_analysis_workspace numbers, whose
// content need not be kept.
vt_factor *vt_factor_create_lean(const vt_analysis *analysis, vt_error *error);
size_t vt_analysis_workspace(const vt_analysis *analysis);
void vt_factor_lend(vt_factor *factor, double *workspace);
void vt_factor_destroy(vt_factor *factor);

// Refactors from the blocks of the whole matrix; eliminated rows and columns are left out. False if the
// matrix is not positive definite, or if interrupted: the factor must not be used to solve then. NaN is
// passed on to the solution. Work is shared out by the pool (NULL: one thread).
bool vt_factor_update(vt_factor *factor, const vt_mat3 *blocks, vt_pool *pool, vt_error *error);
// Lets refactoring be interrupted; NULL: never. `asked` must live as long as the factor.
void vt_factor_ask(vt_factor *factor, const vt_asked *asked);

// x = A^-1 b for `columns` vectors of `size` nodes each, one after the other. Entries of b at eliminated
// nodes are ignored, those of x become 0. b and x may be the same array. Not to be called by two threads at
// once: they would share the factor's workspace.
void vt_factor_solve(vt_factor *factor, const vt_vec3 *b, vt_vec3 *x, int columns, vt_pool *pool);

#endif
