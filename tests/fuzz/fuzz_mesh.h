// What every mesh fuzz target does: read the bytes as one format; a mesh that is accepted must be sound.
#ifndef VT_TESTS_FUZZ_MESH_H
#define VT_TESTS_FUZZ_MESH_H

#include "mesh/reader.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void demand(int holds) {
  if (!holds) abort();
}

static inline void fuzz_check(const vt_mesh *mesh) {
  int size = vt_cell_size(mesh->cell_kind);
  demand(mesh->triangle_count > 0 && (mesh->cell_kind == VT_CELL_NONE) == (mesh->cell_count == 0));
  for (int i = 0; i < mesh->cell_count * size; ++i)
    demand(mesh->cells[i] >= 0 && mesh->cells[i] < mesh->node_count);
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) {
    demand(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->node_count);
  }
  for (int g = 0; g < mesh->group_count; ++g) {
    const vt_mesh_group *group = &mesh->groups[g];
    for (int i = 0; i < group->node_count; ++i) {
      demand(group->nodes[i] >= 0 && group->nodes[i] < mesh->node_count);
      demand(i == 0 || group->nodes[i] > group->nodes[i - 1]);
    }
    for (int i = 0; i < group->triangle_count; ++i) {
      demand(group->triangles[i] >= 0 && group->triangles[i] < mesh->triangle_count);
      demand(i == 0 || group->triangles[i] > group->triangles[i - 1]);
    }
  }
  vt_error error = {0};
  if (mesh->cell_count > 0) demand(vt_mesh_check_closed(mesh, &error));
}

static inline int fuzz_mesh(const uint8_t *data, size_t size, vt_mesh_format format) {
  vt_error error = {0};
  char *bytes = malloc(size + 1);
  if (bytes == NULL) return 0;
  if (size > 0) memcpy(bytes, data, size);
  bytes[size] = '\0';
  vt_mesh *mesh = vt_mesh_read("fuzz", bytes, size, format, &error);
  // Either a mesh, or a reason.
  demand((mesh != NULL) == (error.code == VT_OK));
  if (mesh != NULL) {
    fuzz_check(mesh);
  } else {
    demand(strncmp(error.message, "fuzz", 4) == 0 || error.code == VT_NO_MEMORY);
    demand(strpbrk(error.message, "\r\n") == NULL);
  }
  vt_mesh_destroy(mesh);
  free(bytes);
  return 0;
}

#endif
