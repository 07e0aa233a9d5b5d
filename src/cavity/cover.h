// What cavities cover of the bodies' triangles, and how much of it two sets of cavities share.
#ifndef VT_CAVITY_COVER_H
#define VT_CAVITY_COVER_H

#include "cavity/cavity.h"

// Areas (m^2) with the surfaces as they are; borders are not counted.
typedef struct vt_cover {
  int old_count, new_count;
  double *old_areas, *new_areas;
  double *shared; // old_count rows of new_count: what an old and a new cavity both cover
  double *opened; // by old cavity: the least that the outside must reach of what it covers
} vt_cover;

// `open_share` as in vt_detected; NULL for none. In arena memory.
bool vt_cover_compare(const vt_cavities *old, const vt_cavities *fresh, double *const *open_share,
    const vt_vec3 *const *surfaces, vt_arena *arena, vt_cover *cover, vt_error *error);

#endif
