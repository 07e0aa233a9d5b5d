// A rod that is struck and rings: what the tests of ringing share.
#ifndef VT_TESTS_RING_H
#define VT_TESTS_RING_H

#include "quasi.h"

// A rod of 200 x 10 x 10 mm along x, about the origin, with n cells across.
vt_quasi_rigid_def rod(int modes, double damping);
vt_mesh *rod_mesh(int n);

// Strikes the end of a rod for a few steps along z and lets go. The vertex that was struck, and where that is
// at rest in the body's axes.
int strike(yard *y, int body, vt_vec3 *rest);
// What a vertex is displaced by in the body's axes.
vt_vec3 bend_at(const yard *y, int body, int vertex, vt_vec3 rest);

// One mode that rings freely: u'' = 2 e cos(r h) u' - e^2 u with e = exp(-z w h), at any step.
typedef struct swing {
  double rate, damping; // rad/s, undamped; of critical
} swing;
swing swing_of(const double *u, int count, double dt);

// Strikes a rod with one mode along z and gives its rate (rad/s), with its damping checked.
double rate_of(yard *y, int body, double dt, double damping);
// A struck rod after a restore has the same bits.
void check_restore(yard *y, int body);

#endif
