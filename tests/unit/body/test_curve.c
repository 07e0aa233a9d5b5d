// Curves and pose keys: through the keys, continuous velocity, never beyond the keys, and refused input.
#include "check.h"
#include "base/vec.h"
#include "body/curve.h"

#define COUNT 6
static const double times[COUNT] = {0, 0.5, 1.5, 1.6, 3, 4};
static const double values[COUNT] = {0, 1, 1.2, 5, 2, 2};

static vt_curve curve_of(vt_interpolation interpolation) {
  return (vt_curve){interpolation, COUNT, times, values};
}

static void test_values(void) {
  vt_curve none = {0};
  CHECK(vt_curve_value(&none, 3) == 1);
  for (int kind = VT_LINEAR; kind <= VT_STEP; ++kind) {
    vt_curve curve = curve_of((vt_interpolation)kind);
    for (int i = 0; i < COUNT; ++i) CHECK_NEAR(vt_curve_value(&curve, times[i]), values[i], 1e-15);
    CHECK(vt_curve_value(&curve, -1) == values[0]);
    CHECK(vt_curve_value(&curve, 9) == values[COUNT - 1]);
  }
  vt_curve linear = curve_of(VT_LINEAR), step = curve_of(VT_STEP);
  CHECK_NEAR(vt_curve_value(&linear, 0.75), 1.05, 1e-15);
  CHECK_NEAR(vt_curve_value(&linear, 1.55), 3.1, 1e-12);
  CHECK(vt_curve_value(&step, 1.4999) == 1);
  CHECK(vt_curve_value(&step, 1.59) == 1.2);
  // Two keys: the classic ease-in, ease-out.
  vt_curve ease = {VT_SMOOTH, 2, times, values};
  CHECK_NEAR(vt_curve_value(&ease, 0.125), 0.25 * 0.25 * 2.5, 1e-15);
}

static double slope(const vt_curve *curve, double t, double e) {
  return (vt_curve_value(curve, t + e) - vt_curve_value(curve, t)) / e;
}

static void test_smooth(void) {
  vt_curve curve = curve_of(VT_SMOOTH);
  const double e = 1e-7;
  for (int i = 0; i < COUNT; ++i) {
    double left = slope(&curve, times[i], -e), right = slope(&curve, times[i], e);
    CHECK_NEAR(left, right, 2e-4);
    // At rest at the ends and at the extremes 5 and 2; moving at the keys in between.
    if (i == 1 || i == 2)
      CHECK(left > 0.1);
    else
      CHECK_NEAR(left, 0, 2e-4);
  }
  for (int i = 0; i + 1 < COUNT; ++i) {
    double low = fmin(values[i], values[i + 1]), high = fmax(values[i], values[i + 1]);
    double before = values[i], direction = values[i + 1] - values[i];
    for (int k = 0; k <= 500; ++k) {
      double v = vt_curve_value(&curve, times[i] + (times[i + 1] - times[i]) * k / 500);
      CHECK(v >= low && v <= high);
      CHECK((v - before) * direction >= -1e-14);
      before = v;
    }
  }
}

// Straight keys with even times are kept straight away from the ends.
static void test_straight(void) {
  const double t[5] = {0, 1, 2, 3, 4}, v[5] = {0, 2, 4, 6, 8};
  vt_curve curve = {VT_SMOOTH, 5, t, v};
  CHECK_NEAR(vt_curve_value(&curve, 1.3), 2.6, 1e-14);
  CHECK_NEAR(vt_curve_value(&curve, 2.9), 5.8, 1e-14);
}

static void test_many_keys(void) {
  enum { many = 1000 };
  static double t[many], v[many];
  for (int i = 0; i < many; ++i) t[i] = i + 0.3 * sin(i), v[i] = cos(7.0 * i);
  vt_curve curve = {VT_STEP, many, t, v};
  for (int i = 0; i + 1 < many; ++i) {
    CHECK(vt_curve_value(&curve, t[i]) == v[i]);
    CHECK(vt_curve_value(&curve, 0.5 * (t[i] + t[i + 1])) == v[i]);
  }
}

