// Recording a made-up world into a folder of its own, and looking at what was written. Include after check.h.
#ifndef VT_TESTS_RECORDING_H
#define VT_TESTS_RECORDING_H

#include "double.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

static char root[256];

static inline char *path_of(const char *name) {
  static char paths[4][600];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", root, name);
  return path;
}

// The whole file as text, to be freed; NULL if there is none.
static inline char *slurp(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  if (fread(text, 1, size, file) != size) size = 0;
  fclose(file);
  return text;
}

static inline int count_lines(const char *text) {
  int lines = 0;
  for (; *text != '\0'; ++text) lines += *text == '\n';
  return lines;
}

static inline int count_entries(const char *path) {
  DIR *listing = opendir(path);
  int entries = -2;
  while (listing != NULL && readdir(listing) != NULL) ++entries;
  if (listing != NULL) closedir(listing);
  return listing == NULL ? -1 : entries;
}

static inline int count_text(const char *text, const char *part) {
  int count = 0;
  for (; (text = strstr(text, part)) != NULL; ++text) ++count;
  return count;
}

// Records `steps` steps into root/name; true if all went well.
static inline bool record(
    double_world *w, const char *name, bool vtu, int steps, const char *failure, vt_error *error) {
  vt_recorder_options options = {path_of(name), vtu};
  w->status.steps = 0;
  vt_recorder *recorder = vt_recorder_create(double_scene(w), double_as_world(w), &options, error);
  bool good = recorder != NULL && vt_recorder_step(recorder, error);
  for (int i = 0; good && i < steps; ++i) {
    double_step(w);
    good = vt_recorder_step(recorder, error);
  }
  good = good && vt_recorder_finish(recorder, double_expectations(w), failure, error);
  vt_recorder_destroy(recorder);
  return good;
}

static inline double real(json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

// A folder, and a world with a soft and a hard body to record there.
static inline double_world begin_recording(void) {
  snprintf(
      root, sizeof root, "%s/ventouse-recorder-XXXXXX", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
  if (mkdtemp(root) == NULL) exit(1);
  vt_error error = {0};
  vt_vec3 low = {0, 0, 0}, high = {0.03, 0.03, 0.03};
  double_world w = double_world_default();
  w.soft = vt_mesh_box(low, high, 2, 2, 2, VT_CELL_TET4, &error);
  w.hard = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, &error);
  if (!CHECK(w.soft != NULL && w.hard != NULL)) exit(1);
  w.velocities = calloc((size_t)w.soft->node_count, sizeof(vt_vec3));
  return w;
}

static inline void end_recording(double_world *w) {
  free(w->velocities);
  vt_mesh_destroy((vt_mesh *)w->soft);
  vt_mesh_destroy((vt_mesh *)w->hard);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  if (getenv("KEEP") == NULL && system(command) != 0) exit(1);
}

#endif
