// Bad meshes: each is refused with one clear line; none crashes.
#include "bad_meshes.h"

#include "mesh/reader.h"

#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES VT_SOURCE_DIR "/tests/unit/mesh/files/"

void expect_bad(const char *name, const char *data, unsigned long size, const char *part) {
  vt_error error = {0};
  int failed = check_failed;
  // The exact size on the heap, so that a sanitizer sees any step beyond the '\0'.
  if (size == 0) size = strlen(data);
  char *bytes = malloc(size + 1);
  if (!CHECK(bytes != NULL)) return;
  memcpy(bytes, data, size);
  bytes[size] = '\0';
  vt_mesh *mesh = vt_mesh_read(name, bytes, size, VT_FORMAT_UNKNOWN, &error);
  CHECK(mesh == NULL);
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, part);
  CHECK(strncmp(error.message, name, strlen(name)) == 0);
  CHECK(strpbrk(error.message, "\r\n") == NULL);
  if (check_failed > failed) printf("  in %s\n", name);
  vt_mesh_destroy(mesh);
  free(bytes);
}

static void expect_bad_path(const char *path, const char *part) {
  vt_error error = {0};
  CHECK(vt_mesh_load(path, &error) == NULL);
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, part);
  CHECK_CONTAINS(error.message, path);
}

static void test_paths(void) {
  char folder[] = "/tmp/ventouse-bad-XXXXXX", path[64];
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  expect_bad_path(folder, "is a directory");
  snprintf(path, sizeof path, "%s/missing.msh", folder);
  expect_bad_path(path, "cannot be opened: No such file");
  snprintf(path, sizeof path, "%s/pipe.msh", folder);
  CHECK(mkfifo(path, 0600) == 0);
  expect_bad_path(path, "is not a regular file");
  unlink(path);
  snprintf(path, sizeof path, "%s/empty.msh", folder);
  FILE *file = fopen(path, "w");
  if (CHECK(file != NULL)) fclose(file);
  expect_bad_path(path, "is empty");
  unlink(path);
  rmdir(folder);
}

// A sample cut at many lengths is refused, except where only blanks or values after the cells are lost.
static void test_truncated(const char *name, size_t from_end) {
  char path[512];
  snprintf(path, sizeof path, FILES "%s", name);
  FILE *file = fopen(path, "rb");
  if (!CHECK(file != NULL)) return;
  static char all[65536];
  size_t size = fread(all, 1, sizeof all, file);
  fclose(file);
  int failed = check_failed;
  for (size_t cut = 1; cut < size; cut += 1 + cut / 40) {
    vt_error error = {0};
    char *bytes = malloc(cut + 1);
    if (!CHECK(bytes != NULL)) return;
    memcpy(bytes, all, cut);
    bytes[cut] = '\0';
    vt_mesh *mesh = vt_mesh_read(name, bytes, cut, VT_FORMAT_UNKNOWN, &error);
    if (cut + from_end < size) {
      CHECK(mesh == NULL);
      CHECK(error.code == VT_BAD_INPUT && strlen(error.message) > 10);
    }
    if (check_failed > failed) {
      printf("  %s cut at %zu of %zu: %s\n", name, cut, size, error.message);
      failed = check_failed;
    }
    vt_mesh_destroy(mesh);
    free(bytes);
  }
}

int main(void) {
  test_bad_text();
  test_bad_binary();
  test_paths();
  const char *samples[] = {"tet4-22-text.msh", "tet4-22-binary.msh", "tet4-41-text.msh", "tet4-41-binary.msh",
      "tet10-41-binary.msh", "hex8-42-text.vtk", "tet4-42-binary.vtk", "tet4-51-binary.vtk",
      "surface-51-text.vtk", "tet4-ascii.vtu", "tet4-binary-zlib.vtu", "tet4-appended-base64.vtu",
      "tet4-appended-raw.vtu", "tet4-appended-raw-zlib.vtu", "surface-text.stl", "surface-binary.stl",
      "surface-text.ply", "surface-little.ply", "tet4-gmsh.mesh", "surface.off"};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; ++i) test_truncated(samples[i], 16);
  return check_report();
}
