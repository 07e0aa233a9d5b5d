// Runs the scene given as argument, changed as the other arguments say (PATH=VALUE): it runs to its end and
// keeps its expectations. Those are ranges that hold on other meshes and steps too; `--recorded NAME=VALUE`
// says what the expectation of that name found on this one, within 1%: what changes it by more has to be
// meant. NAME=VALUE:SHARE allows another share of it. The name `gained` is for steps that were done again
// because a body gained energy from nowhere.
#include <stdlib.h>
#include <string.h>

#include <ventouse/scene.h>

#include "check.h"

typedef struct recorded {
  const char *name;
  double value, share;
} recorded;

enum { MAX_RECORDED = 8 };

static void compare(const recorded *all, int count, const char *name, double value) {
  for (int k = 0; k < count; ++k)
    if (strcmp(all[k].name, name) == 0) CHECK_CLOSE(value, all[k].value, all[k].share);
}

static void run_scene(
    const char *path, const char *const *changes, int change_count, const recorded *all, int recorded_count) {
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(path, changes, change_count, &error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  vt_expectations *expectations = world != NULL ? vt_expectations_create(scene, &error) : NULL;
  CHECK(expectations != NULL);
  if (expectations == NULL) printf("  %s: %s\n", path, error.message);
  if (expectations != NULL) {
    for (int i = 0; i < vt_scene_warning_count(scene); ++i) printf("  %s\n", vt_scene_warning(scene, i));
    vt_expectations_observe(expectations, world);
    vt_step_result result = VT_STEP_OK;
    int gained = 0;
    while (result != VT_STEP_FAILED && vt_world_time(world) < vt_scene_duration(scene) - 1e-9) {
      result = vt_world_step(world);
      gained += vt_world_status(world)->again.gained > 0;
      vt_expectations_observe(expectations, world);
    }
    CHECK(result != VT_STEP_FAILED);
    if (result == VT_STEP_FAILED) printf("  %s: %s\n", path, vt_world_status(world)->error.message);
    CHECK(vt_expectations_count(expectations) > 0);
    compare(all, recorded_count, "gained", gained);
    for (int i = 0; i < vt_expectations_count(expectations); ++i) {
      vt_outcome outcome = vt_expectations_outcome(expectations, i);
      CHECK(outcome.passed);
      compare(all, recorded_count, outcome.name, outcome.value);
      printf("  %s: %s: wanted %s, found %g\n", path, outcome.name, outcome.wanted, outcome.value);
    }
  }
  vt_expectations_destroy(expectations);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

int main(int count, char **arguments) {
  CHECK(count > 1);
  const char *changes[32];
  recorded all[MAX_RECORDED];
  int change_count = 0, recorded_count = 0;
  for (int k = 2; k < count && k < 32; ++k) {
    char *value =
        strcmp(arguments[k], "--recorded") == 0 && k + 1 < count ? strchr(arguments[k + 1], '=') : NULL;
    if (value != NULL && recorded_count < MAX_RECORDED) {
      const char *share = strchr(value, ':');
      *value = 0;
      all[recorded_count++] =
          (recorded){arguments[++k], atof(value + 1), share != NULL ? atof(share + 1) : 0.01};
    } else {
      changes[change_count++] = arguments[k];
    }
  }
  if (count > 1) run_scene(arguments[1], changes, change_count, all, recorded_count);
  return check_report();
}
