// Quasi-rigid bodies that are held and ring: frequency against beam theory and full elements, damping against
// the damped oscillator's closed form, momenta and energy, rest, and the same bits after a restore.
#include "ring.h"

#include "check.h"

static const vt_vec3 none = {0, 0, 0};

static const double end_face = -0.1; // m: the rod's end that is held

static vt_region grip(void) {
  return vt_region_box(vt_v3(end_face - 1e-6, -1, -1), vt_v3(end_face + 1e-6, 1, 1));
}

// Tetrahedra, or bricks: with these the rod is as stiff to all sides, so that modes to both are of one rate.
static vt_mesh *mesh_of(int n, bool bricks) {
  vt_error error = {0};
  return bricks ? vt_mesh_box(vt_v3(-0.1, -0.005, -0.005), vt_v3(0.1, 0.005, 0.005), 10 * n, n, n,
                      VT_CELL_HEX8, &error)
                : rod_mesh(n);
}

static yard held_rod(vt_mesh *mesh, double dt, int modes, double damping, int *body) {
  yard y = yard_new(dt, none, 0.5);
  vt_region held = grip();
  vt_quasi_rigid_def def = rod(modes, damping);
  def.held = &held;
  *body = yard_quasi(&y, mesh, def);
  yard_fasten(&y, *body);
  yard_start(&y);
  return y;
}

static double measure_rate(int n, bool bricks, double dt, double damping) {
  int body;
  yard y = held_rod(mesh_of(n, bricks), dt, bricks ? 2 : 1, damping, &body);
  double rate = rate_of(&y, body, dt, damping);
  yard_free(&y);
  return rate;
}

// By a soft spring at the tip, slowly, so that little but the lowest mode is excited; then lets go.
static void push_aside(yard *y, int body) {
  vt_surface_view s = vt_world_collision_surface(y->world, body);
  int triangle = 0;
  while (s.vertices[s.triangles[3 * triangle]].x < 0.0999) ++triangle;
  vt_vec3 tip = s.vertices[s.triangles[3 * triangle]];
  vt_error error = {0};
  double weights[3] = {1, 0, 0}, far = 0.002, stiffness = 20; // m, N/m: bends it by 0.1 mm
  CHECK(vt_world_pull(y->world, body, triangle, weights, vt_add(tip, vt_v3(0, 0, far)), stiffness, &error));
  while (vt_world_time(y->world) < 0.1) yard_step(y);
  vt_world_let_go(y->world);
}

// The same rod of full elements by Newmark's scheme, attached where the other is held, let go from rest: the
// mean period between passages of its tip through rest.
static double full_rate(int n, double dt) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  settings.dt = dt;
  settings.gravity = none;
  settings.integrator = VT_INTEGRATOR_NEWMARK;
  yard y = {.model = vt_model_create(&settings, &error)};
  vt_material material = {.young = 7e8, .poisson = 0.35, .density = 950};
  int body = yard_soft(&y, mesh_of(n, true), material, 0, vt_pose_identity(), none);
  vt_frame_def frame = vt_frame_def_default();
  vt_attachment_def hold = vt_attachment_def_default();
  hold.frame = vt_model_add_frame(y.model, &frame, &error);
  hold.body = body;
  hold.region = grip();
  CHECK(vt_model_add_attachment(y.model, &hold, &error) == 0);
  int tip = yard_point(&y, body, vt_v3(0.1, 0, 0));
  yard_start(&y);
  push_aside(&y, body);
  double before = 0, first = 0, last = 0;
  int passed = 0;
  for (int k = 0; passed < 9 && k < 0.5 / dt; ++k) {
    double z = vt_world_sensor(y.world, tip).position.z, time = vt_world_time(y.world);
    if (k > 0 && before * z < 0) {
      double then = time - dt * z / (z - before);
      if (passed++ == 0) first = then;
      last = then;
    }
    before = z;
    yard_step(&y);
  }
  CHECK(passed == 9);
  yard_free(&y);
  return 8 * VT_PI / (last - first);
}

// A slender cantilever: (1.8751 / L)^2 sqrt(E I / (rho A)). Shear and the inertia of turning take 0.3% of
// that here; meshes are off as in docs/quasi-rigid.md. Full elements have the same lowest mode, which
// Newmark's scheme slows down by (w h)^2 / 12 at most, 2e-4 here; higher modes that were excited along shift
// single passages of the tip.
static void test_frequency(void) {
  double slender = pow(1.8751 / 0.2, 2) * sqrt(7e8 * 0.01 * 0.01 / 12 / 950), last = 0;
  for (int n = 1; n <= (SANITIZED ? 1 : 3); ++n) {
    double rate = measure_rate(n, false, 2e-4, 0.02), half = measure_rate(n, false, 1e-4, 0.02),
           twice = measure_rate(n, false, 4e-4, 0.02);
    printf("held rod, %d across: %.2f Hz, of a slender beam %.2f (%+.2f%%); half and twice the step off by "
           "%.1e, %.1e\n",
        n, rate / (2 * VT_PI), slender / (2 * VT_PI), 100 * (rate / slender - 1), half / rate - 1,
        twice / rate - 1);
    CHECK_NEAR(half / rate, 1, 1e-6);
    CHECK_NEAR(twice / rate, 1, 1e-6);
    last = rate;
  }
  if (!SANITIZED) CHECK_NEAR(last / slender, 0.997, 0.02);
  for (int n = 1; n <= (SANITIZED ? 1 : 2); ++n) {
    double rate = measure_rate(n, true, 2e-4, 0.02), full = full_rate(n, 2e-4);
    printf("held rod of bricks, %d across: %.3f Hz, of full elements %.3f (%+.3f%%)\n", n, rate / (2 * VT_PI),
        full / (2 * VT_PI), 100 * (rate / full - 1));
    CHECK_NEAR(rate / full, 1, 5e-3);
  }
}

