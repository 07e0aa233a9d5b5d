// What two free cores gain on a cup that hangs or is pressed: the table in docs/speed.md. The pool here runs
// all pieces itself, and tells by the processor time of each how long its threads would take, so that a busy
// machine matters little. study_cores MESH STEPS [SECTORS OF THE LIP]
#include "bench_models.h"
#include "base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 2, MAX_STEPS = 1000, WARM_UP = 5 };
static const double JOB = 5e-6; // s: what sharing out a job takes

static double saved, inside, clocks; // s: by threads; in jobs; for reading the clock
static double reading;               // s: of one of these
static int depth, jobs;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---------------------------------------------------------------- in place of base/pool.c

struct vt_pool {
  int threads;
};

vt_pool *vt_pool_create(int threads, vt_error *error) {
  vt_pool *pool = VT_NEW(vt_pool, 1, error);
  if (pool != NULL) pool->threads = threads;
  return pool;
}

void vt_pool_destroy(vt_pool *pool) { free(pool); }

// Each piece goes to the thread that is free first.
void vt_pool_run(vt_pool *pool, int count, vt_piece piece, void *context) {
  double busy[THREADS] = {0}, all = 0, longest = 0, start = now();
  if (pool == NULL || count < 2) {
    for (int k = 0; k < count; ++k) piece(context, k);
    return;
  }
  ++depth;
  for (int k = 0; k < count; ++k) {
    double gained = saved, read = clocks, begin = now();
    piece(context, k);
    double time = now() - begin - reading - (saved - gained) - (clocks - read);
    int first = 0;
    for (int n = 1; n < THREADS; ++n)
      if (busy[n] < busy[first]) first = n;
    busy[first] += time;
    all += time;
    clocks += 2 * reading;
  }
  for (int n = 0; n < THREADS; ++n)
    if (busy[n] > longest) longest = busy[n];
  saved += all - longest - JOB;
  clocks += 2 * reading;
  ++jobs;
  if (--depth == 0) inside += now() - start;
}

// ---------------------------------------------------------------- the study

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare);
  return 1e3 * values[count / 2];
}

int main(int argc, char **argv) {
  vt_error error = {0};
  int steps = argc > 2 ? atoi(argv[2]) : 40, sectors = argc > 3 ? atoi(argv[3]) : 0;
  vt_mesh *mesh = argc > 1 ? vt_mesh_load(argv[1], &error) : NULL;
  vt_model *model = mesh == NULL  ? NULL
                    : sectors > 0 ? bench_press(mesh, VT_ELEMENT_AUTO, sectors, &error)
                                  : bench_hang(mesh, VT_ELEMENT_AUTO, &error);
  vt_world *one = model == NULL ? NULL : vt_world_create(model, &error),
           *two = model == NULL ? NULL : vt_world_create(model, &error);
  if (one == NULL || two == NULL || steps < 1 || steps > MAX_STEPS) {
    printf("study_cores MESH STEPS [SECTORS] %s\n", error.message);
    return 1;
  }
  static double alone[MAX_STEPS], outside[MAX_STEPS], shared[MAX_STEPS];
  vt_settings settings = *vt_world_settings(two);
  settings.threads = THREADS;
  if (!vt_world_set_settings(two, &settings, &error)) return 1;
  double begin = now();
  for (int k = 0; k < 10000; ++k) reading = (now() - begin) / (k + 1);
  int warm_up = WARM_UP + (sectors > 0 ? (int)(bench_press_time() / settings.dt) : 0);
  for (int k = -warm_up; k < steps; ++k) {
    double start = now(), gained = saved, read = clocks, before = inside;
    if (vt_world_step(two) == VT_STEP_FAILED) return 1;
    double time = now() - start, rest = time - (inside - before);
    start = now();
    if (vt_world_step(one) == VT_STEP_FAILED) return 1;
    if (k == 0) jobs = 0;
    if (k < 0) continue;
    alone[k] = now() - start;
    outside[k] = rest;
    shared[k] = time - (clocks - read) - (saved - gained);
  }
  printf("%d rows: %.3f ms with one thread, %.3f outside of jobs, %.3f with %d threads, %d jobs a step, %s\n",
      vt_world_status(two)->constraints, median(alone, steps), median(outside, steps), median(shared, steps),
      THREADS, jobs / steps, vt_world_hash(one) == vt_world_hash(two) ? "the same bits" : "OTHER BITS");
  vt_world_destroy(one);
  vt_world_destroy(two);
  vt_model_destroy(model);
  vt_mesh_destroy(mesh);
  return 0;
}
