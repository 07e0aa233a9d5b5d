// What the tests of haptics share: a block of plastic over the ground that a device holds by a coupling.
#ifndef VT_TESTS_HELD_H
#define VT_TESTS_HELD_H

#include "../quasi/quasi.h"

#include <ventouse/haptics.h>

typedef struct held {
  yard y;
  int body, frame, link;
} held;

// 15 g, 5 mm above the ground, mu 0.3, no weight. The coupling's body and frame are filled in.
held hold(double dt, vt_coupling_def coupling);

#endif
