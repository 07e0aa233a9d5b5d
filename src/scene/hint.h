// "did you mean": the close match to a word that was not found, or the list of what there is.
#ifndef VT_SCENE_HINT_H
#define VT_SCENE_HINT_H

#include <stddef.h>

typedef struct vt_hint {
  const char *word;    // what was written
  const char *closest; // the best match so far, NULL if none is close
  size_t distance;     // letters to change from word to closest
  int offered;         // candidates seen
  char list[260];      // their names, as many as fit
  char text[300];      // the whole
} vt_hint;

void vt_hint_start(vt_hint *hint, const char *word);
// A candidate; it must live as long as the hint.
void vt_hint_offer(vt_hint *hint, const char *candidate);
// "; did you mean 'x'?", "; there are: a, b", or "; there is none", kept in the hint.
const char *vt_hint_text(vt_hint *hint);

// Letters to insert, drop, change or swap to get from one word to the other, looking at the first 64.
size_t vt_word_distance(const char *a, const char *b);

#endif
