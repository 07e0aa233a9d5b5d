// Separating planes of two bodies over a whole motion: where there is one, no triangles need to be tested.
#ifndef VT_CONTACT_CROSSING_PLANES_H
#define VT_CONTACT_CROSSING_PLANES_H

#include "contact/crossing.h"

// Whether a plane separates two bodies as they move from `ends` to `vertices`. Their contacts begin at *at or
// later; *at is moved behind them.
bool vt_crossing_is_parted(
    const vt_collider *colliders, int a, int b, const vt_contact *contacts, int count, int *at);

#endif
