// What the hand feels between two steps: the coupling, with the body as the last step left it.
//
// The spring and damper of the coupling are taken anew in every tick, between the device as it is now and
// the body's side, which goes on as it moved, for one step at most. So a slow simulation is felt as a body
// that answers late, and not as a spring that does: pressed against something that does not move, which is
// where stiff couplings swing up, the loop is that of the device alone.
//
// What remains of the delay can feed the hand. So energy is counted (after Hannaford and Ryu 2002, with both
// ends of what lies between them): what the hand has done to the loop, less what the loop has done to the
// simulation, which by implicit steps never gives back more than it got. Where that falls below zero the hand
// has got energy from nowhere, and it is braked until it has given it back. What is saved up is not more than
// the coupling itself can have, or a long calm would pay for a wild moment later.
#include "haptics/feel.h"

#include "base/vec.h"

static const double FADE = 0.075;     // s: from the whole force to none, and back
static const double BRAKE_AGE = 0.02; // s: the brake resists with k times the age of the motion, this at most

vt_feel vt_feel_begin(const vt_haptics_def *def, vt_pose frame, vt_vec3 place) {
  return (vt_feel){.period = 1 / def->rate,
      .place = place,
      .start = frame,
      .relative = def->relative,
      .force_limit = def->force_limit,
      .torque_limit = def->torque_limit,
      .silence = def->silence,
      .shift = frame.position,
      .turn = frame.rotation,
      .grip = {.frame = frame, .device = {.pose = vt_pose_identity()}},
      .lost = true};
}

// A device that comes, or comes back, takes the frame where that is.
static void take_hold(vt_feel *feel, vt_pose device) {
  if (!feel->relative) return;
  feel->shift = vt_sub(feel->grip.frame.position, device.position);
  feel->turn = vt_quat_mul(vt_quat_conjugate(device.rotation), feel->grip.frame.rotation);
}

static void move(vt_feel *feel, double time, const vt_device_pose *pose, bool jumps) {
  vt_pose before = feel->grip.frame;
  vt_pose now = {vt_add(pose->pose.position, feel->shift),
      vt_quat_normalized(vt_quat_mul(pose->pose.rotation, feel->turn))};
  vt_vec3 way = vt_sub(now.position, before.position);
  vt_vec3 angle = vt_quat_log(vt_quat_mul(now.rotation, vt_quat_conjugate(before.rotation)));
  feel->spare -= vt_dot(feel->grip.felt.force, way) + vt_dot(feel->grip.felt.torque, angle);
  double rate = jumps ? 0 : 1 / fmax(time - feel->read_at, feel->period);
  feel->velocity = vt_scale(rate, way);
  feel->spin = vt_scale(rate, angle);
  feel->read_at = time;
  feel->grip.frame = now;
  feel->grip.device = *pose;
  feel->grip.held = true;
}

static void listen(vt_feel *feel, double time, vt_device_news news, const vt_device_pose *pose) {
  bool lost = news == VT_DEVICE_LOST;
  if (lost && !feel->lost) ++feel->losses;
  if (lost) feel->velocity = feel->spin = vt_v3(0, 0, 0);
  if (news == VT_DEVICE_NEW) {
    bool comes = feel->lost;
    if (comes) take_hold(feel, pose->pose);
    move(feel, time, pose, comes);
  }
  feel->lost = lost || (feel->lost && news != VT_DEVICE_NEW);
}

// Spring and damper on the device, and the energy that the spring has.
typedef struct pull {
  vt_vec3 force, torque; // N; N m about the place of the coupling
  double energy;         // J
} pull;

