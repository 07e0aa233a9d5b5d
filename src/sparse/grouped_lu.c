// LU factorisation of a matrix whose rows fall into groups, few of which are coupled with each other.
//
// A = L U by groups, where a group's diagonal block of L is P L: P, its row exchanges, stays within the
// group, so the rows below keep their order. Eliminating a group couples all groups that are coupled with it
// (fill). Groups that are contiguous in the order are treated as one block.
#include "sparse/grouped_lu.h"

#include "sparse/blas.h"

#include <string.h>

// ---------------------------------------------------------------- order and fill

static bool *filled_at(const vt_groups *g, int i, int j) {
  return &g->filled[(size_t)i * (size_t)g->count + (size_t)j];
}

bool vt_groups_order(
    vt_groups *groups, int count, const int *size, const bool *coupled, vt_arena *arena, vt_error *error) {
  size_t n = (size_t)count;
  *groups = (vt_groups){.count = count,
      .order = VT_TAKE(arena, int, n, error),
      .filled = VT_TAKE(arena, bool, n *n, error),
      .start = VT_TAKE(arena, int, n + 1, error)};
  bool *left = VT_TAKE(arena, bool, n *n, error);
  if (!groups->order || !groups->filled || !groups->start || !left) return false;
  memcpy(left, coupled, n * n * sizeof *left);
  for (int i = 0; i < count; ++i) groups->order[i] = -1;
  for (int place = 0; place < count; ++place) {
    int best = -1, least = 0;
    for (int i = 0; i < count; ++i) {
      if (groups->order[i] >= 0) continue;
      int degree = 0;
      for (int j = 0; j < count; ++j)
        if (j != i && groups->order[j] < 0 && left[(size_t)i * n + (size_t)j]) degree += size[j];
      if (best >= 0 && degree >= least) continue;
      best = i;
      least = degree;
    }
    groups->order[best] = place;
    const bool *row = left + (size_t)best * n;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count && groups->order[i] < 0 && row[i]; ++j)
        if (groups->order[j] < 0 && row[j]) left[(size_t)i * n + (size_t)j] = true;
  }
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      *filled_at(groups, groups->order[i], groups->order[j]) = i == j || left[(size_t)i * n + (size_t)j];
  return true;
}

static int size_of(const vt_groups *g, int k) { return g->start[k + 1] - g->start[k]; }

double vt_groups_work(const vt_groups *g) {
  double work = 0, n = g->start[g->count];
  for (int k = 0; k < g->count; ++k) {
    double own = size_of(g, k), later = 0;
    for (int j = k + 1; j < g->count; ++j) later += *filled_at(g, k, j) ? size_of(g, j) : 0;
    work += own * own * own / 3 + own * own * later + own * later * later;
  }
  return n > 0 ? work / (n * n * n / 3) : 0;
}

// ---------------------------------------------------------------- the factor

bool vt_groups_next_rows(const vt_groups *g, int k, int *from, int *first, int *rows) {
  while (*from < g->count && !*filled_at(g, k, *from)) ++*from;
  if (*from == g->count) return false;
  *first = g->start[*from];
  while (*from < g->count && *filled_at(g, k, *from)) ++*from;
  *rows = g->start[*from] - *first;
  return true;
}

static void exchange(double *a, int n, int columns, const int *pivots, int rows) {
  for (int c = 0; c < columns; ++c, a += n)
    for (int r = 0; r < rows; ++r) {
      double kept = a[r];
      a[r] = a[pivots[r]];
      a[pivots[r]] = kept;
    }
}

// Group k: its own factor, its blocks of L and U with later groups, and the update of these.
static int eliminate(const vt_groups *g, int k, int n, double *a, int *pivots) {
  const double one = 1, minus = -1;
  int at = g->start[k], size = size_of(g, k), info = 0, first, rows, top, height;
  double *own = a + (size_t)at * (size_t)n + at;
  int *local = pivots + at;
  if (size == 0) return 0;
  dgetrf_(&size, &size, own, &n, local, &info);
  if (info != 0) return at + (info > 0 ? info : 1);
  for (int r = 0; r < size; ++r) --local[r];
  for (int from = k + 1; vt_groups_next_rows(g, k, &from, &first, &rows);) {
    double *right = a + (size_t)first * (size_t)n + at, *below = a + (size_t)at * (size_t)n + first;
    if (rows == 0) continue;
    exchange(right, n, rows, local, size);
    dtrsm_("L", "L", "N", "U", &size, &rows, &one, own, &n, right, &n);
    dtrsm_("R", "U", "N", "N", &rows, &size, &one, own, &n, below, &n);
  }
  for (int j = k + 1; vt_groups_next_rows(g, k, &j, &first, &rows);)
    for (int i = k + 1; vt_groups_next_rows(g, k, &i, &top, &height);)
      if (rows > 0 && height > 0)
        dgemm_("N", "N", &height, &rows, &size, &minus, a + (size_t)at * (size_t)n + top, &n,
            a + (size_t)first * (size_t)n + at, &n, &one, a + (size_t)first * (size_t)n + top, &n);
  for (int r = 0; r < size; ++r) local[r] += at + 1;
  return 0;
}

int vt_grouped_lu_factor(const vt_groups *groups, int n, double *a, int *pivots) {
  for (int k = 0; k < groups->count; ++k) {
    int singular = eliminate(groups, k, n, a, pivots);
    if (singular != 0) return singular;
  }
  return 0;
}

void vt_grouped_lu_solve_transposed(
    const vt_groups *g, int n, const double *a, const int *pivots, double *x) {
  const double one = 1, minus = -1;
  const int step = 1;
  int first, rows;
  for (int k = 0; k < g->count; ++k) { // U^T y = x
    int at = g->start[k], size = size_of(g, k);
    if (size == 0) continue;
    dtrsv_("U", "T", "N", &size, a + (size_t)at * (size_t)n + at, &n, x + at, &step);
    for (int from = k + 1; vt_groups_next_rows(g, k, &from, &first, &rows);)
      if (rows > 0)
        dgemv_("T", &size, &rows, &minus, a + (size_t)first * (size_t)n + at, &n, x + at, &step, &one,
            x + first, &step);
  }
  for (int k = g->count - 1; k >= 0; --k) { // L^T P^T x = y
    int at = g->start[k], size = size_of(g, k);
    if (size == 0) continue;
    for (int from = k + 1; vt_groups_next_rows(g, k, &from, &first, &rows);)
      if (rows > 0)
        dgemv_("T", &rows, &size, &minus, a + (size_t)at * (size_t)n + first, &n, x + first, &step, &one,
            x + at, &step);
    dtrsv_("L", "T", "U", &size, a + (size_t)at * (size_t)n + at, &n, x + at, &step);
    for (int r = size - 1; r >= 0; --r) {
      double kept = x[at + r];
      x[at + r] = x[pivots[at + r] - 1];
      x[pivots[at + r] - 1] = kept;
    }
  }
}
