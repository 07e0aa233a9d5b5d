// CHOLMOD as the judge of our factors.
#include "unit/sparse/oracle.h"

#include <cholmod.h>
#include <stdlib.h>

struct oracle {
  vt_block_pattern pattern; // its arrays belong to the caller
  int *index;               // node -> free node, or -1
  int count;                // of free nodes
  cholmod_common common;
  cholmod_sparse *matrix; // lower triangle of the free unknowns
  cholmod_factor *factor;
  cholmod_dense *b;
};

// The lower triangle of the free nodes, `side` unknowns each, with values where there are blocks.
static cholmod_sparse *expand(oracle *o, int side, const vt_mat3 *blocks) {
  size_t n = (size_t)side * (size_t)o->count, most = (size_t)(side * side) * (size_t)o->pattern.block_count;
  cholmod_sparse *matrix =
      cholmod_allocate_sparse(n, n, most, 1, 1, -1, blocks ? CHOLMOD_REAL : CHOLMOD_PATTERN, &o->common);
  if (matrix == NULL) return NULL;
  int *p = matrix->p, *i = matrix->i, at = 0, column = 0;
  double *x = matrix->x;
  for (int j = 0; j < o->pattern.size; ++j)
    for (int c = 0; c < side && o->index[j] >= 0; ++c) {
      p[column++] = at;
      for (int k = o->pattern.start[j]; k < o->pattern.start[j + 1]; ++k) {
        int row = o->index[o->pattern.rows[k]];
        for (int r = o->pattern.rows[k] == j ? c : 0; r < side && row >= 0; ++r) {
          if (blocks != NULL) x[at] = blocks[k].m[r][c];
          i[at++] = side * row + r;
        }
      }
    }
  p[column] = at;
  return matrix;
}

// An order of the nodes, expanded to their unknowns.
static int *find_order(oracle *o) {
  int *order = calloc(3 * (size_t)o->count, sizeof *order);
  cholmod_sparse *graph = expand(o, 1, NULL);
  o->common.nmethods = 2;
  o->common.method[0].ordering = CHOLMOD_AMD;
  o->common.method[1].ordering = CHOLMOD_METIS;
  cholmod_factor *factor = cholmod_analyze(graph, &o->common);
  for (int k = 0; k < o->count; ++k)
    for (int c = 0; c < 3; ++c) order[3 * k + c] = 3 * ((const int *)factor->Perm)[k] + c;
  cholmod_free_factor(&factor, &o->common);
  cholmod_free_sparse(&graph, &o->common);
  return order;
}

oracle *oracle_create(const vt_block_pattern *pattern, const bool *eliminated) {
  oracle *o = calloc(1, sizeof *o);
  o->pattern = *pattern;
  o->index = calloc((size_t)pattern->size + 1, sizeof *o->index);
  for (int i = 0; i < pattern->size; ++i) o->index[i] = eliminated[i] ? -1 : o->count++;
  cholmod_start(&o->common);
  o->common.print = 0;
  o->common.supernodal = CHOLMOD_SUPERNODAL;
  o->common.final_ll = 1;
  if (o->count > 0) {
    int *order = find_order(o);
    cholmod_sparse *matrix = expand(o, 3, NULL);
    o->common.nmethods = 1;
    o->common.method[0].ordering = CHOLMOD_GIVEN;
    o->common.postorder = 1;
    o->factor = cholmod_analyze_p(matrix, order, NULL, 0, &o->common);
    o->b = cholmod_zeros(3 * (size_t)o->count, 1, CHOLMOD_REAL, &o->common);
    cholmod_free_sparse(&matrix, &o->common);
    free(order);
  }
  if (o->factor != NULL) return o;
  oracle_destroy(o);
  return NULL;
}

void oracle_destroy(oracle *o) {
  if (o == NULL) return;
  cholmod_free_factor(&o->factor, &o->common);
  cholmod_free_sparse(&o->matrix, &o->common);
  cholmod_free_dense(&o->b, &o->common);
  cholmod_finish(&o->common);
  free(o->index);
  free(o);
}

void oracle_fill(oracle *o, const vt_mat3 *blocks) {
  cholmod_free_sparse(&o->matrix, &o->common);
  o->matrix = expand(o, 3, blocks);
}

bool oracle_factor(oracle *o) {
  return o->matrix != NULL && cholmod_factorize(o->matrix, o->factor, &o->common) &&
         o->factor->minor == o->factor->n;
}

void oracle_solve(oracle *o, const vt_vec3 *b, vt_vec3 *x) {
  double *from = o->b->x;
  for (int i = 0; i < o->pattern.size; ++i)
    if (o->index[i] >= 0) ((vt_vec3 *)from)[o->index[i]] = b[i];
  cholmod_dense *solved = cholmod_solve(CHOLMOD_A, o->factor, o->b, &o->common);
  for (int i = 0; i < o->pattern.size; ++i)
    x[i] = o->index[i] < 0 ? vt_v3(0, 0, 0) : ((const vt_vec3 *)solved->x)[o->index[i]];
  cholmod_free_dense(&solved, &o->common);
}

double oracle_numbers(const oracle *o) { return (double)o->factor->xsize; }

double oracle_work(const oracle *o) {
  const int *super = o->factor->super, *pi = o->factor->pi;
  double sum = 0;
  for (size_t k = 0; k < o->factor->nsuper; ++k)
    for (int j = 0; j < super[k + 1] - super[k]; ++j) {
      double left = pi[k + 1] - pi[k] - j;
      sum += 0.5 * left * left;
    }
  return sum;
}
