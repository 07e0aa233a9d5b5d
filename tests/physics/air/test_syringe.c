// A syringe without air: a plunger that lies on the floor of its pot is pulled out. Between surfaces that
// touch there is no air to be shut in, so that it is pulled against the whole atmosphere from the first
// moment on, F = A P_a, wherever it is. Put back and pulled out again it is the same. Where they are sealed
// with a gap beyond the contact distance, that is the air.
#include "air_rig.h"
#include "check.h"

enum { SIDES = 24 };
static const double radius = 0.02, gap = 1.2e-5, distance = 1e-5, travel = 0.01; // m

static double plunger_radius(void) { return radius - gap / cos(VT_PI / SIDES); }

// `under` is the gap that it begins with.
static void pull(double dt, double under) {
  static const double times[] = {0, 0.2, 0.4, 0.6}, places[] = {0, travel, 0, travel};
  yard y = yard_with(dt, vt_v3(0, 0, 0), tight(distance));
  vt_air_settings air = vt_air_settings_default();
  air_set(&y, air);
  air_driven(&y, air_mesh(solid_pot(radius, 0.03, 0.1, 0.01, SIDES)), at(0, 0, 0), -1, "pot");
  int plunger = air_rigid(
      &y, air_mesh(solid_prism(plunger_radius(), 0, 0.04, SIDES)), 1e-6, false, at(0, 0, under), "plunger");
  int link = air_hold(&y, plunger, air_slide(&y, vt_v3(0, 0, 1), 4, times, places));
  int hold = air_sensor(&y, VT_SENSOR_JOINT, link);
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-6};
  double area = 0.5 * (polygon_area(radius, SIDES) + polygon_area(plunger_radius(), SIDES));
  double slack = polygon_area(radius, SIDES) / area - 1;           // the border may lie anywhere in the gap
  double height = under > 2 * distance ? under : under - distance; // of air, at ambient pressure
  double off = 0, most_air = 0;
  int found = 0;
  for (int k = 0; k < (int)(0.6 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    most_air = fmax(most_air, air_sum(&y));
    double moved = vt_world_body_pose(y.world, plunger).position.z - 0.02 - under;
    // It may still be, or be again, sealed; cavities are looked for as a step begins, when the first one is.
    if (moved < 1e-4 || k == 0) continue;
    ++found;
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    double law = AMBIENT * height / (under + moved);
    off = fmax(off, fabs(vt_world_sensor(y.world, hold).force.z / (area * (AMBIENT - law)) - 1));
    CHECK_NEAR(vt_world_cavity(y.world, 0).pressure, law, 1e-3 * AMBIENT);
  }
  printf("| %g | %g | %.2e | %.1e |\n", 1e3 * under, 1e3 * dt, most_air, off);
  CHECK(found > 0.8 * 0.6 / dt);
  CHECK_NEAR(off, 0, slack + (height > 0 ? 2e-3 : 1e-6));
  // What comes free of the walls in the first step was further away than the contact distance, by a fifth.
  if (under < 2 * distance)
    CHECK_NEAR(most_air, AMBIENT * area * height / GAS_HEAT, 0.02 * AMBIENT * area * distance / GAS_HEAT);
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

int main(void) {
  printf("| gap at first, mm | h, ms | most air, mol | force off |\n|---|---|---|---|\n");
  pull(0.01, distance);
  pull(0.002, distance);
  pull(0.002, 1.3 * distance); // sealed, with a gap of which the contact distance is no air
  pull(0.002, 0.005);          // with air, by the gas law
  CHECK(air_report() == 0);
  return check_report();
}
