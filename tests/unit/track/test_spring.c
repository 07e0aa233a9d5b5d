// The spring against its closed forms: how far it stays behind a steady motion, amplitude and phase behind a
// swinging one, its answer to a jump, the same at any step, and what it makes of noise.
#include "check.h"
#include "chance.h"
#include "track/follower.h"

#include <stdlib.h>

static vt_pose at(double x) { return (vt_pose){vt_v3(x, 0, 0), vt_quat_identity()}; }
static vt_pose turned(double angle) {
  vt_vec3 axis = vt_normalized(vt_v3(1, -2, 0.5));
  return (vt_pose){vt_v3(0, 0, 0), vt_quat_exp(vt_scale(angle, axis))};
}
static double angle_of(vt_pose pose) { // along that axis
  return vt_dot(vt_quat_log(pose.rotation), vt_normalized(vt_v3(1, -2, 0.5)));
}

// Behind a target of velocity v it stays by 2 z / w v; exactly, whatever the step.
static void check_lag(double frequency, double damping, double h) {
  vt_spring s = {frequency, damping};
  vt_spring_motion m = {.pose = at(0)}, r = {.pose = turned(0)};
  double v = 0.3, w = 2 * VT_PI * frequency, end = 40 / (w * fmin(damping, 0.5 / damping)) + h;
  int steps = (int)(end / h) + 1;
  for (int k = 0; k < steps; ++k) {
    vt_spring_advance(&s, h, at(v * k * h), at(v * (k + 1) * h), &m);
    vt_spring_advance(&s, h, turned(v * k * h / end), turned(v * (k + 1) * h / end), &r);
  }
  // What is left of the start after 20 or more times of decay: 2e-9 of 0.3/w; and rounding of the way.
  CHECK_NEAR(v * steps * h - m.pose.position.x, 2 * damping / w * v, 1e-8 * v);
  CHECK_NEAR(v * steps * h / end - angle_of(r.pose), 2 * damping / w * v / end, 1e-8 * v);
  CHECK_NEAR(m.velocity.x, v, 1e-7 * v);
}

// A jump by 1 m: x = 1 - e^(-zwt) (cos(qt) + z w/q sin(qt)) and so on.
static double jump(double w, double z, double t) {
  double e = exp(-z * w * t), q = w * sqrt(fabs(1 - z * z));
  if (z == 1) return 1 - e * (1 + w * t);
  if (z < 1) return 1 - e * (cos(q * t) + z * w / q * sin(q * t));
  return 1 - e * (cosh(q * t) + z * w / q * sinh(q * t));
}

static void check_jump(double damping, double h) {
  vt_spring s = {3, damping};
  vt_spring_motion m = {.pose = at(0)}, r = {.pose = turned(0)};
  double off = 0, turn = 0;
  for (int k = 1; k * h <= 0.6; ++k) {
    vt_spring_advance(&s, h, at(1), at(1), &m);
    vt_spring_advance(&s, h, turned(1), turned(1), &r);
    off = fmax(off, fabs(m.pose.position.x - jump(6 * VT_PI, damping, k * h)));
    turn = fmax(turn, fabs(angle_of(r.pose) - jump(6 * VT_PI, damping, k * h)));
  }
  CHECK_NEAR(off, 0, 1e-12);
  CHECK_NEAR(turn, 0, 1e-12);
}

// Behind sin(p t): amplitude and phase of w^2 / (w^2 - p^2 + 2 i z w p). Straight pieces of h are off by
// (p h)^2 / 8 at most; the spring takes them exactly.
static double swing_off(double h) {
  vt_spring s = {2, 0.7};
  vt_spring_motion m = {.pose = at(0)};
  double w = 4 * VT_PI, p = 2 * VT_PI * 1.5, z = 0.7, off = 0;
  double real = w * w - p * p, imaginary = 2 * z * w * p;
  double gain = w * w / sqrt(real * real + imaginary * imaginary), phase = atan2(imaginary, real);
  for (int k = 0; k * h < 6; ++k) {
    vt_spring_advance(&s, h, at(sin(p * k * h)), at(sin(p * (k + 1) * h)), &m);
    double t = (k + 1) * h;
    if (t > 4) off = fmax(off, fabs(m.pose.position.x - gain * sin(p * t - phase)));
  }
  return off;
}

// White noise of one sample every T has a power of s^2 T at low frequencies, of which the spring lets through
// w / (4 z): a variance of s^2 T w / (4 z), here a 20th, known to 1/sqrt(800) by 600 s of samples.
static void check_noise(void) {
  vt_follow_rules rules = {{1, 1}, 0.2, 0.5, 0, 0};
  vt_follower f = vt_follower_make(&rules);
  double T = 1.0 / 60, h = T, sum = 0, w = 2 * VT_PI;
  uint64_t c = 5;
  int count = 0;
  vt_follower_start(&f, 0, at(0));
  for (int k = 0; k < 36000; ++k) {
    double noise = 0; // of variance 1: twelve numbers of variance 1/12
    for (int i = 0; i < 12; ++i) noise += chance_between(&c, -0.5, 0.5);
    vt_follower_take(&f, k * h, at(noise));
    double x = vt_follower_advance(&f, (k + 1) * h, h, at(0), at(0)).position.x;
    if (k < 600) continue;
    sum += x * x;
    ++count;
  }
  double expected = T * w / 4;
  printf("| noise of 1 behind a spring of 1 Hz | %.4f, expected %.4f |\n", sum / count, expected);
  CHECK_CLOSE(sum / count, expected, 0.15);
}

int main(void) {
  static const double dampings[] = {0.2, 0.999999, 1, 1.000001, 3};
  static const double steps[] = {0.001, 0.01, 0.3};
  for (int d = 0; d < 5; ++d)
    for (int k = 0; k < 3; ++k) {
      check_lag(4, dampings[d], steps[k]);
      check_jump(dampings[d], steps[k]);
    }
  double coarse = swing_off(0.01), fine = swing_off(0.005);
  printf("| swinging target, 10 and 5 ms | %.2g %.2g |\n", coarse, fine);
  CHECK(coarse < 2e-3 && fine < 0.3 * coarse);
  vt_spring none = {0, 1};
  vt_spring_motion m = {.pose = at(0)};
  vt_spring_advance(&none, 0.01, at(0.1), at(0.3), &m);
  CHECK_NEAR(m.pose.position.x, 0.3, 0);
  CHECK_NEAR(m.velocity.x, 20, 1e-12);
  vt_spring stiff = {1e4, 100}; // far beyond what a step resolves: no overflow
  vt_spring_advance(&stiff, 100, at(0), at(1), &m);
  CHECK(isfinite(m.pose.position.x));
  check_noise();
  return check_report();
}
