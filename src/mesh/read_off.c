// OFF files, text: vertices and polygons; normals, colours and texture coordinates are passed over.
#include "base/memory.h"
#include "mesh/reader.h"

#include <limits.h>
#include <stdlib.h>

static void skip_comments(vt_cursor *cursor) {
  while (vt_word_starts(vt_cursor_peek(cursor), "#")) {
    vt_cursor_word(cursor);
    vt_cursor_rest_of_line(cursor);
  }
}

// Whether a vertex has more than its three coordinates.
static bool read_header(vt_cursor *cursor, bool *more) {
  char text[40];
  skip_comments(cursor);
  vt_word word = vt_cursor_word(cursor);
  *more = !vt_word_is(word, "OFF");
  if (!vt_off_is_header(word))
    return vt_cursor_fail(cursor,
        "found %s, expected OFF with three coordinates a vertex (or COFF, NOFF, STOFF)",
        vt_word_show(word, text));
  if (!vt_word_is(vt_cursor_peek(cursor), "BINARY")) return true;
  return vt_cursor_fail(cursor, "found a binary OFF file, expected text");
}

bool vt_off_is_header(vt_word word) {
  static const char *const words[] = {"OFF", "COFF", "NOFF", "CNOFF", "STOFF", "STCOFF", "STNOFF", "STCNOFF"};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    if (vt_word_is(word, words[i])) return true;
  return false;
}

static bool read_vertices(vt_cursor *cursor, vt_raw *raw, int64_t count, bool more) {
  for (int64_t i = 0; i < count; ++i) {
    vt_vec3 x;
    skip_comments(cursor);
    if (!vt_cursor_number(cursor, "a vertex's x", &x.x) || !vt_cursor_number(cursor, "a vertex's y", &x.y) ||
        !vt_cursor_number(cursor, "a vertex's z", &x.z) ||
        !vt_raw_add_node(raw, x, i, cursor->line, cursor->error))
      return false;
    if (more) vt_cursor_rest_of_line(cursor);
  }
  return true;
}

static bool read_faces(vt_cursor *cursor, vt_raw *raw, int64_t count) {
  size_t room = 0;
  int *nodes = NULL;
  bool good = true;
  for (int64_t i = 0; good && i < count; ++i) {
    int64_t size = 0, node;
    skip_comments(cursor);
    good = vt_cursor_integer(cursor, "a face's number of vertices", 3, INT_MAX, &size) &&
           vt_cursor_room(cursor, size, 2, "vertices of a face") &&
           VT_RESERVE(&nodes, &room, size, cursor->error);
    int line = cursor->line;
    for (int64_t k = 0; good && k < size; ++k) {
      good = vt_cursor_integer(cursor, "a face's vertex", 0, (int64_t)raw->node_count - 1, &node);
      if (good) nodes[k] = (int)node;
    }
    good = good && vt_raw_add_surface(raw, nodes, (int)size, false, i, line, cursor->error);
    vt_cursor_rest_of_line(cursor); // its colour
  }
  free(nodes);
  return good;
}

bool vt_read_off(vt_cursor *cursor, vt_raw *raw) {
  int64_t vertices, faces, edges;
  bool more;
  if (!read_header(cursor, &more)) return false;
  skip_comments(cursor);
  if (!vt_cursor_integer(cursor, "number of vertices", 0, INT64_MAX, &vertices) ||
      !vt_cursor_integer(cursor, "number of faces", 0, INT64_MAX, &faces) ||
      !vt_cursor_integer(cursor, "number of edges", 0, INT64_MAX, &edges) ||
      !vt_cursor_room(cursor, vertices, 6, "vertices") || !vt_cursor_room(cursor, faces, 8, "faces"))
    return false;
  return read_vertices(cursor, raw, vertices, more) && read_faces(cursor, raw, faces);
}
