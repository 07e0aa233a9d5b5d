// The cup of the 2022 paper on the ground: pressed by 4 mm, held, pulled at 10 mm/s until it comes off (Fig.
// 4, Fig. 9). Of the meshes and steps of docs/validation-suction.md the quickest two.
#include "check.h"
#include "cup_rig.h"

#include <stdlib.h>

static const double weight = 0.02 * 9.81;            // N
static const double mouth = VT_PI * 0.0175 * 0.0175; // m^2 of a circle of 35 mm

// While it is pressed air escapes: ambient pressure, less air in every step.
static void check_pressing(const cup_row *rows, int count) {
  double before = INFINITY;
  int steps = 0;
  for (int k = 0; k < count && rows[k].time < 0.5 + 1e-9; ++k) {
    if (rows[k].cavities == 0) continue;
    CHECK_CLOSE(rows[k].pressure, AMBIENT, 1e-9);
    CHECK(rows[k].blowing == 1 && rows[k].air < before && rows[k].hand < weight);
    before = rows[k].air;
    ++steps;
  }
  CHECK(steps > 30);
}

// From 50 ms after the hand has stopped, when the cup is at rest, until it comes off: no air comes or goes,
// and P V = n R T. The volume is what it was plus the gradient times the motion of a step; at 10 ms and 10
// mm/s what that leaves out is 2e-4, and as much as 1e-3 while the lip slides inwards by itself.
static void check_sealed(const cup_row *rows, int count, double opened, double off) {
  double air = 0;
  for (int k = 0; k < count && rows[k].time < opened - 1e-9; ++k) {
    if (rows[k].time < 0.8 + 1e-9) {
      air = rows[k].air;
      continue;
    }
    CHECK(rows[k].cavities == 1 && rows[k].id == 0);
    CHECK_CLOSE(rows[k].air, air, 1e-12);
    CHECK_NEAR(rows[k].law, 1, off);
    // The hand carries the cup against what the air pulls it down with and the contacts push it up with. At
    // 10 mm/s the momentum of 20 g is nothing. Of a step in pieces the hand is read as a mean.
    if (rows[k].substeps == 1) CHECK_NEAR(rows[k].hand + rows[k].suck + rows[k].touch, weight, 0.05);
    CHECK(rows[k].hand - weight <= (AMBIENT - rows[k].pressure) * rows[k].area);
  }
  CHECK(air > 0);
}

static void check_off(const cup_row *rows, int count, double opened) {
  for (int k = 0; k < count; ++k) {
    if (rows[k].time < opened + 0.1) continue; // it rings
    CHECK(rows[k].cavities == 0 && rows[k].contacts == 0);
    CHECK_NEAR(rows[k].hand, weight, 2e-3);
  }
}

static void plane(double dt, double off, double *pull) {
  cup_case c = cup_default();
  air_seen seen;
  int count = 0;
  c.dt = dt;
  c.law_allowed = off;
  cup_row *rows = cup_run(&c, 2, &count, &seen);
  cup_summary s = cup_sum_up(rows, count, 0.8, weight);
  check_pressing(rows, count);
  check_sealed(rows, count, s.opened, off);
  check_off(rows, count, s.opened);
  CHECK(s.unconverged == 0 && seen.cavities == 1);
  CHECK(s.pull > 5 * s.press && s.pull < AMBIENT * mouth);
  CHECK(s.opened > 1.5 && s.opened < 1.8);
  printf("| %g ms | %.2f | %.2f | %.1f | %.1f | %.2f | %.3f | %.5f..%.5f |\n", 1e3 * dt, s.press,
      1e6 * s.left, 1e9 * s.held_volume, 1e-3 * s.lowest, s.pull, s.opened, s.law_low, s.law_high);
  *pull = s.pull;
  free(rows);
}

// How much the mouth changes from one step to the next where nothing moves: with its own air, and sucked at
// so that all but a tenth of the atmosphere presses the rim down. (Where the pressure ends at whole vertices
// it jumps between the edges of the rim.)
static void still(double gauge) {
  static const double times[] = {0.5, 0.6}, values[] = {0, 1}, zero = 0;
  static const vt_valve regulated = VT_VALVE_REGULATED;
  cup_case c = cup_default();
  air_seen seen;
  int count = 0;
  if (gauge > 0) {
    c.air.valve = (vt_valve_keys){1, &zero, &regulated};
    c.air.pressure = -gauge;
    c.air.pressure_curve = (vt_curve){VT_LINEAR, 2, times, values};
  }
  cup_row *rows = cup_run(&c, 0.8, &count, &seen);
  double change = 0, jump = 0;
  int steps = 0;
  for (int k = 2; k < count; ++k) {
    if (rows[k].time < 0.5) continue;
    // Between 0.5 and 0.6 s it is sucked flat: steadily.
    double last = rows[k - 1].area, before = rows[k - 2].area;
    jump = fmax(jump, fabs(rows[k].area - 2 * last + before) / last);
    if (rows[k].time < 0.7) continue;
    CHECK_CLOSE(rows[k].pressure, gauge > 0 ? AMBIENT - gauge : rows[k - 1].pressure, 1e-3);
    change = fmax(change, fabs(rows[k].area / last - 1));
    ++steps;
  }
  printf("| %g | %.1f | %.4f | %.2f |\n", 1e-3 * gauge, 1e6 * rows[count - 1].area, 1e2 * change, 1e2 * jump);
  CHECK(steps >= 10 && change < 0.01 && seen.cavities == 1);
  CHECK(jump < 0.04); // 0.12 and 0.14 where it ends at whole vertices
  free(rows);
}

int main(void) {
  double pulls[2] = {0};
  printf("| step | press, N | air left, umol | its volume, mm^3 | lowest pressure, kPa | pull-off, N | at, s "
         "| P V / n R T "
         "|\n|---|---|---|---|---|---|---|---|\n");
  plane(0.01, 1e-3, &pulls[0]);
  if (!SANITIZED) plane(0.005, 5e-4, &pulls[1]);
  printf("\n| kPa below ambient | mouth, mm^2 | changes by, %% a step | jumps by, %%, while sucked at |\n"
         "|---|---|---|---|\n");
  if (!SANITIZED) still(0);
  if (!SANITIZED) still(60e3);
  still(90e3);
  // As recorded in docs/validation-suction.md: what changes it by more than 1% has to be meant.
  CHECK_CLOSE(pulls[0], 34.61, 0.01);
  if (!SANITIZED) CHECK_CLOSE(pulls[1], 34.72, 0.01);
  // Pull-off is an instability, and steps are shorter before it.
  if (!SANITIZED) CHECK_CLOSE(pulls[1], pulls[0], 0.005);
  CHECK(air_report() == 0);
  return check_report();
}
