// Quasi-rigid bodies that ring: frequency and damping against beam theory and the damped oscillator's closed
// form, momenta and energy, free flight, and the same bits after a restore.
#include "ring.h"

#include "check.h"

#include <stdlib.h>

static const vt_vec3 none = {0, 0, 0};

static double measure_rate(int n, double dt, double damping) {
  yard y = yard_new(dt, none, 0.5);
  int body = yard_quasi(&y, rod_mesh(n), rod(1, damping));
  yard_start(&y);
  double rate = rate_of(&y, body, dt, damping);
  yard_free(&y);
  return rate;
}

// Free-free bending of a slender beam: (4.7300 / L)^2 sqrt(E I / (rho A)); with shear and the inertia of
// turning (Timoshenko's equations, solved by shooting) 0.9909 of that for this rod. Meshes of one and two
// cells across are too stiff; from three on smoothed tetrahedra are a little too soft, as in docs/body.md.
static void test_frequency(void) {
  double bernoulli = pow(4.7300 / 0.2, 2) * sqrt(7e8 * 0.01 * 0.01 / 12 / 950), last = 0;
  for (int n = 1; n <= (SANITIZED ? 1 : 4); ++n) {
    double rate = measure_rate(n, 1e-4, 0.02), half = measure_rate(n, 5e-5, 0.02),
           twice = measure_rate(n, 2e-4, 0.02);
    printf("rod, %d across: %.2f Hz, of a slender beam %.2f (%+.2f%%); half and twice the step off by %.1e, "
           "%.1e\n",
        n, rate / (2 * VT_PI), bernoulli / (2 * VT_PI), 100 * (rate / bernoulli - 1), half / rate - 1,
        twice / rate - 1);
    CHECK_NEAR(half / rate, 1, 1e-6);
    CHECK_NEAR(twice / rate, 1, 1e-6);
    last = rate;
  }
  if (!SANITIZED) CHECK_NEAR(last / bernoulli, 0.9909, 0.015);
}

// A spinning body that rings keeps its momenta, whatever it does within.
static void test_spin(void) {
  yard y = yard_new(1e-3, none, 0.5);
  vt_quasi_rigid_def def = rod(8, 0.001);
  def.rigid.angular_velocity = vt_v3(3, 20, -5);
  int body = yard_quasi(&y, rod_mesh(1), def);
  yard_start(&y);
  vt_vec3 rest;
  strike(&y, body, &rest);
  vt_vec3 l = vt_world_angular_momentum(y.world, body), p = vt_world_momentum(y.world, body);
  double off = 0, energy = vt_world_energy(y.world, body).elastic, least = INFINITY, most = 0;
  for (int k = 0; k < 400; ++k) {
    yard_step(&y);
    off = fmax(off, vt_norm(vt_sub(vt_world_angular_momentum(y.world, body), l)) / vt_norm(l));
    off = fmax(off, vt_norm(vt_sub(vt_world_momentum(y.world, body), p)) / vt_norm(p));
    double now = vt_world_energy(y.world, body).elastic;
    least = fmin(least, now), most = fmax(most, now);
  }
  printf("spinning, ringing rod: elastic %.2g to %.2g J, momenta off by %.2g\n", least, most, off);
  CHECK(energy > 0 && least < 0.2 * most); // it does ring
  CHECK(off < 1e-12);
  yard_free(&y);
}

// It flies as it does without ringing, and so as the rigid one (test_motion.c), to the last bit.
static void test_flight(void) {
  vt_pose poses[2];
  for (int rings = 0; rings < 2; ++rings) {
    yard y = yard_new(1e-3, vt_v3(0, 0, -9.81), 0.5);
    vt_quasi_rigid_def def = rod(rings ? 8 : 0, 0);
    def.rigid.angular_velocity = vt_v3(3, 20, -5);
    yard_quasi(&y, rod_mesh(1), def);
    yard_start(&y);
    for (int k = 0; k < 300; ++k) yard_step(&y);
    poses[rings] = vt_world_body_pose(y.world, 0);
    yard_free(&y);
  }
  CHECK(memcmp(&poses[0], &poses[1], sizeof poses[0]) == 0);
}

