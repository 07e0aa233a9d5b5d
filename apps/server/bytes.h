// A growing block of bytes in little-endian order: what messages are made of.
#ifndef VENTOUSE_SERVER_BYTES_H
#define VENTOUSE_SERVER_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// After a refused allocation `failed` stays set and nothing more is added, until the block is cleared.
typedef struct bytes {
  unsigned char *data;
  size_t size, room;
  bool failed;
} bytes;

void bytes_clear(bytes *block);
void bytes_free(bytes *block);
// Space for `size` more bytes at the end, or NULL.
unsigned char *bytes_extend(bytes *block, size_t size);
void bytes_add(bytes *block, const void *data, size_t size);
void bytes_u32(bytes *block, uint32_t value);
void bytes_u64(bytes *block, uint64_t value);
void bytes_f32(bytes *block, double value);
void bytes_f64(bytes *block, double value);
// A number at a place that is already there.
static inline void bytes_store_f32(unsigned char *place, double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, 4);
  for (int i = 0; i < 4; ++i) place[i] = (unsigned char)(bits >> (8 * i));
}
// Zeros up to a multiple of 8.
void bytes_align(bytes *block);

#endif
