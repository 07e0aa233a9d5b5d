// Binary values of either byte order.
#include "base/cursor.h"

#include <string.h>

bool vt_host_is_big_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 0;
}

void vt_swap_bytes(void *value, size_t size) {
  unsigned char *bytes = value;
  for (size_t i = 0; i < size / 2; ++i) {
    unsigned char kept = bytes[i];
    bytes[i] = bytes[size - 1 - i];
    bytes[size - 1 - i] = kept;
  }
}

bool vt_cursor_bytes(vt_cursor *cursor, void *to, size_t count, const char *what) {
  if (count > vt_cursor_left(cursor)) {
    return vt_cursor_fail(cursor, "found the end of the file in %s, expected %zu more bytes", what, count);
  }
  memcpy(to, cursor->at, count);
  cursor->at += count;
  return true;
}

static bool take(vt_cursor *cursor, void *to, size_t size, const char *what) {
  if (!vt_cursor_bytes(cursor, to, size, what)) return false;
  if (cursor->swap) vt_swap_bytes(to, size);
  return true;
}

bool vt_cursor_int32(vt_cursor *cursor, const char *what, int32_t *value) {
  return take(cursor, value, sizeof *value, what);
}

bool vt_cursor_int64(vt_cursor *cursor, const char *what, int64_t *value) {
  return take(cursor, value, sizeof *value, what);
}

bool vt_cursor_double(vt_cursor *cursor, const char *what, double *value) {
  return take(cursor, value, sizeof *value, what);
}

size_t vt_scalar_size(vt_scalar scalar) {
  static const size_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return sizes[scalar];
}

bool vt_scalar_is_integer(vt_scalar scalar) { return scalar >= VT_SCALAR_INT8 && scalar <= VT_SCALAR_UINT64; }

typedef union scalar_value {
  int8_t i8;
  uint8_t u8;
  int16_t i16;
  uint16_t u16;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  float f;
  double d;
} scalar_value;

static scalar_value load(vt_scalar scalar, const void *at, bool swap) {
  scalar_value value = {0};
  memcpy(&value, at, vt_scalar_size(scalar));
  if (swap) vt_swap_bytes(&value, vt_scalar_size(scalar));
  return value;
}

double vt_scalar_number(vt_scalar scalar, const void *at, bool swap) {
  scalar_value value = load(scalar, at, swap);
  if (scalar == VT_SCALAR_FLOAT) return (double)value.f;
  if (scalar == VT_SCALAR_DOUBLE) return value.d;
  return (double)vt_scalar_integer(scalar, at, swap);
}

int64_t vt_scalar_integer(vt_scalar scalar, const void *at, bool swap) {
  scalar_value value = load(scalar, at, swap);
  switch (scalar) {
  case VT_SCALAR_INT8:
    return value.i8;
  case VT_SCALAR_UINT8:
    return value.u8;
  case VT_SCALAR_INT16:
    return value.i16;
  case VT_SCALAR_UINT16:
    return value.u16;
  case VT_SCALAR_INT32:
    return value.i32;
  case VT_SCALAR_UINT32:
    return value.u32;
  case VT_SCALAR_INT64:
    return value.i64;
  case VT_SCALAR_UINT64:
    return value.u64 > INT64_MAX ? INT64_MAX : (int64_t)value.u64;
  case VT_SCALAR_FLOAT:
  case VT_SCALAR_DOUBLE:
  case VT_SCALAR_NONE:
    break;
  }
  return 0;
}
