// Blocks of A^-1 against solving for them: one sheet of cells and several that do not hang together, a few
// nodes and all of them in any order, some of them eliminated.
#include "sparse/compliance.h"

#include "check.h"
#include "unit/sparse/sample.h"

enum { ACROSS = 14, SHEET = ACROSS * ACROSS, MOST = 3 * SHEET };

// Sheets of cells of four nodes, long elimination trees with many branches.
static bool make_pattern(vt_block_pattern *pattern, int sheets, vt_error *error) {
  enum { CELLS = (ACROSS - 1) * (ACROSS - 1) };
  static int start[3 * CELLS + 1], nodes[4 * 3 * CELLS];
  int cell = 0;
  for (int sheet = 0; sheet < sheets; ++sheet)
    for (int y = 0; y + 1 < ACROSS; ++y)
      for (int x = 0; x + 1 < ACROSS; ++x, ++cell)
        for (int c = 0; c < 4; ++c)
          nodes[4 * cell + c] = sheet * SHEET + x + (c & 1) + ACROSS * (y + (c >> 1));
  for (int k = 0; k <= cell; ++k) start[k] = 4 * k;
  return vt_block_pattern_build(pattern, sheets * SHEET, start, nodes, cell, error);
}

// Entries are about 1/60.
static double compare(vt_factor *factor, const bool *eliminated, const int *nodes, int count) {
  static vt_vec3 b[MOST], x[MOST];
  vt_error error = {0};
  size_t size = 3 * (size_t)count;
  double *c = malloc((size * size + 1) * sizeof *c), worst = 0;
  for (size_t k = 0; k < size * size; ++k) c[k] = NAN; // every number is written
  vt_arena *arena = vt_arena_create(100, &error);
  CHECK(vt_factor_compliance(factor, nodes, count, c, NULL, NULL, arena, &error));
  for (size_t column = 0; column < size; ++column) {
    memset(b, 0, sizeof b);
    ((double *)&b[nodes[column / 3]])[column % 3] = 1;
    vt_factor_solve(factor, b, x, 1, NULL);
    for (size_t row = 0; row < size; ++row) {
      double wanted = eliminated[nodes[column / 3]] ? 0 : ((double *)&x[nodes[row / 3]])[row % 3];
      double off = fabs(c[column * size + row] - wanted);
      worst = off <= worst ? worst : off; // NaN stays
    }
  }
  vt_arena_destroy(arena);
  free(c);
  return worst;
}

static void check_sheets(int sheets, bool some_eliminated) {
  vt_error error = {0};
  vt_block_pattern pattern;
  static bool eliminated[MOST];
  int nodes[MOST], count = sheets * SHEET;
  unsigned seed = 3;
  CHECK(make_pattern(&pattern, sheets, &error));
  vt_mat3 *blocks = VT_NEW(vt_mat3, pattern.block_count, &error);
  sample_blocks(&pattern, 8, blocks);
  for (int i = 0; i < count; ++i) eliminated[i] = some_eliminated && i % 7 == 2;
  vt_analysis *analysis = vt_analysis_create(&pattern, eliminated, &error);
  vt_factor *factor = vt_factor_create(analysis, &error);
  CHECK(vt_factor_update(factor, blocks, NULL, &error));
  for (int i = 0; i < count; ++i) nodes[i] = i;
  for (int i = count - 1; i > 0; --i) { // in any order
    int other = (int)((sample_random(&seed) + 0.5) * (i + 1)), node = nodes[i];
    nodes[i] = nodes[other];
    nodes[other] = node;
  }
  const int asked[] = {0, 1, 2, 20, count / 3, count};
  for (size_t k = 0; k < sizeof asked / sizeof *asked; ++k)
    CHECK_NEAR(compare(factor, eliminated, nodes, asked[k]), 0, 1e-15);
  // Nodes of one sheet only: trees that no column reaches.
  for (int i = 0; i < SHEET; ++i) nodes[i] = count - 1 - i;
  CHECK_NEAR(compare(factor, eliminated, nodes, SHEET / 2), 0, 1e-15);
  for (int i = 0; i < SHEET; ++i) nodes[i] = i;
  CHECK_NEAR(compare(factor, eliminated, nodes, SHEET / 2), 0, 1e-15);
  vt_factor_destroy(factor);
  vt_analysis_destroy(analysis);
  free(blocks);
  vt_block_pattern_free(&pattern);
}

int main(void) {
  check_sheets(1, false);
  check_sheets(1, true);
  check_sheets(3, false);
  check_sheets(3, true);
  return check_report();
}
