// Jobs whose only order is that one ends before the next begins; the thread sanitizer has nothing to say.
#include "base/pool.h"

#include <stdio.h>

enum { PIECES = 100, SIZE = 100, ROUNDS = 20 };
static double values[PIECES * SIZE], sums[PIECES];
static int turn;

static void set(void *context, int index) {
  (void)context;
  for (int i = 0; i < SIZE; ++i) values[index * SIZE + i] = i + turn;
}

static void add(void *context, int index) {
  (void)context;
  for (int i = 0; i < SIZE; ++i) sums[index] += values[(PIECES - 1 - index) * SIZE + i];
}

int main(void) {
  vt_error error = {0};
  vt_pool *pool = vt_pool_create(2, &error);
  if (pool == NULL) return 2;
  for (turn = 0; turn < ROUNDS; ++turn) {
    vt_pool_run(pool, PIECES, set, NULL);
    vt_pool_run(pool, PIECES, add, NULL);
  }
  vt_pool_destroy(pool);
  printf("%g\n", sums[0]);
  return sums[0] > 0.0 ? 0 : 1;
}