static pull coupling(const vt_feel *feel, double time, const vt_motion *m) {
  double ahead = fmin(fmax(time - m->time, 0), m->dt);
  vt_pose a = {vt_pose_apply(feel->grip.frame, feel->place), feel->grip.frame.rotation};
  vt_pose b = {vt_madd(m->side.position, ahead, m->velocity),
      vt_quat_mul(vt_quat_exp(vt_scale(ahead, m->spin)), m->side.rotation)};
  vt_vec3 arm = vt_sub(a.position, feel->grip.frame.position);
  vt_vec3 speed = vt_sub(m->velocity, vt_add(feel->velocity, vt_cross(feel->spin, arm)));
  vt_vec3 apart = vt_sub(b.position, a.position);
  vt_vec3 turned =
      vt_quat_rotate(a.rotation, vt_quat_log(vt_quat_mul(vt_quat_conjugate(a.rotation), b.rotation)));
  return (pull){vt_madd(vt_scale(m->stiffness[0], apart), m->damping[0], speed),
      vt_madd(vt_scale(m->stiffness[1], turned), m->damping[1], vt_sub(m->spin, feel->spin)),
      0.5 * (m->stiffness[0] * vt_dot(apart, apart) + m->stiffness[1] * vt_dot(turned, turned))};
}

// Takes back what the hand got from nowhere, by resisting its motion.
static void brake(vt_feel *feel, double time, const vt_motion *m, pull *p) {
  const double *k = m->stiffness, *b = m->device_damping;
  double v2 = vt_dot(feel->velocity, feel->velocity), w2 = vt_dot(feel->spin, feel->spin);
  feel->spare += feel->elapsed * (b[0] * v2 + b[1] * w2) - (m->work - feel->work);
  feel->work = m->work;
  feel->spare = feel->share < 1 ? 0 : fmin(feel->spare, p->energy); // what fades is nobody's
  feel->least_spare = fmin(feel->least_spare, feel->spare);
  double rate = feel->period * (k[0] * v2 + k[1] * w2);
  if (!(feel->spare < 0) || !(rate > 0)) return;
  double age = fmin(time - m->time + feel->period, BRAKE_AGE), by = fmin(-feel->spare / rate, age);
  p->force = vt_madd(p->force, -by * k[0], feel->velocity);
  p->torque = vt_madd(p->torque, -by * k[1], feel->spin);
  ++feel->braked;
}

static vt_vec3 limited(vt_vec3 v, double limit) {
  double size = vt_norm(v);
  return limit > 0 && size > limit ? vt_scale(limit / size, v) : v;
}

// None where it is not a number.
static vt_device_force force_now(vt_feel *feel, double time, const vt_motion *motion) {
  pull p = coupling(feel, time, motion);
  brake(feel, time, motion, &p);
  vt_vec3 arm = vt_quat_rotate(feel->grip.frame.rotation, feel->place);
  vt_vec3 torque = vt_add(p.torque, vt_cross(arm, p.force));
  if (!vt_is_finite(p.force) || !vt_is_finite(torque)) return (vt_device_force){{0, 0, 0}, {0, 0, 0}};
  return (vt_device_force){limited(p.force, feel->force_limit), limited(torque, feel->torque_limit)};
}

vt_device_force vt_feel_tick(vt_feel *feel, double time, vt_device_news news, const vt_device_pose *pose,
    const vt_motion *motion, bool fresh, bool ending) {
  feel->elapsed = fmax(time - feel->grip.time, 0); // longer than a period where ticks were missed
  listen(feel, time, news, pose);
  if (fresh) feel->heard = time;
  bool felt = motion != NULL && motion->holds && feel->grip.held;
  bool fades = ending || feel->lost || !felt || time - feel->heard > feel->silence;
  double change = feel->elapsed / FADE;
  feel->share = fades ? fmax(feel->share - change, 0) : fmin(feel->share + change, 1);
  if (felt && !fades) feel->good = force_now(feel, time, motion);
  vt_device_force told = {vt_scale(feel->share, feel->good.force), vt_scale(feel->share, feel->good.torque)};
  feel->largest_force = fmax(feel->largest_force, vt_norm(told.force));
  feel->grip.time = time;
  feel->grip.felt = told;
  feel->grip.share = feel->share;
  return told;
}
