// Our factors against CHOLMOD's on 1,000 systems by chance: the same solutions, and the same verdict where a
// matrix is not positive definite. Empty systems, single nodes and such that fall apart are among them.
#include "sparse/factor.h"

#include "check.h"
#include "unit/sparse/oracle.h"
#include "unit/sparse/random_system.h"

enum { SYSTEMS = 1000 };

static void compare(random_system *s, uint64_t *chance, int number, int *refused) {
  vt_error error = {0};
  vt_vec3 b[RANDOM_NODES], ours[RANDOM_NODES], theirs[RANDOM_NODES] = {{0}};
  double most = 0, largest = 0;
  int size = s->pattern.size;
  vt_analysis *analysis = vt_analysis_create(&s->pattern, s->eliminated, &error);
  vt_factor *factor = analysis == NULL ? NULL : vt_factor_create(analysis, &error);
  oracle *o = oracle_create(&s->pattern, s->eliminated);
  for (int i = 0; i < size; ++i)
    b[i] = vt_v3(chance_between(chance, -1, 1), chance_between(chance, -1, 1), chance_between(chance, -1, 1));
  if (!CHECK(factor != NULL && vt_factor_update(factor, s->blocks, NULL, &error))) return;
  vt_factor_solve(factor, b, ours, 1, NULL);
  if (o != NULL) oracle_fill(o, s->blocks);
  if (o != NULL && CHECK(oracle_factor(o))) oracle_solve(o, b, theirs);
  for (int i = 0; i < size; ++i) {
    most = fmax(most, vt_norm(vt_sub(ours[i], theirs[i])));
    largest = fmax(largest, vt_norm(theirs[i]));
  }
  if (!CHECK(most <= 1e-12 * largest)) printf("  system %d: %g of %g\n", number, most, largest);
  // One number of the diagonal turned: both refuse, unless its node is eliminated.
  if (size > 0) {
    vt_mat3 *turned = &s->blocks[s->pattern.start[chance_pick(chance, size)]];
    turned->m[1][1] = -turned->m[1][1];
    if (o != NULL) oracle_fill(o, s->blocks);
    bool expected = o == NULL || oracle_factor(o);
    CHECK(vt_factor_update(factor, s->blocks, NULL, &error) == expected);
    *refused += !expected;
  }
  oracle_destroy(o);
  vt_factor_destroy(factor);
  vt_analysis_destroy(analysis);
}

int main(void) {
  uint64_t chance = 15;
  int empty = 0, held = 0, refused = 0;
  for (int n = 0; n < SYSTEMS; ++n) {
    random_system s;
    if (!CHECK(random_system_make(&s, &chance))) break;
    int free_count = 0;
    for (int i = 0; i < s.pattern.size; ++i) free_count += !s.eliminated[i];
    empty += s.pattern.size == 0;
    held += s.pattern.size > 0 && free_count == 0;
    compare(&s, &chance, n, &refused);
    random_system_free(&s);
  }
  CHECK(empty > 5 && held > 5 && refused > 500 && refused < SYSTEMS); // all kinds came up
  return check_report();
}