// Two that strike each other and ring, and one that falls on the ground: energy never rises.
static void test_energy(double dt, double damping) {
  yard y = yard_new(dt, none, 0.3);
  for (int k = 0; k < 2; ++k) {
    vt_quasi_rigid_def def = plastic(1e6);
    def.modes = 10;
    def.mode_damping = damping;
    def.rigid.pose = turned(vt_v3(0.03 * k, 0.01 * k, 0.08 * k), vt_v3(1, 2, 1), 0.4 * k);
    def.rigid.velocity = vt_v3(0, 0, k == 0 ? 1 : -1);
    def.rigid.angular_velocity = vt_v3(3, 5.0 * k, 0);
    yard_quasi(&y, block(vt_v3(0.1, 0.06, 0.03), 4, VT_CELL_TET4), def);
  }
  yard_start(&y);
  vt_vec3 p = yard_momentum(&y), l = yard_angular_momentum(&y);
  double energy = yard_energy(&y), scale = vt_norm(vt_world_momentum(y.world, 0)), off = 0, rise = 0,
         last = energy;
  double ringing = 0;
  for (int k = 0; k < 0.15 / dt; ++k) {
    yard_step(&y);
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), p)) / scale);
    off = fmax(off, vt_norm(vt_sub(yard_angular_momentum(&y), l)) / (scale * 0.1));
    rise = fmax(rise, yard_energy(&y) - last);
    last = yard_energy(&y);
    ringing = fmax(ringing, vt_world_energy(y.world, -1).elastic);
  }
  printf("two that ring strike, %g ms, damping %g: elastic up to %.2g J, momenta off by %.2g, energy %.4f to "
         "%.4f J, "
         "rises by %.1e at most\n",
      1e3 * dt, damping, ringing, off, energy, last, rise);
  CHECK(ringing > 1e-4 && off < 1e-12);
  CHECK(rise < 1e-9 * energy);
  yard_free(&y);
}

// At rest ringing is over: a block without friction is carried by the same forces as one that bends without
// inertia, to what is left of its swing.
static void test_rest(double dt) {
  enum { MOST = 200 };
  vt_vec3 forces[2][MOST];
  double off = 0, weight = 0;
  int count = 0;
  for (int rings = 0; rings < 2; ++rings) {
    yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0);
    yard_ground(&y);
    vt_quasi_rigid_def def = plastic(1e6);
    def.modes = rings ? 10 : 0;
    def.mode_damping = 0.05;
    def.rigid.pose = at(0, 0, 0.0202);
    int body = yard_quasi(&y, block(vt_v3(0.1, 0.06, 0.04), 4, VT_CELL_HEX8), def);
    yard_start(&y);
    for (int k = 0; k < 1 / dt; ++k) yard_step(&y);
    vt_world_vertex_contact_forces(y.world, body, forces[rings]);
    count = vt_world_collision_surface(y.world, body).vertex_count;
    weight = 9.81 * vt_model_body_mass(y.model, body);
    CHECK(count <= MOST);
    yard_free(&y);
  }
  for (int i = 0; i < count; ++i) off = fmax(off, vt_norm(vt_sub(forces[0][i], forces[1][i])) / weight);
  printf(
      "block at rest, %g ms: with and without ringing forces differ by %.1e of the weight\n", 1e3 * dt, off);
  CHECK(off < 1e-6);
}

static void test_restore(void) {
  yard y = yard_new(1e-3, none, 0.5);
  int body = yard_quasi(&y, rod_mesh(1), rod(4, 0.01));
  yard_start(&y);
  check_restore(&y, body);
  yard_free(&y);
}

static void test_refused(void) {
  yard y = yard_new(1e-3, none, 0.5);
  vt_mesh *mesh = rod_mesh(1);
  vt_error error = {0};
  vt_quasi_rigid_def def = rod(2, 0.01);
  def.rigid.mesh = mesh;
  def.modes = 1000;
  CHECK(vt_model_add_quasi_rigid(y.model, &def, &error) < 0);
  CHECK_CONTAINS(error.message, "found 1000 modes, expected 0 to 64");
  def.modes = 2;
  def.mode_damping = -1;
  error = (vt_error){0};
  CHECK(vt_model_add_quasi_rigid(y.model, &def, &error) < 0);
  CHECK_CONTAINS(error.message, "found a mode_damping of -1");
  vt_mesh_destroy(mesh);
  yard_start(&y);
  yard_free(&y);
}

int main(void) {
  test_frequency();
  test_spin();
  test_flight();
  for (int k = 0; k < (SANITIZED ? 1 : 3); ++k)
    test_energy(k == 0 ? 1e-3 : k == 1 ? 5e-4 : 2e-3, k == 1 ? 0 : 0.02);
  test_rest(1e-3);
  test_rest(2e-3);
  test_restore();
  test_refused();
  return check_report();
}
