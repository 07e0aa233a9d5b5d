// The part of `ventouse bench` that steps many worlds of one model from several threads.
#ifndef VENTOUSE_CLI_BENCH_WORLDS_H
#define VENTOUSE_CLI_BENCH_WORLDS_H

#include <stdbool.h>

typedef struct bench_worlds_settings {
  const char *folder; // of the scenes
  int worlds;         // 0: 1,000
  int threads;        // 0: as many as there are processors
  int steps;          // of each world; 0: 50
  bool json;
} bench_worlds_settings;

// Measures and prints the row; `first`: the first of all rows. An exit code.
int bench_worlds(const bench_worlds_settings *settings, bool first);

#endif
