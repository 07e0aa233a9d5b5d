// From a path to a mesh: reads the file, tells its format, calls the reader.
#include "base/misuse.h"
#include "base/file.h"
#include "base/memory.h"
#include "mesh/reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct format_entry {
  vt_mesh_format format;
  const char *ending;
  const char *cell_word, *surface_word;
  bool (*read)(vt_cursor *cursor, vt_raw *raw);
} format_entry;

static const format_entry formats[] = {
    {VT_FORMAT_GMSH, ".msh", "element", "element", vt_read_gmsh},
    {VT_FORMAT_VTK, ".vtk", "cell", "cell", vt_read_vtk},
    {VT_FORMAT_VTU, ".vtu", "cell", "cell", vt_read_vtu},
    {VT_FORMAT_OBJ, ".obj", "face", "face", vt_read_obj},
    {VT_FORMAT_STL, ".stl", "facet", "facet", vt_read_stl},
    {VT_FORMAT_PLY, ".ply", "face", "face", vt_read_ply},
    {VT_FORMAT_MEDIT, ".mesh", "cell", "element", vt_read_medit},
    {VT_FORMAT_OFF, ".off", "face", "face", vt_read_off},
};

static bool starts(const char *bytes, size_t size, const char *text) {
  size_t length = strlen(text);
  return size >= length && memcmp(bytes, text, length) == 0;
}

// The first word that is not a comment.
static vt_word first_word(const char *bytes, size_t size) {
  vt_cursor cursor = vt_cursor_open("", bytes, size, NULL);
  vt_word word = vt_cursor_word(&cursor);
  while (vt_word_starts(word, "#")) {
    vt_cursor_rest_of_line(&cursor);
    word = vt_cursor_word(&cursor);
  }
  return word;
}

static bool looks_like_obj(vt_word word) {
  static const char *words[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
    if (vt_word_is(word, words[i])) return true;
  }
  return false;
}

vt_mesh_format vt_mesh_guess_format(const char *name, const char *bytes, size_t size) {
  vt_cursor cursor = vt_cursor_open(name, bytes, size, NULL);
  vt_cursor_skip_space(&cursor);
  const char *text = cursor.at;
  size_t left = vt_cursor_left(&cursor);
  if (starts(text, left, "$MeshFormat") || starts(text, left, "$Comments") || starts(text, left, "$NOD"))
    return VT_FORMAT_GMSH;
  if (starts(text, left, "# vtk DataFile")) return VT_FORMAT_VTK;
  if (starts(text, left, "<")) return VT_FORMAT_VTU;
  if (starts(bytes, size, "ply\n") || starts(bytes, size, "ply\r")) return VT_FORMAT_PLY;
  if (vt_stl_is_binary(bytes, size) || starts(text, left, "solid")) return VT_FORMAT_STL;
  vt_word word = first_word(bytes, size);
  if (vt_word_is(word, "MeshVersionFormatted")) return VT_FORMAT_MEDIT;
  if (vt_off_is_header(word)) return VT_FORMAT_OFF;
  if (looks_like_obj(word)) return VT_FORMAT_OBJ;
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot != NULL && i < sizeof formats / sizeof *formats; ++i) {
    if (strcasecmp(dot, formats[i].ending) == 0) return formats[i].format;
  }
  return VT_FORMAT_UNKNOWN;
}

static vt_mesh *read_as(
    const format_entry *entry, const char *name, const char *bytes, size_t size, vt_error *error) {
  vt_cursor cursor = vt_cursor_open(name, bytes, size, error);
  vt_raw raw = {0};
  vt_mesh *mesh = NULL;
  if (vt_raw_init(&raw, name, entry->cell_word, entry->surface_word, error) && entry->read(&cursor, &raw)) {
    mesh = vt_raw_assemble(&raw, error);
  }
  if (mesh != NULL && raw.warning[0] != '\0') {
    mesh->warning = vt_copy_string(raw.warning, error);
    if (mesh->warning == NULL) {
      vt_mesh_destroy(mesh);
      mesh = NULL;
    }
  }
  vt_raw_free(&raw);
  return mesh;
}

vt_mesh *vt_mesh_read(
    const char *name, const char *bytes, size_t size, vt_mesh_format format, vt_error *error) {
  if (size == 0) {
    vt_fail(error, VT_BAD_INPUT, "%s: is empty, expected a mesh", name);
    return NULL;
  }
  if (format == VT_FORMAT_UNKNOWN) format = vt_mesh_guess_format(name, bytes, size);
  vt_locale locale;
  if (!vt_locale_begin(&locale, error)) return NULL;
  vt_mesh *mesh = NULL;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
    if (formats[i].format == format) mesh = read_as(&formats[i], name, bytes, size, error);
  }
  vt_locale_end(&locale);
  if (format == VT_FORMAT_UNKNOWN) {
    vt_fail(error, VT_BAD_INPUT,
        "%s: is of an unknown format, expected Gmsh (.msh), VTK (.vtk, .vtu), Medit (.mesh), OBJ, OFF, STL "
        "or PLY",
        name);
  }
  return mesh;
}

vt_mesh *vt_mesh_load(const char *path, vt_error *error) {
  VT_NEED_OR_FAIL(path != NULL, error, NULL);
  size_t size = 0;
  char *bytes = vt_read_file(path, "a mesh file", &size, error);
  if (bytes == NULL) return NULL;
  vt_mesh *mesh = vt_mesh_read(path, bytes, size, VT_FORMAT_UNKNOWN, error);
  free(bytes);
  return mesh;
}
