// The hemispheres of Magdeburg: rigid, 140 mm inside, with given pressure, pulled apart by a load that rises
// slowly. They part at (P_atm - P) times the area of their mouth.
#include "../integrator.h"
#include "air_rig.h"
#include "check.h"

static const double inner = 0.07, outer = 0.08, distance = 1e-5; // m
static const double mass = 0.1;                                  // kg, of the upper one

// The load at which the upper one lets go; the load rises by 2% of what is expected in `steps` steps.
static double part(int segments, double pressure, air_seen *seen) {
  enum { STEPS = 100 };
  double expected = polygon_area(inner, segments) * (AMBIENT - pressure), dt = 0.01;
  vt_contact_settings contact = tight(distance);
  contact.friction = 0.5; // or the smallest slope of the border makes the upper one slide
  yard y = yard_with(dt, vt_v3(0, 0, 0), contact);
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = pressure;
  air_set(&y, air);
  air_driven(
      &y, air_mesh(solid_half_shell(inner, outer, segments, segments / 4, -1)), at(0, 0, 0), -1, "lower");
  int upper = air_rigid(&y, air_mesh(solid_half_shell(inner, outer, segments, segments / 4, 1)), mass, false,
      at(0, 0, distance), "upper");
  const double times[] = {0, STEPS * dt}, shares[] = {0.99, 1.01};
  air_force(&y, upper, vt_v3(0, 0, expected), (vt_curve){VT_LINEAR, 2, times, shares});
  yard_start(&y);
  double start = vt_world_body_pose(y.world, upper).position.z, force = INFINITY, volume = 0, air_amount = 0;
  double first = 0, mouth = polygon_area(inner, segments);
  // What the solver may leave open of a gap: its tolerance of the load, and the corners give way by turning
  // too.
  double play = 2 * 1e-6 * expected * dt * dt / mass;
  for (int k = 0; k < STEPS; ++k) {
    double load = expected * (0.99 + 0.02 * (k + 1) / STEPS);
    air_step(&y, seen);
    if (vt_world_cavity_count(y.world) == 0) {
      force = load;
      break;
    }
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    double lifted = vt_world_body_pose(y.world, upper).position.z - start;
    if (k == 0) volume = c.volume, air_amount = c.air, first = lifted;
    CHECK(vt_world_cavity_count(y.world) == 1);
    CHECK_CLOSE(c.air, air_amount, 1e-12);
    if (lifted > 1e-9) continue;
    // Closed: nothing moves, and the volume by no more than that. The area is that of the mouth, exactly.
    CHECK_NEAR(lifted, first, play);
    CHECK_CLOSE(c.volume, volume + mouth * (lifted - first), 1e-6);
    CHECK_NEAR(c.pressure, pressure, 1e-4 * pressure + 1e-15 * AMBIENT); // of vacuum 0, to rounding
    // The border lies on the inner walls, at most the reach from the rim, where they lean by half the angle
    // of a ring.
    double lean = 2 * 1.5 * distance * tan(VT_PI / segments) / inner;
    double pull = -vt_world_pressure_load(y.world, upper, 0).force.z;
    CHECK_CLOSE(c.area, mouth, lean);
    CHECK_CLOSE(pull, (AMBIENT - c.pressure) * mouth, lean);
    // What contact bears is what air presses beyond the load. By Newmark's scheme that is the load as the
    // last piece of the step began.
    bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
    double late = newmark ? 0.02 / STEPS * expected / vt_world_status(y.world)->substeps : 0;
    double touch = vt_world_contact_force(y.world, upper, -1).z;
    CHECK_NEAR(touch, pull - load + 0.5 * late, 0.5 * late + 2 * lean * expected);
  }
  yard_free(&y);
  return force;
}

