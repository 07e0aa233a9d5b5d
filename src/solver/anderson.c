// Anderson's acceleration of sweeps.
#include "solver/anderson.h"

#include "solver/dot.h"

#include <math.h>

enum { DEPTH = VT_ANDERSON_DEPTH };

bool vt_anderson_begin(vt_anderson *m, int n, vt_arena *arena, vt_error *error) {
  *m = (vt_anderson){.n = n};
  double *block = VT_TAKE(arena, double, (2 + 2 * DEPTH) * (size_t)n, error);
  if (block == NULL) return false;
  m->f = block;
  m->r = block + n;
  for (int k = 0; k < DEPTH; ++k) {
    m->df[k] = block + (size_t)(2 + 2 * k) * (size_t)n;
    m->dr[k] = block + (size_t)(3 + 2 * k) * (size_t)n;
  }
  return true;
}

void vt_anderson_forget(vt_anderson *m) {
  m->count = m->next = 0;
  m->started = false;
}

// Solves the small system a x = b in place by Cholesky with a touch of regularisation;
// false where it breaks down.
static bool solve_small(double a[DEPTH][DEPTH], double *b, int n) {
  for (int i = 0; i < n; ++i) a[i][i] *= 1 + 1e-10;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (int k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      if (i == j && !(sum > 0)) return false;
      a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return true;
}

void vt_anderson_mix(vt_anderson *m, const double *before, double *f) {
  int n = m->n, slot = m->next;
  if (m->started) {
    for (int k = 0; k < n; ++k) {
      m->df[slot][k] = before[k] - m->f[k];
      m->dr[slot][k] = f[k] - before[k] - m->r[k];
    }
    m->next = (m->next + 1) % DEPTH;
    if (m->count < DEPTH) ++m->count;
  }
  m->started = true;
  for (int k = 0; k < n; ++k) {
    m->f[k] = before[k];
    m->r[k] = f[k] - before[k];
  }
  if (m->count == 0) return;
  double a[DEPTH][DEPTH], g[DEPTH];
  for (int i = 0; i < m->count; ++i) {
    g[i] = vt_dot_rows(m->dr[i], m->r, n);
    for (int j = 0; j <= i; ++j) a[i][j] = vt_dot_rows(m->dr[i], m->dr[j], n);
  }
  if (!solve_small(a, g, m->count)) {
    m->count = m->next = 0;
    return;
  }
  for (int i = 0; i < m->count; ++i)
    for (int k = 0; k < n; ++k) f[k] -= g[i] * (m->df[i][k] + m->dr[i][k]);
}
