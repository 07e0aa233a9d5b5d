// A growing block of bytes in little-endian order.
#include "bytes.h"

#include <stdlib.h>

void bytes_clear(bytes *block) {
  block->size = 0;
  block->failed = false;
}

void bytes_free(bytes *block) {
  free(block->data);
  *block = (bytes){0};
}

unsigned char *bytes_extend(bytes *block, size_t size) {
  if (block->failed) return NULL;
  if (size > block->room - block->size) {
    size_t room = block->room < 256 ? 256 : block->room;
    while (room - block->size < size && room <= SIZE_MAX / 2) room *= 2;
    unsigned char *data = room - block->size >= size ? realloc(block->data, room) : NULL;
    if (data == NULL) {
      block->failed = true;
      return NULL;
    }
    block->data = data;
    block->room = room;
  }
  unsigned char *place = block->data + block->size;
  block->size += size;
  return place;
}

void bytes_add(bytes *block, const void *data, size_t size) {
  unsigned char *place = size > 0 ? bytes_extend(block, size) : NULL;
  if (place != NULL) memcpy(place, data, size);
}

void bytes_u32(bytes *block, uint32_t value) {
  unsigned char *place = bytes_extend(block, 4);
  for (int i = 0; place != NULL && i < 4; ++i) place[i] = (unsigned char)(value >> (8 * i));
}

void bytes_u64(bytes *block, uint64_t value) {
  bytes_u32(block, (uint32_t)value);
  bytes_u32(block, (uint32_t)(value >> 32));
}

void bytes_f32(bytes *block, double value) {
  unsigned char *place = bytes_extend(block, 4);
  if (place != NULL) bytes_store_f32(place, value);
}

void bytes_f64(bytes *block, double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  bytes_u64(block, bits);
}

void bytes_align(bytes *block) {
  static const unsigned char zeros[8] = {0};
  bytes_add(block, zeros, (8 - block->size % 8) % 8);
}
