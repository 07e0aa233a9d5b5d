// Scenes of many contacts: the time of a step, in ms and in R, the mean time of a step of rigid_cube.xml. R
// is measured just before each scene, so that a slow machine makes both larger.
#include "bench_scenes.h"
#include "bench_run.h"
#include "command.h"

#include <stdio.h>

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

const char *bench_scene_name(int index) { return scenes[index].name; }

const char *bench_scene_probe(void) { return yardstick; }

// What all of a scene came to, or its first steps.
typedef struct outcome {
  bench_mean mean;
  int steps, all_steps;
  long long unconverged, redone;
} outcome;

static bool run_scene(const bench_scenes_settings *settings, const char *file, const char *change,
    int max_steps, outcome *out, vt_error *error) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", settings->folder, file);
  bench_limits limits = {.max_steps = max_steps, .seconds = settings->seconds};
  bench_run run;
  bool good = bench_run_scene(path, &change, change != NULL, &limits, &run, error);
  if (good)
    *out = (outcome){bench_mean_of(&run, 0, run.count), run.count, run.all, run.unconverged, run.redone};
  bench_run_free(&run);
  return good;
}

static void print_json(int index, const outcome *run, double unit, bool first) {
  const bench_mean *mean = &run->mean;
  printf("%s  {\"scene\": \"%s\", \"steps\": %d, \"all_steps\": %d, \"rows_mean\": %.6g, \"rows_max\": %d, "
         "\"mean_ms\": %.6g, \"worst_ms\": %.6g, \"r_ms\": %.6g, \"mean_r\": %.6g, \"worst_r\": %.6g, "
         "\"unconverged\": %lld, \"redone\": %lld",
      first ? "" : ",\n", scenes[index].name, run->steps, run->all_steps, mean->rows, mean->max_rows,
      mean->ms, mean->worst_ms, unit, mean->ms / unit, mean->worst_ms / unit, run->unconverged, run->redone);
  printf(", \"target_r\": %.6g}", scenes[index].target);
}

static void print_line(int index, const outcome *run, double unit, bool first) {
  const bench_mean *mean = &run->mean;
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
      mean->rows, mean->max_rows, mean->ms, mean->worst_ms, unit, mean->ms / unit, mean->worst_ms / unit,
      run->unconverged, run->redone);
  double target = scenes[index].target;
  printf("  %g: %s%s\n", target, mean->ms <= target * unit ? "reached" : "not reached",
      mean->worst_ms <= 10 * mean->ms ? "" : ", worst step not");
}

int bench_scene(const bench_scenes_settings *settings, int index, bool first) {
  outcome unit = {0}, run = {0};
  vt_error error = {0};
  if (!run_scene(settings, yardstick, NULL, 0, &unit, &error) ||
      !run_scene(settings, scenes[index].file, scenes[index].change, settings->steps, &run, &error)) {
    complain("%s", error.message);
    return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
  }
  if (settings->json)
    print_json(index, &run, unit.mean.ms, first);
  else
    print_line(index, &run, unit.mean.ms, first);
  fflush(stdout);
  return EXIT_DONE;
}
