// Warnings about a scene, and columns of names, for `run` and `check`.
#include "command.h"

#include <stdio.h>

void print_warnings(const vt_scene *scene, const vt_world *world) {
  for (int i = 0; i < vt_scene_warning_count(scene); ++i)
    fprintf(stderr, "warning: %s\n", vt_scene_warning(scene, i));
  int count;
  const vt_crossing *crossings = vt_world_crossings(world, &count);
  for (int i = 0; i < count; ++i)
    fprintf(stderr, "warning: '%s' and '%s' reach into each other at the start; they are moved apart\n",
        vt_model_body_name(vt_scene_model(scene), crossings[i].body_a),
        vt_model_body_name(vt_scene_model(scene), crossings[i].body_b));
}

void print_name(const char *name, int width) {
  int shown = 0;
  for (const char *c = name; *c != '\0'; ++c) shown += ((unsigned char)*c & 0xc0) != 0x80; // of UTF-8
  printf("%s%*s", name, shown < width ? width - shown : 0, "");
}
