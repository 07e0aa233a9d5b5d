// VTU files, for ParaView: points and cells of one kind, binary as inline base64.
#include "record/vtu.h"

#include "base/memory.h"
#include "base/vec.h"
#include "mesh/writer.h"
#include "record/outfile.h"

#include <stdlib.h>

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
  if (grid->air != NULL)
    write_array(file, "Float64", "pressure_force", 3, grid->air, points * sizeof(vt_vec3));
  vt_outfile_text(file, "</PointData>\n<CellData>\n");
  if (grid->pressure != NULL)
    write_array(file, "Float64", "pressure", 1, grid->pressure, cells * sizeof(double));
  if (grid->cavity != NULL) write_array(file, "Int32", "cavity", 1, grid->cavity, cells * sizeof(int));
  if (grid->body != NULL) write_array(file, "Int32", "body", 1, grid->body, cells * sizeof(int));
  vt_outfile_text(file, "</CellData>\n<Points>\n");
  write_array(file, "Float64", "Points", 3, grid->points, points * sizeof(vt_vec3));
  vt_outfile_text(file, "</Points>\n<Cells>\n");
  write_array(
      file, "Int64", "connectivity", 1, vtk->connectivity, cells * (size_t)vtk->size * sizeof(int64_t));
  write_array(file, "Int64", "offsets", 1, vtk->offsets, cells * sizeof(int64_t));
  write_array(file, "UInt8", "types", 1, vtk->types, cells);
  vt_outfile_text(file, "</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
}

