// A sparse matrix of 6 x 6 blocks with a symmetric pattern, and its factors.
//
// Pivoting is within diagonal blocks only: the matrix is the identity plus the contribution of contacts,
// which is positive semidefinite except for the part of sliding friction.
#include "solver/block_lu.h"
#include "solver/pair.h"

#include <math.h>
#include <string.h>

enum { N = VT_BLOCK_LU_SIZE };

// ---------------------------------------------------------------- the pattern

static int *place_of(const vt_block_lu *m, int i, int j) {
  return &m->place[(size_t)i * (size_t)m->count + (size_t)j];
}

// Eliminates rows by least degree in the graph of what is left; neighbours of a row become neighbours of each
// other. Lists them by row in `m->later` if that is there; returns how many there are in all.
static int eliminate(vt_block_lu *m, int *degree, int *list, int *later) {
  int n = m->count, total = 0;
  for (int i = 0; i < n; ++i) {
    degree[i] = 0;
    for (int j = 0; j < n; ++j) degree[i] += j != i && *place_of(m, i, j) >= 0;
  }
  for (int k = 0; k < n; ++k) {
    int best = -1, count = 0;
    for (int i = 0; i < n; ++i)
      if (degree[i] >= 0 && (best < 0 || degree[i] < degree[best])) best = i;
    m->order[k] = best;
    for (int j = 0; j < n; ++j)
      if (j != best && degree[j] >= 0 && *place_of(m, best, j) >= 0) list[count++] = j;
    degree[best] = -1;
    for (int a = 0; a < count; ++a) --degree[list[a]];
    for (int a = 0; a < count; ++a)
      for (int b = 0; b < count; ++b)
        if (a != b && *place_of(m, list[a], list[b]) < 0) {
          *place_of(m, list[a], list[b]) = 0;
          ++degree[list[a]];
        }
    if (later != NULL) memcpy(later + total, list, sizeof *list * (size_t)count);
    m->start[k] = total;
    total += count;
  }
  m->start[n] = total;
  return total;
}

static void mark(vt_block_lu *m, const int (*pairs)[2], int pair_count) {
  memset(m->place, -1, sizeof *m->place * (size_t)m->count * (size_t)m->count);
  for (int i = 0; i < m->count; ++i) *place_of(m, i, i) = 0;
  for (int k = 0; k < pair_count; ++k)
    *place_of(m, pairs[k][0], pairs[k][1]) = *place_of(m, pairs[k][1], pairs[k][0]) = 0;
}

bool vt_block_lu_analyse(
    vt_block_lu *m, int count, const int (*pairs)[2], int pair_count, vt_arena *arena, vt_error *error) {
  size_t n = (size_t)count;
  *m = (vt_block_lu){.count = count};
  m->order = VT_TAKE(arena, int, n, error);
  m->start = VT_TAKE(arena, int, n + 1, error);
  m->place = VT_TAKE(arena, int, n *n, error);
  int *degree = VT_TAKE(arena, int, 2 * n, error);
  if (m->order == NULL || m->start == NULL || m->place == NULL || degree == NULL) return false;
  mark(m, pairs, pair_count);
  int total = eliminate(m, degree, degree + n, NULL);
  m->later = VT_TAKE(arena, int, total, error);
  m->values = VT_TAKE(arena, double, ((size_t)(2 * total) + n) * N * N, error);
  m->inverse = vt_arena_take(arena, n, sizeof *m->inverse, error);
  if (m->later == NULL || m->values == NULL || m->inverse == NULL) return false;
  mark(m, pairs, pair_count);
  eliminate(m, degree, degree + n, m->later);
  for (size_t k = 0; k < n * n; ++k)
    if (m->place[k] >= 0) m->place[k] = (int)m->blocks++;
  return true;
}

// ---------------------------------------------------------------- numbers

static double *block_at(const vt_block_lu *m, int i, int j) {
  return m->values + (size_t)*place_of(m, i, j) * N * N;
}

void vt_block_lu_clear(vt_block_lu *m) {
  memset(m->values, 0, sizeof *m->values * m->blocks * N * N);
  for (int i = 0; i < m->count; ++i)
    for (int r = 0; r < N; ++r) block_at(m, i, i)[r * N + r] = 1;
}

