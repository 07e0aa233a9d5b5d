// How well a cavity is sealed: the weakest path through the patch of contact around it.
#ifndef VT_CAVITY_SEAL_STRENGTH_H
#define VT_CAVITY_SEAL_STRENGTH_H

#include "cavity/cavity.h"

// What the pressure inside must exceed ambient by (Pa) to blow through: along a path from the cavity to the
// outside over the sealed part of a body's surface the largest traction, and the least of these over all
// paths. `forces` are the normal contact forces on the surfaces' vertices (N) by body; each is spread over
// the sealed area around its vertex. Of two bodies that share a border of the cavity the one with the finer
// surface is looked at. `found` is the detection that the cavity's mesh comes from. Infinite where no path
// leads outside.
bool vt_seal_strength(const vt_cavities *cavities, int cavity, const vt_collider *colliders, int count,
    const double *const *forces, const vt_detected *found, vt_arena *arena, double *strength,
    vt_error *error);

#endif
