// The simulation's side of the loop: moves the frame to where the device is, steps, and tells of the body.
#ifndef VT_HAPTICS_STEER_H
#define VT_HAPTICS_STEER_H

#include "haptics/feel.h"

typedef struct vt_steer {
  vt_world *world;
  int link, frame;
  double work; // J, so far
} vt_steer;

// A coupling of the model that a device may hold: its frame is free and has no parent.
bool vt_steer_begin(vt_steer *steer, vt_world *world, int link, vt_error *error);
// Where the coupling is in its frame.
vt_vec3 vt_steer_place(const vt_steer *steer);
// One step; false when the simulation could not go on.
bool vt_steer_step(vt_steer *steer, const vt_grip *grip, vt_motion *motion, vt_error *error);

#endif
