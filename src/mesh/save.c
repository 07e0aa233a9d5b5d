// Saving a mesh: written aside, flushed to disk, then renamed, so that the file is whole or absent.
#include "base/misuse.h"
#include "mesh/writer.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef bool write_function(const vt_mesh *mesh, FILE *file, vt_error *error);

static write_function *find_writer(const char *path) {
  static const struct {
    const char *ending;
    write_function *write;
  } writers[] = {{".msh", vt_write_gmsh}, {".vtk", vt_write_vtk}, {".vtu", vt_write_vtu},
      {".obj", vt_write_obj}, {".stl", vt_write_stl}, {".ply", vt_write_ply}};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot != NULL && i < sizeof writers / sizeof *writers; ++i) {
    if (strcasecmp(dot, writers[i].ending) == 0) return writers[i].write;
  }
  return NULL;
}

// A new file beside the path, its name in `aside`; -1 if it cannot be made.
static int open_aside(const char *path, char *aside, size_t size) {
  int file = -1;
  for (int attempt = 0; attempt < 1000 && file < 0; ++attempt) {
    snprintf(aside, size, "%s.part-%ld-%d", path, (long)getpid(), attempt);
    file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) break;
  }
  return file;
}

static bool fail_write(const char *path, vt_error *error) {
  return vt_fail(error, VT_IO_FAILED, "%s: cannot be written: %s", path, strerror(errno));
}

static bool write_and_flush(
    const vt_mesh *mesh, const char *path, int descriptor, write_function *write, vt_error *error) {
  FILE *file = fdopen(descriptor, "wb");
  if (file == NULL) {
    fail_write(path, error);
    close(descriptor);
    return false;
  }
  errno = 0;
  bool good = write(mesh, file, error);
  if (good && (ferror(file) || fflush(file) != 0 || fsync(descriptor) != 0)) good = fail_write(path, error);
  if (fclose(file) != 0 && good) good = fail_write(path, error);
  return good;
}

// So that the new name itself is on disk. Some file systems refuse this, and the file is whole either way.
static void flush_directory(char *path) {
  int directory = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  fsync(directory);
  close(directory);
}

static bool save(
    const vt_mesh *mesh, const char *path, char *aside, size_t size, write_function *write, vt_error *error) {
  int descriptor = open_aside(path, aside, size);
  if (descriptor < 0) return fail_write(path, error);
  bool good = write_and_flush(mesh, path, descriptor, write, error);
  if (good && rename(aside, path) != 0) good = fail_write(path, error);
  if (!good) {
    unlink(aside);
    return false;
  }
  flush_directory(aside);
  return true;
}

bool vt_mesh_save(const vt_mesh *mesh, const char *path, vt_error *error) {
  VT_NEED_OR_FAIL(mesh != NULL && path != NULL, error, false);
  write_function *write = find_writer(path);
  if (write == NULL) {
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found no known ending, expected .msh, .vtk, .vtu, .obj, .stl or .ply", path);
  }
  size_t size = strlen(path) + 48;
  char *aside = VT_NEW(char, size, error);
  if (aside == NULL) return false;
  vt_locale locale;
  bool good = vt_locale_begin(&locale, error);
  if (good) {
    good = save(mesh, path, aside, size, write, error);
    vt_locale_end(&locale);
  }
  free(aside);
  return good;
}
