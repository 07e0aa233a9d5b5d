// Where the joints of a BVH file are.
//
// A rotation is the product of its channels in the order they are told, each about an axis that the ones
// before have turned. Channels of position take the place of what OFFSET says along their axis; with the
// offsets of zero that roots have it makes no difference to adding them.
#include "track/skeleton.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

void vt_skeleton_free(vt_skeleton *skeleton) {
  for (int j = 0; j < skeleton->joint_count; ++j) free(skeleton->joints[j].name);
  free(skeleton->joints);
  free(skeleton->values);
  *skeleton = (vt_skeleton){0};
}

int vt_skeleton_find(const vt_skeleton *skeleton, const char *joint) {
  for (int j = 0; j < skeleton->joint_count; ++j)
    if (strcmp(skeleton->joints[j].name, joint) == 0) return j;
  return -1;
}

vt_pose vt_skeleton_local_pose(const vt_skeleton *skeleton, int joint, int frame) {
  const vt_skeleton_joint *j = &skeleton->joints[joint];
  const double *values = skeleton->values + (size_t)frame * (size_t)skeleton->channel_count + j->first;
  vt_pose pose = {j->offset, vt_quat_identity()};
  for (int k = 0; k < j->channel_count; ++k) {
    double angle = values[k] * VT_PI / 180;
    vt_vec3 turn = {0, 0, 0};
    switch (j->channels[k]) {
    case VT_CHANNEL_X_POSITION:
      pose.position.x = values[k];
      break;
    case VT_CHANNEL_Y_POSITION:
      pose.position.y = values[k];
      break;
    case VT_CHANNEL_Z_POSITION:
      pose.position.z = values[k];
      break;
    case VT_CHANNEL_X_ROTATION:
      turn.x = angle;
      break;
    case VT_CHANNEL_Y_ROTATION:
      turn.y = angle;
      break;
    case VT_CHANNEL_Z_ROTATION:
      turn.z = angle;
      break;
    case VT_CHANNELS:
      break;
    }
    pose.rotation = vt_quat_mul(pose.rotation, vt_quat_exp(turn));
  }
  pose.rotation = vt_quat_normalized(pose.rotation);
  return pose;
}

vt_pose vt_skeleton_pose(const vt_skeleton *skeleton, int joint, int frame) {
  vt_pose pose = vt_skeleton_local_pose(skeleton, joint, frame);
  for (int j = skeleton->joints[joint].parent; j >= 0; j = skeleton->joints[j].parent)
    pose = vt_pose_mul(vt_skeleton_local_pose(skeleton, j, frame), pose);
  pose.rotation = vt_quat_normalized(pose.rotation);
  return pose;
}

bool vt_skeleton_path(
    const vt_skeleton *skeleton, int joint, bool local, vt_hand_file *path, vt_error *error) {
  *path = (vt_hand_file){.count = skeleton->frame_count};
  path->path = VT_NEW(vt_hand_sample, skeleton->frame_count, error);
  if (path->path == NULL) return false;
  for (int k = 0; k < skeleton->frame_count; ++k) {
    vt_pose pose = local ? vt_skeleton_local_pose(skeleton, joint, k) : vt_skeleton_pose(skeleton, joint, k);
    path->path[k] = (vt_hand_sample){k * skeleton->frame_time, {pose, 0}};
  }
  return true;
}
