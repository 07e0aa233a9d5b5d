// Stepping through a scene for `ventouse bench`: what each step took, and what a stretch of steps comes to.
#ifndef VENTOUSE_CLI_BENCH_RUN_H
#define VENTOUSE_CLI_BENCH_RUN_H

#include <ventouse/ventouse.h>

// The stages of a step, in its order; the rest is drive, correct and verify.
enum { FREE_MOTION, COLLISION, CAVITY, COMPLIANCE, SOLVE, REST, TOTAL, STAGES };

extern const char *const bench_stage_names[STAGES];

// The times of the last step of a world by stage, in ms of the clock.
void bench_stages(const vt_world *world, double ms[STAGES]);

typedef struct bench_step {
  double ms;            // of the processor
  double stage[STAGES]; // ms of the clock
  int rows, cavities;
} bench_step;

// A run of a scene with one thread. Times of steps are the processor's, which with one thread are those of
// the clock on an idle machine, and the same on a busy one.
typedef struct bench_run {
  bench_step *steps;
  int count, all; // steps taken, and those that the scene has
  double dt;      // s
  int nodes;      // of finite elements
  int collision_nodes;
  long long unconverged, redone;
} bench_run;

// Which steps of a scene are taken: all, but at most `max_steps` where that is above 0; none after a stretch
// of `window` that begins `before` the first with a cavity, where that is above 0; and none after `seconds`.
typedef struct bench_limits {
  int max_steps, window, before;
  double seconds;
} bench_limits;

// False with an error where the scene cannot be built or go on. bench_run_free in either case.
bool bench_run_scene(const char *path, const char *const *changes, int change_count,
    const bench_limits *limits, bench_run *run, vt_error *error);
void bench_run_free(bench_run *run);

// The first step of the stretch that begins `before` the first step with a cavity; 0 where there is none.
int bench_window(const bench_run *run, int before);

// A stretch of a run.
typedef struct bench_mean {
  double ms, worst_ms;  // of the processor
  double stage[STAGES]; // ms; scaled so that they sum up to `ms`
  double rows;
  int max_rows;
} bench_mean;

bench_mean bench_mean_of(const bench_run *run, int first, int end);

#endif
