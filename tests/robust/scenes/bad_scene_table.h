// Malformed scenes and what must be said of them.
#ifndef VT_TESTS_BAD_SCENE_TABLE_H
#define VT_TESTS_BAD_SCENE_TABLE_H

typedef struct bad_scene {
  const char *title;
  const char *text;     // of scene.xml
  const char *start;    // how the message starts, up to the line or the override
  const char *words[3]; // what it must contain, as many as there are
  const char *override; // PATH=VALUE, or NULL
  const char *other;    // of other.xml, or NULL
} bad_scene;

extern const bad_scene bad_scenes[];
extern const int bad_scene_count;
extern const bad_scene bad_air_scenes[]; // of air and chambers
extern const int bad_air_scene_count;
extern const bad_scene bad_vacuum_scenes[]; // of tanks, tubes and pumps
extern const int bad_vacuum_scene_count;

#endif
