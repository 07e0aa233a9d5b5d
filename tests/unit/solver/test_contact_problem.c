// Contact problems: the exact case, random ones checked by the laws themselves, files good and bad.
#include <ventouse/solve.h>

#include "check.h"

#include <stdlib.h>
#include <unistd.h>

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

// W = I, q = (-1, 1, 3), mu = 0.1: the normal force is 1, and friction opposes (1, 3) with 0.1.
static void check_exact(const char *file) {
  vt_error error = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/tests/unit/solver/files/%s", VT_SOURCE_DIR, file);
  vt_contact_problem *problem = vt_contact_problem_load(path, &error);
  if (!CHECK(problem != NULL)) {
    printf("%s\n", error.message);
    return;
  }
  double f[9] = {0};
  vt_contact_result result;
  vt_contact_options options = vt_contact_options_default();
  CHECK(vt_solve_contact(problem, &options, f, &result, &error));
  CHECK(result.converged && result.residual <= 1e-8);
  for (int i = 0; i < 3; ++i) {
    CHECK_NEAR(f[3 * i], 1, 1e-12);
    CHECK_NEAR(f[3 * i + 1], -0.1 / sqrt(10), 1e-12);
    CHECK_NEAR(f[3 * i + 2], -0.3 / sqrt(10), 1e-12);
  }
  vt_contact_problem_destroy(problem);
}

// W = H H^T with random H on `freedoms` unknowns, and a q that can be reached: q = H v.
static vt_contact_problem *random_problem(int m, int freedoms, double mu, unsigned seed) {
  int n = 3 * m;
  vt_contact_problem *p = calloc(1, sizeof *p);
  double *h = calloc((size_t)n * (size_t)freedoms, sizeof *h), *v = calloc((size_t)freedoms, sizeof *v);
  p->contact_count = m;
  p->dense = calloc((size_t)n * (size_t)n, sizeof *p->dense);
  p->q = calloc((size_t)n, sizeof *p->q);
  p->friction = calloc((size_t)m, sizeof *p->friction);
  for (int k = 0; k < n * freedoms; ++k) h[k] = random_number(&seed) + random_number(&seed);
  for (int k = 0; k < freedoms; ++k) v[k] = random_number(&seed);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < freedoms; ++k) p->q[i] += h[i * freedoms + k] * v[k];
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k < freedoms; ++k) sum += h[i * freedoms + k] * h[j * freedoms + k];
      p->dense[i * n + j] = p->dense[j * n + i] = sum;
    }
  }
  for (int i = 0; i < m; ++i) p->friction[i] = mu * (1 + random_number(&seed));
  free(h);
  free(v);
  return p;
}

// The laws one by one, as they are written down, in units of the largest force and gap.
static double worst_violation(const vt_contact_problem *p, const double *f, int *slipping, int *sticking) {
  int m = p->contact_count, n = 3 * m;
  double force = 0, gap = 0, worst = 0;
  double *u = calloc((size_t)n, sizeof *u);
  for (int r = 0; r < n; ++r) {
    u[r] = p->q[r];
    for (int c = 0; c < n; ++c) u[r] += p->dense[c * n + r] * f[c];
    force = fmax(force, fabs(f[r]));
    gap = fmax(gap, fabs(p->q[r]));
  }
  for (int i = 0; i < m; ++i) {
    double fn = f[3 * i], un = u[3 * i], limit = p->friction[i] * fn;
    double ft = hypot(f[3 * i + 1], f[3 * i + 2]), ut = hypot(u[3 * i + 1], u[3 * i + 2]);
    worst = fmax(worst, fmax(-fn / force, -un / gap));           // no pull, no overlap
    worst = fmax(worst, fmin(fabs(fn) / force, fabs(un) / gap)); // one of them vanishes
    worst = fmax(worst, (ft - limit) / force);                   // inside the cone
    if (fn <= 1e-6 * force) continue;
    if (ut > 1e-5 * gap) { // slipping: on the cone and opposed
      ++*slipping;
      worst = fmax(worst, fabs(ft - limit) / force);
      double along = f[3 * i + 1] * u[3 * i + 1] + f[3 * i + 2] * u[3 * i + 2];
      worst = fmax(worst, fabs(along + ft * ut) / (force * gap));
    } else {
      ++*sticking;
    }
  }
  free(u);
  return worst;
}

static void check_random(int m, int freedoms, double mu, unsigned seed) {
  vt_error error = {0};
  vt_contact_problem *p = random_problem(m, freedoms, mu, seed);
  double *f = calloc(3 * (size_t)m, sizeof *f);
  vt_contact_result result;
  vt_contact_options options = vt_contact_options_default();
  options.tolerance = 1e-9;
  CHECK(vt_solve_contact(p, &options, f, &result, &error));
  CHECK(result.converged);
  int slipping = 0, sticking = 0;
  CHECK(worst_violation(p, f, &slipping, &sticking) <= 1e-8);
  CHECK(slipping + sticking > m / 10);
  // Starting from the solution, there is nothing left to do.
  CHECK(vt_solve_contact(p, &options, f, &result, &error));
  CHECK(result.iterations <= 2);
  free(f);
  vt_contact_problem_destroy(p);
}

