// Wall-clock time for profiles.
#include "base/timer.h"

#include <time.h>

double vt_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
