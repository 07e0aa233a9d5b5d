// CHOLMOD as the judge of our factors: the same matrix ordered, factored and solved by it. Only tests and
// studies link it.
#ifndef VT_TESTS_SPARSE_ORACLE_H
#define VT_TESTS_SPARSE_ORACLE_H

#include "sparse/block_matrix.h"

typedef struct oracle oracle;

// Ordered on the graph of nodes by the better of AMD and METIS; NULL if memory is refused or no node is free.
oracle *oracle_create(const vt_block_pattern *pattern, const bool *eliminated);
void oracle_destroy(oracle *o);

void oracle_fill(oracle *o, const vt_mat3 *blocks);         // the matrix
bool oracle_factor(oracle *o);                              // false: not positive definite
void oracle_solve(oracle *o, const vt_vec3 *b, vt_vec3 *x); // x becomes 0 at eliminated nodes
double oracle_numbers(const oracle *o);                     // stored in the factor
double oracle_work(const oracle *o);                        // multiplications of a factorisation

#endif
