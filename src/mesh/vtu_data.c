// Decoding the binary arrays of VTK's XML files.
#include "mesh/vtu_data.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Deflate cannot make more than this many bytes of one.
#define MAX_EXPANSION 1032

static int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The next four characters as one to three bytes. Padding may come within the data: a header is often coded
// apart from what follows.
static bool decode_quad(vt_vtu_stream *stream) {
  int values[4], have = 0, padding = 0;
  while (have < 4) {
    while (stream->at < stream->end && is_space(*stream->at)) ++stream->at;
    if (stream->at == stream->end) return false;
    char c = *stream->at++;
    int value = base64_value(c);
    if (c == '=' && have >= 2) {
      ++padding;
      value = 0;
    } else if (value < 0 || padding > 0) {
      return false;
    }
    values[have++] = value;
  }
  unsigned joined =
      (unsigned)values[0] << 18 | (unsigned)values[1] << 12 | (unsigned)values[2] << 6 | (unsigned)values[3];
  stream->held[0] = (unsigned char)(joined >> 16 & 255);
  stream->held[1] = (unsigned char)(joined >> 8 & 255);
  stream->held[2] = (unsigned char)(joined & 255);
  stream->held_count = 3 - padding;
  return true;
}

static bool take(vt_vtu_stream *stream, unsigned char *to, size_t count) {
  if (!stream->base64) {
    if (count > (size_t)(stream->end - stream->at)) return false;
    memcpy(to, stream->at, count);
    stream->at += count;
    return true;
  }
  while (count > 0) {
    if (stream->held_count == 0 && !decode_quad(stream)) return false;
    size_t now = (size_t)stream->held_count < count ? (size_t)stream->held_count : count;
    memcpy(to, stream->held, now);
    stream->held_count -= (int)now;
    memmove(stream->held, stream->held + now, (size_t)stream->held_count);
    to += now;
    count -= now;
  }
  return true;
}

// No more bytes than this can still come.
static size_t max_left(const vt_vtu_stream *stream) {
  size_t left = (size_t)(stream->end - stream->at);
  return stream->base64 ? left / 4 * 3 + (size_t)stream->held_count : left;
}

static bool take_size(vt_vtu_stream *stream, const vt_vtu_coding *coding, uint64_t *value) {
  unsigned char bytes[8];
  size_t size = coding->header64 ? 8 : 4;
  if (!take(stream, bytes, size)) return false;
  *value = (uint64_t)vt_scalar_integer(
      coding->header64 ? VT_SCALAR_UINT64 : VT_SCALAR_UINT32, bytes, coding->swap);
  return true;
}

static bool fail_short(const char *place, vt_error *error) {
  return vt_fail(error, VT_BAD_INPUT,
      "%s: found the end of the data or a wrong character in it, expected more bytes", place);
}

static bool decode_plain(vt_vtu_stream *stream, const vt_vtu_coding *coding, const char *place,
    unsigned char **bytes, size_t *size, vt_error *error) {
  uint64_t count;
  if (!take_size(stream, coding, &count)) return fail_short(place, error);
  if (count > max_left(stream)) {
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found an array of %llu bytes, expected at most the %zu that are left", place,
        (unsigned long long)count, max_left(stream));
  }
  *size = (size_t)count;
  *bytes = VT_NEW(unsigned char, count, error);
  if (*bytes == NULL) return false;
  return take(stream, *bytes, *size) || fail_short(place, error);
}

typedef struct block_list {
  uint64_t count, size, last; // last: bytes of the last block, 0 if it is whole
  uint64_t *packed;           // bytes of each block in the file
} block_list;

static bool read_blocks(vt_vtu_stream *stream, const vt_vtu_coding *coding, const char *place,
    block_list *list, uint64_t *total, vt_error *error) {
  if (!take_size(stream, coding, &list->count)) return fail_short(place, error);
  *total = 0;
  if (list->count == 0) return true;
  if (!take_size(stream, coding, &list->size) || !take_size(stream, coding, &list->last)) {
    return fail_short(place, error);
  }
  uint64_t left = max_left(stream),
           max = left < UINT64_MAX / MAX_EXPANSION ? left * MAX_EXPANSION : UINT64_MAX;
  bool fits = list->count <= left / (coding->header64 ? 8 : 4) && list->size > 0 &&
              list->last <= list->size && list->size <= UINT_MAX && list->count <= max / list->size + 1;
  if (fits) {
    *total = list->last > 0 ? (list->count - 1) * list->size + list->last : list->count * list->size;
    fits = *total <= max;
  }
  if (!fits) {
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found %llu compressed blocks of %llu bytes (the last %llu), expected what the %llu bytes left "
        "can hold",
        place, (unsigned long long)list->count, (unsigned long long)list->size,
        (unsigned long long)list->last, (unsigned long long)left);
  }
  list->packed = VT_NEW(uint64_t, list->count, error);
  if (list->packed == NULL) return false;
  for (uint64_t b = 0; b < list->count; ++b) {
    if (!take_size(stream, coding, &list->packed[b])) return fail_short(place, error);
  }
  return true;
}

static bool unpack_block(vt_vtu_stream *stream, uint64_t packed, unsigned char *to, uint64_t size,
    const char *place, vt_error *error) {
  if (packed > max_left(stream) || packed > UINT_MAX) return fail_short(place, error);
  unsigned char *from = VT_NEW(unsigned char, packed, error);
  if (from == NULL) return false;
  bool good = take(stream, from, (size_t)packed) || fail_short(place, error);
  uLongf made = (uLongf)size;
  if (good && (uncompress(to, &made, from, (uLong)packed) != Z_OK || made != size)) {
    good = vt_fail(error, VT_BAD_INPUT, "%s: found a compressed block that does not unpack to %llu bytes",
        place, (unsigned long long)size);
  }
  free(from);
  return good;
}

static bool decode_packed(vt_vtu_stream *stream, const vt_vtu_coding *coding, const char *place,
    unsigned char **bytes, size_t *size, vt_error *error) {
  block_list list = {0};
  uint64_t total = 0;
  bool good = read_blocks(stream, coding, place, &list, &total, error);
  if (good) {
    *size = (size_t)total;
    *bytes = VT_NEW(unsigned char, total, error);
    good = *bytes != NULL;
  }
  for (uint64_t b = 0; good && b < list.count; ++b) {
    uint64_t block = b + 1 == list.count && list.last > 0 ? list.last : list.size;
    good = unpack_block(stream, list.packed[b], *bytes + b * list.size, block, place, error);
  }
  free(list.packed);
  return good;
}

bool vt_vtu_decode(vt_vtu_stream *stream, const vt_vtu_coding *coding, const char *place,
    unsigned char **bytes, size_t *size, vt_error *error) {
  *bytes = NULL;
  bool good = coding->compressed ? decode_packed(stream, coding, place, bytes, size, error)
                                 : decode_plain(stream, coding, place, bytes, size, error);
  if (!good) {
    free(*bytes);
    *bytes = NULL;
  }
  return good;
}
