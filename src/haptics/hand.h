// How a simulated hand moves: a mass that a spring draws to a goal, a damper resists and a device pushes.
#ifndef VT_HAPTICS_HAND_H
#define VT_HAPTICS_HAND_H

#include <ventouse/haptics.h>

typedef struct vt_hand_motion {
  double time; // s
  vt_pose pose;
  vt_vec3 velocity, spin; // m/s, rad/s
  vt_device_force felt;
} vt_hand_motion;

// Masses, springs and dampers; not the path.
bool vt_hand_def_check(const vt_hand_def *def, vt_error *error);

// In how many parts of *part seconds it moves from its time to another; a pause of more than a second is cut.
int vt_hand_parts(const vt_hand_motion *hand, double time, double *part);
void vt_hand_move(vt_hand_motion *hand, const vt_hand_def *def, vt_pose goal, double part);

#endif
