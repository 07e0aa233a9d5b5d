// Cells as VTK numbers them, for legacy and XML files.
#ifndef VT_MESH_VTK_CELLS_H
#define VT_MESH_VTK_CELLS_H

#include "mesh/reader.h"

#define VT_VTK_STRIP 6
#define VT_VTK_POLYGON 7

typedef struct vt_vtk_cell {
  int64_t type;       // VTK's number
  const int64_t *ids; // points
  int64_t count;
  int64_t label; // the cell's number in the file
  int line;
} vt_vtk_cell;

// Adds a cell whose points are `base` + ids, ids in 0 .. point_count - 1.
bool vt_vtk_add_cell(vt_raw *raw, const vt_vtk_cell *cell, int base, int point_count, vt_error *error);

#endif
