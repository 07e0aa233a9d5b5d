// Includes, overrides, the locale, and many threads loading at once.
#include <locale.h>
#include <pthread.h>

#include <ventouse/scene.h>

#include "check.h"
#include "memory_files.h"
#include "scene/schema_text.h"

#define BOX "<box size='1 1 1'/>"

static void test_includes(void) {
  const memory_file list[] = {
      {"folder/main.xml", "<scene name='main' dt='0.002'><frame name='first'/>"
                          "<include file='parts/one.xml'/><rigid name='last'>" BOX "</rigid></scene>"},
      {"folder/parts/one.xml", "<scene dt='0.5'><include file='../parts/two.xml'/>"
                               "<frame name='third' parent='second'/></scene>"},
      {"folder/parts/../parts/two.xml", "<library><frame name='second' parent='first'/></library>"},
      {NULL, NULL}};
  vt_error error = {0};
  vt_scene *scene = load_memory(list, NULL, 0, &error);
  CHECK(scene != NULL);
  if (scene == NULL) {
    printf("%s\n", error.message);
    return;
  }
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_settings(model)->dt == 0.002); // not the included one's
  CHECK(vt_model_frame_count(model) == 3);
  CHECK(strcmp(vt_model_frame_name(model, 0), "first") == 0);
  CHECK(strcmp(vt_model_frame_name(model, 1), "second") == 0);
  CHECK(strcmp(vt_model_frame_name(model, 2), "third") == 0);
  vt_scene_destroy(scene);
}

static void test_overrides(void) {
  const memory_file list[] = {
      {"scene.xml", "<scene><include file='library.xml'/>"
                    "<rigid name='cube' mass='1'>" BOX "</rigid>"
                    "<sensor name='cube' energy='cube'/><frame name='hand'/></scene>"},
      {"library.xml", "<library><frame name='arm'/></library>"}, {NULL, NULL}};
  const char *overrides[] = {"scene.dt=0.25", "scene.name=a=b & c", "environment.gravity=0 0 -5",
      "rigid.mass=2", "hand.parent=arm", "environment.pressure=5", "sensor.cube.energy=all",
      "scene.dt=0.125"};
  vt_error error = {0};
  vt_scene *scene = load_memory(list, overrides, 8, &error);
  CHECK(scene != NULL);
  if (scene == NULL) {
    printf("%s\n", error.message);
    return;
  }
  const vt_settings *settings = vt_model_settings(vt_scene_model(scene));
  CHECK(settings->dt == 0.125); // the last one wins
  CHECK(settings->gravity.z == -5);
  CHECK(settings->ambient_pressure == 5);
  CHECK(strcmp(vt_scene_name(scene), "a=b & c") == 0);
  CHECK_CLOSE(vt_model_body_mass(vt_scene_model(scene), 0), 2.0, 1e-12);
  vt_scene_destroy(scene);
  // A name that two kinds share is not enough.
  const char *unclear[] = {"cube.mass=2"};
  CHECK(load_memory(list, unclear, 1, &error) == NULL);
  CHECK_CONTAINS(error.message, "--set cube.mass=2: more than one element fits");
}

// Elements inside of others: the only one of its kind, one by number, and two levels down.
static void test_overrides_inside(void) {
  const memory_file list[] = {
      {"scene.xml", "<scene duration='2'>"
                    "<rigid name='cube' density='1000'><box size='1 1 1'/></rigid>"
                    "<frame name='hand'><key time='0'/><key time='1'/></frame>"
                    "<frame name='arm'><hinge axis='0 0 1'>"
                    "<key time='0' angle='0'/><key time='1' angle='9'/></hinge></frame>"
                    "<driven name='tip' frame='arm' position='1 0 0'>"
                    "<box size='1 1 1'/></driven></scene>"},
      {NULL, NULL}};
  const char *overrides[] = {
      "rigid.cube/box.size=1 2 3", "hand/key[2].position=0 0 4", "arm/hinge/key[2].angle=90"};
  vt_error error = {0};
  vt_scene *scene = load_memory(list, overrides, 3, &error);
  if (!CHECK(scene != NULL)) {
    printf("%s\n", error.message);
    return;
  }
  CHECK_CLOSE(vt_model_body_mass(vt_scene_model(scene), 0), 6000.0, 1e-12);
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  while (vt_world_time(world) < 1 - 1e-9 && vt_world_step(world) != VT_STEP_FAILED) {}
  CHECK_CLOSE(vt_world_frame_pose(world, 0).position.z, 4.0, 1e-9);
  CHECK_CLOSE(vt_world_body_pose(world, 1).position.y, 1.0, 1e-9);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// Where a locale with a decimal comma is installed, it must not matter; the caller's locale stays.
static void test_locale(void) {
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
  const char *found = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && found == NULL; ++i)
    found = setlocale(LC_ALL, names[i]);
  char before[32];
  snprintf(before, sizeof before, "%.1f", 0.5);
  vt_error error = {0};
  vt_scene *scene = load_text("<scene dt='0.5' duration='1.25'/>", &error);
  CHECK(scene != NULL && vt_scene_duration(scene) == 1.25);
  CHECK(scene != NULL && vt_model_settings(vt_scene_model(scene))->dt == 0.5);
  vt_scene_destroy(scene);
  char after[32];
  snprintf(after, sizeof after, "%.1f", 0.5);
  CHECK(strcmp(before, after) == 0);
  printf("locale with a decimal comma: %s\n", found != NULL ? found : "none installed");
  setlocale(LC_ALL, "C");
}

static void *load_often(void *user) {
  int *good = (int *)user;
  for (int i = 0; i < 20; ++i) {
    vt_error error = {0};
    vt_scene *scene = load_text("<scene><frame name='a'/><rigid name='r'>" BOX "</rigid></scene>", &error);
    *good += scene != NULL;
    vt_scene_destroy(scene);
    scene = load_text("<scene><frame nme='a'/></scene>", &error);
    *good += scene == NULL && strstr(error.message, "did you mean 'name'?") != NULL;
  }
  return NULL;
}

static void test_threads(void) {
  pthread_t threads[4];
  int good[4] = {0};
  for (int i = 0; i < 4; ++i)
    if (pthread_create(&threads[i], NULL, load_often, &good[i]) != 0) exit(2);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; ++i) CHECK(good[i] == 40);
}

// The text in the library is the file of the sources.
static void test_schema_text(void) {
  FILE *file = fopen(VT_SOURCE_DIR "/src/scene/scene.xsd", "rb");
  CHECK(file != NULL);
  if (file == NULL) return;
  size_t i = 0;
  int c;
  while ((c = fgetc(file)) != EOF && i < vt_schema_text_size && vt_schema_text[i] == c) ++i;
  CHECK(c == EOF && i == vt_schema_text_size);
  fclose(file);
}

int main(void) {
  test_threads(); // first: libxml2 is not set up yet
  test_includes();
  test_overrides();
  test_overrides_inside();
  test_locale();
  test_schema_text();
  return check_report();
}