// A flat patch of a soft body pressed on and sheared, `side` x `side` contacts whose forces go as the inverse
// of their distance (Boussinesq): neighbours hardly differ, so that sweeps are slow, and a guess of none
// closes all of them where a third are closed in the end.
static void check_patch(int side, double mu) {
  vt_error error = {0};
  int m = side * side, n = 3 * m;
  vt_contact_problem *p = calloc(1, sizeof *p);
  p->contact_count = m;
  p->dense = calloc((size_t)n * (size_t)n, sizeof *p->dense);
  p->q = calloc((size_t)n, sizeof *p->q);
  p->friction = calloc((size_t)m, sizeof *p->friction);
  double *f = calloc((size_t)n, sizeof *f), middle = 0.5 * (side - 1);
  for (int i = 0; i < m; ++i) {
    double x = i % side - middle, y = i / side - middle;
    p->friction[i] = mu;
    p->q[3 * i] = (x * x + y * y) / (middle * middle) - 2.1; // m: all are inside, by 0.1 to 2.1
    p->q[3 * i + 1] = 0.3;
    for (int j = 0; j < m; ++j)
      for (int d = 0; d < 3; ++d)
        p->dense[(3 * i + d) * n + 3 * j + d] =
            (d == 0 ? 1 : 1.2) / hypot(hypot(i % side - j % side, i / side - j / side), 0.8);
  }
  vt_contact_result result;
  vt_contact_options options = vt_contact_options_default();
  options.tolerance = 1e-9;
  CHECK(vt_solve_contact(p, &options, f, &result, &error));
  int slipping = 0, sticking = 0;
  double worst = worst_violation(p, f, &slipping, &sticking);
  printf("patch of %d: %d sweeps, residual %.1e, worst %.1e, %d slip, %d stick\n", m, result.iterations,
      result.residual, worst, slipping, sticking);
  CHECK(result.converged);
  CHECK(result.iterations <= 60); // some sweeps and a few steps of Newton's method
  CHECK(worst <= 1e-8);
  CHECK(slipping > m / 50 && sticking > m / 50);
  free(f);
  vt_contact_problem_destroy(p);
}

// The same problem as blocks gives the same bits as in full.
static void check_storage(void) {
  enum { M = 12, N = 3 * M };
  vt_error error = {0};
  vt_contact_problem *p = random_problem(M, 50, 0.4, 5), sparse = *p;
  int start[M + 1], columns[M * M];
  double blocks[9 * M * M], f[N] = {0}, g[N] = {0};
  for (int i = 0; i <= M; ++i) start[i] = i * M;
  for (int k = 0; k < M * M; ++k) {
    columns[k] = k % M;
    for (int e = 0; e < 9; ++e) blocks[9 * k + e] = p->dense[(3 * (k % M) + e / 3) * N + 3 * (k / M) + e % 3];
  }
  sparse.dense = NULL;
  sparse.block_start = start;
  sparse.block_columns = columns;
  sparse.blocks = blocks;
  vt_contact_result result;
  vt_contact_options options = vt_contact_options_default();
  CHECK(vt_solve_contact(p, &options, f, &result, &error));
  CHECK(vt_solve_contact(&sparse, &options, g, &result, &error));
  CHECK(memcmp(f, g, sizeof f) == 0);
  columns[1] = 0;
  CHECK(!vt_solve_contact(&sparse, &options, g, &result, &error));
  CHECK_CONTAINS(error.message, "ascending");
  vt_contact_problem_destroy(p);
}

// A problem from a text.
static vt_contact_problem *load_text(const char *text, char *path, vt_error *error) {
  int file = mkstemp(strcpy(path, "/tmp/ventouse_problem_XXXXXX"));
  bool written = CHECK(file >= 0) && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  vt_contact_problem *problem = CHECK(written) ? vt_contact_problem_load(path, error) : NULL;
  unlink(path);
  return problem;
}

