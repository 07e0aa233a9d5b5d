// Finding the cell of a volume mesh that a point belongs to, and the weights with which it follows the nodes.
#ifndef VT_GEOMETRY_LOCATE_H
#define VT_GEOMETRY_LOCATE_H

#include "base/error.h"
#include "mesh/shape.h"

// A search tree over the cells of one mesh, which must outlive it.
typedef struct vt_locator vt_locator;

vt_locator *vt_locator_create(const vt_mesh *volume, vt_error *error);
void vt_locator_destroy(vt_locator *locator);

// Where a point is in a mesh.
typedef struct vt_location {
  int cell;
  vt_vec3 reference; // reference coordinates of the nearest point of the cell: the point itself inside
  vt_vec3 beyond;    // from there to the point itself in reference coordinates, by the cell's gradient there
  double distance;   // m from the point to the cells; 0 inside
} vt_location;

// The cell that contains the point, or the nearest one (of several as near, the one that extrapolates with
// the smallest weights). False with the error set if p is not finite.
bool vt_locator_find(const vt_locator *locator, vt_vec3 p, vt_location *location, vt_error *error);

// The weights of the nearest point of the cell: between 0 and 1 for cells without middle nodes.
void vt_location_nearest_weights(vt_cell_kind kind, const vt_location *location, double *weights);

// The weights of the point itself, extrapolated linearly where it lies outside: they give its rest position
// back and follow affine motions exactly, wherever it is.
void vt_location_weights(vt_cell_kind kind, const vt_location *location, double *weights);

// For one point: the nodes and weights of the point of the cells nearest to p, and how far away it is (m; 0
// inside). Weights sum to 1.
bool vt_locate_point(const vt_mesh *volume, vt_vec3 p, int nodes[VT_CELL_MAX_NODES],
    double weights[VT_CELL_MAX_NODES], int *count, double *distance, vt_error *error);

#endif
