// Friction compared as in section 5.2 of Duriez et al. (2006): the table on the ground, pushed along it in
// random directions; the exact cone (our solver) against pyramids of k sides (Lemke's method). With --full as
// many tests as there, and times; --figure FILE.svg draws them, --problem FILE keeps the table's
// contact problem.
#include "chance.h"
#include "check.h"
#include "physics/hertz/plot.h"
#include "physics/hertz/table.h"
#include "world/world.h"

#include <cli/pyramid.h>

#include <stdlib.h>
#include <time.h>

enum { MOST = 64 };

typedef struct numbers {
  double w[9 * MOST * MOST], q[3 * MOST], friction[MOST]; // W by columns
  int contacts;
} numbers;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// W and q of all contacts of the last step, along x and y in place of tangents of their own.
static void read_table(numbers *all) {
  int body;
  rig r = table_new(0.1, false, VT_ELEMENT_HEX8, &body);
  rig_steps(&r, 60);
  vt_world *world = r.world;
  vt_error error = {0};
  const vt_system *s = &world->step.rows.system;
  if (!vt_world_borrow(world, &error) || !vt_world_lend_bodies(world, &error) ||
      !vt_rows_delassus(&world->step.rows, world->work.mobiles, world->model->body_count, world->settings.dt,
          world->work.arena, &error))
    exit(1);
  int m = all->contacts = world->step.contact_count;
  CHECK(m > 30 && m <= MOST);
  for (int i = 0; i < m; ++i) {
    const vt_block *block = &s->blocks[world->step.first_contact + i];
    const vt_contact *c = &world->step.contacts[i];
    int at = 0;
    // The rows of A's side: normal up, tangents in the plane.
    CHECK(fabs(fabs(c->normal.z) - 1) < 1e-9);
    for (int d = 0; d < 3; ++d) all->q[3 * i + d] = s->q[block->row + d];
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = s->ranges[block->first_range + k];
      for (int j = 0; j < m; ++j) {
        int column = s->blocks[world->step.first_contact + j].row;
        if (column < range.first || column >= range.first + range.count) continue;
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b)
            all->w[(3 * j + b) * 3 * m + 3 * i + a] =
                s->w[block->values + (size_t)(a * block->width + at + column - range.first + b)];
      }
      at += range.count;
    }
  }
  vt_world_give_back(world);
  rig_free(&r);
}

// Some of the contacts, pushed sideways by a random way, each along its own tangents by the same angle. The
// tangents of contacts with the flat ground are the same for all.
static void draw(const numbers *all, int m, double friction, uint64_t *seed, numbers *some) {
  int chosen[MOST], n = all->contacts;
  for (int i = 0; i < n; ++i) chosen[i] = i;
  for (int i = 0; i < m; ++i) {
    int j = i + chance_pick(seed, n - i), kept = chosen[i];
    chosen[i] = chosen[j];
    chosen[j] = kept;
  }
  double angle = chance_between(seed, 0, 2 * VT_PI), way = chance_between(seed, 1e-3, 3e-3); // m
  some->contacts = m;
  for (int i = 0; i < m; ++i) {
    some->friction[i] = friction;
    some->q[3 * i] = fmin(all->q[3 * chosen[i]], -1e-6); // all press
    some->q[3 * i + 1] = all->q[3 * chosen[i] + 1] + way * cos(angle);
    some->q[3 * i + 2] = all->q[3 * chosen[i] + 2] + way * sin(angle);
    for (int j = 0; j < m; ++j)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          some->w[(3 * j + b) * 3 * m + 3 * i + a] = all->w[(3 * chosen[j] + b) * 3 * n + 3 * chosen[i] + a];
  }
}

typedef struct outcome {
  double gap;          // of all forces
  double ours, theirs; // ms
  int pivots, sweeps;
} outcome;

static outcome compare(const numbers *some, int k, bool timed) {
  static double f[3 * MOST], g[3 * MOST];
  outcome o = {0};
  vt_error error = {0};
  vt_contact_problem p = {.contact_count = some->contacts,
      .dense = (double *)some->w,
      .q = (double *)some->q,
      .friction = (double *)some->friction};
  vt_contact_options options = vt_contact_options_default();
  vt_contact_result result = {0};
  double start = now();
  for (int again = 0; again < (timed ? 5 : 1); ++again) {
    memset(f, 0, sizeof f);
    CHECK(vt_solve_contact(&p, &options, f, &result, &error) && result.converged);
  }
  double middle = now();
  CHECK(pyramid_solve(&p, k, g, &o.pivots));
  o.ours = (middle - start) / (timed ? 5 : 1);
  o.theirs = now() - middle;
  o.sweeps = result.iterations;
  double difference = 0, size = 0;
  for (int r = 0; r < 3 * some->contacts; ++r) {
    difference += (g[r] - f[r]) * (g[r] - f[r]);
    size += f[r] * f[r];
  }
  o.gap = sqrt(difference / size);
  return o;
}

enum { KINDS = 4 };
static const int sides[KINDS] = {4, 8, 16, 32};