// ---------------------------------------------------------------- poses

static double angle_between(vt_quat a, vt_quat b) {
  return vt_norm(vt_quat_log(vt_quat_mul(vt_quat_conjugate(a), b)));
}

// Keys of large turns about many axes.
static void pose_samples(vt_pose *poses) {
  const vt_vec3 turns[COUNT] = {
      {0, 0, 0}, {0.9, 0.2, 0}, {1.4, 1.1, 0.3}, {1.6, 1.2, 0.9}, {-0.4, 2.1, 0.8}, {2, 0, 0}};
  for (int i = 0; i < COUNT; ++i) {
    poses[i].position = vt_v3(values[i], -2 * values[i], sin(5.0 * i));
    poses[i].rotation = vt_quat_exp(turns[i]);
    if (i % 2 == 1) { // the same rotation by the opposite quaternion
      vt_quat q = poses[i].rotation;
      poses[i].rotation = (vt_quat){-q.w, -q.x, -q.y, -q.z};
    }
  }
}

static void test_poses(void) {
  vt_pose poses[COUNT];
  pose_samples(poses);
  vt_pose_keys none = {0};
  CHECK(angle_between(vt_pose_keys_at(&none, 1).rotation, vt_quat_identity()) == 0);
  for (int kind = VT_LINEAR; kind <= VT_STEP; ++kind) {
    vt_pose_keys keys = {(vt_interpolation)kind, COUNT, times, poses};
    vt_curve y = curve_of((vt_interpolation)kind);
    for (int i = 0; i < COUNT; ++i) {
      vt_pose at = vt_pose_keys_at(&keys, times[i]);
      CHECK_NEAR(angle_between(at.rotation, poses[i].rotation), 0, 1e-14);
      CHECK_NEAR(vt_norm(vt_sub(at.position, poses[i].position)), 0, 1e-14);
    }
    for (double t = -0.1; t < 4.2; t += 0.01) {
      vt_pose at = vt_pose_keys_at(&keys, t);
      vt_quat q = at.rotation;
      CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-14);
      CHECK_NEAR(at.position.x, vt_curve_value(&y, t), 1e-14);
      CHECK_NEAR(at.position.y, -2 * vt_curve_value(&y, t), 1e-13);
    }
  }
}

// Linear: even speed along the shorter arc.
static void test_slerp(void) {
  vt_pose poses[2] = {
      {{0, 0, 0}, vt_quat_exp((vt_vec3){0.3, 0, 0})}, {{0, 0, 0}, vt_quat_exp((vt_vec3){2.3, 0, 0})}};
  vt_pose_keys keys = {VT_LINEAR, 2, times, poses};
  for (int i = 0; i <= 10; ++i) {
    vt_quat q = vt_pose_keys_at(&keys, 0.05 * i).rotation;
    CHECK_NEAR(angle_between(q, vt_quat_exp(vt_v3(0.3 + 0.2 * i, 0, 0))), 0, 1e-14);
  }
  poses[1].rotation = vt_quat_exp(vt_v3(0.3 + 4, 0, 0)); // 4 rad is 2 pi - 4 back
  vt_quat middle = vt_pose_keys_at(&keys, 0.25).rotation;
  CHECK_NEAR(angle_between(middle, vt_quat_exp(vt_v3(0.3 - (VT_PI - 2), 0, 0))), 0, 1e-14);
}

static vt_vec3 spin(const vt_pose_keys *keys, double t, double e) {
  vt_quat a = vt_pose_keys_at(keys, t).rotation, b = vt_pose_keys_at(keys, t + e).rotation;
  return vt_scale(1 / e, vt_quat_log(vt_quat_mul(vt_quat_conjugate(a), b)));
}

