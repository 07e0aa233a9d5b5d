// PLY files, text and binary of both byte orders: vertices and faces of any number of corners, or as a cloud
// only the vertices with their normals.
#include "base/memory.h"
#include "mesh/cloud.h"
#include "mesh/reader.h"

#include <limits.h>
#include <stdlib.h>

#define MAX_ELEMENTS 64
#define MAX_PROPERTIES 256

typedef enum meaning {
  NOTHING,
  COORDINATE_X,
  COORDINATE_Y,
  COORDINATE_Z,
  NORMAL_X,
  NORMAL_Y,
  NORMAL_Z,
  CORNERS
} meaning;

typedef struct property {
  vt_scalar count_type; // of a list; NONE for a single value
  vt_scalar type;
  meaning means;
} property;

typedef struct element {
  enum { OTHER, VERTEX, FACE } kind;
  int64_t count;
  int first, end; // its properties
} element;

typedef struct ply_file {
  vt_cursor *cursor;
  vt_raw *raw;     // of a mesh, else NULL
  vt_cloud *cloud; // of a cloud, else NULL
  bool normals;    // the cloud has them
  bool binary;
  int element_count, property_count;
  element elements[MAX_ELEMENTS];
  property properties[MAX_PROPERTIES];
  size_t corner_capacity;
  int *corners;
  int corner_count;
} ply_file;

static vt_scalar scalar_of(vt_word word) {
  static const struct {
    const char *name;
    vt_scalar scalar;
  } names[] = {{"char", VT_SCALAR_INT8}, {"int8", VT_SCALAR_INT8}, {"uchar", VT_SCALAR_UINT8},
      {"uint8", VT_SCALAR_UINT8}, {"short", VT_SCALAR_INT16}, {"int16", VT_SCALAR_INT16},
      {"ushort", VT_SCALAR_UINT16}, {"uint16", VT_SCALAR_UINT16}, {"int", VT_SCALAR_INT32},
      {"int32", VT_SCALAR_INT32}, {"uint", VT_SCALAR_UINT32}, {"uint32", VT_SCALAR_UINT32},
      {"int64", VT_SCALAR_INT64}, {"uint64", VT_SCALAR_UINT64}, {"float", VT_SCALAR_FLOAT},
      {"float32", VT_SCALAR_FLOAT}, {"double", VT_SCALAR_DOUBLE}, {"float64", VT_SCALAR_DOUBLE}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (vt_word_is(word, names[i].name)) return names[i].scalar;
  }
  return VT_SCALAR_NONE;
}

static bool read_type(vt_cursor *cursor, vt_word word, vt_scalar *scalar) {
  char text[40];
  *scalar = scalar_of(word);
  if (*scalar != VT_SCALAR_NONE) return true;
  return vt_cursor_fail(
      cursor, "found type %s, expected one like float, double, uchar or int", vt_word_show(word, text));
}

static bool read_format(ply_file *file) {
  vt_cursor *cursor = file->cursor;
  char text[40];
  vt_word word = vt_cursor_word_in_line(cursor);
  bool little = vt_word_is(word, "binary_little_endian"), big = vt_word_is(word, "binary_big_endian");
  if (!little && !big && !vt_word_is(word, "ascii")) {
    return vt_cursor_fail(cursor,
        "found format %s, expected ascii, binary_little_endian or binary_big_endian",
        vt_word_show(word, text));
  }
  file->binary = little || big;
  cursor->swap = file->binary && big != vt_host_is_big_endian();
  return true;
}

static bool read_element_line(ply_file *file) {
  vt_cursor *cursor = file->cursor;
  char text[40];
  if (file->element_count == MAX_ELEMENTS) {
    return vt_cursor_fail(cursor, "found more than %d elements", MAX_ELEMENTS);
  }
  element *now = &file->elements[file->element_count++];
  vt_word name = vt_cursor_word_in_line(cursor), count = vt_cursor_word_in_line(cursor);
  *now = (element){.first = file->property_count, .end = file->property_count};
  now->kind = vt_word_is(name, "vertex") ? VERTEX : vt_word_is(name, "face") ? FACE : OTHER;
  if (vt_word_integer(count, &now->count) && now->count >= 0 && now->count <= INT_MAX) return true;
  return vt_cursor_fail(
      cursor, "found %s as number of elements, expected 0 to %d", vt_word_show(count, text), INT_MAX);
}

