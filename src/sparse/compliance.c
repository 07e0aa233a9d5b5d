// The block of A^-1 that belongs to a few nodes.
//
// Y = L^-1 E is sparse: a column begins in the supernode that holds its unknown and goes on only in that
// one's ancestors. Supernodes come in postorder, children right before their parent, so that with the columns
// in the order of the factor those that pass a supernode lie side by side. Each supernode therefore has a
// full block of Y, width x columns, and everything is a product of full matrices that holds no zeros by
// structure: a triangle solved, a product for the rows below, a symmetric product into the result. With all
// columns in every supernode, zeros and all, half of the nodes of a plate of 16 x 16 cells took seven times
// the operations.
#include "sparse/compliance.h"

#include "sparse/blas.h"
#include "sparse/factor_insides.h"

#include <stdlib.h>
#include <string.h>

// A right-hand side: 1 at one unknown of a node.
typedef struct column {
  int row;       // in the order of the factor
  int supernode; // that holds it
  int unknown;   // 3 node index + component
} column;

// The columns that pass a supernode, and what they are there.
typedef struct part {
  int first, end; // of its columns; the same where it is not reached
  double *y;      // width x (end - first), by columns
} part;

typedef struct forward {
  const cholmod_factor *l;
  const int *supernode_of; // per row
  int column_count;
  column *columns;
  part *parts;     // per supernode
  double *update;  // room for the largest product below a supernode
  double *product; // Y^T Y in the order of the factor, lower triangle; column_count x column_count
} forward;

