// Newmark's scheme for a deformable body: of second order, with dissipation only in vibrations that the step
// does not resolve. With v the velocity of the middle of the last piece and k the kick, from there to the
// middle of this one, which is h where both have the same length,
//
//     A dv = k (f(x) + f_ext - D (v + w)/2 - beta h K (v - w)),   A = M + k D/2 + beta h k K,   x' = x + h v'
//
// where w is the part of v that the step resolves (docs/time.md).
#ifndef VT_BODY_NEWMARK_H
#define VT_BODY_NEWMARK_H

#include "body/deformable.h"

// Modes far beyond the step oscillate with the factor 1 - 1/beta = 1 - sqrt(2) per step. A step cannot gain
// energy in a linear body where beta is 1/2 or more.
#define VT_NEWMARK_BETA 0.70710678118654752440

// The factors of M and K in A.
void vt_newmark_factors(const vt_material *material, double h, double kick, double *mass, double *stiffness);

// With A factored: fills body->resolved.
void vt_newmark_resolve(vt_deformable *body, vt_pool *pool);

// The right-hand side for dv, and body->kinetic.
void vt_newmark_rhs(vt_deformable *body, double h, vt_vec3 gravity, vt_pool *pool);

#endif
