// Volume, centre and inertia of the solid inside a closed triangle surface.
#ifndef VT_GEOMETRY_MASS_PROPERTIES_H
#define VT_GEOMETRY_MASS_PROPERTIES_H

#include "base/error.h"
#include <ventouse/mesh.h>

typedef struct vt_mass_properties {
  double volume;   // m^3
  vt_vec3 center;  // m
  vt_mat3 inertia; // m^5: about the centre, along the mesh's axes, for unit density
} vt_mass_properties;

// From the triangles of a mesh (the boundary of a volume mesh), which are taken to be closed. A volume that
// is not above 0 is an error: the surface faces inwards, or encloses nothing.
bool vt_mass_properties_of(const vt_mesh *mesh, vt_mass_properties *properties, vt_error *error);

#endif
