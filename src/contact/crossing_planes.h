// Planes that part two bodies all along a motion: where there is one, no triangles need to be looked at.
#ifndef VT_CONTACT_CROSSING_PLANES_H
#define VT_CONTACT_CROSSING_PLANES_H

#include "contact/crossing.h"

// Whether a plane parts two bodies as they move from `ends` to `vertices`. Their contacts begin at *at or
// later, which is left behind them.
bool vt_crossing_is_parted(
    const vt_collider *colliders, int a, int b, const vt_contact *contacts, int count, int *at);

#endif
