// The modes of a quasi-rigid body that rings: K s = w^2 M s, s^T M s = 1. Those of a free body are without
// its rigid motions, those of a held one with its held nodes at rest.
//
// A free body's have no momentum. A held body's have, and the rigid motion has all of the mass as well: as
// its quasi-static bend does, they answer forces on the body and not the acceleration of the grip: kinetic
// energy is (v^T A v + |q'|^2) / 2, without the product of both. So momentum is the rigid motion's, forces do
// the same work on both that they do on the body, and frequencies are those of a grip at rest.
//
// Each is an oscillator of its own, q'' + c q' + w^2 q = s . f with c = 2 z w + b w^2, for z the ratio of
// critical damping and b Rayleigh's. A body on which nothing acted in the last step rings by the exact
// solution: frequency and damping are those of the continuous equation at any step. Where something acts on
// it implicit Euler is taken. Exact steps with a force that is constant over each would let a contact that is
// held at the end of a step leave with the speed it came with, and rattle; implicit Euler brings it to rest.
// Neither adds energy: for both the change of the modes' energy is no more than f times the displacement.
#ifndef VT_BODY_MODES_H
#define VT_BODY_MODES_H

#include "body/bending.h"
#include "sparse/factor.h"

// The most modes that may ring.
#define VT_MAX_MODES 64

// A step of one mode: place and speed from place and speed, and what a unit of force adds to each.
typedef struct vt_mode_step {
  double keep[2][2];
  double place, speed;
} vt_mode_step;

// The lowest modes, with rates ascending (rad/s) and shapes (by mode, then by node of the mesh), from the
// factor of K: of a held body without the nodes that `out` marks; of a free one (NULL) with supports that
// carry nothing of a load in equilibrium.
bool vt_modes_find(const vt_deformable_model *model, const bool *out, vt_factor *factor, const char *what,
    int count, double *rates, vt_vec3 *shapes, vt_error *error);

// Whether nothing acted on a body's modes in the last step.
bool vt_modes_ring_freely(const vt_bending *bending, const vt_mode *modes);

// The step of each mode over h seconds.
void vt_modes_prepare(const vt_bending *bending, double h, bool freely, vt_mode_step *steps);

// From `now` to where modes are without forces; `bends` begin as what is not of modes.
void vt_modes_predict(
    const vt_bending *bending, const vt_mode_step *steps, const vt_mode *now, vt_mode *next, vt_bend *bends);

// Takes out of displacements those of the modes.
void vt_modes_take_out(const vt_bending *bending, const vt_mode *modes, vt_bend *bends);

// Adds what forces (N, per node, in mesh axes) do, to modes and displacements.
void vt_modes_push(const vt_bending *bending, const vt_mode_step *steps, const vt_vec3 *forces, vt_mode *next,
    vt_bend *bends);

// J: what a body's modes hold, less what vt_bending_energy counts of their displacements.
double vt_modes_elastic(const vt_bending *bending, const vt_mode *modes, const vt_bend *bends);
double vt_modes_kinetic(const vt_bending *bending, const vt_mode *modes);

#endif
