// What an expectation reads of vacuum lines.
#ifndef VT_SCENE_LINE_QUANTITY_H
#define VT_SCENE_LINE_QUANTITY_H

#include "scene/scene.h"

// Of a tank, a tube or a pump.
double vt_line_quantity(const vt_world *world, const vt_expectation *expectation);

#endif
