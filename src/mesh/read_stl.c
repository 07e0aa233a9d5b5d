// STL files, text and binary; vertices that are exactly equal become one node, nearly equal ones in near.c.
#include "mesh/reader.h"

#include <stdio.h>
#include <string.h>

#define HEADER 84 // bytes before the facets
#define FACET 50  // bytes of a facet

static uint32_t facet_count(const char *bytes) {
  unsigned char b[4];
  memcpy(b, bytes + 80, 4);
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

bool vt_stl_is_binary(const char *bytes, size_t size) {
  return size >= HEADER && (uint64_t)size == HEADER + (uint64_t)FACET * facet_count(bytes);
}

typedef struct stl_file {
  vt_cursor *cursor;
  vt_raw *raw;
  vt_table places; // the six halves of a vertex's coordinates to its node
} stl_file;

static bool find_node(stl_file *file, const double x[3], int64_t facet, int *node) {
  int key[6];
  double clean[3];
  bool added;
  for (int i = 0; i < 3; ++i) clean[i] = x[i] + 0.0; // -0 becomes 0
  memcpy(key, clean, sizeof key);
  if (!vt_table_insert(&file->places, key, file->raw->node_count, node, &added, file->cursor->error))
    return false;
  if (!added) return true;
  vt_vec3 at = {clean[0], clean[1], clean[2]};
  return vt_raw_add_node(file->raw, at, facet, vt_cursor_line_number(file->cursor), file->cursor->error);
}

// A facet that merging made a line or a point is left out: its neighbours then share their edges.
static bool add_facet(stl_file *file, double x[3][3], int64_t facet, int line) {
  int nodes[3];
  for (int i = 0; i < 3; ++i) {
    if (!find_node(file, x[i], facet, &nodes[i])) return false;
  }
  if (nodes[0] == nodes[1] || nodes[1] == nodes[2] || nodes[2] == nodes[0]) return true;
  return vt_raw_add_surface(file->raw, nodes, 3, false, facet, line, file->cursor->error);
}

static bool read_binary(stl_file *file) {
  vt_cursor *cursor = file->cursor;
  cursor->binary = true;
  cursor->swap = vt_host_is_big_endian();
  uint32_t count = facet_count(cursor->start);
  cursor->at = cursor->start + HEADER;
  for (uint32_t f = 0; f < count; ++f) {
    const char *at = cursor->at + 12;
    double x[3][3];
    for (int i = 0; i < 9; ++i) x[i / 3][i % 3] = vt_scalar_number(VT_SCALAR_FLOAT, at + 4 * i, cursor->swap);
    for (int i = 0; i < 9; ++i) {
      double value = x[i / 3][i % 3];
      if (value - value != 0) {
        return vt_cursor_fail(
            cursor, "facet %u has a coordinate of %g, expected finite numbers", f + 1, value);
      }
    }
    if (!add_facet(file, x, (int64_t)f + 1, 0)) return false;
    cursor->at += FACET;
  }
  return true;
}

static bool expect(vt_cursor *cursor, const char *word) {
  char text[40];
  vt_word found = vt_cursor_word(cursor);
  if (vt_word_is_any_case(found, word)) return true;
  return vt_cursor_fail(cursor, "found %s, expected %s", vt_word_show(found, text), word);
}

// One facet after its first word.
static bool read_facet(stl_file *file, int64_t facet) {
  vt_cursor *cursor = file->cursor;
  double x[3][3];
  int line = cursor->line;
  if (!expect(cursor, "normal")) return false;
  for (int i = 0; i < 3; ++i) vt_cursor_word(cursor); // often zero or NaN, and not needed
  if (!expect(cursor, "outer") || !expect(cursor, "loop")) return false;
  for (int v = 0; v < 3; ++v) {
    if (!expect(cursor, "vertex")) return false;
    for (int i = 0; i < 3; ++i) {
      if (!vt_cursor_number(cursor, "a vertex's coordinate", &x[v][i])) return false;
    }
  }
  return expect(cursor, "endloop") && expect(cursor, "endfacet") && add_facet(file, x, facet, line);
}

static bool read_text(stl_file *file) {
  vt_cursor *cursor = file->cursor;
  char text[40];
  int64_t facet = 0;
  vt_word word = vt_cursor_word(cursor);
  do { // a file may hold several solids
    if (!vt_word_is_any_case(word, "solid")) {
      return vt_cursor_fail(cursor, "found %s, expected solid", vt_word_show(word, text));
    }
    vt_cursor_rest_of_line(cursor);
    while (vt_word_is_any_case(word = vt_cursor_word(cursor), "facet")) {
      if (!read_facet(file, ++facet)) return false;
    }
    if (!vt_word_is_any_case(word, "endsolid")) {
      return vt_cursor_fail(cursor, "found %s, expected facet or endsolid", vt_word_show(word, text));
    }
    vt_cursor_rest_of_line(cursor);
    word = vt_cursor_word(cursor);
  } while (word.length > 0);
  return true;
}

// "solid" may begin a binary file too, so a text has no zero byte at its start and goes on with facet or
// endsolid after its first line.
static bool is_text(const vt_cursor *cursor) {
  vt_cursor ahead = *cursor;
  size_t left = vt_cursor_left(cursor);
  if (memchr(cursor->at, '\0', left < HEADER ? left : HEADER) != NULL) return false;
  if (!vt_word_is_any_case(vt_cursor_word(&ahead), "solid")) return false;
  vt_cursor_rest_of_line(&ahead);
  vt_word word = vt_cursor_word(&ahead);
  return word.length == 0 || vt_word_is_any_case(word, "facet") || vt_word_is_any_case(word, "endsolid");
}

bool vt_read_stl(vt_cursor *cursor, vt_raw *raw) {
  stl_file file = {.cursor = cursor, .raw = raw};
  size_t size = vt_cursor_left(cursor);
  bool binary = vt_stl_is_binary(cursor->start, size);
  if (!binary && !is_text(cursor)) {
    uint64_t facets = size >= HEADER ? facet_count(cursor->start) : 0;
    return vt_fail(cursor->error, VT_BAD_INPUT,
        "%s: found %zu bytes, expected %llu for the %llu facets of a binary STL file, or a text that begins "
        "with solid",
        cursor->name, size, (unsigned long long)(HEADER + FACET * facets), (unsigned long long)facets);
  }
  bool done =
      vt_table_init(&file.places, 6, 0, cursor->error) && (binary ? read_binary(&file) : read_text(&file));
  vt_table_free(&file.places);
  return done && vt_raw_merge_near(raw, cursor->error);
}
