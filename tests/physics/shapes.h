// Meshes of the physics tests: beam, disc and spherical shell in any kind of cell.
#ifndef VT_TESTS_SHAPES_H
#define VT_TESTS_SHAPES_H

#include <ventouse/model.h>

// Elements to go through in tests: all but AUTO.
enum { ELEMENT_FIRST = VT_ELEMENT_TET4, ELEMENT_LAST = VT_ELEMENT_HEX8 };
const char *element_name(vt_element element);

// Every shape comes in the cells its element wants. A program cannot go on without its mesh: on failure the
// message is printed and the program ends.

// A box from the origin to `size` in nx x ny x nz bricks.
vt_mesh *shape_box(vt_vec3 size, int nx, int ny, int nz, vt_element element);

// A disc about the z axis from z = 0 to `thickness`: a square core of n x n bricks, n / 2 rings around it,
// `layers` through the thickness. Group "rim": the cylindrical side.
vt_mesh *shape_disc(double radius, double thickness, int n, int layers, vt_element element);

// A spherical shell about the origin: a cube's faces of n x n bricks blown up, `layers` along the radius.
// Groups "inner" and "outer". Middle nodes lie on the sphere of their edge.
vt_mesh *shape_shell(double inner, double outer, int n, int layers, vt_element element);

// The brick between two quadrilaterals of nodes, which lie at `x`, turned so that its volume is positive.
void shape_make_brick(const int *below, const int *above, const vt_vec3 *x, int *brick);

// Six tetrahedra of a brick's eight nodes, which lie at `x`: those of the three faces away from its lowest
// node, each face cut through its own lowest node. Neighbours agree on the cut of the face they share.
// Returns how many.
int shape_split_brick(const int *brick, const vt_vec3 *x, int *tets);

#endif
