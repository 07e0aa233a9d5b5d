// Recorded motions of whole skeletons from BVH files (Biovision): joints in a tree, and their channels over
// time.
#ifndef VT_TRACK_SKELETON_H
#define VT_TRACK_SKELETON_H

#include "haptics/hand_file.h"

// In the order of vt_skeleton_channel_words.
typedef enum vt_skeleton_channel {
  VT_CHANNEL_X_POSITION,
  VT_CHANNEL_Y_POSITION,
  VT_CHANNEL_Z_POSITION,
  VT_CHANNEL_X_ROTATION,
  VT_CHANNEL_Y_ROTATION,
  VT_CHANNEL_Z_ROTATION,
  VT_CHANNELS
} vt_skeleton_channel;

typedef struct vt_skeleton_joint {
  char *name;
  int parent;        // an earlier joint, or -1
  vt_vec3 offset;    // in the parent, in the units of the file
  int channel_count; // and which, in the order they are told and applied in
  vt_skeleton_channel channels[VT_CHANNELS];
  int first; // of its numbers in a frame
} vt_skeleton_joint;

typedef struct vt_skeleton {
  int joint_count;
  size_t joint_room;
  vt_skeleton_joint *joints;
  int channel_count; // of a frame
  int frame_count;   // 1 at least
  double frame_time; // s
  size_t value_room;
  double *values; // frame_count times channel_count: degrees and the units of the file
} vt_skeleton;

// The text has a zero byte after its `size` bytes. Nothing to free after a failure.
bool vt_skeleton_read(
    vt_skeleton *skeleton, const char *name, const char *text, size_t size, vt_error *error);
void vt_skeleton_free(vt_skeleton *skeleton);

int vt_skeleton_find(const vt_skeleton *skeleton, const char *joint); // -1: there is none

// Where a joint is in a frame: against its parent, or against all.
vt_pose vt_skeleton_local_pose(const vt_skeleton *skeleton, int joint, int frame);
vt_pose vt_skeleton_pose(const vt_skeleton *skeleton, int joint, int frame);
// All frames of one, the first at time 0.
bool vt_skeleton_path(
    const vt_skeleton *skeleton, int joint, bool local, vt_hand_file *path, vt_error *error);

#endif