static void test_smooth_rotation(void) {
  vt_pose poses[COUNT];
  pose_samples(poses);
  vt_pose_keys keys = {VT_SMOOTH, COUNT, times, poses};
  const double e = 1e-6;
  double fastest = 0;
  for (int i = 0; i < COUNT; ++i) {
    vt_vec3 left = spin(&keys, times[i], -e), right = spin(&keys, times[i], e);
    CHECK_NEAR(vt_norm(vt_sub(left, right)), 0, 1e-3);
    if (i == 0 || i == COUNT - 1) CHECK_NEAR(vt_norm(right), 0, 1e-3);
    fastest = fmax(fastest, vt_norm(right));
  }
  CHECK(fastest > 0.3); // it does not simply stop at every key
  // Inside the segments the spin is smooth as well: neighbouring values differ by a step's worth.
  for (double t = 0.01; t < 3.99; t += 0.01)
    CHECK(vt_norm(vt_sub(spin(&keys, t, 1e-6), spin(&keys, t + 1e-4, 1e-6))) < 0.3);
}

// Turns of 160 degrees about axes 50 degrees apart: the spin at the middle key is not small, and continuous.
static void test_large_turns(void) {
  vt_vec3 turns[3] = {{2.8, 0, 0}, {1.8, 2.14, 0}, {1.8, 1, 1.9}};
  vt_pose poses[4] = {vt_pose_identity()};
  for (int i = 0; i < 3; ++i)
    poses[i + 1] = (vt_pose){{0, 0, 0}, vt_quat_mul(poses[i].rotation, vt_quat_exp(turns[i]))};
  vt_pose_keys keys = {VT_SMOOTH, 4, (const double[]){0, 1, 2, 3.5}, poses};
  const double e = 1e-6;
  for (int i = 1; i < 3; ++i) {
    vt_vec3 left = spin(&keys, keys.times[i], -e), right = spin(&keys, keys.times[i], e);
    CHECK(vt_norm(right) > 1);
    CHECK_NEAR(vt_norm(vt_sub(left, right)), 0, 1e-4);
  }
}

// About one axis, however it lies, the angle is the scalar curve.
static void test_constant_axis(void) {
  const double angles[COUNT] = {0, 0.5, 0.6, 2.5, 1, 1};
  vt_vec3 axis = vt_normalized(vt_v3(1, -2, 0.5));
  vt_quat start = vt_quat_exp(vt_v3(0.3, 0.2, -1));
  vt_pose poses[COUNT];
  for (int i = 0; i < COUNT; ++i)
    poses[i] = (vt_pose){{0, 0, 0}, vt_quat_mul(start, vt_quat_exp(vt_scale(angles[i], axis)))};
  vt_pose_keys keys = {VT_SMOOTH, COUNT, times, poses};
  vt_curve angle = {VT_SMOOTH, COUNT, times, angles};
  for (double t = 0; t <= 4; t += 0.0125) {
    vt_quat expected = vt_quat_mul(start, vt_quat_exp(vt_scale(vt_curve_value(&angle, t), axis)));
    CHECK_NEAR(angle_between(vt_pose_keys_at(&keys, t).rotation, expected), 0, 1e-13);
  }
}

// Turning all keys turns the motion: no axis is special.
static void test_rotation_covariance(void) {
  vt_pose poses[COUNT], turned[COUNT];
  vt_quat world = vt_quat_exp(vt_v3(0.5, 1, -0.7)), local = vt_quat_exp(vt_v3(-1, 0.2, 0.4));
  pose_samples(poses);
  for (int i = 0; i < COUNT; ++i) {
    turned[i] = poses[i];
    turned[i].rotation = vt_quat_mul(world, vt_quat_mul(poses[i].rotation, local));
  }
  vt_pose_keys keys = {VT_SMOOTH, COUNT, times, poses}, other = {VT_SMOOTH, COUNT, times, turned};
  for (double t = 0; t <= 4; t += 0.1) {
    vt_quat q = vt_quat_mul(world, vt_quat_mul(vt_pose_keys_at(&keys, t).rotation, local));
    CHECK_NEAR(angle_between(vt_pose_keys_at(&other, t).rotation, q), 0, 1e-13);
  }
}

// ---------------------------------------------------------------- copies

static void refuse_curve(vt_curve curve, const char *part) {
  vt_error error = {0};
  vt_curve copy;
  CHECK(!vt_curve_copy(&copy, &curve, "load 'push'", &error));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "load 'push': found");
  CHECK_CONTAINS(error.message, part);
}

