// The pattern of coupled groups, finding blocks, and products against a full matrix.
#include "check.h"
#include "unit/sparse/sample.h"

int main(void) {
  vt_error error = {0};
  vt_block_pattern pattern;
  CHECK(sample_pattern(&pattern, &error));

  // Nodes of a 4 x 4 x 4 grid of bricks are coupled when no coordinate differs by more than one.
  int missing = 0, wrong = 0;
  for (int i = 0; i < NODES; ++i)
    for (int j = 0; j <= i; ++j) {
      bool near = abs(i % SIDE - j % SIDE) <= 1 && abs(i / SIDE % SIDE - j / SIDE % SIDE) <= 1 &&
                  abs(i / SIDE / SIDE - j / SIDE / SIDE) <= 1;
      int found = vt_block_find(&pattern, i, j);
      missing += near && found < 0;
      wrong += !near && found >= 0;
      wrong += found >= 0 && pattern.rows[found] != i;
    }
  CHECK(missing == 0);
  CHECK(wrong == 0);

  vt_mat3 *blocks = VT_NEW(vt_mat3, pattern.block_count, &error);
  double *dense = VT_NEW(double, 9 * NODES * NODES, &error);
  vt_vec3 x[NODES], y[NODES];
  unsigned seed = 5;
  sample_blocks(&pattern, 3, blocks);
  sample_dense(&pattern, blocks, dense);
  for (int i = 0; i < NODES; ++i)
    x[i] = vt_v3(sample_random(&seed), sample_random(&seed), sample_random(&seed));
  vt_block_multiply(&pattern, blocks, x, y);
  double worst = 0;
  for (int r = 0; r < 3 * NODES; ++r) {
    double sum = 0;
    for (int c = 0; c < 3 * NODES; ++c) sum += dense[r * 3 * NODES + c] * ((double *)x)[c];
    worst = fmax(worst, fabs(sum - ((double *)y)[r]));
  }
  CHECK_NEAR(worst, 0, 1e-12); // sums of about 80 numbers below 30

  free(blocks);
  free(dense);
  vt_block_pattern_free(&pattern);
  return check_report();
}
