// A sealed piston against the gas law over a full cycle, and a heavy plunger that comes to rest on its air.
//
// A pot and a plunger, prisms of as many sides, with a gap between them that seals. The volume is the
// plunger's travel times an area between the two sections, as the border may lie anywhere in the gap: the
// areas differ by 2 gap / radius = 1.2e-3, and nothing else limits the agreement with the closed form.
#include "air_rig.h"
#include "check.h"

enum { SIDES = 24 };
static const double radius = 0.02, gap = 1.2e-5,
                    start = 0.02; // m: inner corners, clearance, height of the air

static double plunger_radius(void) { return radius - gap / cos(VT_PI / SIDES); }

static vt_air_settings gas(double exponent, double dead) {
  vt_air_settings air = vt_air_settings_default();
  air.exponent = exponent;
  air.dead_volume = dead;
  air.max_pressure = INFINITY;
  return air;
}

static yard piston(double dt, double gravity, vt_air_settings air, double mass, int *plunger) {
  yard y = yard_with(dt, vt_v3(0, 0, -gravity), tight(1e-5));
  air_set(&y, air);
  air_driven(&y, air_mesh(solid_pot(radius, 0.03, 0.1, 0.01, SIDES)), at(0, 0, 0), -1, "pot");
  *plunger = air_rigid(&y, air_mesh(solid_prism(plunger_radius(), 0, 0.04, SIDES)), mass, gravity > 0,
      at(0, 0, start), "plunger");
  return y;
}

