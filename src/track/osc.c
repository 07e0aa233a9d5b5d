// Reads OSC datagrams: checked as a whole first, then taken.
#include "track/osc.h"

#include <string.h>

typedef struct taker {
  vt_osc_take *take; // NULL: only looks whether all is sound
  void *context;
} taker;

typedef struct bytes {
  const unsigned char *at, *end;
} bytes;

static size_t left(const bytes *b) { return (size_t)(b->end - b->at); }

static bool word32(bytes *b, uint32_t *value) {
  if (left(b) < 4) return false;
  *value = (uint32_t)b->at[0] << 24 | (uint32_t)b->at[1] << 16 | (uint32_t)b->at[2] << 8 | b->at[3];
  b->at += 4;
  return true;
}

static bool word64(bytes *b, uint64_t *value) {
  uint32_t high, low;
  if (!word32(b, &high) || !word32(b, &low)) return false;
  *value = (uint64_t)high << 32 | low;
  return true;
}

// A text that ends with one to four zero bytes, at a multiple of four.
static bool text(bytes *b, const char **value) {
  const unsigned char *zero = memchr(b->at, 0, left(b));
  if (zero == NULL) return false;
  size_t size = ((size_t)(zero - b->at) / 4 + 1) * 4;
  if (size > left(b)) return false;
  for (const unsigned char *p = zero; p < b->at + size; ++p)
    if (*p != 0) return false;
  *value = (const char *)b->at;
  b->at += size;
  return true;
}

static bool blob(bytes *b) {
  uint32_t size;
  if (!word32(b, &size) || size > left(b)) return false;
  size_t padded = ((size_t)size + 3) / 4 * 4;
  if (padded > left(b)) return false;
  b->at += padded;
  return true;
}

// One argument; *is_number tells whether *value is one.
static bool argument(bytes *b, char type, bool *is_number, double *value) {
  uint32_t small;
  uint64_t large;
  float single;
  const char *word;
  *is_number = type == 'f' || type == 'd' || type == 'i' || type == 'h';
  switch (type) {
  case 'f':
    if (!word32(b, &small)) return false;
    memcpy(&single, &small, sizeof single);
    *value = (double)single;
    return true;
  case 'd':
    if (!word64(b, &large)) return false;
    memcpy(value, &large, sizeof *value);
    return true;
  case 'i':
    if (!word32(b, &small)) return false;
    *value = (double)(int32_t)small;
    return true;
  case 'h':
    if (!word64(b, &large)) return false;
    *value = (double)(int64_t)large;
    return true;
  case 's':
  case 'S':
    return text(b, &word);
  case 'b':
    return blob(b);
  case 't':
    return word64(b, &large);
  case 'c':
  case 'r':
  case 'm':
    return word32(b, &small);
  case 'T':
  case 'F':
  case 'N':
  case 'I':
  case '[':
  case ']':
    return true;
  default:
    return false; // its size is not known
  }
}

static bool message(bytes *b, uint64_t time, const taker *t) {
  vt_osc_message m = {.time = time, .numbers = true};
  const char *types = ",";
  if (!text(b, &m.address) || m.address[0] != '/') return false;
  if (left(b) > 0 && !text(b, &types)) return false;
  if (types[0] != ',') return false;
  for (const char *type = types + 1; *type != '\0'; ++type) {
    bool is_number;
    double value = 0;
    if (!argument(b, *type, &is_number, &value)) return false;
    if (is_number && m.count < VT_OSC_NUMBERS)
      m.values[m.count++] = value;
    else
      m.numbers = false;
  }
  if (left(b) > 0) return false;
  if (t->take != NULL) t->take(t->context, &m);
  return true;
}

static bool packet(bytes *b, uint64_t time, const taker *t, int depth);

static bool bundle(bytes *b, const taker *t, int depth) {
  uint64_t time;
  uint32_t size;
  b->at += 8; // "#bundle"
  if (depth >= VT_OSC_DEPTH || !word64(b, &time)) return false;
  while (left(b) > 0) {
    if (!word32(b, &size) || size % 4 != 0 || size == 0 || size > left(b)) return false;
    bytes inner = {b->at, b->at + size};
    if (!packet(&inner, time, t, depth + 1)) return false;
    b->at += size;
  }
  return true;
}

static bool packet(bytes *b, uint64_t time, const taker *t, int depth) {
  if (left(b) >= 8 && memcmp(b->at, "#bundle", 8) == 0) return bundle(b, t, depth);
  return message(b, time, t);
}

bool vt_osc_parse(const unsigned char *data, size_t size, vt_osc_take *take, void *context) {
  bytes looked = {data, data + size}, taken = looked;
  taker look = {NULL, NULL}, real = {take, context};
  if (size == 0 || size % 4 != 0 || !packet(&looked, 1, &look, 0)) return false;
  return packet(&taken, 1, &real, 0);
}
