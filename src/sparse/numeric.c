// The numeric Cholesky factorisation over a symbolic one.
//
// Branches of the elimination tree first, in parallel; then the supernodes above them one after the other,
// each by panels of columns and blocks of rows that are computed in parallel. How they are cut depends on the
// matrix alone, so the bits are the same for any number of threads.
#include "sparse/numeric.h"

#include "sparse/blas.h"

#include <string.h>

enum {
  BLOCK = 128,      // rows of it, at most
  FILL_PIECES = 8,  // of filling
  FILL_LEAST = 2048 // blocks: fewer are filled in one piece
};

typedef struct factoring {
  const vt_plan *plan;
  const vt_symbolic *y;
  const vt_block_pattern *pattern;
  const vt_mat3 *blocks;
  double *values;
  double *workspace;
  vt_pool *pool;
  const vt_asked *asked; // asked before every piece, supernode, update and panel
  int fill_pieces;
  int *bad;      // by branch: the row at which it is not positive definite, or -1
  int supernode; // the current one, above the branches
  int panel;     // and the first node of its current panel
} factoring;

// ---------------------------------------------------------------- the matrix

static void clear(void *context, int index) {
  const factoring *f = context;
  size_t size = f->y->value_start[f->y->supernode_count],
         begin = size * (size_t)index / (size_t)f->fill_pieces,
         end = size * (size_t)(index + 1) / (size_t)f->fill_pieces;
  if (vt_is_interrupted(f->asked)) return; // the first time the system has to find the memory
  memset(f->values + begin, 0, (end - begin) * sizeof *f->values);
}

