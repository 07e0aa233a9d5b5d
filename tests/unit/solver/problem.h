// Constraint systems made by a generator: W in full, the same by blocks, and the laws written down once more.
#ifndef VT_TESTS_SOLVER_PROBLEM_H
#define VT_TESTS_SOLVER_PROBLEM_H

#include "solver/system.h"

typedef struct problem {
  int gas_count, contact_count, scalar_count; // blocks, in this order
  int rows;
  double *w;        // rows x rows, m/N
  vt_system system; // the same by blocks, or as J J^T
  double *guess;    // N
  vt_gas_law *gas;
  vt_rigid_row *j; // of rigid bodies; NULL elsewhere
  int bodies;
} problem;

// Everything zero: fill w, system.q and the blocks, then finish.
problem *problem_create(int gas, int contacts, int scalars);

// Lays out W by blocks, leaving out what is zero, or hands out J instead.
void problem_finish(problem *p, bool as_bodies);

void problem_destroy(problem *p);

// Every contact twice, without a guess.
problem *problem_double(const problem *p);

static inline int problem_contact_row(const problem *p, int contact) { return p->gas_count + 3 * contact; }

// The largest violation of a law at the forces f: of forces by the largest force, of displacements by what
// that force would move. Knows W in full and the laws as docs/solver.md has them, and nothing of the solver.
double problem_violation(const problem *p, const double *f);

#endif
