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

typedef struct bad_scene_table {
  const bad_scene *scenes;
  int count;
} bad_scene_table;

extern const bad_scene_table bad_words;   // XML, elements, values, names, includes, overrides
extern const bad_scene_table bad_bodies;  // bodies, frames, loads, cables, sensors, expectations
extern const bad_scene_table bad_contact; // contact, links, bonds
extern const bad_scene_table bad_air;     // air and chambers
extern const bad_scene_table bad_tracks;  // tracks and what follows them
extern const bad_scene_table bad_vacuum;  // tanks, tubes and pumps

#endif
