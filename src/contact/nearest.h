// The triangle of a mesh that is nearest to a place.
#ifndef VT_CONTACT_NEAREST_H
#define VT_CONTACT_NEAREST_H

#include "contact/contact.h"

typedef struct vt_nearest_triangle {
  int triangle; // -1: none within the distance
  double distance;
  unsigned bits; // as of vt_triangle_foot
  double weights[3];
  vt_vec3 foot;
} vt_nearest_triangle;

double vt_box_distance(const vt_box *box, vt_vec3 p); // m: 0 inside

// No further than `within` (m). The tree of the mesh must be fitted.
vt_nearest_triangle vt_find_nearest_triangle(const vt_collider *mesh, vt_vec3 p, double within);

#endif
