// Filling in a vt_error.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool vt_fail(vt_error *error, vt_code code, const char *format, ...) {
  if (error == NULL || error->code != VT_OK) return false;
  error->code = code;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  // One line, whatever a file name contained.
  for (char *c = error->message; *c != '\0'; ++c) {
    if (*c == '\n' || *c == '\r') *c = ' ';
  }
  return false;
}

bool vt_fail_memory(vt_error *error, size_t bytes) {
  return vt_fail(error, VT_NO_MEMORY, "out of memory: %zu bytes were refused", bytes);
}
