// How a quasi-rigid body bends: a linear deformation in the axes that its rigid motion carries along.
//
// Forces f on the nodes that can be touched move them by u = C f against the rigid motion (Duriez and others
// 2006, section 6.2). C is made once, from the elements at rest, and is only read afterwards. With K the
// stiffness of all nodes,
//
//     held:  C = K^-1 with the held nodes taken out,
//     free:  C = P^T K^- P,    P = 1 - M R A^-1 R^T,    A = R^T M R,
//
// R being the six rigid motions and M the masses of nodes. P takes from a force what moves the body as a
// whole, as inertia carries it: the rest is in balance, and so is what a body at rest is held by against its
// weight. P^T leaves of a displacement what has no momentum and no angular momentum, which are the rigid
// body's. So nothing is counted twice, and weight alone bends nothing.
//
// The deformation is quasi-static. With Rayleigh's b it follows its forces late: u + b du/dt = C f, by
// implicit Euler u' = keep u + give C f'.
#ifndef VT_BODY_BENDING_H
#define VT_BODY_BENDING_H

#include "body/deformable.h"

// Constant.
typedef struct vt_bending {
  int count;       // nodes that can be touched; 0: the body does not bend
  vt_mat3 *blocks; // m/N, count x count, along mesh axes: how node i moves by a force on node j, row by row
  double damping;  // s: Rayleigh's b
  int element;     // vt_element
  int held;        // nodes; 0: it is free
} vt_bending;

// One node of a bent body: part of a state, and so without padding. Along the mesh's axes.
typedef struct vt_bend {
  vt_vec3 shift;    // m: from its place at rest
  vt_vec3 velocity; // m/s: of the shift
  vt_vec3 force;    // N: shift = C force
} vt_bend;

// The most nodes that can be touched: C has 650 MB then, and twice that while it is made.
#define VT_MAX_BENDING_NODES 3000

// C on the nodes `wanted` (per node of the elements' mesh), with those of `held` held, none where it is NULL.
// `place` (per node) becomes the node's number in C, or -1. `what` names the body in messages.
bool vt_bending_init(vt_bending *bending, const vt_deformable_model *model, const bool *wanted,
    const vt_region *held, const char *what, int *place, vt_error *error);
void vt_bending_free(vt_bending *bending);

static inline const vt_mat3 *vt_bending_row(const vt_bending *bending, int i) {
  return bending->blocks + (size_t)i * (size_t)bending->count;
}

// What of a deformation is left after h seconds, and what of C f is reached.
static inline double vt_bending_keep(const vt_bending *bending, double h) {
  return bending->damping / (h + bending->damping);
}
static inline double vt_bending_give(const vt_bending *bending, double h) {
  return h / (h + bending->damping);
}

// bends += scale C f: shifts and forces, for forces (N, per node, in mesh axes).
void vt_bending_add(const vt_bending *bending, double scale, const vt_vec3 *forces, vt_bend *bends);

// J
double vt_bending_energy(const vt_bending *bending, const vt_bend *bends);

// The sum of weights times shifts, in mesh axes.
static inline vt_vec3 vt_bends_at(const vt_bend *bends, int count, const int *nodes, const double *weights) {
  vt_vec3 sum = {0, 0, 0};
  for (int k = 0; k < count; ++k) sum = vt_madd(sum, weights[k], bends[nodes[k]].shift);
  return sum;
}

#endif
