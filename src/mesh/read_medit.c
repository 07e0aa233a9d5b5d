// Medit files (.mesh), text: vertices, cells and surface elements. The references of surface elements are
// their groups.
#include "mesh/reader.h"

#include <limits.h>
#include <stdio.h>

typedef struct element_section {
  const char *word;
  int node_count; // 0: cannot be read
  vt_cell_kind kind;
} element_section;

static const element_section sections[] = {
    {"Tetrahedra", 4, VT_CELL_TET4},
    {"Hexahedra", 8, VT_CELL_HEX8},
    {"Triangles", 3, VT_CELL_NONE},
    {"Quadrilaterals", 4, VT_CELL_NONE},
    {"Prisms", 0, VT_CELL_NONE},
    {"Pentahedra", 0, VT_CELL_NONE},
    {"Pyramids", 0, VT_CELL_NONE},
    {"TetrahedraP2", 0, VT_CELL_NONE},
    {"TrianglesP2", 0, VT_CELL_NONE},
};

static vt_word next_word(vt_cursor *cursor) {
  vt_word word = vt_cursor_word(cursor);
  for (; vt_word_starts(word, "#"); word = vt_cursor_word(cursor)) vt_cursor_rest_of_line(cursor);
  return word;
}

static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

static bool read_count(vt_cursor *cursor, const char *what, size_t bytes_each, int64_t *count) {
  return vt_cursor_integer(cursor, "a count", 0, INT64_MAX, count) &&
         vt_cursor_room(cursor, *count, bytes_each, what);
}

static bool read_vertices(vt_cursor *cursor, vt_raw *raw) {
  int64_t count, reference;
  if (raw->node_count > 0) return vt_cursor_fail(cursor, "found a second section Vertices, expected one");
  if (!read_count(cursor, "vertices", 8, &count)) return false;
  for (int64_t i = 0; i < count; ++i) {
    vt_vec3 x;
    if (!vt_cursor_number(cursor, "a vertex's x", &x.x) || !vt_cursor_number(cursor, "a vertex's y", &x.y) ||
        !vt_cursor_number(cursor, "a vertex's z", &x.z) ||
        !vt_raw_add_node(raw, x, i + 1, cursor->line, cursor->error) ||
        !vt_cursor_integer(cursor, "a vertex's reference", INT64_MIN, INT64_MAX, &reference))
      return false;
  }
  return true;
}

// The group that a surface element's reference stands for; 0 is none.
static bool join_reference(vt_cursor *cursor, vt_raw *raw, int64_t reference) {
  char name[24];
  if (reference == 0) return true;
  int length = snprintf(name, sizeof name, "%lld", (long long)reference);
  int group = vt_raw_group(raw, name, (size_t)length, cursor->error);
  return group >= 0 && vt_raw_join(&raw->surface_members, group, raw->surfaces.count - 1, cursor->error);
}

static bool read_elements(vt_cursor *cursor, vt_raw *raw, const element_section *section) {
  int64_t count, reference;
  if (!read_count(cursor, "elements", 2 * (size_t)section->node_count + 2, &count)) return false;
  for (int64_t i = 0; i < count; ++i) {
    int nodes[8], line = 0;
    for (int k = 0; k < section->node_count; ++k) {
      int64_t node;
      if (!vt_cursor_integer(cursor, "an element's vertex", 1, raw->node_count, &node)) return false;
      nodes[k] = (int)node - 1;
      line = cursor->line;
    }
    if (!vt_cursor_integer(cursor, "an element's reference", INT64_MIN, INT64_MAX, &reference)) return false;
    bool added =
        section->kind != VT_CELL_NONE
            ? vt_raw_add_cell(raw, section->kind, nodes, i + 1, line, cursor->error)
            : vt_raw_add_surface(raw, nodes, section->node_count, false, i + 1, line, cursor->error) &&
                  join_reference(cursor, raw, reference);
    if (!added) return false;
  }
  return true;
}

// Sections that are not read have numbers only.
static bool skip_section(vt_cursor *cursor) {
  for (vt_word word = vt_cursor_peek(cursor); word.length > 0 && !is_letter(word.text[0]);
       word = vt_cursor_peek(cursor)) {
    if (word.text[0] == '#')
      vt_cursor_rest_of_line(cursor);
    else
      vt_cursor_word(cursor);
  }
  return true;
}

static bool read_section(vt_cursor *cursor, vt_raw *raw, vt_word word) {
  char text[40];
  if (!is_letter(word.text[0]))
    return vt_cursor_fail(
        cursor, "found %s, expected the start of a section like Vertices", vt_word_show(word, text));
  if (vt_word_is(word, "Vertices")) return read_vertices(cursor, raw);
  for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
    if (!vt_word_is(word, sections[i].word)) continue;
    if (sections[i].node_count > 0) return read_elements(cursor, raw, &sections[i]);
    return vt_cursor_fail(cursor,
        "found a section %s, expected Tetrahedra or Hexahedra, Triangles and Quadrilaterals",
        vt_word_show(word, text));
  }
  return skip_section(cursor);
}

bool vt_read_medit(vt_cursor *cursor, vt_raw *raw) {
  int64_t version, dimension;
  char text[40];
  vt_word word = next_word(cursor);
  if (!vt_word_is(word, "MeshVersionFormatted"))
    return vt_cursor_fail(
        cursor, "found %s, expected MeshVersionFormatted: a Medit file in text", vt_word_show(word, text));
  if (!vt_cursor_integer(cursor, "version", 0, 4, &version)) return false;
  word = next_word(cursor);
  if (!vt_word_is(word, "Dimension"))
    return vt_cursor_fail(cursor, "found %s, expected Dimension", vt_word_show(word, text));
  if (!vt_cursor_integer(cursor, "dimension", 3, 3, &dimension)) return false;
  for (word = next_word(cursor); word.length > 0 && !vt_word_is(word, "End"); word = next_word(cursor))
    if (!read_section(cursor, raw, word)) return false;
  if (word.length == 0) return vt_cursor_fail(cursor, "found the end of the file, expected End");
  return true;
}
