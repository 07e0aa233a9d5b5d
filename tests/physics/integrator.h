// Which integrator the tests of this run are about: the environment says VT_TEST_INTEGRATOR=newmark, or
// nothing for implicit Euler. So a test runs under both without knowing.
#ifndef VT_TESTS_INTEGRATOR_H
#define VT_TESTS_INTEGRATOR_H

#include <ventouse/model.h>

#include <stdlib.h>
#include <string.h>

static inline vt_integrator tested_integrator(void) {
  const char *name = getenv("VT_TEST_INTEGRATOR");
  return name != NULL && strcmp(name, "newmark") == 0 ? VT_INTEGRATOR_NEWMARK : VT_INTEGRATOR_EULER;
}

#endif
