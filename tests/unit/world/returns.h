// Free bodies in configurations in which cells are inside out, for the test and the study of their return.
#ifndef VT_TESTS_RETURNS_H
#define VT_TESTS_RETURNS_H

#include "rig.h"

// Nodes scrambled all over the box of a body, pressed into a plane (with a thousandth of noise), all at
// nearly one point, turned inside out, a third of the length pushed through the rest.
typedef enum start_kind { SCRAMBLED, PLANE, POINT, INSIDE_OUT, THROUGH, STARTS } start_kind;
extern const char *const start_words[STARTS];

// A cube of 2 x 2 x 2 cells, a bar of 4 x 1 x 1, a cube of 4 x 4 x 4; 20 mm and 40 mm long.
typedef enum body_shape { CUBE, BAR, FINE, SHAPES } body_shape;
extern const char *const shape_words[SHAPES];

extern const char *const element_words[];

// A world with that body alone, of 0.1 MPa, without gravity; damped by 20/s, so that what spins comes to
// rest. One that is held has one end where it is at rest.
rig lonely(double step, vt_element element, body_shape shape, double poisson, vt_law law, bool held);

// Puts its nodes, but those that are held, where start number k of a kind has them, at rest.
void set_start(vt_world *w, start_kind kind, int k);

// How it went.
typedef struct returned {
  bool back;   // all elastic energy but 1e-8 of Young's modulus times volume is gone, and no cell inside out
  bool failed; // a step did
  bool untangled; // it did not come back by itself
  int steps;
  double left; // elastic energy, of Young's modulus times volume
} returned;

// Steps until it is back, for `seconds` at most.
returned let_go(rig *r, double seconds);

#endif
