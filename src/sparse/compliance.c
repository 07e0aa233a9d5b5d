// The block of A^-1 that belongs to a few nodes.
//
// Y = L^-1 E is sparse: a column begins in the supernode that holds its unknown and is nonzero only in
// that supernode and its ancestors. Supernodes are in postorder, children right before their parent, so
// with the columns in the order of the factor those that are nonzero in a supernode are contiguous. Each
// supernode therefore has a dense block of Y, width x columns, and everything is a dense product without
// structural zeros: a triangular solve, a product for the rows below, a symmetric product into the
// result. With all columns stored in every supernode, half of the nodes of a plate of 16 x 16 cells took
// seven times the operations.
//
// Columns are independent: groups of them are computed in parallel, and so are strips of the product. How
// they are cut depends on their number alone, so the bits are the same for any number of threads.
#include "sparse/compliance.h"

#include "base/error.h"
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

// The columns that are nonzero in a supernode, and their values there.
typedef struct part {
  int first, end; // its columns; first = end where none is nonzero
  double *y;      // width x (end - first), by columns
} part;

typedef struct forward {
  const vt_symbolic *s;
  const double *values; // of the factor
  int column_count;
  column *columns;
  part *parts;     // per supernode
  int group_count; // of columns
  double **update; // by group: room for the largest product below a supernode
  int strip_count; // of the product's columns
  double *product; // Y^T Y in the order of the factor, lower triangle; column_count x column_count
  double *c;       // the same in the order asked for, 3 count x 3 count
  size_t size;     // 3 count
  const vt_asked *asked;
} forward;

// Narrower groups and strips would make the dense products slow. An even number suits two threads; strips are
// of unequal height, so there are more of them.
enum { GROUP = 96 };

static void cut(forward *w) {
  w->group_count = w->column_count < GROUP ? 1 : 2 * ((w->column_count + GROUP) / (2 * GROUP));
  w->strip_count = 2 * w->group_count;
}

static int by_row(const void *a, const void *b) {
  return ((const column *)a)->row - ((const column *)b)->row;
}

// The columns of the nodes that are not eliminated, in the order of the factor.
static void list_columns(forward *w, const vt_analysis *a, const int *nodes, int count) {
  for (int k = 0; k < count; ++k) {
    int place = a->place[nodes[k]];
    if (place < 0) continue;
    for (int c = 0; c < 3; ++c)
      w->columns[w->column_count++] = (column){3 * place + c, w->s->supernode_of[place], 3 * k + c};
  }
  qsort(w->columns, (size_t)w->column_count, sizeof *w->columns, by_row);
}

// Finds which columns are nonzero in each supernode: its own and those of its children.
// Returns how many numbers Y has.
static size_t reach(forward *w) {
  const vt_symbolic *s = w->s;
  size_t numbers = 0;
  for (int k = 0; k < s->supernode_count; ++k) w->parts[k] = (part){0};
  for (int c = w->column_count - 1; c >= 0; --c) {
    part *own = &w->parts[w->columns[c].supernode];
    if (own->first == own->end) own->end = c + 1;
    own->first = c;
  }
  for (int k = 0; k < s->supernode_count; ++k) {
    const part *own = &w->parts[k];
    size_t width = (size_t)vt_supernode_width(s, k), passing = (size_t)(own->end - own->first);
    if (passing == 0) continue;
    numbers += width * passing;
    if (s->parent[k] < 0) continue;
    part *parent = &w->parts[s->parent[k]];
    if (parent->first == parent->end) parent->first = own->first, parent->end = own->end;
    if (own->first < parent->first) parent->first = own->first;
    if (own->end > parent->end) parent->end = own->end;
  }
  return numbers;
}

// Those columns of supernode k that fall into the n-th of `parts` parts of all columns.
static void meet(const forward *w, int k, int parts, int n, int *first, int *end) {
  int begin = vt_part_start(w->column_count, parts, n), stop = vt_part_start(w->column_count, parts, n + 1);
  *first = w->parts[k].first > begin ? w->parts[k].first : begin;
  *end = w->parts[k].end < stop ? w->parts[k].end : stop;
}

