// VTU files, for ParaView: points and cells of one kind, binary as inline base64.
#include "record/vtu.h"

#include "base/memory.h"
#include "base/vec.h"
#include "record/outfile.h"

#include <stdlib.h>

enum { VTK_TRIANGLE = 5, VTK_TETRA = 10, VTK_HEXAHEDRON = 12, VTK_QUADRATIC_TETRA = 24 };

static const char *byte_order(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1 ? "LittleEndian" : "BigEndian";
}

static void begin_array(vt_outfile *file, const char *type, const char *name, int components) {
  vt_outfile_format(file, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"binary\">\n",
      type, name, components);
}

static void write_array(
    vt_outfile *file, const char *type, const char *name, int components, const void *data, size_t bytes) {
  begin_array(file, type, name, components);
  vt_outfile_base64(file, data, bytes);
  vt_outfile_text(file, "\n</DataArray>\n");
}

// The cells as VTK wants them.
typedef struct vt_vtk_cells {
  int size;              // nodes of one
  int64_t *connectivity; // in VTK's order
  int64_t *offsets;      // the end of each cell in connectivity
  uint8_t *types;        // VTK's number of the kind of each cell
} vt_vtk_cells;

static void write_grid(vt_outfile *file, const vt_grid *grid, const vt_vtk_cells *vtk) {
  size_t points = (size_t)grid->point_count, cells = (size_t)grid->cell_count;
  vt_outfile_format(file,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"%s\" "
      "header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n",
      byte_order(), grid->point_count, grid->cell_count);
  vt_outfile_text(file, "<PointData>\n");
  if (grid->velocities != NULL)
    write_array(file, "Float64", "velocity", 3, grid->velocities, points * sizeof(vt_vec3));
  if (grid->contact != NULL)
    write_array(file, "Float64", "contact_force", 3, grid->contact, points * sizeof(vt_vec3));
  vt_outfile_text(file, "</PointData>\n<Points>\n");
  write_array(file, "Float64", "Points", 3, grid->points, points * sizeof(vt_vec3));
  vt_outfile_text(file, "</Points>\n<Cells>\n");
  write_array(
      file, "Int64", "connectivity", 1, vtk->connectivity, cells * (size_t)vtk->size * sizeof(int64_t));
  write_array(file, "Int64", "offsets", 1, vtk->offsets, cells * sizeof(int64_t));
  write_array(file, "UInt8", "types", 1, vtk->types, cells);
  vt_outfile_text(file, "</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
}

// VTK's node order differs from Gmsh's in the last two middles of a ten-node tetrahedron.
static bool fill_cells(vt_vtk_cells *vtk, const vt_grid *grid, vt_error *error) {
  static const uint8_t types[] = {[VT_CELL_NONE] = VTK_TRIANGLE,
      [VT_CELL_TET4] = VTK_TETRA,
      [VT_CELL_TET10] = VTK_QUADRATIC_TETRA,
      [VT_CELL_HEX8] = VTK_HEXAHEDRON};
  vtk->size = grid->kind == VT_CELL_NONE ? 3 : vt_cell_size(grid->kind);
  size_t total = (size_t)grid->cell_count * (size_t)vtk->size;
  vtk->connectivity = VT_NEW(int64_t, total, error);
  vtk->offsets = VT_NEW(int64_t, grid->cell_count, error);
  vtk->types = VT_NEW(uint8_t, grid->cell_count, error);
  if (vtk->connectivity == NULL || vtk->offsets == NULL || vtk->types == NULL) return false;
  for (size_t i = 0; i < total; ++i) {
    bool swapped = grid->kind == VT_CELL_TET10 && i % 10 >= 8;
    vtk->connectivity[swapped ? i - i % 10 + 17 - i % 10 : i] = grid->cells[i];
  }
  for (int i = 0; i < grid->cell_count; ++i) {
    vtk->offsets[i] = (int64_t)(i + 1) * vtk->size;
    vtk->types[i] = types[grid->kind];
  }
  return true;
}

bool vt_vtu_write(const char *folder, const char *name, const vt_grid *grid, vt_error *error) {
  vt_vtk_cells vtk = {0};
  vt_outfile file = {0};
  bool good = fill_cells(&vtk, grid, error) && vt_outfile_open(&file, folder, name, error);
  if (good) write_grid(&file, grid, &vtk);
  good = vt_outfile_close(&file, error) && good;
  free(vtk.connectivity);
  free(vtk.offsets);
  free(vtk.types);
  return good;
}

// ---------------------------------------------------------------- bodies

static vt_grid grid_of_body(const vt_world *world, int body) {
  const vt_mesh *mesh = vt_model_body_mesh(vt_world_model(world), body);
  if (mesh != NULL)
    return (vt_grid){mesh->node_count, vt_world_positions(world, body), vt_world_velocities(world, body),
        NULL, mesh->cell_kind, mesh->cell_count, mesh->cells};
  vt_surface_view surface = vt_world_visual_surface(world, body);
  return (vt_grid){surface.vertex_count, surface.vertices, NULL, NULL, VT_CELL_NONE, surface.triangle_count,
      surface.triangles};
}

static int nearest_point(const vt_grid *grid, vt_vec3 to) {
  int nearest = 0;
  double least = INFINITY;
  for (int i = 0; i < grid->point_count; ++i) {
    double distance = vt_norm(vt_sub(grid->points[i], to));
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

// The force on each vertex of the collision surface goes to the nearest point that is shown, so that the sum
// is kept; mostly the two surfaces are the same.
static vt_vec3 *surface_forces(
    const vt_world *world, int body, const vt_grid *grid, vt_vec3 *forces, vt_error *error) {
  vt_surface_view surface = vt_world_collision_surface(world, body);
  vt_vec3 *found = VT_NEW(vt_vec3, surface.vertex_count, error);
  if (found == NULL) return NULL;
  vt_world_vertex_contact_forces(world, body, found);
  for (int i = 0; i < surface.vertex_count; ++i) {
    if (vt_norm(found[i]) == 0) continue;
    int point = surface.vertices == grid->points ? i : nearest_point(grid, surface.vertices[i]);
    forces[point] = vt_add(forces[point], found[i]);
  }
  free(found);
  return forces;
}

bool vt_vtu_write_body(
    const char *folder, const char *name, const vt_world *world, int body, vt_error *error) {
  vt_grid grid = grid_of_body(world, body);
  if (!vt_model_has_contact(vt_world_model(world))) return vt_vtu_write(folder, name, &grid, error);
  vt_vec3 *forces = VT_NEW(vt_vec3, grid.point_count, error);
  if (forces == NULL) return false;
  grid.contact = forces;
  if (grid.kind != VT_CELL_NONE)
    vt_world_node_contact_forces(world, body, forces);
  else
    grid.contact = surface_forces(world, body, &grid, forces, error);
  bool good = grid.contact != NULL && vt_vtu_write(folder, name, &grid, error);
  free(forces);
  return good;
}
