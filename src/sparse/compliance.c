// The block of A^-1 that belongs to a few nodes.
#include "sparse/compliance.h"

#include "sparse/blas.h"
#include "sparse/factor_insides.h"

#include <stdlib.h>
#include <string.h>

// The right-hand sides, one per unknown of a node, sorted by the supernode they begin in: at any supernode
// only those that began before take part.
typedef struct column {
  int row;       // in the order of the factor
  int supernode; // that holds it
  int unknown;   // 3 node index + component
} column;

static int by_row(const void *a, const void *b) {
  return ((const column *)a)->row - ((const column *)b)->row;
}

typedef struct forward {
  const cholmod_factor *l;
  const int *supernode_of; // per row
  int column_count;
  column *columns;
  int *offset; // per supernode: its first row in y, or -1 where it is not reached
  int rows;    // of y
  double *y;   // rows x column_count, by columns
  double *update;
  int *target; // of the update's rows in y
} forward;

// Marks the supernodes reached from the columns and gives each its rows in y. Returns the tallest update.
static int reach(forward *w) {
  const cholmod_factor *l = w->l;
  const int *super = l->super, *pi = l->pi, *s = l->s;
  int count = (int)l->nsuper, tallest = 0;
  for (int k = 0; k < count; ++k) w->offset[k] = -1;
  for (int c = 0; c < w->column_count; ++c) w->offset[w->columns[c].supernode] = 0;
  for (int k = 0; k < count; ++k) {
    if (w->offset[k] < 0) continue;
    int width = super[k + 1] - super[k], height = pi[k + 1] - pi[k];
    w->offset[k] = w->rows;
    w->rows += width;
    if (height > width) {
      int parent = w->supernode_of[s[pi[k] + width]];
      if (w->offset[parent] < 0) w->offset[parent] = 0;
    }
    if (height - width > tallest) tallest = height - width;
  }
  return tallest;
}

// One supernode: its own triangle, then what its rows below take away.
static void eliminate(forward *w, int k, int active) {
  const cholmod_factor *l = w->l;
  const int *super = l->super, *pi = l->pi, *px = l->px, *s = l->s;
  const double *values = (const double *)l->x + px[k];
  const double one = 1, zero = 0;
  int width = super[k + 1] - super[k], height = pi[k + 1] - pi[k], below = height - width;
  double *own = w->y + w->offset[k];
  dtrsm_("L", "L", "N", "N", &width, &active, &one, values, &height, own, &w->rows);
  if (below == 0) return;
  dgemm_("N", "N", &below, &active, &width, &one, values + width, &height, own, &w->rows, &zero, w->update,
      &below);
  for (int r = 0; r < below; ++r) {
    int row = s[pi[k] + width + r], supernode = w->supernode_of[row];
    w->target[r] = w->offset[supernode] + (row - super[supernode]);
  }
  for (int c = 0; c < active; ++c) {
    double *to = w->y + (size_t)c * (size_t)w->rows;
    const double *from = w->update + (size_t)c * (size_t)below;
    for (int r = 0; r < below; ++r) to[w->target[r]] -= from[r];
  }
}

// The columns of the nodes that are not eliminated, in the order of the factor.
static void list_columns(forward *w, const vt_analysis *a, const int *nodes, int count) {
  for (int k = 0; k < count; ++k) {
    int free_node = a->free_index[nodes[k]];
    if (free_node < 0) continue;
    for (int c = 0; c < 3; ++c) {
      int row = a->place[3 * free_node + c];
      w->columns[w->column_count++] = (column){row, w->supernode_of[row], 3 * k + c};
    }
  }
  qsort(w->columns, (size_t)w->column_count, sizeof *w->columns, by_row);
}

bool vt_factor_compliance(
    const vt_factor *factor, const int *nodes, int count, double *c, vt_arena *arena, vt_error *error) {
  const vt_analysis *a = factor->analysis;
  size_t size = 3 * (size_t)count;
  memset(c, 0, size * size * sizeof *c);
  forward w = {.l = factor->factor, .supernode_of = a->supernode_of};
  if (count == 0 || a->free_count == 0) return true;
  w.columns = VT_TAKE(arena, column, size, error);
  w.offset = VT_TAKE(arena, int, w.l->nsuper, error);
  if (w.columns == NULL || w.offset == NULL) return false;
  list_columns(&w, a, nodes, count);
  if (w.column_count == 0) return true;
  int tallest = reach(&w);
  w.y = VT_TAKE(arena, double, (size_t)w.rows *(size_t)w.column_count, error);
  w.update = VT_TAKE(arena, double, (size_t)tallest *(size_t)w.column_count, error);
  w.target = VT_TAKE(arena, int, tallest, error);
  double *product = VT_TAKE(arena, double, (size_t)w.column_count *(size_t)w.column_count, error);
  if (w.y == NULL || w.update == NULL || w.target == NULL || product == NULL) return false;

  memset(w.y, 0, (size_t)w.rows * (size_t)w.column_count * sizeof *w.y);
  const int *super = w.l->super;
  for (int k = 0; k < w.column_count; ++k) {
    const column *own = &w.columns[k];
    w.y[(size_t)k * (size_t)w.rows + (size_t)(w.offset[own->supernode] + own->row - super[own->supernode])] =
        1;
  }
  int active = 0;
  for (int k = 0; k < (int)w.l->nsuper; ++k) {
    while (active < w.column_count && w.columns[active].supernode <= k) ++active;
    if (w.offset[k] >= 0) eliminate(&w, k, active);
  }

  const double one = 1, zero = 0;
  dsyrk_("L", "T", &w.column_count, &w.rows, &one, w.y, &w.rows, &zero, product, &w.column_count);
  for (int j = 0; j < w.column_count; ++j)
    for (int i = j; i < w.column_count; ++i) {
      size_t row = (size_t)w.columns[i].unknown, at = (size_t)w.columns[j].unknown;
      c[at * size + row] = c[row * size + at] = product[(size_t)j * (size_t)w.column_count + (size_t)i];
    }
  return true;
}
