// Cholesky factors of block matrices on CHOLMOD.
//
// The order is found on the graph of nodes and then expanded to their three unknowns each: the graph is nine
// times smaller than the matrix's, and the three unknowns of a node stay together, which makes wide
// supernodes. Every factor has a cholmod_common of its own, so that bodies can be factored side by side.
#include "sparse/factor_insides.h"

#include "sparse/metis_signals.h"

#include <stdlib.h>
#include <string.h>

static void start_common(cholmod_common *common) {
  cholmod_start(common);
  common->print = 0;
  common->error_handler = NULL;
  common->try_catch = 1;
  common->supernodal = CHOLMOD_SUPERNODAL;
  common->final_ll = 1;
}

static bool cholmod_refused(const cholmod_common *common, vt_error *error) {
  if (common->status == CHOLMOD_OUT_OF_MEMORY)
    return vt_fail(error, VT_NO_MEMORY, "out of memory in CHOLMOD");
  return vt_fail(error, VT_BAD_NUMBERS, "CHOLMOD failed with status %d", common->status);
}

// The pattern of the free unknowns, lower triangle by columns, for the analysis only.
static cholmod_sparse *expand_pattern(vt_analysis *a, vt_error *error) {
  const vt_block_pattern *pattern = &a->pattern;
  size_t n = 3 * (size_t)a->free_count, entries = 9 * (size_t)pattern->block_count;
  cholmod_sparse *matrix = cholmod_allocate_sparse(n, n, entries, 1, 1, -1, CHOLMOD_PATTERN, &a->common);
  if (matrix == NULL) {
    cholmod_refused(&a->common, error);
    return NULL;
  }
  int *p = matrix->p, *i = matrix->i;
  int at = 0;
  for (int column = 0; column < 3 * a->free_count; ++column) {
    int j = a->free_nodes[column / 3];
    p[column] = at;
    for (int row = column; row < 3 * (column / 3) + 3; ++row) i[at++] = row;
    for (int k = pattern->start[j] + 1; k < pattern->start[j + 1]; ++k)
      for (int r = 0; r < 3 && a->free_index[pattern->rows[k]] >= 0; ++r)
        i[at++] = 3 * a->free_index[pattern->rows[k]] + r;
  }
  p[n] = at;
  return matrix;
}

// An order of the free nodes from the graph of blocks: the better of AMD and METIS, postordered.
static bool order_nodes(vt_analysis *a, int *order, vt_error *error) {
  const vt_block_pattern *pattern = &a->pattern;
  size_t entries = (size_t)pattern->block_count;
  cholmod_common common;
  cholmod_factor *factor = NULL;
  cholmod_sparse *graph = NULL;
  vt_kept_signals signals;
  bool done = false;
  start_common(&common);
  common.nmethods = 2;
  common.method[0].ordering = CHOLMOD_AMD;
  common.method[1].ordering = CHOLMOD_METIS;
  graph = cholmod_allocate_sparse(
      (size_t)a->free_count, (size_t)a->free_count, entries, 1, 1, -1, CHOLMOD_PATTERN, &common);
  if (graph == NULL) goto out;
  int *p = graph->p, *i = graph->i;
  int at = 0;
  for (int jf = 0; jf < a->free_count; ++jf) {
    int j = a->free_nodes[jf];
    p[jf] = at;
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k)
      if (a->free_index[pattern->rows[k]] >= 0) i[at++] = a->free_index[pattern->rows[k]];
  }
  p[a->free_count] = at;
  vt_keep_signals(&signals);
  factor = cholmod_analyze(graph, &common);
  vt_give_signals_back(&signals);
  if (factor == NULL) goto out;
  const int *permutation = factor->Perm;
  for (int k = 0; k < a->free_count; ++k)
    for (int c = 0; c < 3; ++c) order[3 * k + c] = 3 * permutation[k] + c;
  done = true;

out:
  if (!done) cholmod_refused(&common, error);
  cholmod_free_factor(&factor, &common);
  cholmod_free_sparse(&graph, &common);
  cholmod_finish(&common);
  return done;
}

// Where each unknown stands in the factor, and in which supernode.
static bool index_rows(vt_analysis *a, vt_error *error) {
  int n = 3 * a->free_count;
  const int *permutation = a->symbolic->Perm, *super = a->symbolic->super;
  a->place = VT_NEW(int, n, error);
  a->supernode_of = VT_NEW(int, n, error);
  if (a->place == NULL || a->supernode_of == NULL) return false;
  for (int row = 0; row < n; ++row) a->place[permutation[row]] = row;
  for (int k = 0; k < (int)a->symbolic->nsuper; ++k)
    for (int row = super[k]; row < super[k + 1]; ++row) a->supernode_of[row] = k;
  return true;
}

