// The cup pressed until its ceiling lies on what is below it: next to no air is left, most of it in films. It
// still sticks, by nearly all of the atmosphere, and lifts what that allows.
#include "../rig.h"
#include "check.h"
#include "cup_rig.h"

#include <stdlib.h>
#include <string.h>

static const char *n434 = "cup_35x15_n434.msh";
static const double weight = 0.02 * 9.81; // N

static cup_case flat_case(double depth) {
  cup_case c = cup_default();
  double down = depth + c.above;
  c.keys = 4;
  c.times[1] = down / 0.02, c.travel[1] = -down;
  c.times[2] = c.times[1] + 0.1, c.travel[2] = -down;
  c.times[3] = c.times[2] + 0.02 / 0.02, c.travel[3] = -down + 0.02;
  // In a step of 10 ms the ceiling moves by 0.2 mm, onto pockets that are 0.1 to 0.2 mm high.
  c.law_allowed = 0.03;
  return c;
}

// The most that may be left at ambient pressure: what the gap up to where surfaces seal holds under all of
// the cup, and as much again along edges inside that do not close.
static const double most_left = 2 * AMBIENT * 1.5e-4 * VT_PI * 0.0175 * 0.0175 / GAS_HEAT;

// On the ground. Air never comes in, and once the hand pulls none goes out before the cup is off.
static void on_ground(double depth, const char *mesh, double dt) {
  cup_case c = flat_case(depth);
  c.mesh = mesh;
  c.dt = dt;
  air_seen seen;
  int count = 0, largest = 0, flat = 0;
  cup_row *rows = cup_run(&c, c.times[3], &count, &seen);
  cup_summary s = cup_sum_up(rows, count, c.times[2], weight);
  double before = INFINITY;
  for (int k = 0; k < count; ++k) {
    if (rows[k].cavities == 0) continue;
    CHECK(rows[k].air <= before * (1 + 1e-12));
    before = rows[k].air;
    if (rows[k].cavities > largest) largest = rows[k].cavities;
    if (rows[k].flat > flat) flat = rows[k].flat;
    CHECK((rows[k].hand - weight) <= AMBIENT * VT_PI * 0.0175 * 0.0175);
  }
  CHECK(s.unconverged == 0);
  CHECK(largest == 1);
  CHECK(before >= s.left * (1 - 1e-12));
  CHECK(s.left > 0 && s.left < most_left);
  CHECK(s.lowest < 0.1 * AMBIENT && s.pull > 45);
  CHECK(rows[count - 1].cavities == 0 && rows[count - 1].contacts == 0);
  CHECK_NEAR(rows[count - 1].hand, weight, 2e-3);
  printf("| %.1f | %.4s | %g | %.0f | %.2f | %d (%d) | %.2f | %.1f | %.1f | %.3f | %.0f at %.2f s | %d |\n",
      1e3 * depth, mesh + strlen("cup_35x15_"), 1e3 * dt, s.press, 1e6 * s.left, largest, flat,
      1e-3 * s.lowest, s.pull, 100 * (1 - before / s.left), s.opened, s.slowest_ms, s.slowest_time, s.redone);
  free(rows);
}

// On a plate, which is lifted, or not.
static void on_plate(double depth, double mass, bool holds) {
  cup_case c = flat_case(depth);
  c.plate = mass;
  // Up by 20 mm slowly, so that what it takes to move the plate is little: 4% of its weight.
  c.times[3] = c.times[2] + 0.5;
  cup_rig r = cup_new(&c);
  cup_row row = {0};
  for (double until = c.times[3] + 0.3; vt_world_time(r.y.world) < until - 1e-9;) row = cup_step(&r);
  double height = vt_world_body_pose(r.y.world, r.plate).position.z;
  printf("| %.1f | %.0f | %.1f | %.2f | %.1f | %s |\n", 1e3 * depth, mass, 9.81 * mass, 1e-3 * row.pressure,
      1e3 * height, height > 0.01 ? "yes" : "no");
  CHECK((height > 0.01) == holds);
  if (holds) CHECK_NEAR(row.hand, weight + 9.81 * mass, 0.02 * 9.81 * mass);
  if (!holds) CHECK_NEAR(row.hand, weight, 2e-3);
  cup_free(&r);
}

int main(int argc, char **argv) {
  printf("| mm | mesh | h, ms | press, N | air, umol | airs (flat) | kPa | pull-off, N | lost, %% | at, s | "
         "slowest, ms | redone |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  on_ground(0.0078, n434, 0.01);
  on_ground(0.011, n434, 0.01);
  if (is_full(argc, argv)) {
    on_ground(0.0078, n434, 0.005);
    on_ground(0.011, n434, 0.005);
    on_ground(0.011, "cup_35x15_n816.msh", 0.01);
  }
  printf("\n| pressed by, mm | plate, kg | its weight, N | pressure, kPa | its height, mm | lifted "
         "|\n|---|---|---|---|---|---|\n");
  on_plate(0.0078, 4, true);
  on_plate(0.0078, 7, false);
  CHECK(air_report() == 0);
  return check_report();
}
