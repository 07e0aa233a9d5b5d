// Refused memory: every allocation of an analysis, a factor and a block of the inverse fails once, and so do
// those inside AMD and METIS; each time there is an error and nothing is lost (the address sanitizer
// watches).
#include "sparse/compliance.h"

#include "check.h"
#include "failing_memory.h"
#include "unit/sparse/sample.h"

#include <amd.h>
#include <metis.h>

static int amd_status = AMD_OK, metis_status = METIS_OK; // what they return instead of doing their work

int __real_amd_order(
    int n, const int start[], const int rows[], int order[], double control[], double info[]);
int __wrap_amd_order(
    int n, const int start[], const int rows[], int order[], double control[], double info[]);
int __real_METIS_NodeND(
    idx_t *n, idx_t *start, idx_t *next, idx_t *weights, idx_t *options, idx_t *order, idx_t *place);
int __wrap_METIS_NodeND(
    idx_t *n, idx_t *start, idx_t *next, idx_t *weights, idx_t *options, idx_t *order, idx_t *place);

int __wrap_amd_order(
    int n, const int start[], const int rows[], int order[], double control[], double info[]) {
  return amd_status != AMD_OK ? amd_status : __real_amd_order(n, start, rows, order, control, info);
}

int __wrap_METIS_NodeND(
    idx_t *n, idx_t *start, idx_t *next, idx_t *weights, idx_t *options, idx_t *order, idx_t *place) {
  return metis_status != METIS_OK ? metis_status
                                  : __real_METIS_NodeND(n, start, next, weights, options, order, place);
}

// All of it once; false with an error where something was refused.
static bool go_through(const vt_block_pattern *pattern, const vt_mat3 *blocks, vt_error *error) {
  static const bool eliminated[NODES] = {[5] = true};
  static const int nodes[] = {3, 60, 5, 18};
  double c[9 * 4 * 4];
  vt_analysis *analysis = vt_analysis_create(pattern, eliminated, error);
  vt_factor *factor = analysis == NULL ? NULL : vt_factor_create(analysis, error);
  vt_arena *arena = factor == NULL ? NULL : vt_arena_create(10, error);
  bool done = arena != NULL && vt_factor_update(factor, blocks, NULL, error) &&
              vt_factor_compliance(factor, nodes, 4, c, NULL, NULL, arena, error);
  vt_arena_destroy(arena);
  vt_factor_destroy(factor);
  vt_analysis_destroy(analysis);
  return done;
}

int main(void) {
  vt_error error = {0};
  vt_block_pattern pattern;
  CHECK(sample_pattern(&pattern, &error));
  vt_mat3 *blocks = VT_NEW(vt_mat3, pattern.block_count, &error);
  sample_blocks(&pattern, 3, blocks);
  int refused = 0;
  for (bool done = false; !done; ++refused) {
    error = (vt_error){0};
    allocation_count = 0;
    allocation_to_fail = refused;
    done = go_through(&pattern, blocks, &error);
    allocation_to_fail = -1;
    if (!done && !CHECK(error.code == VT_NO_MEMORY)) printf("  allocation %d: %s\n", refused, error.message);
  }
  CHECK(refused > 40); // the counter sees
  // Within the libraries.
  error = (vt_error){0};
  amd_status = AMD_OUT_OF_MEMORY;
  CHECK(!go_through(&pattern, blocks, &error) && error.code == VT_NO_MEMORY);
  CHECK_CONTAINS(error.message, "AMD");
  amd_status = AMD_OK;
  error = (vt_error){0};
  metis_status = METIS_ERROR_MEMORY;
  CHECK(!go_through(&pattern, blocks, &error) && error.code == VT_NO_MEMORY);
  CHECK_CONTAINS(error.message, "METIS");
  metis_status = METIS_ERROR;
  error = (vt_error){0};
  CHECK(!go_through(&pattern, blocks, &error) && error.code == VT_BAD_NUMBERS);
  metis_status = METIS_OK;
  CHECK(go_through(&pattern, blocks, &error));
  free(blocks);
  vt_block_pattern_free(&pattern);
  return check_report();
}
