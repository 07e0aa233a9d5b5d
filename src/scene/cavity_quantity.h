// What an expectation reads of cavities and chambers.
#ifndef VT_SCENE_CAVITY_QUANTITY_H
#define VT_SCENE_CAVITY_QUANTITY_H

#include "scene/scene.h"

// The quantity now. False if there is no such cavity; of their count that is 0.
bool vt_cavity_quantity(const vt_world *world, const vt_expectation *expectation, double *value);

#endif