static bool read_property_line(ply_file *file) {
  vt_cursor *cursor = file->cursor;
  if (file->element_count == 0) return vt_cursor_fail(cursor, "found a property before an element");
  if (file->property_count == MAX_PROPERTIES) {
    return vt_cursor_fail(cursor, "found more than %d properties", MAX_PROPERTIES);
  }
  element *of = &file->elements[file->element_count - 1];
  property now = {0};
  vt_word word = vt_cursor_word_in_line(cursor);
  bool list = vt_word_is(word, "list");
  if (list) {
    if (!read_type(cursor, vt_cursor_word_in_line(cursor), &now.count_type)) return false;
    if (!vt_scalar_is_integer(now.count_type)) {
      return vt_cursor_fail(cursor, "found a list whose length is no integer");
    }
    word = vt_cursor_word_in_line(cursor);
  }
  if (!read_type(cursor, word, &now.type)) return false;
  word = vt_cursor_word_in_line(cursor);
  if (of->kind == VERTEX && !list && word.length == 1 && *word.text >= 'x' && *word.text <= 'z') {
    now.means = (meaning)(COORDINATE_X + (*word.text - 'x'));
  }
  if (of->kind == VERTEX && !list && file->cloud != NULL && word.length == 2 && word.text[0] == 'n' &&
      word.text[1] >= 'x' && word.text[1] <= 'z') {
    now.means = (meaning)(NORMAL_X + (word.text[1] - 'x'));
  }
  if (of->kind == FACE && list && file->cloud == NULL &&
      (vt_word_is(word, "vertex_indices") || vt_word_is(word, "vertex_index"))) {
    now.means = CORNERS;
    if (!vt_scalar_is_integer(now.type))
      return vt_cursor_fail(cursor, "found vertex indices that are no integers");
  }
  file->properties[file->property_count++] = now;
  of->end = file->property_count;
  return true;
}

static bool read_header(ply_file *file) {
  vt_cursor *cursor = file->cursor;
  char text[40];
  bool have_format = false;
  vt_cursor_word(cursor); // ply
  for (;;) {
    vt_cursor_rest_of_line(cursor);
    vt_word word = vt_cursor_word(cursor);
    bool good = true;
    if (vt_word_is(word, "format")) {
      good = have_format = read_format(file);
    } else if (vt_word_is(word, "element")) {
      good = read_element_line(file);
    } else if (vt_word_is(word, "property")) {
      good = read_property_line(file);
    } else if (vt_word_is(word, "end_header")) {
      break;
    } else if (!vt_word_is(word, "comment") && !vt_word_is(word, "obj_info")) {
      good = vt_cursor_fail(cursor, "found %s, expected a line of a PLY header", vt_word_show(word, text));
    }
    if (!good) return false;
  }
  if (!have_format) return vt_cursor_fail(cursor, "found no format line in the header");
  vt_cursor_rest_of_line(cursor);
  cursor->binary = file->binary;
  return true;
}

static bool read_integer(ply_file *file, vt_scalar type, const char *what, int64_t *value) {
  char bytes[8];
  if (!file->binary) return vt_cursor_integer(file->cursor, what, INT64_MIN, INT64_MAX, value);
  if (!vt_cursor_bytes(file->cursor, bytes, vt_scalar_size(type), what)) return false;
  *value = vt_scalar_integer(type, bytes, file->cursor->swap);
  return true;
}

static bool read_number(ply_file *file, vt_scalar type, const char *what, double *value) {
  char bytes[8];
  if (!file->binary) return vt_cursor_number(file->cursor, what, value);
  if (!vt_cursor_bytes(file->cursor, bytes, vt_scalar_size(type), what)) return false;
  *value = vt_scalar_number(type, bytes, file->cursor->swap);
  return true;
}

// A value that is not used; text may hold nan here.
static bool skip_value(ply_file *file, vt_scalar type) {
  char bytes[8];
  if (file->binary) return vt_cursor_bytes(file->cursor, bytes, vt_scalar_size(type), "a property");
  if (vt_cursor_word(file->cursor).length > 0) return true;
  return vt_cursor_fail(file->cursor, "found the end of the file, expected more values");
}

