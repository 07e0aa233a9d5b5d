// What becomes of a caller's mistake in debug builds.
#include "base/misuse.h"

#include <stdio.h>
#include <stdlib.h>

// A test of the answers replaces it.
__attribute__((weak)) bool vt_misuse_ends(void) { return true; }

bool vt_misused(const char *needed, const char *file, int line) {
  if (!vt_misuse_ends()) return true;
  fprintf(stderr, "%s:%d: a public function of Ventouse was called where this does not hold: %s\n", file,
      line, needed);
  abort();
}
