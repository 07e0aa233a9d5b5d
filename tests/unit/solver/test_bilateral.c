// Bilateral rows: a full system against its equations, rows that follow from others, rows nothing can move,
// and a block among bounded rows.
#include "solver/condense.h"

#include "check.h"

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

enum { N = 24, BLOCK = 18 };
static double w[N * N], q[N], f[N], u[N];

// W = B B^T of the given rank on badly scaled rows.
static void make_w(int rank, unsigned seed) {
  static double b[N * N];
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < N; ++k) b[i * N + k] = k < rank ? random_number(&seed) * pow(10, i % 5 - 2) : 0;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      w[i * N + j] = 0;
      for (int k = 0; k < N; ++k) w[i * N + j] += b[i * N + k] * b[j * N + k];
    }
  // Free values that forces can bring to zero: W times anything.
  for (int i = 0; i < N; ++i) {
    q[i] = f[i] = 0;
    for (int k = 0; k < N; ++k) q[i] += w[i * N + k] * (k % 3 - 1.3);
  }
}

static double worst_row(int rows) {
  double worst = 0;
  for (int i = 0; i < rows; ++i) {
    u[i] = q[i];
    for (int k = 0; k < N; ++k) u[i] += w[i * N + k] * f[k];
    worst = fmax(worst, fabs(u[i]) / fmax(fabs(q[i]), 1e-30));
  }
  return worst;
}

// One block of all rows is solved by one change, also where half of the rows say nothing new.
static void check_alone(int rank) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_bilateral *b = vt_bilateral_take(arena, N, &error);
  double change[N];
  make_w(rank, 5);
  vt_bilateral_factor(b, w, N);
  CHECK(b->rank == rank);
  vt_bilateral_change(b, q, f, change);
  memcpy(f, change, sizeof change);
  CHECK(worst_row(N) < 1e-6);
  // With compliance the rows are all their own, and u + c f = 0.
  for (int i = 0; i < N; ++i) b->compliance[i] = 0.1 * w[i * N + i];
  vt_bilateral_factor(b, w, N);
  CHECK(b->rank == N);
  memset(f, 0, sizeof f);
  vt_bilateral_change(b, q, f, f);
  worst_row(N);
  for (int i = 0; i < N; ++i) CHECK_NEAR(u[i] + b->compliance[i] * f[i], 0, 1e-10 * fabs(q[i]) + 1e-12);
  vt_arena_destroy(arena);
}

// Rows between things that cannot move keep their force and spoil nothing.
static void check_unmovable(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_bilateral *b = vt_bilateral_take(arena, 3, &error);
  double small[9] = {2, 0, 0, 0, 0, 0, 0, 0, 4}, values[3] = {1, 7, 1}, change[3], none[3] = {0};
  vt_bilateral_factor(b, small, 3);
  CHECK(b->rank == 2);
  vt_bilateral_change(b, values, none, change);
  CHECK_NEAR(change[0], -0.5, 1e-15);
  CHECK(change[1] == 0);
  CHECK_NEAR(change[2], -0.25, 1e-15);
  vt_arena_destroy(arena);
}

// A block of 18 rows beside six rows that only push, swept in turn or eliminated.
static void check_mixed(bool condensed) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  make_w(N, 11);
  for (int i = 0; i < N; ++i) w[i * N + i] *= 1.3;
  vt_range range = {0, N};
  vt_block blocks[1 + N - BLOCK] = {{.kind = VT_BLOCK_BILATERAL, .range_count = 1, .width = N}};
  blocks[0].bilateral = vt_bilateral_take(arena, BLOCK, &error);
  for (int i = BLOCK; i < N; ++i)
    blocks[1 + i - BLOCK] = (vt_block){.kind = VT_BLOCK_SCALAR,
        .row = i,
        .range_count = 1,
        .width = N,
        .values = (size_t)(i * N),
        .upper = INFINITY};
  vt_system s = {.row_count = N,
      .block_count = 1 + N - BLOCK,
      .blocks = blocks,
      .ranges = &range,
      .w = w,
      .q = q,
      .f = f};
  vt_solve_options options = {.tolerance = 1e-12, .iterations = 5000, .plain = 30};
  vt_solve_result result;
  vt_system_prepare(&s);
  CHECK(condensed ? vt_system_solve_condensed(&s, &options, arena, &result, &error)
                  : vt_system_solve(&s, &options, arena, &result, &error));
  CHECK(result.converged);
  worst_row(N);
  int pushing = 0;
  for (int i = 0; i < N; ++i) {
    double scale = w[i * N + i];
    pushing += i >= BLOCK && f[i] > 0;
    if (i < BLOCK || f[i] > 0) CHECK_NEAR(u[i] / scale, 0, 1e-7);
    if (i >= BLOCK) CHECK(f[i] >= 0 && u[i] > -1e-7 * scale);
  }
  CHECK(pushing > 0 && pushing < N - BLOCK);
  vt_arena_destroy(arena);
}

int main(void) {
  check_alone(N);
  check_alone(N / 2);
  check_unmovable();
  check_mixed(false);
  check_mixed(true);
  return check_report();
}
