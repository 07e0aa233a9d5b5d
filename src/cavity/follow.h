// Handing the air of old cavities on to those found anew, by the surface they share.
#ifndef VT_CAVITY_FOLLOW_H
#define VT_CAVITY_FOLLOW_H

#include "cavity/cavity.h"

// What new cavities begin with.
typedef struct vt_cavity_start {
  double pressure;    // Pa, absolute
  double empty;       // m^3: of its volume, where no air was before
  double temperature; // K
  double exponent;    // k of the gas law
  double dead;        // m^3
  // Whom that dead volume belongs to: there is one for all cavities that touch these bodies. -1: none;
  // without the first every new cavity has its own.
  int owners[2];
} vt_cavity_start;

// Turns `old` into what was found: ids, amounts, polytropic constants and pressures go to the cavities that
// share surface with an old one; several old ones are summed, one old one is divided by volume, and no air is
// lost to rounding. What shares surface with none begins as `starts` says, by number of the found ones; dead
// volumes are handed on, and given to new cavities only if their owner's has no place yet. An old
// cavity that no new one shares surface with stays as it is, flat, while the outside reaches none of its
// surface, and is lost otherwise. Chambers stay as they are. `surfaces` gives vertices by body.
bool vt_cavities_follow(vt_cavities *old, const vt_detected *found, const vt_cavity_start *starts,
    const vt_vec3 *const *surfaces, vt_arena *arena, vt_error *error);

#endif
