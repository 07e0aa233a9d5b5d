// Calls with bad arguments, by header.
#ifndef VT_TESTS_MISUSE_H
#define VT_TESTS_MISUSE_H

#include "check.h"

#include <ventouse/ventouse.h>

#include <limits.h>

// Numbers that no list has.
static const int bad_numbers[] = {-2, INT_MIN, 1000000, INT_MAX};
enum { BAD_NUMBERS = 4 };

// A refusal with one line of its own, and the same call without an error to write it to.
#define REFUSED(call, bad)                                                                                   \
  do {                                                                                                       \
    vt_error trouble = {0}, *error = &trouble;                                                               \
    CHECK((call) == (bad));                                                                                  \
    if (!CHECK(trouble.code != VT_OK && trouble.message[0] != '\0')) printf("  %s\n", #call);                \
    error = NULL;                                                                                            \
    CHECK((call) == (bad));                                                                                  \
  } while (0)

static inline bool is_zero(vt_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

// Each in a file with counts of its own: 0 if all is well.
int misuse_model(void);
int misuse_world(void);
int misuse_files(void);
int misuse_haptics(void);
int misuse_track(void);

#endif