static void refuse_keys(vt_pose_keys keys, const char *part) {
  vt_error error = {0};
  vt_pose_keys copy;
  CHECK(!vt_pose_keys_copy(&copy, &keys, "frame 'hand'", &error));
  CHECK_CONTAINS(error.message, "frame 'hand': found");
  CHECK_CONTAINS(error.message, part);
}

static void test_refused(void) {
  refuse_curve((vt_curve){VT_LINEAR, 2, (double[]){0, 0}, values}, "increasing");
  refuse_curve((vt_curve){VT_LINEAR, 2, (double[]){0, NAN}, values}, "key 2");
  refuse_curve((vt_curve){VT_LINEAR, 2, (double[]){1, 0.5}, values}, "time 0.5 at key 2 after time 1");
  refuse_curve((vt_curve){VT_LINEAR, 2, times, (double[]){0, INFINITY}}, "value inf at key 2");
  refuse_curve((vt_curve){VT_LINEAR, 1, times, (double[]){NAN}}, "value nan at key 1");
  refuse_curve((vt_curve){VT_SMOOTH, 2, times, (double[]){-1e308, 1e308}}, "slope");
  refuse_curve((vt_curve){VT_LINEAR, -1, times, values}, "-1 keys");
  refuse_curve((vt_curve){VT_LINEAR, 2, NULL, values}, "no times");
  refuse_curve((vt_curve){VT_LINEAR, 2, times, NULL}, "no values");
  refuse_curve((vt_curve){(vt_interpolation)9, 2, times, values}, "interpolation 9");
  vt_pose bad[2] = {vt_pose_identity(), vt_pose_identity()};
  bad[1].rotation = (vt_quat){0, 0, 0, 0};
  refuse_keys((vt_pose_keys){VT_LINEAR, 2, times, bad}, "at key 2, expected a quaternion");
  bad[1].rotation.w = NAN;
  refuse_keys((vt_pose_keys){VT_LINEAR, 2, times, bad}, "at key 2, expected a quaternion");
  bad[1] = vt_pose_identity();
  bad[0].position.y = NAN;
  refuse_keys((vt_pose_keys){VT_LINEAR, 2, times, bad}, "at key 1");
  refuse_keys((vt_pose_keys){VT_LINEAR, 2, times, NULL}, "no poses");
  refuse_keys((vt_pose_keys){VT_LINEAR, 2, (double[]){2, 1}, bad}, "increasing");
}

static void test_copies(void) {
  vt_error error = {0};
  double v[2] = {3, 4};
  vt_pose poses[2] = {{{1, 2, 3}, {2, 0, 0, 0}}, {{4, 5, 6}, {0, 0, 3, 0}}};
  vt_curve curve, from = {VT_LINEAR, 2, times, v}, none = {0};
  vt_pose_keys keys, keys_from = {VT_LINEAR, 2, times, poses};
  CHECK(vt_curve_copy(&curve, &from, "x", &error) && vt_pose_keys_copy(&keys, &keys_from, "x", &error));
  v[0] = v[1] = -1;
  poses[0] = poses[1] = (vt_pose){{9, 9, 9}, {0, 0, 0, 0}};
  CHECK_NEAR(vt_curve_value(&curve, 0.25), 3.5, 1e-15);
  CHECK(keys.poses[0].rotation.w == 1 && keys.poses[1].rotation.y == 1);
  CHECK_NEAR(vt_pose_keys_at(&keys, 0.25).position.x, 2.5, 1e-15);
  vt_curve_free(&curve);
  vt_curve_free(&curve);
  vt_pose_keys_free(&keys);
  CHECK(curve.count == 0 && keys.count == 0);
  CHECK(vt_curve_copy(&curve, &none, "x", &error));
  CHECK(vt_curve_value(&curve, 0) == 1);
  vt_curve_free(&curve);
}

int main(void) {
  test_values();
  test_smooth();
  test_straight();
  test_many_keys();
  test_poses();
  test_slerp();
  test_smooth_rotation();
  test_large_turns();
  test_constant_axis();
  test_rotation_covariance();
  test_refused();
  test_copies();
  return check_report();
}
