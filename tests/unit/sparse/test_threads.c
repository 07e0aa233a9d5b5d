// Factors, solutions, compliance, LU and Cholesky by one and by several threads: right, and the same bits.
#include "sparse/blas.h"
#include "sparse/cholesky.h"
#include "sparse/compliance.h"
#include "sparse/factor_insides.h"
#include "sparse/lu.h"

#include "check.h"
#include "unit/sparse/sample.h"

enum { ACROSS = 11, COUNT = ACROSS * ACROSS * ACROSS, TOUCHED = 160 };

// A cube of cells of eight nodes: wide supernodes above several branches.
static bool make_cube(vt_block_pattern *pattern, vt_error *error) {
  enum { CELLS = (ACROSS - 1) * (ACROSS - 1) * (ACROSS - 1) };
  static int start[CELLS + 1], nodes[8 * CELLS];
  int cell = 0;
  for (int z = 0; z + 1 < ACROSS; ++z)
    for (int y = 0; y + 1 < ACROSS; ++y)
      for (int x = 0; x + 1 < ACROSS; ++x, ++cell)
        for (int c = 0; c < 8; ++c)
          nodes[8 * cell + c] = x + (c & 1) + ACROSS * (y + (c >> 1 & 1)) + ACROSS * ACROSS * (z + (c >> 2));
  for (int k = 0; k <= CELLS; ++k) start[k] = 8 * k;
  return vt_block_pattern_build(pattern, COUNT, start, nodes, CELLS, error);
}

typedef struct answer {
  vt_vec3 x[COUNT], product[COUNT];
  double c[9 * TOUCHED * TOUCHED];
} answer;

static void find(vt_factor *factor, const vt_mat3 *blocks, const vt_vec3 *b, vt_pool *pool, answer *to) {
  vt_error error = {0};
  int nodes[TOUCHED];
  vt_arena *arena = vt_arena_create(100, &error);
  for (int k = 0; k < TOUCHED; ++k) nodes[k] = k * 8;
  CHECK(vt_factor_update(factor, blocks, pool, &error));
  vt_factor_solve(factor, b, to->x, 1, pool);
  const vt_block_pattern *pattern = &factor->analysis->pattern;
  vt_vec3 *partial = VT_NEW(vt_vec3, vt_block_partial(pattern), &error);
  vt_block_multiply_shared(pattern, blocks, b, to->product, partial, pool);
  free(partial);
  CHECK(vt_factor_compliance(factor, nodes, TOUCHED, to->c, pool, NULL, arena, &error));
  vt_arena_destroy(arena);
}

static void check_cube(void) {
  vt_error error = {0};
  vt_block_pattern pattern;
  static bool eliminated[COUNT];
  static vt_vec3 b[COUNT], back[COUNT];
  unsigned seed = 5;
  CHECK(make_cube(&pattern, &error));
  vt_mat3 *blocks = VT_NEW(vt_mat3, pattern.block_count, &error);
  answer *one = VT_NEW(answer, 1, &error), *other = VT_NEW(answer, 1, &error);
  sample_blocks(&pattern, 9, blocks);
  for (int i = 0; i < COUNT; ++i) b[i] = vt_v3(sample_random(&seed), sample_random(&seed), 1);
  vt_analysis *analysis = vt_analysis_create(&pattern, eliminated, &error);
  vt_factor *factor = vt_factor_create(analysis, &error);
  find(factor, blocks, b, NULL, one);
  vt_block_multiply(&pattern, blocks, one->x, back);
  double off = 0;
  for (int i = 0; i < COUNT; ++i) off = fmax(off, vt_norm(vt_sub(back[i], b[i])));
  CHECK_NEAR(off, 0, 1e-13);
  CHECK(vt_block_partial(&pattern) > 0); // it is in parts
  vt_block_multiply(&pattern, blocks, b, back);
  for (int i = 0; i < COUNT; ++i) off = fmax(off, vt_norm(vt_sub(back[i], one->product[i])));
  CHECK_NEAR(off, 0, 1e-13);
  for (int threads = 2; threads <= 5; threads += 3) {
    vt_pool *pool = vt_pool_create(threads, &error);
    find(factor, blocks, b, pool, other);
    CHECK(memcmp(one, other, sizeof *one) == 0);
    // Not positive definite, in a branch or above: refused, and the factor works again afterwards.
    for (int node = 0; node < COUNT; node += 170) {
      vt_mat3 *diagonal = &blocks[pattern.start[node]], kept = *diagonal;
      diagonal->m[1][1] = -1;
      vt_error refused = {0};
      CHECK(!vt_factor_update(factor, blocks, pool, &refused) && refused.code == VT_BAD_NUMBERS);
      *diagonal = kept;
    }
    find(factor, blocks, b, pool, other);
    CHECK(memcmp(one, other, sizeof *one) == 0);
    vt_pool_destroy(pool);
  }
  vt_factor_destroy(factor);
  vt_analysis_destroy(analysis);
  free(blocks);
  free(one);
  free(other);
  vt_block_pattern_free(&pattern);
}

