// Numbers and poses over time.
#include "body/curve.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

// ---------------------------------------------------------------- copies

static bool check_times(
    vt_interpolation interpolation, int count, const double *times, const char *what, vt_error *error) {
  if (interpolation != VT_LINEAR && interpolation != VT_SMOOTH && interpolation != VT_STEP)
    return vt_fail(error, VT_BAD_INPUT, "%s: found interpolation %d, expected linear, smooth or step", what,
        (int)interpolation);
  if (count < 0) return vt_fail(error, VT_BAD_INPUT, "%s: found %d keys, expected 0 or more", what, count);
  if (count > 0 && times == NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no times, expected %d", what, count);
  for (int i = 0; i < count; ++i) {
    if (!isfinite(times[i]))
      return vt_fail(
          error, VT_BAD_INPUT, "%s: found time %g at key %d, expected a finite time", what, times[i], i + 1);
    if (i > 0 && !(times[i] > times[i - 1]))
      return vt_fail(error, VT_BAD_INPUT,
          "%s: found time %g at key %d after time %g, expected increasing times", what, times[i], i + 1,
          times[i - 1]);
  }
  return true;
}

bool vt_curve_copy(vt_curve *to, const vt_curve *from, const char *what, vt_error *error) {
  *to = (vt_curve){.interpolation = from->interpolation};
  if (!check_times(from->interpolation, from->count, from->times, what, error)) return false;
  if (from->count == 0) return true;
  if (from->values == NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no values, expected %d", what, from->count);
  const double *t = from->times, *v = from->values;
  for (int i = 0; i < from->count; ++i) {
    bool sound = isfinite(v[i]) && (i == 0 || isfinite((v[i] - v[i - 1]) / (t[i] - t[i - 1])));
    if (!sound)
      return vt_fail(error, VT_BAD_INPUT, "%s: found value %g at key %d, expected a finite value and slope",
          what, v[i], i + 1);
  }
  double *times = (double *)vt_copy_block(t, (size_t)from->count, sizeof *t, error);
  double *values = (double *)vt_copy_block(v, (size_t)from->count, sizeof *v, error);
  if (times == NULL || values == NULL) {
    free(times);
    free(values);
    return false;
  }
  to->count = from->count;
  to->times = times;
  to->values = values;
  return true;
}

void vt_curve_free(vt_curve *curve) {
  free((void *)curve->times);
  free((void *)curve->values);
  *curve = (vt_curve){.interpolation = curve->interpolation};
}

static bool check_pose_key(const vt_pose_keys *keys, int i, const char *what, vt_error *error) {
  vt_vec3 p = keys->poses[i].position;
  bool sound = vt_is_finite(p);
  if (i > 0) {
    double rate = 1 / (keys->times[i] - keys->times[i - 1]);
    sound = sound && vt_is_finite(vt_scale(rate, vt_sub(p, keys->poses[i - 1].position)));
  }
  if (!sound)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found position (%g, %g, %g) at key %d, expected finite numbers and slopes", what, p.x, p.y, p.z,
        i + 1);
  vt_quat q = keys->poses[i].rotation;
  double norm2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  if (!(norm2 > 1e-200 && norm2 < 1e200))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found rotation (%g, %g, %g, %g) at key %d, expected a quaternion that is not zero", what, q.w,
        q.x, q.y, q.z, i + 1);
  return true;
}

