// The shapes of cells: their faces and edges, as tables.
#include "mesh/cell.h"

#include <stdio.h>

const int vt_tet_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
const int vt_tet_edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
// The middle nodes of the edges ab, bc, ca of each face (a, b, c).
static const int tet_face_middles[4][3] = {{6, 5, 4}, {4, 9, 7}, {5, 8, 9}, {7, 8, 6}};
static const int hex_faces[6][4] = {
    {0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
static const int hex_edges[12][2] = {
    {0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

int vt_cell_size(vt_cell_kind kind) {
  switch (kind) {
  case VT_CELL_TET4:
    return 4;
  case VT_CELL_TET10:
    return 10;
  case VT_CELL_HEX8:
    return 8;
  case VT_CELL_NONE:
    break;
  }
  return 0;
}

static int pick(vt_cell_kind kind, int tet4, int tet10, int hex8) {
  return kind == VT_CELL_TET4 ? tet4 : kind == VT_CELL_TET10 ? tet10 : kind == VT_CELL_HEX8 ? hex8 : 0;
}

int vt_cell_face_count(vt_cell_kind kind) { return pick(kind, 4, 4, 6); }
int vt_cell_edge_count(vt_cell_kind kind) { return pick(kind, 6, 6, 12); }
int vt_face_corner_count(vt_cell_kind kind) { return pick(kind, 3, 3, 4); }
int vt_face_triangle_count(vt_cell_kind kind) { return pick(kind, 1, 4, 2); }

void vt_cell_face(vt_cell_kind kind, const int *cell, int face, int corners[VT_FACE_MAX_CORNERS]) {
  int count = vt_face_corner_count(kind);
  for (int i = 0; i < count; ++i) {
    corners[i] = cell[kind == VT_CELL_HEX8 ? hex_faces[face][i] : vt_tet_faces[face][i]];
  }
}

static void set_triangle(int *triangle, int a, int b, int c) {
  triangle[0] = a;
  triangle[1] = b;
  triangle[2] = c;
}

void vt_cell_face_triangles(
    vt_cell_kind kind, const int *cell, int face, int triangles[3 * VT_FACE_MAX_TRIANGLES]) {
  int c[VT_FACE_MAX_CORNERS];
  vt_cell_face(kind, cell, face, c);
  if (kind == VT_CELL_TET4) {
    set_triangle(triangles, c[0], c[1], c[2]);
  } else if (kind == VT_CELL_TET10) {
    const int *middle = tet_face_middles[face];
    int ab = cell[middle[0]], bc = cell[middle[1]], ca = cell[middle[2]];
    set_triangle(triangles, c[0], ab, ca);
    set_triangle(triangles + 3, ab, c[1], bc);
    set_triangle(triangles + 6, ca, bc, c[2]);
    set_triangle(triangles + 9, ab, bc, ca);
  } else if (kind == VT_CELL_HEX8) {
    int s = 0;
    for (int i = 1; i < 4; ++i) s = c[i] < c[s] ? i : s;
    set_triangle(triangles, c[s], c[(s + 1) % 4], c[(s + 2) % 4]);
    set_triangle(triangles + 3, c[s], c[(s + 2) % 4], c[(s + 3) % 4]);
  }
}

void vt_cell_edge(vt_cell_kind kind, const int *cell, int edge, int ends[2]) {
  const int *local = kind == VT_CELL_HEX8 ? hex_edges[edge] : vt_tet_edges[edge];
  ends[0] = cell[local[0]];
  ends[1] = cell[local[1]];
}

void vt_cell_name(const vt_cell_names *names, int cell, char *text, size_t size) {
  long long label = names->labels != NULL ? (long long)names->labels[cell] : cell;
  int line = names->lines != NULL ? names->lines[cell] : 0;
  if (line > 0) {
    snprintf(text, size, "%s:%d: %s %lld", names->source, line, names->word, label);
  } else {
    snprintf(text, size, "%s: %s %lld", names->source, names->word, label);
  }
}
