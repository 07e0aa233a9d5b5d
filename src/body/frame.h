// Frames: moving coordinate systems nothing can resist, in chains of free, hinge and slide joints.
#ifndef VT_BODY_FRAME_H
#define VT_BODY_FRAME_H

#include "body/curve.h"

typedef struct vt_frame {
  char *name;   // never NULL; "" without a name
  int parent;   // an earlier frame, or -1 for the world
  vt_pose pose; // in the parent; normalised
  vt_joint joint;
  vt_vec3 axis;      // hinge and slide: unit, in the frame before its motion
  vt_curve motion;   // hinge (rad) and slide (m); without keys they rest at 0
  vt_pose_keys keys; // free; without keys it rests at the identity
} vt_frame;

// Whether a pose is finite and its quaternion not zero; of any other length it is normalised later.
bool vt_check_start_pose(vt_pose pose, const char *what, vt_error *error);

// A checked copy of a definition; frame_count frames exist already, so the parent is below that. Nothing to
// free after a failure.
bool vt_frame_init(vt_frame *frame, const vt_frame_def *def, int frame_count, vt_error *error);
void vt_frame_free(vt_frame *frame);

// The pose in the parent at a time: pose * joint motion.
vt_pose vt_frame_local_pose(const vt_frame *frame, double time);

// The world poses of all frames, which come after their parents. Where overridden[i] is true,
// override_poses[i] is the pose in the parent: it replaces pose * joint motion altogether, as
// vt_world_move_frame says, whatever the joint. Both may be NULL.
void vt_frames_poses(const vt_frame *frames, int count, double time, const bool *overridden,
    const vt_pose *override_poses, vt_pose *world_poses);

#endif
