// Parallel loops whose only order is the barrier between them; the thread sanitizer has nothing to say.
#include <stdio.h>

enum { COUNT = 10000, ROUNDS = 20 };
static double values[COUNT];

int main(void) {
  double sum = 0.0;
  for (int round = 0; round < ROUNDS; ++round) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < COUNT; ++i) values[i] = i + round;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
    for (int i = 0; i < COUNT; ++i) sum += values[COUNT - 1 - i];
  }
  printf("%g\n", sum);
  return sum > 0.0 ? 0 : 1;
}
