// Factors, solutions, compliance and LU by one and by several threads: right, and the same bits.
#include "sparse/blas.h"
#include "sparse/compliance.h"
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
  vt_vec3 x[COUNT];
  double c[9 * TOUCHED * TOUCHED];
} answer;

static void find(vt_factor *factor, const vt_mat3 *blocks, const vt_vec3 *b, vt_pool *pool, answer *to) {
  vt_error error = {0};
  int nodes[TOUCHED];
  vt_arena *arena = vt_arena_create(100, &error);
  for (int k = 0; k < TOUCHED; ++k) nodes[k] = k * 8;
  CHECK(vt_factor_update(factor, blocks, pool, &error));
  vt_factor_solve(factor, b, to->x, 1, pool);
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

int main(void) {
  check_cube();
  check_lu(50);
  check_lu(256);
  check_lu(333);
  check_lu(600);
  return check_report();
}
