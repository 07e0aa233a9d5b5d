// One frame or motor that follows a stream.
#include "track/follow.h"

#include "base/memory.h"
#include "haptics/device.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

vt_pose vt_follow_number(double value) { return (vt_pose){vt_v3(value, 0, 0), vt_quat_identity()}; }

// ---------------------------------------------------------------- from a sample to a target

// rad: the part of a rotation that is about an axis, as near to the last one as whole turns allow.
static double angle_about(vt_follow *f, vt_quat q) {
  vt_vec3 a = f->def.axis;
  double angle = 2 * atan2(q.x * a.x + q.y * a.y + q.z * a.z, q.w);
  double near = f->angled ? f->angle : 0;
  angle -= 2 * VT_PI * round((angle - near) / (2 * VT_PI));
  f->angled = true;
  return f->angle = angle;
}

static vt_pose target_of_motor(vt_follow *f, const vt_track_def *t, const vt_device_pose *at) {
  double value = at->pose.position.x; // of a number: degrees or m
  if (at->buttons == 1)
    value *= f->hinge ? VT_PI / 180 : 1;
  else if (f->hinge)
    value = angle_about(f, at->pose.rotation);
  else
    value = t->scale * vt_dot(f->def.axis, at->pose.position);
  return vt_follow_number(f->def.factor * value + f->def.offset);
}

static vt_pose target_of(vt_follow *f, const vt_track_def *t, const vt_device_pose *at, vt_pose own) {
  vt_pose there = {vt_scale(t->scale, at->pose.position), at->pose.rotation};
  there = f->motor ? target_of_motor(f, t, at) : vt_pose_mul(t->pose, vt_pose_mul(there, f->def.mount));
  if (t->relative) {
    if (!f->based) {
      f->base = there;
      f->start = own;
      f->based = true;
    }
    there.position = vt_add(f->start.position, vt_sub(there.position, f->base.position));
    vt_quat turned = vt_quat_mul(there.rotation, vt_quat_conjugate(f->base.rotation));
    there.rotation = vt_quat_mul(turned, f->start.rotation);
  }
  there.rotation = vt_quat_normalized(there.rotation);
  return there;
}

// ---------------------------------------------------------------- files

// Straight between the samples around a time. False where there is none for longer than the hold: *at and
// *when are then those of the last one, and of none before the first.
static bool sample_of_file(const vt_follow *f, double hold, double time, vt_device_pose *at, double *when) {
  const vt_hand_sample *path = f->path.path;
  int low = -1, high = f->path.count; // path[low].time <= time < path[high].time
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (path[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  *when = low >= 0 ? path[low].time : -INFINITY;
  if (low < 0) return false;
  bool bridged = high == f->path.count || path[high].time - path[low].time <= hold;
  *at = bridged ? vt_path_at(path, f->path.count, time) : path[low].at;
  if (bridged) *when = time;
  return bridged;
}

vt_follow_counts vt_follow_sift(vt_follow *f, const vt_track_def *t) {
  vt_follower probe = f->state;
  int kept = 0;
  for (int k = 0; k < f->path.count; ++k) {
    vt_hand_sample s = f->path.path[k];
    double silence = probe.any ? s.time - probe.heard : 0;
    if (!vt_follower_take(&probe, s.time, target_of(f, t, &s.at, vt_pose_identity()))) continue;
    f->path.path[kept++] = s;
    probe.counts.dropped += silence > t->hold;
    probe.counts.silence = fmax(probe.counts.silence, silence);
  }
  f->path.count = kept;
  f->state.counts.taken = probe.counts.taken;
  f->state.counts.wild = probe.counts.wild;
  f->based = f->angled = false;
  return probe.counts;
}

bool vt_follow_start(vt_follow *f, const vt_track_def *t, double time, vt_pose own, vt_pose *there) {
  vt_device_pose at;
  double when;
  *there = own;
  if (f->live || f->path.count == 0 || f->path.path[0].time > time) return false;
  (void)sample_of_file(f, t->hold, time, &at, &when);
  *there = target_of(f, t, &at, own);
  vt_follower_start(&f->state, when, *there);
  return true;
}

static void take_from_file(vt_follow *f, const vt_track_def *t, double time, vt_pose own) {
  vt_device_pose at;
  double when;
  sample_of_file(f, t->hold, time, &at, &when);
  if (!(when > -INFINITY)) return;
  f->state.any = true;
  f->state.heard = when;
  f->state.last = target_of(f, t, &at, own);
}

bool vt_track_is_bvh(const char *path) {
  size_t length = strlen(path);
  return length > 4 && strcasecmp(path + length - 4, ".bvh") == 0;
}

bool vt_follow_take_csv(vt_follow *f, const char *name, const char *text, size_t size, vt_error *error) {
  if (f->def.joint != NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found a joint '%.60s' asked of it, expected a BVH file for that",
        name, f->def.joint);
  vt_hand_file_free(&f->path);
  return vt_hand_file_read(&f->path, name, text, size, error);
}

bool vt_follow_take_bvh(vt_follow *f, const char *name, const vt_skeleton *skeleton, vt_error *error) {
  if (f->def.joint == NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no joint asked of it, expected the name of one", name);
  int joint = vt_skeleton_find(skeleton, f->def.joint);
  if (joint < 0)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found no joint '%.60s' among %d, expected one of them, as '%.60s' or '%.60s'", name,
        f->def.joint, skeleton->joint_count, skeleton->joints[0].name,
        skeleton->joints[skeleton->joint_count - 1].name);
  vt_hand_file_free(&f->path);
  return vt_skeleton_path(skeleton, joint, f->motor, &f->path, error);
}

// ---------------------------------------------------------------- live

// The newest of another run that is not newer than now.
static void take_from_run(vt_follow *f, double time) {
  while (f->next < f->path.count && f->path.path[f->next].time <= time) {
    f->news = f->path.path[f->next++].at;
    f->fresh = true;
  }
}

// Told as it came; what is followed went through the same check as one that was read from a file.
static bool take_live(vt_follow *f, const vt_track_def *t, double time, vt_pose own, vt_error *error) {
  if (f->path.path != NULL) take_from_run(f, time);
  if (!f->fresh) return true;
  f->fresh = false;
  vt_hand_file *log = &f->heard;
  while (log->count > 0 && log->path[log->count - 1].time >= time) --log->count; // a world that went back
  if (!VT_RESERVE(&log->path, &log->room, log->count + 1, error)) return false;
  log->path[log->count++] = (vt_hand_sample){time, f->news};
  vt_device_pose at = f->news;
  bool read = f->path.path != NULL; // and checked as it was
  if (read || vt_device_pose_ok(&at)) vt_follower_take(&f->state, time, target_of(f, t, &at, own));
  return true;
}

bool vt_follow_advance(vt_follow *f, const vt_track_def *t, double time, double h, vt_pose before,
    vt_pose after, vt_pose *there, vt_error *error) {
  if (f->stepped && time < f->time) { // a world that went back: from anew
    f->state = vt_follower_make(&f->state.rules);
    f->based = f->angled = f->stepped = false;
    f->next = 0;
  }
  if (!f->stepped) vt_follow_start(f, t, time, before, there);
  f->stepped = true;
  f->time = time;
  if (!f->live)
    take_from_file(f, t, time + h, after);
  else if (!take_live(f, t, time, before, error))
    return false;
  *there = vt_follower_advance(&f->state, time + h, h, before, after);
  return true;
}
