// OBJ files: vertices, faces, groups and objects; everything else is passed over.
#include "base/memory.h"
#include "mesh/reader.h"

#include <limits.h>
#include <stdlib.h>

typedef struct obj_file {
  vt_cursor *cursor;
  vt_raw *raw;
  int object; // its group, or -1
  int group_count;
  size_t group_capacity, face_capacity;
  int *groups; // named by the last g line
  int *face;   // nodes of the face being read
} obj_file;

#define MAX_GROUPS 64 // that one face is in

static bool read_vertex(obj_file *file) {
  vt_cursor *cursor = file->cursor;
  double x[3];
  char text[40];
  for (int i = 0; i < 3; ++i) {
    vt_word word = vt_cursor_word_in_line(cursor);
    if (!vt_word_number(word, &x[i])) {
      return vt_cursor_fail(cursor, "found %s as a coordinate, expected a number", vt_word_show(word, text));
    }
  }
  int64_t label = (int64_t)file->raw->node_count + 1;
  return vt_raw_add_node(file->raw, (vt_vec3){x[0], x[1], x[2]}, label, cursor->line, cursor->error);
}

// The vertex of "7", "7/1", "7//2" or "7/1/2"; negative numbers count back from the last vertex.
static bool read_corner(obj_file *file, vt_word word, int *node) {
  char text[40];
  vt_word number = word;
  for (size_t i = 0; i < word.length && number.length == word.length; ++i) {
    if (word.text[i] == '/') number.length = i;
  }
  int64_t index;
  if (!vt_word_integer(number, &index)) {
    return vt_cursor_fail(
        file->cursor, "found %s in a face, expected a vertex like 7 or 7/1/2", vt_word_show(word, text));
  }
  int64_t count = file->raw->node_count;
  int64_t place = index > 0 ? index - 1 : count + index;
  if (index == 0 || place < 0 || place >= count) {
    return vt_cursor_fail(file->cursor, "found vertex %lld in a face, expected 1 to %lld or -1 to -%lld",
        (long long)index, (long long)count, (long long)count);
  }
  *node = (int)place;
  return true;
}

static bool read_face(obj_file *file) {
  vt_cursor *cursor = file->cursor;
  vt_raw *raw = file->raw;
  int count = 0, line = cursor->line;
  for (;;) {
    vt_word word = vt_cursor_word_in_line(cursor);
    if (vt_word_is(word, "\\")) { // the face goes on in the next line
      vt_cursor_rest_of_line(cursor);
      continue;
    }
    if (word.length == 0 || word.text[0] == '#') break;
    if (!VT_RESERVE(&file->face, &file->face_capacity, count + 1, cursor->error)) return false;
    if (!read_corner(file, word, &file->face[count])) return false;
    ++count;
  }
  if (count < 3) return vt_cursor_fail(cursor, "found a face of %d vertices, expected 3 or more", count);
  if (!vt_raw_add_surface(raw, file->face, count, false, raw->surfaces.count + 1, line, cursor->error))
    return false;
  int face = raw->surfaces.count - 1;
  if (file->object >= 0 && !vt_raw_join(&raw->surface_members, file->object, face, cursor->error))
    return false;
  for (int g = 0; g < file->group_count; ++g) {
    if (!vt_raw_join(&raw->surface_members, file->groups[g], face, cursor->error)) return false;
  }
  return true;
}

static vt_word trim(vt_word line) {
  while (line.length > 0 && (*line.text == ' ' || *line.text == '\t')) {
    ++line.text;
    --line.length;
  }
  while (line.length > 0 && (line.text[line.length - 1] == ' ' || line.text[line.length - 1] == '\t'))
    --line.length;
  return line;
}

static bool find_group(obj_file *file, vt_word name, int *group) {
  for (size_t i = 0; i < name.length; ++i) {
    if (name.text[i] == '\0') return vt_cursor_fail(file->cursor, "found a zero byte in a name");
  }
  *group = vt_raw_group(file->raw, name.text, name.length, file->cursor->error);
  return *group >= 0;
}

static bool read_object(obj_file *file) {
  vt_cursor line = *file->cursor; // its end is left for the caller
  vt_word name = trim(vt_cursor_rest_of_line(&line));
  file->object = -1;
  return name.length == 0 || find_group(file, name, &file->object);
}

static bool read_groups(obj_file *file) {
  file->group_count = 0;
  for (;;) {
    vt_word name = vt_cursor_word_in_line(file->cursor);
    if (name.length == 0) return true;
    if (file->group_count == MAX_GROUPS) {
      return vt_cursor_fail(file->cursor, "found more than %d groups in a line", MAX_GROUPS);
    }
    if (!VT_RESERVE(&file->groups, &file->group_capacity, file->group_count + 1, file->cursor->error))
      return false;
    if (!find_group(file, name, &file->groups[file->group_count])) return false;
    ++file->group_count;
  }
}

// Lines that carry nothing of the surface's shape.
static bool is_passed_over(vt_word word) {
  static const char *words[] = {"vn", "vt", "vp", "s", "mtllib", "usemtl", "l", "p", "usemap", "maplib",
      "shadow_obj", "trace_obj", "bevel", "c_interp", "d_interp", "lod", "mg"};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
    if (vt_word_is(word, words[i])) return true;
  }
  return word.text[0] == '#';
}

static bool read_lines(obj_file *file) {
  vt_cursor *cursor = file->cursor;
  char text[40];
  for (vt_word word = vt_cursor_word(cursor); word.length > 0; word = vt_cursor_word(cursor)) {
    bool good = true;
    if (vt_word_is(word, "v")) {
      good = read_vertex(file);
    } else if (vt_word_is(word, "f")) {
      good = read_face(file);
    } else if (vt_word_is(word, "g")) {
      good = read_groups(file);
    } else if (vt_word_is(word, "o")) {
      good = read_object(file);
    } else if (!is_passed_over(word)) {
      good = vt_cursor_fail(
          cursor, "found %s, expected a line of an OBJ file like v, f, g or o", vt_word_show(word, text));
    }
    if (!good) return false;
    vt_cursor_rest_of_line(cursor);
  }
  return true;
}

bool vt_read_obj(vt_cursor *cursor, vt_raw *raw) {
  obj_file file = {.cursor = cursor, .raw = raw, .object = -1};
  bool done = read_lines(&file);
  free(file.groups);
  free(file.face);
  return done;
}