// Workspace for the products below supernodes, one per group.
static bool take_updates(forward *w, vt_arena *arena, vt_error *error) {
  w->update = VT_TAKE(arena, double *, w->group_count, error);
  for (int g = 0; g < w->group_count && w->update != NULL; ++g) {
    size_t largest = 0;
    for (int k = 0; k < w->s->supernode_count; ++k) {
      int first, end;
      meet(w, k, w->group_count, g, &first, &end);
      size_t below = (size_t)(vt_supernode_height(w->s, k) - vt_supernode_width(w->s, k));
      if (end > first && below * (size_t)(end - first) > largest) largest = below * (size_t)(end - first);
    }
    w->update[g] = VT_TAKE(arena, double, largest, error);
    if (w->update[g] == NULL) return false;
  }
  return w->update != NULL;
}

// Places the blocks of Y in `y` and fills them with E.
static void begin(forward *w, double *y) {
  const vt_symbolic *s = w->s;
  for (int k = 0; k < s->supernode_count; ++k) {
    w->parts[k].y = y;
    y += (size_t)vt_supernode_width(s, k) * (size_t)(w->parts[k].end - w->parts[k].first);
  }
  for (int c = 0; c < w->column_count; ++c) {
    const column *own = &w->columns[c];
    const part *p = &w->parts[own->supernode];
    size_t width = (size_t)vt_supernode_width(s, own->supernode);
    p->y[width * (size_t)(c - p->first) + (size_t)(own->row - 3 * s->first[own->supernode])] = 1;
  }
}

// Subtracts the product below supernode k, of `passing` columns from `leftmost` on, from the
// ancestors that hold its rows.
static void scatter(const forward *w, int k, int below, int leftmost, int passing, const double *update) {
  const vt_symbolic *s = w->s;
  int count = below / 3;
  const int *rows = s->rows + s->row_start[k + 1] - count;
  for (int first = 0, last; first < count; first = last) {
    int ancestor = s->supernode_of[rows[first]], start = s->first[ancestor];
    for (last = first + 1; last < count && rows[last] < s->first[ancestor + 1];) ++last;
    const part *p = &w->parts[ancestor];
    size_t stride = (size_t)vt_supernode_width(s, ancestor);
    double *to = p->y + stride * (size_t)(leftmost - p->first);
    const double *from = update;
    bool together = rows[last - 1] - rows[first] == last - 1 - first;
    for (int c = 0; c < passing; ++c, to += stride, from += below) {
      if (together) {
        double *there = to + 3 * (rows[first] - start - first);
        for (int r = 3 * first; r < 3 * last; ++r) there[r] -= from[r];
      } else {
        for (int r = first; r < last; ++r)
          for (int d = 0; d < 3; ++d) to[3 * (rows[r] - start) + d] -= from[3 * r + d];
      }
    }
  }
}

// Forward substitution in one supernode, for columns `first` to `end`: its own triangle, then the
// update of the rows below.
static void eliminate(const forward *w, int k, int first, int end, double *update) {
  const vt_symbolic *s = w->s;
  const double *values = w->values + s->value_start[k];
  const double one = 1, zero = 0;
  int width = vt_supernode_width(s, k), height = vt_supernode_height(s, k), below = height - width,
      passing = end - first;
  double *y = w->parts[k].y + (size_t)width * (size_t)(first - w->parts[k].first);
  dtrsm_("L", "L", "N", "N", &width, &passing, &one, values, &height, y, &width);
  if (below > 0) {
    dgemm_(
        "N", "N", &below, &passing, &width, &one, values + width, &height, y, &width, &zero, update, &below);
    scatter(w, k, below, first, passing, update);
  }
}

static void eliminate_group(void *context, int group) {
  const forward *w = context;
  for (int k = 0; k < w->s->supernode_count; ++k) {
    int first, end;
    meet(w, k, w->group_count, group, &first, &end);
    if (end <= first) continue;
    if (vt_is_interrupted(w->asked)) return;
    eliminate(w, k, first, end, w->update[group]);
  }
}

