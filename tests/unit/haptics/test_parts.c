// Percentiles, datagrams, paths and what a hand feels in a tick.
#include "base/vec.h"
#include "haptics/device.h"
#include "haptics/feel.h"
#include "haptics/network_format.h"
#include "haptics/percentiles.h"

#include "check.h"
#include "physics/haptics/wire.h"

static void test_percentiles(void) {
  static vt_durations d;
  CHECK(vt_durations_percentiles(&d).count == 0);
  for (int k = 1; k <= 10000; ++k) vt_durations_add(&d, 1e-6 * k);
  vt_percentiles p = vt_durations_percentiles(&d);
  CHECK(p.count == 10000 && p.worst == 1e-2);
  CHECK_CLOSE(p.p50, 5e-3, 0.021); // a bin
  CHECK_CLOSE(p.p99, 9.9e-3, 0.021);
  CHECK_CLOSE(p.p999, 9.99e-3, 0.021);
  vt_durations_add(&d, 1e9); // beyond the last bin
  vt_durations_add(&d, -1);
  CHECK(vt_durations_percentiles(&d).worst == 1e9);
}

static void good_datagram(unsigned char bytes[VT_DATAGRAM_IN]) {
  static const double v[7] = {0.1, -0.2, 0.3, 0.6, 0.8, 0, 0};
  memset(bytes, 0, VT_DATAGRAM_IN);
  memcpy(bytes, "VTHI", 4);
  put(bytes + 4, 4, 1);
  put(bytes + 8, 4, 0x01020304);
  put(bytes + 12, 4, 5);
  for (int k = 0; k < 7; ++k) put_double(bytes + 16 + 8 * k, v[k]);
  memcpy(bytes + 72, "0123456789abcdef", 16);
}

// Every byte of the page's tables has its place; what is not of version 1 or makes no sense is refused.
static void test_datagrams(void) {
  unsigned char bytes[VT_DATAGRAM_IN], out[VT_DATAGRAM_OUT];
  vt_datagram_in in;
  good_datagram(bytes);
  CHECK(vt_datagram_parse(bytes, sizeof bytes, &in));
  CHECK(in.sequence == 0x01020304 && in.at.buttons == 5 && in.at.pose.position.z == 0.3);
  CHECK(in.at.pose.rotation.x == 0.8 && memcmp(in.token, "0123456789abcdef", 16) == 0);
  CHECK(!vt_datagram_parse(bytes, 87, &in) && !vt_datagram_parse(bytes, 89, &in) &&
        !vt_datagram_parse(bytes, 0, &in));
  static const double bad[3] = {NAN, INFINITY, 1e300};
  for (int k = 0; k < 7; ++k)
    for (int b = 0; b < 3; ++b) {
      good_datagram(bytes);
      put_double(bytes + 16 + 8 * k, bad[b]);
      CHECK(vt_datagram_parse(bytes, sizeof bytes, &in) == (k < 3 && b == 2)); // far is not refused, only odd
    }
  for (int k = 0; k < 8; ++k) {
    good_datagram(bytes);
    bytes[k] ^= 1;
    CHECK(!vt_datagram_parse(bytes, sizeof bytes, &in));
  }
  vt_datagram_write(&(vt_datagram_out){7, 9, {{1, 2, 3}, {4, 5, 6}}}, out);
  CHECK(memcmp(out, "VTHO\1\0\0\0\7\0\0\0\t\0\0\0", 16) == 0);
  for (int k = 0; k < 6; ++k) {
    unsigned char wanted[8];
    put_double(wanted, k + 1);
    CHECK(memcmp(out + 16 + 8 * k, wanted, 8) == 0);
  }
}

static void test_path(void) {
  vt_hand_sample path[2] = {
      {1, {{{0, 0, 0}, {1, 0, 0, 0}}, 1}}, {3, {{{2, 0, 0}, vt_quat_exp(vt_v3(0, 0, 1))}, 2}}};
  CHECK(vt_path_at(path, 2, 0).pose.position.x == 0 && vt_path_at(path, 2, 9).pose.position.x == 2);
  vt_device_pose middle = vt_path_at(path, 2, 1.5);
  CHECK_NEAR(middle.pose.position.x, 0.5, 1e-15);
  CHECK_NEAR(vt_quat_log(middle.pose.rotation).z, 0.25, 1e-14);
  CHECK(middle.buttons == 1 && vt_path_at(path, 2, 3).buttons == 2 && vt_path_at(path, 1, 2).buttons == 1);
}

// ---------------------------------------------------------------- a tick

static vt_device_pose device_at(double z) { return (vt_device_pose){{{0, 0, z}, {1, 0, 0, 0}}, 0}; }

static vt_motion body_at(double z, double velocity) {
  return (vt_motion){.dt = 4e-3,
      .holds = true,
      .side = {{0, 0, z}, {1, 0, 0, 0}},
      .velocity = {0, 0, velocity},
      .stiffness = {1000, 1}};
}

static vt_feel begin(bool relative) {
  vt_haptics_def def = vt_haptics_def_default();
  def.relative = relative;
  return vt_feel_begin(&def, vt_pose_identity(), vt_v3(0, 0, 0));
}

