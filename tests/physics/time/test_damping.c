// How much of a vibration a step takes, over frequency times step: a cantilever of one cell across swings in
// its first mode, and its amplitude after n periods is compared with what theory says of a mode of that
// frequency.
//
// Implicit Euler keeps 1/sqrt(1 + z^2) of an amplitude in a step, z = omega h. The two roots of Newmark's
// scheme are those of rho^2 - (2 - p - c) rho + 1 - c = 0 (body/newmark.c). The rows are those of the plot in
// docs/time.md.
#include "../integrator.h"
#include "../rig.h"
#include "check.h"

static const double length = 0.1, thick = 0.01;

// What is kept of an amplitude in a step, and by how much of a radian the mode goes on.
typedef struct mode {
  double kept, angle;
} mode;

static mode theory(bool newmark, double z) {
  if (!newmark) return (mode){1 / sqrt(1 + z * z), atan(z)};
  const double beta = sqrt(0.5);
  double t = beta * z * z / (1 + beta * z * z), c = t * t * t, half = 0.5 * (2 - t / beta - c);
  return (mode){sqrt(1 - c), acos(half / sqrt(1 - c))};
}

// The height of the tip of a cantilever over time, pushed aside slowly and let go at rest; `from` is where it
// is then. `pieces` is the most that a step was done in.
static int swing(double dt, int steps, double *tip, int *pieces) {
  static const double times[] = {0.99, 0.9901}, values[] = {1, 0};
  rig r = rig_new(0.05, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 8, 1, 1, VT_ELEMENT_HEX8);
  int body = rig_soft(&r, mesh, VT_ELEMENT_HEX8, elastic(1e6, 0.3, 1000));
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(0, 0, 1e-4), (vt_curve){VT_LINEAR, 2, times, values});
  int sensor = rig_sense_point(&r, body, vt_v3(length, thick / 2, thick / 2));
  rig_start(&r);
  // By implicit Euler to rest, whatever is asked for afterwards.
  vt_settings settings = *vt_world_settings(r.world);
  vt_integrator asked = settings.integrator;
  vt_error error = {0};
  settings.integrator = VT_INTEGRATOR_EULER;
  CHECK(vt_world_set_settings(r.world, &settings, &error));
  rig_steps(&r, 19);
  settings.integrator = asked;
  settings.dt = dt;
  CHECK(vt_world_set_settings(r.world, &settings, &error));
  while (vt_world_time(r.world) < 0.9901) rig_steps(&r, 1);
  *pieces = 1;
  for (int k = 0; k < steps; ++k) {
    rig_steps(&r, 1);
    *pieces = (int)fmax(*pieces, vt_world_status(r.world)->substeps);
    tip[k] = vt_world_sensor(r.world, sensor).position.z - thick / 2;
  }
  rig_free(&r);
  return steps;
}

// A mode that is kept by a factor k and goes on by an angle a in a step obeys x(n + 2 m) = 2 k^m cos(m a) x(n
// + m) - k^(2 m) x(n), whatever m: both numbers by least squares over the run. With m a near 1 what there is
// of other modes matters least.
static mode fit(const double *x, int count, double z) {
  int m = z < 1 ? (int)(1 / z + 0.5) : 1;
  double aa = 0, ab = 0, bb = 0, ac = 0, bc = 0;
  for (int k = 0; k + 2 * m < count; ++k) {
    double a = x[k + m], b = x[k], c = x[k + 2 * m];
    aa += a * a, ab += a * b, bb += b * b, ac += a * c, bc += b * c;
  }
  double det = aa * bb - ab * ab, p = (ac * bb - bc * ab) / det, q = (bc * aa - ac * ab) / det;
  double kept = sqrt(fmax(-q, 0));
  return (mode){pow(kept, 1.0 / m), acos(fmin(fmax(0.5 * p / kept, -1), 1)) / m};
}

int main(void) {
  enum { MOST = 400 };
  double tip[MOST], omega = 0;
  int pieces;
  setenv("VT_TEST_INTEGRATOR", "newmark", 1);
  for (int k = 0; k < 2; ++k) { // 0.05 rad a step, of which the scheme misses 0.31 z^2 = 8e-4
    double dt = 0.05 / (k == 0 ? 35 : omega);
    omega = fit(tip, swing(dt, MOST, tip, &pieces), 0.05).angle / dt * (1 + 0.312 * 0.05 * 0.05);
  }
  printf("first mode: %.4f rad/s\n", omega);
  printf("| integrator | z | kept in a step | theory | angle / z | theory | pieces "
         "|\n|---|---|---|---|---|---|---|\n");
  for (int newmark = 0; newmark < 2; ++newmark) {
    setenv("VT_TEST_INTEGRATOR", newmark ? "newmark" : "euler", 1);
    for (int k = 0; k < 6; ++k) {
      double z = 0.1 * pow(2, k) * (k < 5 ? 1 : 1.25), dt = z / omega;
      int count = swing(dt, z < 0.5 ? (int)(12 / z) : 12, tip, &pieces);
      mode measured = fit(tip, count, z), expected = theory(newmark, z);
      printf("| %s | %.2f | %.5f | %.5f | %.4f | %.4f | %d |\n", newmark ? "newmark" : "euler", z,
          measured.kept, expected.kept, measured.angle / z, expected.angle / z, pieces);
      double bound = 0.005 + 0.02 * (1 - expected.kept); // other modes swing too
      if (pieces == 1) CHECK_NEAR(measured.kept, expected.kept, bound);
      // Where the scheme would take much, steps are done in pieces; Euler's are not, and z = 0.1 is resolved.
      if (pieces > 1) CHECK(newmark && z > 0.15 && measured.kept > expected.kept - bound);
    }
  }
  return check_report();
}
