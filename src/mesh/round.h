// The pattern of round bodies, which their surfaces and their solids share.
//
// From each pole rings of 4, 8, 12, ... vertices go up to the rim, as on an octahedron whose faces are
// divided, and bands of quadrilaterals between the two rims. Triangles are then as well shaped at a pole,
// where cups land, as elsewhere; meridians that meet in a pole would leave slivers there.
#ifndef VT_MESH_ROUND_H
#define VT_MESH_ROUND_H

#include "ventouse/mesh.h"

typedef struct vt_round {
  const char *word;
  vt_vec3 center, radii; // m
  double half;           // m, of the straight part along z; 0 without one
  bool capped;           // by half an ellipsoid at either end, else flat
  int rings;             // from a pole, or the axis, to the rim, which has four times as many edges
  int bands;             // between the rims; none where both are one
} vt_round;

// Vertices of a cap or disc before the ring; ring 0 is the pole or the axis alone.
static inline int vt_round_before(int ring) { return ring == 0 ? 0 : 1 + 2 * ring * (ring - 1); }

// Vertex i of a ring.
static inline int vt_round_vertex(int ring, int i) {
  return vt_round_before(ring) + (ring == 0 ? 0 : i % (4 * ring));
}

// Where vertex i of a ring of a disc lies, `height` halves above the middle.
vt_vec3 vt_round_on_disc(const vt_round *round, int ring, int i, double height);

// Where it lies on a shell of the upper (side 1) or lower (side -1) cap; the shell is its number of rings, of
// which the body has as many.
vt_vec3 vt_round_on_cap(const vt_round *round, int shell, int ring, int i, int side);

// round_solid.c: the body in tetrahedra.
vt_mesh *vt_round_solid(const vt_round *round, const char *source, vt_error *error);

#endif
