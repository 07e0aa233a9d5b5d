// What a track and one that follows it may be asked for.
#include "track/follow.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Beyond these nothing that moves is followed: faster than any step sees, slower than any run lasts.
static const double FASTEST = 1e4, SLOWEST = 1e-3;            // Hz
static const double LEAST_DAMPING = 0.01, MOST_DAMPING = 100; // of what is critical

vt_track_def vt_track_def_default(void) {
  return (vt_track_def){
      .scale = 1, .pose = vt_pose_identity(), .frequency = 4, .damping = 1, .hold = 0.2, .ease = 0.5};
}

vt_follow_def vt_follow_def_default(void) {
  return (vt_follow_def){.frame = -1,
      .motor = -1,
      .mount = vt_pose_identity(),
      .axis = {0, 0, 1},
      .factor = 1,
      .body = -1,
      .hand = -1,
      .finger = -1};
}

static bool is_none_or_more(double value) { return value >= 0 && isfinite(value); }

bool vt_track_check(const vt_track_def *d, vt_error *error) {
  if (d->source != VT_TRACK_FILE && d->source != VT_TRACK_DTRACK && d->source != VT_TRACK_OSC)
    return vt_fail(error, VT_BAD_INPUT, "found source %d, expected a file, DTrack or OSC", (int)d->source);
  if (!(d->scale > 0 && isfinite(d->scale)))
    return vt_fail(error, VT_BAD_INPUT, "found scale %g, expected above 0", d->scale);
  if (d->frequency != 0 && !(d->frequency >= SLOWEST && d->frequency <= FASTEST))
    return vt_fail(error, VT_BAD_INPUT, "found a frequency of %g Hz, expected 0 or %g to %g", d->frequency,
        SLOWEST, FASTEST);
  if (!(d->damping >= LEAST_DAMPING && d->damping <= MOST_DAMPING))
    return vt_fail(error, VT_BAD_INPUT, "found a damping of %g, expected %g to %g of what is critical",
        d->damping, LEAST_DAMPING, MOST_DAMPING);
  if (!is_none_or_more(d->hold) || !is_none_or_more(d->ease))
    return vt_fail(
        error, VT_BAD_INPUT, "found %g s of hold and %g s of ease, expected 0 or above", d->hold, d->ease);
  if (!is_none_or_more(d->max_speed) || !is_none_or_more(d->max_turn))
    return vt_fail(
        error, VT_BAD_INPUT, "found speeds of %g and %g, expected 0 or above", d->max_speed, d->max_turn);
  if (d->port < 0 || d->port > 65535)
    return vt_fail(error, VT_BAD_INPUT, "found port %d, expected 0 to 65535", d->port);
  return true;
}

static bool check_dtrack(const vt_follow_def *d, bool motor, vt_error *error) {
  bool body = d->body >= 0, hand = d->hand >= 0;
  if (body == hand || (d->finger >= 0 && !hand))
    return vt_fail(error, VT_BAD_INPUT, "found %s, expected a body, a hand, or a hand and a finger of DTrack",
        body && hand     ? "both a body and a hand"
        : d->finger >= 0 ? "a finger"
                         : "none");
  if (d->angle != VT_ANGLE_NONE && (!motor || d->finger < 0))
    return vt_fail(error, VT_BAD_INPUT, "found an angle of phalanges, expected a motor and a finger for it");
  return true;
}

static bool check_follow(const vt_track_def *t, const vt_follow_def *d, bool motor, vt_error *error) {
  double length = vt_norm(d->axis);
  bool dtrack = t->source == VT_TRACK_DTRACK;
  if (!dtrack && (d->body >= 0 || d->hand >= 0 || d->finger >= 0 || d->angle != VT_ANGLE_NONE))
    return vt_fail(error, VT_BAD_INPUT, "found a body, hand or finger, expected DTrack for these");
  if (t->source != VT_TRACK_FILE && d->joint != NULL)
    return vt_fail(error, VT_BAD_INPUT, "found joint '%.60s', expected a BVH file for that", d->joint);
  if ((t->source == VT_TRACK_OSC) != (d->message != NULL))
    return vt_fail(error, VT_BAD_INPUT, "found %s, expected the address of a message for OSC, and only there",
        d->message != NULL ? d->message : "none");
  if (d->message != NULL && d->message[0] != '/')
    return vt_fail(
        error, VT_BAD_INPUT, "found message '%.60s', expected an address that begins with /", d->message);
  if (motor && !(length > 0 && isfinite(length)))
    return vt_fail(error, VT_BAD_INPUT, "found axis (%g, %g, %g), expected a direction", d->axis.x, d->axis.y,
        d->axis.z);
  if (motor && !(isfinite(d->factor) && isfinite(d->offset)))
    return vt_fail(
        error, VT_BAD_INPUT, "found factor %g and offset %g, expected numbers", d->factor, d->offset);
  return !dtrack || check_dtrack(d, motor, error);
}

static bool copy_text(const char *from, const char **to, vt_error *error) {
  if (from == NULL) return true;
  *to = vt_copy_string(from, error);
  return *to != NULL;
}

void vt_follow_set_kind(vt_follow *f, const vt_track_def *t, bool hinge) {
  vt_follow_rules rules = {{t->frequency, t->damping}, t->hold, t->ease, hinge ? t->max_turn : t->max_speed,
      f->motor ? 0 : t->max_turn};
  f->hinge = hinge;
  f->state = vt_follower_make(&rules);
}

bool vt_follow_init(
    vt_follow *f, const vt_track_def *t, const vt_follow_def *def, bool hinge, vt_error *error) {
  bool motor = def->motor >= 0;
  *f = (vt_follow){.def = *def, .motor = motor, .hinge = hinge, .live = t->source != VT_TRACK_FILE};
  f->def.joint = f->def.message = NULL;
  if (!check_follow(t, def, motor, error)) return false;
  vt_follow_set_kind(f, t, hinge);
  f->def.axis = vt_normalized(def->axis);
  f->def.mount.rotation = vt_quat_normalized(def->mount.rotation);
  bool good = copy_text(def->joint, &f->def.joint, error) && copy_text(def->message, &f->def.message, error);
  if (!good) vt_follow_free(f);
  return good;
}

void vt_follow_free(vt_follow *f) {
  free((void *)(uintptr_t)f->def.joint);
  free((void *)(uintptr_t)f->def.message);
  vt_hand_file_free(&f->path);
  vt_hand_file_free(&f->heard);
  *f = (vt_follow){0};
}
