// Bodies that stay tangled are untangled.
//
// The elastic energy has equilibria besides the rest shape: with inverted cells, and with all cells in order
// but wound twice around an edge inside the body, which no energy of F alone can detect. Such a state, which
// matter cannot be in, is a tangle. Most tangles resolve by themselves. Where one persists, the points of the
// region around it share one rotation R for a while, instead of one each:
//
//     E(x) = min over R of the sum of V mu |F - R|^2.
//
// While R is held, E is a quadratic function that vanishes only at the region's rest shape, rotated by R; and
// as R is optimal, E never exceeds it. So a region that nothing holds has no other equilibrium, and a step of
// implicit Euler, whose K is that of this function, cannot gain energy: the region returns from any positions
// whatever (docs/body.md). Internal forces are still a gradient, without net force or torque.
#ifndef VT_BODY_UNTANGLE_H
#define VT_BODY_UNTANGLE_H

#include "body/deformable.h"

// Fills body->element_state.region for the present positions. Called where body->tangle->layers is not 0.
void vt_untangle_regions(vt_deformable *body);

// Before a step of h seconds that untangles moves the nodes: the angular momentum that the forces on the body
// give it. K holds R fixed, and would take spin from a body that rotates.
void vt_untangle_begin(vt_deformable *body, double h, const vt_vec3 *constraint_forces);

// Once its nodes have moved, in every step: fills body->pushed while the body is tangled.
void vt_untangle_weigh(vt_deformable *body, const vt_vec3 *constraint_forces);

// After it: gives a free body that angular momentum, and damps the motion of each region within itself. So
// the excess of E over the elastic energy becomes heat, and not speed.
void vt_untangle_finish(vt_deformable *body, double h);

// As a part of a step of h seconds begins: one with inverted points will be checked as it ends, even if there
// are none then. A tangled body uses implicit Euler: Newmark's scheme resolves vibrations by the stiffness at
// the beginning of the step, which changes completely while cells invert, and threw bodies apart.
void vt_untangle_watch(vt_deformable *body, double h);

// As a whole step of h seconds ends: keeps the time that the body has been tangled, and begins or ends
// untangling. `inverted` is the number of its cells that are inside out.
void vt_untangle_judge(vt_deformable *body, double h, int inverted);

#endif