// Pulled out by as much as it is high, pushed in to a quarter, and back, at up to 30 mm/s.
static void cycle(double exponent, double dead, double dt) {
  static const double times[] = {0, 1, 2.25, 2.75}, travel[] = {0, 0.02, -0.005, 0};
  int plunger;
  yard y = piston(dt, 0, gas(exponent, dead), 1e-6, &plunger); // light: it has corners in its way to take
  int link = air_hold(&y, plunger, air_slide(&y, vt_v3(0, 0, 1), 4, times, travel));
  int hold = air_sensor(&y, VT_SENSOR_JOINT, link), pot = air_sensor(&y, VT_SENSOR_BODY, 0);
  yard_start(&y);
  // Of second order in the motion over a step: k (k + 1) / 2 (dx / x)^2 would be 1e-3 at 10 ms; but a
  // piston's volume is linear in its travel. What is left is the border that stays behind on the wall.
  air_seen seen = {.law_allowed = 1e-9};
  double area = 0.5 * (polygon_area(radius, SIDES) + polygon_area(plunger_radius(), SIDES));
  double slack = (polygon_area(radius, SIDES) - area) / area, air = 0, drift = 0, off = 0, off_force = 0;
  double v0 = area * start + dead, largest = 0, least = INFINITY;
  for (int k = 0; k < (int)(2.75 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    if (k == 0) air = c.air;
    double x = vt_world_body_pose(y.world, plunger).position.z - 0.02 - start;
    double law = AMBIENT * pow(v0 / (v0 + area * x), exponent);
    vt_reading r = vt_world_sensor(y.world, hold);
    drift = fmax(drift, fabs(c.air / air - 1));
    off = fmax(off, fabs(c.pressure / law - 1));
    off_force = fmax(off_force, fabs(r.force.z - area * (AMBIENT - law)) / (area * fmax(law, AMBIENT)));
    // What holds the pot is the opposite of what holds the plunger.
    CHECK_NEAR(vt_world_sensor(y.world, pot).force.z + r.force.z, 0, 1e-6 * area * AMBIENT);
    // The area that pressure acts on lies between the two sections.
    double acting = r.force.z / (AMBIENT - c.pressure);
    if (fabs(c.pressure - AMBIENT) > 100) CHECK_NEAR(acting, area, 1.001 * slack * area);
    largest = fmax(largest, c.pressure), least = fmin(least, c.pressure);
  }
  printf("| %.1f | %.0f | %.0f | %.0f | %.0f | %.1e | %.1e | %.1e | %.1e | %d |\n", exponent, 1e6 * dead,
      1e3 * dt, least, largest, off, off_force, drift, seen.law, seen.unconverged);
  // A volume off by slack / 2 at the start and slack at the other end moves the pressure by k times that.
  CHECK_NEAR(off, 0, 2 * exponent * slack);
  CHECK_NEAR(off_force, 0, 3 * exponent * slack);
  CHECK_NEAR(drift, 0, 1e-9);
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

// With a seal that bears nothing beyond ambient, pushed in to half and pulled out again: air escapes on the
// way in at ambient pressure, and on the way out what is left is thinned.
static void valve(double exponent, double dt) {
  static const double times[] = {0, 0.5, 1.5}, travel[] = {0, -0.01, 0.01};
  int plunger;
  vt_air_settings air = gas(exponent, 0);
  air.max_pressure = -1;
  yard y = piston(dt, 0, air, 1e-6, &plunger);
  air_hold(&y, plunger, air_slide(&y, vt_v3(0, 0, 1), 3, times, travel));
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-8};
  double area = 0.5 * (polygon_area(radius, SIDES) + polygon_area(plunger_radius(), SIDES)), off_in = 0,
         off_out = 0;
  double slack = (polygon_area(radius, SIDES) - area) / area, left = 0, drift = 0;
  for (int k = 1; k <= (int)(1.5 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    double t = k * dt, height = vt_world_body_pose(y.world, plunger).position.z - 0.02;
    if (t < 0.5 + 0.5 * dt) {
      CHECK(c.pressure == AMBIENT && c.state == VT_CAVITY_BLOWING);
      off_in = fmax(off_in, fabs(c.air / (AMBIENT * area * height / GAS_HEAT) - 1));
      left = c.air;
    } else {
      CHECK(c.state == VT_CAVITY_SEALED);
      double law = AMBIENT * pow(0.5 * start / height, exponent);
      off_out = fmax(off_out, fabs(c.pressure / law - 1));
      drift = fmax(drift, fabs(c.air / left - 1));
    }
  }
  printf("| %.1f | %.0f | %.1e | %.1e | %.1e |\n", exponent, 1e3 * dt, off_in, off_out, drift);
  CHECK_NEAR(off_in, 0, 2 * slack);
  CHECK_NEAR(off_out, 0, 2 * exponent * slack);
  CHECK_NEAR(drift, 0, 1e-9);
  yard_free(&y);
}

// A plunger of 10 kg dropped on its air comes to rest where P = P_atm + m g / A.
static void rest(double exponent, double dead, double dt) {
  int plunger;
  double mass = 10, gravity = 9.81;
  yard y = piston(dt, gravity, gas(exponent, dead), mass, &plunger);
  air_link(&y, VT_LINK_SLIDE, -1, plunger, at(0, 0, 0));
  yard_start(&y);
  // It swings at first, by some percent of its height a step.
  air_seen seen = {.law_allowed = 1e-9};
  for (int k = 0; k < (int)(6 / dt); ++k) air_step(&y, &seen);
  double area = 0.5 * (polygon_area(radius, SIDES) + polygon_area(plunger_radius(), SIDES));
  double pressure = AMBIENT + mass * gravity / area, v0 = area * start + dead;
  double height = (v0 * pow(AMBIENT / pressure, 1 / exponent) - dead) / area;
  double z = vt_world_body_pose(y.world, plunger).position.z - 0.02;
  double speed = vt_norm(vt_world_body_velocity(y.world, plunger));
  vt_cavity_view c = {0};
  if (CHECK(vt_world_cavity_count(y.world) == 1)) c = vt_world_cavity(y.world, 0);
  printf("| %.1f | %.0f | %.0f | %.4f | %.4f | %.1f | %.1f | %.0e |\n", exponent, 1e6 * dead, 1e3 * dt,
      1e3 * z, 1e3 * height, c.pressure, pressure, speed);
  CHECK_NEAR(z, height, 2e-3 * start);       // the gap's share of the area
  CHECK_CLOSE(c.pressure, pressure, 1.3e-3); // likewise
  CHECK_NEAR(speed, 0, 1e-6);
  yard_free(&y);
}

// Floating on its air at rest and tapped, it swings with omega^2 = k P A / (m x).
static void swing(double exponent, double dt) {
  int plunger;
  double mass = 10, gravity = 9.81, area = polygon_area(radius, SIDES), tap = 0.01;
  double pressure = AMBIENT + mass * gravity / area;
  vt_air_settings air = gas(exponent, 0);
  air.start_pressure = pressure;
  yard y = piston(dt, gravity, air, mass, &plunger);
  air_link(&y, VT_LINK_SLIDE, -1, plunger, at(0, 0, 0));
  air_force(&y, plunger, vt_v3(0, 0, mass * tap / dt),
      (vt_curve){VT_STEP, 2, (double[]){0, 1.5 * dt}, (double[]){1, 0}});
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-9};
  double omega = sqrt(exponent * pressure * area / (mass * start)), last = 0, crossings[3] = {0};
  int count = 0;
  while (count < 3 && vt_world_time(y.world) < 1) {
    air_step(&y, &seen);
    double v = vt_world_body_velocity(y.world, plunger).z, t = vt_world_time(y.world);
    if (t > 2 * dt && v * last < 0) crossings[count++] = t - dt * v / (v - last);
    last = v;
  }
  double period = crossings[2] - crossings[0];
  printf("| %.1f | %.1f | %.3f | %.3f |\n", exponent, 1e3 * dt, 1e3 * period, 1e3 * 2 * VT_PI / omega);
  // Implicit Euler slows it by (omega h)^2 / 3; the swing of 0.3 mm on 20 mm adds some 1e-4.
  CHECK_CLOSE(period, 2 * VT_PI / omega, (omega * dt) * (omega * dt) + 2e-3);
  yard_free(&y);
}

// The plunger driven as a piston rod is, with nothing that answers to forces: the pressure and what it takes
// to hold the rod and the pot.
static void driven(double dt) {
  static const double times[] = {0, 1, 2.25, 2.75}, travel[] = {0, 0.02, -0.005, 0};
  yard y = yard_with(dt, vt_v3(0, 0, 0), tight(1e-5));
  air_set(&y, gas(1, 0));
  int pot = air_driven(&y, air_mesh(solid_pot(radius, 0.03, 0.1, 0.01, SIDES)), at(0, 0, 0), -1, "pot");
  int rod = air_driven(&y, air_mesh(solid_prism(plunger_radius(), 0, 0.04, SIDES)), at(0, 0, start),
      air_slide(&y, vt_v3(0, 0, 1), 4, times, travel), "plunger");
  int on_rod = air_sensor(&y, VT_SENSOR_BODY, rod), on_pot = air_sensor(&y, VT_SENSOR_BODY, pot);
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-9};
  double area = 0.5 * (polygon_area(radius, SIDES) + polygon_area(plunger_radius(), SIDES)), off = 0, air = 0;
  for (int k = 0; k < (int)(2.75 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    if (k == 0) air = c.air;
    double x = vt_world_body_pose(y.world, rod).position.z - start;
    double law = AMBIENT * start / (start + x), force = vt_world_sensor(y.world, on_rod).force.z;
    off = fmax(off, fabs(force - area * (AMBIENT - law)) / (area * fmax(law, AMBIENT)));
    CHECK_NEAR(force + vt_world_sensor(y.world, on_pot).force.z, 0, 1e-9 * area * AMBIENT);
    CHECK_CLOSE(c.air, air, 1e-9);
  }
  printf("| driven plunger | force / law - 1, largest | %.1e |\n", off);
  CHECK(off < 2e-3); // as above, and the force is that of the step's start: dx / x = 1e-3 at 10 ms
  yard_free(&y);
}

int main(void) {
  printf("| k | dead, cm^3 | h, ms | least P, Pa | most P, Pa | P / law - 1 | force off, of P A | n | P V "
         "law | unconverged "
         "|\n|---|---|---|---|---|---|---|---|---|---|\n");
  cycle(1, 0, 0.01);
  cycle(1, 0, 0.0025);
  cycle(1.4, 0, 0.01);
  cycle(1, 1e-5, 0.01);
  cycle(1.4, 1e-5, 0.01);
  printf("\n| k | dead, cm^3 | h, ms | height, mm | law | P, Pa | law | speed, m/s "
         "|\n|---|---|---|---|---|---|---|---|\n");
  rest(1, 0, 0.01);
  rest(1, 0, 0.003);
  rest(1.4, 0, 0.01);
  rest(1, 1e-5, 0.01);
  printf("\n| k | h, ms | n on the way in | P on the way out | n on the way out |\n|---|---|---|---|---|\n");
  valve(1, 0.01);
  valve(1.4, 0.01);
  printf("\n| k | h, ms | period, ms | law |\n|---|---|---|---|\n");
  swing(1, 0.001);
  swing(1.4, 0.001);
  driven(0.001);
  CHECK(air_report() == 0);
  return check_report();
}
