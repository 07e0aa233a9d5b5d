// "did you mean": the close match to a word that was not found, or the list of what there is.
#include "scene/hint.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static size_t length_of(const char *word) {
  size_t length = 0;
  while (length < LONGEST && word[length] != '\0') ++length;
  return length;
}

// Dynamic programming over prefixes; the row before the last one is kept for swaps of neighbours.
size_t vt_word_distance(const char *a, const char *b) {
  size_t rows[3][LONGEST + 1];
  size_t *before = rows[0], *last = rows[1], *row = rows[2];
  size_t m = length_of(a), n = length_of(b);
  for (size_t j = 0; j <= n; ++j) before[j] = last[j] = j;
  for (size_t i = 1; i <= m; ++i) {
    row[0] = i;
    for (size_t j = 1; j <= n; ++j) {
      size_t change = last[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = smaller(change, smaller(last[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = smaller(row[j], before[j - 2] + 1);
    }
    size_t *oldest = before;
    before = last;
    last = row;
    row = oldest;
  }
  return last[n];
}

void vt_hint_start(vt_hint *hint, const char *word) { *hint = (vt_hint){.word = word, .distance = SIZE_MAX}; }

void vt_hint_offer(vt_hint *hint, const char *candidate) {
  size_t distance = vt_word_distance(hint->word, candidate);
  size_t allowed = 1 + length_of(hint->word) / 4;
  if (distance <= allowed && distance < hint->distance) {
    hint->closest = candidate;
    hint->distance = distance;
  }
  size_t used = strlen(hint->list);
  size_t room = sizeof hint->list - used;
  if (room > strlen(candidate) + 8)
    snprintf(hint->list + used, room, "%s%s", hint->offered > 0 ? ", " : "", candidate);
  else if (room > 5 && used >= 3 && strcmp(hint->list + used - 3, "...") != 0)
    snprintf(hint->list + used, room, " ...");
  ++hint->offered;
}

const char *vt_hint_text(vt_hint *hint) {
  if (hint->closest != NULL)
    snprintf(hint->text, sizeof hint->text, "; did you mean '%.200s'?", hint->closest);
  else if (hint->offered == 0)
    snprintf(hint->text, sizeof hint->text, "; there is none");
  else
    snprintf(hint->text, sizeof hint->text, "; there %s: %s", hint->offered == 1 ? "is" : "are", hint->list);
  return hint->text;
}
