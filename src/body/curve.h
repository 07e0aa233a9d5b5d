// Numbers and poses over time: owned copies of curves and pose keys, and their values.
#ifndef VT_BODY_CURVE_H
#define VT_BODY_CURVE_H

#include "base/error.h"
#include <ventouse/body.h>

// Owned copies, checked: times finite and strictly increasing, values finite, rotations not zero (they are
// normalised). `what` names the owner in messages: "frame 'hand'". Nothing to free after a failure.
bool vt_curve_copy(vt_curve *to, const vt_curve *from, const char *what, vt_error *error);
void vt_curve_free(vt_curve *curve);
bool vt_pose_keys_copy(vt_pose_keys *to, const vt_pose_keys *from, const char *what, vt_error *error);
void vt_pose_keys_free(vt_pose_keys *keys);

// The value at a time; constant before the first and after the last key, 1 without keys.
double vt_curve_value(const vt_curve *curve, double time);

// The pose at a time (keys must be normalised, as a copy's are); the identity without keys. Between two keys
// a rotation takes the shorter arc: put a key in between to turn by more than 180 degrees.
vt_pose vt_pose_keys_at(const vt_pose_keys *keys, double time);

#endif
