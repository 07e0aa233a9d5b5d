// Filling in a vt_error. Every function that can fail takes a vt_error * (never NULL inside the library).
#ifndef VT_BASE_ERROR_H
#define VT_BASE_ERROR_H

#include <ventouse/base.h>

// Sets code and message; returns false so that callers write `return vt_fail(error, ...)`.
// The first failure wins: a message already there is kept.
bool vt_fail(vt_error *error, vt_code code, const char *format, ...) VT_PRINTF(3, 4);

// The message for a refused allocation; returns false.
bool vt_fail_memory(vt_error *error, size_t bytes);

#endif
