// x = A^-1 b with the factor: forward and backward substitution over supernodes, one vector at a time.
//
// Branches of the elimination tree are solved in parallel. Forward, a branch updates its own rows only, and
// adds up what it takes from those above all branches in a vector of its own; these are then taken away one
// after the other. The supernodes above, which are few and large, go by panels of columns: a small triangle,
// and then what is beside it in parallel. So no two threads add to the same number, all sums have a fixed
// order, and the bits are the same for any number of threads.
#include "sparse/numeric.h"

#include "sparse/blas.h"

#include <string.h>

typedef struct substitution {
  const vt_plan *plan;
  const vt_symbolic *y;
  const double *values;
  double *x;
  double *workspace;
  // The current panel of a supernode above the branches, in unknowns of it:
  int supernode, begin, end, parts;
  double *beyond; // by row below its triangle: forward what is taken from x there, backward x
} substitution;

static const double ONE = 1, ZERO = 0, MINUS = -1;
static const int STEP = 1;

enum {
  PANEL = 192,        // unknowns
  PIECE = 20000,      // numbers beside a panel that are worth a piece
  MAX_PIECES = 8,     // of a panel
  PIECE_COLUMNS = 24, // of a piece
  LEAST = 200000      // in the factor: a smaller one is solved faster by one thread
};

static void take_away(double *x, const int *rows, int count, const double *taken) {
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < 3; ++c) x[3 * rows[r] + c] -= taken[3 * r + c];
}

// ---------------------------------------------------------------- branches

// x_k = L_kk^-1 x_k, and the update of the rows below: up to `end` (a place) those of x, beyond it what is
// taken from the ones above.
static void forward(const substitution *t, int k, int end, double *above, double *taken) {
  const vt_symbolic *y = t->y;
  int width = vt_supernode_width(y, k), height = vt_supernode_height(y, k), below = height - width, own = 0;
  const double *values = t->values + y->value_start[k];
  const int *rows = y->rows + y->row_start[k] + width / 3;
  double *x = t->x + 3 * y->first[k];
  dtrsv_("L", "N", "N", &width, values, &height, x, &STEP);
  if (below == 0) return;
  dgemv_("N", &below, &width, &ONE, values + width, &height, x, &STEP, &ZERO, taken, &STEP);
  while (own < below / 3 && rows[own] < end) ++own;
  take_away(t->x, rows, own, taken);
  for (int r = own; r < below / 3; ++r)
    for (int c = 0; c < 3; ++c) above[3 * t->plan->above[rows[r]] + c] += taken[3 * r + c];
}

// x_k = L_kk^-T (x_k - L_below^T x_below)
static void backward(const substitution *t, int k, double *gathered) {
  const vt_symbolic *y = t->y;
  int width = vt_supernode_width(y, k), height = vt_supernode_height(y, k), below = height - width;
  const double *values = t->values + y->value_start[k];
  const int *rows = y->rows + y->row_start[k] + width / 3;
  double *x = t->x + 3 * y->first[k];
  for (int r = 0; r < below / 3; ++r)
    for (int c = 0; c < 3; ++c) gathered[3 * r + c] = t->x[3 * rows[r] + c];
  if (below > 0)
    dgemv_("T", &below, &width, &MINUS, values + width, &height, gathered, &STEP, &ONE, x, &STEP);
  dtrsv_("L", "T", "N", &width, values, &height, x, &STEP);
}

static void forward_branch(void *context, int index) {
  const substitution *t = context;
  const vt_branch *branch = &t->plan->branches[index];
  int end = t->y->first[branch->last + 1];
  size_t size = 3 * (size_t)t->plan->above_count;
  double *above = t->workspace + branch->workspace;
  memset(above, 0, size * sizeof *above);
  for (int k = branch->first; k <= branch->last; ++k) forward(t, k, end, above, above + size);
}

static void backward_branch(void *context, int index) {
  const substitution *t = context;
  const vt_branch *branch = &t->plan->branches[index];
  for (int k = branch->last; k >= branch->first; --k) backward(t, k, t->workspace + branch->workspace);
}

// What the branches take from the supernodes above.
static void merge(const substitution *t) {
  const vt_plan *plan = t->plan;
  for (int n = 0; n < plan->branch_count; ++n) {
    const double *above = t->workspace + plan->branches[n].workspace;
    for (int k = 0, at = 0; k < t->y->supernode_count; ++k) {
      if (!plan->alone[k]) continue;
      double *x = t->x + 3 * t->y->first[k];
      for (int i = 0; i < vt_supernode_width(t->y, k); ++i) x[i] -= above[at++];
    }
  }
}

// ---------------------------------------------------------------- above them

