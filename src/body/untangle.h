// Bodies that stay tangled are untangled.
//
// The elastic energy has rests besides that of the rest shape: with cells inside out, and with all cells in
// order but wound twice around an edge inside the body, which no energy of F alone can tell from order. What
// has them is a tangle, a state that matter cannot be in. Most tangles undo themselves. Where one stays, the
// points of the region around it share one rotation R for a while, in place of one each:
//
//     E(x) = min over R of the sum of V mu |F - R|^2.
//
// While R is held, E is a quadratic function that vanishes at the region's rest shape, turned by R, and
// nowhere else; and as R is the best one, E never is above it. So a region that nothing holds has no other
// rest, and a step of implicit Euler, whose K is that function's, cannot gain energy: it comes back from any
// positions whatever (docs/body.md). Internal forces are still a gradient, without net force or torque.
#ifndef VT_BODY_UNTANGLE_H
#define VT_BODY_UNTANGLE_H

#include "body/deformable.h"

// Fills body->element_state.region for the present positions. Called where body->tangle->layers is not 0.
void vt_untangle_regions(vt_deformable *body);

// Before a step of h seconds that untangles moves the nodes: the angular momentum that the forces on the body
// give it. K holds R, and takes spin from a body that turns.
void vt_untangle_begin(vt_deformable *body, double h, const vt_vec3 *constraint_forces);

// Once its nodes have moved, in every step: fills body->pushed while the body is tangled.
void vt_untangle_weigh(vt_deformable *body, const vt_vec3 *constraint_forces);

// After it: gives a free body that angular momentum, and slows the motion of each region within itself. What
// E has more than the elastic energy becomes heat so, and not speed.
void vt_untangle_finish(vt_deformable *body, double h);

// As a part of a step of h seconds begins: one with points inside out will be looked at as it ends,
// even if none are then. A body that is tangled goes by implicit Euler: Newmark's scheme resolves
// vibrations by the stiffness of the step's beginning, which is none of the next step's while cells
// turn over, and threw bodies apart.
void vt_untangle_watch(vt_deformable *body, double h);

// As a whole step of h seconds ends: keeps the time that the body has been tangled, and begins or ends
// untangling. `inverted` is the number of its cells that are inside out.
void vt_untangle_judge(vt_deformable *body, double h, int inverted);

#endif
