// The energy balance of a deformable body over a step: it must not gain energy spuriously.
#ifndef VT_BODY_BALANCE_H
#define VT_BODY_BALANCE_H

#include "body/deformable.h"

double vt_deformable_kinetic(const vt_deformable *body); // J

// Fills body->balance for a step that began with the energies `kinetic` and `potential` (elastic, J) and in
// which forces did `work` (J), and takes a small gain out of the body's vibration.
void vt_deformable_balance(vt_deformable *body, double kinetic, double potential, double work);

// Whether a step gained more than it may. A free body that spins is stretched a little by one step and
// relaxes in the next: it may gain back what it lost before, up to a hundredth of its rotational energy.
// `credit` (J) is what is left of that.
bool vt_energy_overdrawn(double *credit, const vt_balance *balance);

#endif
