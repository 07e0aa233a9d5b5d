// A box on an incline: it sticks below and slips above tan(angle) = mu, slides with g (sin - mu cos), and
// does the same whichever way the world is turned.
#include "check.h"
#include "yard.h"

static const double G = 9.81;

// A world in which "up" is where the rotation puts z, and gravity is tilted towards where it puts (c, s, 0).
typedef struct incline {
  yard y;
  int body;
  vt_vec3 up, downhill;
} incline;

static incline incline_new(double dt, double mu, double angle, double heading, vt_quat rotation) {
  vt_vec3 up = vt_quat_rotate(rotation, vt_v3(0, 0, 1));
  vt_vec3 downhill = vt_quat_rotate(rotation, vt_v3(cos(heading), sin(heading), 0));
  vt_vec3 gravity = vt_madd(vt_scale(-G * cos(angle), up), G * sin(angle), downhill);
  incline i = {.y = yard_new(dt, gravity, mu), .up = up, .downhill = downhill};
  yard_fixed(&i.y, block(vt_v3(20, 20, 0.2), 1, VT_CELL_NONE),
      (vt_pose){vt_quat_rotate(rotation, vt_v3(0, 0, -0.1)), rotation});
  // A flat box: its front edge does not lift while it slides.
  i.body = yard_rigid(&i.y, block(vt_v3(0.1, 0.1, 0.02), 1, VT_CELL_NONE), 1,
      (vt_pose){vt_quat_rotate(rotation, vt_v3(0, 0, 0.0101)), rotation}, vt_v3(0, 0, 0));
  yard_start(&i.y);
  return i;
}

static vt_vec3 velocity(const incline *i) { return vt_world_body_velocity(i->y.world, i->body); }

// Within 0.5 % of mu the box must know what to do; the law itself is sharp, so that what remains is the
// solver's tolerance.
static void test_threshold(double mu, double heading) {
  for (int above = 0; above < 2; ++above) {
    double angle = atan(mu * (above ? 1.005 : 0.995)), expected = G * (sin(angle) - mu * cos(angle));
    incline i = incline_new(0.01, mu, angle, heading, vt_quat_identity());
    for (int k = 0; k < 100; ++k) yard_step(&i.y);
    double speed = vt_norm(velocity(&i));
    printf("| %g | %.4f | %s | %.2e | %.4f |\n", mu, tan(angle) / mu, above ? "slips" : "sticks", speed,
        above ? speed / expected : 0);
    if (above) CHECK_CLOSE(speed, expected, 0.01); // after 1 s
    if (!above) CHECK(speed < 1e-8);
    yard_free(&i.y);
  }
}

// The acceleration between 0.2 s and 1 s. Constant forces: implicit Euler makes no error in velocity.
static void test_acceleration(double mu, double angle, double heading, double dt) {
  incline i = incline_new(dt, mu, angle, heading, vt_quat_identity());
  int first = (int)lround(0.2 / dt), last = (int)lround(1 / dt);
  vt_vec3 from = {0, 0, 0};
  for (int k = 1; k <= last; ++k) {
    yard_step(&i.y);
    if (k == first) from = velocity(&i);
  }
  vt_vec3 change = vt_scale(1 / 0.8, vt_sub(velocity(&i), from));
  double along = vt_dot(change, i.downhill), across = vt_norm(vt_sub(change, vt_scale(along, i.downhill)));
  double expected = G * (sin(angle) - mu * cos(angle));
  printf("| %g | %.3f | %.2f | %g | %.6f | %.6f | %.1e |\n", mu, angle, heading, 1e3 * dt, along, expected,
      across);
  CHECK_CLOSE(along, expected, 1e-6);
  CHECK(across < 1e-6 * G);
  yard_free(&i.y);
}

// A linear congruence, the same on every machine; even in [-1, 1].
static double even(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / (double)(1ULL << 52) - 1;
}

static vt_quat any_rotation(unsigned long long *seed) {
  for (;;) {
    double w = even(seed), x = even(seed), y = even(seed), z = even(seed); // in this order
    vt_quat q = {w, x, y, z};
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (square > 0.01 && square <= 1) return vt_quat_normalized(q);
  }
}

// The exact cone knows no directions: the acceleration in 1,000 turned worlds, sliding towards 1,000
// headings, differs by the solver's tolerance only (a pyramid of four sides would spread by up to 41 %).
static void test_isotropy(int count) {
  unsigned long long seed = 7;
  double mu = 0.4, angle = 0.6, expected = G * (sin(angle) - mu * cos(angle));
  double low = INFINITY, high = -INFINITY, across = 0, stuck = 0;
  for (int k = 0; k < count; ++k) {
    vt_quat rotation = any_rotation(&seed);
    double heading = VT_PI * even(&seed);
    incline i = incline_new(0.01, mu, angle, heading, rotation);
    for (int step = 0; step < 2; ++step) yard_step(&i.y);
    vt_vec3 from = velocity(&i);
    for (int step = 0; step < 3; ++step) yard_step(&i.y);
    vt_vec3 change = vt_scale(1 / 0.03, vt_sub(velocity(&i), from));
    double along = vt_dot(change, i.downhill);
    low = fmin(low, along);
    high = fmax(high, along);
    across = fmax(across, vt_norm(vt_sub(change, vt_scale(along, i.downhill))));
    yard_free(&i.y);
    i = incline_new(0.01, mu, atan(0.995 * mu), heading, rotation);
    for (int step = 0; step < 3; ++step) yard_step(&i.y);
    stuck = fmax(stuck, vt_norm(velocity(&i)));
    yard_free(&i.y);
  }
  printf("\n%d worlds turned at random: acceleration %.9f, spread %.1e of it, sideways %.1e; below the cone "
         "%.1e m/s\n",
      count, 0.5 * (low + high), (high - low) / expected, across / expected, stuck);
  CHECK_CLOSE(low, expected, 1e-6);
  CHECK_CLOSE(high, expected, 1e-6);
  CHECK(across < 1e-6 * expected);
  CHECK(stuck < 1e-8);
}

int main(void) {
  printf(
      "| mu | tan(angle)/mu | expected | speed after 1 s | of g (sin - mu cos) |\n|---|---|---|---|---|\n");
  test_threshold(0.1, 0);
  test_threshold(0.5, 0.3);
  test_threshold(1.2, 1);
  printf("\n| mu | angle | heading | h, ms | acceleration | expected | sideways "
         "|\n|---|---|---|---|---|---|---|\n");
  test_acceleration(0, 0.3, 0, 0.01);
  test_acceleration(0.3, 0.5, 0, 0.01);
  test_acceleration(0.3, 0.5, 0.7, 0.01);
  test_acceleration(0.3, 0.5, 0.7, 0.001);
  test_acceleration(0.8, 0.9, 2, 0.01);
  test_isotropy(1000);
  return check_report();
}