bool vt_pose_keys_copy(vt_pose_keys *to, const vt_pose_keys *from, const char *what, vt_error *error) {
  *to = (vt_pose_keys){.interpolation = from->interpolation};
  if (!check_times(from->interpolation, from->count, from->times, what, error)) return false;
  if (from->count == 0) return true;
  if (from->poses == NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no poses, expected %d", what, from->count);
  for (int i = 0; i < from->count; ++i)
    if (!check_pose_key(from, i, what, error)) return false;
  double *times = (double *)vt_copy_block(from->times, (size_t)from->count, sizeof *times, error);
  vt_pose *poses = (vt_pose *)vt_copy_block(from->poses, (size_t)from->count, sizeof *poses, error);
  if (times == NULL || poses == NULL) {
    free(times);
    free(poses);
    return false;
  }
  for (int i = 0; i < from->count; ++i) poses[i].rotation = vt_quat_normalized(poses[i].rotation);
  to->count = from->count;
  to->times = times;
  to->poses = poses;
  return true;
}

void vt_pose_keys_free(vt_pose_keys *keys) {
  free((void *)keys->times);
  free((void *)keys->poses);
  *keys = (vt_pose_keys){.interpolation = keys->interpolation};
}

// ---------------------------------------------------------------- values

// The last key at or before a time, by bisection; -1 before the first.
static int find_key(const double *times, int count, double time) {
  int low = -1, high = count;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (times[middle] <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// The tangent at an inner key between slopes d0 and d1 over times h0 and h1: their weighted harmonic mean
// (Fritsch and Butland 1984), at most three times the smaller one, which keeps the cubic between its keys; 0
// at a local extreme.
static double limited_slope(double d0, double d1, double h0, double h1) {
  if (!(d0 * d1 > 0)) return 0;
  double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

// The cubic on [0, 1] from a to b with tangents ma and mb at s; never outside a and b, not even by rounding.
static double hermite(double a, double b, double ma, double mb, double s) {
  double d = b - a, rest = 1 - s;
  double value = a + s * s * (3 - 2 * s) * d + s * rest * (rest * ma - s * mb);
  return fmin(fmax(value, fmin(a, b)), fmax(a, b));
}

// The value between keys k and k + 1 of the four values v at keys k - 1 to k + 2 (those that do not exist are
// not looked at).
static double smooth_value(const double *times, int count, int k, const double v[4], double time) {
  const double *t = times + k;
  double h = t[1] - t[0], d = (v[2] - v[1]) / h;
  double ma = 0, mb = 0;
  if (k > 0) ma = limited_slope((v[1] - v[0]) / (t[0] - t[-1]), d, t[0] - t[-1], h);
  if (k + 2 < count) mb = limited_slope(d, (v[3] - v[2]) / (t[2] - t[1]), h, t[2] - t[1]);
  return hermite(v[1], v[2], h * ma, h * mb, (time - t[0]) / h);
}

// The keys around key k as smooth_value wants them.
static void keys_around(int count, int k, int around[4]) {
  around[0] = k > 0 ? k - 1 : k;
  around[1] = k;
  around[2] = k + 1;
  around[3] = k + 2 < count ? k + 2 : k + 1;
}

double vt_curve_value(const vt_curve *curve, double time) {
  if (curve->count == 0) return 1;
  int key = find_key(curve->times, curve->count, time);
  if (key < 0) return curve->values[0];
  if (key == curve->count - 1 || curve->interpolation == VT_STEP) return curve->values[key];
  if (curve->interpolation == VT_SMOOTH) {
    int around[4];
    double v[4];
    keys_around(curve->count, key, around);
    for (int i = 0; i < 4; ++i) v[i] = curve->values[around[i]];
    return smooth_value(curve->times, curve->count, key, v, time);
  }
  double s = (time - curve->times[key]) / (curve->times[key + 1] - curve->times[key]);
  return (1 - s) * curve->values[key] + s * curve->values[key + 1];
}

// ---------------------------------------------------------------- rotations

// The rotation vector from key i to key i + 1, in the axes of key i and, as a rotation leaves its own axis
// alone, of key i + 1 just as well.
static vt_vec3 turn_between(const vt_pose_keys *keys, int i) {
  return vt_quat_log(vt_quat_mul(vt_quat_conjugate(keys->poses[i].rotation), keys->poses[i + 1].rotation));
}

// The angular velocity at key i, in the key's axes. The harmonic mean of limited_slope with 1/d read as
// d/|d|^2: the same for parallel vectors, the same whatever the axes, and again at most three times the
// smaller of the two; 0 where the turn goes back, and at both ends.
static vt_vec3 key_spin(const vt_pose_keys *keys, int i) {
  vt_vec3 zero = {0, 0, 0};
  if (i == 0 || i == keys->count - 1) return zero;
  double h0 = keys->times[i] - keys->times[i - 1], h1 = keys->times[i + 1] - keys->times[i];
  vt_vec3 d0 = vt_scale(1 / h0, turn_between(keys, i - 1)), d1 = vt_scale(1 / h1, turn_between(keys, i));
  if (!(vt_dot(d0, d1) > 0)) return zero;
  double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  vt_vec3 inverse = vt_madd(vt_scale(w0 / vt_dot(d0, d0), d0), w1 / vt_dot(d1, d1), d1);
  return vt_scale((w0 + w1) / vt_dot(inverse, inverse), inverse);
}

// For a rotation exp(r) with spin w in its own axes: r' = w + r x w / 2 + c r x (r x w),
// c = (1 - (a/2) cot(a/2)) / a^2 with a = |r|.
static vt_vec3 vector_rate(vt_vec3 r, vt_vec3 w) {
  double a = vt_norm(r);
  double c = a < 1e-2 ? 1.0 / 12 + a * a / 720 : (1 - 0.5 * a / tan(0.5 * a)) / (a * a);
  vt_vec3 rw = vt_cross(r, w);
  return vt_madd(vt_madd(w, 0.5, rw), c, vt_cross(r, rw));
}

// q(s) = q_key exp(r(s)) with a cubic r from 0 to the whole turn, whose end tangents give the spins at the
// keys: so the angular velocity is continuous.
static vt_quat smooth_rotation(const vt_pose_keys *keys, int key, double s, double h) {
  vt_vec3 turn = turn_between(keys, key);
  vt_vec3 ma = vt_scale(h, key_spin(keys, key));
  vt_vec3 mb = vector_rate(turn, vt_scale(h, key_spin(keys, key + 1)));
  double rest = 1 - s;
  vt_vec3 bend = vt_sub(vt_scale(rest, ma), vt_scale(s, mb));
  vt_vec3 r = vt_madd(vt_scale(s * s * (3 - 2 * s), turn), s * rest, bend);
  return vt_quat_mul(keys->poses[key].rotation, vt_quat_exp(r));
}

// Each coordinate for itself, so that none goes beyond its keys.
static vt_vec3 smooth_position(const vt_pose_keys *keys, int key, double time) {
  int around[4];
  double x[4], y[4], z[4];
  keys_around(keys->count, key, around);
  for (int i = 0; i < 4; ++i) {
    vt_vec3 p = keys->poses[around[i]].position;
    x[i] = p.x, y[i] = p.y, z[i] = p.z;
  }
  return vt_v3(smooth_value(keys->times, keys->count, key, x, time),
      smooth_value(keys->times, keys->count, key, y, time),
      smooth_value(keys->times, keys->count, key, z, time));
}

vt_pose vt_pose_keys_at(const vt_pose_keys *keys, double time) {
  if (keys->count == 0) return vt_pose_identity();
  int key = find_key(keys->times, keys->count, time);
  if (key < 0) return keys->poses[0];
  if (key == keys->count - 1 || keys->interpolation == VT_STEP) return keys->poses[key];
  double h = keys->times[key + 1] - keys->times[key], s = (time - keys->times[key]) / h;
  vt_pose a = keys->poses[key], b = keys->poses[key + 1], pose;
  if (keys->interpolation == VT_SMOOTH) {
    pose.position = smooth_position(keys, key, time);
    pose.rotation = smooth_rotation(keys, key, s, h);
  } else {
    pose.position = vt_add(vt_scale(1 - s, a.position), vt_scale(s, b.position));
    pose.rotation = vt_quat_mul(a.rotation, vt_quat_exp(vt_scale(s, turn_between(keys, key))));
  }
  pose.rotation = vt_quat_normalized(pose.rotation);
  return pose;
}
