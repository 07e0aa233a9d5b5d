// Fuzz target: the scene reader. The input is up to three texts with zero bytes between: the scene, the file
// that every include gets, and an override. Meshes are a small box whatever their path, a hollow one if it is
// h.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_text {
  const char *bytes;
  size_t size;
} fuzz_text;

typedef struct fuzz_input {
  fuzz_text scene, include, override;
} fuzz_input;

static void demand(int holds) {
  if (!holds) abort();
}

static fuzz_text next_text(const char **at, const char *end) {
  const char *start = *at;
  const char *zero = start < end ? (const char *)memchr(start, '\0', (size_t)(end - start)) : NULL;
  *at = zero != NULL ? zero + 1 : end;
  return (fuzz_text){start, (size_t)((zero != NULL ? zero : end) - start)};
}

static char *read_input(void *user, const char *path, size_t *size, vt_error *error) {
  const fuzz_input *input = (const fuzz_input *)user;
  const fuzz_text *text = strcmp(path, "scene.xml") == 0 ? &input->scene : &input->include;
  *size = text->size;
  return (char *)vt_copy_block(text->bytes, text->size, 1, error);
}

static vt_mesh *make_hollow_box(vt_error *error) {
  vt_mesh *full = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){3, 3, 3}, 3, 3, 3, VT_CELL_HEX8, error);
  if (full == NULL) return NULL;
  int *middle = full->cells + (size_t)8 * 13;
  memmove(middle, middle + 8, (size_t)8 * 13 * sizeof *middle);
  vt_mesh *hollow =
      vt_mesh_create("h", full->nodes, full->node_count, VT_CELL_HEX8, full->cells, 26, NULL, 0, error);
  vt_mesh_destroy(full);
  return hollow;
}

static vt_mesh *load_box(void *user, const char *path, vt_error *error) {
  (void)user;
  if (strcmp(path, "h") == 0) return make_hollow_box(error);
  return vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, 1, 1, 1, VT_CELL_TET4, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *at = (const char *)data, *end = at + size;
  fuzz_input input;
  input.scene = next_text(&at, end);
  input.include = next_text(&at, end);
  input.override = next_text(&at, end);
  char override[200] = "";
  size_t length = input.override.size < sizeof override ? input.override.size : sizeof override - 1;
  if (length > 0) memcpy(override, input.override.bytes, length);
  const char *overrides[] = {override};
  static vt_schema schema; // opened once: that takes longer than all the rest
  vt_error error = {0};
  if (schema.rules == NULL) demand(vt_schema_open(&schema, &error));
  vt_scene_files files = {&input, read_input, load_box, 64, 256, &schema};
  vt_scene *scene = vt_scene_load_from(&files, "scene.xml", overrides, length > 0, &error);
  // Either a scene, or a reason on one line.
  demand((scene != NULL) == (error.code == VT_OK));
  if (scene == NULL) demand(error.message[0] != '\0' && strpbrk(error.message, "\r\n") == NULL);
  if (scene != NULL) {
    vt_expectations *expectations = vt_expectations_create(scene, &error);
    demand(expectations != NULL);
    for (int i = 0; i < vt_expectations_count(expectations); ++i)
      demand(!vt_expectations_outcome(expectations, i).passed);
    vt_expectations_destroy(expectations);
  }
  vt_scene_destroy(scene);
  return 0;
}