// Rows `top` to `bottom` below the current panel: what its columns take from them.
static void take_rows(void *context, int index) {
  const substitution *t = context;
  const vt_symbolic *y = t->y;
  int k = t->supernode, width = vt_supernode_width(y, k), height = vt_supernode_height(y, k);
  int columns = t->end - t->begin, rows = height - t->end;
  int top = t->end + vt_part_start(rows, t->parts, index),
      bottom = t->end + vt_part_start(rows, t->parts, index + 1), middle = top < width ? width : top;
  if (middle > bottom) middle = bottom;
  const double *values = t->values + y->value_start[k] + (size_t)t->begin * (size_t)height;
  double *x = t->x + 3 * y->first[k];
  int inner = middle - top, outer = bottom - middle;
  if (inner > 0)
    dgemv_("N", &inner, &columns, &MINUS, values + top, &height, x + t->begin, &STEP, &ONE, x + top, &STEP);
  if (outer > 0)
    dgemv_("N", &outer, &columns, &ONE, values + middle, &height, x + t->begin, &STEP, &ONE,
        t->beyond + (middle - width), &STEP);
}

// Columns of the current panel: what the rows below take from them.
static void take_columns(void *context, int index) {
  const substitution *t = context;
  const vt_symbolic *y = t->y;
  int k = t->supernode, width = vt_supernode_width(y, k), height = vt_supernode_height(y, k);
  int first = t->begin + vt_part_start(t->end - t->begin, t->parts, index),
      columns = t->begin + vt_part_start(t->end - t->begin, t->parts, index + 1) - first;
  int inner = width - t->end, outer = height - width;
  const double *values = t->values + y->value_start[k] + (size_t)first * (size_t)height;
  double *x = t->x + 3 * y->first[k];
  if (inner > 0)
    dgemv_(
        "T", &inner, &columns, &MINUS, values + t->end, &height, x + t->end, &STEP, &ONE, x + first, &STEP);
  if (outer > 0)
    dgemv_("T", &outer, &columns, &MINUS, values + width, &height, t->beyond, &STEP, &ONE, x + first, &STEP);
}

static int parts_of(int rows, int columns, int most) {
  int parts = (int)((long long)rows * columns / PIECE);
  if (parts > MAX_PIECES) parts = MAX_PIECES;
  if (parts > most) parts = most;
  return parts < 1 ? 1 : parts;
}

static void forward_above(substitution *t, int k, vt_pool *pool) {
  const vt_symbolic *y = t->y;
  int width = vt_supernode_width(y, k), height = vt_supernode_height(y, k);
  double *x = t->x + 3 * y->first[k];
  t->supernode = k;
  t->beyond = t->workspace;
  memset(t->beyond, 0, (size_t)(height - width) * sizeof *t->beyond);
  for (t->begin = 0; t->begin < width; t->begin = t->end) {
    t->end = t->begin + PANEL < width ? t->begin + PANEL : width;
    int columns = t->end - t->begin;
    const double *corner = t->values + y->value_start[k] + (size_t)t->begin * (size_t)(height + 1);
    dtrsv_("L", "N", "N", &columns, corner, &height, x + t->begin, &STEP);
    t->parts = parts_of(height - t->end, columns, MAX_PIECES);
    if (height > t->end) vt_pool_run(pool, t->parts, take_rows, t);
  }
  take_away(t->x, y->rows + y->row_start[k] + width / 3, (height - width) / 3, t->beyond);
}

static void backward_above(substitution *t, int k, vt_pool *pool) {
  const vt_symbolic *y = t->y;
  int width = vt_supernode_width(y, k), height = vt_supernode_height(y, k);
  const int *rows = y->rows + y->row_start[k] + width / 3;
  double *x = t->x + 3 * y->first[k];
  t->supernode = k;
  t->beyond = t->workspace;
  for (int r = 0; r < (height - width) / 3; ++r)
    for (int c = 0; c < 3; ++c) t->beyond[3 * r + c] = t->x[3 * rows[r] + c];
  for (t->end = width; t->end > 0; t->end = t->begin) {
    t->begin = (t->end - 1) / PANEL * PANEL;
    int columns = t->end - t->begin;
    const double *corner = t->values + y->value_start[k] + (size_t)t->begin * (size_t)(height + 1);
    t->parts = parts_of(height - t->end, columns, columns / PIECE_COLUMNS);
    vt_pool_run(pool, t->parts, take_columns, t);
    dtrsv_("L", "T", "N", &columns, corner, &height, x + t->begin, &STEP);
  }
}

void vt_plan_solve(const vt_plan *plan, const vt_symbolic *symbolic, const double *values, double *x,
    double *workspace, vt_pool *pool) {
  substitution t = {.plan = plan, .y = symbolic, .values = values, .x = x, .workspace = workspace};
  int count = symbolic->supernode_count;
  if (symbolic->value_start[count] < LEAST) pool = NULL;
  vt_pool_run(pool, plan->branch_count, forward_branch, &t);
  merge(&t);
  for (int k = 0; k < count; ++k)
    if (plan->alone[k]) forward_above(&t, k, pool);
  for (int k = count - 1; k >= 0; --k)
    if (plan->alone[k]) backward_above(&t, k, pool);
  vt_pool_run(pool, plan->branch_count, backward_branch, &t);
}
