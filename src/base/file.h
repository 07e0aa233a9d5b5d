// Whole files into memory, and numbers in files whatever the language of the program.
#ifndef VT_BASE_FILE_H
#define VT_BASE_FILE_H

#include "base/error.h"

#include <locale.h>

// The whole of a regular file with a '\0' after it, to be freed with free(); NULL on failure, with a message
// that says what was expected ("a mesh file").
char *vt_read_file(const char *path, const char *expected, size_t *size, vt_error *error);

// Between begin and end, numbers are read and written with a decimal point in this thread.
typedef struct vt_locale {
  locale_t plain, callers;
} vt_locale;

bool vt_locale_begin(vt_locale *locale, vt_error *error);
void vt_locale_end(vt_locale *locale);

#endif
