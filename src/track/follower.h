// How something follows a stream of poses that may stay away: hold, ease out, ease in, and a damped spring.
//
// While samples come, the last one is the target. Without any it holds for `hold` s. Then the target eases
// over to its own script in `ease` s, and back as samples return. A spring follows the target. All goes by
// the time of the simulation, so that the same samples at the same times give the same bits.
//
// The target of a motor is followed in the same way, as the x of a pose that does not turn.
#ifndef VT_TRACK_FOLLOWER_H
#define VT_TRACK_FOLLOWER_H

#include "track/spring.h"

typedef struct vt_follow_rules {
  vt_spring spring;
  double hold, ease; // s
  double max_speed;  // m/s (of a hinge rad/s): what is faster is wild; 0: no limit
  double max_turn;   // rad/s; 0: no limit
} vt_follow_rules;

typedef struct vt_follow_counts {
  long long taken;   // samples
  long long wild;    // samples that came too fast to be true, and so were left
  long long dropped; // times that it was given up after `hold`
  double silence;    // s: the longest without a sample, between two of them or until now
} vt_follow_counts;

typedef struct vt_follower {
  vt_follow_rules rules;
  bool any;     // a sample was taken
  bool present; // and it is not long ago
  bool begun;   // the spring has somewhere to start from
  double heard; // s: when the last one was
  vt_pose last; // it
  double share; // of the stream in the target, before it is smoothed: 0 to 1
  vt_pose target;
  vt_spring_motion motion;
  vt_follow_counts counts;
} vt_follower;

vt_follower vt_follower_make(const vt_follow_rules *rules);
// At rest on this pose, with the stream as its target.
void vt_follower_start(vt_follower *f, double time, vt_pose pose);
// False where it is wild.
bool vt_follower_take(vt_follower *f, double time, vt_pose pose);
// To `time`, h s on; `own` is where its script has it then, and `own_before` where it had it.
vt_pose vt_follower_advance(vt_follower *f, double time, double h, vt_pose own_before, vt_pose own);

#endif
