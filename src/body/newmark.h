// Newmark's scheme for a deformable body: of second order, and damped only where the step does not resolve a
// vibration. With v the velocity of the middle of the last step and k the kick, which is the step h itself
// but for a world's first step,
//
//     A dv = k (f(x) + f_ext - D (v + w)/2 - beta h K (v - w)),   A = M + k D/2 + beta h k K,   x' = x + h v'
//
// where w is the part of v that the step resolves (docs/time.md).
#ifndef VT_BODY_NEWMARK_H
#define VT_BODY_NEWMARK_H

#include "body/deformable.h"

// The spectral radius of what is far beyond the step is rho = sqrt(2) - 1. This is the largest for which a
// step cannot gain energy in a linear body: beta = 1/(1 + rho)^2 must not be below 1/2.
#define VT_NEWMARK_BETA 0.5
#define VT_NEWMARK_LOSS 0.82842712474619009760 // 1 - rho^2

// The factors of M and K in A.
void vt_newmark_factors(const vt_material *material, double h, double kick, double *mass, double *stiffness);

// With A factored: fills body->resolved.
void vt_newmark_resolve(vt_deformable *body, vt_pool *pool);

// The right-hand side for dv, and body->kinetic.
void vt_newmark_rhs(vt_deformable *body, double h, vt_vec3 gravity, vt_pool *pool);

#endif
