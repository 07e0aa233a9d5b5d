// The insides of a loop.
#ifndef VT_HAPTICS_HAPTICS_H
#define VT_HAPTICS_HAPTICS_H

#include "haptics/mail.h"
#include "haptics/percentiles.h"
#include "haptics/steer.h"

struct vt_haptics {
  vt_device device;
  vt_haptics_def def;
  vt_steer steer;   // the simulation's
  vt_grip taken;    // the simulation's: what it read last
  vt_feel feel;     // the device's
  vt_motion motion; // the device's: what it read last
  bool has_motion;
  bool has_run;
  vt_mail grips, motions; // to the simulation, from it
  // For the report; each is written by one side.
  vt_durations lateness, tick, step, step_work;
  long long ticks, missed, steps, late_steps;
  double slipped; // s
};

// Begins a run, once.
bool vt_haptics_begin(vt_haptics *h, vt_error *error);
// A tick of the device; false once it has ended: `ending`, and nothing is felt any more.
bool vt_haptics_tick(vt_haptics *h, double time, bool ending);
// A step of the simulation, into `motion`; false when it could not go on. *go_on is what `watch` says.
bool vt_haptics_step(
    vt_haptics *h, vt_motion *motion, vt_haptics_watch watch, void *context, bool *go_on, vt_error *error);

#endif
