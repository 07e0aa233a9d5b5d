// Legacy VTK files, versions 1 to 5: unstructured grids and polygonal data.
#include "base/memory.h"
#include "mesh/vtk_cells.h"

#include <limits.h>
#include <stdlib.h>

// Lists of point numbers, one list a cell.
typedef struct cell_lists {
  int64_t count;
  int64_t *starts; // count + 1, into ids
  int64_t *ids;
  int *lines; // of each id, in text files; else NULL
} cell_lists;

typedef struct vtk_file {
  vt_cursor *cursor;
  vt_raw *raw;
  int major; // version
  bool binary, polydata;
  bool have_points;
  cell_lists cells;
  int64_t type_count; // -1 before CELL_TYPES
  int64_t *types;
} vtk_file;

static void free_lists(cell_lists *lists) {
  free(lists->starts);
  free(lists->ids);
  free(lists->lines);
  *lists = (cell_lists){0};
}

static vt_scalar scalar_of(vt_word word) {
  static const struct {
    const char *name;
    vt_scalar scalar;
  } names[] = {{"char", VT_SCALAR_INT8}, {"signed_char", VT_SCALAR_INT8}, {"unsigned_char", VT_SCALAR_UINT8},
      {"short", VT_SCALAR_INT16}, {"unsigned_short", VT_SCALAR_UINT16}, {"int", VT_SCALAR_INT32},
      {"unsigned_int", VT_SCALAR_UINT32}, {"long", VT_SCALAR_INT64}, {"unsigned_long", VT_SCALAR_UINT64},
      {"vtktypeint64", VT_SCALAR_INT64}, {"vtktypeuint64", VT_SCALAR_UINT64}, {"vtkidtype", VT_SCALAR_INT32},
      {"float", VT_SCALAR_FLOAT}, {"double", VT_SCALAR_DOUBLE}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (vt_word_is_any_case(word, names[i].name)) return names[i].scalar;
  }
  return VT_SCALAR_NONE;
}

static bool read_scalar_type(vt_cursor *cursor, vt_scalar *scalar) {
  char text[40];
  vt_word word = vt_cursor_word(cursor);
  *scalar = scalar_of(word);
  if (*scalar != VT_SCALAR_NONE) return true;
  return vt_cursor_fail(
      cursor, "found data type %s, expected one like float, double or int", vt_word_show(word, text));
}

// One number of either kind; the room for it has been checked in binary files.
static bool read_integer(vtk_file *file, vt_scalar scalar, int64_t *value) {
  if (!file->binary) return vt_cursor_integer(file->cursor, "a number", INT64_MIN, INT64_MAX, value);
  *value = vt_scalar_integer(scalar, file->cursor->at, file->cursor->swap);
  file->cursor->at += vt_scalar_size(scalar);
  return true;
}

static bool read_number(vtk_file *file, vt_scalar scalar, double *value) {
  if (!file->binary) return vt_cursor_number(file->cursor, "a coordinate", value);
  *value = vt_scalar_number(scalar, file->cursor->at, file->cursor->swap);
  file->cursor->at += vt_scalar_size(scalar);
  return true;
}

// Starts an array of values: in a binary file they follow the end of this line.
static bool start_array(vtk_file *file, int64_t count, vt_scalar scalar, const char *what) {
  size_t bytes = file->binary ? vt_scalar_size(scalar) : 2;
  if (file->binary) vt_cursor_rest_of_line(file->cursor);
  if (!vt_cursor_room(file->cursor, count, bytes, what)) return false;
  if (!file->binary || (uint64_t)count * bytes <= vt_cursor_left(file->cursor)) return true;
  return vt_cursor_fail(
      file->cursor, "found the end of the file in the %s, expected %lld", what, (long long)count);
}

