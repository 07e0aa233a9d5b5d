// Scenes of many contacts: the time of a step, in ms and in R, the mean time of a step of rigid_cube.xml. R
// is measured just before each scene, so that a slow machine makes both larger; and the times are the
// processor's, which with one thread are those of the clock on an idle machine, and the same on a busy one.
#include "bench_scenes.h"
#include "command.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static const char *const yardstick = "rigid_cube.xml";

static const struct {
  const char *name, *file;
  const char *change; // as with --set; NULL: none
  double target;      // R
} scenes[BENCH_SCENES] = {{"soft_cube", "soft_cube.xml", NULL, 1.5},
    {"soft_cube_n772", "soft_cube.xml", "cube.mesh=../meshes/cube_soft_60_n772.msh", 4},
    {"soft_cube_n1751", "soft_cube.xml", "cube.mesh=../meshes/cube_soft_60_n1751.msh", 12},
    {"press_boxes", "contact/press_boxes.xml", NULL, 4},
    {"jelly_halves", "contact/jelly_halves.xml", NULL, 5}, {"plate", "contact/plate.xml", NULL, 3},
    {"cup_on_cylinder", "contact/cup_on_cylinder.xml", NULL, 15},
    {"active_gripper", "active_gripper.xml", NULL, 5}, {"soft_pile", "contact/soft_pile.xml", NULL, 8},
    {"dominoes", "contact/dominoes.xml", NULL, 0.3}, {"heap_50", "contact/heap_50.xml", NULL, 1},
    {"heap_200", "contact/heap_200.xml", NULL, 8}};

// What a run of a scene came to.
typedef struct bench_run {
  int steps, all_steps;
  double mean_ms, worst_ms;
  double mean_rows;
  int max_rows;
  long long unconverged, redone;
} bench_run;

const char *bench_scene_name(int index) { return scenes[index].name; }

const char *bench_scene_probe(void) { return yardstick; }

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Steps through a scene, `max_steps` of them or, with 0, all; false with an error if it cannot be built or go
// on.
static bool run_scene(const bench_scenes_settings *settings, const char *file, const char *change,
    int max_steps, bench_run *run, vt_error *error) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", settings->folder, file);
  const char *changes[2] = {"scene.threads=1", change};
  vt_scene *scene = vt_scene_load(path, changes, change != NULL ? 2 : 1, error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), error) : NULL;
  bool good = world != NULL;
  if (good) {
    const vt_status *status = vt_world_status(world);
    int wanted = (int)lround(vt_scene_duration(scene) / vt_world_settings(world)->dt);
    double end = seconds_of(CLOCK_MONOTONIC) + settings->seconds;
    run->all_steps = wanted;
    if (max_steps > 0 && max_steps < wanted) wanted = max_steps;
    while (good && run->steps < wanted && (run->steps == 0 || seconds_of(CLOCK_MONOTONIC) < end)) {
      double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
      good = vt_world_step(world) != VT_STEP_FAILED;
      double ms = 1e3 * (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start);
      run->steps += 1;
      run->mean_ms += ms;
      run->worst_ms = fmax(run->worst_ms, ms);
      run->mean_rows += status->constraints;
      if (status->constraints > run->max_rows) run->max_rows = status->constraints;
    }
    run->mean_ms /= run->steps;
    run->mean_rows /= run->steps;
    run->unconverged = status->unconverged;
    run->redone = status->redone;
    if (!good) *error = status->error;
  }
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  return good;
}

static void print_json(int index, const bench_run *run, double unit, bool first) {
  printf("%s  {\"scene\": \"%s\", \"steps\": %d, \"all_steps\": %d, \"rows_mean\": %.6g, \"rows_max\": %d, "
         "\"mean_ms\": %.6g, \"worst_ms\": %.6g, \"r_ms\": %.6g, \"mean_r\": %.6g, \"worst_r\": %.6g, "
         "\"unconverged\": %lld, \"redone\": %lld",
      first ? "" : ",\n", scenes[index].name, run->steps, run->all_steps, run->mean_rows, run->max_rows,
      run->mean_ms, run->worst_ms, unit, run->mean_ms / unit, run->worst_ms / unit, run->unconverged,
      run->redone);
  printf(", \"target_r\": %.6g}", scenes[index].target);
}

static void print_line(int index, const bench_run *run, double unit, bool first) {
  if (first)
    printf("Scenes of many contacts, one thread, processor time. R is the mean step of %s, measured just "
           "before;\n"
           "the target is for the mean, and the worst step is to take at most ten times the mean:\n"
           "  %-15s %11s %6s %6s %9s %9s %7s %8s %8s %11s %6s  %s\n",
        yardstick, "scene", "steps", "rows", "max", "ms", "worst ms", "R in ms", "in R", "worst R",
        "unconverged", "redone", "target in R");
  char steps[24];
  snprintf(steps, sizeof steps, run->steps < run->all_steps ? "%d of %d" : "%d", run->steps, run->all_steps);
  printf("  %-15s %11s %6.0f %6d %9.3f %9.3f %7.3f %8.2f %8.2f %11lld %6lld", scenes[index].name, steps,
      run->mean_rows, run->max_rows, run->mean_ms, run->worst_ms, unit, run->mean_ms / unit,
      run->worst_ms / unit, run->unconverged, run->redone);
  double target = scenes[index].target;
  printf("  %g: %s%s\n", target, run->mean_ms <= target * unit ? "reached" : "not reached",
      run->worst_ms <= 10 * run->mean_ms ? "" : ", worst step not");
}

int bench_scene(const bench_scenes_settings *settings, int index, bool first) {
  bench_run unit = {0}, run = {0};
  vt_error error = {0};
  if (!run_scene(settings, yardstick, NULL, 0, &unit, &error) ||
      !run_scene(settings, scenes[index].file, scenes[index].change, settings->steps, &run, &error)) {
    complain("%s", error.message);
    return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
  }
  if (settings->json)
    print_json(index, &run, unit.mean_ms, first);
  else
    print_line(index, &run, unit.mean_ms, first);
  fflush(stdout);
  return EXIT_DONE;
}
