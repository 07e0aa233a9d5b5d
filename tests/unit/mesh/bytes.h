// Building small binary files in memory, in either byte order.
#ifndef VT_TESTS_MESH_BYTES_H
#define VT_TESTS_MESH_BYTES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct bytes {
  char data[8192]; // always followed by a '\0'
  size_t size;
  int big; // byte order of what put() adds
} bytes;

static inline void put_text(bytes *to, const char *text) {
  memcpy(to->data + to->size, text, strlen(text) + 1);
  to->size += strlen(text);
}

static inline void put(bytes *to, const void *value, size_t size) {
  const uint16_t one = 1;
  int host_big = *(const unsigned char *)&one == 0;
  for (size_t i = 0; i < size; ++i) {
    to->data[to->size + i] = ((const char *)value)[to->big != host_big ? size - 1 - i : i];
  }
  to->size += size;
  to->data[to->size] = '\0';
}

static inline void put_int(bytes *to, int32_t value) { put(to, &value, sizeof value); }
static inline void put_long(bytes *to, int64_t value) { put(to, &value, sizeof value); }
static inline void put_float(bytes *to, float value) { put(to, &value, sizeof value); }
static inline void put_double(bytes *to, double value) { put(to, &value, sizeof value); }

#endif
