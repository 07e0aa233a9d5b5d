// The shapes of cells: their faces, edges, and whether one is well formed.
#ifndef VT_MESH_CELL_H
#define VT_MESH_CELL_H

#include <ventouse/mesh.h>

#define VT_CELL_MAX_NODES 10
#define VT_FACE_MAX_CORNERS 4
#define VT_FACE_MAX_TRIANGLES 4

// What a message calls a cell: "file.msh:12: element 5", or "file.vtk: cell 4" without lines.
typedef struct vt_cell_names {
  const char *source;
  const char *word;      // "element" or "cell"
  const int64_t *labels; // the file's numbers, or NULL for 0, 1, 2, ...
  const int *lines;      // the file's lines (0: none), or NULL
} vt_cell_names;

void vt_cell_name(const vt_cell_names *names, int cell, char *text, size_t size);

// Corners of a tetrahedron: of its faces, outward, and of its edges, in the order of
// a ten-node one's middles.
extern const int vt_tet_faces[4][3], vt_tet_edges[6][2];

int vt_cell_face_count(vt_cell_kind kind);   // 0, 4, 4 or 6
int vt_cell_edge_count(vt_cell_kind kind);   // between corners: 0, 6, 6 or 12
int vt_face_corner_count(vt_cell_kind kind); // 3, 3 or 4

// Triangles that a boundary face becomes: 1, 4 or 2.
int vt_face_triangle_count(vt_cell_kind kind);

// The corners of a face, outward (counter-clockwise seen from outside).
void vt_cell_face(vt_cell_kind kind, const int *cell, int face, int corners[VT_FACE_MAX_CORNERS]);

// The outward triangles of a face; a quadrilateral is cut from its smallest node.
void vt_cell_face_triangles(
    vt_cell_kind kind, const int *cell, int face, int triangles[3 * VT_FACE_MAX_TRIANGLES]);

// The two corners of an edge.
void vt_cell_edge(vt_cell_kind kind, const int *cell, int edge, int ends[2]);

// The smallest determinant of the map from the reference cell (m^3; six times the volume for TET4) over the
// corners, and over the middles and Gauss points where it varies; *size becomes the longest corner edge (m).
double vt_cell_least_jacobian(vt_cell_kind kind, const vt_vec3 *nodes, const int *cell, double *size);

// How many cells are inside out at a corner, at least, with the nodes at x.
int vt_cells_inside_out(const vt_mesh *mesh, const vt_vec3 *x);

// The sum of the angles between faces around each edge (rad), seen at the end with the smaller number;
// `cell_edges` are those of vt_edges_find. A map that turns no cell inside out may still be wound twice
// around an edge inside the body: the sum is then 4 pi.
void vt_edge_angles(
    const vt_mesh *mesh, const vt_vec3 *x, const int *cell_edges, int edge_count, double *angles);

// Fails when a cell repeats a node, is flat or is inverted.
bool vt_cells_check(vt_cell_kind kind, const vt_vec3 *nodes, const int *cells, int cell_count,
    const vt_cell_names *names, vt_error *error);

#endif
