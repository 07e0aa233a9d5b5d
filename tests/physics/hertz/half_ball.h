// The soft body of the contact tests: half a ball about the point of contact, fine there and coarse far away.
#ifndef VT_TESTS_HALF_BALL_H
#define VT_TESTS_HALF_BALL_H

#include <ventouse/model.h>

typedef struct half_ball_def {
  double held;   // m: the far surface, at this distance from the origin
  double fine;   // m: cells are about fine / n within this distance, and grow with the distance beyond
  double sphere; // m: the lower side is part of a sphere of this radius that touches the plane z = 0 at the
                 // origin; 0: it is that plane
  bool rim;      // cells crowd around the circle of radius `fine` on the lower side, with the square of the
                 // distance from it
  int n;         // even
  vt_element element;
} half_ball_def;

// The body is above, the touched side below. Group "held": the far surface. `areas` (may be NULL) becomes the
// area of the lower side that belongs to each node (m^2), to be freed. Ends the program without memory.
vt_mesh *half_ball(const half_ball_def *def, double **areas);

// The area of the side in the plane z = 0 that belongs to each node (m^2), to be freed.
double *flat_areas(const vt_mesh *mesh);

// Bricks (Gmsh's order of corners) as hexahedra, or six tetrahedra each for other elements than HEX8.
vt_mesh *bricks_mesh(const char *source, const vt_vec3 *nodes, int node_count, const int *cells,
    int cell_count, vt_element element);

#endif
