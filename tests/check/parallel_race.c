// A job with a race in it, which the thread sanitizer must report.
#include "base/pool.h"

#include <stdio.h>

static long sum;

static void add(void *context, int index) {
  (void)context;
  for (int i = 0; i < 1000; ++i) sum += index;
}

int main(void) {
  vt_error error = {0};
  vt_pool *pool = vt_pool_create(2, &error);
  if (pool == NULL) return 0;
  vt_pool_run(pool, 100000, add, NULL);
  vt_pool_destroy(pool);
  printf("%ld\n", sum);
  return 0;
}
