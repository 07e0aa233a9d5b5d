// "Did you mean": the nearest of the known words.
#include "command.h"

#include <string.h>

enum { LONGEST = 40 };

// Insertions, deletions, replacements and swaps of neighbours that turn a into b; LONGEST for long words.
static int distance(const char *a, const char *b) {
  int rows[3][LONGEST + 1];
  size_t n = strlen(a), m = strlen(b);
  if (n > LONGEST || m > LONGEST) return LONGEST;
  int *before = rows[0], *above = rows[1], *here = rows[2];
  for (size_t j = 0; j <= m; ++j) above[j] = (int)j;
  for (size_t i = 1; i <= n; ++i) {
    here[0] = (int)i;
    for (size_t j = 1; j <= m; ++j) {
      int best = above[j - 1] + (a[i - 1] != b[j - 1]);
      if (above[j] + 1 < best) best = above[j] + 1;
      if (here[j - 1] + 1 < best) best = here[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      here[j] = best;
    }
    int *oldest = before;
    before = above;
    above = here;
    here = oldest;
  }
  return above[m];
}

const char *suggest(const char *word, const char *const *words, int count) {
  const char *nearest = NULL;
  int least = (int)strlen(word) / 3 + 1; // a third of the letters may be wrong
  for (int i = 0; i < count; ++i) {
    int d = distance(word, words[i]);
    if (d > least || (d == least && nearest != NULL)) continue;
    least = d;
    nearest = words[i];
  }
  return nearest;
}
