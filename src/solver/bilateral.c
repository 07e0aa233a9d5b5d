// Bilateral rows: a Cholesky factor with pivoting, which finds and leaves out redundant rows.
//
// Gauss-Seidel sweeps converge slowly along a chain (condition number: links squared times the ratio of
// masses) and not at all on contradicting rows. One factor over all coupled bilateral rows is exact, and rows
// are few. A closed loop of hinges has redundant rows; the pivot of such a row is the square of the sine of
// the angle between its gradient and those taken before, 0 up to the drift of the joints. Below 1e-8 (0.006
// degrees) the row is left out and keeps its force.
#include "solver/bilateral.h"
#include "solver/dot.h"

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
      .left = VT_TAKE(arena, double, n, error),
      .factor = VT_TAKE(arena, double, n *n, error),
      .scratch = VT_TAKE(arena, double, 2 * n, error)};
  if (!b->compliance || !b->order || !b->scale || !b->left || !b->factor || !b->scratch) return NULL;
  memset(b->compliance, 0, n * sizeof *b->compliance);
  return b;
}

// Brings the largest diagonal that is left to place k; false if it is too small.
static bool choose_pivot(vt_bilateral *b, int k) {
  int best = k;
  for (int i = k + 1; i < b->rows; ++i)
    if (b->left[i] > b->left[best]) best = i;
  if (!(b->left[best] > least_pivot)) return false;
  if (best == k) return true;
  double *one = b->factor + (size_t)k * (size_t)b->rows, *two = b->factor + (size_t)best * (size_t)b->rows;
  for (int c = 0; c < k; ++c) {
    double swap = one[c];
    one[c] = two[c];
    two[c] = swap;
  }
  int row = b->order[k];
  b->order[k] = b->order[best];
  b->order[best] = row;
  b->left[best] = b->left[k]; // that of k is not needed again
  return true;
}

// P S (W + c) S P^T = L L^T with S the scale that makes the diagonal 1.
void vt_bilateral_factor(vt_bilateral *b, const double *w, size_t stride) {
  size_t n = (size_t)b->rows;
  for (size_t i = 0; i < n; ++i) {
    double own = w[i * stride + i] + b->compliance[i];
    b->order[i] = (int)i;
    b->scale[i] = own > 0 ? 1 / sqrt(own) : 0;
    b->left[i] = own > 0 ? 1 : 0;
  }
  for (b->rank = 0; b->rank < b->rows && choose_pivot(b, b->rank); ++b->rank) {
    int k = b->rank;
    double *pivot = b->factor + (size_t)k * n;
    size_t row = (size_t)b->order[k];
    double own = (w[row * stride + row] + b->compliance[row]) * b->scale[row] * b->scale[row];
    pivot[k] = sqrt(own - vt_dot_rows(pivot, pivot, k));
    for (size_t i = (size_t)k + 1; i < n; ++i) {
      double *l = b->factor + i * n;
      size_t other = (size_t)b->order[i];
      double entry = w[other * stride + row] * b->scale[other] * b->scale[row];
      l[k] = (entry - vt_dot_rows(l, pivot, k)) / pivot[k];
      b->left[i] -= l[k] * l[k];
    }
  }
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
