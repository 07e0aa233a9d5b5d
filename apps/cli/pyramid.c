// Friction pyramids as a linear complementarity problem, and Lemke's method.
#include "pyramid.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

// splitmix64 (Steele, Lea and Flood 2014).
double pyramid_chance(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// ---------------------------------------------------------------- Lemke's method

// A dictionary: basic variables as affine functions of the others. Columns 0 to n - 1 and n stand for
// non-basic variables, n + 1 is constant. Variables are numbered: w_i is i, z_i is n + i, the artificial one
// 2n.
typedef struct dictionary {
  int n;
  double *rows; // n x (n + 2)
  int *basic, *other;
} dictionary;

// Basic variable r changes places with non-basic c.
static void exchange(dictionary *d, int r, int c) {
  int width = d->n + 2;
  double *row = d->rows + (size_t)r * (size_t)width, inverse = 1 / row[c];
  for (int j = 0; j < width; ++j) row[j] *= -inverse;
  row[c] = inverse;
  for (int i = 0; i < d->n; ++i) {
    double *other = d->rows + (size_t)i * (size_t)width, by = other[c];
    if (i == r || by == 0) continue;
    other[c] = 0;
    for (int j = 0; j < width; ++j) other[j] += by * row[j];
  }
  int kept = d->basic[r];
  d->basic[r] = d->other[c];
  d->other[c] = kept;
}

// The basic variable that reaches zero first as c grows; -1 if none does.
static int first_at_zero(const dictionary *d, int c) {
  const double flat = 1e-11; // of numbers about 1
  int width = d->n + 2, best = -1;
  double least = INFINITY;
  for (int i = 0; i < d->n; ++i) {
    const double *row = d->rows + (size_t)i * (size_t)width;
    if (!(row[c] < -flat)) continue;
    double ratio = fmax(row[width - 1], 0) / -row[c];
    if (ratio < least) least = ratio, best = i;
  }
  return best;
}

// Whether the artificial variable is zero, to rounding: contacts that just open take other variables to zero
// with it, and these may leave in its place.
static bool is_done(const dictionary *d) {
  const double nothing = 1e-11; // of numbers about 1
  for (int i = 0; i < d->n; ++i)
    if (d->basic[i] == 2 * d->n) return d->rows[(size_t)i * (size_t)(d->n + 2) + (size_t)d->n + 1] <= nothing;
  return true;
}

static int column_of(const dictionary *d, int variable) {
  for (int c = 0; c <= d->n; ++c)
    if (d->other[c] == variable) return c;
  return -1;
}

// The artificial variable comes in with a weight of its own for each row, so that no two are zero at once.
static int begin(dictionary *d, const double *m, const double *q) {
  int n = d->n, worst = -1;
  uint64_t seed = 1;
  double most = 0;
  for (int i = 0; i < n; ++i) {
    double *row = d->rows + (size_t)i * (size_t)(n + 2);
    for (int j = 0; j < n; ++j) row[j] = m[(size_t)i * (size_t)n + (size_t)j];
    row[n] = 1 + pyramid_chance(&seed);
    row[n + 1] = q[i];
    d->basic[i] = i;
    d->other[i] = n + i;
    if (-q[i] / row[n] > most) most = -q[i] / row[n], worst = i;
  }
  d->other[n] = 2 * n;
  return worst;
}

bool lemke(int n, const double *m, const double *q, double *z, int *pivots) {
  dictionary d = {n, malloc((size_t)n * (size_t)(n + 2) * sizeof(double)), malloc((size_t)n * sizeof(int)),
      malloc((size_t)(n + 1) * sizeof(int))};
  bool solved = d.rows != NULL && d.basic != NULL && d.other != NULL;
  int leaves = solved ? begin(&d, m, q) : -1, enters = n;
  *pivots = 0;
  for (int i = 0; i < n; ++i) z[i] = 0;
  while (solved && leaves >= 0) {
    int gone = d.basic[leaves];
    exchange(&d, leaves, enters);
    if (is_done(&d)) break;
    enters = column_of(&d, gone < n ? gone + n : gone - n); // its complement
    leaves = first_at_zero(&d, enters);
    solved = leaves >= 0 && ++*pivots < 50 * n;
  }
  for (int i = 0; i < n && solved; ++i)
    if (d.basic[i] >= n && d.basic[i] < 2 * n)
      z[d.basic[i] - n] = d.rows[(size_t)i * (size_t)(n + 2) + (size_t)n + 1];
  free(d.rows);
  free(d.basic);
  free(d.other);
  return solved;
}

double lcp_residual(int n, const double *m, const double *q, const double *z) {
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double w = q[i];
    for (int j = 0; j < n; ++j) w += m[(size_t)i * (size_t)n + (size_t)j] * z[j];
    worst = fmax(worst, fmax(fmax(-w, -z[i]), fmin(fabs(w), fabs(z[i]))));
  }
  return worst;
}

