// What a user is told of a mistake. Include after check.h.
#ifndef VT_TESTS_CLI_REFUSED_H
#define VT_TESTS_CLI_REFUSED_H

#include "spawn.h"

// Refused: exit code 2, one line on standard error that says `why`, nothing on standard output or disk.
static inline void refuse(const char *arguments, const char *why) {
  static outcome o;
  int before = count_entries(".");
  o = run(arguments);
  if (!CHECK(o.code == 2)) printf("  %s: exit code %d\n", arguments, o.code);
  if (!CHECK(count_lines(o.err) == 1)) printf("  %s: %s\n", arguments, o.err);
  CHECK_CONTAINS(o.err, why);
  CHECK(o.out[0] == '\0');
  CHECK(count_entries(".") == before);
}

#endif
