// Quasi-rigid bodies in motion: free flight is the rigid body's, and nothing they do to themselves or to each
// other changes momentum, angular or not.
#include "quasi.h"

#include "check.h"

static const vt_vec3 none = {0, 0, 0};

static vt_quasi_rigid_def thrown(double young) {
  vt_quasi_rigid_def def = plastic(young);
  def.rigid.pose = turned(vt_v3(0.1, 0.2, 0.3), vt_v3(1, 2, 3), 0.7);
  def.rigid.velocity = vt_v3(1, -2, 3);
  def.rigid.angular_velocity = vt_v3(3, 20, -5);
  return def;
}

// To the last bit, for it is the same code.
static void test_flight(void) {
  yard a = yard_new(1e-3, vt_v3(0, 0, -9.81), 0.5), b = yard_new(1e-3, vt_v3(0, 0, -9.81), 0.5);
  vt_quasi_rigid_def def = thrown(1e6);
  vt_rigid_def rigid = def.rigid;
  vt_mesh *mesh = block(vt_v3(0.1, 0.04, 0.02), 2, VT_CELL_TET4);
  vt_error error = {0};
  rigid.mesh = mesh;
  rigid.density = def.material.density;
  CHECK(vt_model_add_rigid(a.model, &rigid, &error) == 0);
  yard_quasi(&b, mesh, def);
  yard_start(&a);
  yard_start(&b);
  for (int k = 0; k < 500; ++k) {
    yard_step(&a);
    yard_step(&b);
  }
  vt_pose p = vt_world_body_pose(a.world, 0), q = vt_world_body_pose(b.world, 0);
  CHECK(memcmp(&p, &q, sizeof p) == 0);
  CHECK(vt_world_energy(b.world, 0).elastic == 0);
  vt_surface_view s = vt_world_collision_surface(a.world, 0), t = vt_world_collision_surface(b.world, 0);
  double apart = 0;
  CHECK(s.vertex_count == t.vertex_count);
  for (int i = 0; i < s.vertex_count; ++i) apart = fmax(apart, vt_norm(vt_sub(s.vertices[i], t.vertices[i])));
  CHECK(apart == 0);
  yard_free(&a);
  yard_free(&b);
}

// A rod that spins while a spring between its ends bends it.
static void test_spin(void) {
  yard y = yard_new(1e-3, none, 0.5);
  vt_quasi_rigid_def def = thrown(2e6);
  int rod = yard_quasi(&y, block(vt_v3(0.1, 0.01, 0.01), 3, VT_CELL_TET4), def);
  vt_error error = {0};
  vt_cable_def spring = vt_cable_def_default();
  vt_point ends[2] = {{rod, -1, {-0.05, 0.005, 0.005}}, {rod, -1, {0.05, 0.005, 0.005}}};
  spring.kind = VT_CABLE_SPRING;
  spring.point_count = 2;
  spring.points = ends;
  spring.stiffness = 300;
  spring.rest = 0.09;
  CHECK(vt_model_add_cable(y.model, &spring, &error) == 0);
  int sensor = yard_point(&y, rod, vt_v3(0.05, 0.005, 0.005));
  yard_start(&y);
  vt_vec3 l = vt_world_angular_momentum(y.world, rod), p = vt_world_momentum(y.world, rod);
  vt_vec3 before = vt_world_sensor(y.world, sensor).position;
  double off = 0, rates = 0, bent = 0;
  for (int k = 0; k < 400; ++k) {
    yard_step(&y);
    vt_reading end = vt_world_sensor(y.world, sensor);
    vt_vec3 rate = vt_scale(1e3, vt_sub(end.position, before));
    if (k > 0) rates = fmax(rates, vt_norm(vt_sub(rate, end.velocity)) / vt_norm(end.velocity));
    before = end.position;
    off = fmax(off, vt_norm(vt_sub(vt_world_angular_momentum(y.world, rod), l)) / vt_norm(l));
    off = fmax(off, vt_norm(vt_sub(vt_world_momentum(y.world, rod), p)) / vt_norm(p));
    bent = fmax(bent, vt_world_energy(y.world, rod).elastic);
  }
  printf("spinning rod bent by its own spring (%.2g J): momenta off by %.2g\n", bent, off);
  CHECK(bent > 1e-4);
  CHECK(off < 1e-12);
  CHECK(rates < 0.03); // a point's velocity is its rate of change, to first order in a turn of 0.02 a step
  yard_free(&y);
}

// Two that strike each other off centre: momenta stay, energy does not grow.
static void test_strike(double young) {
  yard y = yard_new(1e-3, none, 0.3);
  for (int k = 0; k < 2; ++k) {
    vt_quasi_rigid_def def = plastic(young);
    def.rigid.pose = turned(vt_v3(0.03 * k, 0.01 * k, 0.08 * k), vt_v3(1, 2, 1), 0.4 * k);
    def.rigid.velocity = vt_v3(0, 0, k == 0 ? 1 : -1);
    def.rigid.angular_velocity = vt_v3(3, 5.0 * k, 0);
    yard_quasi(&y, block(vt_v3(0.1, 0.06, 0.03), 4, VT_CELL_TET4), def);
  }
  yard_start(&y);
  vt_vec3 p = yard_momentum(&y), l = yard_angular_momentum(&y);
  double energy = yard_energy(&y), scale = vt_norm(vt_world_momentum(y.world, 0)), off = 0, elastic = 0;
  double highest = energy;
  for (int k = 0; k < 150; ++k) {
    yard_step(&y);
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), p)) / scale);
    off = fmax(off, vt_norm(vt_sub(yard_angular_momentum(&y), l)) / (scale * 0.1));
    elastic = fmax(elastic, vt_world_energy(y.world, -1).elastic);
    highest = fmax(highest, yard_energy(&y));
  }
  printf("two strike at E %.0e: elastic up to %.2g J, momenta off by %.2g, energy %.4f to %.4f (highest "
         "%.4f) J\n",
      young, elastic, off, energy, yard_energy(&y), highest);
  CHECK(elastic > 0 && off < 1e-12);
  CHECK(highest < energy * (1 + 1e-9));
  yard_free(&y);
}

int main(void) {
  test_flight();
  test_spin();
  test_strike(1e6);
  test_strike(7e8);
  return check_report();
}
