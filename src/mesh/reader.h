// The readers: each fills a vt_raw from a file held in memory.
#ifndef VT_MESH_READER_H
#define VT_MESH_READER_H

#include "base/cursor.h"
#include "mesh/raw.h"

typedef enum vt_mesh_format {
  VT_FORMAT_UNKNOWN,
  VT_FORMAT_GMSH,
  VT_FORMAT_VTK,
  VT_FORMAT_VTU,
  VT_FORMAT_OBJ,
  VT_FORMAT_STL,
  VT_FORMAT_PLY,
  VT_FORMAT_MEDIT,
  VT_FORMAT_OFF
} vt_mesh_format;

// What the bytes look like, else what the name ends with.
vt_mesh_format vt_mesh_guess_format(const char *name, const char *bytes, size_t size);

// Reads a mesh from memory; bytes[size] must be readable and '\0'. UNKNOWN lets the content decide.
vt_mesh *vt_mesh_read(
    const char *name, const char *bytes, size_t size, vt_mesh_format format, vt_error *error);

bool vt_read_gmsh(vt_cursor *cursor, vt_raw *raw);
bool vt_read_vtk(vt_cursor *cursor, vt_raw *raw);
bool vt_read_vtu(vt_cursor *cursor, vt_raw *raw);
bool vt_read_obj(vt_cursor *cursor, vt_raw *raw);
bool vt_read_stl(vt_cursor *cursor, vt_raw *raw);
bool vt_read_ply(vt_cursor *cursor, vt_raw *raw);
bool vt_read_medit(vt_cursor *cursor, vt_raw *raw);
bool vt_read_off(vt_cursor *cursor, vt_raw *raw);

// True if a word begins an OFF file that can be read.
bool vt_off_is_header(vt_word word);

// True if the bytes are an STL file in binary: their number fits the number of facets.
bool vt_stl_is_binary(const char *bytes, size_t size);

#endif
