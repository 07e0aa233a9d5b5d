// The part of `ventouse bench` that has figures 6 and 7 of the 2006 paper on virtual grasping, ours beside
// theirs.
#ifndef VENTOUSE_CLI_BENCH_GRASP_H
#define VENTOUSE_CLI_BENCH_GRASP_H

#include <stdbool.h>

typedef struct bench_grasp_settings {
  const char *folder; // of the scenes
  int steps;          // of a row; 0: 50
  bool json;
} bench_grasp_settings;

// Measures and prints the rows; `first`: the first of all rows. An exit code.
int bench_grasp(const bench_grasp_settings *settings, bool first);

#endif
