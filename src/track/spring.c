// A damped spring whose other end moves, by its closed form.
#include "track/spring.h"

// Free motion over h s: y' = c y + s (v + z w y), v' = c v - s (w^2 y + z w v).
typedef struct decay {
  double w, z, c, s; // rad/s, -, -, s
} decay;

static decay decay_of(const vt_spring *spring, double h) {
  const double near = 1e-3; // rad: below it the sine is taken by its series, off by 1e-17 of itself
  double w = 2 * VT_PI * spring->frequency, z = spring->damping;
  double square = (z - 1) * (z + 1), swing = w * sqrt(fabs(square)), x = swing * h;
  decay d = {w, z, 0, 0};
  if (x < near) {
    double e = exp(-z * w * h), sign = square > 0 ? 1 : -1, xx = sign * x * x;
    d.c = e * (1 + xx / 2 * (1 + xx / 12));
    d.s = e * h * (1 + xx / 6 * (1 + xx / 20));
  } else if (square < 0) {
    double e = exp(-z * w * h);
    d.c = e * cos(x);
    d.s = e * sin(x) / swing;
  } else { // as a sum of two, neither of which overflows
    double slow = exp((swing - z * w) * h), fast = exp(-(swing + z * w) * h);
    d.c = 0.5 * (slow + fast);
    d.s = 0.5 * (slow - fast) / swing;
  }
  return d;
}

// Behind a target with this rate it would stay by `lag`; what is besides decays.
static void advance(const decay *d, double h, vt_vec3 from, vt_vec3 to, vt_vec3 *x, vt_vec3 *v) {
  vt_vec3 rate = vt_scale(1 / h, vt_sub(to, from)), lag = vt_scale(2 * d->z / d->w, rate);
  vt_vec3 y = vt_add(vt_sub(*x, from), lag), u = vt_sub(*v, rate);
  vt_vec3 y_then = vt_madd(vt_scale(d->c, y), d->s, vt_madd(u, d->z * d->w, y));
  vt_vec3 u_then = vt_madd(vt_scale(d->c, u), -d->s, vt_madd(vt_scale(d->w * d->w, y), d->z * d->w, u));
  *x = vt_add(vt_sub(to, lag), y_then);
  *v = vt_add(rate, u_then);
}

// The rotation vector from b to a, along the axes of the parent.
static vt_vec3 turn(vt_quat a, vt_quat b) { return vt_quat_log(vt_quat_mul(a, vt_quat_conjugate(b))); }

void vt_spring_advance(
    const vt_spring *spring, double h, vt_pose from, vt_pose to, vt_spring_motion *motion) {
  vt_vec3 before = turn(from.rotation, to.rotation), zero = vt_v3(0, 0, 0);
  if (!(spring->frequency > 0)) {
    *motion =
        (vt_spring_motion){to, vt_scale(1 / h, vt_sub(to.position, from.position)), vt_scale(-1 / h, before)};
    return;
  }
  decay d = decay_of(spring, h);
  vt_vec3 off = turn(motion->pose.rotation, to.rotation);
  advance(&d, h, from.position, to.position, &motion->pose.position, &motion->velocity);
  advance(&d, h, before, zero, &off, &motion->turning);
  motion->pose.rotation = vt_quat_normalized(vt_quat_mul(vt_quat_exp(off), to.rotation));
}
