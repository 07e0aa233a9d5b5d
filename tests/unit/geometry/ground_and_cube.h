// A cube on a ground, for tests of proximities.
#ifndef VT_TESTS_GROUND_AND_CUBE_H
#define VT_TESTS_GROUND_AND_CUBE_H

#include "check.h"
#include "search.h"

static const double gap = 1e-4; // m

// A ground whose top is at z = 0, and a cube of side 0.1 with its bottom at z = 0.
static inline shape make_ground(int n) {
  shape s = shape_box(n, vt_v3(-0.5, -0.5, -0.2), vt_v3(0.5, 0.5, 0));
  shape_prepare(&s);
  return s;
}
static inline shape make_cube(int n) {
  shape s = shape_box(n, vt_v3(-0.05, -0.05, 0), vt_v3(0.05, 0.05, 0.1));
  shape_prepare(&s);
  return s;
}

#endif
