// Closed surfaces for tests of cavities.
#ifndef VT_TESTS_CAVITY_SOLIDS_H
#define VT_TESTS_CAVITY_SOLIDS_H

#include "base/vec.h"

#include <stdbool.h>

// Outward, closed.
typedef struct solid {
  int vertex_count, triangle_count;
  vt_vec3 *vertices; // m
  int *triangles;    // 3 per triangle
} solid;

void solid_free(solid *s);

// A profile, (r, z) for each point, turned around the z axis. Not a ring: it begins and ends on the axis (r =
// 0).
solid solid_lathe(const double *profile, int count, bool ring, int segments);
// The sides in n[0] x n[1] x n[2] squares of two triangles.
solid solid_box(vt_vec3 low, vt_vec3 high, int nx, int ny, int nz);
// A slab between z = bottom and a height over the square (0, 0)-(side, side), in n x n squares.
solid solid_slab(double side, int n, double bottom, double (*height)(double x, double y));

// A cup with its lip in the plane z = 0 and the mouth down: a dome of the given radius and height inside, a
// flat lip of 2.5 mm, a cylinder outside.
solid solid_dome_cup(double radius, double height, int segments, int rings);
// The air under its dome, for infinitely many segments and rings, m^3.
double dome_volume(double radius, double height);
solid solid_tube(double inner, double outer, double low, double high, int segments);
solid solid_sphere(double radius, int segments);

#endif
