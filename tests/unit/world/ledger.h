// Where the energy of a world goes by Newmark's scheme: the work of every force over every part of a step.
//
// The velocities of a part change by M (v' - v) = k (sum of forces), k its kick, so a force f takes
// -k f . (v + v')/2 of the kinetic energy. That of material damping is -D (v' + w)/2, that of the scheme
// -beta h K (v' - w) and what it takes where parts become longer or shorter (body/newmark.h); rows push
// along their gradients. What these do not explain of a change of energy is the error of the scheme in time
// (elastic forces and weight belong to the beginning of a part, velocities to its middle), and what moves
// bodies without a force: arcs, payments of the balance, bodies pushed out of each other.
//
// A program with this is linked with --wrap=vt_world_advance, and has one world at a time: parts are seen as
// they are done, and forgotten where they are done again.
#ifndef VT_TESTS_LEDGER_H
#define VT_TESTS_LEDGER_H

#include <ventouse/world.h>

enum { LEDGER_BODIES = 16 }; // that materials are told apart of

typedef enum ledger_term {
  LEDGER_MATERIAL, // its damping
  LEDGER_SCHEME,   // the integrator
  LEDGER_AIR,      // p dV of cavities
  LEDGER_NORMAL,   // contacts along their normals
  LEDGER_FRICTION, // and across
  LEDGER_JOINTS,   // cables, links, bonds and motors
  LEDGER_HANDS,    // what holds prescribed nodes
  LEDGER_LOADS,
  LEDGER_TERMS
} ledger_term;

// J: what was taken from the bodies, below 0 what was given to them.
typedef struct ledger_sum {
  double taken[LEDGER_TERMS];
  double material[LEDGER_BODIES]; // by body
  int parts;
} ledger_sum;

void ledger_clear(void);

// Of the parts that began at `from` or later, and before `to` (s).
ledger_sum ledger_between(double from, double to);

double ledger_total(const ledger_sum *sum); // of all terms

#endif
