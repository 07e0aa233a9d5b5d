// Runs of scenes that `ventouse bench` measures.
#include "bench_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char *const bench_stage_names[STAGES] = {
    "free_motion", "collision", "cavity", "compliance", "solve", "rest", "total"};

void bench_stages(const vt_world *world, double ms[STAGES]) {
  const vt_profile *p = vt_world_profile(world);
  ms[FREE_MOTION] = p->free_motion;
  ms[COLLISION] = p->collision;
  ms[CAVITY] = p->cavity;
  ms[COMPLIANCE] = p->compliance;
  ms[SOLVE] = p->solve;
  ms[REST] = p->drive + p->correct + p->verify;
  ms[TOTAL] = p->total;
}

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void count_nodes(const vt_model *model, const vt_world *world, bench_run *run) {
  for (int b = 0; b < vt_model_body_count(model); ++b) {
    run->nodes += vt_model_node_count(model, b);
    run->collision_nodes += vt_world_collision_surface(world, b).vertex_count;
  }
}

// One step more; false with an error where it fails.
static bool take_step(vt_world *world, bench_run *run, vt_error *error) {
  bench_step *step = &run->steps[run->count];
  double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  if (vt_world_step(world) == VT_STEP_FAILED) {
    *error = vt_world_status(world)->error;
    return false;
  }
  step->ms = 1e3 * (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start);
  bench_stages(world, step->stage);
  step->rows = vt_world_status(world)->constraints;
  step->cavities = vt_world_status(world)->cavities;
  run->count += 1;
  return true;
}

static bool take_steps(vt_world *world, const bench_limits *limits, bench_run *run, vt_error *error) {
  int wanted = run->all;
  bool sealed = false;
  if (limits->max_steps > 0 && limits->max_steps < wanted) wanted = limits->max_steps;
  double end = seconds_of(CLOCK_MONOTONIC) + limits->seconds;
  while (run->count < wanted && (run->count == 0 || seconds_of(CLOCK_MONOTONIC) < end)) {
    if (!take_step(world, run, error)) return false;
    sealed = sealed || run->steps[run->count - 1].cavities > 0;
    if (limits->window > 0 && sealed && run->count - bench_window(run, limits->before) >= limits->window)
      break;
  }
  return true;
}

bool bench_run_scene(const char *path, const char *const *changes, int change_count,
    const bench_limits *limits, bench_run *run, vt_error *error) {
  *run = (bench_run){0};
  vt_scene *scene = vt_scene_load(path, changes, change_count, error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), error) : NULL;
  bool good = world != NULL;
  if (good) {
    vt_settings settings = *vt_world_settings(world);
    settings.threads = 1;
    good = vt_world_set_settings(world, &settings, error);
    run->dt = settings.dt;
    run->all = (int)lround(vt_scene_duration(scene) / settings.dt);
    run->steps = calloc((size_t)run->all + 1, sizeof *run->steps);
    count_nodes(vt_scene_model(scene), world, run);
  }
  if (good && run->steps == NULL) {
    error->code = VT_NO_MEMORY;
    snprintf(error->message, sizeof error->message, "no memory for the times of %d steps", run->all);
    good = false;
  }
  good = good && take_steps(world, limits, run, error);
  if (good) {
    run->unconverged = vt_world_status(world)->unconverged;
    run->redone = vt_world_status(world)->redone;
  }
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  return good;
}

void bench_run_free(bench_run *run) {
  free(run->steps);
  *run = (bench_run){0};
}

int bench_window(const bench_run *run, int before) {
  for (int i = 0; i < run->count; ++i)
    if (run->steps[i].cavities > 0) return i > before ? i - before : 0;
  return 0;
}

bench_mean bench_mean_of(const bench_run *run, int first, int end) {
  bench_mean mean = {0};
  for (int i = first; i < end; ++i) {
    const bench_step *step = &run->steps[i];
    mean.ms += step->ms / (end - first);
    mean.worst_ms = fmax(mean.worst_ms, step->ms);
    mean.rows += (double)step->rows / (end - first);
    if (step->rows > mean.max_rows) mean.max_rows = step->rows;
    for (int k = 0; k < STAGES; ++k) mean.stage[k] += step->stage[k] / (end - first);
  }
  double clock = mean.stage[TOTAL];
  for (int k = 0; k < STAGES && clock > 0; ++k) mean.stage[k] *= mean.ms / clock;
  return mean;
}
