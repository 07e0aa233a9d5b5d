// The block of A^-1 that belongs to a few nodes: their displacements under forces on them.
//
// With A = L L^T and E the columns of the identity for those nodes, E^T A^-1 E = Y^T Y with Y = L^-1
// E: one forward substitution, no backward one, and each column only in the supernodes that it reaches
// in the elimination tree.
#ifndef VT_SPARSE_COMPLIANCE_H
#define VT_SPARSE_COMPLIANCE_H

#include "base/asked.h"
#include "sparse/factor.h"

// Fills c (3 count x 3 count, symmetric, by columns) for distinct nodes; rows and columns of eliminated nodes
// become 0. The factor must be up to date. Scratch memory is taken from the arena, work is shared out by the
// pool (NULL: one thread). Fails when interrupted.
bool vt_factor_compliance(const vt_factor *factor, const int *nodes, int count, double *c, vt_pool *pool,
    const vt_asked *asked, vt_arena *arena, vt_error *error);

#endif
