// Contacts of soft pads and of plates that are nearly rigid.
#ifndef VT_TESTS_SOLVER_SOFT_H
#define VT_TESTS_SOLVER_SOFT_H

#include "generate.h"

// Where a block of gas or a contact is, in spacings of the contacts.
typedef struct place {
  double x, y;
} place;

// Adds the compliance of a soft half space, `share` of 1 / distance (Boussinesq), rounded near 0, between
// the blocks of gas and contacts from `first` to `last`. Pressing moves things across by `sideways`: positive
// definite below 0.3.
void soft_add(problem *p, const place *at, int first, int last, double share, double sideways);

// Adds that of one rigid body: `share` along an axis through its centre, and as much as that at the arm
// `radius` about it.
void soft_add_rigid(problem *p, const place *at, double share, double radius);

// Adds unsymmetric parts to W, entry by entry, of a share of it; what is symmetric in it stays.
void soft_skew(problem *p, double share, unsigned long long *random);

// A patch of side x side contacts pressed by a round or flat thing, tilted, sheared and twisted.
problem *soft_patch(int side, unsigned long long *random);

// A nearly rigid plate of side x side contacts that falls, tilted, on something rough.
problem *soft_plate(int side, int variant, unsigned long long *random);

// Pads of all compliances under one plate, or contacts of all sizes on one pad.
problem *soft_mixed(int contacts, int variant, unsigned long long *random);

// Cavities under a nearly rigid plate, each with a ring of contacts around it.
problem *soft_gas(int cavities, int ring, int variant, unsigned long long *random);

#endif