// Both free in space, moving past the origin: air between them changes no momentum, sucking or blowing them
// apart.
static void free_pair(double pressure, air_seen *seen) {
  int segments = 24, steps = 60;
  vt_contact_settings contact = tight(distance);
  contact.friction = 0.5;
  yard y = yard_with(0.001, vt_v3(0, 0, 0), contact);
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = pressure;
  air.max_pressure = INFINITY;
  air_set(&y, air);
  vt_vec3 velocity = vt_v3(0.3, -0.2, 0.5);
  int bodies[2];
  for (int b = 0; b < 2; ++b) {
    solid half = solid_half_shell(inner, outer, segments, segments / 4, b == 0 ? -1 : 1);
    bodies[b] = yard_rigid(&y, air_mesh(half), b == 0 ? 0.5 : 2, at(0.4, 0.1, b * distance), velocity);
  }
  yard_start(&y);
  vt_vec3 p = yard_momentum(&y), l = yard_angular_momentum(&y);
  double off = 0, off_angular = 0, size = 2.5 * vt_norm(velocity);
  int sealed = 0;
  for (int k = 0; k < steps; ++k) {
    air_step(&y, seen);
    sealed += vt_world_cavity_count(y.world) > 0;
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), p)) / size);
    off_angular = fmax(off_angular, vt_norm(vt_sub(yard_angular_momentum(&y), l)) / (size * 0.4));
  }
  double apart =
      vt_norm(vt_sub(vt_world_body_velocity(y.world, bodies[1]), vt_world_body_velocity(y.world, bodies[0])));
  printf("| %.0f | %d of %d | %.1e | %.1e | %.2g |\n", pressure, sealed, steps, off, off_angular, apart);
  // Impulses of 1,500 N over 1 ms, to rounding and the solver's tolerance.
  CHECK_NEAR(off, 0, 1e-9);
  CHECK_NEAR(off_angular, 0, 1e-9);
  CHECK(pressure < AMBIENT ? sealed == steps && apart < 1e-6 : sealed < 5 && apart > 1);
  yard_free(&y);
}

int main(void) {
  air_seen seen = {.law_allowed = 1e-7}; // a hundred times the tolerance of the solver: it hardly moves
  const double pressures[] = {0, 0.5 * AMBIENT, 0.9 * AMBIENT};
  printf("| P, Pa | sides | F, N | F / (P_atm - P) / mouth - 1 | F / (P_atm - P) / pi R^2 - 1 | polygon / pi "
         "R^2 - 1 |\n"
         "|---|---|---|---|---|---|\n");
  for (int p = 0; p < 3; ++p) {
    double last = INFINITY;
    for (int n = 16; n <= 64; n *= 2) {
      double force = part(n, pressures[p], &seen), polygon = polygon_area(inner, n);
      double round = VT_PI * inner * inner, own = force / (AMBIENT - pressures[p]) / polygon - 1;
      double off = force / (AMBIENT - pressures[p]) / round - 1;
      printf("| %.0f | %d | %.2f | %.1e | %.2e | %.2e |\n", pressures[p], n, force, own, off,
          polygon / round - 1);
      // The load rises by 2e-4 a step, and opening to the sealing distance takes two steps. At 0.9 of ambient
      // that lowers the pressure by 5e-5 P, which is 5e-4 of the difference.
      CHECK_NEAR(own, 0, 6e-4 + (pressures[p] > 0.6 * AMBIENT ? 5e-4 : 0));
      CHECK(fabs(off) < 0.3 * last); // by the square of the sides: a quarter
      last = fabs(off) + 2e-3;       // beyond the resolution of the load
    }
  }
  printf("\n| P, Pa | steps sealed | momentum off | angular momentum off | apart with, m/s "
         "|\n|---|---|---|---|---|\n");
  free_pair(0.3 * AMBIENT, &seen);
  seen.law_allowed = 0.1; // they leave each other by centimetres a step
  free_pair(3 * AMBIENT, &seen);
  CHECK(seen.unconverged == 0);
  CHECK(air_report() == 0);
  return check_report();
}
