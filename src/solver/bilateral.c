// Bilateral rows: a Cholesky factor with pivoting, which finds and leaves out redundant rows.
//
// Gauss-Seidel sweeps converge slowly along a chain (condition number: links squared times the ratio of
// masses) and not at all on contradicting rows. One factor over all coupled bilateral rows is exact, and rows
// are few. A closed loop of hinges has redundant rows; the pivot of such a row is the square of the sine of
// the angle between its gradient and those taken before, 0 up to the drift of the joints. Below 1e-8 (0.006
// degrees) the row is left out and keeps its force.
#include "solver/bilateral.h"
#include "solver/dot.h"
#include "sparse/blas.h"

#include <math.h>
#include <string.h>

static const double least_pivot = 1e-8;

vt_bilateral *vt_bilateral_take(vt_arena *arena, int rows, vt_error *error) {
  size_t n = (size_t)rows;
  vt_bilateral *b = VT_TAKE(arena, vt_bilateral, 1, error);
  if (b == NULL) return NULL;
  *b = (vt_bilateral){.rows = rows,
      .compliance = VT_TAKE(arena, double, n, error),
      .order = VT_TAKE(arena, int, n, error),
      .scale = VT_TAKE(arena, double, n, error),
      .factor = VT_TAKE(arena, double, n *n, error),
      .scratch = VT_TAKE(arena, double, 2 * n, error)};
  if (!b->compliance || !b->order || !b->scale || !b->factor || !b->scratch) return NULL;
  memset(b->compliance, 0, n * sizeof *b->compliance);
  return b;
}

// P S (W + c) S P^T = L L^T with S the scale that makes the diagonal 1. The lower triangle by rows is the
// upper one by columns, which is how LAPACK wants it.
void vt_bilateral_factor(vt_bilateral *b, const double *w, size_t stride) {
  size_t n = (size_t)b->rows;
  for (size_t i = 0; i < n; ++i) {
    double own = w[i * stride + i] + b->compliance[i];
    b->scale[i] = own > 0 ? 1 / sqrt(own) : 0;
    for (size_t j = 0; j < i; ++j) b->factor[i * n + j] = w[i * stride + j] * b->scale[i] * b->scale[j];
    b->factor[i * n + i] = own * b->scale[i] * b->scale[i];
  }
  int info = 0;
  dpstrf_("U", &b->rows, b->factor, &b->rows, b->order, &b->rank, &least_pivot, b->scratch, &info);
  for (size_t i = 0; i < n; ++i) --b->order[i]; // counted from 1
}

void vt_bilateral_change(const vt_bilateral *b, const double *u, const double *f, double *change) {
  size_t n = (size_t)b->rows;
  double *y = b->scratch;
  for (int k = 0; k < b->rank; ++k) { // y = -L \ S (u + c f)
    int row = b->order[k];
    const double *l = b->factor + (size_t)k * n;
    y[k] = (-b->scale[row] * (u[row] + b->compliance[row] * f[row]) - vt_dot_rows(l, y, k)) / l[k];
  }
  memset(change, 0, n * sizeof *change);
  for (int k = b->rank - 1; k >= 0; --k) { // y = L^T \ y
    const double *l = b->factor + (size_t)k * n;
    y[k] /= l[k];
    for (int i = 0; i < k; ++i) y[i] -= l[i] * y[k];
    change[b->order[k]] = b->scale[b->order[k]] * y[k];
  }
}

void vt_bilateral_reduce(
    const vt_bilateral *b, const double *const *columns, size_t stride, int count, double *y) {
  const double one = 1;
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < b->rank; ++i) {
      int row = b->order[i];
      y[(size_t)k * (size_t)b->rank + (size_t)i] = b->scale[row] * columns[k][(size_t)row * stride];
    }
  if (b->rank > 0) dtrsm_("L", "U", "T", "N", &b->rank, &count, &one, b->factor, &b->rows, y, &b->rank);
}
