// One frame or motor that follows: which samples are its own, what it makes of them, where it is next.
#ifndef VT_TRACK_FOLLOW_H
#define VT_TRACK_FOLLOW_H

#include "haptics/hand_file.h"
#include "track/skeleton.h"
#include "track/follower.h"

#include <ventouse/track.h>

typedef struct vt_follow {
  vt_follow_def def; // its texts are owned
  bool motor, hinge;
  bool live; // as samples come; else straight between those of a file
  vt_follower state;
  vt_hand_file path;  // of a file, or of another run
  int next;           // of its samples, where they are those of another run
  vt_hand_file heard; // live: what was taken
  bool fresh;         // live: there is a new one
  vt_device_pose news;
  bool based; // relative: there was a first sample
  vt_pose base, start;
  bool angled; // motors: there was an angle before
  double angle;
  bool stepped; // it was asked before
  double time;  // s: for when
} vt_follow;

// Checked copies; the stream's own rules are in `def`. Nothing to free after a failure.
bool vt_track_check(const vt_track_def *def, vt_error *error);
bool vt_follow_init(
    vt_follow *follow, const vt_track_def *track, const vt_follow_def *def, bool hinge, vt_error *error);
void vt_follow_free(vt_follow *follow);
// Whether a motor is that of a hinge, where it is known later.
void vt_follow_set_kind(vt_follow *follow, const vt_track_def *track, bool hinge);

// Samples of a file whose text is at hand; `name` is for messages. Of a BVH file only the joint is taken.
bool vt_follow_take_csv(vt_follow *follow, const char *name, const char *text, size_t size, vt_error *error);
bool vt_follow_take_bvh(vt_follow *follow, const char *name, const vt_skeleton *skeleton, vt_error *error);
bool vt_track_is_bvh(const char *path);

// Of a file: leaves samples that are too fast to be true; how many, and how often there are none for longer
// than the hold.
vt_follow_counts vt_follow_sift(vt_follow *follow, const vt_track_def *track);

// The x of a pose that does not turn: what a motor is asked for.
vt_pose vt_follow_number(double value);

// Where it is to be at time + h, in its parent; before and after are what its own script says.
bool vt_follow_advance(vt_follow *follow, const vt_track_def *track, double time, double h, vt_pose before,
    vt_pose after, vt_pose *there, vt_error *error);
// At rest where the file has it, if that begins by then: where it is at `time`.
bool vt_follow_start(vt_follow *follow, const vt_track_def *track, double time, vt_pose own, vt_pose *there);

#endif
