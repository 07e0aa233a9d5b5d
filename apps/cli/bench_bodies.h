// One row of `ventouse bench cups`: a body that hangs, a cup that is pressed or encloses air.
#ifndef BENCH_BODIES_H
#define BENCH_BODIES_H

#include <ventouse/ventouse.h>

#include <stdbool.h>

// What a row is of.
typedef struct bench_case {
  enum { HANG, BLOCK, PRESS, SEAL } kind;
  const char *scene; // how a row calls it
  const char *mesh;  // file name; of a block, what it is
  vt_element element;
  int threads;
  int sectors;          // of a pressed cup's lip; of a block, cells to an edge
  vt_detector detector; // of the cavity under a cup that stands
  double aim;           // ms, total or of the search for cavities; 0: none
} bench_case;

// Measures and prints it, with the heads of the columns before the first.
bool bench_body(const bench_case *c, const char *folder, int steps, bool json, bool first, vt_error *error);

#endif
