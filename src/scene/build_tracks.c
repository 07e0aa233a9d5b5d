// Tracks of a scene: their attributes and files, and those that are live.
#include "scene/build_tracks.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "scene/complaint.h"

static bool has(const xmlNode *element, const char *attribute) {
  return vt_attribute_text(element, attribute) != NULL;
}

// ---------------------------------------------------------------- attributes

static bool read_source(const vt_reader *reader, const xmlNode *element, vt_track_def *def) {
  int count = has(element, "file") + has(element, "dtrack") + has(element, "osc");
  if (count != 1)
    return vt_complain(
        element, reader->error, "<track> has %d of the attributes file, dtrack and osc, expected one", count);
  def->path = vt_attribute_text(element, "file");
  def->source = has(element, "dtrack") ? VT_TRACK_DTRACK : has(element, "osc") ? VT_TRACK_OSC : VT_TRACK_FILE;
  def->address = vt_attribute_text(element, "address");
  def->from = vt_attribute_text(element, "sender");
  if (def->path != NULL && (def->address != NULL || def->from != NULL))
    return vt_complain(element, reader->error,
        "<track> of a file has an address or sender, expected dtrack or osc for these");
  if (def->source == VT_TRACK_DTRACK) def->scale = 0.001; // mm
  return vt_read_integer(reader, element, "dtrack", &def->port) &&
         vt_read_integer(reader, element, "osc", &def->port);
}

static bool read_track(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_track_def def = vt_track_def_default();
  double turn = 0; // degrees/s
  def.name = vt_attribute_text(element, "name");
  def.relative = vt_read_switch(element, "relative");
  if (!read_source(reader, element, &def) || !vt_read_number(reader, element, "scale", &def.scale) ||
      !vt_read_pose(reader, element, &def.pose) ||
      !vt_read_number(reader, element, "frequency", &def.frequency) ||
      !vt_read_number(reader, element, "damping", &def.damping) ||
      !vt_read_number(reader, element, "hold", &def.hold) ||
      !vt_read_number(reader, element, "ease", &def.ease) ||
      !vt_read_number(reader, element, "max_speed", &def.max_speed) ||
      !vt_read_number(reader, element, "max_turn", &turn))
    return false;
  def.max_turn = turn * VT_PI / 180;
  vt_error inner = {0};
  if (!vt_track_check(&def, &inner)) return vt_pass_on(element, &inner, reader->error);
  if (vt_count_children(element, "follow") == 0)
    return vt_complain(element, reader->error, "<track> has no <follow>, expected one or more");
  builder->tracks[builder->track_count++] = (vt_build_track){element, def};
  return true;
}

// Without the frame or motor, whose numbers are not known yet: 0 stands for one.
static bool read_follow(const vt_reader *reader, const xmlNode *element, vt_follow_def *def) {
  static const char *const words[] = {"", "outer", "inner", NULL}; // as vt_phalanx_angle
  double angle = 0, distance = 0;
  if (has(element, "frame") == has(element, "motor"))
    return vt_complain(element, reader->error, "<follow> has %s, expected a frame or a motor",
        has(element, "frame") ? "both frame and motor" : "neither frame nor motor");
  *def = vt_follow_def_default();
  *(has(element, "frame") ? &def->frame : &def->motor) = 0;
  def->joint = vt_attribute_text(element, "joint");
  def->message = vt_attribute_text(element, "message");
  def->angle = (vt_phalanx_angle)vt_read_word(element, "phalanx", words);
  bool read = vt_read_integer(reader, element, "body", &def->body) &&
              vt_read_integer(reader, element, "hand", &def->hand) &&
              vt_read_integer(reader, element, "finger", &def->finger) &&
              vt_read_pose(reader, element, &def->mount) &&
              vt_read_direction(reader, element, "axis", &def->axis) &&
              vt_read_number(reader, element, "factor", &def->factor) &&
              vt_read_number(reader, element, "angle", &angle) &&
              vt_read_number(reader, element, "distance", &distance);
  def->offset = angle * VT_PI / 180 + distance;
  return read;
}

// ---------------------------------------------------------------- files

// With a zero byte after it.
static char *read_text(vt_builder *builder, const char *path, size_t *size, vt_error *error) {
  char *text = builder->files->read(builder->files->user, path, size, error);
  if (text == NULL) return NULL;
  char *longer = VT_NEW(char, *size + 1, error);
  if (longer != NULL) memcpy(longer, text, *size);
  free(text);
  return longer;
}

