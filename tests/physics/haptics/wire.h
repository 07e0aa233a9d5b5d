// Numbers as datagrams have them: little-endian, whatever the machine. For tests of both sides.
#ifndef VT_TESTS_WIRE_H
#define VT_TESTS_WIRE_H

#include <string.h>

static inline void put(unsigned char *at, int count, unsigned long long value) {
  for (int k = 0; k < count; ++k) at[k] = (unsigned char)(value >> (8 * k));
}

static inline void put_double(unsigned char *at, double value) {
  unsigned long long bits;
  memcpy(&bits, &value, 8);
  put(at, 8, bits);
}

#endif
