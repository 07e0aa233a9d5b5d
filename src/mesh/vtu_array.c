// The values of a DataArray: text, base64 within the element, or a piece of the appended data.
#include "base/memory.h"
#include "mesh/vtu_xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A growing array of numbers or of integers.
typedef struct values {
  double *numbers;
  int64_t *integers;
  size_t count, numbers_capacity, integers_capacity;
  bool as_numbers;
} values;

static vt_scalar scalar_of(const char *name) {
  static const char *names[] = {
      "", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Float32", "Float64"};
  for (int i = 1; i < (int)(sizeof names / sizeof *names); ++i) {
    if (strcmp(name, names[i]) == 0) return (vt_scalar)i;
  }
  return VT_SCALAR_NONE;
}

// The text of an element: one piece, or several of which one is not blank.
static bool element_text(const vt_vtu_file *file, xmlNode *array, const char **text) {
  *text = "";
  for (xmlNode *child = array->children; child != NULL; child = child->next) {
    if (child->type != XML_TEXT_NODE && child->type != XML_CDATA_SECTION_NODE) continue;
    const char *content = child->content != NULL ? (const char *)child->content : "";
    if (content[strspn(content, " \t\r\n")] == '\0') continue;
    if ((*text)[0] != '\0') return vt_vtu_fail(file, array, "found an array in pieces, expected one text");
    *text = content;
  }
  return true;
}

static bool parse_text(const vt_vtu_file *file, xmlNode *array, const char *text, values *v) {
  vt_cursor cursor = vt_cursor_open(file->name, text, strlen(text), file->error);
  cursor.line = (int)xmlGetLineNo(array);
  for (;;) {
    vt_cursor_skip_space(&cursor);
    if (cursor.at == cursor.end) return true;
    if (v->as_numbers) {
      if (!VT_RESERVE(&v->numbers, &v->numbers_capacity, v->count + 1, file->error)) return false;
      if (!vt_cursor_number(&cursor, "a value", &v->numbers[v->count])) return false;
    } else {
      if (!VT_RESERVE(&v->integers, &v->integers_capacity, v->count + 1, file->error)) return false;
      if (!vt_cursor_integer(&cursor, "a value", INT64_MIN, INT64_MAX, &v->integers[v->count])) return false;
    }
    ++v->count;
  }
}

static bool convert(const vt_vtu_file *file, xmlNode *array, vt_scalar scalar, const unsigned char *bytes,
    size_t size, values *v) {
  size_t each = vt_scalar_size(scalar), count = size / each;
  if (size % each != 0) {
    return vt_vtu_fail(file, array, "found %zu bytes, expected a multiple of %zu", size, each);
  }
  if (v->as_numbers) {
    v->numbers = VT_NEW(double, count, file->error);
  } else {
    v->integers = VT_NEW(int64_t, count, file->error);
  }
  if (v->numbers == NULL && v->integers == NULL) return false;
  for (size_t i = 0; i < count; ++i) {
    if (v->as_numbers) {
      v->numbers[i] = vt_scalar_number(scalar, bytes + i * each, file->coding.swap);
    } else {
      v->integers[i] = vt_scalar_integer(scalar, bytes + i * each, file->coding.swap);
    }
  }
  v->count = count;
  return true;
}

static bool decode(
    const vt_vtu_file *file, xmlNode *array, vt_scalar scalar, vt_vtu_stream stream, values *v) {
  char place[400];
  unsigned char *bytes;
  size_t size;
  snprintf(place, sizeof place, "%s:%ld", file->name, xmlGetLineNo(array));
  if (!vt_vtu_decode(&stream, &file->coding, place, &bytes, &size, file->error)) return false;
  bool good = convert(file, array, scalar, bytes, size, v);
  free(bytes);
  return good;
}

static bool read_appended(const vt_vtu_file *file, xmlNode *array, vt_scalar scalar, values *v) {
  char text[64];
  int64_t offset;
  vt_vtu_attribute(array, "offset", text);
  if (file->appended == NULL) return vt_vtu_fail(file, array, "found an appended array, but no AppendedData");
  int64_t max = file->appended_end - file->appended;
  if (!vt_word_integer((vt_word){text, strlen(text)}, &offset) || offset < 0 || offset >= max) {
    return vt_vtu_fail(
        file, array, "found offset \"%s\", expected 0 to %lld", text, (long long)(max > 0 ? max - 1 : 0));
  }
  vt_vtu_stream stream = {
      .at = file->appended + offset, .end = file->appended_end, .base64 = !file->appended_raw};
  return decode(file, array, scalar, stream, v);
}

static bool read_values(const vt_vtu_file *file, xmlNode *array, values *v) {
  char type[64], format[64];
  const char *text;
  vt_vtu_attribute(array, "type", type);
  vt_vtu_attribute(array, "format", format);
  vt_scalar scalar = scalar_of(type);
  if (scalar == VT_SCALAR_NONE) {
    return vt_vtu_fail(
        file, array, "found an array of type \"%s\", expected one like Float64 or Int64", type);
  }
  if (!v->as_numbers && !vt_scalar_is_integer(scalar)) {
    return vt_vtu_fail(file, array, "found an array of type \"%s\", expected integers", type);
  }
  if (strcmp(format, "appended") == 0) return read_appended(file, array, scalar, v);
  if (!element_text(file, array, &text)) return false;
  if (strcmp(format, "ascii") == 0 || format[0] == '\0') return parse_text(file, array, text, v);
  if (strcmp(format, "binary") != 0) {
    return vt_vtu_fail(file, array, "found format \"%s\", expected ascii, binary or appended", format);
  }
  vt_vtu_stream stream = {.at = text, .end = text + strlen(text), .base64 = true};
  return decode(file, array, scalar, stream, v);
}

bool vt_vtu_array(
    const vt_vtu_file *file, xmlNode *array, double **numbers, int64_t **integers, size_t *count) {
  values v = {.as_numbers = numbers != NULL};
  if (!read_values(file, array, &v)) {
    free(v.numbers);
    free(v.integers);
    return false;
  }
  if (numbers != NULL) *numbers = v.numbers;
  if (integers != NULL) *integers = v.integers;
  *count = v.count;
  return true;
}
