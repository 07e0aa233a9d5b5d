// Leaks: a rigid cavity filling against the integrated law, from vacuum too, and a weight that suction holds
// until the leak has let it go.
#include "../integrator.h"
#include "air_rig.h"
#include "check.h"

enum { SIDES = 16 };
static const double inner = 0.02, outer = 0.025, depth = 0.02, distance = 1e-5; // m

// A pot with its mouth up and a heavy lid on it.
static yard pot(double dt, vt_air_settings air) {
  yard y = yard_with(dt, vt_v3(0, 0, -9.81), tight(distance));
  air_set(&y, air);
  air_driven(&y, air_mesh(solid_pot(inner, outer, depth, 0.01, SIDES)), at(0, 0, 0), -1, "pot");
  air_rigid(&y, air_mesh(solid_prism(0.03, 0, 0.01, SIDES)), 20, true, at(0, 0, depth + distance), "lid");
  yard_start(&y);
  return y;
}

typedef struct fill {
  double worst;    // |P - law| / P_atm
  double discrete; // the same against the law of the integrator, which is what the step promises
  double air;      // |n - law| / n at ambient
} fill;

// Over 1 s, by a rate and by a conductance that would bring P to P_atm in 1 s or half of it.
static fill filling(double dt, double start, bool by_rate) {
  double volume = polygon_area(inner, SIDES) * depth, full = AMBIENT * volume / GAS_HEAT;
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = start;
  air.max_pressure = 2 * AMBIENT; // the lid holds that
  double lambda = 2, rate = 0.7 * full;
  if (by_rate)
    air.leak_rate = rate;
  else
    air.leak_conductance = lambda * volume / GAS_HEAT;
  yard y = pot(dt, air);
  air_seen seen = {.law_allowed = 1e-9}; // nothing moves
  fill f = {0};
  double v0 = 0, discrete = start;
  for (int k = 1; k <= (int)(1 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    if (k == 1) v0 = c.volume;
    double t = k * dt, scale = volume / v0; // the gap under the lid is part of it
    double law =
        by_rate ? start + rate * GAS_HEAT / v0 * t : AMBIENT - (AMBIENT - start) * exp(-lambda * scale * t);
    // By implicit Euler P' - P = a (ambient - P'), a = lambda h. Newmark's scheme takes P' and P in equal
    // parts, but for the square of a.
    double a = dt * lambda * scale, early = 0.5 * (1 - a * a / ((1 + a) * (1 + a)));
    if (tested_integrator() == VT_INTEGRATOR_EULER) early = 0;
    discrete = by_rate ? law : (discrete + a * (AMBIENT - early * discrete)) / (1 + (1 - early) * a);
    f.worst = fmax(f.worst, fabs(c.pressure - law) / AMBIENT);
    f.discrete = fmax(f.discrete, fabs(c.pressure - discrete) / AMBIENT);
    f.air = fmax(f.air, fabs(c.air - law * v0 / GAS_HEAT) / full);
    CHECK_CLOSE(c.volume, volume, 2e-3); // the contact distance over the depth
  }
  CHECK(seen.unconverged == 0);
  yard_free(&y);
  return f;
}

// Air that comes in without exchange of heat is worked on by what follows it: P V rises by k R T for each
// mole, T outside; an empty vessel ends k times as warm as the air around it. Within a step the air is still
// the old mixture: off by a step's share of what came in.
static void adiabatic(double dt, double start) {
  double volume = polygon_area(inner, SIDES) * depth, full = AMBIENT * volume / GAS_HEAT;
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = start;
  air.max_pressure = 2 * AMBIENT;
  air.exponent = 1.4;
  air.leak_rate = 0.7 * full;
  yard y = pot(dt, air);
  air_seen seen = {.law_allowed = INFINITY}; // the constant of the mixture changes with each step
  double first = 0, off = 0;
  vt_cavity_view c = {0};
  for (int k = 1; k <= (int)(0.5 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    c = vt_world_cavity(y.world, 0);
    if (k == 1) first = c.air - air.leak_rate * dt; // at the start
    double law = (first + 1.4 * (c.air - first)) * GAS_HEAT / c.volume;
    if (k * dt > 0.1 - 1e-9) off = fmax(off, fabs(c.pressure / law - 1));
  }
  printf("| %.0f | %.0f | %.1e | %.5f |\n", start, 1e3 * dt, off, c.pressure * c.volume / (c.air * GAS_HEAT));
  CHECK_NEAR(c.air, first + 0.5 * air.leak_rate, 1e-9 * full);
  CHECK_NEAR(off, 0, dt / 0.1);
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

// A pot held with its mouth down, a weight hanging at it by suction: how long it stays.
static void holding(double dt, bool by_rate) {
  double area = polygon_area(inner, SIDES), volume = area * depth, mass = 5, start = 0.2 * AMBIENT;
  double full = AMBIENT * volume / GAS_HEAT, rate = 0.5 * full, lambda = 1;
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = start;
  if (by_rate)
    air.leak_rate = rate;
  else
    air.leak_conductance = lambda * volume / GAS_HEAT;
  yard y = yard_with(dt, vt_v3(0, 0, -9.81), tight(distance));
  air_set(&y, air);
  vt_pose over = turned(vt_v3(0, 0, 0.1), vt_v3(1, 0, 0), VT_PI);
  air_driven(&y, air_mesh(solid_pot(inner, outer, depth, 0.01, SIDES)), over, -1, "cup");
  int weight = air_rigid(&y, air_mesh(solid_prism(0.03, -0.01, 0, SIDES)), mass, true,
      at(0, 0, 0.1 - depth - distance), "weight");
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-3}; // as it lets go, it falls by a part of the depth in a step
  double lowest = AMBIENT - mass * 9.81 / area,
         expected = by_rate ? (lowest - start) * volume / (rate * GAS_HEAT)
                            : log((AMBIENT - start) / (AMBIENT - lowest)) / lambda;
  double z = vt_world_body_pose(y.world, weight).position.z, fell = INFINITY;
  while (vt_world_time(y.world) < 2 * expected) {
    air_step(&y, &seen);
    double drop = z - vt_world_body_pose(y.world, weight).position.z;
    if (drop < 1e-3) continue;
    fell = vt_world_time(y.world) - sqrt(2 * drop / 9.81); // when a free fall began
    break;
  }
  printf("| %s | %.0f | %.4f | %.4f | %.2f%% |\n", by_rate ? "rate" : "conductance", 1e3 * dt, fell, expected,
      100 * (fell / expected - 1));
  CHECK_CLOSE(fell, expected, 0.05);
  CHECK(vt_world_cavity_count(y.world) == 0);
  yard_free(&y);
}

// Two pots under one lid: a rule gives each its own air.
static void rules(void) {
  yard y = yard_with(0.01, vt_v3(0, 0, -9.81), tight(distance));
  vt_air_settings air = vt_air_settings_default(), first = air, second = air;
  first.start_pressure = 0.2 * AMBIENT;
  second.start_pressure = 0.6 * AMBIENT;
  second.dead_volume = 1e-5;
  second.leak_rate = 1e-4;
  air_set(&y, air);
  air_rule(&y, "left", second); // a later one goes before it
  air_rule(&y, "left", first);
  air_rule(&y, "right", second);
  const char *names[] = {"left", "right", "middle"};
  for (int b = 0; b < 3; ++b) {
    vt_mesh *mesh = air_mesh(solid_pot(inner, outer, depth, 0.01, SIDES));
    air_driven(&y, mesh, at(0.06 * (b == 2 ? 0 : 2 * b - 1), 0, 0), -1, names[b]);
  }
  air_rigid(&y, air_mesh(solid_prism(0.1, 0, 0.01, SIDES)), 20, true, at(0, 0, depth + distance), "lid");
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-7};
  for (int k = 0; k < 10; ++k) air_step(&y, &seen);
  CHECK(vt_world_cavity_count(y.world) == 3);
  for (int k = 0; k < vt_world_cavity_count(y.world); ++k) {
    vt_cavity_view c = vt_world_cavity(y.world, k);
    double x = c.vertices[0].x, room = c.volume + (x > 0.03 ? 1e-5 : 0);
    double air_there = (x < -0.03     ? 0.2
                           : x > 0.03 ? 0.6
                                      : 1) *
                           AMBIENT * room / GAS_HEAT +
                       (x > 0.03 ? 1e-5 : 0);
    CHECK_CLOSE(c.air, air_there, 1e-6);
    CHECK_CLOSE(c.pressure, air_there * GAS_HEAT / room, 1e-6);
  }
  yard_free(&y);
}

int main(void) {
  printf("| leak | from, Pa | h, ms | P off, of P_atm | from the scheme | n off "
         "|\n|---|---|---|---|---|---|\n");
  for (int by_rate = 1; by_rate >= 0; --by_rate)
    for (int s = 0; s < 2; ++s) {
      double coarse = 0, start = s == 0 ? 0 : 0.3 * AMBIENT;
      for (int k = 0; k < (SANITIZED ? 1 : 2); ++k) {
        double dt = k == 0 ? 0.01 : 0.001;
        fill f = filling(dt, start, by_rate != 0);
        printf("| %s | %.0f | %.0f | %.1e | %.1e | %.1e |\n", by_rate ? "rate" : "conductance", start,
            1e3 * dt, f.worst, f.discrete, f.air);
        CHECK_NEAR(f.discrete, 0, 1e-4); // the lid settles by its first step
        // A rate is exact; of a conductance implicit Euler is off by lambda h / 2 times lambda t exp(-lambda
        // t), Newmark's scheme by less than rounding leaves of the first step.
        bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
        CHECK_NEAR(f.worst, 0, by_rate || newmark ? 1e-4 : 0.37 * 2 * dt / 2 * 1.2 + 1e-4);
        CHECK_NEAR(f.air, 0, by_rate || newmark ? 1e-4 : 0.37 * 2 * dt / 2 * 1.2 + 1e-4);
        if (k == 1 && !by_rate) CHECK(f.worst < 0.15 * coarse); // of first order at least
        coarse = f.worst;
      }
    }
  printf("\n| k = 1.4, from, Pa | h, ms | P off | then P V / n R T outside |\n|---|---|---|---|\n");
  for (int s = 0; s < 2; ++s) {
    adiabatic(0.01, s * 0.3 * AMBIENT);
    if (!SANITIZED) adiabatic(0.001, s * 0.3 * AMBIENT);
  }
  printf("\n| leak | h, ms | fell after, s | law | off |\n|---|---|---|---|---|\n");
  for (int by_rate = 1; by_rate >= 0; --by_rate) {
    holding(0.01, by_rate != 0);
    if (!SANITIZED) holding(0.001, by_rate != 0);
  }
  rules();
  CHECK(air_report() == 0);
  return check_report();
}
