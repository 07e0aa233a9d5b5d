// The tracks of a model: files and live streams, and the frames and motors that follow them.
#include "base/file.h"
#include "base/memory.h"
#include "base/misuse.h"
#include "model/model.h"
#include "track/receiver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct track {
  vt_track_def def; // its texts are owned
  int follow_count;
  vt_follow *follows;
  vt_receiver receiver;
  vt_track_facts facts;
} track;

struct vt_tracks {
  const vt_model *model;
  int count;
  size_t room;
  track *tracks;
};

vt_tracks *vt_tracks_create(const vt_model *model, vt_error *error) {
  VT_NEED_OR_FAIL(model != NULL, error, NULL);
  vt_tracks *tracks = VT_NEW(vt_tracks, 1, error);
  if (tracks != NULL) tracks->model = model;
  return tracks;
}

static void free_text(const char *text) { free((void *)(uintptr_t)text); }

static void free_track(track *t) {
  for (int k = 0; k < t->follow_count; ++k) vt_follow_free(&t->follows[k]);
  free(t->follows);
  vt_receiver_free(&t->receiver);
  free_text(t->def.name);
  free_text(t->def.path);
  free_text(t->def.address);
  free_text(t->def.from);
}

void vt_tracks_destroy(vt_tracks *tracks) {
  if (tracks == NULL) return;
  for (int k = 0; k < tracks->count; ++k) free_track(&tracks->tracks[k]);
  free(tracks->tracks);
  free(tracks);
}

// ---------------------------------------------------------------- adding one

static bool copy_text(const char **text, vt_error *error) {
  if (*text == NULL) return true;
  *text = vt_copy_string(*text, error);
  return *text != NULL;
}

// The texts are the caller's until all were copied.
static bool copy_def(track *t, const vt_track_def *def, vt_error *error) {
  vt_track_def copy = *def;
  t->def.source = def->source;
  if (!copy_text(&copy.name, error)) return false;
  t->def.name = copy.name;
  if (!copy_text(&copy.path, error)) return false;
  t->def.path = copy.path;
  if (!copy_text(&copy.address, error)) return false;
  t->def.address = copy.address;
  if (!copy_text(&copy.from, error)) return false;
  t->def = copy;
  t->def.pose.rotation = vt_quat_normalized(copy.pose.rotation);
  return true;
}

// Whether a follows one frame that is free, or one motor; *hinge of the motor's link.
static bool check_target(const vt_model *m, const vt_follow_def *d, bool *hinge, vt_error *error) {
  *hinge = false;
  if ((d->frame >= 0) == (d->motor >= 0))
    return vt_fail(error, VT_BAD_INPUT, "found %s, expected a frame or a motor",
        d->frame >= 0 ? "both a frame and a motor" : "neither frame nor motor");
  if (d->frame >= m->frame_count || d->motor >= m->motor_count)
    return vt_fail(error, VT_BAD_INPUT, "found frame %d and motor %d, expected below %d and %d", d->frame,
        d->motor, m->frame_count, m->motor_count);
  if (d->frame >= 0 && m->frames[d->frame].joint != VT_JOINT_FREE)
    return vt_fail(error, VT_BAD_INPUT, "frame '%s' has a hinge or slide, expected a free one",
        m->frames[d->frame].name);
  if (d->motor >= 0) *hinge = m->links[m->motors[d->motor].link].kind == VT_LINK_HINGE;
  return true;
}

static bool is_taken(const vt_tracks *tracks, const track *own, const vt_follow_def *d) {
  for (int k = 0; k <= tracks->count; ++k) {
    const track *t = k < tracks->count ? &tracks->tracks[k] : own;
    for (int i = 0; i < t->follow_count; ++i)
      if (t->follows[i].def.frame == d->frame && t->follows[i].def.motor == d->motor) return true;
  }
  return false;
}

static bool add_follows(
    const vt_tracks *tracks, track *t, const vt_follow_def *follows, int count, vt_error *error) {
  t->follows = VT_NEW(vt_follow, count, error);
  if (t->follows == NULL) return false;
  for (int k = 0; k < count; ++k) {
    bool hinge;
    if (!check_target(tracks->model, &follows[k], &hinge, error)) return false;
    if (is_taken(tracks, t, &follows[k]))
      return vt_fail(error, VT_BAD_INPUT, "found %s %d twice, expected it to follow one stream",
          follows[k].frame >= 0 ? "frame" : "motor",
          follows[k].frame >= 0 ? follows[k].frame : follows[k].motor);
    if (!vt_follow_init(&t->follows[k], &t->def, &follows[k], hinge, error)) return false;
    ++t->follow_count;
  }
  return true;
}

static bool read_file(track *t, vt_error *error) {
  const char *path = t->def.path;
  size_t size = 0;
  vt_skeleton skeleton = {0};
  if (path == NULL) return vt_fail(error, VT_BAD_INPUT, "found no path, expected that of a file");
  char *text = vt_read_file(path, "a file of poses", &size, error);
  bool is_bvh = vt_track_is_bvh(path);
  bool good = text != NULL && (!is_bvh || vt_skeleton_read(&skeleton, path, text, size, error));
  for (int k = 0; good && k < t->follow_count; ++k) {
    vt_follow *f = &t->follows[k];
    good = is_bvh ? vt_follow_take_bvh(f, path, &skeleton, error)
                  : vt_follow_take_csv(f, path, text, size, error);
    if (good) vt_follow_sift(f, &t->def);
  }
  vt_skeleton_free(&skeleton);
  free(text);
  return good;
}

