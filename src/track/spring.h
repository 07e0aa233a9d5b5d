// What follows a moving target on a damped spring: x'' = w^2 (target - x) - 2 z w x'.
//
// A step is taken by the closed form for a target that moves straight from where it is to where it will be:
// exact for any frequency and step, and so stable. Behind a target of constant velocity it stays by 2 z / w
// times that. The rotation is taken as a rotation vector from where the target will be, which is exact about
// a fixed axis.
#ifndef VT_TRACK_SPRING_H
#define VT_TRACK_SPRING_H

#include "base/vec.h"

typedef struct vt_spring {
  double frequency; // Hz: w / (2 pi); 0: it is where the target is
  double damping;   // z, of what is critical
} vt_spring;

typedef struct vt_spring_motion {
  vt_pose pose;
  vt_vec3 velocity; // m/s
  vt_vec3 turning;  // rad/s, along the axes of the parent
} vt_spring_motion;

// Over h s, while the target goes from `from` to `to`.
void vt_spring_advance(const vt_spring *spring, double h, vt_pose from, vt_pose to, vt_spring_motion *motion);

#endif
