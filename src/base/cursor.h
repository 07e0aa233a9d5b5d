// A place in a file held in memory, for reading words, numbers and binary values with good messages.
#ifndef VT_BASE_CURSOR_H
#define VT_BASE_CURSOR_H

#include "base/error.h"

typedef struct vt_cursor {
  const char *name;             // of the file, for messages
  const char *start, *at, *end; // *end is readable and '\0'
  int line;                     // of the last word read, from 1
  bool binary;                  // messages tell the byte instead of the line
  bool swap;                    // binary values have the other byte order
  vt_error *error;
} vt_cursor;

typedef struct vt_word {
  const char *text; // not terminated
  size_t length;
} vt_word;

vt_cursor vt_cursor_open(const char *name, const char *bytes, size_t size, vt_error *error);

// Fails with "name:line: ..." or "name: byte n: ..."; returns false.
bool vt_cursor_fail(const vt_cursor *cursor, const char *format, ...) VT_PRINTF(2, 3);
// The line for messages and labels: 0 in binary files.
int vt_cursor_line_number(const vt_cursor *cursor);
size_t vt_cursor_left(const vt_cursor *cursor); // bytes

void vt_cursor_skip_space(vt_cursor *cursor);
// The next word, empty at the end of the file.
vt_word vt_cursor_word(vt_cursor *cursor);
// The next word without moving on.
vt_word vt_cursor_peek(vt_cursor *cursor);
// The rest of this line without its end, moving to the next line.
vt_word vt_cursor_rest_of_line(vt_cursor *cursor);
// The next word on this line, empty at its end.
vt_word vt_cursor_word_in_line(vt_cursor *cursor);
// Fails unless the next word is this one.
bool vt_cursor_expect(vt_cursor *cursor, const char *word);

bool vt_word_is(vt_word word, const char *text);
bool vt_word_is_any_case(vt_word word, const char *text);
bool vt_word_starts(vt_word word, const char *text);
// A short printable copy for messages.
const char *vt_word_show(vt_word word, char text[40]);
bool vt_word_integer(vt_word word, int64_t *value);
bool vt_word_number(vt_word word, double *value);

// The next word as a number; `what` names it in messages.
bool vt_cursor_integer(vt_cursor *cursor, const char *what, int64_t least, int64_t max, int64_t *value);
bool vt_cursor_number(vt_cursor *cursor, const char *what, double *value);

// Fails unless `count` items of at least `bytes_each` can still be in the file and be counted in int.
bool vt_cursor_room(const vt_cursor *cursor, int64_t count, size_t bytes_each, const char *what);

// Binary values.
bool vt_cursor_bytes(vt_cursor *cursor, void *to, size_t count, const char *what);
bool vt_cursor_int32(vt_cursor *cursor, const char *what, int32_t *value);
bool vt_cursor_int64(vt_cursor *cursor, const char *what, int64_t *value);
bool vt_cursor_double(vt_cursor *cursor, const char *what, double *value);

// Number types of binary arrays in VTK and PLY files.
typedef enum vt_scalar {
  VT_SCALAR_NONE,
  VT_SCALAR_INT8,
  VT_SCALAR_UINT8,
  VT_SCALAR_INT16,
  VT_SCALAR_UINT16,
  VT_SCALAR_INT32,
  VT_SCALAR_UINT32,
  VT_SCALAR_INT64,
  VT_SCALAR_UINT64,
  VT_SCALAR_FLOAT,
  VT_SCALAR_DOUBLE
} vt_scalar;

size_t vt_scalar_size(vt_scalar scalar); // bytes
bool vt_scalar_is_integer(vt_scalar scalar);
// One value from memory; integers that do not fit (only of UINT64) become INT64_MAX.
double vt_scalar_number(vt_scalar scalar, const void *at, bool swap);
int64_t vt_scalar_integer(vt_scalar scalar, const void *at, bool swap);

void vt_swap_bytes(void *value, size_t size);
bool vt_host_is_big_endian(void);

#endif
