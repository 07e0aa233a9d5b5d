// The numeric Cholesky factorisation over CHOLMOD's symbolic one.
//
// Branches of the elimination tree first, side by side; then the supernodes above them one after the other,
// each by panels of columns and blocks of rows that are done side by side. How things are cut depends on the
// matrix alone, so that the bits are the same for any number of threads.
#include "sparse/numeric.h"

#include "sparse/blas.h"

#include <string.h>

enum {
  BLOCK = 128,      // rows of it, at most
  FILL_PIECES = 8,  // of filling
  FILL_LEAST = 2048 // blocks that are worth more than one
};

typedef struct factoring {
  const vt_plan *plan;
  const vt_block_pattern *pattern;
  const vt_mat3 *blocks;
  cholmod_factor *l;
  double *workspace;
  vt_pool *pool;
  const vt_asked *asked; // before every supernode, update and panel
  int fill_pieces;
  int *bad;      // by branch: the row at which it is not positive definite, or -1
  int supernode; // at hand, above the branches
  int panel;     // and its first column at hand
} factoring;

// ---------------------------------------------------------------- the matrix

static void clear(void *context, int index) {
  const factoring *f = context;
  size_t size = f->l->xsize, begin = size * (size_t)index / (size_t)f->fill_pieces,
         end = size * (size_t)(index + 1) / (size_t)f->fill_pieces;
  double *x = f->l->x;
  memset(x + begin, 0, (end - begin) * sizeof *x);
}

static void fill(void *context, int index) {
  const factoring *f = context;
  const vt_block_pattern *pattern = f->pattern;
  double *x = f->l->x;
  int end = vt_part_start(pattern->size, f->fill_pieces, index + 1);
  for (int j = vt_part_start(pattern->size, f->fill_pieces, index); j < end; ++j)
    for (int b = pattern->start[j]; b < pattern->start[j + 1]; ++b) {
      const vt_block_place *p = &f->plan->places[b];
      if (p->at < 0) continue;
      double *to = x + p->at;
      bool diagonal = pattern->rows[b] == j;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < (diagonal ? r + 1 : 3); ++c)
          to[p->transposed ? c + r * p->stride : r + c * p->stride] = f->blocks[b].m[r][c];
    }
}

// ---------------------------------------------------------------- branches

// Subtracts from supernode k the update of a descendant d in the tree: C = L_d L_d^T over the rows they
// share, of which rows first to last of d are columns of k.
static void apply_update(const factoring *f, const vt_update *u, int first, int last, int k, double *c) {
  const cholmod_factor *l = f->l;
  const int *super = l->super, *pi = l->pi, *px = l->px, *s = l->s;
  const double one = 1, zero = 0;
  int width = super[u->d + 1] - super[u->d], height = pi[u->d + 1] - pi[u->d];
  int m = height - first, n = last - first, stride = pi[k + 1] - pi[k];
  const double *from = (const double *)l->x + px[u->d] + first;
  dgemm_("N", "T", &m, &n, &width, &one, from, &height, from, &height, &zero, c, &m);
  double *to = (double *)l->x + px[k];
  const int *map = f->plan->maps + u->map + (first - u->first), *rows = s + pi[u->d] + first;
  for (int j = 0; j < n; ++j) {
    double *column = to + (size_t)(rows[j] - super[k]) * (size_t)stride;
    const double *own = c + (size_t)j * (size_t)m;
    for (int i = j; i < m; ++i) column[map[i]] -= own[i];
  }
}

// All supernodes of a branch; what is not positive definite is kept in the branch's place.
static void factor_branch(void *context, int index) {
  const factoring *f = context;
  const vt_branch *branch = &f->plan->branches[index];
  const int *super = f->l->super, *pi = f->l->pi, *px = f->l->px;
  const double one = 1;
  double *x = f->l->x;
  f->bad[index] = -1;
  for (int k = branch->first; k <= branch->last && !vt_is_interrupted(f->asked); ++k) {
    for (int u = f->plan->update_start[k]; u < f->plan->update_start[k + 1]; ++u) {
      const vt_update *update = &f->plan->updates[u];
      apply_update(f, update, update->first, update->last, k, f->workspace + branch->workspace);
    }
    int width = super[k + 1] - super[k], height = pi[k + 1] - pi[k], below = height - width, info = 0;
    dpotrf_("L", &width, x + px[k], &height, &info);
    if (info != 0) {
      f->bad[index] = super[k] + (info > 0 ? info - 1 : 0);
      return;
    }
    if (below > 0)
      dtrsm_("R", "L", "T", "N", &below, &width, &one, x + px[k], &height, x + px[k] + width, &height);
  }
}

// ---------------------------------------------------------------- above them

