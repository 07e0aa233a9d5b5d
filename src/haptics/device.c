// What all devices share: how one is closed, and a path of poses in time.
#include "haptics/device.h"

#include "base/vec.h"

void vt_device_close(vt_device *device) {
  if (device == NULL) return;
  if (device->close != NULL) device->close(device->context);
  *device = (vt_device){0};
}

vt_device_pose vt_path_at(const vt_hand_sample *path, int count, double time) {
  int low = 0, high = count - 1;
  if (!(time > path[low].time)) return path[low].at;
  if (!(time < path[high].time)) return path[high].at;
  while (high - low > 1) { // path[low].time <= time < path[high].time
    int middle = (low + high) / 2;
    if (path[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  const vt_hand_sample *a = &path[low], *b = &path[high];
  double s = (time - a->time) / (b->time - a->time);
  vt_pose p = a->at.pose, q = b->at.pose;
  vt_vec3 turn = vt_quat_log(vt_quat_mul(q.rotation, vt_quat_conjugate(p.rotation)));
  return (vt_device_pose){{vt_madd(p.position, s, vt_sub(q.position, p.position)),
                              vt_quat_normalized(vt_quat_mul(vt_quat_exp(vt_scale(s, turn)), p.rotation))},
      a->at.buttons};
}

bool vt_device_pose_ok(vt_device_pose *at) {
  const double OFF = 1e-3; // how far a quaternion may be from length 1, as of numbers with four digits
  vt_quat q = at->pose.rotation;
  double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!vt_is_finite(at->pose.position) || !(fabs(length - 1) <= OFF)) return false;
  at->pose.rotation = vt_quat_normalized(q);
  return true;
}