// Which number stands where, in both layouts; a number after the last one says nothing.
static void check_layouts(void) {
  static const char *const dense[] = {"3 1 0 3 3 3 3 11 21 31 12 22 32 13 23 33 -1 2 3 0.5",
      "3 1 0 3 3 3 3 11 21 31 12 22 32 13 23 33 -1 2 3 0.5\n7.25e-1\n"};
  static const char blocks[] = "3 2 1 6 6 3 2 2 3 6 3 6 3 3 0 2 3 0 1 1\n"
                               "0 11 21 31 12 22 32 13 23 33\n1 1 2 3 4 5 6 7 8 9\n"
                               "2 44 54 64 45 55 65 46 56 66\n-1 2 3 -4 5 6 0.5 0.25 1";
  static const double by_columns[] = {11, 21, 31, 12, 22, 32, 13, 23, 33};
  char path[40];
  vt_error error = {0};
  for (int i = 0; i < 2; ++i) {
    vt_contact_problem *p = load_text(dense[i], path, &error);
    if (!CHECK(p != NULL)) continue;
    CHECK(p->contact_count == 1 && p->block_start == NULL);
    CHECK(memcmp(p->dense, by_columns, sizeof by_columns) == 0);
    CHECK(p->q[0] == -1 && p->q[1] == 2 && p->q[2] == 3 && p->friction[0] == 0.5);
    vt_contact_problem_destroy(p);
  }
  vt_contact_problem *p = load_text(blocks, path, &error);
  if (!CHECK(p != NULL)) return;
  CHECK(p->contact_count == 2 && p->dense == NULL);
  CHECK(p->block_start[0] == 0 && p->block_start[1] == 2 && p->block_start[2] == 3);
  CHECK(p->block_columns[0] == 0 && p->block_columns[1] == 1 && p->block_columns[2] == 1);
  CHECK(memcmp(p->blocks, by_columns, sizeof by_columns) == 0 && p->blocks[10] == 2 && p->blocks[18] == 44);
  CHECK(p->q[3] == -4 && p->friction[1] == 0.25);
  vt_contact_problem_destroy(p);
}

static void check_bad_files(void) {
  static const struct {
    const char *text, *message;
  } cases[] = {{"", "the dimension"}, {"2 1 0", "expected 3"}, {"3 x", "number of contacts"},
      {"3 1 7", "the storage is 7"}, {"3 1 0 4 3", "the number of rows is 4, expected 3"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0", "an entry of W"},
      {"3 900000 0 2700000 2700000 2700000 2700000 1", "entry of W"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 nan 0.5", "q"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 0.5 9 9", "after the last number"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 0.5 x", "after the last number"},
      {"3 1 1 3 3 1 1 1 4 3", "end of a block row"}, {"3 1 1 3 3 1 1 1 3 3 2 1 0 5", "begins"},
      {"3 1 1 3 3 1 1 1 3 3 2 1 0 1 3", "column of a block"},
      {"3 1 1 3 3 1 1 1 3 3 2 1 0 1 0 1 1 0 0 0 1 0 0 0 1 -1 0 0 0.5", "number of a block is 1, expected 0"}};
  char path[40];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    vt_error error = {0};
    CHECK(load_text(cases[k].text, path, &error) == NULL);
    CHECK(error.code == VT_BAD_INPUT);
    CHECK_CONTAINS(error.message, cases[k].message);
    CHECK_CONTAINS(error.message, path);
  }
  vt_error error = {0};
  CHECK(vt_contact_problem_load("/nowhere/problem.dat", &error) == NULL);
  CHECK_CONTAINS(error.message, "cannot be opened");
}

// Problems that make no sense are refused, empty ones are solved.
static void check_bad_problems(void) {
  vt_error error = {0};
  vt_contact_result result;
  vt_contact_options options = vt_contact_options_default();
  vt_contact_problem empty = {0};
  CHECK(vt_solve_contact(&empty, &options, NULL, &result, &error) && result.converged);
  double w[9] = {0}, q[3] = {-1, 0, 0}, mu = 0.5, f[3] = {0};
  vt_contact_problem p = {.contact_count = 1, .dense = w, .q = q, .friction = &mu};
  CHECK(!vt_solve_contact(&p, &options, f, &result, &error));
  CHECK_CONTAINS(error.message, "compliance");
  error = (vt_error){0};
  w[0] = w[4] = w[8] = 1;
  mu = -1;
  CHECK(!vt_solve_contact(&p, &options, f, &result, &error));
  CHECK_CONTAINS(error.message, "friction");
  error = (vt_error){0};
  mu = 0.5;
  q[1] = NAN;
  CHECK(!vt_solve_contact(&p, &options, f, &result, &error));
  CHECK_CONTAINS(error.message, "not finite");
}

int main(void) {
  check_exact("three_dense.dat");
  check_exact("three_blocks.dat");
  for (unsigned seed = 1; seed <= 10; ++seed) {
    check_random(20, 120, 0.5, seed);
    check_random(20, 40, 0.3, seed); // more rows than unknowns
    check_random(60, 130, 1.0, seed);
  }
  check_random(200, 500, 0.4, 77);
  check_random(500, 1200, 0.5, 78);
  check_patch(12, 0.3);
  check_patch(24, 0.3);
  check_storage();
  check_layouts();
  check_bad_files();
  check_bad_problems();
  return check_report();
}
