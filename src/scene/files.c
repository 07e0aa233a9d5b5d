// Where a scene's files come from: the disk, or memory in tests.
#include "scene/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// Reads to the end of the file or to one byte above the limit.
static bool read_all(FILE *file, char **bytes, size_t *size, vt_error *error) {
  size_t capacity = 0;
  while (*size <= VT_SCENE_FILE_LIMIT) {
    if (!VT_RESERVE(bytes, &capacity, *size + 65536, error)) return false;
    size_t got = fread(*bytes + *size, 1, capacity - *size, file);
    *size += got;
    if (got == 0) break;
  }
  if (ferror(file)) return vt_fail(error, VT_IO_FAILED, "%s", strerror(errno));
  if (*size > VT_SCENE_FILE_LIMIT)
    return vt_fail(error, VT_BAD_INPUT, "the file is larger than %d MB", VT_SCENE_FILE_LIMIT >> 20);
  return true;
}

static char *read_disk(void *user, const char *path, size_t *size, vt_error *error) {
  (void)user;
  *size = 0;
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    vt_fail(error, VT_BAD_INPUT, "%s", strerror(errno));
    return NULL;
  }
  char *bytes = NULL;
  bool read = read_all(file, &bytes, size, error);
  fclose(file);
  if (!read) {
    free(bytes);
    return NULL;
  }
  return bytes;
}

static vt_mesh *load_disk_mesh(void *user, const char *path, vt_error *error) {
  (void)user;
  return vt_mesh_load(path, error);
}

vt_scene_files vt_scene_disk(void) {
  return (vt_scene_files){NULL, read_disk, load_disk_mesh, 2000000, 10000000, NULL};
}

char *vt_join_path(const char *from, const char *path, vt_error *error) {
  const char *slash = strrchr(from, '/');
  if (path[0] == '/' || slash == NULL) return vt_copy_string(path, error);
  size_t folder = (size_t)(slash - from) + 1;
  char *joined = VT_NEW(char, folder + strlen(path) + 1, error);
  if (joined == NULL) return NULL;
  memcpy(joined, from, folder);
  memcpy(joined + folder, path, strlen(path) + 1);
  return joined;
}

// The last part of path[0..*end) that counts, moving *end before it; NULL when none is left.
static const char *last_part(const char *path, size_t *end, size_t *length) {
  size_t skip = 0;
  while (*end > 0) {
    size_t stop = *end;
    while (stop > 0 && path[stop - 1] == '/') --stop;
    size_t start = stop;
    while (start > 0 && path[start - 1] != '/') --start;
    *end = start;
    *length = stop - start;
    const char *part = path + start;
    if (*length == 0 || (*length == 1 && part[0] == '.')) continue;
    if (*length == 2 && part[0] == '.' && part[1] == '.') {
      ++skip;
      continue;
    }
    if (skip == 0) return part;
    --skip;
  }
  *length = skip; // parts above the start
  return NULL;
}

bool vt_same_path(const char *a, const char *b) {
  if ((a[0] == '/') != (b[0] == '/')) return false;
  size_t end_a = strlen(a), end_b = strlen(b);
  for (;;) {
    size_t length_a = 0, length_b = 0;
    const char *part_a = last_part(a, &end_a, &length_a);
    const char *part_b = last_part(b, &end_b, &length_b);
    if (part_a == NULL || part_b == NULL) return part_a == part_b && length_a == length_b;
    if (length_a != length_b || memcmp(part_a, part_b, length_a) != 0) return false;
  }
}
