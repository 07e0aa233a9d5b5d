// The block factor against LAPACK's on random patterns, its order, and what has no inverse.
#include "solver/block_lu.h"

#include "check.h"
#include "sparse/blas.h"

#include <stdlib.h>

enum { N = VT_BLOCK_LU_SIZE, MOST = 60 };

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

// Adds two random p q^T to a block, here and in the dense matrix (row by row).
static void add(vt_block_lu *m, double *dense, unsigned *seed, int i, int j) {
  double p[2][N], q[2][N];
  size_t size = (size_t)(N * m->count);
  for (int k = 0; k < 2 * N; ++k)
    p[k / N][k % N] = random_number(seed), q[k / N][k % N] = random_number(seed);
  vt_block_lu_add(m, i, j, 2, (const double(*)[N])p, (const double(*)[N])q);
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c)
      dense[(size_t)(N * i + r) * size + (size_t)(N * j + c)] += p[0][r] * q[0][c] + p[1][r] * q[1][c];
}

static int random_pairs(unsigned *seed, int count, double share, int (*pairs)[2]) {
  int found = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j) {
      if (random_number(seed) + 0.5 >= share) continue;
      bool turn = random_number(seed) > 0;
      pairs[found][0] = turn ? i : j;
      pairs[found++][1] = turn ? j : i;
    }
  return found;
}

// The identity plus random values on the pattern, with right sides; twice, as Newton's method uses it. Both
// solutions are off by the condition of the matrix (some hundreds) times rounding.
static void check_against_dense(unsigned seed, int count, double share) {
  static int pairs[MOST * MOST][2], pivots[N * MOST];
  static double dense[N * MOST * N * MOST], x[N * MOST], y[N * MOST];
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  vt_block_lu m;
  int pair_count = random_pairs(&seed, count, share, pairs), size = N * count, one = 1, info;
  CHECK(vt_block_lu_analyse(&m, count, (const int(*)[2])pairs, pair_count, arena, &error));
  CHECK(m.blocks >= (size_t)(count + 2 * pair_count));
  for (int round = 0; round < 2; ++round) {
    memset(dense, 0, sizeof dense);
    vt_block_lu_clear(&m);
    for (int k = 0; k < size; ++k) dense[k * (size + 1)] = 1;
    for (int i = 0; i < count; ++i) add(&m, dense, &seed, i, i);
    for (int k = 0; k < pair_count; ++k) {
      add(&m, dense, &seed, pairs[k][0], pairs[k][1]);
      add(&m, dense, &seed, pairs[k][1], pairs[k][0]);
    }
    for (int k = 0; k < size; ++k) x[k] = y[k] = random_number(&seed);
    dgetrf_(&size, &size, dense, &size, pivots, &info);
    dgetrs_("T", &size, &one, dense, &size, pivots, y, &size, &info);
    int sign = 1;
    for (int k = 0; k < size; ++k)
      if ((dense[k * (size + 1)] < 0) != (pivots[k] != k + 1)) sign = -sign;
    CHECK(info == 0 && vt_block_lu_factor(&m) && m.sign == sign);
    vt_block_lu_solve(&m, x);
    double worst = 0, largest = 0;
    for (int k = 0; k < size; ++k) {
      worst = fmax(worst, fabs(x[k] - y[k]));
      largest = fmax(largest, fabs(y[k]));
    }
    CHECK_NEAR(worst, 0, 1e-9 * largest);
  }
  vt_arena_destroy(arena);
}

// Blocks that a pattern is filled to.
static size_t filled(int count, const int (*pairs)[2], int pair_count) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  vt_block_lu m;
  CHECK(vt_block_lu_analyse(&m, count, pairs, pair_count, arena, &error));
  bool seen[MOST] = {false};
  for (int k = 0; k < count; ++k) seen[m.order[k]] = true;
  for (int k = 0; k < count; ++k) CHECK(seen[k]); // an order of all rows
  size_t blocks = m.blocks;
  vt_arena_destroy(arena);
  return blocks;
}

// Trees have an order without fill. A star in the order given, and a chain with its odd links first, would
// fill almost everything.
static void check_order(void) {
  int chain[MOST - 1][2], star[MOST - 1][2], number[MOST], ring[MOST][2];
  for (int k = 0; k < MOST; ++k) number[k] = (k * 37) % MOST; // a chain whose numbers jump about
  for (int k = 0; k + 1 < MOST; ++k) {
    chain[k][0] = number[k], chain[k][1] = number[k + 1];
    star[k][0] = 0, star[k][1] = k + 1;
  }
  for (int k = 0; k < MOST; ++k) ring[k][0] = number[k], ring[k][1] = number[(k + 1) % MOST];
  size_t tree = MOST + 2 * (MOST - 1);
  CHECK(filled(MOST, (const int(*)[2])chain, MOST - 1) == tree);
  CHECK(filled(MOST, (const int(*)[2])star, MOST - 1) == tree);
  CHECK(filled(MOST, NULL, 0) == MOST);
  // Each of a ring's rows but the last three joins its two neighbours.
  CHECK(filled(MOST, (const int(*)[2])ring, MOST) == MOST + 2 * MOST + 2 * (MOST - 3));
}

// A block that is the identity less itself in one direction; and one that only elimination makes singular.
static void check_singular(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  const int pair[1][2] = {{0, 1}};
  const double e[N] = {0, 0, 1, 0, 0, 0}, minus[N] = {0, 0, -1, 0, 0, 0};
  vt_block_lu m;
  CHECK(vt_block_lu_analyse(&m, 2, pair, 1, arena, &error));
  vt_block_lu_clear(&m);
  vt_block_lu_add(&m, 1, 1, 1, &e, &minus);
  CHECK(!vt_block_lu_factor(&m));
  vt_block_lu_clear(&m);
  CHECK(vt_block_lu_factor(&m)); // the same room serves again
  vt_block_lu_clear(&m);
  vt_block_lu_add(&m, 0, 1, 1, &e, &e);
  vt_block_lu_add(&m, 1, 0, 1, &e, &e);
  CHECK(!vt_block_lu_factor(&m));
  vt_arena_destroy(arena);
}

int main(void) {
  static const int counts[] = {1, 2, 3, 7, 20, 60};
  static const double shares[] = {0, 0.05, 0.2, 1};
  for (int k = 0; k < 6; ++k)
    for (int s = 0; s < 4; ++s)
      if (counts[k] * shares[s] <= 20)
        check_against_dense(17u * (unsigned)k + (unsigned)s, counts[k], shares[s]);
  check_order();
  check_singular();
  return check_report();
}