static bool read_points(vtk_file *file) {
  vt_cursor *cursor = file->cursor;
  int64_t count;
  vt_scalar scalar;
  if (file->have_points) return vt_cursor_fail(cursor, "found POINTS twice, expected it once");
  file->have_points = true;
  if (!vt_cursor_integer(cursor, "number of points", 0, INT_MAX / 3, &count)) return false;
  if (!read_scalar_type(cursor, &scalar)) return false;
  if (!start_array(file, 3 * count, scalar, "coordinates")) return false;
  for (int64_t i = 0; i < count; ++i) {
    vt_vec3 x;
    if (!read_number(file, scalar, &x.x) || !read_number(file, scalar, &x.y) ||
        !read_number(file, scalar, &x.z)) {
      return false;
    }
    int line = file->binary ? 0 : vt_cursor_line_number(cursor);
    if (!vt_raw_add_node(file->raw, x, i, line, cursor->error)) return false;
  }
  return true;
}

// Version 5: offsets and connectivity as arrays of their own.
static bool read_offset_lists(vtk_file *file, int64_t offset_count, int64_t id_count, cell_lists *lists) {
  vt_cursor *cursor = file->cursor;
  vt_scalar scalar;
  if (!vt_cursor_expect(cursor, "OFFSETS") || !read_scalar_type(cursor, &scalar)) return false;
  if (!start_array(file, offset_count, scalar, "offsets")) return false;
  lists->starts = VT_NEW(int64_t, offset_count + 1, cursor->error);
  if (lists->starts == NULL) return false;
  lists->count = offset_count > 0 ? offset_count - 1 : 0;
  for (int64_t i = 0; i < offset_count; ++i) {
    if (!read_integer(file, scalar, &lists->starts[i])) return false;
    int64_t least = i > 0 ? lists->starts[i - 1] : 0, max = i > 0 ? id_count : 0;
    if (lists->starts[i] < least || lists->starts[i] > max) {
      return vt_cursor_fail(cursor, "found offset %lld, expected %lld to %lld", (long long)lists->starts[i],
          (long long)least, (long long)max);
    }
  }
  if (!vt_cursor_expect(cursor, "CONNECTIVITY") || !read_scalar_type(cursor, &scalar)) return false;
  if (!start_array(file, id_count, scalar, "connectivity")) return false;
  lists->ids = VT_NEW(int64_t, id_count, cursor->error);
  if (!file->binary) lists->lines = VT_NEW(int, id_count + 1, cursor->error);
  if (lists->ids == NULL || (!file->binary && lists->lines == NULL)) return false;
  for (int64_t i = 0; i < id_count; ++i) {
    if (!read_integer(file, scalar, &lists->ids[i])) return false;
    if (lists->lines != NULL) lists->lines[i] = cursor->line;
  }
  return true;
}

// Before version 5: each list after its length, `size` numbers in all.
static bool read_counted_lists(vtk_file *file, int64_t count, int64_t size, cell_lists *lists) {
  vt_cursor *cursor = file->cursor;
  if (!start_array(file, size, VT_SCALAR_INT32, "numbers of cells")) return false;
  if (count > size) {
    return vt_cursor_fail(cursor, "found %lld cells in %lld numbers, expected at least one each",
        (long long)count, (long long)size);
  }
  lists->count = count;
  lists->starts = VT_NEW(int64_t, count + 1, cursor->error);
  lists->ids = VT_NEW(int64_t, size, cursor->error);
  if (!file->binary) lists->lines = VT_NEW(int, size + 1, cursor->error);
  if (lists->starts == NULL || lists->ids == NULL || (!file->binary && lists->lines == NULL)) return false;
  int64_t left = size, used = 0;
  for (int64_t c = 0; c < count; ++c) {
    int64_t length;
    if (left == 0) return vt_cursor_fail(cursor, "found fewer numbers of cells than the cells need");
    if (!read_integer(file, VT_SCALAR_INT32, &length)) return false;
    --left;
    if (length < 0 || length > left) {
      return vt_cursor_fail(cursor, "cell %lld has %lld points, expected 0 to the %lld numbers left",
          (long long)c, (long long)length, (long long)left);
    }
    left -= length;
    lists->starts[c] = used;
    for (; length > 0; --length) {
      if (lists->lines != NULL) lists->lines[used] = cursor->line;
      if (!read_integer(file, VT_SCALAR_INT32, &lists->ids[used++])) return false;
    }
  }
  lists->starts[count] = used;
  if (left == 0) return true;
  return vt_cursor_fail(
      cursor, "found %lld numbers more than the cells have, expected none", (long long)left);
}

