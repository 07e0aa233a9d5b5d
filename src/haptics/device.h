// What all devices share: a path of poses in time, and which poses are taken.
#ifndef VT_HAPTICS_DEVICE_H
#define VT_HAPTICS_DEVICE_H

#include <ventouse/haptics.h>

// Where a path is at a time: straight between samples, the first before it begins and the last after its end.
vt_device_pose vt_path_at(const vt_hand_sample *path, int count, double time);

// Whether a pose is finite and its quaternion nearly of length 1, which it then is.
bool vt_device_pose_ok(vt_device_pose *at);

#endif
