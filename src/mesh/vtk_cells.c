// Cells as VTK numbers them, turned into Gmsh's order of nodes.
#include "mesh/vtk_cells.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct cell_type {
  int number, node_count; // node_count 0: any
  enum { IGNORED, STRIP, SURFACE, SIX, CELL, UNKNOWN } use;
  vt_cell_kind kind;
  const char *name;
  int order[10]; // which VTK point is node i
} cell_type;

// The last two middles of a quadratic tetrahedron are those of edges 13, 23 in VTK, 23, 13 in Gmsh.
static const cell_type types[] = {
    {0, 0, IGNORED, VT_CELL_NONE, "empty", {0}},
    {1, 0, IGNORED, VT_CELL_NONE, "vertex", {0}},
    {2, 0, IGNORED, VT_CELL_NONE, "poly-vertex", {0}},
    {3, 0, IGNORED, VT_CELL_NONE, "line", {0}},
    {4, 0, IGNORED, VT_CELL_NONE, "poly-line", {0}},
    {5, 3, SURFACE, VT_CELL_NONE, "triangle", {0, 1, 2}},
    {6, 0, STRIP, VT_CELL_NONE, "triangle strip", {0}},
    {7, 0, SURFACE, VT_CELL_NONE, "polygon", {0}},
    {8, 4, SURFACE, VT_CELL_NONE, "pixel", {0, 1, 3, 2}},
    {9, 4, SURFACE, VT_CELL_NONE, "quad", {0, 1, 2, 3}},
    {10, 4, CELL, VT_CELL_TET4, "tetrahedron", {0, 1, 2, 3}},
    {11, 8, CELL, VT_CELL_HEX8, "voxel", {0, 1, 3, 2, 4, 5, 7, 6}},
    {12, 8, CELL, VT_CELL_HEX8, "hexahedron", {0, 1, 2, 3, 4, 5, 6, 7}},
    {13, 0, UNKNOWN, VT_CELL_NONE, "wedge", {0}},
    {14, 0, UNKNOWN, VT_CELL_NONE, "pyramid", {0}},
    {21, 0, IGNORED, VT_CELL_NONE, "quadratic edge", {0}},
    {22, 6, SIX, VT_CELL_NONE, "quadratic triangle", {0, 1, 2, 3, 4, 5}},
    {23, 0, UNKNOWN, VT_CELL_NONE, "quadratic quad", {0}},
    {24, 10, CELL, VT_CELL_TET10, "quadratic tetrahedron", {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
    {25, 0, UNKNOWN, VT_CELL_NONE, "quadratic hexahedron", {0}},
    {26, 0, UNKNOWN, VT_CELL_NONE, "quadratic wedge", {0}},
    {42, 0, UNKNOWN, VT_CELL_NONE, "polyhedron", {0}},
};

static bool fail(const vt_raw *raw, const vt_vtk_cell *cell, const char *found, vt_error *error) {
  vt_cell_names names = {raw->name, raw->cell_word, &cell->label, &cell->line};
  char text[512];
  vt_cell_name(&names, 0, text, sizeof text);
  return vt_fail(error, VT_BAD_INPUT, "%s %s", text, found);
}

static const cell_type *find_type(int64_t number) {
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    if (types[i].number == number) return &types[i];
  }
  return NULL;
}

// Three consecutive points of a strip, every second triangle turned.
static bool add_strip(vt_raw *raw, const vt_vtk_cell *cell, const int *nodes, vt_error *error) {
  for (int64_t i = 0; i + 2 < cell->count; ++i) {
    int odd = (int)(i % 2);
    int triangle[3] = {nodes[i + odd], nodes[i + 1 - odd], nodes[i + 2]};
    if (!vt_raw_add_surface(raw, triangle, 3, false, cell->label, cell->line, error)) return false;
  }
  return true;
}

static bool add_nodes(
    vt_raw *raw, const cell_type *type, const vt_vtk_cell *cell, const int *nodes, vt_error *error) {
  int ordered[10];
  if (type->use == STRIP) return add_strip(raw, cell, nodes, error);
  if (type->node_count == 0) {
    return vt_raw_add_surface(raw, nodes, (int)cell->count, false, cell->label, cell->line, error);
  }
  for (int i = 0; i < type->node_count; ++i) ordered[i] = nodes[type->order[i]];
  if (type->use == CELL) return vt_raw_add_cell(raw, type->kind, ordered, cell->label, cell->line, error);
  return vt_raw_add_surface(raw, ordered, type->node_count, type->use == SIX, cell->label, cell->line, error);
}

bool vt_vtk_add_cell(vt_raw *raw, const vt_vtk_cell *cell, int base, int point_count, vt_error *error) {
  const cell_type *type = find_type(cell->type);
  char text[200];
  if (type == NULL || type->use == UNKNOWN) {
    snprintf(text, sizeof text,
        "is of VTK type %lld (%s), expected tetrahedra, hexahedra, voxels, quadratic tetrahedra, or surfaces "
        "of "
        "triangles, quads and polygons",
        (long long)cell->type, type != NULL ? type->name : "unknown");
    return fail(raw, cell, text, error);
  }
  if (type->use == IGNORED) return true;
  if (type->node_count > 0 ? cell->count != type->node_count : cell->count < 3) {
    snprintf(text, sizeof text, "is a %s of %lld points, expected %s%d", type->name, (long long)cell->count,
        type->node_count > 0 ? "" : "at least ", type->node_count > 0 ? type->node_count : 3);
    return fail(raw, cell, text, error);
  }
  int few[16];
  int *nodes = cell->count <= 16 ? few : VT_NEW(int, cell->count, error);
  if (nodes == NULL) return false;
  bool good = true;
  for (int64_t i = 0; good && i < cell->count; ++i) {
    int64_t id = cell->ids[i];
    if (id < 0 || id >= point_count) {
      snprintf(text, sizeof text, "has point %lld, expected 0 to %d", (long long)id, point_count - 1);
      good = fail(raw, cell, text, error);
    } else {
      nodes[i] = base + (int)id;
    }
  }
  good = good && add_nodes(raw, type, cell, nodes, error);
  if (nodes != few) free(nodes);
  return good;
}