// A matrix that needs its pivots.
static void check_lu(int n) {
  vt_error error = {0};
  size_t size = (size_t)n * (size_t)n;
  double *a = VT_NEW(double, size, &error), *one = VT_NEW(double, size, &error);
  double *two = VT_NEW(double, size, &error), *b = VT_NEW(double, n, &error), *x = VT_NEW(double, n, &error);
  int *pivots = VT_NEW(int, n, &error), *others = VT_NEW(int, n, &error), columns = 1, info = 0;
  vt_pool *pool = vt_pool_create(3, &error);
  unsigned seed = 7;
  for (size_t k = 0; k < size; ++k) a[k] = one[k] = two[k] = sample_random(&seed);
  for (int k = 0; k < n; ++k) b[k] = x[k] = sample_random(&seed);
  CHECK(vt_lu_factor(n, one, pivots, NULL, NULL) == 0);
  CHECK(vt_lu_factor(n, two, others, pool, NULL) == 0);
  CHECK(memcmp(one, two, size * sizeof *one) == 0);
  CHECK(memcmp(pivots, others, (size_t)n * sizeof *pivots) == 0);
  dgetrs_("N", &n, &columns, one, &n, pivots, x, &n, &info);
  double off = 0;
  for (int r = 0; r < n; ++r) {
    double sum = -b[r];
    for (int c = 0; c < n; ++c) sum += a[(size_t)c * (size_t)n + (size_t)r] * x[c];
    off = fmax(off, fabs(sum));
  }
  CHECK_NEAR(off, 0, 1e-9);
  // A column of zeros is found at its place.
  for (size_t k = 0; k < size; ++k) two[k] = (int)(k / (size_t)n) == n - 20 ? 0 : a[k];
  CHECK(vt_lu_factor(n, two, others, pool, NULL) == n - 19);
  vt_pool_destroy(pool);
  free(a);
  free(one);
  free(two);
  free(b);
  free(x);
  free(pivots);
  free(others);
}

// A = L L^T, of a matrix R^T R + 1; Y = L^-1 B and G - Y^T Y against their definitions.
static void check_cholesky(int n, int count) {
  vt_error error = {0};
  size_t size = (size_t)n * (size_t)n, wide = (size_t)n * (size_t)count,
         square = (size_t)count * (size_t)count;
  double *a = VT_NEW(double, size, &error), *l[2], *y[2], *g[2], *b = VT_NEW(double, wide, &error);
  const double one = 1, zero = 0;
  vt_pool *pool = vt_pool_create(3, &error);
  unsigned seed = 11;
  for (int k = 0; k < 2; ++k) {
    l[k] = VT_NEW(double, size, &error);
    y[k] = VT_NEW(double, wide, &error);
    g[k] = VT_NEW(double, square, &error);
  }
  for (size_t k = 0; k < size; ++k) l[0][k] = sample_random(&seed);
  for (size_t k = 0; k < wide; ++k) b[k] = sample_random(&seed);
  dgemm_("T", "N", &n, &n, &n, &one, l[0], &n, l[0], &n, &zero, a, &n);
  for (int k = 0; k < n; ++k) a[(size_t)k * (size_t)(n + 1)] += 1;
  for (int k = 0; k < 2; ++k) {
    vt_pool *by = k == 0 ? NULL : pool;
    memcpy(l[k], a, size * sizeof *a);
    memcpy(y[k], b, wide * sizeof *b);
    CHECK(vt_cholesky_factor(n, l[k], by, NULL) == 0);
    vt_cholesky_forward(n, l[k], count, y[k], by);
    vt_cholesky_subtract(n, count, y[k], g[k], by);
  }
  CHECK(memcmp(l[0], l[1], size * sizeof *a) == 0);
  CHECK(memcmp(y[0], y[1], wide * sizeof *b) == 0);
  CHECK(memcmp(g[0], g[1], square * sizeof *b) == 0);
  double factor = 0, solved = 0, product = 0;
  for (int c = 0; c < n; c += 7)
    for (int r = 0; r <= c; r += 3) {
      double sum = -a[(size_t)c * (size_t)n + (size_t)r];
      for (int k = 0; k <= r; ++k)
        sum += l[0][(size_t)k * (size_t)n + (size_t)r] * l[0][(size_t)k * (size_t)n + (size_t)c];
      factor = fmax(factor, fabs(sum));
    }
  for (int c = 0; c < count; ++c)
    for (int r = 0; r < n; ++r) {
      double sum = -b[(size_t)c * (size_t)n + (size_t)r];
      for (int k = 0; k <= r; ++k)
        sum += l[0][(size_t)k * (size_t)n + (size_t)r] * y[0][(size_t)c * (size_t)n + (size_t)k];
      solved = fmax(solved, fabs(sum));
    }
  for (int c = 0; c < count; ++c)
    for (int r = 0; r <= c; ++r) {
      double sum = g[0][(size_t)c * (size_t)count + (size_t)r];
      for (int k = 0; k < n; ++k)
        sum += y[0][(size_t)r * (size_t)n + (size_t)k] * y[0][(size_t)c * (size_t)n + (size_t)k];
      product = fmax(product, fabs(sum));
    }
  CHECK_NEAR(factor, 0, 1e-11 * n); // entries are below n
  CHECK_NEAR(solved, 0, 1e-11 * n);
  CHECK_NEAR(product, 0, 1e-11 * n);
  // A negative number on the diagonal is found at its place.
  memcpy(l[1], a, size * sizeof *a);
  l[1][(size_t)(n - 20) * (size_t)(n + 1)] = -1;
  CHECK(vt_cholesky_factor(n, l[1], pool, NULL) == n - 19);
  vt_pool_destroy(pool);
  free(a);
  free(b);
  for (int k = 0; k < 2; ++k) {
    free(l[k]);
    free(y[k]);
    free(g[k]);
  }
}

int main(void) {
  check_cube();
  check_cholesky(50, 20);
  check_cholesky(256, 130);
  check_cholesky(333, 1);
  check_lu(50);
  check_lu(256);
  check_lu(333);
  check_lu(600);
  return check_report();
}
