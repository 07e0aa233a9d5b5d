// The part of `ventouse bench` that runs scenes of many contacts.
#ifndef VENTOUSE_CLI_BENCH_SCENES_H
#define VENTOUSE_CLI_BENCH_SCENES_H

#include <ventouse/ventouse.h>

typedef struct bench_scenes_settings {
  const char *folder; // of the scenes
  int steps;          // of each scene at most; 0: all it has
  double seconds;     // after which a scene is left
  bool json;
} bench_scenes_settings;

enum { BENCH_SCENES = 12 };

// The name of a row.
const char *bench_scene_name(int index);

// A file that the folder of the scenes holds.
const char *bench_scene_probe(void);

// Measures one row and prints it, with the head of the table before the first. An exit code.
int bench_scene(const bench_scenes_settings *settings, int index, bool first);

#endif
