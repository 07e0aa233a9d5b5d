// Closest points on a triangle and in a finite cell.
#ifndef VT_GEOMETRY_CLOSEST_H
#define VT_GEOMETRY_CLOSEST_H

#include "mesh/shape.h"

// The barycentric coordinates of the point of a triangle closest to p; also for flat triangles.
void vt_closest_on_triangle(vt_vec3 p, vt_vec3 a, vt_vec3 b, vt_vec3 c, double weights[3]);

// The position of a reference point in a cell with the given corners and middle nodes.
vt_vec3 vt_cell_position(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 reference);

// The derivative of the position in the reference coordinates: J.m[i][j] = dx_i / dr_j.
vt_mat3 vt_cell_jacobian(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 reference);

// Newton's method for the reference coordinates of p; true if it converged to a point of the cell. Quick, and
// right for sound cells; a false "no" is possible for badly warped ones.
bool vt_cell_invert(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 p, vt_vec3 *reference);

// The point of the cell closest to p; returns the distance (m).
double vt_closest_in_cell(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 p, vt_vec3 *reference);

#endif