// The spring is that of the device now, and the body goes on for a step at most.
static void test_spring(void) {
  vt_feel feel = begin(false);
  vt_motion body = body_at(0, 0.1);
  vt_device_pose device = device_at(0.001);
  vt_device_force f = {0};
  for (int k = 0; k < 90; ++k) f = vt_feel_tick(&feel, 1e-3 * k, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK_NEAR(f.force.z, 1000 * (0.1 * 4e-3 - 0.001), 1e-12);
  body.time = 0.088; // 2 ms ago
  f = vt_feel_tick(&feel, 0.090, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK_NEAR(f.force.z, 1000 * (0.1 * 2e-3 - 0.001), 1e-9);
  CHECK_NEAR(feel.share, 1, 1e-12);
}

// From the last datagram, or the last step, or the end, to nothing within 100 ms: lost ones fade in 75 ms,
// and 20 are given to the network; a silent simulation in 125. The hand goes on meanwhile, away
// from a body that nobody moves, and does not feel it.
static void test_fade(void) {
  for (int kind = 0; kind < 3; ++kind) {
    vt_feel feel = begin(false);
    vt_motion body = body_at(0, 0);
    vt_device_pose device = device_at(0.001);
    vt_device_force f = {0};
    double last = 1e9;
    for (int k = 0; k < 200; ++k) vt_feel_tick(&feel, 1e-3 * k, VT_DEVICE_NEW, &device, &body, true, false);
    for (int k = 200; k < 276 + 50 * (kind == 1); ++k) {
      if (kind == 2) device.pose.position.z += 1e-3;
      f = vt_feel_tick(
          &feel, 1e-3 * k, kind == 0 ? VT_DEVICE_LOST : VT_DEVICE_NEW, &device, &body, kind != 1, kind == 2);
      CHECK(fabs(f.force.z) <= last && (k > 200 || fabs(f.force.z) > 0.9)); // without a jump
      last = fabs(f.force.z);
    }
    CHECK(f.force.z == 0 && feel.losses == (kind == 0));
  }
}

// A device that comes back elsewhere does not move the frame, where it is held by differences.
static void test_relative(void) {
  vt_feel feel = begin(true);
  vt_motion body = body_at(0, 0);
  vt_device_pose device = device_at(0.3);
  vt_feel_tick(&feel, 0, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK(feel.grip.frame.position.z == 0);
  device.pose.position.z = 0.302;
  vt_feel_tick(&feel, 1e-3, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK_NEAR(feel.grip.frame.position.z, 0.002, 1e-15);
  vt_feel_tick(&feel, 2e-3, VT_DEVICE_LOST, &device, &body, true, false);
  device = (vt_device_pose){{{5, 6, 7}, vt_quat_exp(vt_v3(1, 0, 0))}, 0};
  vt_feel_tick(&feel, 3e-3, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK_NEAR(vt_norm(vt_sub(feel.grip.frame.position, vt_v3(0, 0, 0.002))), 0, 1e-14);
  CHECK_NEAR(vt_norm(vt_quat_log(feel.grip.frame.rotation)), 0, 1e-14);
}

// A limit holds, and numbers that are none are never told.
static void test_limits(void) {
  vt_feel feel = begin(false);
  vt_motion body = body_at(0, 0);
  vt_device_pose device = device_at(0.1);
  vt_device_force f = {0};
  feel.force_limit = 5;
  for (int k = 0; k < 100; ++k) f = vt_feel_tick(&feel, 1e-3 * k, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK_NEAR(f.force.z, -5, 1e-12);
  body.side.position.x = NAN;
  f = vt_feel_tick(&feel, 0.1, VT_DEVICE_NEW, &device, &body, true, false);
  CHECK(f.force.z == 0 && f.torque.x == 0);
}

// A hand that goes where somebody points: at rest it is there, and behind by force over stiffness.
static void test_pointer(void) {
  vt_error error = {0};
  vt_device device = {0};
  vt_hand_def def = vt_hand_def_default();
  vt_device_pose pose, goal = {{{0.02, 0, -0.01}, vt_quat_exp(vt_v3(0, 0, 0.3))}, 5};
  def.mass = 0;
  CHECK(!vt_device_pointer(&device, &def, &error));
  CHECK_CONTAINS(error.message, "its mass is 0, expected above 0");
  def = vt_hand_def_default();
  if (!CHECK(vt_device_pointer(&device, &def, &error)) || !CHECK(device.open(device.context, &error))) return;
  CHECK(device.read(device.context, 0, &pose) == VT_DEVICE_NEW && vt_norm(pose.pose.position) == 0);
  CHECK(vt_device_pointer_set(&device, goal));
  for (int k = 1; k <= 3000; ++k) {
    CHECK(device.read(device.context, 1e-3 * k, &pose) == VT_DEVICE_NEW);
    device.write(device.context, 1e-3 * k, (vt_device_force){{0, 0, k > 1500 ? 2 : 0}, {0, 0, 0}});
    if (k == 1500) CHECK(vt_norm(vt_sub(pose.pose.position, goal.pose.position)) < 1e-6 && pose.buttons == 5);
  }
  vt_pointer_state state = vt_device_pointer_state(&device);
  CHECK_NEAR(state.hand.pose.position.z - goal.pose.position.z, 2 / def.stiffness, 1e-6);
  CHECK_NEAR(vt_quat_log(state.hand.pose.rotation).z, 0.3, 1e-6);
  CHECK(state.felt.force.z == 2 && state.goal.buttons == 5);
  goal.pose.position.x = NAN; // is not taken
  CHECK(!vt_device_pointer_set(&device, goal));
  device.read(device.context, 3.001, &pose);
  CHECK_NEAR(pose.pose.position.x, 0.02, 1e-6);
  vt_device_close(&device);
}

int main(void) {
  test_percentiles();
  test_datagrams();
  test_path();
  test_spring();
  test_fade();
  test_relative();
  test_limits();
  test_pointer();
  return check_report();
}
