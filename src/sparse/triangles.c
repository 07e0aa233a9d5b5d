// x = A^-1 b with the factor: forward and backward substitution over supernodes, one vector at a time.
//
// Branches of the elimination tree are solved in parallel. Forward, a supernode updates the rows of its own
// branch only; the supernodes above all branches gather the updates from below, in a fixed order, so that no
// two threads add to the same number and the bits are the same for any number of threads.
#include "sparse/numeric.h"

#include "sparse/blas.h"

typedef struct substitution {
  const vt_plan *plan;
  const vt_symbolic *y;
  const double *values;
  double *x;
  double *workspace;
} substitution;

static const double ONE = 1, ZERO = 0, MINUS = -1;
static const int STEP = 1;

static void take_away(double *x, const int *rows, int count, const double *taken) {
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < 3; ++c) x[3 * rows[r] + c] -= taken[3 * r + c];
}

// x_k = L_kk^-1 x_k, and the update of the rows below up to `end` (a place).
static void forward(const substitution *t, int k, int end, double *taken) {
  const vt_symbolic *y = t->y;
  int width = vt_supernode_width(y, k), height = vt_supernode_height(y, k), below = 0;
  const double *values = t->values + y->value_start[k];
  const int *rows = y->rows + y->row_start[k] + width / 3;
  double *x = t->x + 3 * y->first[k];
  dtrsv_("L", "N", "N", &width, values, &height, x, &STEP);
  while (below < (height - width) / 3 && rows[below] < end) ++below;
  if (below == 0) return;
  int unknowns = 3 * below;
  dgemv_("N", &unknowns, &width, &ONE, values + width, &height, x, &STEP, &ZERO, taken, &STEP);
  take_away(t->x, rows, below, taken);
}

// Gathers for supernode k, above the branches, the updates by those below it.
static void fetch(const substitution *t, int k, double *taken) {
  const vt_symbolic *y = t->y;
  for (int n = t->plan->update_start[k]; n < t->plan->update_start[k + 1]; ++n) {
    const vt_update *u = &t->plan->updates[n];
    int width = vt_supernode_width(y, u->d), height = vt_supernode_height(y, u->d);
    int unknowns = 3 * (u->last - u->first);
    dgemv_("N", &unknowns, &width, &ONE, t->values + y->value_start[u->d] + 3 * u->first, &height,
        t->x + 3 * y->first[u->d], &STEP, &ZERO, taken, &STEP);
    take_away(t->x, y->rows + y->row_start[u->d] + u->first, u->last - u->first, taken);
  }
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
  for (int k = branch->first; k <= branch->last; ++k) forward(t, k, end, t->workspace + branch->workspace);
}

static void backward_branch(void *context, int index) {
  const substitution *t = context;
  const vt_branch *branch = &t->plan->branches[index];
  for (int k = branch->last; k >= branch->first; --k) backward(t, k, t->workspace + branch->workspace);
}

void vt_plan_solve(const vt_plan *plan, const vt_symbolic *symbolic, const double *values, double *x,
    double *workspace, vt_pool *pool) {
  enum { LEAST = 200000 }; // numbers in the factor: a smaller one is solved faster by one thread
  substitution t = {plan, symbolic, values, x, workspace};
  int count = symbolic->supernode_count;
  if (symbolic->value_start[count] < LEAST) pool = NULL;
  vt_pool_run(pool, plan->branch_count, forward_branch, &t);
  for (int k = 0; k < count; ++k) {
    if (!plan->alone[k]) continue;
    fetch(&t, k, workspace);
    forward(&t, k, symbolic->first[k], workspace);
  }
  for (int k = count - 1; k >= 0; --k)
    if (plan->alone[k]) backward(&t, k, workspace);
  vt_pool_run(pool, plan->branch_count, backward_branch, &t);
}
