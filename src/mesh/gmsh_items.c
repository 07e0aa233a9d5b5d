// Gmsh's nodes, elements and physical groups, the same in both versions of the format.
#include "mesh/gmsh.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct element_type {
  int number, node_count, dimension; // node_count 0: cannot be read
  const char *name;
} element_type;

static const element_type types[] = {
    {1, 2, 1, "line"},
    {2, 3, 2, "triangle"},
    {3, 4, 2, "quadrilateral"},
    {4, 4, 3, "tetrahedron"},
    {5, 8, 3, "hexahedron"},
    {6, 0, 3, "prism"},
    {7, 0, 3, "pyramid"},
    {8, 3, 1, "three-node line"},
    {9, 6, 2, "six-node triangle"},
    {10, 0, 2, "nine-node quadrilateral"},
    {11, 10, 3, "ten-node tetrahedron"},
    {12, 0, 3, "27-node hexahedron"},
    {13, 0, 3, "18-node prism"},
    {14, 0, 3, "14-node pyramid"},
    {15, 1, 0, "point"},
    {16, 0, 2, "eight-node quadrilateral"},
    {17, 0, 3, "20-node hexahedron"},
    {18, 0, 3, "15-node prism"},
    {19, 0, 3, "13-node pyramid"},
};

bool vt_gmsh_type(const vt_gmsh *gmsh, int64_t type, int64_t label, int *node_count, int *dimension) {
  const element_type *found = NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    if (types[i].number == type) found = &types[i];
  }
  if (found != NULL && found->node_count > 0) {
    *node_count = found->node_count;
    *dimension = found->dimension;
    return true;
  }
  return vt_cursor_fail(gmsh->cursor,
      "element %lld is of type %lld (%s), expected tetrahedra of 4 or 10 nodes, hexahedra of 8, triangles of "
      "3 or 6, "
      "quadrilaterals of 4, lines or points",
      (long long)label, (long long)type, found != NULL ? found->name : "unknown");
}

static void split_tag(int64_t tag, int key[2]) {
  key[0] = (int)(uint32_t)((uint64_t)tag & 0xffffffffu);
  key[1] = (int)(uint32_t)((uint64_t)tag >> 32);
}

bool vt_gmsh_add_node(vt_gmsh *gmsh, int64_t tag, vt_vec3 at) {
  int key[2], found;
  bool added;
  split_tag(tag, key);
  if (!vt_table_insert(&gmsh->node_of_tag, key, gmsh->raw->node_count, &found, &added, gmsh->cursor->error)) {
    return false;
  }
  if (!added)
    return vt_cursor_fail(gmsh->cursor, "found node %lld twice, expected every number once", (long long)tag);
  return vt_raw_add_node(gmsh->raw, at, tag, vt_cursor_line_number(gmsh->cursor), gmsh->cursor->error);
}

int vt_gmsh_group(vt_gmsh *gmsh, int dimension, int64_t number) {
  // A negative number is the group with its orientation turned.
  if (number < 0) number = -number;
  if (number > INT_MAX) {
    vt_cursor_fail(
        gmsh->cursor, "found physical group %lld, expected a number of 32 bits", (long long)number);
    return -1;
  }
  int key[2] = {dimension, (int)number};
  int group = vt_table_find(&gmsh->physical, key);
  if (group >= 0) return group;
  char name[24];
  int found;
  bool added;
  int length = snprintf(name, sizeof name, "%lld", (long long)number);
  group = vt_raw_group(gmsh->raw, name, (size_t)length, gmsh->cursor->error);
  if (group < 0 || !vt_table_insert(&gmsh->physical, key, group, &found, &added, gmsh->cursor->error))
    return -1;
  return group;
}

bool vt_gmsh_add_element(
    vt_gmsh *gmsh, int type, int64_t label, const int64_t *tags, const int *groups, int group_count) {
  vt_raw *raw = gmsh->raw;
  vt_error *error = gmsh->cursor->error;
  int nodes[VT_GMSH_MAX_NODES], count, dimension, line = vt_cursor_line_number(gmsh->cursor);
  if (!vt_gmsh_type(gmsh, type, label, &count, &dimension)) return false;
  for (int i = 0; i < count; ++i) {
    int key[2];
    split_tag(tags[i], key);
    nodes[i] = vt_table_find(&gmsh->node_of_tag, key);
    if (nodes[i] < 0) {
      return vt_cursor_fail(gmsh->cursor, "element %lld has node %lld, expected one of section $Nodes",
          (long long)label, (long long)tags[i]);
    }
  }
  bool good = true;
  if (dimension == 3) {
    vt_cell_kind kind = type == 4 ? VT_CELL_TET4 : type == 5 ? VT_CELL_HEX8 : VT_CELL_TET10;
    good = vt_raw_add_cell(raw, kind, nodes, label, line, error);
  } else if (dimension == 2) {
    good = vt_raw_add_surface(raw, nodes, count, type == 9, label, line, error);
  }
  for (int g = 0; good && g < group_count; ++g) {
    if (dimension == 3) {
      good = vt_raw_join(&raw->cell_members, groups[g], raw->cells.count - 1, error);
    } else if (dimension == 2) {
      good = vt_raw_join(&raw->surface_members, groups[g], raw->surfaces.count - 1, error);
    } else {
      for (int i = 0; good && i < count; ++i)
        good = vt_raw_join(&raw->node_members, groups[g], nodes[i], error);
    }
  }
  return good;
}

bool vt_gmsh_int(vt_gmsh *gmsh, const char *what, int64_t *value) {
  int32_t small = 0;
  if (!gmsh->binary) return vt_cursor_integer(gmsh->cursor, what, INT32_MIN, INT32_MAX, value);
  if (!vt_cursor_int32(gmsh->cursor, what, &small)) return false;
  *value = small;
  return true;
}

bool vt_gmsh_size(vt_gmsh *gmsh, const char *what, int64_t *value) {
  if (!gmsh->binary) return vt_cursor_integer(gmsh->cursor, what, 0, INT64_MAX, value);
  if (!vt_cursor_int64(gmsh->cursor, what, value)) return false;
  if (*value >= 0) return true;
  return vt_cursor_fail(
      gmsh->cursor, "found %llu as %s, expected a smaller number", (unsigned long long)*value, what);
}

bool vt_gmsh_double(vt_gmsh *gmsh, const char *what, double *value) {
  return gmsh->binary ? vt_cursor_double(gmsh->cursor, what, value)
                      : vt_cursor_number(gmsh->cursor, what, value);
}

size_t vt_gmsh_bytes(const vt_gmsh *gmsh, size_t binary_bytes) {
  // A number in text takes a digit and a space at least.
  return gmsh->binary ? binary_bytes : 2;
}
