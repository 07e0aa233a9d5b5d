// The loop without threads and clock: a step's result is kept back for as long as it would have taken.
#include "base/misuse.h"
#include "haptics/haptics.h"

#include <math.h>

// s that the step which begins at a time takes.
static double duration_of(const vt_lockstep *l, double dt, double time, double *next_stall) {
  bool stalls = l->stall_every > 0 && time >= *next_stall;
  if (stalls) *next_stall += l->stall_every;
  return stalls ? l->stall : l->compute > 0 ? l->compute : dt;
}

bool vt_haptics_run_lockstep(vt_haptics *h, double seconds, const vt_lockstep *lockstep,
    vt_haptics_watch watch, void *context, vt_error *error) {
  VT_NEED_OR_FAIL(h != NULL && lockstep != NULL, error, false);
  if (!vt_haptics_begin(h, error)) return false;
  const double period = 1 / h->def.rate, dt = vt_world_settings(h->steer.world)->dt, hair = 1e-6 * period;
  double due = 0, ready = 0, next_stall = lockstep->stall_every;
  bool pending = false, go_on = true, good = true, goes = true;
  vt_motion motion = {0};
  for (long long k = 0; goes; ++k) {
    double time = (double)k * period;
    bool ending = !good || !go_on || time > seconds - hair;
    if (pending && time >= ready - hair) {
      vt_mail_write(&h->motions, &motion);
      pending = false;
    }
    goes = vt_haptics_tick(h, time, ending);
    if (ending || pending || time < due - hair) continue;
    good = vt_haptics_step(h, &motion, watch, context, &go_on, error);
    double takes = duration_of(lockstep, dt, time, &next_stall);
    pending = good;
    ready = time + takes;
    if (takes > dt + hair) ++h->late_steps;
    h->slipped += fmax(ready - (due + dt), 0);
    due = fmax(due + dt, ready); // what is behind does not catch up
    vt_durations_add(&h->step, takes);
  }
  return good;
}
