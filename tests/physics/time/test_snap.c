// What Newmark's scheme makes of motion that a step does not resolve.
//
// A velocity that steps resolved and the next, longer one does not is no way to go: h v of it along a stiff
// direction would be z^2 times its energy, z = omega h. And where a step would take much of all energy there
// is, it is done in pieces: a bent strip that springs back within half a step comes as far as with steps that
// show it, and a block that strikes a wall is thrown back as fast. Steps whose length changes in time with a
// vibration bring no energy to it.
#include "../contact/yard.h"
#include "../integrator.h"
#include "../rig.h"
#include "check.h"

static const double thick = 0.005;

static double energy(const rig *r) {
  vt_energy e = vt_world_energy(r->world, -1);
  return e.kinetic + e.elastic + e.gravity;
}

static void set_step(rig *r, double dt) {
  vt_settings settings = *vt_world_settings(r->world);
  vt_error error = {0};
  settings.dt = dt;
  CHECK(vt_world_set_settings(r->world, &settings, &error));
}

// A bar rings along itself, first at steps that resolve it (z = 0.1), then at those that do not (z = 1.6 to
// 26).
static void test_longer_step(void) {
  static const double times[] = {0, 0.004}, values[] = {1, 0}, length = 0.1;
  for (double longer = 16; longer < 300; longer *= 4) {
    rig r = rig_new(2e-5, vt_v3(0, 0, 0));
    vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 8, 1, 1, VT_ELEMENT_HEX8);
    int body = rig_soft(&r, mesh, VT_ELEMENT_HEX8, elastic(1e8, 0.3, 1000));
    rig_hold(&r, body, slice_x(0, length));
    rig_push(&r, body, slice_x(length, length), vt_v3(10, 0, 0), (vt_curve){VT_STEP, 2, times, values});
    rig_start(&r);
    rig_steps(&r, 300);
    double before = energy(&r), largest = 0;
    set_step(&r, 2e-5 * longer);
    for (int k = 0; k < 20; ++k) {
      rig_steps(&r, 1);
      largest = fmax(largest, energy(&r));
    }
    printf("steps %g times as long: %.3f of the energy at most\n", longer, largest / before);
    // Kinetic energy is that of the middle of a step and elastic energy that of its end: their sum swings by
    // z/2.
    CHECK(before > 0 && largest < 1.5 * before);
    rig_free(&r);
  }
}

// A bar rings along itself, z = 0.32 at its steps, which are a quarter as long whenever it is slow, or
// whenever it is fast. Without what newmark.c does where pieces change, the first comes to have 1.8 times its
// energy.
static void test_changing_steps(void) {
  static const double times[] = {0, 0.002, 0.0020001}, values[] = {1, 1, 0}, length = 0.1;
  double h = 0.32 / (VT_PI / 2 / length * sqrt(1e8 / 1000)); // s
  for (int slow = 0; slow < 2; ++slow) {
    rig r = rig_new(h, vt_v3(0, 0, 0));
    vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 8, 1, 1, VT_ELEMENT_HEX8);
    int body = rig_soft(&r, mesh, VT_ELEMENT_HEX8, elastic(1e8, 0, 1000));
    rig_hold(&r, body, slice_x(0, length));
    rig_push(&r, body, slice_x(length, length), vt_v3(0.1, 0, 0), (vt_curve){VT_LINEAR, 3, times, values});
    rig_start(&r);
    while (vt_world_time(r.world) < 0.0021) rig_steps(&r, 1);
    double peaks[5] = {0}, start = vt_world_time(r.world), all = 25 * 2 * VT_PI / 0.32 * h;
    for (double t = 0; t < all; t = vt_world_time(r.world) - start) {
      vt_energy e = vt_world_energy(r.world, -1);
      set_step(&r, (e.kinetic < e.elastic) == (slow != 0) ? h / 4 : h);
      rig_steps(&r, 1);
      double *peak = &peaks[(int)(5 * t / all)];
      *peak = fmax(*peak, vt_world_energy(r.world, -1).elastic);
    }
    printf("shorter steps where it is %s: %.3f of the energy after 25 periods\n", slow ? "slow" : "fast",
        peaks[4] / peaks[0]);
    CHECK(peaks[4] < 1.02 * peaks[0] && peaks[4] > 0.05 * peaks[0]);
    rig_free(&r);
  }
}

