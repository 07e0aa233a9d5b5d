// Scene files kept in memory, for tests.
#ifndef VT_TESTS_MEMORY_FILES_H
#define VT_TESTS_MEMORY_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/files.h"

typedef struct memory_file {
  const char *path, *text;
} memory_file;

// The file of that path in a list that ends with an empty one.
static inline char *read_memory(void *user, const char *path, size_t *size, vt_error *error) {
  for (const memory_file *file = (const memory_file *)user; file->path != NULL; ++file) {
    if (strcmp(file->path, path) != 0) continue;
    *size = strlen(file->text);
    return vt_copy_string(file->text, error);
  }
  vt_fail(error, VT_BAD_INPUT, "not in memory");
  return NULL;
}

// A cube of 1 m about the origin without its middle ninth.
static inline vt_mesh *make_hollow_cube(vt_error *error) {
  vt_mesh *full =
      vt_mesh_box((vt_vec3){-0.5, -0.5, -0.5}, (vt_vec3){0.5, 0.5, 0.5}, 3, 3, 3, VT_CELL_HEX8, error);
  if (full == NULL) return NULL;
  int *middle = full->cells + (size_t)8 * 13;
  memmove(middle, middle + 8, (size_t)8 * 13 * sizeof *middle);
  vt_mesh *hollow =
      vt_mesh_create("hollow", full->nodes, full->node_count, VT_CELL_HEX8, full->cells, 26, NULL, 0, error);
  vt_mesh_destroy(full);
  return hollow;
}

// Whatever the path: a cube of 1 m about the origin, hollow if it is called so.
static inline vt_mesh *load_memory_mesh(void *user, const char *path, vt_error *error) {
  (void)user;
  if (strcmp(path, "hollow.msh") == 0) return make_hollow_cube(error);
  return vt_mesh_box((vt_vec3){-0.5, -0.5, -0.5}, (vt_vec3){0.5, 0.5, 0.5}, 2, 2, 2, VT_CELL_HEX8, error);
}

static inline vt_scene *load_memory(
    const memory_file *list, const char *const *overrides, int override_count, vt_error *error) {
  vt_scene_files files = {(void *)(size_t)list, read_memory, load_memory_mesh, 1000, 100000, NULL};
  return vt_scene_load_from(&files, list->path, overrides, override_count, error);
}

// One scene without includes.
static inline vt_scene *load_text(const char *text, vt_error *error) {
  const memory_file list[] = {{"scene.xml", text}, {NULL, NULL}};
  return load_memory(list, NULL, 0, error);
}

// One that must load: else its message is printed and the program ends.
static inline vt_scene *must_load(const char *text) {
  vt_error error = {0};
  vt_scene *scene = load_text(text, &error);
  if (scene != NULL) return scene;
  printf("%s\n", error.message);
  exit(1);
}

#endif
