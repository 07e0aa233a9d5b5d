// LU factorisation of a dense matrix, by all threads of a pool.
//
// By panels of columns from left to right, as in LAPACK's blocked dgetrf: once a panel is factored, strips of
// the columns right of it are updated in parallel: rows swapped, triangular solve, product subtracted. The
// first strip is the next panel and is factored at once, while other threads update the rest.
#include "sparse/lu.h"

#include "sparse/blas.h"

#include <stddef.h>

enum {
  PANEL = 64,
  STRIP = 128,
  LEAST = 256 // smaller matrices are factored faster by one thread
};

typedef struct lu {
  int n;
  double *a;
  int *pivots;
  int panel, width; // the first column of the panel at hand, and its columns
  int singular;     // the column (from 1) at which a panel is singular, or 0
} lu;

// Swaps rows as the panel at hand says, in columns `first` to `end`.
static void swap_rows(const lu *f, int first, int end) {
  for (int c = first; c < end; ++c) {
    double *column = f->a + (size_t)c * (size_t)f->n;
    for (int r = f->panel; r < f->panel + f->width; ++r) {
      int other = f->pivots[r] - 1;
      double kept = column[r];
      column[r] = column[other];
      column[other] = kept;
    }
  }
}

static void update_columns(const lu *f, int first, int end) {
  const double one = 1, minus = -1;
  int top = f->panel, middle = top + f->width, below = f->n - middle, columns = end - first;
  const double *left = f->a + (size_t)top * (size_t)f->n;
  double *strip = f->a + (size_t)first * (size_t)f->n;
  swap_rows(f, first, end);
  dtrsm_("L", "L", "N", "U", &f->width, &columns, &one, left + top, &f->n, strip + top, &f->n);
  dgemm_("N", "N", &below, &columns, &f->width, &minus, left + middle, &f->n, strip + top, &f->n, &one,
      strip + middle, &f->n);
}

static int panel_end(const lu *f, int first) { return first + PANEL < f->n ? first + PANEL : f->n; }

static void factor_panel(lu *f, int first) {
  int height = f->n - first, width = panel_end(f, first) - first, info = 0;
  dgetrf_(&height, &width, f->a + (size_t)first * (size_t)(f->n + 1), &f->n, f->pivots + first, &info);
  if (info != 0) f->singular = first + info;
  for (int r = first; r < first + width; ++r) f->pivots[r] += first;
}

// The first piece is the next panel, the last one all columns left of the panel at hand.
static void update_strip(void *context, int index) {
  lu *f = context;
  int next = f->panel + f->width, rest = panel_end(f, next);
  if (index == 0) {
    update_columns(f, next, rest);
    factor_panel(f, next);
    return;
  }
  int first = rest + (index - 1) * STRIP, end = first + STRIP < f->n ? first + STRIP : f->n;
  if (first < f->n) {
    update_columns(f, first, end);
  } else {
    swap_rows(f, 0, f->panel);
  }
}

int vt_lu_factor(int n, double *a, int *pivots, vt_pool *pool, const vt_asked *asked) {
  lu f = {.n = n, .a = a, .pivots = pivots};
  if (n < LEAST) {
    dgetrf_(&n, &n, a, &n, pivots, &f.singular);
    return f.singular;
  }
  factor_panel(&f, 0);
  for (; f.singular == 0; f.panel += f.width) {
    f.width = panel_end(&f, f.panel) - f.panel;
    if (f.panel + f.width == n) break;
    if (vt_is_interrupted(asked)) return f.panel + 1;
    int strips = (n - panel_end(&f, f.panel + f.width) + STRIP - 1) / STRIP;
    vt_pool_run(pool, 2 + strips, update_strip, &f);
  }
  if (f.singular == 0) swap_rows(&f, 0, f.panel); // of the last panel
  return f.singular;
}