static int by_row(const void *a, const void *b) {
  return ((const column *)a)->row - ((const column *)b)->row;
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

static int width_of(const cholmod_factor *l, int k) {
  const int *super = l->super;
  return super[k + 1] - super[k];
}

static int height_of(const cholmod_factor *l, int k) {
  const int *pi = l->pi;
  return pi[k + 1] - pi[k];
}

// Finds which columns pass each supernode: its own and those that pass its children. Returns how many numbers
// Y has, and sets the largest product below a supernode.
static size_t reach(forward *w, size_t *largest) {
  const cholmod_factor *l = w->l;
  const int *pi = l->pi, *s = l->s;
  size_t numbers = 0;
  for (int k = 0; k < (int)l->nsuper; ++k) w->parts[k] = (part){0};
  for (int c = w->column_count - 1; c >= 0; --c) {
    part *own = &w->parts[w->columns[c].supernode];
    if (own->first == own->end) own->end = c + 1;
    own->first = c;
  }
  *largest = 0;
  for (int k = 0; k < (int)l->nsuper; ++k) {
    const part *own = &w->parts[k];
    size_t width = (size_t)width_of(l, k), below = (size_t)height_of(l, k) - width,
           passing = (size_t)(own->end - own->first);
    if (passing == 0) continue;
    numbers += width * passing;
    if (below == 0) continue;
    if (below * passing > *largest) *largest = below * passing;
    part *parent = &w->parts[w->supernode_of[s[pi[k] + (int)width]]];
    if (parent->first == parent->end) parent->first = own->first, parent->end = own->end;
    if (own->first < parent->first) parent->first = own->first;
    if (own->end > parent->end) parent->end = own->end;
  }
  return numbers;
}

// Room for Y out of `y`, filled with E.
static void begin(forward *w, double *y) {
  const cholmod_factor *l = w->l;
  const int *super = l->super;
  for (int k = 0; k < (int)l->nsuper; ++k) {
    w->parts[k].y = y;
    y += (size_t)width_of(l, k) * (size_t)(w->parts[k].end - w->parts[k].first);
  }
  for (int c = 0; c < w->column_count; ++c) {
    const column *own = &w->columns[c];
    const part *p = &w->parts[own->supernode];
    size_t width = (size_t)width_of(l, own->supernode);
    p->y[width * (size_t)(c - p->first) + (size_t)(own->row - super[own->supernode])] = 1;
  }
}

// Takes the product below supernode k from the ancestors whose rows these are.
static void scatter(forward *w, int k, int below, int passing) {
  const int *super = w->l->super, *pi = w->l->pi, *s = w->l->s;
  const int *rows = s + pi[k] + (height_of(w->l, k) - below);
  for (int first = 0, last; first < below; first = last) {
    int ancestor = w->supernode_of[rows[first]], start = super[ancestor];
    for (last = first + 1; last < below && rows[last] < super[ancestor + 1];) ++last;
    const part *p = &w->parts[ancestor];
    size_t stride = (size_t)width_of(w->l, ancestor);
    double *to = p->y + stride * (size_t)(w->parts[k].first - p->first);
    const double *from = w->update;
    bool together = rows[last - 1] - rows[first] == last - 1 - first;
    for (int c = 0; c < passing; ++c, to += stride, from += below) {
      if (together) {
        double *there = to + (rows[first] - start) - first;
        for (int r = first; r < last; ++r) there[r] -= from[r];
      } else {
        for (int r = first; r < last; ++r) to[rows[r] - start] -= from[r];
      }
    }
  }
}

// One supernode: its own triangle, and what its rows below take away.
static void eliminate(forward *w, int k) {
  const cholmod_factor *l = w->l;
  const int *px = l->px;
  const double *values = (const double *)l->x + px[k];
  const double one = 1, zero = 0;
  const part *p = &w->parts[k];
  int width = width_of(l, k), height = height_of(l, k), below = height - width, passing = p->end - p->first;
  if (passing == 0) return;
  dtrsm_("L", "L", "N", "N", &width, &passing, &one, values, &height, p->y, &width);
  if (below > 0) {
    dgemm_("N", "N", &below, &passing, &width, &one, values + width, &height, p->y, &width, &zero, w->update,
        &below);
    scatter(w, k, below, passing);
  }
}

// Y^T Y, from the root down: the first product sets what all others add to.
static void multiply(forward *w) {
  const double one = 1, zero = 0;
  int n = w->column_count, last = (int)w->l->nsuper - 1;
  bool set = w->parts[last].end - w->parts[last].first == n;
  if (!set) memset(w->product, 0, (size_t)n * (size_t)n * sizeof *w->product);
  for (int k = last; k >= 0; --k) {
    const part *p = &w->parts[k];
    int width = width_of(w->l, k), passing = p->end - p->first;
    if (passing == 0) continue;
    double *corner = w->product + (size_t)p->first * ((size_t)n + 1);
    dsyrk_("L", "T", &passing, &width, &one, p->y, &width, set ? &zero : &one, corner, &n);
    set = false;
  }
}

// The result in the order of the nodes asked for, both triangles. The upper one is made first, square by
// square, so that columns are then read and written as they lie in memory.
static void put_back(const forward *w, double *c, size_t size) {
  enum { SIDE = 32 };
  size_t n = (size_t)w->column_count;
  double *p = w->product;
  for (size_t left = 0; left < n; left += SIDE)
    for (size_t top = left; top < n; top += SIDE)
      for (size_t j = left; j < left + SIDE && j < n; ++j)
        for (size_t i = top > j ? top : j + 1; i < top + SIDE && i < n; ++i) p[i * n + j] = p[j * n + i];
  for (size_t j = 0; j < n; ++j) {
    double *to = c + (size_t)w->columns[j].unknown * size;
    const double *from = p + j * n;
    for (size_t i = 0; i < n; ++i) to[w->columns[i].unknown] = from[i];
  }
}

bool vt_factor_compliance(
    const vt_factor *factor, const int *nodes, int count, double *c, vt_arena *arena, vt_error *error) {
  const vt_analysis *a = factor->analysis;
  size_t size = 3 * (size_t)count;
  forward w = {.l = factor->factor, .supernode_of = a->supernode_of};
  if (count == 0) return true;
  w.columns = VT_TAKE(arena, column, size, error);
  if (w.columns == NULL) return false;
  list_columns(&w, a, nodes, count);
  if ((size_t)w.column_count < size) memset(c, 0, size * size * sizeof *c);
  if (w.column_count == 0) return true;
  w.parts = VT_TAKE(arena, part, w.l->nsuper, error);
  if (w.parts == NULL) return false;
  size_t largest, numbers = reach(&w, &largest), square = (size_t)w.column_count * (size_t)w.column_count;
  double *y = VT_TAKE(arena, double, numbers, error);
  w.update = VT_TAKE(arena, double, largest, error);
  w.product = VT_TAKE(arena, double, square, error);
  if (y == NULL || w.update == NULL || w.product == NULL) return false;
  memset(y, 0, numbers * sizeof *y);
  begin(&w, y);
  for (int k = 0; k < (int)w.l->nsuper; ++k) eliminate(&w, k);
  multiply(&w);
  put_back(&w, c, size);
  return true;
}