// Two that are held at an end, but by nobody, strike each other off centre: momenta are kept, energy never
// rises.
static void test_energy(double dt, double damping) {
  yard y = yard_new(dt, none, 0.3);
  for (int k = 0; k < 2; ++k) {
    vt_region held = vt_region_box(vt_v3(-1, -1, -1), vt_v3(-0.045, 1, 1));
    vt_quasi_rigid_def def = plastic(1e6);
    def.modes = 10;
    def.mode_damping = damping;
    def.held = &held;
    def.rigid.pose = turned(vt_v3(0.03 * k, 0.01 * k, 0.08 * k), vt_v3(1, 2, 1), 0.4 * k);
    def.rigid.velocity = vt_v3(0, 0, k == 0 ? 1 : -1);
    def.rigid.angular_velocity = vt_v3(3, 5.0 * k, 0);
    yard_quasi(&y, block(vt_v3(0.1, 0.06, 0.03), 4, VT_CELL_TET4), def);
  }
  yard_start(&y);
  vt_vec3 p = yard_momentum(&y), l = yard_angular_momentum(&y);
  double energy = yard_energy(&y), scale = vt_norm(vt_world_momentum(y.world, 0)), off = 0, rise = 0,
         last = energy, ringing = 0;
  for (int k = 0; k < 0.15 / dt; ++k) {
    yard_step(&y);
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), p)) / scale);
    off = fmax(off, vt_norm(vt_sub(yard_angular_momentum(&y), l)) / (scale * 0.1));
    rise = fmax(rise, yard_energy(&y) - last);
    last = yard_energy(&y);
    ringing = fmax(ringing, vt_world_energy(y.world, -1).elastic);
  }
  printf("two that are held and ring strike, %g ms, damping %g: elastic up to %.2g J, momenta off by %.2g, "
         "energy %.4f to %.4f J, rises by %.1e at most\n",
      1e3 * dt, damping, ringing, off, energy, last, rise);
  CHECK(ringing > 1e-4 && off < 1e-12);
  CHECK(rise < 1e-9 * energy);
  yard_free(&y);
}

// A force on the tip that stays bends it as it does one without inertia, once the swing is over.
static void test_rest(void) {
  double tip[2];
  for (int rings = 0; rings < 2; ++rings) {
    yard y = yard_new(1e-3, none, 0.5);
    vt_region held = grip();
    vt_quasi_rigid_def def = rod(rings ? 6 : 0, 0.2);
    def.held = &held;
    int body = yard_quasi(&y, rod_mesh(2), def);
    yard_fasten(&y, body);
    yard_force(&y, body, vt_region_box(vt_v3(0.099, -1, -1), vt_v3(0.101, 1, 1)), vt_v3(0, 0, -0.2));
    int point = yard_point(&y, body, vt_v3(0.1, 0, 0));
    yard_start(&y);
    double least = 0;
    for (int k = 0; k < 500; ++k) {
      yard_step(&y);
      least = fmin(least, vt_world_sensor(y.world, point).position.z);
    }
    tip[rings] = vt_world_sensor(y.world, point).position.z;
    printf("held rod under 0.2 N, %s: its tip %.6f mm, the furthest %.6f\n",
        rings ? "rings" : "does not ring", 1e3 * tip[rings], 1e3 * least);
    CHECK(rings ? least < 1.1 * tip[1] : least > 1.001 * tip[0]); // it overshoots, or goes there at once
    yard_free(&y);
  }
  CHECK_NEAR(tip[1] / tip[0], 1, 1e-6);
}

static void test_restore(void) {
  int body;
  yard y = held_rod(rod_mesh(1), 1e-3, 4, 0.01, &body);
  check_restore(&y, body);
  yard_free(&y);
}

int main(void) {
  test_frequency();
  for (int k = 0; k < (SANITIZED ? 1 : 3); ++k)
    test_energy(k == 0 ? 1e-3 : k == 1 ? 5e-4 : 2e-3, k == 1 ? 0 : 0.02);
  test_rest();
  test_restore();
  return check_report();
}
