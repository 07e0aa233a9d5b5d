// A 64-bit hash of memory (FNV-1a over 8-byte words), for comparing states bit by bit.
#ifndef VT_BASE_HASH_H
#define VT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define VT_HASH_START 0xcbf29ce484222325u

uint64_t vt_hash_bytes(uint64_t hash, const void *bytes, size_t count);

#endif
