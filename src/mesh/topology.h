// The connectivity of a mesh: edges, cells around nodes, faces and the boundary.
#ifndef VT_MESH_TOPOLOGY_H
#define VT_MESH_TOPOLOGY_H

#include "mesh/cell.h"
#include "mesh/table.h"

// The unique edges between cell corners, in the order in which the cells meet them.
typedef struct vt_edges {
  int count;
  int *nodes;      // 2 per edge, the smaller first
  int *cell_edges; // vt_cell_edge_count per cell, in the cell's order
} vt_edges;

bool vt_edges_find(const vt_mesh *mesh, vt_edges *edges, vt_error *error);
void vt_edges_free(vt_edges *edges);

// The cells around each node: cells[starts[n]] to cells[starts[n + 1]], ascending.
typedef struct vt_node_cells {
  int *starts; // node_count + 1
  int *cells;
} vt_node_cells;

bool vt_node_cells_find(const vt_mesh *mesh, vt_node_cells *around, vt_error *error);
void vt_node_cells_free(vt_node_cells *around);

// All faces of a volume mesh. A boundary face has one cell; its triangles in the mesh are
// vt_face_triangle_count(kind) from first_triangle on.
typedef struct vt_face {
  int cells[2];       // the second is -1 on the boundary
  int locals[2];      // which face of that cell
  int first_triangle; // -1 inside
} vt_face;

typedef struct vt_faces {
  int count, boundary_count;
  vt_face *items;
  vt_table by_corners; // sorted corners to face
} vt_faces;

// Fails when a cell is there twice, when a face has three cells, or two on the same side.
bool vt_faces_find(vt_cell_kind kind, const int *cells, int cell_count, const vt_cell_names *names,
    vt_faces *faces, vt_error *error);
void vt_faces_free(vt_faces *faces);

// The face with these corners (in any order), or -1.
int vt_faces_lookup(const vt_faces *faces, const int *corners, int corner_count);

// Fills the boundary's triangles, 3 * boundary_count * vt_face_triangle_count(kind), in the order of cells.
void vt_faces_triangles(const vt_faces *faces, vt_cell_kind kind, const int *cells, int *triangles);

#endif
