// Anchors: points that move with a body, with a frame, or not at all; where cables run and sensors look.
#ifndef VT_BODY_ANCHOR_H
#define VT_BODY_ANCHOR_H

#include "mesh/shape.h"
#include "base/error.h"
#include "base/vec.h"

#include <ventouse/body.h>

// On a deformable body: weights on the nodes of one cell. Elsewhere: a local position.
typedef struct vt_anchor {
  int body;  // or -1
  int frame; // or -1
  int count; // nodes; 0 on rigid, driven and fixed bodies, frames and the world
  int nodes[VT_CELL_MAX_NODES];
  double weights[VT_CELL_MAX_NODES]; // sum to 1
  vt_vec3 local;                     // m: mesh coordinates, frame coordinates or world coordinates
} vt_anchor;

// The anchor of a point; `cells` is the mesh of the point's body if that is deformable, else NULL. A point
// further from the cells than a hundredth of their size is an error that names `what`.
bool vt_anchor_init(
    vt_anchor *anchor, const vt_point *point, const vt_mesh *cells, const char *what, vt_error *error);

// The value of an anchor on a deformable body in a field given at its nodes: position, velocity.
vt_vec3 vt_anchor_interpolate(const vt_anchor *anchor, const vt_vec3 *nodal);

#endif
