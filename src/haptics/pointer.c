// A device that goes where somebody points: a simulated hand whose goal another thread sets.
#include "base/memory.h"
#include "base/misuse.h"
#include "base/vec.h"
#include "haptics/device.h"
#include "haptics/hand.h"
#include "haptics/mail.h"

#include <stdlib.h>

typedef struct pointer {
  vt_hand_def def;
  vt_mail goals, states;   // to the device's thread, from it
  vt_device_pose goal;     // the device's
  vt_hand_motion motion;   // the device's
  vt_pointer_state latest; // of whoever points
} pointer;

static bool open_pointer(void *context, vt_error *error) {
  (void)error;
  pointer *p = context;
  p->motion = (vt_hand_motion){.pose = vt_pose_identity()};
  return true;
}

static vt_device_news read_pointer(void *context, double time, vt_device_pose *pose) {
  pointer *p = context;
  double part;
  vt_mail_read(&p->goals, &p->goal);
  int parts = vt_hand_parts(&p->motion, time, &part);
  for (int k = 0; k < parts; ++k) vt_hand_move(&p->motion, &p->def, p->goal.pose, part);
  *pose = (vt_device_pose){p->motion.pose, p->goal.buttons};
  return VT_DEVICE_NEW;
}

static void write_pointer(void *context, double time, vt_device_force force) {
  (void)time;
  pointer *p = context;
  p->motion.felt = force;
  vt_pointer_state state = {p->goal, {p->motion.pose, p->goal.buttons}, force};
  vt_mail_write(&p->states, &state);
}

static void close_pointer(void *context) {
  pointer *p = context;
  vt_mail_free(&p->goals);
  vt_mail_free(&p->states);
  free(p);
}

bool vt_device_pointer(vt_device *device, const vt_hand_def *def, vt_error *error) {
  VT_NEED_OR_FAIL(device != NULL && def != NULL, error, false);
  if (!vt_hand_def_check(def, error)) return false;
  pointer *p = VT_NEW(pointer, 1, error);
  if (p == NULL) return false;
  const vt_device_pose zero = {.pose = vt_pose_identity()};
  *p = (pointer){.def = *def, .goal = zero, .latest = {.goal = zero, .hand = zero}};
  if (!vt_mail_init(&p->goals, sizeof(vt_device_pose), error) ||
      !vt_mail_init(&p->states, sizeof(vt_pointer_state), error)) {
    close_pointer(p);
    return false;
  }
  *device = (vt_device){p, open_pointer, read_pointer, write_pointer, close_pointer};
  return true;
}

bool vt_device_pointer_set(const vt_device *device, vt_device_pose goal) {
  VT_NEED(device != NULL && device->open == open_pointer, false);
  if (!vt_device_pose_ok(&goal)) return false;
  vt_mail_write(&((pointer *)device->context)->goals, &goal);
  return true;
}

vt_pointer_state vt_device_pointer_state(const vt_device *device) {
  VT_NEED(device != NULL && device->open == open_pointer, (vt_pointer_state){0});
  pointer *p = device->context;
  vt_mail_read(&p->states, &p->latest);
  return p->latest;
}
