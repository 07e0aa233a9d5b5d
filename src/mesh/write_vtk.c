// Writing legacy VTK (binary, version 3.0, which every reader knows) and VTU (base64).
#include "base/base64.h"
#include "base/cursor.h"
#include "base/memory.h"
#include "mesh/writer.h"

#include <stdlib.h>
#include <string.h>

int vt_vtk_type(vt_cell_kind kind) {
  return kind == VT_CELL_TET4 ? 10 : kind == VT_CELL_TET10 ? 24 : kind == VT_CELL_HEX8 ? 12 : 5;
}

int vt_vtk_node(vt_cell_kind kind, int i) { return kind == VT_CELL_TET10 && i >= 8 ? 17 - i : i; }

void vt_put_little(FILE *file, const void *value, size_t size) {
  unsigned char bytes[8];
  memcpy(bytes, value, size);
  if (vt_host_is_big_endian()) vt_swap_bytes(bytes, size);
  fwrite(bytes, 1, size, file);
}

void vt_put_big(FILE *file, const void *value, size_t size) {
  unsigned char bytes[8];
  memcpy(bytes, value, size);
  if (!vt_host_is_big_endian()) vt_swap_bytes(bytes, size);
  fwrite(bytes, 1, size, file);
}

// The cells of a volume, or the triangles of a surface.
typedef struct items {
  int count, size;
  const int *nodes;
} items;

static items mesh_items(const vt_mesh *mesh) {
  if (mesh->cell_kind == VT_CELL_NONE) return (items){mesh->triangle_count, 3, mesh->triangles};
  return (items){mesh->cell_count, vt_cell_size(mesh->cell_kind), mesh->cells};
}

bool vt_write_vtk(const vt_mesh *mesh, FILE *file, vt_error *error) {
  items all = mesh_items(mesh);
  (void)error;
  fprintf(file, "# vtk DataFile Version 3.0\nventouse mesh\nBINARY\nDATASET UNSTRUCTURED_GRID\n");
  fprintf(file, "POINTS %d double\n", mesh->node_count);
  for (int n = 0; n < mesh->node_count; ++n) {
    vt_put_big(file, &mesh->nodes[n].x, 8);
    vt_put_big(file, &mesh->nodes[n].y, 8);
    vt_put_big(file, &mesh->nodes[n].z, 8);
  }
  fprintf(file, "\nCELLS %d %lld\n", all.count, (long long)all.count * (all.size + 1));
  int32_t size = all.size, type = vt_vtk_type(mesh->cell_kind);
  for (int c = 0; c < all.count; ++c) {
    const int *cell = all.nodes + (size_t)c * (size_t)all.size;
    vt_put_big(file, &size, 4);
    for (int i = 0; i < all.size; ++i) {
      int32_t node = cell[vt_vtk_node(mesh->cell_kind, i)];
      vt_put_big(file, &node, 4);
    }
  }
  fprintf(file, "\nCELL_TYPES %d\n", all.count);
  for (int c = 0; c < all.count; ++c) vt_put_big(file, &type, 4);
  fprintf(file, "\n");
  return true;
}

// A base64 encoder that writes to a file.
typedef struct coder {
  FILE *file;
  vt_base64 base64;
} coder;

static void code(coder *to, const void *value, size_t size) {
  unsigned char bytes[8];
  char text[4];
  memcpy(bytes, value, size);
  if (vt_host_is_big_endian()) vt_swap_bytes(bytes, size);
  for (size_t i = 0; i < size; ++i)
    fwrite(text, 1, (size_t)vt_base64_put(&to->base64, bytes[i], text), to->file);
}

static coder start_array(FILE *file, const char *type, const char *more, uint64_t bytes) {
  fprintf(file, "        <DataArray type=\"%s\"%s format=\"binary\">", type, more);
  coder to = {.file = file};
  code(&to, &bytes, sizeof bytes);
  return to;
}

static void end_array(coder *to) {
  char text[4];
  fwrite(text, 1, (size_t)vt_base64_end(&to->base64, text), to->file);
  fprintf(to->file, "</DataArray>\n");
}

bool vt_write_vtu(const vt_mesh *mesh, FILE *file, vt_error *error) {
  items all = mesh_items(mesh);
  (void)error;
  fprintf(file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
                "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <UnstructuredGrid>\n");
  fprintf(file, "    <Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n      <Points>\n", mesh->node_count,
      all.count);
  coder to = start_array(file, "Float64", " NumberOfComponents=\"3\"", 24 * (uint64_t)mesh->node_count);
  for (int n = 0; n < mesh->node_count; ++n) {
    code(&to, &mesh->nodes[n].x, 8);
    code(&to, &mesh->nodes[n].y, 8);
    code(&to, &mesh->nodes[n].z, 8);
  }
  end_array(&to);
  fprintf(file, "      </Points>\n      <Cells>\n");
  to = start_array(file, "Int32", " Name=\"connectivity\"", 4 * (uint64_t)all.count * (uint64_t)all.size);
  for (int c = 0; c < all.count; ++c) {
    const int *cell = all.nodes + (size_t)c * (size_t)all.size;
    for (int i = 0; i < all.size; ++i) {
      int32_t node = cell[vt_vtk_node(mesh->cell_kind, i)];
      code(&to, &node, 4);
    }
  }
  end_array(&to);
  to = start_array(file, "Int64", " Name=\"offsets\"", 8 * (uint64_t)all.count);
  for (int64_t c = 1; c <= all.count; ++c) {
    int64_t end = c * all.size;
    code(&to, &end, 8);
  }
  end_array(&to);
  uint8_t type = (uint8_t)vt_vtk_type(mesh->cell_kind);
  to = start_array(file, "UInt8", " Name=\"types\"", (uint64_t)all.count);
  for (int c = 0; c < all.count; ++c) code(&to, &type, 1);
  end_array(&to);
  fprintf(file, "      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n</VTKFile>\n");
  return true;
}
