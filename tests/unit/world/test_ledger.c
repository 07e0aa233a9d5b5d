// The ledger of energies: what material, scheme, contacts and friction take of small problems adds up to what
// is gone, and is what it is by hand where that is known.
#include "check.h"
#include "physics/contact/yard.h"
#include "physics/rig.h"
#include "unit/world/ledger.h"
#include "world/world.h"

// J that the terms do not explain of what is gone since the beginning.
static double rest_of(const yard *y, double before, const ledger_sum *sum) {
  return before - yard_energy(y) - ledger_total(sum);
}

static void set_step(rig *r, double dt) {
  vt_settings settings = *vt_world_settings(r->world);
  vt_error error = {0};
  settings.dt = dt;
  CHECK(vt_world_set_settings(r->world, &settings, &error));
}

// A bar that is held at one end, bent by a force at the other and let go swings until its material has taken
// everything. What is not explained is of second order: the period of the first mode is 120 ms.
static double swing(double dt) {
  static const double times[] = {0, 0.5, 1, 1.000001}, values[] = {0, 1, 1, 0}; // s
  static const double length = 0.08, thick = 0.01;                              // m
  ledger_clear();
  rig r = rig_new(0.02, vt_v3(0, 0, 0));
  vt_material material = elastic(1e6, 0.3, 1000);
  material.stiffness_damping = 5e-3;
  vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 10, 2, 2, VT_ELEMENT_HEX8);
  int body = rig_soft(&r, mesh, VT_ELEMENT_HEX8, material);
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(0, 0, 0.05), (vt_curve){VT_SMOOTH, 4, times, values});
  rig_start(&r);
  while (vt_world_time(r.world) < 1 - 1e-9) rig_steps(&r, 1);
  yard y = {r.model, r.world};
  double before = yard_energy(&y);
  set_step(&r, dt);
  while (vt_world_time(r.world) < 2 - 1e-9) rig_steps(&r, 1);
  ledger_sum sum = ledger_between(1, 2);
  double rest = rest_of(&y, before, &sum);
  printf("bent bar, %.2g ms, %d parts: of %.3f mJ %.4f are left; material %.4f, scheme %.4f, loads %.4f, "
         "not explained %.4f\n",
      1e3 * dt, sum.parts, 1e3 * before, yard_energy(&y) / before, sum.taken[LEDGER_MATERIAL] / before,
      sum.taken[LEDGER_SCHEME] / before, sum.taken[LEDGER_LOADS] / before, rest / before);
  CHECK(yard_energy(&y) < 1e-3 * before);
  CHECK(sum.taken[LEDGER_MATERIAL] > 0.8 * before && sum.taken[LEDGER_SCHEME] > 0);
  CHECK(sum.material[body] == sum.taken[LEDGER_MATERIAL]);
  CHECK(sum.taken[LEDGER_NORMAL] == 0 && sum.taken[LEDGER_FRICTION] == 0 && sum.taken[LEDGER_AIR] == 0);
  rig_free(&r);
  return fabs(rest) / before;
}

// A block slides on the ground until friction, and what the material takes besides, have stopped it.
static void slide(vt_cell_kind kind) {
  ledger_clear();
  yard y = yard_new(0.002, vt_v3(0, 0, -9.81), 0.4);
  yard_ground(&y);
  vt_mesh *mesh = block(vt_v3(0.04, 0.04, 0.01), 2, kind);
  vt_vec3 velocity = {0.5, 0, 0};
  double height = 0.005 + vt_contact_settings_default().distance, mass = 0.05;
  if (kind == VT_CELL_NONE)
    yard_rigid(&y, mesh, mass, at(0, 0, height), velocity);
  else
    yard_soft(&y, mesh, rubber(1e6), mass, at(0, 0, height), velocity);
  yard_start(&y);
  double before = yard_energy(&y), moved = 0.5 * mass * 0.25;
  while (vt_world_time(y.world) < 0.3) yard_step(&y);
  ledger_sum sum = ledger_between(0, 1);
  double rest = rest_of(&y, before, &sum);
  printf("sliding block: of %.3f mJ friction takes %.4f, normals %.4f, material %.4f, scheme %.4f, "
         "not explained %.4f\n",
      1e3 * moved, sum.taken[LEDGER_FRICTION] / moved, sum.taken[LEDGER_NORMAL] / moved,
      sum.taken[LEDGER_MATERIAL] / moved, sum.taken[LEDGER_SCHEME] / moved, rest / moved);
  CHECK_NEAR(rest, 0, 0.01 * moved);
  CHECK_NEAR(sum.taken[LEDGER_FRICTION], moved, 0.01 * moved);
  yard_free(&y);
}

// A rigid block that falls by h and lies: the impact takes m g h.
static void fall(void) {
  ledger_clear();
  yard y = yard_new(0.002, vt_v3(0, 0, -9.81), 0.4);
  yard_ground(&y);
  double h = 0.05, kept = vt_contact_settings_default().distance;
  yard_rigid(
      &y, block(vt_v3(0.04, 0.04, 0.02), 1, VT_CELL_NONE), 0.1, at(0, 0, 0.01 + kept + h), vt_v3(0, 0, 0));
  yard_start(&y);
  double before = yard_energy(&y);
  while (vt_world_time(y.world) < 0.3) yard_step(&y);
  ledger_sum sum = ledger_between(0, 1);
  double fallen = 0.1 * 9.81 * h, rest = rest_of(&y, before, &sum);
  printf("falling block: of %.3f mJ normals take %.4f, not explained %.4f\n", 1e3 * fallen,
      sum.taken[LEDGER_NORMAL] / fallen, rest / fallen);
  CHECK_CLOSE(sum.taken[LEDGER_NORMAL], fallen, 0.02);
  CHECK_NEAR(rest, 0, 0.02 * fallen);
  yard_free(&y);
}

int main(void) {
  double coarse = swing(0.004), fine = swing(0.002);
  CHECK(coarse < 0.01 && fine < 0.5 * coarse); // a quarter, where it is of second order
  slide(VT_CELL_NONE);
  slide(VT_CELL_HEX8);
  fall();
  return check_report();
}
