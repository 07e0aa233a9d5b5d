// A 64-bit hash of memory.
#include "base/hash.h"

#include <string.h>

uint64_t vt_hash_bytes(uint64_t hash, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  for (; count >= 8; count -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 29; // a plain multiply never carries high bits down
  }
  for (; count > 0; --count, ++at) hash = (hash ^ *at) * 0x100000001b3u;
  return hash;
}
