// Factor and solve: residual of random systems, eliminated nodes, many columns, indefinite matrices, reuse.
#include "sparse/compliance.h"

#include "check.h"
#include "unit/sparse/sample.h"

enum { COLUMNS = 5 };

// Largest |A x - b| over free nodes, with x zero at eliminated ones.
static double residual(const vt_block_pattern *pattern, const vt_mat3 *blocks, const bool *eliminated,
    const vt_vec3 *x, const vt_vec3 *b) {
  static vt_vec3 y[NODES];
  double worst = 0;
  vt_block_multiply(pattern, blocks, x, y);
  for (int i = 0; i < NODES; ++i) {
    if (!eliminated[i]) worst = fmax(worst, vt_norm(vt_sub(y[i], b[i])));
    if (eliminated[i] && vt_norm(x[i]) > 0) worst = INFINITY;
  }
  return worst;
}

// Blocks of A^-1 for nodes in any order against solving for them; eliminated nodes do not move.
static void check_compliance(vt_factor *factor, const bool *eliminated) {
  enum { COUNT = 7 };
  static const int nodes[COUNT] = {40, 3, 63, 17, 18, 0, 33};
  vt_error error = {0};
  double c[9 * COUNT * COUNT], worst = 0;
  static vt_vec3 b[NODES], x[NODES];
  vt_arena *arena = vt_arena_create(100, &error);
  CHECK(vt_factor_compliance(factor, nodes, COUNT, c, NULL, arena, &error));
  for (int column = 0; column < 3 * COUNT; ++column) {
    memset(b, 0, sizeof b);
    ((double *)&b[nodes[column / 3]])[column % 3] = 1;
    vt_factor_solve(factor, b, x, 1, NULL);
    for (int row = 0; row < 3 * COUNT; ++row) {
      double wanted = eliminated[nodes[column / 3]] ? 0 : ((double *)&x[nodes[row / 3]])[row % 3];
      worst = fmax(worst, fabs(c[column * 3 * COUNT + row] - wanted));
    }
  }
  CHECK_NEAR(worst, 0, 1e-15); // entries are about 1/60
  vt_arena_destroy(arena);
}

static void check_systems(const vt_block_pattern *pattern, vt_mat3 *blocks, const bool *eliminated) {
  vt_error error = {0};
  static vt_vec3 b[COLUMNS * NODES], x[COLUMNS * NODES];
  unsigned seed = 11;
  for (int k = 0; k < COLUMNS * NODES; ++k)
    b[k] = vt_v3(sample_random(&seed), sample_random(&seed), sample_random(&seed));

  vt_analysis *analysis = vt_analysis_create(pattern, eliminated, &error);
  CHECK(analysis != NULL);
  vt_factor *factor = vt_factor_create(analysis, &error);
  CHECK(factor != NULL);
  for (unsigned round = 1; round <= 3; ++round) {
    sample_blocks(pattern, round, blocks);
    CHECK(vt_factor_update(factor, blocks, NULL, &error));
    int columns = round == 2 ? COLUMNS : 1; // wider and narrow again
    vt_factor_solve(factor, b, x, columns, NULL);
    for (int c = 0; c < columns; ++c)
      CHECK_NEAR(residual(pattern, blocks, eliminated, x + c * NODES, b + c * NODES), 0, 1e-13);
  }

  // A matrix that is not positive definite is refused, and the factor recovers afterwards.
  int free_count = 0;
  for (int j = 0; j < NODES; ++j) free_count += !eliminated[j];
  if (free_count > 0) {
    for (int j = 0; j < NODES; ++j) blocks[pattern->start[j]].m[1][1] = -60;
    CHECK(!vt_factor_update(factor, blocks, NULL, &error));
    CHECK(error.code == VT_BAD_NUMBERS);
    CHECK_CONTAINS(error.message, "not positive definite");
    error = (vt_error){0};
  }
  sample_blocks(pattern, 4, blocks);
  CHECK(vt_factor_update(factor, blocks, NULL, &error));
  vt_factor_solve(factor, b, x, 1, NULL);
  CHECK_NEAR(residual(pattern, blocks, eliminated, x, b), 0, 1e-13);
  check_compliance(factor, eliminated);
  vt_factor_destroy(factor);
  vt_analysis_destroy(analysis);
}

int main(void) {
  vt_error error = {0};
  vt_block_pattern pattern;
  CHECK(sample_pattern(&pattern, &error));
  vt_mat3 *blocks = VT_NEW(vt_mat3, pattern.block_count, &error);
  bool eliminated[NODES] = {false};
  check_systems(&pattern, blocks, eliminated);
  for (int i = 0; i < NODES; ++i) eliminated[i] = i % 5 == 0 || i < SIDE;
  check_systems(&pattern, blocks, eliminated);
  for (int i = 0; i < NODES; ++i) eliminated[i] = true;
  check_systems(&pattern, blocks, eliminated);
  free(blocks);
  vt_block_pattern_free(&pattern);
  return check_report();
}