static void compare_sides(
    const numbers *all, int contacts, int tests, int kinds, double friction, double *gaps) {
  static numbers some;
  for (int n = 0; n < kinds; ++n) {
    uint64_t seed = 2006;
    double sum = 0, worst = 0;
    for (int t = 0; t < tests; ++t) {
      draw(all, contacts, friction, &seed, &some);
      outcome o = compare(&some, sides[n], false);
      sum += o.gap / tests;
      worst = fmax(worst, o.gap);
    }
    gaps[n] = 100 * sum;
    printf("| %.1f | %d | %.2f%% | %.2f%% |\n", friction, sides[n], 100 * sum, 100 * worst);
    fflush(stdout);
  }
}

static void compare_times(const numbers *all, const char *figure) {
  static numbers some;
  enum { TESTS = 10, SIZES = 9 };
  double x[SIZES], ours[SIZES], theirs[SIZES], most = 0;
  uint64_t seed = 8;
  printf("\n| contacts | ours (ms) | 8 sides, Lemke (ms) | unknowns | pivots |\n|---|---|---|---|---|\n");
  for (int n = 0; n < SIZES; ++n) {
    int m = 4 * (n + 1), pivots = 0;
    x[n] = m, ours[n] = theirs[n] = 0;
    for (int t = 0; t < TESTS; ++t) {
      draw(all, m, chance_between(&seed, 0.1, 0.8), &seed, &some);
      outcome o = compare(&some, 8, true);
      ours[n] += o.ours / TESTS;
      theirs[n] += o.theirs / TESTS;
      pivots += o.pivots;
    }
    most = fmax(most, theirs[n]);
    printf("| %d | %.3f | %.2f | %d | %d |\n", m, ours[n], theirs[n], 10 * m, pivots / TESTS);
  }
  plot_series series[2] = {{"ours, exact cone", "#1f77b4", true, SIZES, x, ours},
      {"pyramids of 8 sides, Lemke", "#d62728", true, SIZES, x, theirs}};
  plot_def def = {"Forces of a table on the ground", "contacts", "ms", 40, 1.05 * most, 2, series};
  if (figure != NULL) CHECK(plot_write(&def, figure));
}

// Lemke's method by itself: a problem with a known solution, one without any.
static void test_lemke(void) {
  const double m[4] = {2, 1, 1, 2}, q[2] = {-5, -6}, ray[1] = {-1}, below[1] = {-1};
  double z[2];
  int pivots;
  CHECK(lemke(2, m, q, z, &pivots));
  CHECK_NEAR(z[0], 4.0 / 3, 1e-12);
  CHECK_NEAR(z[1], 7.0 / 3, 1e-12);
  CHECK(lcp_residual(2, m, q, z) < 1e-12);
  CHECK(!lemke(1, ray, below, z, &pivots));
}

// One contact pushed half-way between two sides: the pyramid's force is along one of them or between, with
// the length of the secant at most. With W = 1 and slip along a side it is exact.
static void test_one(void) {
  static const double w[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, mu[1] = {0.5};
  double f[3];
  int pivots;
  for (int half = 0; half < 2; ++half) {
    double angle = half ? VT_PI / 8 : 0, q[3] = {-1, 3 * cos(angle), 3 * sin(angle)};
    vt_contact_problem p = {.contact_count = 1, .dense = (double *)w, .q = q, .friction = (double *)mu};
    CHECK(pyramid_solve(&p, 8, f, &pivots));
    CHECK_NEAR(f[0], 1, 1e-9);
    double along = -(f[1] * cos(angle) + f[2] * sin(angle));
    CHECK_NEAR(along, half ? 0.5 * cos(VT_PI / 8) : 0.5, 1e-9);
  }
}

// All contacts as a file for `ventouse bench friction`.
static void write_problem(const numbers *all, const char *path) {
  int rows = 3 * all->contacts;
  FILE *file = fopen(path, "w");
  if (!CHECK(file != NULL)) return;
  fprintf(file, "3\n%d\n0\n%d %d\n%d %d\n", all->contacts, rows, rows, rows, rows);
  for (int k = 0; k < rows * rows; ++k) fprintf(file, "%.9g%c", all->w[k], k % rows == rows - 1 ? '\n' : ' ');
  for (int k = 0; k < rows; ++k) fprintf(file, "%.9g\n", all->q[k]);
  for (int k = 0; k < all->contacts; ++k) fprintf(file, "0.1\n");
  CHECK(fclose(file) == 0);
}

int main(int argc, char **argv) {
  static numbers all;
  bool full = false;
  for (int k = 1; k < argc; ++k) full = full || strcmp(argv[k], "--full") == 0;
  double gaps[KINDS];
  test_lemke();
  test_one();
  read_table(&all);
  for (int k = 1; k + 1 < argc; ++k)
    if (strcmp(argv[k], "--problem") == 0) write_problem(&all, argv[k + 1]);
  printf("%d contacts\n| friction | sides | gap | worst |\n|---|---|---|---|\n", all.contacts);
  compare_sides(&all, full ? all.contacts : 8, full ? 30 : 6, full ? KINDS : 3, 0.1, gaps);
  for (int k = 1; k < 3; ++k) CHECK(gaps[k] < 0.7 * gaps[k - 1]); // it falls with k
  CHECK(gaps[2] < 5);
  if (full) compare_sides(&all, all.contacts, 30, KINDS, 0.8, gaps);
  if (full) compare_times(&all, figure_path(argc, argv));
  return check_report();
}
