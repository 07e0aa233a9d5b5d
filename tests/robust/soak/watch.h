// One pick-up from its first step to its last, and what is noted of it.
#ifndef VT_TESTS_WATCH_H
#define VT_TESTS_WATCH_H

#include "pick_up.h"

typedef struct figures {
  long long steps, unconverged, redone,
      inverted; // steps; of these unsolved, in smaller pieces, with cells inside out
  long long cut_short, crossed, not_finite,
      sunk;                  // beyond their bound, surfaces crossed, NaN, below the ground
  long long failed, differs; // steps that failed or took too long; repetitions with other bits
  int sealed, lifted, repeated;
  double simulated, processor, worst;  // s; of processor time in all and in the worst step
  double work, residual, depth, speed; // the largest: of the bound of a step, of the solver, m, m/s
  double imbalance;                    // of the largest force of a step; nothing by Newmark's scheme
  double gained;                       // of the air of a cavity, in a step, where none can come in
  double kept, peak;                   // MB: in use after it, and at most by the process
} figures;

// Runs the scene at `path`, with the second half once more on two threads if `repeated`. False, and a line on
// standard output, when the scene could not be set up.
bool watch_pick_up(const pick_up *p, const char *path, bool repeated, figures *f);

#endif
