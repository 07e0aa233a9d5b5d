// Frames and their poses over time.
#include "body/frame.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

bool vt_check_start_pose(vt_pose pose, const char *what, vt_error *error) {
  vt_vec3 p = pose.position;
  if (!vt_is_finite(p))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found position (%g, %g, %g), expected finite numbers", what, p.x, p.y, p.z);
  vt_quat q = pose.rotation;
  double norm2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  if (!(norm2 > 1e-200 && norm2 < 1e200))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found rotation (%g, %g, %g, %g), expected a quaternion that is not zero", what, q.w, q.x, q.y,
        q.z);
  return true;
}

static bool check_def(const vt_frame_def *def, int frame_count, const char *what, vt_error *error) {
  if (def->parent < -1 || def->parent >= frame_count)
    return vt_fail(error, VT_BAD_INPUT, "%s: found parent %d, expected -1 or an earlier frame, below %d",
        what, def->parent, frame_count);
  if (def->joint != VT_JOINT_FREE && def->joint != VT_JOINT_HINGE && def->joint != VT_JOINT_SLIDE)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found joint %d, expected free, hinge or slide", what, (int)def->joint);
  if (!vt_check_start_pose(def->pose, what, error)) return false;
  if (def->joint == VT_JOINT_FREE) {
    if (def->motion.count != 0)
      return vt_fail(
          error, VT_BAD_INPUT, "%s: found a motion curve, expected pose keys with a free joint", what);
    return true;
  }
  vt_vec3 a = def->axis;
  if (!(vt_is_finite(a) && vt_norm(a) > 1e-100 && vt_norm(a) < 1e100))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found axis (%g, %g, %g), expected a direction", what, a.x, a.y, a.z);
  if (def->keys.count != 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: found pose keys, expected a motion curve with a %s joint", what,
        def->joint == VT_JOINT_HINGE ? "hinge" : "slide");
  return true;
}

bool vt_frame_init(vt_frame *frame, const vt_frame_def *def, int frame_count, vt_error *error) {
  char what[256];
  if (def->name != NULL)
    snprintf(what, sizeof what, "frame '%s'", def->name);
  else
    snprintf(what, sizeof what, "frame %d", frame_count);
  *frame = (vt_frame){.parent = def->parent, .pose = def->pose, .joint = def->joint, .axis = def->axis};
  if (!check_def(def, frame_count, what, error)) return false;
  frame->pose.rotation = vt_quat_normalized(frame->pose.rotation);
  frame->axis = vt_normalized(frame->axis);
  frame->name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  bool done = frame->name != NULL && vt_curve_copy(&frame->motion, &def->motion, what, error) &&
              vt_pose_keys_copy(&frame->keys, &def->keys, what, error);
  if (!done) vt_frame_free(frame);
  return done;
}

void vt_frame_free(vt_frame *frame) {
  free(frame->name);
  vt_curve_free(&frame->motion);
  vt_pose_keys_free(&frame->keys);
  frame->name = NULL;
}

// The motion of the joint itself.
static vt_pose joint_motion(const vt_frame *frame, double time) {
  vt_pose motion = vt_pose_identity();
  if (frame->joint == VT_JOINT_FREE) return vt_pose_keys_at(&frame->keys, time);
  double value = frame->motion.count > 0 ? vt_curve_value(&frame->motion, time) : 0;
  if (frame->joint == VT_JOINT_HINGE)
    motion.rotation = vt_quat_exp(vt_scale(value, frame->axis));
  else
    motion.position = vt_scale(value, frame->axis);
  return motion;
}

vt_pose vt_frame_local_pose(const vt_frame *frame, double time) {
  vt_pose pose = vt_pose_mul(frame->pose, joint_motion(frame, time));
  pose.rotation = vt_quat_normalized(pose.rotation);
  return pose;
}

void vt_frames_poses(const vt_frame *frames, int count, double time, const bool *overridden,
    const vt_pose *override_poses, vt_pose *world_poses) {
  for (int i = 0; i < count; ++i) {
    bool moved = overridden != NULL && overridden[i];
    vt_pose pose = moved ? override_poses[i] : vt_frame_local_pose(&frames[i], time);
    assert(frames[i].parent < i);
    if (frames[i].parent >= 0) pose = vt_pose_mul(world_poses[frames[i].parent], pose);
    pose.rotation = vt_quat_normalized(pose.rotation);
    world_poses[i] = pose;
  }
}
