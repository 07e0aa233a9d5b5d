// Shape functions of the finite cells: node order as in ventouse/mesh.h. Tetrahedra live on the unit simplex
// (reference coordinates r, s, t >= 0, r + s + t <= 1; node 0 at the origin), hexahedra on [-1, 1]^3.
#ifndef VT_MESH_SHAPE_H
#define VT_MESH_SHAPE_H

#include "mesh/cell.h"

// One value per node of the cell, summing to 1.
void vt_shape_functions(vt_cell_kind kind, vt_vec3 reference, double *values);

// Their derivatives in the reference coordinates, one vector per node, summing to 0.
void vt_shape_gradients(vt_cell_kind kind, vt_vec3 reference, vt_vec3 *gradients);

// Where the nodes are in reference coordinates.
const vt_vec3 *vt_shape_nodes(vt_cell_kind kind);

// The centre of the reference cell.
vt_vec3 vt_shape_center(vt_cell_kind kind);

// Whether a point lies in the reference cell, or no further outside than the tolerance.
bool vt_shape_contains(vt_cell_kind kind, vt_vec3 reference, double tolerance);

#endif
