// The corotational law at one point: rotation, energy, stress and stiffness from the deformation gradient.
//
// With F = R S (R a rotation, S symmetric) the energy density is the linear one in the strain S - I,
//
//     psi(F) = mu |S - I|^2 + lambda/2 tr(S - I)^2,
//
// whose derivative is P = 2 mu (F - R) + lambda tr(S - I) R. Linear tetrahedra with this law are the
// corotational elements of Mueller et al. (2002): R Ke (R^T x - X) is the same force. Stated at a point, the
// law serves any element, and force stays the gradient of an energy, so that internal forces have no net
// force and no net torque.
#ifndef VT_BODY_COROTATED_H
#define VT_BODY_COROTATED_H

#include "base/vec.h"

// The rotation R of F = R S that is nearest to F. For an inverted F (negative determinant) the smallest
// stretch is counted negative, so that R stays a rotation and changes smoothly through inversion.
vt_mat3 vt_polar_rotation(vt_mat3 f);

// Energy density (J/m^3) of F with its rotation known.
double vt_corotated_energy(vt_mat3 f, vt_mat3 rotation, double mu, double lambda);

// First Piola-Kirchhoff stress P (Pa).
vt_mat3 vt_corotated_stress(vt_mat3 f, vt_mat3 rotation, double mu, double lambda);

// How the stiffness treats the change of R with F.
typedef enum vt_tangent {
  VT_TANGENT_WARPED,   // R is held: K = sum of R Ke R^T, always positive semidefinite
  VT_TANGENT_EXACT,    // the derivative of P, indefinite under compression
  VT_TANGENT_PROJECTED // the exact one with its negative eigenvalues set to 0
} vt_tangent;

// The stiffness of a point couples its nodes a and b, with gradients c_a = R B_a, by
//
//     K_ab = 2 mu (c_a . c_b) I + lambda c_a c_b^T + [c_a]^T Z [c_b],    [c] v = c x v,
//
// where Z tells how R turns: with G = tr(S) I - S, Z = (lambda tr(S - I) - 2 mu) R G^-1 R^T exactly, and
// Z = -mu I where R is held. This returns Z (Pa).
vt_mat3 vt_corotated_turning(vt_mat3 f, vt_mat3 rotation, double mu, double lambda, vt_tangent tangent);

#endif