// A row of a block is three pairs.
void vt_block_lu_add(vt_block_lu *m, int i, int j, int terms, const double (*p)[6], const double (*q)[6]) {
  double *to = block_at(m, i, j);
  for (int r = 0; r < N; ++r, to += N) {
    vt_pair s0 = vt_pair_load(to), s1 = vt_pair_load(to + 2), s2 = vt_pair_load(to + 4);
    for (int k = 0; k < terms; ++k) {
      vt_pair x = {p[k][r], p[k][r]};
      s0 += x * vt_pair_load(q[k]);
      s1 += x * vt_pair_load(q[k] + 2);
      s2 += x * vt_pair_load(q[k] + 4);
    }
    vt_pair_store(to, s0);
    vt_pair_store(to + 2, s1);
    vt_pair_store(to + 4, s2);
  }
}

// to = a b, or to -= a b.
static inline void multiply(double *to, const double *a, const double *b, bool subtract) {
  for (int r = 0; r < N; ++r, to += N, a += N) {
    vt_pair s0 = {0, 0}, s1 = s0, s2 = s0;
    for (int k = 0; k < N; ++k) {
      vt_pair x = {a[k], a[k]};
      s0 += x * vt_pair_load(b + k * N);
      s1 += x * vt_pair_load(b + k * N + 2);
      s2 += x * vt_pair_load(b + k * N + 4);
    }
    vt_pair_store(to, subtract ? vt_pair_load(to) - s0 : s0);
    vt_pair_store(to + 2, subtract ? vt_pair_load(to + 2) - s1 : s1);
    vt_pair_store(to + 4, subtract ? vt_pair_load(to + 4) - s2 : s2);
  }
}

// The inverse of a block by Gauss and Jordan with pivots, and the sign of its
// determinant; 0 where there is none.
static int invert(const double *from, double *to) {
  double a[N][2 * N];
  int sign = 1;
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c) a[r][c] = from[r * N + c], a[r][N + c] = r == c;
  for (int k = 0; k < N; ++k) {
    int best = k;
    for (int r = k + 1; r < N; ++r)
      if (fabs(a[r][k]) > fabs(a[best][k])) best = r;
    if (!(fabs(a[best][k]) > 0)) return 0;
    if ((best != k) != (a[best][k] < 0)) sign = -sign;
    for (int c = 0; c < 2 * N && best != k; ++c) {
      double swap = a[k][c];
      a[k][c] = a[best][c];
      a[best][c] = swap;
    }
    double scale = 1 / a[k][k];
    for (int c = 0; c < 2 * N; ++c) a[k][c] *= scale;
    for (int r = 0; r < N; ++r) {
      double x = a[r][k];
      for (int c = k; c < 2 * N && r != k; ++c) a[r][c] -= x * a[k][c];
    }
  }
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c) to[r * N + c] = a[r][N + c];
  return sign;
}

bool vt_block_lu_factor(vt_block_lu *m) {
  m->sign = 1;
  for (int k = 0; k < m->count; ++k) {
    int row = m->order[k], sign = invert(block_at(m, row, row), m->inverse[row]);
    if (sign == 0) return false;
    m->sign *= sign;
    for (int a = m->start[k]; a < m->start[k + 1]; ++a) {
      double *lower = block_at(m, m->later[a], row), scaled[N * N];
      multiply(scaled, lower, m->inverse[row], false);
      memcpy(lower, scaled, sizeof scaled);
      for (int b = m->start[k]; b < m->start[k + 1]; ++b)
        multiply(block_at(m, m->later[a], m->later[b]), lower, block_at(m, row, m->later[b]), true);
    }
  }
  return true;
}

// to -= a x.
static void subtract_applied(double *to, const double *a, const double *x) {
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c) to[r] -= a[r * N + c] * x[c];
}

void vt_block_lu_solve(const vt_block_lu *m, double *x) {
  for (int k = 0; k < m->count; ++k) {
    int row = m->order[k];
    for (int a = m->start[k]; a < m->start[k + 1]; ++a)
      subtract_applied(x + N * m->later[a], block_at(m, m->later[a], row), x + N * row);
  }
  for (int k = m->count - 1; k >= 0; --k) {
    int row = m->order[k];
    double y[N], *to = x + N * row;
    memcpy(y, to, sizeof y);
    for (int a = m->start[k]; a < m->start[k + 1]; ++a)
      subtract_applied(y, block_at(m, row, m->later[a]), x + N * m->later[a]);
    memset(to, 0, sizeof y);
    for (int r = 0; r < N; ++r)
      for (int c = 0; c < N; ++c) to[r] += m->inverse[row][r * N + c] * y[c];
  }
}
