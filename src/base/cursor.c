// Reading words and numbers from a file held in memory.
#include "base/cursor.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

vt_cursor vt_cursor_open(const char *name, const char *bytes, size_t size, vt_error *error) {
  return (vt_cursor){
      .name = name, .start = bytes, .at = bytes, .end = bytes + size, .line = 1, .error = error};
}

bool vt_cursor_fail(const vt_cursor *cursor, const char *format, ...) {
  char text[700];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (cursor->binary) {
    return vt_fail(
        cursor->error, VT_BAD_INPUT, "%s: byte %td: %s", cursor->name, cursor->at - cursor->start, text);
  }
  return vt_fail(cursor->error, VT_BAD_INPUT, "%s:%d: %s", cursor->name, cursor->line, text);
}

int vt_cursor_line_number(const vt_cursor *cursor) { return cursor->binary ? 0 : cursor->line; }

size_t vt_cursor_left(const vt_cursor *cursor) { return (size_t)(cursor->end - cursor->at); }

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void count_line(vt_cursor *cursor) {
  if (cursor->line < INT_MAX) ++cursor->line;
}

void vt_cursor_skip_space(vt_cursor *cursor) {
  while (cursor->at < cursor->end && is_space(*cursor->at)) {
    if (*cursor->at == '\n') count_line(cursor);
    ++cursor->at;
  }
}

static vt_word take_word(vt_cursor *cursor) {
  vt_word word = {cursor->at, 0};
  while (cursor->at < cursor->end && !is_space(*cursor->at)) ++cursor->at;
  word.length = (size_t)(cursor->at - word.text);
  return word;
}

vt_word vt_cursor_word(vt_cursor *cursor) {
  vt_cursor_skip_space(cursor);
  return take_word(cursor);
}

vt_word vt_cursor_peek(vt_cursor *cursor) {
  vt_cursor ahead = *cursor;
  return vt_cursor_word(&ahead);
}

vt_word vt_cursor_word_in_line(vt_cursor *cursor) {
  while (cursor->at < cursor->end && is_space(*cursor->at) && *cursor->at != '\n') ++cursor->at;
  return take_word(cursor);
}

vt_word vt_cursor_rest_of_line(vt_cursor *cursor) {
  vt_word line = {cursor->at, 0};
  while (cursor->at < cursor->end && *cursor->at != '\n') ++cursor->at;
  line.length = (size_t)(cursor->at - line.text);
  if (line.length > 0 && line.text[line.length - 1] == '\r') --line.length;
  if (cursor->at < cursor->end) {
    ++cursor->at;
    count_line(cursor);
  }
  return line;
}

bool vt_cursor_expect(vt_cursor *cursor, const char *word) {
  char text[40];
  vt_word found = vt_cursor_word(cursor);
  if (vt_word_is(found, word)) return true;
  return vt_cursor_fail(cursor, "found %s, expected %s", vt_word_show(found, text), word);
}

bool vt_word_is(vt_word word, const char *text) {
  return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

bool vt_word_is_any_case(vt_word word, const char *text) {
  return word.length == strlen(text) && strncasecmp(word.text, text, word.length) == 0;
}

bool vt_word_starts(vt_word word, const char *text) {
  size_t length = strlen(text);
  return word.length >= length && memcmp(word.text, text, length) == 0;
}

const char *vt_word_show(vt_word word, char text[40]) {
  if (word.length == 0) return "the end";
  size_t length = word.length < 32 ? word.length : 32;
  text[0] = '"';
  for (size_t i = 0; i < length; ++i) {
    char c = word.text[i];
    text[1 + i] = (char)(c >= ' ' && c <= '~' ? c : '?');
  }
  snprintf(text + 1 + length, 40 - 1 - length, "%s\"", length < word.length ? "..." : "");
  return text;
}

bool vt_word_integer(vt_word word, int64_t *value) {
  size_t i = 0;
  bool negative = word.length > 0 && word.text[0] == '-';
  if (negative || (word.length > 0 && word.text[0] == '+')) i = 1;
  if (i == word.length) return false;
  int64_t sum = 0;
  for (; i < word.length; ++i) {
    int digit = word.text[i] - '0';
    if (digit < 0 || digit > 9 || sum > (INT64_MAX - digit) / 10) return false;
    sum = 10 * sum + digit;
  }
  *value = negative ? -sum : sum;
  return true;
}

bool vt_word_number(vt_word word, double *value) {
  char *end;
  if (word.length == 0) return false;
  *value = strtod(word.text, &end);
  return end == word.text + word.length;
}

bool vt_cursor_integer(vt_cursor *cursor, const char *what, int64_t least, int64_t max, int64_t *value) {
  char text[40];
  vt_word word = vt_cursor_word(cursor);
  if (!vt_word_integer(word, value)) {
    return vt_cursor_fail(cursor, "found %s as %s, expected an integer", vt_word_show(word, text), what);
  }
  if (*value >= least && *value <= max) return true;
  return vt_cursor_fail(cursor, "found %lld as %s, expected %lld to %lld", (long long)*value, what,
      (long long)least, (long long)max);
}

bool vt_cursor_number(vt_cursor *cursor, const char *what, double *value) {
  char text[40];
  vt_word word = vt_cursor_word(cursor);
  if (vt_word_number(word, value) && isfinite(*value)) return true;
  return vt_cursor_fail(cursor, "found %s as %s, expected a finite number", vt_word_show(word, text), what);
}

bool vt_cursor_room(const vt_cursor *cursor, int64_t count, size_t bytes_each, const char *what) {
  size_t left = vt_cursor_left(cursor);
  // The last number of a text needs no space after it.
  if (count >= 0 && count <= INT_MAX && (uint64_t)count <= (uint64_t)((left + 1) / bytes_each)) return true;
  return vt_cursor_fail(cursor,
      "found %lld as number of %s, expected at most the %zu that the %zu bytes left can hold",
      (long long)count, what, left / bytes_each, left);
}
