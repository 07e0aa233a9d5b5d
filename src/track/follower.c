// How something follows a stream of poses that may stay away.
#include "track/follower.h"

vt_follower vt_follower_make(const vt_follow_rules *rules) {
  return (vt_follower){.rules = *rules,
      .last = vt_pose_identity(),
      .target = vt_pose_identity(),
      .motion = {.pose = vt_pose_identity()}};
}

void vt_follower_start(vt_follower *f, double time, vt_pose pose) {
  f->any = f->begun = true;
  f->heard = time;
  f->last = f->target = pose;
  f->share = 1;
  f->motion = (vt_spring_motion){.pose = pose};
}

static bool is_wild(const vt_follower *f, double elapsed, vt_pose pose) {
  const vt_follow_rules *r = &f->rules;
  double way = vt_norm(vt_sub(pose.position, f->last.position));
  double turn = vt_norm(vt_quat_log(vt_quat_mul(pose.rotation, vt_quat_conjugate(f->last.rotation))));
  return (r->max_speed > 0 && way > r->max_speed * elapsed) ||
         (r->max_turn > 0 && turn > r->max_turn * elapsed);
}

bool vt_follower_take(vt_follower *f, double time, vt_pose pose) {
  double elapsed = time - f->heard;
  // What stays elsewhere for longer than the hold is believed: it was carried there unseen.
  if (f->any && elapsed <= f->rules.hold && is_wild(f, elapsed, pose)) {
    ++f->counts.wild;
    return false;
  }
  f->any = true;
  f->heard = time;
  f->last = pose;
  ++f->counts.taken;
  return true;
}

static double smooth(double s) { return s * s * (3 - 2 * s); }

// Straight from a to b.
static vt_pose blend(vt_pose a, vt_pose b, double share) {
  vt_vec3 turn = vt_quat_log(vt_quat_mul(b.rotation, vt_quat_conjugate(a.rotation)));
  return (vt_pose){vt_madd(a.position, share, vt_sub(b.position, a.position)),
      vt_quat_normalized(vt_quat_mul(vt_quat_exp(vt_scale(share, turn)), a.rotation))};
}

vt_pose vt_follower_advance(vt_follower *f, double time, double h, vt_pose own_before, vt_pose own) {
  if (!f->begun) {
    f->target = own_before;
    f->motion = (vt_spring_motion){.pose = own_before};
    f->begun = true;
  }
  double silence = f->any ? time - f->heard : 0;
  bool heard = f->any && silence <= f->rules.hold;
  double most = f->rules.ease > 0 ? h / f->rules.ease : 1;
  f->share = heard ? fmin(1, f->share + most) : fmax(0, f->share - most);
  f->counts.dropped += f->present && !heard;
  f->present = heard;
  f->counts.silence = fmax(f->counts.silence, silence);
  vt_pose before = f->target;
  f->target = f->share == 1 ? f->last : f->share == 0 ? own : blend(own, f->last, smooth(f->share));
  vt_spring_advance(&f->rules.spring, h, before, f->target, &f->motion);
  return f->motion.pose;
}