// A strip with a weight at its end is bent by 1.3 times its length across and let go. J: what is left of
// motion when the weight passes where it hangs at rest.
static double snap(double dt, int *largest) {
  static const double times[] = {0, 0.4, 0.8, 0.80001}, values[] = {0, 1, 1, 0}, length = 0.05;
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_box(vt_v3(length, 2 * thick, thick), 10, 1, 2, VT_ELEMENT_HEX8);
  int body = rig_soft(&r, mesh, VT_ELEMENT_HEX8, elastic(1e7, 0.3, 1000));
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(0, 0, 2), (vt_curve){VT_SMOOTH, 4, times, values});
  int sensor = rig_sense_point(&r, body, vt_v3(length, thick, thick / 2));
  rig_start(&r);
  rig_steps(&r, 79);
  double start = vt_world_sensor(r.world, sensor).position.z, lowest = start;
  set_step(&r, dt);
  *largest = 1;
  while (vt_world_time(r.world) < 0.9) {
    rig_steps(&r, 1);
    *largest = (int)fmax(*largest, vt_world_status(r.world)->substeps);
    lowest = fmin(lowest, vt_world_sensor(r.world, sensor).position.z);
  }
  rig_free(&r);
  return (thick / 2 - lowest) / (start - thick / 2);
}

static void test_snap(void) {
  double reached[3];
  for (int k = 0; k < (SANITIZED ? 1 : 3); ++k) {
    static const double steps[] = {0.01, 0.005, 0.0005};
    int pieces;
    reached[k] = snap(steps[k], &pieces);
    printf("%g ms: swings back by %.3f of how far it was bent, %d pieces at most\n", 1e3 * steps[k],
        reached[k], pieces);
  }
  for (int k = 0; k < 2 && !SANITIZED; ++k) CHECK_NEAR(reached[k], reached[2], 0.1);
}

// A soft block strikes a wall at 3 m/s and leaves it after some 3 ms. m/s: how fast.
static double strike(double dt, int *most) {
  yard y = yard_new(dt, vt_v3(0, 0, 0), 0.5);
  yard_fixed(&y, block(vt_v3(0.02, 0.1, 0.1), 1, VT_CELL_NONE), at(-0.01, 0, 0));
  int body = yard_soft(&y, block(vt_v3(0.04, 0.04, 0.04), 5, VT_CELL_HEX8), elastic(1e6, 0.3, 1000), 0.064,
      at(0.0575, 0, 0), vt_v3(-3, 0, 0));
  yard_start(&y);
  *most = 1;
  while (vt_world_time(y.world) < 0.0399) {
    yard_step(&y);
    *most = (int)fmax(*most, vt_world_status(y.world)->substeps);
  }
  double speed = vt_world_momentum(y.world, body).x / 0.064;
  yard_free(&y);
  return speed;
}

static void test_strike(void) {
  double speeds[3];
  for (int k = 0; k < (SANITIZED ? 1 : 3); ++k) {
    static const double steps[] = {0.01, 0.005, 0.0005};
    int pieces;
    speeds[k] = strike(steps[k], &pieces);
    printf("%g ms: strikes a wall at 3 m/s and leaves it at %.3f m/s, %d pieces at most\n", 1e3 * steps[k],
        speeds[k], pieces);
  }
  // Skin, the nodes that touch, is stopped for good, and there is no more of it in pieces of 0.3 ms than 17%.
  for (int k = 0; k < 2 && !SANITIZED; ++k) CHECK_NEAR(speeds[k], speeds[2], 0.2 * speeds[2]);
}

int main(void) {
  setenv("VT_TEST_INTEGRATOR", "newmark", 1);
  test_longer_step();
  test_changing_steps();
  test_snap();
  test_strike();
  return check_report();
}
