// What else acts on quasi-rigid bodies, and bends them: bonds, springs, a person's pull, pressures.
#include "quasi.h"

#include "check.h"

#include <stdlib.h>

static const vt_vec3 none = {0, 0, 0};

static vt_region around(vt_vec3 min, vt_vec3 max) { return vt_region_box(min, max); }

// A ruler of 0.2 x 0.02 x 0.004 m, held at one end, where it is linked to the world.
static int add_ruler(yard *y, double young) {
  vt_error error = {0};
  vt_region held = around(vt_v3(-0.101, -1, -1), vt_v3(-0.099, 1, 1));
  vt_quasi_rigid_def def = plastic(young);
  def.held = &held;
  vt_mesh *mesh =
      vt_mesh_box(vt_v3(-0.1, -0.01, -0.002), vt_v3(0.1, 0.01, 0.002), 40, 4, 1, VT_CELL_TET4, &error);
  int body = yard_quasi(y, mesh, def);
  yard_fasten(y, body);
  return body;
}

// m/N at the tip's corner: how a load there bends it.
static double tip_compliance(void) {
  yard y = yard_new(1, none, 0);
  int ruler = add_ruler(&y, 7e8);
  yard_force(&y, ruler, around(vt_v3(0.099, 0.009, 0.0019), vt_v3(0.101, 0.011, 0.0021)), vt_v3(0, 0, -0.1));
  int tip = yard_point(&y, ruler, vt_v3(0.1, 0.01, 0.002));
  yard_start(&y);
  for (int k = 0; k < 3; ++k) yard_step(&y);
  double down = (0.002 - vt_world_sensor(y.world, tip).position.z) / 0.1;
  yard_free(&y);
  return down;
}

// A spring from the tip to the world, and a pull of the same stiffness, bend it as far as springs in a row
// do.
static void test_spring(double compliance) {
  vt_error error = {0};
  double k = 50, far = 0.01, expected = far * compliance / (compliance + 1 / k);
  yard y = yard_new(1, none, 0);
  int ruler = add_ruler(&y, 7e8);
  vt_cable_def spring = vt_cable_def_default();
  vt_point ends[2] = {{ruler, -1, {0.1, 0.01, 0.002}}, {-1, -1, {0.1, 0.01, 1.002}}};
  spring.kind = VT_CABLE_SPRING;
  spring.point_count = 2;
  spring.points = ends;
  spring.stiffness = k;
  spring.rest = 1 - far;
  CHECK(vt_model_add_cable(y.model, &spring, &error) == 0);
  int tip = yard_point(&y, ruler, vt_v3(0.1, 0.01, 0.002));
  yard_start(&y);
  for (int i = 0; i < 20; ++i) yard_step(&y);
  double up = vt_world_sensor(y.world, tip).position.z - 0.002;
  printf("a spring lifts the tip by %.6g m, springs in a row %.6g\n", up, expected);
  CHECK_CLOSE(up, expected, 1e-3); // the spring leans as the tip moves aside
  yard_free(&y);

  y = yard_new(1, none, 0);
  ruler = add_ruler(&y, 7e8);
  tip = yard_point(&y, ruler, vt_v3(0.1, 0.01, 0.002));
  yard_start(&y);
  vt_surface_view s = vt_world_collision_surface(y.world, ruler);
  int triangle = -1, corner = -1;
  vt_vec3 at_tip = {0.1, 0.01, 0.002};
  for (int t = 0; t < 3 * s.triangle_count && triangle < 0; ++t)
    if (vt_norm(vt_sub(s.vertices[s.triangles[t]], at_tip)) < 1e-9) triangle = t / 3, corner = t % 3;
  CHECK(triangle >= 0);
  double weights[3] = {corner == 0, corner == 1, corner == 2};
  CHECK(vt_world_pull(y.world, ruler, triangle, weights, vt_add(at_tip, vt_v3(0, 0, far)), k, &error));
  for (int i = 0; i < 20; ++i) yard_step(&y);
  up = vt_world_sensor(y.world, tip).position.z - 0.002;
  printf("a pull lifts the tip by %.6g m\n", up);
  CHECK_CLOSE(up, expected, 1e-3);
  CHECK_CLOSE(vt_world_pull_force(y.world).z, expected / compliance, 1e-3);
  yard_free(&y);
}

// A soft block that is bonded to the tip hangs on it: it bends by the block's weight.
static void test_bond(double compliance) {
  vt_error error = {0};
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0);
  int ruler = add_ruler(&y, 7e8);
  vt_mesh *mesh =
      vt_mesh_box(vt_v3(0.08, -0.01, -0.02), vt_v3(0.1, 0.01, -0.002), 2, 2, 2, VT_CELL_TET4, &error);
  vt_material soft = {.young = 1e6, .poisson = 0.4, .density = 1000, .stiffness_damping = 0.05};
  int block_body = yard_soft(&y, mesh, soft, 0.01, vt_pose_identity(), none);
  vt_bond_def bond = vt_bond_def_default();
  bond.body_a = block_body;
  bond.body_b = ruler;
  bond.region = around(vt_v3(0, -1, -0.0021), vt_v3(1, 1, -0.0019));
  CHECK(vt_model_add_bond(y.model, &bond, &error) == 0);
  int tip = yard_point(&y, ruler, vt_v3(0.1, 0, 0));
  vt_sensor_def sensor = vt_sensor_def_default();
  sensor.kind = VT_SENSOR_BOND;
  sensor.target = 0;
  int held = vt_model_add_sensor(y.model, &sensor, &error);
  yard_start(&y);
  for (int k = 0; k < 400; ++k) yard_step(&y);
  double down = -vt_world_sensor(y.world, tip).position.z, weight = 9.81 * 0.01;
  // At 0.09 of 0.2 m before the tip: between what a load at 0.8 and at 1 of the length does to the tip.
  printf("a bonded block of %.4f N bends the tip by %.5g m, at the tip it would by %.5g\n", weight, down,
      weight * compliance);
  CHECK_CLOSE(vt_world_sensor(y.world, held).force.z, weight, 1e-4);
  CHECK(down > 0.85 * weight * compliance && down < 1.0 * weight * compliance);
  yard_free(&y);
}

// A pressure on its upper face bends it as forces shared out do: p b L^4 / 8 EI of a beam, with the EI that
// the mesh of one cell through has by its tip's L^3 / 3 EI.
static void test_pressure(double compliance) {
  vt_error error = {0};
  yard y = yard_new(1, none, 0);
  int ruler = add_ruler(&y, 7e8);
  vt_load_def load = vt_load_def_default();
  load.kind = VT_LOAD_PRESSURE;
  load.body = ruler;
  load.region = around(vt_v3(-1, -1, 0.0019), vt_v3(1, 1, 0.0021));
  load.pressure = 20;
  CHECK(vt_model_add_load(y.model, &load, &error) == 0);
  int tip = yard_point(&y, ruler, vt_v3(0.1, 0, 0));
  yard_start(&y);
  for (int k = 0; k < 3; ++k) yard_step(&y);
  double down = -vt_world_sensor(y.world, tip).position.z,
         beam = 20 * 0.02 * pow(0.2, 4) / 8 * 3 * compliance / pow(0.2, 3);
  printf("a pressure bends the tip by %.5g m, a beam by %.5g\n", down, beam);
  CHECK_CLOSE(down, beam, 0.03); // a force at a corner bends more than one across the tip
  yard_free(&y);
}

int main(void) {
  double compliance = tip_compliance();
  test_spring(compliance);
  test_bond(compliance);
  test_pressure(compliance);
  return check_report();
}