// A strip of the columns of Y^T Y, from the root down: the first product sets the
// values, all others add to them.
static void multiply_strip(void *context, int strip) {
  const forward *w = context;
  const double one = 1, zero = 0;
  int n = w->column_count, last = w->s->supernode_count - 1;
  bool set = w->parts[last].end - w->parts[last].first == n;
  size_t begin = (size_t)vt_part_start(n, w->strip_count, strip),
         stop = (size_t)vt_part_start(n, w->strip_count, strip + 1);
  if (!set) memset(w->product + begin * (size_t)n, 0, (stop - begin) * (size_t)n * sizeof *w->product);
  for (int k = last; k >= 0; --k) {
    int first, end, width = vt_supernode_width(w->s, k);
    meet(w, k, w->strip_count, strip, &first, &end);
    if (end <= first) continue;
    if (vt_is_interrupted(w->asked)) return;
    int columns = end - first, below = w->parts[k].end - end;
    const double *y = w->parts[k].y + (size_t)width * (size_t)(first - w->parts[k].first);
    const double *more = y + (size_t)width * (size_t)columns, *factor = set ? &zero : &one;
    double *corner = w->product + (size_t)first * ((size_t)n + 1);
    dsyrk_("L", "T", &columns, &width, &one, y, &width, factor, corner, &n);
    if (below > 0)
      dgemm_("T", "N", &below, &columns, &width, &one, more, &width, y, &width, factor, corner + columns, &n);
    set = false;
  }
}

// The upper triangle of the product from the lower one, square by square.
static void mirror_strip(void *context, int strip) {
  enum { SIDE = 32 };
  const forward *w = context;
  size_t n = (size_t)w->column_count, begin = (size_t)vt_part_start(w->column_count, w->strip_count, strip),
         end = (size_t)vt_part_start(w->column_count, w->strip_count, strip + 1);
  double *p = w->product;
  for (size_t left = begin; left < end; left += SIDE)
    for (size_t top = left; top < n; top += SIDE)
      for (size_t j = left; j < left + SIDE && j < end; ++j)
        for (size_t i = top > j ? top : j + 1; i < top + SIDE && i < n; ++i) p[i * n + j] = p[j * n + i];
}

// The result in the order of the nodes asked for. As both triangles are there, columns are read
// and written contiguously.
static void put_back(void *context, int strip) {
  const forward *w = context;
  size_t n = (size_t)w->column_count, begin = (size_t)vt_part_start(w->column_count, w->strip_count, strip),
         end = (size_t)vt_part_start(w->column_count, w->strip_count, strip + 1);
  for (size_t j = begin; j < end; ++j) {
    double *to = w->c + (size_t)w->columns[j].unknown * w->size;
    const double *from = w->product + j * n;
    for (size_t i = 0; i < n; ++i) to[w->columns[i].unknown] = from[i];
  }
}

bool vt_factor_compliance(const vt_factor *factor, const int *nodes, int count, double *c, vt_pool *pool,
    const vt_asked *asked, vt_arena *arena, vt_error *error) {
  const vt_analysis *a = factor->analysis;
  size_t size = 3 * (size_t)count;
  forward w = {.s = &a->symbolic, .values = factor->values, .c = c, .size = size, .asked = asked};
  if (count == 0) return true;
  w.columns = VT_TAKE(arena, column, size, error);
  if (w.columns == NULL) return false;
  list_columns(&w, a, nodes, count);
  if ((size_t)w.column_count < size) memset(c, 0, size * size * sizeof *c);
  if (w.column_count == 0) return true;
  w.parts = VT_TAKE(arena, part, w.s->supernode_count, error);
  if (w.parts == NULL) return false;
  cut(&w);
  size_t numbers = reach(&w), square = (size_t)w.column_count * (size_t)w.column_count;
  double *y = VT_TAKE(arena, double, numbers, error);
  w.product = VT_TAKE(arena, double, square, error);
  if (y == NULL || w.product == NULL || !take_updates(&w, arena, error)) return false;
  memset(y, 0, numbers * sizeof *y);
  begin(&w, y);
  vt_pool_run(pool, w.group_count, eliminate_group, &w);
  vt_pool_run(pool, w.strip_count, multiply_strip, &w);
  if (vt_is_interrupted(asked)) return vt_fail(error, VT_STOPPED, "it was asked to stop");
  vt_pool_run(pool, w.strip_count, mirror_strip, &w);
  vt_pool_run(pool, w.strip_count, put_back, &w);
  return true;
}
