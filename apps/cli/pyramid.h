// What others do about friction: a pyramid of k sides in place of the cone, as one linear complementarity
// problem that Lemke's method solves (Duriez et al. 2006, section 4.2; Anitescu and Potra 1997). To compare
// with, not to use.
#ifndef VENTOUSE_CLI_PYRAMID_H
#define VENTOUSE_CLI_PYRAMID_H

#include <ventouse/solve.h>

// From 0 to below 1, the same for the same state on every machine.
double pyramid_chance(uint64_t *state);

// 0 <= z _|_ M z + q >= 0, M by rows. True when solved; *pivots is how many exchanges it took.
bool lemke(int n, const double *m, const double *q, double *z, int *pivots);

// The largest violation of that, of any kind.
double lcp_residual(int n, const double *m, const double *q, const double *z);

// A contact problem (dense W) with pyramids of k sides, the first along the first tangent: forces into f
// (3m).
bool pyramid_solve(const vt_contact_problem *problem, int k, double *f, int *pivots);

#endif
