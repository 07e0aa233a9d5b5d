// The bending of a quasi-rigid body: a linear deformation in axes that follow its rigid motion.
//
// Forces f on the nodes that can be touched displace them by u = C f relative to the rigid motion (Duriez and
// others 2006, section 6.2). C is made once, from the elements at rest, and is only read afterwards. With K
// the stiffness of all nodes,
//
//     held:  C = K^-1 without the held nodes,
//     free:  C = P^T K^- P,    P = 1 - M R A^-1 R^T,    A = R^T M R,
//
// where R are the six rigid motions and M the nodal masses. P removes from a force the part that accelerates
// the body as a whole (inertia relief): the rest is in equilibrium, and so are weight and reactions of a body
// at rest. P^T removes from a displacement its momentum and angular momentum, which belong to the rigid
// motion. So nothing is counted twice, and weight alone causes no bending.
//
// The deformation is quasi-static. With Rayleigh's b it lags behind its forces: u + b du/dt = C f, by
// implicit Euler u' = keep u + give C f'. A body may ring: its lowest modes then have inertia and
// damping of their own (body/modes.h), and C is what the others give.
#ifndef VT_BODY_BENDING_H
#define VT_BODY_BENDING_H

#include "body/deformable.h"
#include "body/kernel.h"

// Constant. C comes from elements, as a table, or from a formula between control points.
typedef struct vt_bending {
  int count;       // nodes that can be touched; 0: the body does not bend
  vt_mat3 *blocks; // m/N, count x count, in mesh axes, row by row: displacement of i by a force on j; or NULL
  vt_kernel kernel;     // where there are no blocks
  double damping;       // s: Rayleigh's b
  int element;          // vt_element
  int held;             // nodes; 0: it is free
  int mode_count;       // that ring; 0: it is quasi-static
  double mode_damping;  // ratio to critical, of every mode, beside Rayleigh's b
  double *mode_rates;   // rad/s, undamped, ascending
  vt_vec3 *mode_shapes; // 1/sqrt(kg), by mode, then by node: displacements of unit generalised mass
} vt_bending;

// How a body rings: vt_quasi_rigid_def.
typedef struct vt_ringing {
  int modes;
  double damping;
} vt_ringing;

// A mode of a body. Part of a state, and so without padding.
typedef struct vt_mode {
  double place; // sqrt(kg) m
  double speed; // sqrt(kg) m/s
  double force; // N/sqrt(kg): in the last step
} vt_mode;

// One node of a bent body, along the mesh's axes. Part of a state, and so without padding.
typedef struct vt_bend {
  vt_vec3 shift;    // m: its displacement from rest
  vt_vec3 velocity; // m/s: of the displacement
  vt_vec3 force;    // N: shift = C force
} vt_bend;

// The largest number of nodes that can be touched: C takes 650 MB then, and twice that while it is made.
#define VT_MAX_BENDING_NODES 3000

// C on the nodes `wanted` (per node of the elements' mesh), with the nodes of `held` fixed; NULL: the body is
// free. `place` (per node) becomes the node's number in C, or -1. `what` names the body in messages.
bool vt_bending_init(vt_bending *bending, const vt_deformable_model *model, const bool *wanted,
    const vt_region *held, vt_ringing ringing, const char *what, int *place, vt_error *error);
void vt_bending_free(vt_bending *bending);

static inline const vt_mat3 *vt_bending_row(const vt_bending *bending, int i) {
  return bending->blocks + (size_t)i * (size_t)bending->count;
}

// The share of a deformation that is left after h seconds, and the share of C f that is reached.
static inline double vt_bending_keep(const vt_bending *bending, double h) {
  return bending->damping / (h + bending->damping);
}
static inline double vt_bending_give(const vt_bending *bending, double h) {
  return h / (h + bending->damping);
}

// The displacement of i by a force f on j, in mesh axes.
static inline vt_vec3 vt_bending_move(const vt_bending *bending, int i, int j, vt_vec3 f) {
  if (bending->blocks != NULL) return vt_mat_apply_transposed(vt_bending_row(bending, j)[i], f);
  const vt_kernel *k = &bending->kernel;
  return vt_scale(vt_kernel_phi(k, i, j), vt_kernel_shape(k, i, vt_kernel_shape(k, j, f)));
}

// bends += scale C f: displacements and forces, for forces (N, per node, in mesh axes).
// By a formula, displacements are those of all forces so far, within the range of these, and 0 elsewhere.
void vt_bending_add(const vt_bending *bending, double scale, const vt_vec3 *forces, vt_bend *bends);
void vt_bending_add_by_kernel(
    const vt_kernel *kernel, double scale, const vt_vec3 *forces, vt_bend *bends); // kernel.c

// J
double vt_bending_energy(const vt_bending *bending, const vt_bend *bends);

// The weighted sum of displacements, in mesh axes.
static inline vt_vec3 vt_bends_at(const vt_bend *bends, int count, const int *nodes, const double *weights) {
  vt_vec3 sum = {0, 0, 0};
  for (int k = 0; k < count; ++k) sum = vt_madd(sum, weights[k], bends[nodes[k]].shift);
  return sum;
}

#endif
