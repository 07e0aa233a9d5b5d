// Recording the simulation that is shown: a run folder, as `ventouse run` writes it, of what a person did.
#include "simulator.h"

#include <ventouse/record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// FOLDER/STEM_live for .../STEM.xml, with a number behind it if that is taken; to be freed.
static char *choose_folder(const simulator *s) {
  const char *path = vt_scene_path(s->scene), *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
  const char *dot = strrchr(stem, '.');
  int length = dot != NULL && dot != stem ? (int)(dot - stem) : (int)strlen(stem);
  size_t size = strlen(s->recordings) + (size_t)length + 32;
  char *folder = malloc(size);
  for (int number = 1; folder != NULL; ++number) {
    char tail[16] = "";
    if (number > 1) snprintf(tail, sizeof tail, "_%d", number);
    snprintf(folder, size, "%s/%.*s_live%s", s->recordings, length, stem, tail);
    if (access(folder, F_OK) != 0) break;
  }
  return folder;
}

bool tape_begin(simulator *s, vt_error *error) {
  if (s->tape != NULL) return true;
  s->tape_folder = choose_folder(s);
  if (s->tape_folder == NULL) {
    *error = (vt_error){VT_NO_MEMORY, "out of memory"};
    return false;
  }
  vt_recorder_options options = {.folder = s->tape_folder};
  s->tape = vt_recorder_create(s->scene, s->world, &options, error);
  if (s->tape != NULL && vt_recorder_step(s->tape, error)) return true;
  tape_drop(s);
  return false;
}

bool tape_step(simulator *s, vt_error *error) {
  if (s->tape == NULL || vt_recorder_step(s->tape, error)) return true;
  tape_drop(s);
  return false;
}

bool tape_end(simulator *s, char *where, size_t size, vt_error *error) {
  *where = '\0';
  if (s->tape == NULL) return true;
  bool good = vt_recorder_finish(s->tape, NULL, s->failed ? s->why : NULL, error);
  if (good) snprintf(where, size, "%s", s->tape_folder);
  tape_drop(s);
  return good;
}

void tape_drop(simulator *s) {
  vt_recorder_destroy(s->tape);
  free(s->tape_folder);
  s->tape = NULL;
  s->tape_folder = NULL;
}