// ---------------------------------------------------------------- pyramids

// Of contact i: the normal force, those along k directions, and lambda, as equation 24 of the paper has them.
// In units in which W and q are about 1.
static void fill(const vt_contact_problem *p, int k, double compliance, double gap, double *m, double *q) {
  int size = k + 2, n = p->contact_count * size, rows = 3 * p->contact_count;
  for (int a = 0; a < n; ++a) {
    int i = a / size, r = a % size;
    double angle = 2 * PI * (r - 1) / k, along[3] = {r == 0, 0, 0};
    if (r > 0 && r <= k) along[1] = cos(angle), along[2] = sin(angle);
    q[a] = 0;
    for (int d = 0; d < 3 && r <= k; ++d) q[a] += along[d] * p->q[3 * i + d] / gap;
    for (int b = 0; b < n; ++b) {
      int j = b / size, s = b % size;
      double turn = 2 * PI * (s - 1) / k, to[3] = {s == 0, 0, 0}, value = 0;
      if (s > 0 && s <= k) to[1] = cos(turn), to[2] = sin(turn);
      for (int d = 0; d < 3 && r <= k && s <= k; ++d)
        for (int e = 0; e < 3; ++e)
          value += along[d] * to[e] * p->dense[(size_t)(3 * j + e) * (size_t)rows + (size_t)(3 * i + d)] /
                   compliance;
      if (i == j && r == size - 1) value = s == 0 ? p->friction[i] : s <= k ? -1 : 0;
      if (i == j && s == size - 1) value = r > 0 && r <= k ? 1 : 0;
      m[(size_t)a * (size_t)n + (size_t)b] = value;
    }
  }
}

bool pyramid_solve(const vt_contact_problem *p, int k, double *f, int *pivots) {
  int size = k + 2, n = p->contact_count * size, rows = 3 * p->contact_count;
  double compliance = 0, gap = 0;
  for (int r = 0; r < rows; ++r) {
    compliance = fmax(compliance, fabs(p->dense[(size_t)r * (size_t)(rows + 1)]));
    gap = fmax(gap, fabs(p->q[r]));
  }
  double *m = malloc((size_t)n * (size_t)n * sizeof *m), *q = malloc((size_t)n * sizeof *q),
         *z = malloc((size_t)n * sizeof *z);
  bool good = m != NULL && q != NULL && z != NULL && compliance > 0 && gap > 0;
  if (good) fill(p, k, compliance, gap, m, q);
  good = good && lemke(n, m, q, z, pivots) && lcp_residual(n, m, q, z) < 1e-7;
  for (int i = 0; i < p->contact_count && good; ++i) {
    const double *own = z + i * size;
    f[3 * i] = own[0] * gap / compliance;
    f[3 * i + 1] = f[3 * i + 2] = 0;
    for (int s = 0; s < k; ++s) {
      f[3 * i + 1] += cos(2 * PI * s / k) * own[1 + s] * gap / compliance;
      f[3 * i + 2] += sin(2 * PI * s / k) * own[1 + s] * gap / compliance;
    }
  }
  free(m);
  free(q);
  free(z);
  return good;
}
