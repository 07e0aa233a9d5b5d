// Factors by groups against the full matrix: random patterns, groups without rows, pivots within a group, a
// singular one, and what a chain costs.
#include "sparse/grouped_lu.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

// A matrix of groups, in the order of elimination.
typedef struct sample {
  vt_groups groups;
  int size[MOST];
  bool coupled[MOST * MOST];
  int n;
  double *a, *factor, *x, *b;
  int *pivots;
  vt_arena *arena;
} sample;

static void couple(sample *s, int count, double share, unsigned *seed) {
  for (int i = 0; i < count; ++i)
    for (int j = 0; j <= i; ++j)
      s->coupled[i * count + j] = s->coupled[j * count + i] = i == j || random_number(seed) + 0.5 < share;
}

// Numbers within what is coupled; the diagonal of each group is full of zeros but for a permutation of large
// numbers, so that nothing works without pivots.
static void fill(sample *s, int count, unsigned *seed) {
  int group[400], *order = s->groups.order, at = 0;
  for (int place = 0; place < count; ++place)
    for (int g = 0; g < count; ++g) {
      if (order[g] != place) continue;
      s->groups.start[place] = at;
      for (int r = 0; r < s->size[g]; ++r) group[at++] = g;
    }
  s->groups.start[count] = s->n = at;
  size_t n = (size_t)at;
  s->a = calloc(n * n, sizeof *s->a);
  s->factor = malloc(n * n * sizeof *s->factor);
  s->x = malloc(n * sizeof *s->x);
  s->b = calloc(n, sizeof *s->b);
  s->pivots = malloc(n * sizeof *s->pivots);
  for (int c = 0; c < at; ++c)
    for (int r = 0; r < at; ++r) {
      double *a = &s->a[(size_t)c * n + (size_t)r];
      if (s->coupled[group[c] * count + group[r]]) *a = 0.1 * random_number(seed);
      int first = s->groups.start[order[group[c]]], size = s->size[group[c]];
      if (group[c] == group[r] && (c - first + 1) % size == r - first) *a = 3 + random_number(seed);
    }
}

static void make(sample *s, int count, double share, unsigned seed) {
  vt_error error = {0};
  *s = (sample){.arena = vt_arena_create(1 << 16, &error)};
  for (int g = 0; g < count; ++g) s->size[g] = (int)(20 * (random_number(&seed) + 0.45));
  for (int g = 0; g < count; ++g) s->size[g] = s->size[g] < 0 ? 0 : s->size[g];
  couple(s, count, share, &seed);
  CHECK(vt_groups_order(&s->groups, count, s->size, s->coupled, s->arena, &error));
  fill(s, count, &seed);
}

static void drop(sample *s) {
  free(s->a);
  free(s->factor);
  free(s->x);
  free(s->b);
  free(s->pivots);
  vt_arena_destroy(s->arena);
}

// b = A^T x for a known x, solved; what is not filled holds NaN, for it must not be read.
static void check_solve(int count, double share, unsigned seed) {
  sample s;
  make(&s, count, share, seed);
  size_t n = (size_t)s.n;
  memcpy(s.factor, s.a, n * n * sizeof *s.a);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      for (int c = s.groups.start[i]; c < s.groups.start[i + 1] && !s.groups.filled[j * count + i]; ++c)
        for (int r = s.groups.start[j]; r < s.groups.start[j + 1]; ++r)
          s.factor[(size_t)c * n + (size_t)r] = NAN;
  for (int r = 0; r < s.n; ++r) s.x[r] = random_number(&seed);
  for (int c = 0; c < s.n; ++c)
    for (int r = 0; r < s.n; ++r) s.b[c] += s.a[(size_t)c * n + (size_t)r] * s.x[r];
  CHECK(vt_grouped_lu_factor(&s.groups, s.n, s.factor, s.pivots) == 0);
  vt_grouped_lu_solve_transposed(&s.groups, s.n, s.factor, s.pivots, s.b);
  double worst = 0;
  for (int r = 0; r < s.n; ++r) worst = fmax(worst, fabs(s.b[r] - s.x[r]));
  CHECK(worst < 1e-11);
  drop(&s);
}

// A chain is eliminated from its ends, without fill: with g groups it takes some 7/g^2 of a full factor.
static void check_chain(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  vt_groups groups;
  bool coupled[MOST * MOST];
  int size[MOST];
  for (int i = 0; i < MOST; ++i) {
    size[i] = 10;
    for (int j = 0; j < MOST; ++j) coupled[i * MOST + j] = abs(i - j) < 2;
  }
  CHECK(vt_groups_order(&groups, MOST, size, coupled, arena, &error));
  int filled = 0;
  for (int k = 0; k < MOST * MOST; ++k) filled += groups.filled[k];
  CHECK(filled == 3 * MOST - 2);
  for (int k = 0; k <= MOST; ++k) groups.start[k] = 10 * k;
  CHECK_CLOSE(vt_groups_work(&groups), (7.0 * (MOST - 1) + 1) / (MOST * MOST * MOST), 1e-12);
  vt_arena_destroy(arena);
}

// A column of zeros is named.
static void check_singular(void) {
  sample s;
  make(&s, 6, 0.3, 5);
  int at = s.groups.start[3];
  while (at < s.n && s.groups.start[4] == at) ++at;
  for (int r = 0; r < s.n; ++r) s.a[(size_t)at * (size_t)s.n + (size_t)r] = 0;
  CHECK(vt_grouped_lu_factor(&s.groups, s.n, s.a, s.pivots) == at + 1);
  drop(&s);
}

int main(void) {
  for (unsigned seed = 1; seed < 40; ++seed) check_solve(2 + (int)seed % (MOST - 1), 0.02 * seed, seed);
  check_chain();
  check_singular();
  return check_report();
}
