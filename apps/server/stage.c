// Puts a scene on the stage: loads it, describes it to the clients, and brings it back to its start.
#include "simulator.h"

#include <stdlib.h>
#include <string.h>

static json_t *describe_gallery(const gallery *g) {
  json_t *list = json_array();
  for (int i = 0; i < g->count; ++i) json_array_append_new(list, json_string(g->files[i]));
  return list;
}

static json_t *describe_warnings(const vt_scene *scene) {
  json_t *list = json_array();
  for (int i = 0; i < vt_scene_warning_count(scene); ++i)
    json_array_append_new(list, json_string(vt_scene_warning(scene, i)));
  return list;
}

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static bool describe(simulator *s, const vt_scene *scene, const publisher *out) {
  const vt_model *model = vt_scene_model(scene);
  bytes text = {0}, geometry = {0};
  json_t *about = json_pack("{s:s, s:i, s:s, s:s, s:s, s:f, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "type",
      "scene", "protocol", 1, "version", vt_version(), "name", vt_scene_name(scene), "file",
      file_name(vt_scene_path(scene)), "duration", vt_scene_duration(scene), "cavity_numbers", CAVITY_NUMBERS,
      "bodies", describe_bodies(out->world), "frames", describe_frames(model), "columns",
      describe_columns(model), "gallery", describe_gallery(&s->scenes), "warnings", describe_warnings(scene),
      "abilities", json_pack("{s:b}", "pull", live_can_pull()));
  char *json = about != NULL ? json_dumps(about, JSON_COMPACT) : NULL;
  if (json != NULL) {
    bytes_add(&text, json, strlen(json));
    describe_geometry(out, &geometry);
  }
  bool good = json != NULL && mailbox_new_scene(&s->mail, &text, &geometry, publisher_width(out));
  free(json);
  json_decref(about);
  bytes_free(&text);
  bytes_free(&geometry);
  return good;
}

void stage_close(simulator *s) {
  publisher_free(&s->out);
  vt_snapshot_destroy(s->start);
  vt_world_destroy(s->world);
  vt_scene_destroy(s->scene);
  free(s->moved);
  s->start = NULL;
  s->world = NULL;
  s->scene = NULL;
  s->moved = NULL;
}

// A step that takes long is not waited for when the program ends.
static bool is_closing(void *context) { return inbox_closing(context); }

bool stage_open(simulator *s, const char *path, const char *const *overrides, int count, vt_error *error) {
  simulator next = {0};
  next.scene = vt_scene_load(path, overrides, count, error);
  if (next.scene != NULL) next.world = vt_world_create(vt_scene_model(next.scene), error);
  if (next.world != NULL) next.start = vt_world_save(next.world, NULL, error);
  if (next.start == NULL) {
    stage_close(&next);
    return false;
  }
  vt_world_set_stop(next.world, is_closing, &s->box);
  next.moved = calloc((size_t)vt_model_frame_count(vt_scene_model(next.scene)) + 1, sizeof *next.moved);
  if (next.moved == NULL || !publisher_init(&next.out, &s->mail, next.world) ||
      !describe(s, next.scene, &next.out)) {
    *error = (vt_error){VT_NO_MEMORY, "out of memory"};
    stage_close(&next);
    return false;
  }
  stage_close(s);
  s->scene = next.scene;
  s->world = next.world;
  s->start = next.start;
  s->moved = next.moved;
  s->out = next.out;
  s->original = *vt_world_settings(s->world);
  s->pull = (grip){0};
  hold_let_go(s);
  s->running = s->ended = s->failed = s->begun = false;
  // After the old scene has let go of its ports.
  vt_tracks *tracks = vt_scene_tracks(s->scene);
  return tracks == NULL || vt_tracks_open(tracks, error);
}

bool stage_reset(simulator *s, vt_error *error) {
  live_let_go(s);
  hold_let_go(s);
  if (!live_restore(s, error)) return false;
  memset(s->moved, 0, (size_t)vt_model_frame_count(vt_world_model(s->world)) * sizeof *s->moved);
  s->running = s->ended = s->failed = false;
  s->begun = true;
  mailbox_new_epoch(&s->mail);
  return true;
}
