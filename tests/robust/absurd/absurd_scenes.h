// Scenes that make no sense, written as files: what is asked of them cannot be done, or their numbers are
// many powers of ten from anything that is gripped.
#ifndef VT_TESTS_ABSURD_SCENES_H
#define VT_TESTS_ABSURD_SCENES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum absurd_kind {
  ABSURD_WALL,    // a hand pushes a soft block through a wall
  ABSURD_CUP,     // a hand presses a cup, with air under it, through a cube
  ABSURD_INSIDE,  // soft bodies that begin inside each other and inside a rigid one
  ABSURD_RIGID,   // rigid boxes that begin at nearly the same place
  ABSURD_STACK,   // a heavy box on a soft block on a light one
  ABSURD_CRUSHED, // a soft block between two plates that pass through each other
  ABSURD_THROWN,  // a soft block and a box that hit a wall
  ABSURD_TWISTED, // a soft block whose ends are turned against each other
  ABSURD_LINKED,  // links, springs and a cable that contradict each other
  ABSURD_LOADED,  // a force and a pressure
  ABSURD_BLOWN,   // a cup with a regulated pressure, on a box
  ABSURD_JUMPED,  // a hand that jumps to the other side of a box from one step to the next
  ABSURD_KINDS
} absurd_kind;

typedef struct absurd {
  absurd_kind kind;
  double young, poisson; // Pa
  double dt;             // s
  double mass;           // kg, of what moves
  double other;          // kg, of what else moves
  double friction;
  double fast;  // m/s, of hands and what is thrown; other kinds make their forces and pressures from it
  double limit; // N, of hands; 0: none
  int steps;
  int cells;                       // along an edge of a soft block
  bool tetrahedra, newmark, touch; // touch: soft blocks may touch themselves
} absurd;

const char *absurd_name(absurd_kind kind);

// Any of them, the same for the same seed and number.
absurd absurd_random(uint64_t seed, int number);

// `meshes` is the folder of the meshes of this project.
void absurd_write(const absurd *a, const char *meshes, FILE *file);

// In one line, which is not longer than 300 characters.
void absurd_describe(const absurd *a, char *text, size_t size);

#endif
