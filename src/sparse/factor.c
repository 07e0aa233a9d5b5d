// Cholesky factors of block matrices: analyse once, refactor and solve often.
#include "sparse/factor_insides.h"

#include <stdlib.h>

// Everything but the pattern; all sizes are 0 where no node is free. index: node -> free node, or -1.
static bool analyse(vt_analysis *a, int *index, const bool *eliminated, vt_error *error) {
  vt_graph graph;
  for (int i = 0; i < a->pattern.size; ++i) index[i] = eliminated[i] ? -1 : a->free_count++;
  for (int i = 0; i < a->pattern.size; ++i) a->place[i] = -1;
  if (a->free_count == 0) return true;
  if (!vt_graph_init(&graph, &a->pattern, index, a->free_count, error)) return false;
  bool done = vt_symbolic_init(&a->symbolic, &graph, error);
  vt_graph_free(&graph);
  for (int i = 0; i < a->pattern.size && done; ++i)
    if (index[i] >= 0) a->place[i] = a->symbolic.place[index[i]];
  return done && vt_plan_init(&a->plan, &a->symbolic, &a->pattern, a->place, error);
}

vt_analysis *vt_analysis_create(const vt_block_pattern *pattern, const bool *eliminated, vt_error *error) {
  vt_analysis *a = VT_NEW(vt_analysis, 1, error);
  if (a == NULL) return NULL;
  int *index = VT_NEW(int, pattern->size, error);
  a->pattern = *pattern;
  a->place = VT_NEW(int, pattern->size, error);
  bool done = index != NULL && a->place != NULL && analyse(a, index, eliminated, error);
  free(index);
  if (done) return a;
  vt_analysis_destroy(a);
  return NULL;
}

void vt_analysis_destroy(vt_analysis *a) {
  if (a == NULL) return;
  vt_plan_free(&a->plan);
  vt_symbolic_free(&a->symbolic);
  free(a->place);
  free(a);
}

long long vt_analysis_factor_size(const vt_analysis *a) {
  return a->free_count == 0 ? 0 : (long long)a->symbolic.value_start[a->symbolic.supernode_count];
}

vt_factor *vt_factor_create_lean(const vt_analysis *a, vt_error *error) {
  vt_factor *f = VT_NEW(vt_factor, 1, error);
  if (f == NULL) return NULL;
  f->analysis = a;
  f->values = VT_NEW(double, vt_analysis_factor_size(a), error);
  f->bad = VT_NEW(int, a->plan.branch_count, error);
  f->x = VT_NEW(vt_vec3, a->free_count, error);
  if (f->values && f->bad && f->x) return f;
  vt_factor_destroy(f);
  return NULL;
}

size_t vt_analysis_workspace(const vt_analysis *a) { return a->plan.workspace; }

void vt_factor_lend(vt_factor *f, double *workspace) {
  if (f->own_workspace == NULL) f->workspace = workspace;
}

vt_factor *vt_factor_create(const vt_analysis *a, vt_error *error) {
  vt_factor *f = vt_factor_create_lean(a, error);
  if (f == NULL) return NULL;
  f->workspace = f->own_workspace = VT_NEW(double, a->plan.workspace, error);
  if (f->workspace != NULL) return f;
  vt_factor_destroy(f);
  return NULL;
}

void vt_factor_destroy(vt_factor *f) {
  if (f == NULL) return;
  free(f->values);
  free(f->own_workspace);
  free(f->bad);
  free(f->x);
  free(f);
}

void vt_factor_ask(vt_factor *f, const vt_asked *asked) { f->asked = asked; }

bool vt_factor_update(vt_factor *f, const vt_mat3 *blocks, vt_pool *pool, vt_error *error) {
  const vt_analysis *a = f->analysis;
  if (a->free_count == 0) return true;
  int bad = vt_plan_factor(
      &a->plan, &a->symbolic, &a->pattern, blocks, f->values, f->workspace, f->bad, pool, f->asked);
  if (vt_is_interrupted(f->asked)) return vt_fail(error, VT_STOPPED, "it was asked to stop");
  return bad < 0 || vt_fail(error, VT_BAD_NUMBERS,
                        "the system matrix is not positive definite (row %d of %d)", bad, 3 * a->free_count);
}

void vt_factor_solve(vt_factor *f, const vt_vec3 *b, vt_vec3 *x, int columns, vt_pool *pool) {
  const vt_analysis *a = f->analysis;
  int size = a->pattern.size;
  for (int c = 0; c < columns; ++c, b += size, x += size) {
    for (int i = 0; i < size; ++i)
      if (a->place[i] >= 0) f->x[a->place[i]] = b[i];
    if (a->free_count > 0) vt_plan_solve(&a->plan, &a->symbolic, f->values, &f->x[0].x, f->workspace, pool);
    for (int i = 0; i < size; ++i) x[i] = a->place[i] < 0 ? vt_v3(0, 0, 0) : f->x[a->place[i]];
  }
}
