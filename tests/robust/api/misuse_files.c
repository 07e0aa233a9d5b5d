// Scenes, expectations, recorders and contact problems that are not there, and numbers that they do not have.
#include "misuse.h"

#include <stdlib.h>
#include <unistd.h>

// A scene with one body and one expectation, which is all that is needed to be asked for a second.
static vt_scene *good_scene(void) {
  char path[] = "/tmp/ventouse-misuse-XXXXXX";
  int file = mkstemp(path);
  FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
  if (!CHECK(stream != NULL)) return NULL;
  fputs("<scene><fixed name='f'><box size='1 1 1'/></fixed><expect name='e' body='f' z_above='-1'/></scene>",
      stream);
  fclose(stream);
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(path, NULL, 0, &error);
  if (!CHECK(scene != NULL)) printf("%s\n", error.message);
  unlink(path);
  return scene;
}

static void scenes(const vt_scene *good) {
  vt_error none = {0};
  REFUSED(vt_scene_load(NULL, NULL, 0, error), NULL);
  REFUSED(vt_scene_load("scene.xml", NULL, 2, error), NULL);
  REFUSED(vt_scene_load("scene.xml", NULL, -1, error), NULL);
  CHECK(vt_scene_model(NULL) == NULL && vt_scene_name(NULL) == NULL && vt_scene_path(NULL) == NULL);
  CHECK(vt_scene_duration(NULL) == 0 && vt_scene_frame_interval(NULL) == 0);
  CHECK(vt_scene_warning_count(NULL) == 0 && vt_scene_warning(NULL, 0) == NULL);
  REFUSED(vt_expectations_create(NULL, error), NULL);
  vt_expectations *expectations = vt_expectations_create(good, &none);
  vt_expectations_observe(expectations, NULL);
  vt_expectations_observe(NULL, NULL);
  CHECK(vt_expectations_count(NULL) == 0 && !vt_expectations_outcome(NULL, 0).passed);
  for (int k = 0; k < BAD_NUMBERS; ++k) {
    CHECK(vt_scene_warning(good, bad_numbers[k]) == NULL);
    vt_outcome outcome = vt_expectations_outcome(expectations, bad_numbers[k]);
    CHECK(!outcome.passed && outcome.name[0] == '\0' && outcome.missing[0] != '\0');
  }
  vt_expectations_destroy(expectations);
  vt_expectations_destroy(NULL);
  vt_scene_destroy(NULL);
}

static void recorders(const vt_scene *good, const vt_world *world) {
  vt_recorder_options options = {.folder = "/tmp/never"}, nowhere = {0};
  REFUSED(vt_recorder_create(NULL, world, &options, error), NULL);
  REFUSED(vt_recorder_create(good, NULL, &options, error), NULL);
  REFUSED(vt_recorder_create(good, world, NULL, error), NULL);
  REFUSED(vt_recorder_create(good, world, &nowhere, error), NULL);
  REFUSED(vt_recorder_step(NULL, error), false);
  vt_recorder_set_stop(NULL, NULL, NULL);
  REFUSED(vt_recorder_warn(NULL, "w", error), false);
  REFUSED(vt_recorder_finish(NULL, NULL, NULL, error), false);
  char text[8] = "before";
  vt_recorder_describe_trouble(NULL, VT_TROUBLE_REDONE, text, sizeof text);
  CHECK(text[0] == '\0' && vt_recorder_trouble(NULL, VT_TROUBLE_REDONE).steps == 0);
  vt_recorder_describe_trouble(NULL, VT_TROUBLE_REDONE, NULL, 0);
  vt_gallery_run unnamed = {0};
  REFUSED(vt_gallery_write(NULL, "title", NULL, 0, error), false);
  REFUSED(vt_gallery_write("/tmp/never", NULL, NULL, 0, error), false);
  REFUSED(vt_gallery_write("/tmp/never", "title", NULL, 1, error), false);
  REFUSED(vt_gallery_write("/tmp/never", "title", &unnamed, 1, error), false);
  REFUSED(vt_gallery_write("/tmp/never", "title", &unnamed, -1, error), false);
  vt_recorder_destroy(NULL);
}

static void contact_problems(void) {
  vt_contact_options options = vt_contact_options_default();
  vt_contact_problem none = {0}, hollow = {.contact_count = 1}, less = {.contact_count = -1};
  vt_contact_result result;
  double f[3] = {0};
  REFUSED(vt_contact_problem_load(NULL, error), NULL);
  REFUSED(vt_solve_contact(NULL, &options, f, &result, error), false);
  REFUSED(vt_solve_contact(&none, NULL, f, &result, error), false);
  REFUSED(vt_solve_contact(&hollow, &options, NULL, &result, error), false);
  REFUSED(vt_solve_contact(&none, &options, f, NULL, error), false);
  REFUSED(vt_solve_contact(&hollow, &options, f, &result, error), false);
  REFUSED(vt_solve_contact(&less, &options, f, &result, error), false);
  vt_contact_problem_destroy(NULL);
}

int misuse_files(void) {
  vt_error none = {0};
  vt_scene *scene = good_scene();
  if (scene == NULL) return check_report();
  vt_world *world = vt_world_create(vt_scene_model(scene), &none);
  scenes(scene);
  recorders(scene, world);
  contact_problems();
  vt_scene_destroy(scene); // before its world
  vt_world_destroy(world);
  return check_report();
}
