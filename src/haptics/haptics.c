// The loop: the simulation in the caller's thread, the device in one of its own.
#include "haptics/haptics.h"

#include "base/memory.h"
#include "base/misuse.h"
#include "base/timer.h"
#include "base/vec.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static const double SILENCE = 0.05; // s: without a step for longer, the force fades

vt_haptics_def vt_haptics_def_default(void) {
  return (vt_haptics_def){.coupling = -1, .rate = 1000, .silence = SILENCE};
}

static bool check(const vt_haptics_def *def, vt_error *error) {
  const double slowest = 10, fastest = 20000; // Hz
  if (!(def->rate >= slowest && def->rate <= fastest))
    return vt_fail(
        error, VT_BAD_INPUT, "found a rate of %g Hz, expected %g to %g", def->rate, slowest, fastest);
  if (!(def->silence > 0))
    return vt_fail(error, VT_BAD_INPUT, "found a silence of %g s, expected above 0", def->silence);
  if (!(def->force_limit >= 0 && def->torque_limit >= 0))
    return vt_fail(error, VT_BAD_INPUT, "found limits of %g N and %g N m, expected 0 or above",
        def->force_limit, def->torque_limit);
  return true;
}

vt_haptics *vt_haptics_create(
    vt_world *world, const vt_device *device, const vt_haptics_def *def, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && device != NULL && device->open != NULL && device->read != NULL &&
                      device->write != NULL && def != NULL,
      error, NULL);
  if (!check(def, error)) return NULL;
  vt_haptics *h = VT_NEW(vt_haptics, 1, error);
  if (h == NULL) return NULL;
  h->device = *device;
  h->def = *def;
  bool good = vt_steer_begin(&h->steer, world, def->coupling, error) &&
              vt_mail_init(&h->grips, sizeof(vt_grip), error) &&
              vt_mail_init(&h->motions, sizeof(vt_motion), error) && device->open(device->context, error);
  if (!good) {
    vt_haptics_destroy(h);
    return NULL;
  }
  h->feel = vt_feel_begin(def, vt_world_frame_pose(world, h->steer.frame), vt_steer_place(&h->steer));
  h->taken = h->feel.grip;
  return h;
}

void vt_haptics_destroy(vt_haptics *h) {
  if (h == NULL) return;
  vt_mail_free(&h->grips);
  vt_mail_free(&h->motions);
  free(h);
}

bool vt_haptics_begin(vt_haptics *h, vt_error *error) {
  if (h->has_run) return vt_fail(error, VT_BAD_INPUT, "the loop has run, expected a new one for each run");
  h->has_run = true;
  return true;
}

bool vt_haptics_tick(vt_haptics *h, double time, bool ending) {
  vt_device_pose pose;
  bool fresh = vt_mail_read(&h->motions, &h->motion);
  h->has_motion = h->has_motion || fresh;
  vt_device_news news = h->device.read(h->device.context, time, &pose);
  vt_device_force force =
      vt_feel_tick(&h->feel, time, news, &pose, h->has_motion ? &h->motion : NULL, fresh, ending);
  h->device.write(h->device.context, time, force);
  vt_mail_write(&h->grips, &h->feel.grip);
  ++h->ticks;
  return !ending || h->feel.share > 0;
}

// s of processor time, of this thread.
static double work_so_far(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool vt_haptics_step(
    vt_haptics *h, vt_motion *motion, vt_haptics_watch watch, void *context, bool *go_on, vt_error *error) {
  vt_mail_read(&h->grips, &h->taken);
  double work = work_so_far();
  bool good = vt_steer_step(&h->steer, &h->taken, motion, error);
  vt_durations_add(&h->step_work, work_so_far() - work);
  if (!good) return false;
  ++h->steps;
  vt_haptics_moment moment = {h->taken.time, h->taken.device, h->taken.felt, h->taken.share};
  *go_on = watch == NULL || watch(h->steer.world, &moment, context);
  return true;
}

// ---------------------------------------------------------------- by the clock

typedef struct running {
  vt_haptics *h;
  double began; // s on the clock
  atomic_bool ending;
} running;

static void sleep_until(double seconds) {
  double whole = floor(seconds);
  struct timespec then = {(time_t)whole, (long)(1e9 * (seconds - whole))};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL) != 0) continue;
}

static void *serve_device(void *argument) {
  running *r = argument;
  vt_haptics *h = r->h;
  const double period = 1 / h->def.rate;
  bool goes = true;
  for (double due = r->began; goes; due += period) {
    sleep_until(due);
    double start = vt_now();
    vt_durations_add(&h->lateness, fmax(start - due, 0));
    goes = vt_haptics_tick(h, start - r->began, atomic_load(&r->ending));
    double end = vt_now();
    vt_durations_add(&h->tick, end - start);
    double behind = floor((end - due) / period); // ticks whose time has passed are left out
    if (behind > 0) h->missed += (long long)behind;
    due += behind * period;
  }
  return NULL;
}

static bool step_by_clock(
    running *r, double seconds, vt_haptics_watch watch, void *context, vt_error *error) {
  vt_haptics *h = r->h;
  double due = r->began;
  bool good = true, go_on = true;
  while (good && go_on && due - r->began < seconds) {
    double dt = vt_world_settings(h->steer.world)->dt;
    vt_motion motion;
    sleep_until(due);
    double start = vt_now();
    good = vt_haptics_step(h, &motion, watch, context, &go_on, error);
    if (good) vt_mail_write(&h->motions, &motion);
    double end = vt_now();
    vt_durations_add(&h->step, end - start);
    if (end - start > dt) ++h->late_steps;
    h->slipped += fmax(end - (due + dt), 0);
    due = fmax(due + dt, end); // what is behind does not catch up
  }
  return good;
}

bool vt_haptics_run(vt_haptics *h, double seconds, vt_haptics_watch watch, void *context, vt_error *error) {
  VT_NEED_OR_FAIL(h != NULL, error, false);
  if (!vt_haptics_begin(h, error)) return false;
  running r = {.h = h, .began = vt_now()};
  pthread_t thread;
  atomic_init(&r.ending, false);
  if (pthread_create(&thread, NULL, serve_device, &r) != 0)
    return vt_fail(error, VT_NO_MEMORY, "cannot start the thread of the device");
  bool good = step_by_clock(&r, seconds, watch, context, error);
  atomic_store(&r.ending, true);
  pthread_join(thread, NULL);
  return good;
}

vt_haptics_report vt_haptics_get_report(const vt_haptics *h) {
  VT_NEED(h != NULL, (vt_haptics_report){0});
  return (vt_haptics_report){.ticks = h->ticks,
      .missed = h->missed,
      .lateness = vt_durations_percentiles(&h->lateness),
      .tick = vt_durations_percentiles(&h->tick),
      .steps = h->steps,
      .late_steps = h->late_steps,
      .slipped = h->slipped,
      .step = vt_durations_percentiles(&h->step),
      .step_work = vt_durations_percentiles(&h->step_work),
      .losses = h->feel.losses,
      .braked = h->feel.braked,
      .least_spare = h->feel.least_spare,
      .largest_force = h->feel.largest_force};
}
