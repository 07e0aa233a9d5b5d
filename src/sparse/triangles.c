// x = A^-1 b with the factor: forward and backward substitution over supernodes, one vector at a time.
//
// Branches of the elimination tree are done side by side. Forward, a supernode hands on what it takes away to
// the rows of its own branch only; the supernodes above all branches fetch theirs from below, in a fixed
// order, so that no two threads add to the same number and the bits are the same for any number of threads.
#include "sparse/numeric.h"

#include "sparse/blas.h"

typedef struct substitution {
  const vt_plan *plan;
  const cholmod_factor *l;
  double *x;
  double *workspace;
} substitution;

static const double ONE = 1, ZERO = 0, MINUS = -1;
static const int STEP = 1;

// x_k = L_kk^-1 x_k, and what the rows below up to `end` (a row of the factor) take away from it.
static void forward(const substitution *t, int k, int end, double *taken) {
  const int *super = t->l->super, *pi = t->l->pi, *px = t->l->px, *s = t->l->s;
  int width = super[k + 1] - super[k], height = pi[k + 1] - pi[k], below = 0;
  const double *values = (const double *)t->l->x + px[k];
  const int *rows = s + pi[k] + width;
  double *x = t->x + super[k];
  dtrsv_("L", "N", "N", &width, values, &height, x, &STEP);
  while (below < height - width && rows[below] < end) ++below;
  if (below == 0) return;
  dgemv_("N", &below, &width, &ONE, values + width, &height, x, &STEP, &ZERO, taken, &STEP);
  for (int r = 0; r < below; ++r) t->x[rows[r]] -= taken[r];
}

// What supernode k, above the branches, has taken away by those below it.
static void fetch(const substitution *t, int k, double *taken) {
  const int *super = t->l->super, *pi = t->l->pi, *px = t->l->px, *s = t->l->s;
  for (int n = t->plan->update_start[k]; n < t->plan->update_start[k + 1]; ++n) {
    const vt_update *u = &t->plan->updates[n];
    int width = super[u->d + 1] - super[u->d], height = pi[u->d + 1] - pi[u->d], count = u->last - u->first;
    const int *rows = s + pi[u->d] + u->first;
    dgemv_("N", &count, &width, &ONE, (const double *)t->l->x + px[u->d] + u->first, &height,
        t->x + super[u->d], &STEP, &ZERO, taken, &STEP);
    for (int r = 0; r < count; ++r) t->x[rows[r]] -= taken[r];
  }
}

// x_k = L_kk^-T (x_k - L_below^T x_below)
static void backward(const substitution *t, int k, double *gathered) {
  const int *super = t->l->super, *pi = t->l->pi, *px = t->l->px, *s = t->l->s;
  int width = super[k + 1] - super[k], height = pi[k + 1] - pi[k], below = height - width;
  const double *values = (const double *)t->l->x + px[k];
  const int *rows = s + pi[k] + width;
  double *x = t->x + super[k];
  for (int r = 0; r < below; ++r) gathered[r] = t->x[rows[r]];
  if (below > 0)
    dgemv_("T", &below, &width, &MINUS, values + width, &height, gathered, &STEP, &ONE, x, &STEP);
  dtrsv_("L", "T", "N", &width, values, &height, x, &STEP);
}

static void forward_branch(void *context, int index) {
  const substitution *t = context;
  const vt_branch *branch = &t->plan->branches[index];
  int end = ((const int *)t->l->super)[branch->last + 1];
  for (int k = branch->first; k <= branch->last; ++k) forward(t, k, end, t->workspace + branch->workspace);
}

static void backward_branch(void *context, int index) {
  const substitution *t = context;
  const vt_branch *branch = &t->plan->branches[index];
  for (int k = branch->last; k >= branch->first; --k) backward(t, k, t->workspace + branch->workspace);
}

void vt_plan_solve(
    const vt_plan *plan, const cholmod_factor *l, double *x, double *workspace, vt_pool *pool) {
  enum { LEAST = 200000 }; // numbers in the factor: a smaller one is not worth a thread's while
  substitution t = {plan, l, x, workspace};
  const int *super = l->super;
  if (l->xsize < LEAST) pool = NULL;
  vt_pool_run(pool, plan->branch_count, forward_branch, &t);
  for (int k = 0; k < (int)l->nsuper; ++k) {
    if (!plan->alone[k]) continue;
    fetch(&t, k, workspace);
    forward(&t, k, super[k], workspace);
  }
  for (int k = (int)l->nsuper - 1; k >= 0; --k)
    if (plan->alone[k]) backward(&t, k, workspace);
  vt_pool_run(pool, plan->branch_count, backward_branch, &t);
}
