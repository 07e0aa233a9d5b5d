// A simulated hand with the device it holds.
#include "base/memory.h"
#include "base/misuse.h"
#include "base/vec.h"
#include "haptics/device.h"
#include "haptics/hand.h"
#include "world/world.h"

#include <stdlib.h>

static const double PART = 1e-4; // s: of its motion, a tenth of a device's period

typedef struct hand {
  vt_hand_def def;
  vt_hand_sample *path; // a copy
  vt_hand_motion motion;
} hand;

vt_hand_def vt_hand_def_default(void) {
  return (vt_hand_def){.mass = 0.3,
      .damping = 10,
      .stiffness = 500,
      .inertia = 3e-4,
      .turn_damping = 0.01,
      .turn_stiffness = 0.5};
}

// ---------------------------------------------------------------- its motion

bool vt_hand_def_check(const vt_hand_def *d, vt_error *error) {
  const double numbers[6] = {
      d->mass, d->inertia, d->damping, d->turn_damping, d->stiffness, d->turn_stiffness};
  static const char *const words[6] = {
      "mass", "inertia", "damping", "turn damping", "stiffness", "turn stiffness"};
  for (int k = 0; k < 6; ++k)
    if (!(numbers[k] >= 0 && isfinite(numbers[k])) || (k < 2 && numbers[k] == 0))
      return vt_fail(error, VT_BAD_INPUT, "hand: its %s is %g, expected %s", words[k], numbers[k],
          k < 2 ? "above 0" : "0 or above");
  return true;
}

int vt_hand_parts(const vt_hand_motion *h, double time, double *part) {
  double whole = fmin(time - h->time, 1);
  int parts = (int)ceil(whole / PART - 1e-6);
  *part = parts > 0 ? whole / parts : 0;
  return parts;
}

// Its own damping at the end of the part, all else at its start.
void vt_hand_move(vt_hand_motion *h, const vt_hand_def *d, vt_pose goal, double tau) {
  vt_vec3 off = vt_quat_log(vt_quat_mul(goal.rotation, vt_quat_conjugate(h->pose.rotation)));
  vt_vec3 force = vt_madd(h->felt.force, d->stiffness, vt_sub(goal.position, h->pose.position));
  vt_vec3 torque = vt_madd(h->felt.torque, d->turn_stiffness, off);
  h->velocity = vt_scale(1 / (1 + tau * d->damping / d->mass), vt_madd(h->velocity, tau / d->mass, force));
  h->spin =
      vt_scale(1 / (1 + tau * d->turn_damping / d->inertia), vt_madd(h->spin, tau / d->inertia, torque));
  h->pose.position = vt_madd(h->pose.position, tau, h->velocity);
  h->pose.rotation = vt_quat_normalized(vt_quat_mul(vt_quat_exp(vt_scale(tau, h->spin)), h->pose.rotation));
  h->time += tau;
}

// ---------------------------------------------------------------- the device

static bool open_hand(void *context, vt_error *error) {
  (void)error;
  hand *h = context;
  h->motion = (vt_hand_motion){.pose = vt_path_at(h->path, h->def.sample_count, 0).pose};
  return true;
}

static vt_device_news read_hand(void *context, double time, vt_device_pose *pose) {
  hand *h = context;
  double part;
  int parts = vt_hand_parts(&h->motion, time, &part);
  for (int k = 0; k < parts; ++k)
    vt_hand_move(&h->motion, &h->def, vt_path_at(h->path, h->def.sample_count, h->motion.time).pose, part);
  *pose = (vt_device_pose){h->motion.pose, vt_path_at(h->path, h->def.sample_count, time).buttons};
  return VT_DEVICE_NEW;
}

static void write_hand(void *context, double time, vt_device_force force) {
  (void)time;
  hand *h = context;
  h->motion.felt = force;
}

static void close_hand(void *context) {
  hand *h = context;
  free(h->path);
  free(h);
}

static bool check(const vt_hand_def *d, vt_error *error) {
  if (!vt_hand_def_check(d, error)) return false;
  if (d->sample_count < 1 || d->path == NULL)
    return vt_fail(error, VT_BAD_INPUT, "hand: its path has no samples, expected one at least");
  for (int k = 0; k < d->sample_count; ++k) {
    vt_device_pose at = d->path[k].at;
    if (!isfinite(d->path[k].time) || !vt_device_pose_ok(&at) ||
        (k > 0 && !(d->path[k].time > d->path[k - 1].time)))
      return vt_fail(error, VT_BAD_INPUT,
          "hand: sample %d of its path at %g s, expected increasing times and finite poses", k,
          d->path[k].time);
  }
  return true;
}

bool vt_device_hand(vt_device *device, const vt_hand_def *def, vt_error *error) {
  VT_NEED_OR_FAIL(device != NULL && def != NULL, error, false);
  if (!check(def, error)) return false;
  hand *h = VT_NEW(hand, 1, error);
  if (h == NULL) return false;
  *h = (hand){.def = *def, .motion = {.pose = vt_pose_identity()}};
  h->path = vt_copy_block(def->path, (size_t)def->sample_count, sizeof *def->path, error);
  if (h->path == NULL) {
    free(h);
    return false;
  }
  *device = (vt_device){h, open_hand, read_hand, write_hand, close_hand};
  return true;
}

int vt_hand_path_of_script(
    const vt_world *world, int coupling, double seconds, double step, int room, vt_hand_sample *path) {
  VT_NEED(world != NULL && vt_is_number(coupling, world->model->link_count) && step > 0 && seconds >= 0 &&
              seconds / step < 1e8 && (room <= 0 || path != NULL),
      -1);
  if (world->model->links[coupling].kind != VT_LINK_COUPLING) return -1;
  const vt_frame *frame = &world->model->frames[world->model->links[coupling].frame];
  vt_pose start = vt_frame_local_pose(frame, 0);
  int count = (int)ceil(seconds / step) + 1;
  for (int k = 0; k < count && k < room; ++k) {
    vt_pose at = vt_frame_local_pose(frame, k * step);
    path[k] = (vt_hand_sample){k * step,
        {{vt_sub(at.position, start.position), vt_quat_mul(at.rotation, vt_quat_conjugate(start.rotation))},
            0}};
  }
  return count;
}
