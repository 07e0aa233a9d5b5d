// Generated constraint systems: the kinds that are hard on a solver, in all sizes, the same every time.
#ifndef VT_TESTS_SOLVER_GENERATE_H
#define VT_TESTS_SOLVER_GENERATE_H

#include "problem.h"

typedef enum kind {
  KIND_WALLS,   // rigid bricks in a bond, many contacts a face: forces are not unique
  KIND_TOWERS,  // rigid boxes on each other, four or nine contacts a face
  KIND_HEAPS,   // rigid bodies between walls, wedged
  KIND_DOUBLED, // one of the others with every contact twice
  KIND_PATCHES, // coplanar contacts of a soft pad, up to 32 x 32
  KIND_PLATES,  // one body of six freedoms, softer than rigid by 1e-2 to 1e-8
  KIND_MIXED,   // compliances over six decades
  KIND_GAS,     // plates with cavities under them
  KIND_ROWS,    // heaps with springs, cables, motors and bars
  KIND_SKEW,    // one of the others with W unsymmetric by 1e-3, its symmetric part as it was
  KIND_NOISY,   // every entry of W off by 1e-3 of its own: there may be no solution
  KIND_COUNT
} kind;

const char *kind_name(kind which);

// Problems of a kind that the test makes.
int kind_size(kind which);

// Whether every problem of the kind has a solution (generate.c says why).
bool kind_is_solvable(kind which);

// Problem number `index` of a kind, larger with the number. Friction is 0, 0.3, 0.5, 1 or mixed by
// index % 5. Without a guess.
problem *generate(kind which, int index);

// Whether the problem is to be started from the solution of one that differs a little; and that problem's
// free values.
bool generate_is_warm(int index);
void generate_other_free_values(const problem *p, int index, double *q);

// A number in [-0.5, 0.5).
double generate_random(unsigned long long *state);

#endif
