// A caller's mistake (no handle, a number that does not exist): an assertion in debug builds, and in others a
// harmless answer, which the public headers promise.
#ifndef VT_BASE_MISUSE_H
#define VT_BASE_MISUSE_H

#include "base/error.h"

// Tells of the mistake and ends the program; true where a test has vt_misuse_ends answer false.
bool vt_misused(const char *needed, const char *file, int line);
bool vt_misuse_ends(void);

#ifdef NDEBUG
#define VT_MISUSED(needed) (!(needed))
#else
#define VT_MISUSED(needed) (!(needed) && vt_misused(#needed, __FILE__, __LINE__))
#endif

// At the start of a public function: returns the answer unless what is needed holds; with an error too.
#define VT_NEED(needed, ...)                                                                                 \
  do {                                                                                                       \
    if (VT_MISUSED(needed)) return __VA_ARGS__;                                                              \
  } while (0)
#define VT_NEED_OR_FAIL(needed, error, answer)                                                               \
  do {                                                                                                       \
    if (VT_MISUSED((needed) && (error) != NULL)) {                                                           \
      vt_fail(error, VT_BAD_INPUT, "%s: called where %s does not hold", __func__, #needed);                  \
      return answer;                                                                                         \
    }                                                                                                        \
  } while (0)

static inline bool vt_is_number(int number, int count) { return number >= 0 && number < count; }

#endif
