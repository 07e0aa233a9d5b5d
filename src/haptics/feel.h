// What the hand feels between two steps: the coupling, with the body as the last step left it.
#ifndef VT_HAPTICS_FEEL_H
#define VT_HAPTICS_FEEL_H

#include <ventouse/haptics.h>

// From the simulation to the device, after every step.
typedef struct vt_motion {
  double time;              // s: of the tick whose pose the step went to
  double dt;                // s: of a step
  bool holds;               // the coupling does
  vt_pose side;             // the body's side of the coupling, as the step left it
  vt_vec3 velocity, spin;   // m/s, rad/s: of that side
  double stiffness[2];      // N/m, N m/rad
  double damping[2];        // N s/m, N m s/rad
  double device_damping[2]; // N s/m, N m s/rad: of the device itself; 0 where it is not told
  double work;              // J: what the frame has done to the coupling in all steps
} vt_motion;

// From the device to the simulation, after every tick.
typedef struct vt_grip {
  bool held;     // the device has had a pose
  double time;   // s: of the tick
  vt_pose frame; // where that takes the frame
  vt_device_pose device;
  vt_device_force felt;
  double share;
} vt_grip;

typedef struct vt_feel {
  // Constant:
  double period; // s
  vt_vec3 place; // m: of the coupling in the frame
  vt_pose start; // the frame as the loop began
  bool relative;
  double force_limit, torque_limit;
  double silence; // s: without a step for longer, the force fades
  // The device:
  bool held;
  vt_vec3 shift;  // m: frame = device + shift
  vt_quat turn;   // frame = device * turn
  double read_at; // s: when the last new pose was read
  vt_grip grip;
  vt_vec3 velocity, spin; // m/s, rad/s: of the frame
  vt_device_force good;   // the last one that did not fade: what fades
  double share;           // of the force that is written
  double elapsed;         // s: since the last tick
  double heard;           // s: when the last motion came
  // Energy: what came from the hand, less what went into the simulation, since the start and not more than
  // the coupling can have.
  double spare; // J
  double work;  // J: the simulation's, as it was last counted
  // For the report:
  long long losses, braked;
  double least_spare, largest_force;
  bool lost;
} vt_feel;

vt_feel vt_feel_begin(const vt_haptics_def *def, vt_pose frame, vt_vec3 place);

// A tick: takes what the device says and what the simulation said last (NULL: no step yet; `fresh`: that is
// new), and tells what to write. While `ending`, the force fades.
vt_device_force vt_feel_tick(vt_feel *feel, double time, vt_device_news news, const vt_device_pose *pose,
    const vt_motion *motion, bool fresh, bool ending);

#endif