static void fill(void *context, int index) {
  const factoring *f = context;
  const vt_block_pattern *pattern = f->pattern;
  int end = vt_part_start(pattern->size, f->fill_pieces, index + 1);
  if (vt_is_interrupted(f->asked)) return;
  for (int j = vt_part_start(pattern->size, f->fill_pieces, index); j < end; ++j)
    for (int b = pattern->start[j]; b < pattern->start[j + 1]; ++b) {
      const vt_block_place *p = &f->plan->places[b];
      if (p->at < 0) continue;
      double *to = f->values + p->at;
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
  const vt_symbolic *y = f->y;
  const double one = 1, zero = 0;
  int width = vt_supernode_width(y, u->d), height = vt_supernode_height(y, u->d);
  int rows = height / 3 - first, m = 3 * rows, n = 3 * (last - first);
  size_t stride = (size_t)vt_supernode_height(y, k);
  const double *from = f->values + y->value_start[u->d] + 3 * first;
  dgemm_("N", "T", &m, &n, &width, &one, from, &height, from, &height, &zero, c, &m);
  double *to = f->values + y->value_start[k];
  const int *map = f->plan->maps + u->map + (first - u->first),
            *columns = y->rows + y->row_start[u->d] + first;
  for (int j = 0; j < n; ++j) {
    double *column = to + (size_t)(3 * (columns[j / 3] - y->first[k]) + j % 3) * stride;
    const double *own = c + (size_t)j * (size_t)m;
    for (int i = j / 3; i < rows; ++i) { // of the diagonal block the upper triangle too, which nobody reads
      double *there = column + 3 * map[i];
      there[0] -= own[3 * i];
      there[1] -= own[3 * i + 1];
      there[2] -= own[3 * i + 2];
    }
  }
}

// All supernodes of a branch; the row at which it is not positive definite is kept in the
// branch's place of `bad`.
static void factor_branch(void *context, int index) {
  const factoring *f = context;
  const vt_symbolic *y = f->y;
  const vt_branch *branch = &f->plan->branches[index];
  const double one = 1;
  f->bad[index] = -1;
  for (int k = branch->first; k <= branch->last && !vt_is_interrupted(f->asked); ++k) {
    for (int u = f->plan->update_start[k]; u < f->plan->update_start[k + 1]; ++u) {
      const vt_update *update = &f->plan->updates[u];
      apply_update(f, update, update->first, update->last, k, f->workspace + branch->workspace);
    }
    int width = vt_supernode_width(y, k), height = vt_supernode_height(y, k), below = height - width,
        info = 0;
    double *x = f->values + y->value_start[k];
    dpotrf_("L", &width, x, &height, &info);
    if (info != 0) {
      f->bad[index] = 3 * y->first[k] + (info > 0 ? info - 1 : 0);
      return;
    }
    if (below > 0) dtrsm_("R", "L", "T", "N", &below, &width, &one, x, &height, x + width, &height);
  }
}

// ---------------------------------------------------------------- above them

// The first of rows `from` to `to` that is not before a place.
static int row_at(const int *rows, int from, int to, int place) {
  while (from < to) {
    int middle = from + (to - from) / 2;
    if (rows[middle] < place) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

// Subtracts from one panel of the current supernode the updates of all its descendants, in their order.
static void update_panel(void *context, int index) {
  const factoring *f = context;
  const vt_symbolic *y = f->y;
  int k = f->supernode, begin = y->first[k] + index * VT_PANEL, end = begin + VT_PANEL;
  double *c = f->workspace + (size_t)index * 3 * VT_PANEL * f->plan->tallest;
  if (end > y->first[k + 1]) end = y->first[k + 1];
  for (int n = f->plan->update_start[k]; n < f->plan->update_start[k + 1]; ++n) {
    const vt_update *u = &f->plan->updates[n];
    const int *rows = y->rows + y->row_start[u->d];
    if (vt_is_interrupted(f->asked)) return;
    int first = row_at(rows, u->first, u->last, begin), last = row_at(rows, first, u->last, end);
    if (first < last) apply_update(f, u, first, last, k, c);
  }
}

// Rows `top` to `bottom` of the current panel: subtracts the update by the columns
// before it in the supernode.
static void take_before(const factoring *f, int top, int bottom, int width) {
  const double minus = -1, one = 1;
  int k = f->supernode, height = vt_supernode_height(f->y, k), rows = bottom - top, before = 3 * f->panel;
  double *x = f->values + f->y->value_start[k];
  if (before > 0)
    dgemm_("N", "T", &rows, &width, &before, &minus, x + top, &height, x + before, &height, &one,
        x + top + (size_t)before * (size_t)height, &height);
}

// In unknowns.
static int panel_width(const factoring *f) {
  int left = f->y->first[f->supernode + 1] - f->y->first[f->supernode] - f->panel;
  return 3 * (left < VT_PANEL ? left : VT_PANEL);
}

// An even number of blocks suits two threads.
static int block_count(int rows) { return 2 * ((rows + 2 * BLOCK - 1) / (2 * BLOCK)); }

// A block of rows below the panel's triangle.
static void finish_rows(void *context, int index) {
  const factoring *f = context;
  const double one = 1;
  int k = f->supernode, height = vt_supernode_height(f->y, k), width = panel_width(f);
  int left = height - 3 * f->panel - width, blocks = block_count(left);
  int top = height - left + vt_part_start(left, blocks, index);
  int bottom = height - left + vt_part_start(left, blocks, index + 1), rows = bottom - top;
  double *column = f->values + f->y->value_start[k] + 3 * (size_t)f->panel * (size_t)height;
  take_before(f, top, bottom, width);
  dtrsm_("R", "L", "T", "N", &rows, &width, &one, column + 3 * f->panel, &height, column + top, &height);
}

// Returns the row at which the matrix is not positive definite, or -1.
static int factor_supernode(factoring *f, int k) {
  const vt_symbolic *y = f->y;
  int columns = y->first[k + 1] - y->first[k], height = vt_supernode_height(y, k), info = 0;
  f->supernode = k;
  vt_pool_run(f->pool, (columns + VT_PANEL - 1) / VT_PANEL, update_panel, f);
  for (f->panel = 0; f->panel < columns; f->panel += VT_PANEL) {
    int begin = 3 * f->panel, width = panel_width(f), end = begin + width;
    double *corner = f->values + y->value_start[k] + (size_t)begin * (size_t)(height + 1);
    take_before(f, begin, end, width);
    dpotrf_("L", &width, corner, &height, &info);
    if (info != 0) return 3 * y->first[k] + begin + (info > 0 ? info - 1 : 0);
    if (vt_is_interrupted(f->asked)) return -1;
    vt_pool_run(f->pool, block_count(height - end), finish_rows, f);
  }
  return -1;
}

int vt_plan_factor(const vt_plan *plan, const vt_symbolic *symbolic, const vt_block_pattern *pattern,
    const vt_mat3 *blocks, double *values, double *workspace, int *bad, vt_pool *pool,
    const vt_asked *asked) {
  factoring f = {.plan = plan,
      .y = symbolic,
      .pattern = pattern,
      .blocks = blocks,
      .values = values,
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
  for (int k = 0; k < symbolic->supernode_count && first < 0 && !vt_is_interrupted(asked); ++k)
    if (plan->alone[k]) first = factor_supernode(&f, k);
  return first;
}
