// A parallel loop with a race in it, which the thread sanitizer must report.
#include <stdio.h>

int main(void) {
  long sum = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 100000; ++i) sum += i;
  printf("%ld\n", sum);
  return 0;
}
