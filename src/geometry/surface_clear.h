// Which triangles of a surface at rest lie clear of all others.
#ifndef VT_GEOMETRY_SURFACE_CLEAR_H
#define VT_GEOMETRY_SURFACE_CLEAR_H

#include "geometry/surface_topology.h"

// Fills in `clear` and `clear_margin`; the rest is given.
bool vt_surface_find_clear(vt_surface_topology *topology, vt_error *error);

#endif
