// Anderson's acceleration of sweeps.
//
// Combines the last few iterates such that the next sweep would be shortest if sweeps were linear
// (Anderson 1965; Walker and Ni 2011). Unlike conjugate gradients it does not need sweeps to be gradient
// steps of a potential, which does not exist for sliding friction: in a pressed cup, conjugate gradients
// took ten times the sweeps.
#ifndef VT_SOLVER_ANDERSON_H
#define VT_SOLVER_ANDERSON_H

#include "base/memory.h"

enum { VT_ANDERSON_DEPTH = 8 }; // sweeps that are mixed

typedef struct vt_anderson {
  int n, count, next; // unknowns, differences kept, place of the next
  bool started;       // f and r are known
  double *f, *r;      // of the last sweep: where it began, how far it went
  double *df[VT_ANDERSON_DEPTH], *dr[VT_ANDERSON_DEPTH];
} vt_anderson;

bool vt_anderson_begin(vt_anderson *m, int n, vt_arena *arena, vt_error *error);
void vt_anderson_forget(vt_anderson *m);

// A sweep led from `before` to f. Takes note of it and moves f to the best mixture of the last sweeps.
void vt_anderson_mix(vt_anderson *m, const double *before, double *f);

#endif