static bool read_lists(vtk_file *file, cell_lists *lists) {
  int64_t first, second;
  if (!vt_cursor_integer(file->cursor, "number of cells", 0, INT_MAX, &first)) return false;
  if (!vt_cursor_integer(file->cursor, "size of the cells", 0, INT_MAX, &second)) return false;
  // Text before version 5 goes on with numbers, version 5 with a word.
  if (file->major >= 5) return read_offset_lists(file, first, second, lists);
  return read_counted_lists(file, first, second, lists);
}

static bool add_lists(vtk_file *file, const cell_lists *lists, const int64_t *types, int64_t one_type) {
  if (!file->have_points) return vt_cursor_fail(file->cursor, "found cells without POINTS");
  for (int64_t c = 0; c < lists->count; ++c) {
    int64_t start = lists->starts[c];
    vt_vtk_cell cell = {types != NULL ? types[c] : one_type, lists->ids + start, lists->starts[c + 1] - start,
        c, lists->lines != NULL ? lists->lines[start] : 0};
    if (!vt_vtk_add_cell(file->raw, &cell, 0, file->raw->node_count, file->cursor->error)) return false;
  }
  return true;
}

static bool read_polygons(vtk_file *file, int64_t type) {
  cell_lists lists = {0};
  bool good = read_lists(file, &lists) && add_lists(file, &lists, NULL, type);
  free_lists(&lists);
  return good;
}

static bool read_types(vtk_file *file) {
  vt_cursor *cursor = file->cursor;
  if (file->type_count >= 0) return vt_cursor_fail(cursor, "found CELL_TYPES twice, expected it once");
  if (!vt_cursor_integer(cursor, "number of cell types", 0, INT_MAX, &file->type_count)) return false;
  if (!start_array(file, file->type_count, VT_SCALAR_INT32, "cell types")) return false;
  file->types = VT_NEW(int64_t, file->type_count, cursor->error);
  if (file->types == NULL) return false;
  for (int64_t i = 0; i < file->type_count; ++i) {
    if (!read_integer(file, VT_SCALAR_INT32, &file->types[i])) return false;
  }
  return true;
}

// Arrays of a FIELD before the points: name, components, tuples, type, values.
static bool skip_field(vtk_file *file) {
  vt_cursor *cursor = file->cursor;
  int64_t arrays, components, tuples;
  vt_cursor_word(cursor);
  if (!vt_cursor_integer(cursor, "number of arrays", 0, 1000000, &arrays)) return false;
  for (int64_t a = 0; a < arrays; ++a) {
    vt_scalar scalar;
    vt_cursor_word(cursor);
    if (!vt_cursor_integer(cursor, "number of components", 0, 1 << 20, &components)) return false;
    if (!vt_cursor_integer(cursor, "number of tuples", 0, 1 << 30, &tuples)) return false;
    if (!read_scalar_type(cursor, &scalar)) return false;
    if (!start_array(file, components * tuples, scalar, "values")) return false;
    if (file->binary) {
      cursor->at += (size_t)(components * tuples) * vt_scalar_size(scalar);
      continue;
    }
    for (int64_t i = 0; i < components * tuples; ++i) vt_cursor_word(cursor);
  }
  return true;
}

static void skip_metadata(vt_cursor *cursor) {
  vt_cursor_rest_of_line(cursor);
  while (cursor->at < cursor->end && vt_cursor_rest_of_line(cursor).length > 0) {}
}

