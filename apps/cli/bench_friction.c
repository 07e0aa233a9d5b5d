// Friction as in section 5.2 of Duriez et al. (2006): the contacts of a table on the ground, pushed along it
// in random directions; our exact cone against pyramids of k sides, a linear complementarity problem that
// Lemke's method solves. Processor time of this thread.
#include "bench_friction.h"
#include "command.h"
#include "pyramid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KINDS = 4, TESTS = 30, TIMED = 10, SIZES = 9, REPEATS = 5 };
static const int sides[KINDS] = {4, 8, 16, 32};

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// Room for all contacts.
typedef struct sample {
  vt_contact_problem problem;
  double *ours, *theirs; // N
  int *chosen;
} sample;

static void free_sample(sample *s) {
  free(s->problem.dense);
  free(s->problem.q);
  free(s->problem.friction);
  free(s->ours);
  free(s->theirs);
  free(s->chosen);
}

static bool make_sample(sample *s, int contacts) {
  size_t rows = 3 * (size_t)contacts;
  *s = (sample){.problem = {.dense = malloc(rows * rows * sizeof(double)),
                    .q = malloc(rows * sizeof(double)),
                    .friction = malloc((size_t)contacts * sizeof(double))},
      .ours = malloc(rows * sizeof(double)),
      .theirs = malloc(rows * sizeof(double)),
      .chosen = malloc((size_t)contacts * sizeof(int))};
  return s->problem.dense != NULL && s->problem.q != NULL && s->problem.friction != NULL && s->ours != NULL &&
         s->theirs != NULL && s->chosen != NULL;
}

// Some of all contacts, pushed along the ground by 1 to 3 mm.
static void draw(const vt_contact_problem *all, int m, double friction, uint64_t *seed, sample *s) {
  int n = all->contact_count;
  vt_contact_problem *p = &s->problem;
  for (int i = 0; i < n; ++i) s->chosen[i] = i;
  for (int i = 0; i < m; ++i) {
    int j = i + (int)(pyramid_chance(seed) * (n - i)), kept = s->chosen[i];
    s->chosen[i] = s->chosen[j];
    s->chosen[j] = kept;
  }
  double angle = 6.283185307179586 * pyramid_chance(seed), way = 1e-3 + 2e-3 * pyramid_chance(seed); // m
  p->contact_count = m;
  for (int i = 0; i < m; ++i) {
    const double *q = all->q + 3 * s->chosen[i];
    p->friction[i] = friction;
    p->q[3 * i] = fmin(q[0], -1e-6); // all press
    p->q[3 * i + 1] = q[1] + way * cos(angle);
    p->q[3 * i + 2] = q[2] + way * sin(angle);
    for (int j = 0; j < m; ++j)
      for (int b = 0; b < 3; ++b)
        memcpy(p->dense + (3 * j + b) * 3 * m + 3 * i,
            all->dense + (3 * s->chosen[j] + b) * 3 * n + 3 * s->chosen[i], 3 * sizeof(double));
  }
}

typedef struct outcome {
  double gap;          // of all forces, relative
  double ours, theirs; // ms
  int pivots;
} outcome;

static bool compare(sample *s, int k, int repeats, outcome *o, vt_error *error) {
  vt_contact_options options = vt_contact_options_default();
  vt_contact_result result = {0};
  size_t rows = 3 * (size_t)s->problem.contact_count;
  double start = now_ms(), difference = 0, size = 0;
  for (int again = 0; again < repeats; ++again) {
    memset(s->ours, 0, rows * sizeof *s->ours);
    if (!vt_solve_contact(&s->problem, &options, s->ours, &result, error)) return false;
  }
  double middle = now_ms();
  if (!result.converged || !pyramid_solve(&s->problem, k, s->theirs, &o->pivots)) {
    error->code = VT_BAD_NUMBERS;
    snprintf(error->message, sizeof error->message, "a problem of %d contacts was not solved by %s",
        s->problem.contact_count, result.converged ? "pyramids" : "the cone");
    return false;
  }
  o->ours = (middle - start) / repeats;
  o->theirs = now_ms() - middle;
  for (size_t r = 0; r < rows; ++r) {
    difference += (s->theirs[r] - s->ours[r]) * (s->theirs[r] - s->ours[r]);
    size += s->ours[r] * s->ours[r];
  }
  o->gap = sqrt(difference / size);
  return true;
}

static bool print_gaps(const vt_contact_problem *all, sample *s, bool json, vt_error *error) {
  if (!json)
    printf("Forces of a table on %d contacts, pushed in %d random directions: how far those of pyramids are\n"
           "off ours, at mu 0.1 (the paper: below 5%% from 16 sides on):\n  %5s %8s %8s\n",
        all->contact_count, TESTS, "sides", "mean", "worst");
  for (int n = 0; n < KINDS; ++n) {
    uint64_t seed = 2006;
    double sum = 0, worst = 0;
    outcome o = {0};
    for (int t = 0; t < TESTS; ++t) {
      draw(all, all->contact_count, 0.1, &seed, s);
      if (!compare(s, sides[n], 1, &o, error)) return false;
      sum += o.gap / TESTS;
      worst = fmax(worst, o.gap);
    }
    if (json)
      printf("%s  {\"scene\": \"friction\", \"sides\": %d, \"gap\": %.6g, \"worst\": %.6g}",
          n > 0 ? ",\n" : "", sides[n], sum, worst);
    else
      printf("  %5d %7.2f%% %7.2f%%\n", sides[n], 100 * sum, 100 * worst);
    fflush(stdout);
  }
  return true;
}

static bool print_times(const vt_contact_problem *all, sample *s, bool json, vt_error *error) {
  uint64_t seed = 8;
  if (!json)
    printf("Processor time of a solution from a cold start, mu 0.1 to 0.8, ours to 1e-8, in ms:\n"
           "  %8s %8s %16s %7s\n",
        "contacts", "ours", "8 sides, Lemke", "pivots");
  for (int n = 1; n <= SIZES; ++n) {
    int m = all->contact_count * n / SIZES, pivots = 0;
    double ours = 0, theirs = 0;
    for (int t = 0; t < TIMED; ++t) {
      outcome o = {0};
      double friction = 0.1 + 0.7 * pyramid_chance(&seed);
      draw(all, m, friction, &seed, s);
      if (!compare(s, 8, REPEATS, &o, error)) return false;
      ours += o.ours / TIMED;
      theirs += o.theirs / TIMED;
      pivots += o.pivots;
    }
    if (json)
      printf(",\n  {\"scene\": \"friction\", \"contacts\": %d, \"ms\": %.6g, \"pyramid_ms\": %.6g, "
             "\"pivots\": %d}",
          m, ours, theirs, pivots / TIMED);
    else
      printf("  %8d %8.3f %16.2f %7d\n", m, ours, theirs, pivots / TIMED);
    fflush(stdout);
  }
  return true;
}

int bench_friction(const char *folder, bool json) {
  char path[1200];
  vt_error error = {0};
  sample s = {0};
  snprintf(path, sizeof path, "%s/contact/table.dat", folder);
  vt_contact_problem *all = vt_contact_problem_load(path, &error);
  bool good = all != NULL && all->dense != NULL;
  if (good && !make_sample(&s, all->contact_count)) {
    error = (vt_error){VT_NO_MEMORY, "out of memory"};
    good = false;
  }
  good = good && print_gaps(all, &s, json, &error) && print_times(all, &s, json, &error);
  free_sample(&s);
  vt_contact_problem_destroy(all);
  if (!good) complain("%s", error.message);
  return good ? EXIT_DONE : error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
}
