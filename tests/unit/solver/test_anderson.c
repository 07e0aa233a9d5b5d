// Anderson's acceleration on a linear contraction: it gets there in far fewer sweeps than without.
#include "solver/anderson.h"

#include "check.h"

enum { N = 40 };

// One sweep of f = A f + b: A turns pairs of numbers a little and shrinks them by factors from 0.5 to 0.999.
static void sweep(double *f) {
  for (int k = 0; k < N; k += 2) {
    double by = 0.5 + 0.499 * k / (N - 2), x = f[k], y = f[k + 1];
    f[k] = by * (0.998 * x - 0.06 * y) + 1;
    f[k + 1] = by * (0.06 * x + 0.998 * y) - 0.5;
  }
}

// Sweeps until one moves by less than 1e-9.
static int sweeps_needed(bool mixed) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_anderson mixer;
  CHECK(vt_anderson_begin(&mixer, N, arena, &error));
  double f[N] = {0}, before[N];
  int count = 0;
  for (double moved = INFINITY; moved > 1e-9 && count < 100000; ++count) {
    memcpy(before, f, sizeof f);
    sweep(f);
    moved = 0;
    for (int k = 0; k < N; ++k) moved = fmax(moved, fabs(f[k] - before[k]));
    if (mixed) vt_anderson_mix(&mixer, before, f);
  }
  // It is the fixed point: a sweep away from it by 1e-9 is off by up to 1e-9 / (1 - 0.999 x 0.998).
  memcpy(before, f, sizeof f);
  sweep(f);
  for (int k = 0; k < N; ++k) CHECK_NEAR(f[k], before[k], 1e-8);
  vt_anderson_forget(&mixer);
  CHECK(mixer.count == 0 && !mixer.started);
  vt_arena_destroy(arena);
  return count;
}

// As many unknowns as differences that are kept: exact after one sweep more than that, as a secant method in
// as many dimensions is.
static void check_small(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_anderson mixer;
  double f[2] = {3, -4}, before[2];
  CHECK(vt_anderson_begin(&mixer, 2, arena, &error));
  for (int k = 0; k < 3; ++k) {
    memcpy(before, f, sizeof f);
    f[0] = 0.9 * before[0] + 0.05 * before[1] + 1;
    f[1] = -0.2 * before[0] + 0.7 * before[1];
    vt_anderson_mix(&mixer, before, f);
  }
  CHECK_NEAR(f[0], 7.5, 1e-7); // (0.1, -0.05; 0.2, 0.3) f = (1, 0)
  CHECK_NEAR(f[1], -5, 1e-7);
  vt_arena_destroy(arena);
}

int main(void) {
  int plain = sweeps_needed(false), mixed = sweeps_needed(true);
  printf("%d sweeps, %d mixed\n", plain, mixed);
  CHECK(mixed * 20 < plain); // a hundredth
  check_small();
  return check_report();
}
