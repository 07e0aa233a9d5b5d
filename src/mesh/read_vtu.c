// VTU files (VTK's XML unstructured grids): the points and cells of every piece.
#include "mesh/vtk_cells.h"
#include "mesh/vtu_xml.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PIECES 1024 // pieces may name the same data, and would multiply it

static bool read_points(vt_vtu_file *file, xmlNode *piece, int64_t expected, vt_raw *raw) {
  xmlNode *points = vt_vtu_child(piece, "Points");
  xmlNode *array = points != NULL ? vt_vtu_child(points, "DataArray") : NULL;
  double *x = NULL;
  size_t count;
  if (expected == 0) return true;
  if (array == NULL) return vt_vtu_fail(file, piece, "found no DataArray in Points, expected one");
  if (!vt_vtu_array(file, array, &x, NULL, &count)) return false;
  bool good = count == 3 * (size_t)expected;
  if (!good) {
    vt_vtu_fail(file, array, "found %zu coordinates, expected %lld for %lld points", count,
        3 * (long long)expected, (long long)expected);
  }
  for (int64_t i = 0; good && i < expected; ++i) {
    vt_vec3 node = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
    good = vt_raw_add_node(raw, node, i, 0, file->error);
  }
  free(x);
  return good;
}

static xmlNode *find_array(xmlNode *cells, const char *name) {
  for (xmlNode *array = vt_vtu_child(cells, "DataArray"); array != NULL; array = vt_vtu_next(array)) {
    char text[64];
    vt_vtu_attribute(array, "Name", text);
    if (strcmp(text, name) == 0) return array;
  }
  return NULL;
}

static bool read_cell_array(
    vt_vtu_file *file, xmlNode *cells, const char *name, int64_t expected, int64_t **values, size_t *count) {
  xmlNode *array = find_array(cells, name);
  if (array == NULL)
    return vt_vtu_fail(file, cells, "found no DataArray named %s in Cells, expected one", name);
  if (!vt_vtu_array(file, array, NULL, values, count)) return false;
  if (expected < 0 || *count == (size_t)expected) return true;
  return vt_vtu_fail(file, array, "found %zu %s, expected %lld", *count, name, (long long)expected);
}

static bool read_cells(vt_vtu_file *file, xmlNode *piece, int64_t expected, int base, vt_raw *raw) {
  xmlNode *cells = vt_vtu_child(piece, "Cells");
  int64_t *ids = NULL, *ends = NULL, *types = NULL;
  size_t id_count, end_count, type_count;
  bool good = false;
  if (expected == 0) return true;
  if (cells == NULL) return vt_vtu_fail(file, piece, "found no Cells, expected them");
  if (!read_cell_array(file, cells, "connectivity", -1, &ids, &id_count) ||
      !read_cell_array(file, cells, "offsets", expected, &ends, &end_count) ||
      !read_cell_array(file, cells, "types", expected, &types, &type_count)) {
    goto out;
  }
  for (int64_t c = 0; c < expected; ++c) {
    int64_t start = c > 0 ? ends[c - 1] : 0;
    if (ends[c] < start || (uint64_t)ends[c] > id_count) {
      vt_vtu_fail(file, cells, "found offset %lld of cell %lld, expected %lld to %zu", (long long)ends[c],
          (long long)c, (long long)start, id_count);
      goto out;
    }
    vt_vtk_cell cell = {types[c], ids + start, ends[c] - start, c, 0};
    if (!vt_vtk_add_cell(raw, &cell, base, raw->node_count - base, file->error)) goto out;
  }
  good = true;
out:
  free(ids);
  free(ends);
  free(types);
  return good;
}

static bool read_pieces(vt_vtu_file *file, vt_raw *raw) {
  xmlNode *root = xmlDocGetRootElement(file->document);
  xmlNode *grid = vt_vtu_child(root, "UnstructuredGrid");
  xmlNode *piece = grid != NULL ? vt_vtu_child(grid, "Piece") : NULL;
  if (piece == NULL) return vt_vtu_fail(file, root, "found no Piece in an UnstructuredGrid, expected one");
  for (int count = 1; piece != NULL; piece = vt_vtu_next(piece), ++count) {
    int64_t points, cells;
    if (count > MAX_PIECES) return vt_vtu_fail(file, piece, "found more than %d pieces", MAX_PIECES);
    int base = raw->node_count;
    if (!vt_vtu_count(file, piece, "NumberOfPoints", &points) ||
        !vt_vtu_count(file, piece, "NumberOfCells", &cells) || !read_points(file, piece, points, raw) ||
        !read_cells(file, piece, cells, base, raw)) {
      return false;
    }
  }
  return true;
}

bool vt_read_vtu(vt_cursor *cursor, vt_raw *raw) {
  vt_vtu_file file;
  bool done = vt_vtu_open(&file, cursor) && read_pieces(&file, raw);
  vt_vtu_close(&file);
  return done;
}
