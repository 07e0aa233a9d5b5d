// What `ventouse gallery` runs, and how that went.
#ifndef VENTOUSE_CLI_GALLERY_H
#define VENTOUSE_CLI_GALLERY_H

#include "cases.h"
#include "command.h"

#include <sys/types.h>

typedef struct gallery_settings {
  const char *out, *scenes;
  text_list only;
  int jobs; // 0: as many as there are processors
  bool list, plain;
} gallery_settings;

enum { MAX_SCENES = 256, PATH_ROOM = 2048 };

typedef struct entry {
  char *path, *name;         // of the scene; its stem, or that of the case, is the name of its run
  const scene_case *changed; // NULL: as it is
  pid_t process;             // that runs it, 0 before and after
  double began;              // s on the clock
  double took;               // s
  int code;                  // how it ended; -1 before
} entry;

typedef struct gallery {
  const gallery_settings *settings;
  const char *out;
  char program[PATH_ROOM];
  case_list cases;
  entry entries[MAX_SCENES];
  int count;
  bool terminal; // one line that changes, in place of a line for each
} gallery;

// Scenes of the folder and its cases, those that were asked for; false, having said why, if there is none.
bool find_scenes(gallery *g);
void drop_entry(entry *e);

#endif