int vt_tracks_add(vt_tracks *tracks, const vt_track_def *def, const vt_follow_def *follows, int follow_count,
    vt_error *error) {
  VT_NEED_OR_FAIL(
      tracks != NULL && def != NULL && follow_count >= 0 && (follows != NULL || follow_count == 0), error,
      -1);
  track t = {.receiver = {.socket = -1}};
  bool good = vt_track_check(def, error) &&
              VT_RESERVE(&tracks->tracks, &tracks->room, tracks->count + 1, error) &&
              copy_def(&t, def, error) && vt_receiver_init(&t.receiver, &t.def, error) &&
              add_follows(tracks, &t, follows, follow_count, error) &&
              (def->source != VT_TRACK_FILE || read_file(&t, error));
  if (!good) {
    free_track(&t);
    return -1;
  }
  tracks->tracks[tracks->count] = t;
  return tracks->count++;
}

// ---------------------------------------------------------------- running

bool vt_tracks_open(vt_tracks *tracks, vt_error *error) {
  VT_NEED_OR_FAIL(tracks != NULL, error, false);
  for (int k = 0; k < tracks->count; ++k) {
    track *t = &tracks->tracks[k];
    if (t->def.source != VT_TRACK_FILE && !vt_receiver_open(&t->receiver, &t->facts, error)) return false;
  }
  return true;
}

// A file of a run has one line of columns and then samples; without any it has been heard of nothing.
static bool replay_one(vt_follow *f, const char *path, vt_error *error) {
  size_t size = 0;
  char *text = vt_read_file(path, "a file of a recorded track", &size, error);
  if (text == NULL) return false;
  const char *line = strchr(text, '\n');
  bool empty = strncmp(text, "time,x,y,z,", 11) == 0 && (line == NULL || line[1] == '\0');
  vt_hand_file_free(&f->path);
  bool good = empty || vt_hand_file_read(&f->path, path, text, size, error);
  free(text);
  return good;
}

bool vt_tracks_replay(vt_tracks *tracks, const char *folder, vt_error *error) {
  VT_NEED_OR_FAIL(tracks != NULL && folder != NULL, error, false);
  size_t size = strlen(folder) + 64;
  char *path = VT_NEW(char, size, error);
  bool good = path != NULL;
  for (int k = 0; good && k < tracks->count; ++k) {
    track *t = &tracks->tracks[k];
    if (t->def.source == VT_TRACK_FILE) continue;
    vt_receiver_free(&t->receiver);
    for (int i = 0; good && i < t->follow_count; ++i) {
      snprintf(path, size, "%s/track_%d_%d.csv", folder, k, i);
      good = replay_one(&t->follows[i], path, error);
    }
  }
  free(path);
  return good;
}

static bool drive_one(track *t, vt_follow *f, vt_world *world, double time, double h, vt_error *error) {
  vt_pose there, before, after;
  if (f->motor) {
    before = vt_follow_number(vt_world_motor_script(world, f->def.motor, time));
    after = vt_follow_number(vt_world_motor_script(world, f->def.motor, time + h));
  } else {
    before = vt_world_frame_script(world, f->def.frame, time);
    after = vt_world_frame_script(world, f->def.frame, time + h);
  }
  if (!vt_follow_advance(f, &t->def, time, h, before, after, &there, error)) return false;
  return f->motor ? vt_world_lead_motor(world, f->def.motor, there.position.x, error)
                  : vt_world_lead_frame(world, f->def.frame, there, error);
}

bool vt_tracks_drive(vt_tracks *tracks, vt_world *world, vt_error *error) {
  VT_NEED_OR_FAIL(tracks != NULL && world != NULL, error, false);
  double time = vt_world_time(world), h = vt_world_settings(world)->dt;
  for (int k = 0; k < tracks->count; ++k) {
    track *t = &tracks->tracks[k];
    if (!vt_receiver_poll(&t->receiver, &t->def, time, t->follows, t->follow_count, &t->facts, error))
      return false;
    for (int i = 0; i < t->follow_count; ++i)
      if (!drive_one(t, &t->follows[i], world, time, h, error)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- looking

int vt_tracks_count(const vt_tracks *tracks) {
  VT_NEED(tracks != NULL, 0);
  return tracks->count;
}

int vt_tracks_follow_count(const vt_tracks *tracks, int number) {
  VT_NEED(tracks != NULL && vt_is_number(number, tracks->count), 0);
  return tracks->tracks[number].follow_count;
}

vt_track_facts vt_tracks_facts(const vt_tracks *tracks, int number) {
  VT_NEED(tracks != NULL && vt_is_number(number, tracks->count), (vt_track_facts){0});
  const track *t = &tracks->tracks[number];
  vt_track_facts facts = t->facts;
  for (int k = 0; k < t->follow_count; ++k) {
    const vt_follow_counts *c = &t->follows[k].state.counts;
    facts.samples += c->taken;
    facts.wild += c->wild;
    facts.dropouts += c->dropped;
    facts.silence = fmax(facts.silence, c->silence);
  }
  return facts;
}

const vt_hand_sample *vt_tracks_samples(const vt_tracks *tracks, int number, int follow, int *count) {
  static const vt_hand_sample none = {0};
  if (count != NULL) *count = 0;
  VT_NEED(tracks != NULL && vt_is_number(number, tracks->count) &&
              vt_is_number(follow, tracks->tracks[number].follow_count) && count != NULL,
      NULL);
  const vt_hand_file *heard = &tracks->tracks[number].follows[follow].heard;
  *count = heard->count;
  return heard->count > 0 ? heard->path : &none;
}