static bool read_part(vtk_file *file, vt_word word) {
  char text[40];
  if (vt_word_is_any_case(word, "POINTS")) return read_points(file);
  if (vt_word_is_any_case(word, "FIELD")) return skip_field(file);
  if (vt_word_is_any_case(word, "METADATA")) {
    skip_metadata(file->cursor);
    return true;
  }
  if (file->polydata) {
    if (vt_word_is_any_case(word, "POLYGONS")) return read_polygons(file, VT_VTK_POLYGON);
    if (vt_word_is_any_case(word, "TRIANGLE_STRIPS")) return read_polygons(file, VT_VTK_STRIP);
    if (vt_word_is_any_case(word, "VERTICES")) return read_polygons(file, 2);
    if (vt_word_is_any_case(word, "LINES")) return read_polygons(file, 4);
  } else {
    if (vt_word_is_any_case(word, "CELLS")) {
      if (file->cells.starts != NULL)
        return vt_cursor_fail(file->cursor, "found CELLS twice, expected it once");
      return read_lists(file, &file->cells);
    }
    if (vt_word_is_any_case(word, "CELL_TYPES")) return read_types(file);
  }
  return vt_cursor_fail(file->cursor, "found %s, expected POINTS, %s", vt_word_show(word, text),
      file->polydata ? "POLYGONS or TRIANGLE_STRIPS" : "CELLS or CELL_TYPES");
}

static bool read_header(vtk_file *file) {
  vt_cursor *cursor = file->cursor;
  char text[40];
  double version;
  vt_cursor_skip_space(cursor);
  for (int i = 0; i < 4; ++i) vt_cursor_word(cursor); // # vtk DataFile Version
  vt_word word = vt_cursor_word(cursor);
  if (!vt_word_number(word, &version) || !(version >= 1 && version < 6)) {
    return vt_cursor_fail(cursor, "found VTK version %s, expected 1.0 to 5.1", vt_word_show(word, text));
  }
  file->major = (int)version;
  vt_cursor_rest_of_line(cursor);
  vt_cursor_rest_of_line(cursor); // the title
  word = vt_cursor_word(cursor);
  file->binary = vt_word_is_any_case(word, "BINARY");
  if (!file->binary && !vt_word_is_any_case(word, "ASCII")) {
    return vt_cursor_fail(cursor, "found %s, expected ASCII or BINARY", vt_word_show(word, text));
  }
  cursor->swap = !vt_host_is_big_endian();
  cursor->binary = file->binary;
  word = vt_cursor_word(cursor);
  if (vt_word_is_any_case(word, "FIELD")) {
    if (!skip_field(file)) return false;
    word = vt_cursor_word(cursor);
  }
  if (!vt_word_is_any_case(word, "DATASET")) {
    return vt_cursor_fail(cursor, "found %s, expected DATASET", vt_word_show(word, text));
  }
  word = vt_cursor_word(cursor);
  file->polydata = vt_word_is_any_case(word, "POLYDATA");
  if (file->polydata || vt_word_is_any_case(word, "UNSTRUCTURED_GRID")) return true;
  return vt_cursor_fail(
      cursor, "found dataset %s, expected UNSTRUCTURED_GRID or POLYDATA", vt_word_show(word, text));
}

static bool read_file(vtk_file *file) {
  vt_cursor *cursor = file->cursor;
  if (!read_header(file)) return false;
  for (vt_word word = vt_cursor_word(cursor); word.length > 0; word = vt_cursor_word(cursor)) {
    // What follows are values on the points and cells.
    if (vt_word_is_any_case(word, "POINT_DATA") || vt_word_is_any_case(word, "CELL_DATA")) break;
    if (!read_part(file, word)) return false;
  }
  if (file->polydata) return true;
  if (file->type_count < 0 || file->type_count != file->cells.count) {
    return vt_cursor_fail(cursor, "found %lld cell types for %lld cells, expected as many",
        (long long)(file->type_count < 0 ? 0 : file->type_count), (long long)file->cells.count);
  }
  return add_lists(file, &file->cells, file->types, 0);
}

bool vt_read_vtk(vt_cursor *cursor, vt_raw *raw) {
  vtk_file file = {.cursor = cursor, .raw = raw, .type_count = -1};
  bool done = read_file(&file);
  free_lists(&file.cells);
  free(file.types);
  return done;
}