vt_analysis *vt_analysis_create(const vt_block_pattern *pattern, const bool *eliminated, vt_error *error) {
  vt_analysis *a = VT_NEW(vt_analysis, 1, error);
  if (a == NULL) return NULL;
  start_common(&a->common);
  a->common.nmethods = 1;
  a->common.method[0].ordering = CHOLMOD_GIVEN;
  a->common.postorder = 1;
  a->pattern = *pattern;
  a->free_index = VT_NEW(int, pattern->size, error);
  a->free_nodes = VT_NEW(int, pattern->size, error);
  int *order = NULL;
  cholmod_sparse *matrix = NULL;
  bool done = false;
  if (!a->free_index || !a->free_nodes) goto out;

  for (int i = 0; i < pattern->size; ++i) {
    a->free_index[i] = eliminated[i] ? -1 : a->free_count;
    if (!eliminated[i]) a->free_nodes[a->free_count++] = i;
  }

  if (a->free_count == 0) { // every node is prescribed: nothing to factor
    done = true;
    goto out;
  }
  order = VT_NEW(int, 3 * a->free_count, error);
  if (order == NULL || !order_nodes(a, order, error)) goto out;
  matrix = expand_pattern(a, error);
  if (matrix == NULL) goto out;
  a->symbolic = cholmod_analyze_p(matrix, order, NULL, 0, &a->common);
  if (a->symbolic == NULL) {
    cholmod_refused(&a->common, error);
    goto out;
  }
  done = index_rows(a, error) &&
         vt_plan_init(&a->plan, a->symbolic, &a->pattern, a->free_index, a->place, a->supernode_of, error);

out:
  free(order);
  cholmod_free_sparse(&matrix, &a->common);
  if (done) return a;
  vt_analysis_destroy(a);
  return NULL;
}

void vt_analysis_destroy(vt_analysis *a) {
  if (a == NULL) return;
  free(a->free_index);
  free(a->free_nodes);
  vt_plan_free(&a->plan);
  free(a->place);
  free(a->supernode_of);
  cholmod_free_factor(&a->symbolic, &a->common);

  cholmod_finish(&a->common);
  free(a);
}

long long vt_analysis_factor_size(const vt_analysis *analysis) {
  return analysis->symbolic == NULL ? 0 : (long long)analysis->symbolic->xsize;
}

vt_factor *vt_factor_create(const vt_analysis *analysis, vt_error *error) {
  vt_factor *f = VT_NEW(vt_factor, 1, error);
  if (f == NULL) return NULL;
  start_common(&f->common);
  f->analysis = analysis;
  if (analysis->free_count == 0) return f;
  f->factor = cholmod_copy_factor(analysis->symbolic, &f->common);
  // From symbolic to numeric: room for the values.
  bool done = f->factor != NULL && cholmod_change_factor(CHOLMOD_REAL, 1, 1, 1, 1, f->factor, &f->common);
  if (!done) cholmod_refused(&f->common, error);
  f->workspace = done ? VT_NEW(double, analysis->plan.workspace, error) : NULL;
  f->bad = done ? VT_NEW(int, analysis->plan.branch_count, error) : NULL;
  f->x = done ? VT_NEW(double, 3 * analysis->free_count, error) : NULL;
  if (f->workspace != NULL && f->bad != NULL && f->x != NULL) return f;
  vt_factor_destroy(f);
  return NULL;
}

void vt_factor_destroy(vt_factor *f) {
  if (f == NULL) return;
  free(f->workspace);
  free(f->bad);
  free(f->x);
  cholmod_free_factor(&f->factor, &f->common);
  cholmod_finish(&f->common);
  free(f);
}

void vt_factor_ask(vt_factor *f, const vt_asked *asked) { f->asked = asked; }

bool vt_factor_update(vt_factor *f, const vt_mat3 *blocks, vt_pool *pool, vt_error *error) {
  const vt_analysis *a = f->analysis;
  if (a->free_count == 0) return true;
  int bad = vt_plan_factor(&a->plan, &a->pattern, blocks, f->factor, f->workspace, f->bad, pool, f->asked);
  if (vt_is_interrupted(f->asked)) return vt_fail(error, VT_STOPPED, "it was asked to stop");
  f->factor->minor = bad < 0 ? f->factor->n : (size_t)bad;
  return bad < 0 || vt_fail(error, VT_BAD_NUMBERS,
                        "the system matrix is not positive definite (row %d of %zu)", bad, f->factor->n);
}

void vt_factor_solve(vt_factor *f, const vt_vec3 *b, vt_vec3 *x, int columns, vt_pool *pool) {
  const vt_analysis *a = f->analysis;
  size_t size = (size_t)a->pattern.size;
  for (int c = 0; c < columns; ++c, b += size, x += size) {
    for (int k = 0; k < a->free_count; ++k) {
      vt_vec3 v = b[a->free_nodes[k]];
      f->x[a->place[3 * k]] = v.x;
      f->x[a->place[3 * k + 1]] = v.y;
      f->x[a->place[3 * k + 2]] = v.z;
    }
    if (a->free_count > 0) vt_plan_solve(&a->plan, f->factor, f->x, f->workspace, pool);
    for (size_t i = 0; i < size; ++i) {
      x[i] = vt_v3(0, 0, 0);
      if (a->free_index[i] < 0) continue;
      const int *place = a->place + 3 * (size_t)a->free_index[i];
      x[i] = vt_v3(f->x[place[0]], f->x[place[1]], f->x[place[2]]);
    }
  }
}
