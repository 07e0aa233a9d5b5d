// The neo-Hookean law at one point, in the form of Smith, de Goes and Kim ("Stable Neo-Hookean Flesh
// Simulation", 2018), which is defined and smooth for every F, flat and inside out included:
//
//     psi(F) = mu/2 (|F|^2 - 3) - mu (J - 1) + (mu + lambda)/2 (J - 1)^2,    J = det F.
//
// Their lambda is mu + lambda here, which makes psi the linear law of mu and lambda for small strains. The
// logarithm that they add, to keep collapsed cells from staying so, is not needed: such cells are untangled
// (untangle.h). For J near 1 it is the law of rubber up to strains of about 1: a network of chains whose
// entropy falls with |F|^2 (Treloar 1975).
//
// Elements that measure lambda at separate points have the terms of mu at the others, with its part of (J -
// 1)^2: those alone are mu |e|^2 for small strains e, which is positive for every e.
#ifndef VT_BODY_NEO_HOOKEAN_H
#define VT_BODY_NEO_HOOKEAN_H

#include "base/vec.h"

vt_mat3 vt_cofactor(vt_mat3 f); // dJ/dF

// Energy density (J/m^3) of F with its rotation known: by S - I, so that small strains lose no digits.
double vt_neo_hookean_energy(vt_mat3 f, vt_mat3 rotation, double mu, double lambda);

// First Piola-Kirchhoff stress P (Pa).
vt_mat3 vt_neo_hookean_stress(vt_mat3 f, double mu, double lambda);

// Pa: what is added to the diagonal of K, beside 2 mu for strains along R and lambda for the change of J,
// which are both positive. The second derivative of J times the pressure is indefinite; where it exceeds mu,
// only in bodies under a hydrostatic pressure or tension above mu, this keeps K large enough for any step.
double vt_neo_hookean_margin(vt_mat3 f, double mu, double lambda);

#endif
