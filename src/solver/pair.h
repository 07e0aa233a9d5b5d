// Two numbers at once, as the processor's vector instructions take them; gcc and clang know such vectors.
#ifndef VT_SOLVER_PAIR_H
#define VT_SOLVER_PAIR_H

#include <string.h>

typedef double vt_pair __attribute__((vector_size(16)));

static inline vt_pair vt_pair_load(const double *x) {
  vt_pair p;
  memcpy(&p, x, sizeof p);
  return p;
}

static inline void vt_pair_store(double *x, vt_pair p) { memcpy(x, &p, sizeof p); }

#endif