static bool take_file(vt_builder *builder, vt_build_track *t, int track, const char *path, vt_error *error) {
  size_t size = 0;
  vt_skeleton skeleton = {0};
  vt_error inner = {0};
  char *text = read_text(builder, path, &size, &inner);
  if (text == NULL) return vt_fail(error, inner.code, "%s: %s", path, inner.message);
  bool bvh = vt_track_is_bvh(path);
  bool good = !bvh || vt_skeleton_read(&skeleton, path, text, size, error);
  for (const xmlNode *f = vt_child(t->element, "follow"); good && f != NULL; f = vt_next_like(f)) {
    vt_build_tracked *one = &builder->tracked[builder->tracked_count];
    vt_follow_def def;
    good =
        read_follow(&builder->reader, f, &def) && vt_follow_init(&one->follow, &t->def, &def, false, error);
    if (!good) break;
    *one = (vt_build_tracked){f, track, false, one->follow};
    ++builder->tracked_count;
    good = bvh ? vt_follow_take_bvh(&one->follow, path, &skeleton, error)
               : vt_follow_take_csv(&one->follow, path, text, size, error);
  }
  vt_skeleton_free(&skeleton);
  free(text);
  return good;
}

static bool build_file(vt_builder *builder, int track) {
  vt_build_track *t = &builder->tracks[track];
  vt_error *error = builder->reader.error, inner = {0};
  const vt_document *document = (const vt_document *)t->element->doc->_private;
  char *path = vt_join_path(document->path, t->def.path, error);
  if (path == NULL) return false;
  bool good = take_file(builder, t, track, path, &inner);
  free(path);
  if (good || inner.code == VT_OK) return good; // said already
  return vt_pass_on(t->element, &inner, error);
}

bool vt_build_tracks(vt_builder *builder) {
  vt_error *error = builder->reader.error;
  int count = 0, follows = 0;
  for (int i = 0; i < builder->documents->item_count; ++i) {
    const xmlNode *element = builder->documents->items[i];
    if (!vt_is_element(element, "track")) continue;
    ++count;
    follows += vt_count_children(element, "follow");
  }
  builder->tracks = VT_NEW(vt_build_track, count, error);
  builder->tracked = VT_NEW(vt_build_tracked, follows, error);
  if (builder->tracks == NULL || builder->tracked == NULL) return false;
  if (!vt_build_each(builder, "track", read_track)) return false;
  for (int k = 0; k < builder->track_count; ++k)
    if (builder->tracks[k].def.path != NULL && !build_file(builder, k)) return false;
  return true;
}

void vt_build_free_tracks(vt_builder *builder) {
  for (int k = 0; k < builder->tracked_count; ++k) vt_follow_free(&builder->tracked[k].follow);
  free(builder->tracks);
  free(builder->tracked);
}

// ---------------------------------------------------------------- live ones

// The number of what follows, which must be there.
static bool find_target(vt_builder *builder, const xmlNode *f, vt_follow_def *def) {
  vt_error *error = builder->reader.error;
  if (def->frame >= 0) def->frame = vt_names_find(&builder->names, VT_THING_FRAME, f, "frame", error);
  if (def->motor >= 0) def->motor = vt_names_find(&builder->names, VT_THING_MOTOR, f, "motor", error);
  return def->frame >= 0 || def->motor >= 0;
}

static bool add_live(vt_builder *builder, const vt_build_track *t) {
  vt_error *error = builder->reader.error, inner = {0};
  vt_scene *scene = builder->scene;
  int count = vt_count_children(t->element, "follow"), k = 0;
  vt_follow_def *follows = VT_NEW(vt_follow_def, count, error);
  bool good = follows != NULL;
  for (const xmlNode *f = vt_child(t->element, "follow"); good && f != NULL; f = vt_next_like(f), ++k)
    good = read_follow(&builder->reader, f, &follows[k]) && find_target(builder, f, &follows[k]);
  if (good && scene->tracks == NULL) {
    scene->tracks = vt_tracks_create(builder->model, error);
    good = scene->tracks != NULL;
  }
  if (good) {
    good = vt_tracks_add(scene->tracks, &t->def, follows, count, &inner) >= 0;
    if (!good) vt_pass_on(t->element, &inner, error);
  }
  free(follows);
  return good;
}

// After all frames and motors: what none of them took names one that is not there, or one that is taken.
bool vt_build_live_tracks(vt_builder *builder) {
  for (int k = 0; k < builder->tracked_count; ++k) {
    vt_build_tracked *one = &builder->tracked[k];
    vt_follow_def def = one->follow.def;
    if (!find_target(builder, one->element, &def)) return false;
    if (!one->used)
      return vt_complain(one->element, builder->reader.error,
          "%s '%s' follows a file already, expected another", def.frame >= 0 ? "frame" : "motor",
          vt_attribute_text(one->element, def.frame >= 0 ? "frame" : "motor"));
  }
  for (int k = 0; k < builder->track_count; ++k)
    if (builder->tracks[k].def.path == NULL && !add_live(builder, &builder->tracks[k])) return false;
  return true;
}
