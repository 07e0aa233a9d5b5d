// Cholesky factorisation of a dense matrix, by all threads of a pool.
//
// By panels of columns from the left: the block on the diagonal is factored, then strips of the rows below
// it are solved for in parallel, then what they subtract from the triangle right of it. Strips do not depend
// on the number of threads, so neither do bits.
#include "sparse/cholesky.h"

#include "sparse/blas.h"

#include <stddef.h>

enum {
  PANEL = 64,
  STRIP = 128,
  LEAST = 256 // smaller matrices are factored faster by one thread
};

typedef struct job {
  int n, count;
  const double *l; // n x n
  double *a;       // what is changed
  const double *b;
  int panel, width; // the first column of the panel at hand, and its columns
} job;

static int strips_of(int columns) { return (columns + STRIP - 1) / STRIP; }

static int strip_end(int first, int columns) { return first + STRIP < columns ? first + STRIP : columns; }

// Columns of the panel at hand in a strip of the rows below it.
static void solve_strip(void *context, int index) {
  const job *j = context;
  const double one = 1;
  int first = j->panel + j->width + index * STRIP, rows = strip_end(first, j->n) - first;
  double *panel = j->a + (size_t)j->panel * (size_t)j->n;
  dtrsm_("R", "L", "T", "N", &rows, &j->width, &one, panel + j->panel, &j->n, panel + first, &j->n);
}

// What the panel subtracts from the triangle right of it in a strip of columns, and from the rest of the
// square on the diagonal, which nobody reads.
static void update_strip(void *context, int index) {
  const job *j = context;
  const double one = 1, minus = -1;
  int first = j->panel + j->width + index * STRIP, rows = j->n - first;
  int columns = strip_end(first, j->n) - first;
  const double *panel = j->a + (size_t)j->panel * (size_t)j->n;
  dgemm_("N", "T", &rows, &columns, &j->width, &minus, panel + first, &j->n, panel + first, &j->n, &one,
      j->a + (size_t)first * (size_t)(j->n + 1), &j->n);
}

int vt_cholesky_factor(int n, double *a, vt_pool *pool, const vt_asked *asked) {
  job j = {.n = n, .a = a};
  int info = 0;
  if (n < LEAST) {
    dpotrf_("L", &n, a, &n, &info);
    return info;
  }
  for (; j.panel < n; j.panel += j.width) {
    j.width = n - j.panel < PANEL ? n - j.panel : PANEL;
    dpotrf_("L", &j.width, a + (size_t)j.panel * (size_t)(n + 1), &n, &info);
    if (info != 0) return j.panel + info;
    if (vt_is_interrupted(asked)) return j.panel + 1;
    int strips = strips_of(n - j.panel - j.width);
    if (strips == 0) continue;
    vt_pool_run(pool, strips, solve_strip, &j);
    vt_pool_run(pool, strips, update_strip, &j);
  }
  return 0;
}

static void forward_strip(void *context, int index) {
  const job *j = context;
  const double one = 1;
  int first = index * STRIP, columns = strip_end(first, j->count) - first;
  dtrsm_("L", "L", "N", "N", &j->n, &columns, &one, j->l, &j->n, j->a + (size_t)first * (size_t)j->n, &j->n);
}

void vt_cholesky_forward(int n, const double *l, int count, double *b, vt_pool *pool) {
  job j = {.n = n, .count = count, .l = l, .a = b};
  if (n > 0 && count > 0) vt_pool_run(pool, strips_of(count), forward_strip, &j);
}

static void subtract_strip(void *context, int index) {
  const job *j = context;
  const double one = 1, minus = -1;
  int first = index * STRIP, end = strip_end(first, j->count), columns = end - first;
  dgemm_("T", "N", &end, &columns, &j->n, &minus, j->b, &j->n, j->b + (size_t)first * (size_t)j->n, &j->n,
      &one, j->a + (size_t)first * (size_t)j->count, &j->count);
}

void vt_cholesky_subtract(int n, int count, const double *b, double *g, vt_pool *pool) {
  job j = {.n = n, .count = count, .a = g, .b = b};
  if (n > 0 && count > 0) vt_pool_run(pool, strips_of(count), subtract_strip, &j);
}
