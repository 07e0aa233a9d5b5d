// Where a scene's files come from: the disk, or memory in tests.
#ifndef VT_SCENE_FILES_H
#define VT_SCENE_FILES_H

#include <ventouse/mesh.h>
#include <ventouse/scene.h>

#include "scene/schema.h"

enum { VT_SCENE_FILE_LIMIT = 16 << 20 }; // bytes of one scene file

typedef struct vt_scene_files {
  void *user;
  // The content of a file, to be freed with free(); the reason in the error when it cannot be read.
  char *(*read)(void *user, const char *path, size_t *size, vt_error *error);
  vt_mesh *(*load_mesh)(void *user, const char *path, vt_error *error);
  int max_cells;           // of a shape that is made on the spot
  int max_points;          // that <points> samples
  const vt_schema *schema; // an open one to use, or NULL
} vt_scene_files;

vt_scene_files vt_scene_disk(void);

// vt_scene_load with other files.
vt_scene *vt_scene_load_from(const vt_scene_files *files, const char *path, const char *const *overrides,
    int override_count, vt_error *error);

// `path` as seen from the folder of the file `from`, to be freed with free().
char *vt_join_path(const char *from, const char *path, vt_error *error);

// True if two paths name the same file once "." and ".." are resolved by their letters.
bool vt_same_path(const char *a, const char *b);

#endif
