// The writers: each puts a mesh into an open file; save.c sees to errors and names.
#ifndef VT_MESH_WRITER_H
#define VT_MESH_WRITER_H

#include "base/error.h"

#include <ventouse/mesh.h>

#include <stdio.h>

// False with the error set when memory is refused or the mesh cannot be expressed; what the file itself
// refuses is left in its error state.
bool vt_write_gmsh(const vt_mesh *mesh, FILE *file, vt_error *error);
bool vt_write_vtk(const vt_mesh *mesh, FILE *file, vt_error *error);
bool vt_write_vtu(const vt_mesh *mesh, FILE *file, vt_error *error);

// Surface formats: the triangles with the nodes they use.
bool vt_write_obj(const vt_mesh *mesh, FILE *file, vt_error *error);
bool vt_write_stl(const vt_mesh *mesh, FILE *file, vt_error *error);
bool vt_write_ply(const vt_mesh *mesh, FILE *file, vt_error *error);

// Writes a value of `size` bytes with its bytes in little- or big-endian order.
void vt_put_little(FILE *file, const void *value, size_t size);
void vt_put_big(FILE *file, const void *value, size_t size);

// VTK's type number of the cells (of the triangles of a surface), and VTK's node i of a cell.
int vt_vtk_type(vt_cell_kind kind);
int vt_vtk_node(vt_cell_kind kind, int i);

#endif
