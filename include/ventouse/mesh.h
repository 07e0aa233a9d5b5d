// Meshes: volumes of tetrahedra or hexahedra, surfaces of triangles, and the files they come from.
#ifndef VENTOUSE_MESH_H
#define VENTOUSE_MESH_H

#include <ventouse/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// The node order within a cell is Gmsh's. A positive volume has node 3 of a tetrahedron on the side its
// first face (0, 1, 2) turns to by the right-hand rule; a hexahedron has its bottom face 0-1-2-3
// counter-clockwise seen from above and 4-5-6-7 above it. Ten-node tetrahedra add the middles of the
// edges 01, 12, 20, 30, 23, 13.
typedef enum vt_cell_kind {
  VT_CELL_NONE, // a surface: triangles only
  VT_CELL_TET4,
  VT_CELL_TET10,
  VT_CELL_HEX8
} vt_cell_kind;

// A named part of a mesh (a Gmsh physical group, an OBJ group): its nodes, and its triangles if it has any.
typedef struct vt_mesh_group {
  char *name;
  int node_count;
  int *nodes; // ascending, without repetition
  int triangle_count;
  int *triangles; // indices into the mesh's triangles, ascending
} vt_mesh_group;

// A mesh is plain data: look at it freely, and free it with vt_mesh_destroy.
typedef struct vt_mesh {
  char *source; // where it came from, for messages: a file name, or "cube 4x4x4"
  int node_count;
  vt_vec3 *nodes; // m
  vt_cell_kind cell_kind;
  int cell_count;
  int *cells; // cell_count * vt_cell_size(cell_kind) node indices
  // The boundary of a volume mesh (outward, closed; of a ten-node tetrahedron's face, four triangles), or
  // the whole of a surface mesh. Quadrilaterals of files are split in two.
  int triangle_count;
  int *triangles; // 3 per triangle
  int group_count;
  vt_mesh_group *groups;
  char *warning; // what was put right as the file was read, one line; NULL if nothing
} vt_mesh;

// Nodes of one cell: 0, 4, 10 or 8.
VT_API int vt_cell_size(vt_cell_kind kind);

// Reads a mesh; the format is told by the file's content first and its name second: Gmsh 2.2 and 4.1 (ASCII
// and binary), legacy VTK and VTU (ASCII and binary), OBJ, STL (ASCII and binary), PLY (ASCII and binary),
// Medit (.mesh, ASCII), OFF (ASCII).
// Checked on the way: indices, finite coordinates, cells neither inverted, flat nor twice there, one kind of
// cell, no cells beside surface-only elements of other kinds. Equal vertices of STL files are merged, where
// facets do not meet nearly equal ones too; surface elements that are no face of a cell are left out; both is
// said in `warning`. NULL with one clear line in error when something is wrong.
VT_API vt_mesh *vt_mesh_load(const char *path, vt_error *error);

// Writes by the file's name: .msh (Gmsh 4.1 ASCII), .vtk, .vtu, .obj, .stl (binary), .ply (binary). The file
// is written aside and renamed, so it is whole or absent.
VT_API bool vt_mesh_save(const vt_mesh *mesh, const char *path, vt_error *error);

// A mesh from arrays, which are copied; cells or triangles may be absent. A volume's boundary is found here.
VT_API vt_mesh *vt_mesh_create(const char *source, const vt_vec3 *nodes, int node_count,
    vt_cell_kind cell_kind, const int *cells, int cell_count, const int *triangles, int triangle_count,
    vt_error *error);
VT_API vt_mesh *vt_mesh_copy(const vt_mesh *mesh, vt_error *error);
VT_API void vt_mesh_destroy(vt_mesh *mesh);

// A box from `min` to `max` in nx x ny x nz cells; tetrahedra are six to a brick. VT_CELL_NONE gives the
// closed surface.
VT_API vt_mesh *vt_mesh_box(
    vt_vec3 min, vt_vec3 max, int nx, int ny, int nz, vt_cell_kind kind, vt_error *error);

// Round bodies with their axes along x, y and z, that of a cylinder or capsule along z: of tetrahedra, or,
// with VT_CELL_NONE, their closed surface. `around` is how many edges go around, a multiple of 4 from 8 on;
// along z edges are about as long. Vertices lie on the body, so that the mesh encloses a little less than it.
// A capsule's length is that of its straight part, to which half a sphere is added at either end.
VT_API vt_mesh *vt_mesh_ellipsoid(
    vt_vec3 center, vt_vec3 radii, int around, vt_cell_kind kind, vt_error *error);
VT_API vt_mesh *vt_mesh_cylinder(
    vt_vec3 center, double radius, double length, int around, vt_cell_kind kind, vt_error *error);
VT_API vt_mesh *vt_mesh_capsule(
    vt_vec3 center, double radius, double length, int around, vt_cell_kind kind, vt_error *error);

// The same mesh with the middles of edges as nodes (TET4 to TET10; groups keep their triangles and gain the
// middles of their edges).
VT_API vt_mesh *vt_mesh_quadratic(const vt_mesh *mesh, vt_error *error);

// Multiplies all coordinates, for instance by 0.001 for a file in millimetres.
VT_API void vt_mesh_scale(vt_mesh *mesh, double factor);

// The group of that name, or NULL.
VT_API const vt_mesh_group *vt_mesh_find_group(const vt_mesh *mesh, const char *name);

// True if every edge of the triangles is shared by exactly two, in opposite directions; otherwise the error
// names the first edge that is not.
VT_API bool vt_mesh_check_closed(const vt_mesh *mesh, vt_error *error);

// The volume enclosed by the triangles (m^3, negative if they face inwards).
VT_API double vt_mesh_volume(const vt_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
