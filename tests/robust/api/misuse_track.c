// Tracks that are not there, or ask for what makes no sense.
#include "misuse.h"

static void definitions(vt_tracks *good) {
  vt_track_def def = vt_track_def_default(), bad;
  vt_follow_def follow = vt_follow_def_default();
  def.source = VT_TRACK_DTRACK;
  REFUSED(vt_tracks_add(NULL, &def, &follow, 1, error), -1);
  REFUSED(vt_tracks_add(good, NULL, &follow, 1, error), -1);
  REFUSED(vt_tracks_add(good, &def, NULL, 1, error), -1);
  REFUSED(vt_tracks_add(good, &def, &follow, -1, error), -1);
  REFUSED(vt_tracks_add(good, &def, &follow, 1, error), -1); // neither frame nor motor
  for (int k = 0; k < BAD_NUMBERS; ++k) {
    follow.frame = bad_numbers[k];
    REFUSED(vt_tracks_add(good, &def, &follow, 1, error), -1);
    follow.motor = bad_numbers[k];
    REFUSED(vt_tracks_add(good, &def, &follow, 1, error), -1);
    follow = vt_follow_def_default();
  }
#define BAD(field, value)                                                                                    \
  do {                                                                                                       \
    bad = def;                                                                                               \
    bad.field = value;                                                                                       \
    REFUSED(vt_tracks_add(good, &bad, NULL, 0, error), -1);                                                  \
  } while (0)
  BAD(source, (vt_track_source)9);
  BAD(source, VT_TRACK_FILE); // without a path
  BAD(scale, 0);
  BAD(frequency, -1);
  BAD(frequency, NAN);
  BAD(damping, 0);
  BAD(hold, -1);
  BAD(ease, INFINITY);
  BAD(max_speed, NAN);
  BAD(port, 70000);
  BAD(address, "nowhere");
  BAD(from, "1.2.3");
  CHECK(vt_tracks_count(good) == 0);
}

static void tracks(const vt_model *model, vt_world *world) {
  vt_error none = {0};
  int count = 5;
  REFUSED(vt_tracks_create(NULL, error), NULL);
  vt_tracks *good = vt_tracks_create(model, &none);
  definitions(good);
  REFUSED(vt_tracks_open(NULL, error), false);
  REFUSED(vt_tracks_replay(NULL, "folder", error), false);
  REFUSED(vt_tracks_replay(good, NULL, error), false);
  REFUSED(vt_tracks_drive(NULL, world, error), false);
  REFUSED(vt_tracks_drive(good, NULL, error), false);
  REFUSED(vt_record_tracks(NULL, "folder", error), false);
  REFUSED(vt_record_tracks(good, NULL, error), false);
  CHECK(vt_tracks_count(NULL) == 0 && vt_tracks_follow_count(NULL, 0) == 0);
  CHECK(vt_tracks_facts(NULL, 0).port == 0 && vt_scene_tracks(NULL) == NULL);
  CHECK(vt_tracks_samples(NULL, 0, 0, &count) == NULL && count == 0);
  for (int k = 0; k < BAD_NUMBERS; ++k) {
    CHECK(vt_tracks_follow_count(good, bad_numbers[k]) == 0);
    CHECK(vt_tracks_facts(good, bad_numbers[k]).samples == 0);
    CHECK(vt_tracks_samples(good, bad_numbers[k], 0, &count) == NULL);
  }
  CHECK(vt_tracks_drive(good, world, &none) && vt_tracks_open(good, &none)); // none is fine
  vt_tracks_destroy(good);
  vt_tracks_destroy(NULL);
}

int misuse_track(void) {
  vt_error none = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &none);
  vt_world *world = vt_world_create(model, &none);
  tracks(model, world);
  vt_world_destroy(world);
  vt_model_destroy(model);
  return check_report();
}
