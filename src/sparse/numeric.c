// The numeric Cholesky factorisation over CHOLMOD's symbolic one.
#include "sparse/numeric.h"

#include "sparse/blas.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the plan

// The place of a row in a supernode's list, by bisection; the row is there.
static int find_row(const cholmod_factor *l, int supernode, int row) {
  const int *pi = l->pi, *s = l->s;
  int low = pi[supernode], high = pi[supernode + 1] - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (s[middle] < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - pi[supernode];
}

// A node's three unknowns stand together in the factor, so that a block is found by its first number.
static vt_block_place place_block(
    const cholmod_factor *l, const int *supernode_of, const int *place, int free_row, int free_column) {
  const int *super = l->super, *pi = l->pi, *px = l->px;
  if (free_row < 0 || free_column < 0) return (vt_block_place){.at = -1};
  int row = place[3 * free_row], column = place[3 * free_column];
  bool transposed = row < column;
  if (transposed) {
    int swap = row;
    row = column;
    column = swap;
  }
  int k = supernode_of[column], height = pi[k + 1] - pi[k];
  long long at = px[k] + find_row(l, k, row) + (long long)(column - super[k]) * height;
  return (vt_block_place){at, height, transposed};
}

// Walks the rows of supernode d below its diagonal, one stretch per supernode above it; visit is called for
// each.
typedef struct walk {
  vt_plan *plan;
  const cholmod_factor *l;
  const int *supernode_of;
  int *count;    // updates per supernode, then the next free place
  size_t mapped; // rows mapped so far
  bool fill;
} walk;

static void walk_rows(walk *w, int d) {
  const int *super = w->l->super, *pi = w->l->pi, *s = w->l->s;
  int width = super[d + 1] - super[d], height = pi[d + 1] - pi[d];
  for (int first = width; first < height;) {
    int k = w->supernode_of[s[pi[d] + first]], last = first;
    while (last < height && s[pi[d] + last] < super[k + 1]) ++last;
    if (w->fill) {
      w->plan->updates[w->count[k]] = (vt_update){d, first, last, (int)w->mapped};
      for (int r = first; r < height; ++r)
        w->plan->maps[w->mapped + (size_t)(r - first)] = find_row(w->l, k, s[pi[d] + r]);
    }
    ++w->count[k];
    w->mapped += (size_t)(height - first);
    size_t numbers = (size_t)(height - first) * (size_t)(last - first);
    if (numbers > w->plan->workspace) w->plan->workspace = numbers;
    first = last;
  }
}

bool vt_plan_init(vt_plan *plan, const cholmod_factor *l, const vt_block_pattern *pattern,
    const int *free_index, const int *place, const int *supernode_of, vt_error *error) {
  int supernodes = (int)l->nsuper;
  *plan = (vt_plan){0};
  plan->places = VT_NEW(vt_block_place, pattern->block_count, error);
  plan->update_start = VT_NEW(int, supernodes + 1, error);
  int *count = VT_NEW(int, supernodes, error);
  bool done = plan->places != NULL && plan->update_start != NULL && count != NULL;
  for (int j = 0; j < pattern->size && done; ++j)
    for (int b = pattern->start[j]; b < pattern->start[j + 1]; ++b)
      plan->places[b] = place_block(l, supernode_of, place, free_index[pattern->rows[b]], free_index[j]);

  walk w = {.plan = plan, .l = l, .supernode_of = supernode_of, .count = count};
  for (int d = 0; d < supernodes && done; ++d) walk_rows(&w, d);
  for (int k = 0; k < supernodes && done; ++k) {
    plan->update_start[k + 1] = plan->update_start[k] + count[k];
    count[k] = plan->update_start[k];
  }
  if (done) {
    plan->updates = VT_NEW(vt_update, plan->update_start[supernodes], error);
    plan->maps = VT_NEW(int, w.mapped, error);
    done = plan->updates != NULL && plan->maps != NULL;
  }
  w.mapped = 0;
  w.fill = true;
  for (int d = 0; d < supernodes && done; ++d) walk_rows(&w, d);
  free(count);
  if (!done) vt_plan_free(plan);
  return done;
}

void vt_plan_free(vt_plan *plan) {
  free(plan->places);
  free(plan->update_start);
  free(plan->updates);
  free(plan->maps);
  *plan = (vt_plan){0};
}

// ---------------------------------------------------------------- numbers

static void fill(const vt_plan *plan, const vt_block_pattern *pattern, const vt_mat3 *blocks, double *x) {
  for (int j = 0; j < pattern->size; ++j)
    for (int b = pattern->start[j]; b < pattern->start[j + 1]; ++b) {
      const vt_block_place *p = &plan->places[b];
      if (p->at < 0) continue;
      double *to = x + p->at;
      bool diagonal = pattern->rows[b] == j;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < (diagonal ? r + 1 : 3); ++c)
          to[p->transposed ? c + r * p->stride : r + c * p->stride] = blocks[b].m[r][c];
    }
}

// Takes from supernode k what one below it in the tree has to say: C = L_d L_d^T over the rows they share.
static void apply_update(const vt_plan *plan, const vt_update *u, int k, cholmod_factor *l, double *c) {
  const int *super = l->super, *pi = l->pi, *px = l->px, *s = l->s;
  const double one = 1, zero = 0;
  int width = super[u->d + 1] - super[u->d], height = pi[u->d + 1] - pi[u->d];
  int m = height - u->first, n = u->last - u->first, stride = pi[k + 1] - pi[k];
  const double *from = (const double *)l->x + px[u->d] + u->first;
  dgemm_("N", "T", &m, &n, &width, &one, from, &height, from, &height, &zero, c, &m);
  double *to = (double *)l->x + px[k];
  const int *map = plan->maps + u->map, *rows = s + pi[u->d] + u->first;
  for (int j = 0; j < n; ++j) {
    double *column = to + (size_t)(rows[j] - super[k]) * (size_t)stride;
    const double *own = c + (size_t)j * (size_t)m;
    for (int i = j; i < m; ++i) column[map[i]] -= own[i];
  }
}

int vt_plan_factor(const vt_plan *plan, const vt_block_pattern *pattern, const vt_mat3 *blocks,
    cholmod_factor *l, double *workspace) {
  const int *super = l->super, *pi = l->pi, *px = l->px;
  const double one = 1;
  double *x = l->x;
  memset(x, 0, l->xsize * sizeof *x);
  fill(plan, pattern, blocks, x);
  for (int k = 0; k < (int)l->nsuper; ++k) {
    for (int u = plan->update_start[k]; u < plan->update_start[k + 1]; ++u)
      apply_update(plan, &plan->updates[u], k, l, workspace);
    int width = super[k + 1] - super[k], height = pi[k + 1] - pi[k], below = height - width, info = 0;
    dpotrf_("L", &width, x + px[k], &height, &info);
    if (info != 0) return super[k] + (info > 0 ? info - 1 : 0);
    if (below > 0)
      dtrsm_("R", "L", "T", "N", &below, &width, &one, x + px[k], &height, x + px[k] + width, &height);
  }
  return -1;
}
