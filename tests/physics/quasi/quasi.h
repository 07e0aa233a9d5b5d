// What the tests of quasi-rigid bodies share.
#ifndef VT_TESTS_QUASI_H
#define VT_TESTS_QUASI_H

#include "../contact/yard.h"

// A quasi-rigid body; the mesh is destroyed. The program ends with the library's message where it is refused.
int yard_quasi(yard *y, vt_mesh *mesh, vt_quasi_rigid_def def);

// E, nu 0.35, density 950, no damping.
vt_quasi_rigid_def plastic(double young);

// Links a body to the world as it is.
int yard_fasten(yard *y, int body);
int yard_force(yard *y, int body, vt_region region, vt_vec3 force);
int yard_point(yard *y, int body, vt_vec3 position);

#endif