static bool read_list(ply_file *file, const property *p, int64_t item) {
  vt_cursor *cursor = file->cursor;
  int64_t count, index;
  if (!read_integer(file, p->count_type, "length of a list", &count)) return false;
  if (!vt_cursor_room(cursor, count, file->binary ? vt_scalar_size(p->type) : 2, "values in a list"))
    return false;
  if (p->means != CORNERS) {
    for (int64_t i = 0; i < count; ++i) {
      if (!skip_value(file, p->type)) return false;
    }
    return true;
  }
  if (!VT_RESERVE(&file->corners, &file->corner_capacity, count, cursor->error)) return false;
  file->corner_count = (int)count;
  for (int64_t i = 0; i < count; ++i) {
    if (!read_integer(file, p->type, "a vertex of a face", &index)) return false;
    if (index < 0 || index >= file->raw->node_count) {
      return vt_cursor_fail(cursor, "face %lld has vertex %lld, expected 0 to %d", (long long)item,
          (long long)index, file->raw->node_count - 1);
    }
    file->corners[i] = (int)index;
  }
  return true;
}

static bool read_item(ply_file *file, const element *of, int64_t item) {
  vt_cursor *cursor = file->cursor;
  double x[6] = {0};
  file->corner_count = 0;
  for (int i = of->first; i < of->end; ++i) {
    const property *p = &file->properties[i];
    bool good;
    if (p->count_type != VT_SCALAR_NONE) {
      good = read_list(file, p, item);
    } else if (p->means != NOTHING) {
      good = read_number(file, p->type, "a coordinate", &x[p->means - COORDINATE_X]);
    } else {
      good = skip_value(file, p->type);
    }
    if (!good) return false;
  }
  int line = vt_cursor_line_number(cursor);
  if (of->kind == VERTEX && file->cloud != NULL) {
    vt_vec3 point = {x[0], x[1], x[2]}, normal = {x[3], x[4], x[5]}, *given = file->normals ? &normal : NULL;
    return vt_cloud_check_point(cursor, item, point, given) &&
           vt_cloud_add(file->cloud, point, given, cursor->error);
  }
  if (of->kind == VERTEX) {
    return vt_raw_add_node(file->raw, (vt_vec3){x[0], x[1], x[2]}, item, line, cursor->error);
  }
  if (of->kind != FACE || file->cloud != NULL) return true;
  return vt_raw_add_surface(file->raw, file->corners, file->corner_count, false, item, line, cursor->error);
}

// The element must have what makes it useful, and each item takes at least one byte of the file.
static bool check_element(ply_file *file, const element *of) {
  int found[CORNERS + 1] = {0};
  size_t bytes = 0;
  for (int i = of->first; i < of->end; ++i) {
    const property *p = &file->properties[i];
    ++found[p->means];
    bytes += !file->binary ? 2 : vt_scalar_size(p->count_type != VT_SCALAR_NONE ? p->count_type : p->type);
  }
  if (of->kind == VERTEX &&
      (found[COORDINATE_X] != 1 || found[COORDINATE_Y] != 1 || found[COORDINATE_Z] != 1)) {
    return vt_cursor_fail(file->cursor, "found vertices without x, y and z once each");
  }
  int normals = found[NORMAL_X] + found[NORMAL_Y] + found[NORMAL_Z];
  if (normals != 0 && (found[NORMAL_X] != 1 || found[NORMAL_Y] != 1 || found[NORMAL_Z] != 1)) {
    return vt_cursor_fail(file->cursor, "found some of nx, ny and nz, expected each of them once, or none");
  }
  file->normals |= normals > 0;
  if (of->kind == FACE && found[CORNERS] != 1 && file->cloud == NULL) {
    return vt_cursor_fail(file->cursor, "found faces without one list of vertex_indices");
  }
  if (bytes == 0) return of->count == 0 || vt_cursor_fail(file->cursor, "found elements without a property");
  return vt_cursor_room(file->cursor, of->count, bytes, "elements");
}

static bool read_file(ply_file *file) {
  if (!read_header(file)) return false;
  for (int e = 0; e < file->element_count; ++e) {
    const element *of = &file->elements[e];
    if (!check_element(file, of)) return false;
    for (int64_t i = 0; i < of->count; ++i) {
      if (!read_item(file, of, i)) return false;
    }
  }
  return true;
}

static bool read_into(vt_cursor *cursor, vt_raw *raw, vt_cloud *cloud) {
  ply_file *file = VT_NEW(ply_file, 1, cursor->error);
  if (file == NULL) return false;
  file->cursor = cursor;
  file->raw = raw;
  file->cloud = cloud;
  bool done = read_file(file);
  free(file->corners);
  free(file);
  return done;
}

bool vt_read_ply(vt_cursor *cursor, vt_raw *raw) { return read_into(cursor, raw, NULL); }

bool vt_read_ply_cloud(vt_cursor *cursor, vt_cloud *cloud) { return read_into(cursor, NULL, cloud); }
