// A soft table with four legs under load (Duriez et al. 2006, Fig. 6).
#ifndef VT_TESTS_HERTZ_TABLE_H
#define VT_TESTS_HERTZ_TABLE_H

#include "rig.h"

enum { TABLE_FOOT = 2 }; // cells that a leg is wide

static const double table_load = 3; // N, in the middle of its top

// On the ground, with `bars` between the legs that differ in x; without them if not. The load comes in 0.2 s.
rig table_new(double friction, bool bars, vt_element element, int *body);

#endif