// The first row of d from `from` on that is not before `row`.
static int row_at(const int *rows, int from, int to, int row) {
  while (from < to) {
    int middle = from + (to - from) / 2;
    if (rows[middle] < row) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

// What one panel of the supernode at hand takes from all below it, in their order.
static void update_panel(void *context, int index) {
  const factoring *f = context;
  const int *super = f->l->super, *pi = f->l->pi, *s = f->l->s;
  int k = f->supernode, begin = super[k] + index * VT_PANEL, end = begin + VT_PANEL;
  double *c = f->workspace + (size_t)index * VT_PANEL * f->plan->tallest;
  if (end > super[k + 1]) end = super[k + 1];
  for (int n = f->plan->update_start[k]; n < f->plan->update_start[k + 1]; ++n) {
    const vt_update *u = &f->plan->updates[n];
    const int *rows = s + pi[u->d];
    if (vt_is_interrupted(f->asked)) return;
    int first = row_at(rows, u->first, u->last, begin), last = row_at(rows, first, u->last, end);
    if (first < last) apply_update(f, u, first, last, k, c);
  }
}

// Rows `top` to `bottom` of the panel at hand: what its columns take from those before it in the supernode.
static void take_before(const factoring *f, int top, int bottom, int width) {
  const int *pi = f->l->pi, *px = f->l->px;
  const double minus = -1, one = 1;
  int k = f->supernode, height = pi[k + 1] - pi[k], rows = bottom - top, before = f->panel;
  double *x = (double *)f->l->x + px[k];
  if (before > 0)
    dgemm_("N", "T", &rows, &width, &before, &minus, x + top, &height, x + before, &height, &one,
        x + top + (size_t)before * (size_t)height, &height);
}

static int panel_width(const factoring *f) {
  const int *super = f->l->super;
  int left = super[f->supernode + 1] - super[f->supernode] - f->panel;
  return left < VT_PANEL ? left : VT_PANEL;
}

// An even number of blocks suits two threads.
static int block_count(int rows) { return 2 * ((rows + 2 * BLOCK - 1) / (2 * BLOCK)); }

// A block of rows below the panel's triangle.
static void finish_rows(void *context, int index) {
  const factoring *f = context;
  const int *pi = f->l->pi, *px = f->l->px;
  const double one = 1;
  int k = f->supernode, height = pi[k + 1] - pi[k], width = panel_width(f);
  int left = height - f->panel - width, blocks = block_count(left);
  int top = height - left + vt_part_start(left, blocks, index);
  int bottom = height - left + vt_part_start(left, blocks, index + 1), rows = bottom - top;
  double *column = (double *)f->l->x + px[k] + (size_t)f->panel * (size_t)height;
  take_before(f, top, bottom, width);
  dtrsm_("R", "L", "T", "N", &rows, &width, &one, column + f->panel, &height, column + top, &height);
}

// Returns the row at which the matrix is not positive definite, or -1.
static int factor_supernode(factoring *f, int k) {
  const int *super = f->l->super, *pi = f->l->pi, *px = f->l->px;
  int columns = super[k + 1] - super[k], height = pi[k + 1] - pi[k], info = 0;
  f->supernode = k;
  vt_pool_run(f->pool, (columns + VT_PANEL - 1) / VT_PANEL, update_panel, f);
  for (f->panel = 0; f->panel < columns; f->panel += VT_PANEL) {
    int width = panel_width(f), end = f->panel + width;
    take_before(f, f->panel, end, width);
    dpotrf_("L", &width, (double *)f->l->x + px[k] + f->panel + (size_t)f->panel * (size_t)height, &height,
        &info);
    if (info != 0) return super[k] + f->panel + (info > 0 ? info - 1 : 0);
    if (vt_is_interrupted(f->asked)) return -1;
    vt_pool_run(f->pool, block_count(height - end), finish_rows, f);
  }
  return -1;
}

int vt_plan_factor(const vt_plan *plan, const vt_block_pattern *pattern, const vt_mat3 *blocks,
    cholmod_factor *l, double *workspace, int *bad, vt_pool *pool, const vt_asked *asked) {
  factoring f = {.plan = plan,
      .pattern = pattern,
      .blocks = blocks,
      .l = l,
      .workspace = workspace,
      .pool = pool,
      .asked = asked};
  f.fill_pieces = pattern->block_count < FILL_LEAST ? 1 : FILL_PIECES;
  f.bad = bad;
  vt_pool_run(pool, f.fill_pieces, clear, &f);
  vt_pool_run(pool, f.fill_pieces, fill, &f);
  vt_pool_run(pool, plan->branch_count, factor_branch, &f);
  int first = -1;
  for (int n = 0; n < plan->branch_count; ++n)
    if (bad[n] >= 0 && (first < 0 || bad[n] < first)) first = bad[n];
  for (int k = 0; k < (int)l->nsuper && first < 0 && !vt_is_interrupted(asked); ++k)
    if (plan->alone[k]) first = factor_supernode(&f, k);
  return first;
}