static bool fill_cells(vt_vtk_cells *vtk, const vt_grid *grid, vt_error *error) {
  vtk->size = grid->kind == VT_CELL_NONE ? 3 : vt_cell_size(grid->kind);
  size_t total = (size_t)grid->cell_count * (size_t)vtk->size;
  vtk->connectivity = VT_NEW(int64_t, total, error);
  vtk->offsets = VT_NEW(int64_t, grid->cell_count, error);
  vtk->types = VT_NEW(uint8_t, grid->cell_count, error);
  if (vtk->connectivity == NULL || vtk->offsets == NULL || vtk->types == NULL) return false;
  for (int i = 0; i < grid->cell_count; ++i) {
    const int *cell = grid->cells + (size_t)i * (size_t)vtk->size;
    int64_t *nodes = vtk->connectivity + (size_t)i * (size_t)vtk->size;
    for (int k = 0; k < vtk->size; ++k) nodes[k] = cell[vt_vtk_node(grid->kind, k)];
    vtk->offsets[i] = (int64_t)(i + 1) * vtk->size;
    vtk->types[i] = (uint8_t)vt_vtk_type(grid->kind);
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
    return (vt_grid){.point_count = mesh->node_count,
        .points = vt_world_positions(world, body),
        .velocities = vt_world_velocities(world, body),
        .kind = mesh->cell_kind,
        .cell_count = mesh->cell_count,
        .cells = mesh->cells};
  vt_surface_view surface = vt_world_visual_surface(world, body);
  return (vt_grid){.point_count = surface.vertex_count,
      .points = surface.vertices,
      .kind = VT_CELL_NONE,
      .cell_count = surface.triangle_count,
      .cells = surface.triangles};
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

// What the air of cavities exerts on the points of a body: a third of each triangle's force goes to the point
// nearest to each of its corners, so that the sum is kept.
static void add_air_forces(const vt_world *world, int body, const vt_grid *grid, vt_vec3 *forces) {
  double ambient = vt_world_settings(world)->ambient_pressure;
  for (int k = 0; k < vt_world_cavity_count(world); ++k) {
    vt_cavity_view cavity = vt_world_cavity(world, k);
    double third = (cavity.pressure - ambient) / 6; // of half a cross product
    for (int t = 0; t < cavity.triangle_count; ++t) {
      if (cavity.triangle_bodies[t] != body) continue;
      const int *corners = cavity.triangles + 3 * t;
      vt_vec3 a = cavity.vertices[corners[0]], b = cavity.vertices[corners[1]],
              c = cavity.vertices[corners[2]];
      vt_vec3 force = vt_scale(third, vt_cross(vt_sub(b, a), vt_sub(c, a)));
      for (int i = 0; i < 3; ++i) {
        int point = nearest_point(grid, cavity.vertices[corners[i]]);
        forces[point] = vt_add(forces[point], force);
      }
    }
  }
}

bool vt_vtu_write_body(
    const char *folder, const char *name, const vt_world *world, int body, vt_error *error) {
  const vt_model *model = vt_world_model(world);
  vt_grid grid = grid_of_body(world, body);
  bool contact = vt_model_has_contact(model), air = vt_model_has_air(model);
  vt_vec3 *touch = contact ? VT_NEW(vt_vec3, grid.point_count, error) : NULL;
  vt_vec3 *push = air ? VT_NEW(vt_vec3, grid.point_count, error) : NULL;
  bool good = (!contact || touch != NULL) && (!air || push != NULL);
  if (good && contact) {
    if (grid.kind != VT_CELL_NONE)
      vt_world_node_contact_forces(world, body, touch);
    else
      good = surface_forces(world, body, &grid, touch, error) != NULL;
  }
  if (good && air) add_air_forces(world, body, &grid, push);
  grid.contact = touch;
  grid.air = push;
  good = good && vt_vtu_write(folder, name, &grid, error);
  free(touch);
  free(push);
  return good;
}

// ---------------------------------------------------------------- cavities

// All cavities as one set of triangles.
typedef struct vt_cavity_soup {
  vt_vec3 *points;
  int *triangles, *cavities, *bodies;
  double *pressures;
} vt_cavity_soup;

static void fill_soup(const vt_cavity_soup *soup, const vt_world *world) {
  int points = 0, triangles = 0;
  for (int k = 0; k < vt_world_cavity_count(world); ++k) {
    vt_cavity_view cavity = vt_world_cavity(world, k);
    for (int i = 0; i < cavity.vertex_count; ++i) soup->points[points + i] = cavity.vertices[i];
    for (int t = 0; t < cavity.triangle_count; ++t, ++triangles) {
      for (int i = 0; i < 3; ++i) soup->triangles[3 * triangles + i] = points + cavity.triangles[3 * t + i];
      soup->pressures[triangles] = cavity.pressure;
      soup->cavities[triangles] = cavity.id;
      soup->bodies[triangles] = cavity.triangle_bodies[t];
    }
    points += cavity.vertex_count;
  }
}

bool vt_vtu_write_cavities(const char *folder, const char *name, const vt_world *world, vt_error *error) {
  int points = 0, triangles = 0;
  for (int k = 0; k < vt_world_cavity_count(world); ++k) {
    vt_cavity_view cavity = vt_world_cavity(world, k);
    points += cavity.vertex_count;
    triangles += cavity.triangle_count;
  }
  vt_cavity_soup soup = {VT_NEW(vt_vec3, points, error), VT_NEW(int, 3 * (size_t)triangles, error),
      VT_NEW(int, triangles, error), VT_NEW(int, triangles, error), VT_NEW(double, triangles, error)};
  bool good = soup.points != NULL && soup.triangles != NULL && soup.cavities != NULL && soup.bodies != NULL &&
              soup.pressures != NULL;
  if (good) {
    fill_soup(&soup, world);
    good = vt_vtu_write(folder, name,
        &(vt_grid){.point_count = points,
            .points = soup.points,
            .kind = VT_CELL_NONE,
            .cell_count = triangles,
            .cells = soup.triangles,
            .pressure = soup.pressures,
            .cavity = soup.cavities,
            .body = soup.bodies},
        error);
  }
  free(soup.points);
  free(soup.triangles);
  free(soup.cavities);
  free(soup.bodies);
  free(soup.pressures);
  return good;
}
