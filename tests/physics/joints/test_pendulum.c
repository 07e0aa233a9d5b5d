// Pendulums on a hinge and on a ball: period against theory, what the scheme takes from the swing, drift.
#include "check.h"
#include "joint_rig.h"

static const double length = 0.5, thick = 0.04, mass = 0.7, g = 9.81;

static double mean_of_arithmetic_and_geometric(double a, double b) {
  while (fabs(a - b) > 1e-15 * a) {
    double mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
  }
  return a;
}

// T = 2 pi sqrt(J / (m g l)) / agm(1, cos(amplitude / 2)), exact for any amplitude.
static double exact_period(double amplitude) {
  double l = 0.5 * length, moment = mass * (length * length + thick * thick) / 12 + mass * l * l;
  return 2 * VT_PI * sqrt(moment / (mass * g * l)) /
         mean_of_arithmetic_and_geometric(1, cos(0.5 * amplitude));
}

typedef struct swing {
  double period; // s, mean
  double kept;   // of the amplitude after 10 s
  double drift;  // m, the largest distance between the link's sides
} swing;

// Hung at the origin, turned about y by the amplitude, let go.
static swing measure(double h, vt_link_kind kind, double amplitude, double time) {
  rig r = rig_new(h, vt_v3(0, 0, -g));
  vt_vec3 down = vt_v3(-0.5 * length * sin(amplitude), 0, -0.5 * length * cos(amplitude));
  int body = rig_box(&r, vt_v3(thick, thick, length), mass, turned(down, vt_v3(0, amplitude, 0)));
  vt_link_def def = link_def(kind, -1, body, vt_link_pose(vt_v3(0, 0, 0), vt_v3(0, 1, 0)));
  rig_link(&r, &def);
  rig_start(&r);
  double last = amplitude, first_time = 0, last_time = 0, highest = 0;
  int crossings = 0;
  swing s = {0};
  for (int n = 1; n <= (int)(time / h + 0.5); ++n) {
    rig_steps(&r, 1);
    vt_vec3 at = vt_world_body_pose(r.world, body).position;
    double angle = atan2(-at.x, -at.z);
    if (last < 0 && angle >= 0) { // once a period
      last_time = h * (n - 1 + last / (last - angle));
      if (crossings++ == 0) first_time = last_time;
      highest = 0;
    }
    highest = fmax(highest, fabs(angle));
    last = angle;
    s.drift = fmax(s.drift, vt_norm(point_of(&r, body, vt_v3(0, 0, 0.5 * length))));
    CHECK_NEAR(at.y, 0, 1e-9);
  }
  s.period = (last_time - first_time) / (crossings - 1);
  s.kept = highest / amplitude;
  rig_free(&r);
  return s;
}

// The sides of the link stay apart by what a straight step misses of the arc at the highest speed,
// h^2 w^2 l / 2: of second order, and it does not grow.
static double arc_missed(double h, double amplitude) {
  double l = 0.5 * length, moment = mass * (length * length + thick * thick) / 12 + mass * l * l;
  double speed2 = 2 * mass * g * l * (1 - cos(amplitude)) / moment;
  return 0.5 * h * h * speed2 * l;
}

static void check_swing(double h, vt_link_kind kind, double degrees, double period_error) {
  const double amplitude = degrees * VT_PI / 180;
  swing s = measure(h, kind, amplitude, 10);
  double exact = exact_period(amplitude);
  const char *name = kind == VT_LINK_BALL ? "ball" : "hinge";
  printf("| pendulum on a %s, %g degrees, %g ms: period / exact - 1 | 0 | %.1e |\n", name, degrees, 1e3 * h,
      s.period / exact - 1);
  printf("| pendulum on a %s, %g degrees, %g ms: amplitude kept after 10 s | 1 | %.6f |\n", name, degrees,
      1e3 * h, s.kept);
  printf("| pendulum on a %s, %g degrees, %g ms: largest gap in 10 s, m | below %.2e | %.2e |\n", name,
      degrees, 1e3 * h, 1.05 * arc_missed(h, amplitude), s.drift);
  CHECK_CLOSE(s.period, exact, period_error);
  CHECK_NEAR(s.kept, 1, h < 0.005 ? 1e-3 : 2e-2);
  CHECK(s.drift < 1.05 * arc_missed(h, amplitude) && s.drift > 0.5 * arc_missed(h, amplitude));
  if (h < 0.005 && degrees <= 30) CHECK(s.drift < 1e-6);
}

int main(void) {
  printf("| what | expected | measured |\n|---|---|---|\n");
  for (int kind = VT_LINK_BALL; kind <= VT_LINK_HINGE; ++kind) {
    check_swing(0.001, (vt_link_kind)kind, 2, 1e-5);
    check_swing(0.01, (vt_link_kind)kind, 2, 5e-4);
    check_swing(0.001, (vt_link_kind)kind, 30, 1e-5);
    check_swing(0.001, (vt_link_kind)kind, 90, 5e-5);
    check_swing(0.01, (vt_link_kind)kind, 90, 2e-3);
  }
  return check_report();
}
