// When cavities are looked for anew though no contact has come or gone: bodies that nothing pushes close and
// open them unseen, and a body that slides leaves the mesh of its cavity behind.
#include "../../physics/air/air_rig.h"

#include "check.h"

enum { SIDES = 8, MOST = 64 };
static const double inner = 0.02, outer = 0.025, depth = 0.02, distance = 1e-4; // m

// Mouth down, with its rim in z = 0.
static vt_mesh *cap(void) {
  const double profile[6][2] = {
      {0, depth}, {inner, depth}, {inner, 0}, {outer, 0}, {outer, depth + 0.01}, {0, depth + 0.01}};
  return air_mesh(solid_lathe(profile[0], 6, false, SIDES));
}

// A cap is set down on a plate and taken off again, both where they are told to be: no contact is between
// them. The plate is fixed, or it is what moves, or both do.
static void check_unseen(bool cap_moves, bool plate_moves, bool plate_first) {
  static const double times[] = {0, 0.1, 0.2, 0.3};
  const double high = 0.01 + distance, dt = 0.01, travel = cap_moves && plate_moves ? 0.005 : 0.01;
  const double travels[] = {0, travel, travel, 0};
  yard y = yard_with(dt, vt_v3(0, 0, 0), tight(distance));
  air_set(&y, vt_air_settings_default());
  int down = cap_moves ? air_slide(&y, vt_v3(0, 0, -1), 4, times, travels) : -1;
  int up = plate_moves ? air_slide(&y, vt_v3(0, 0, 1), 4, times, travels) : -1;
  for (int k = 0; k < 2; ++k)
    if ((k == 0) == plate_first)
      air_driven(&y, block(vt_v3(0.1, 0.1, 0.02), 1, VT_CELL_NONE), at(0.005, 0.003, -0.01), up, "plate");
    else
      air_driven(&y, cap(), at(0, 0, high), down, "cap");
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-9};
  double shut = polygon_area(inner, SIDES) * (depth + distance);
  for (int k = 1; k <= 30; ++k) {
    air_step(&y, &seen);
    CHECK(vt_world_status(y.world)->contacts == 0);
    // A step looks as it begins: down at the end of step 10, off at the end of step 21.
    bool closed = k >= 11 && k <= 21;
    if (!CHECK(vt_world_cavity_count(y.world) == closed) || !closed || k == 21) continue;
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    CHECK_CLOSE(c.volume, shut, 1e-6);
    CHECK_CLOSE(c.air, AMBIENT * shut / GAS_HEAT, 1e-6);
    CHECK_CLOSE(c.pressure, AMBIENT, 1e-6);
  }
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

// Where the pull of a cavity acts on a body, seen from above, m.
static double pulled_at(const vt_world *w, int body) {
  vt_pressure_load load = vt_world_pressure_load(w, body, -1);
  return -load.torque.y / load.force.z;
}

// As they were in the first step, by their features: none comes or goes.
static void check_same_contacts(const vt_world *w, bool first, int *count, int features[2][MOST]) {
  int now;
  const vt_touch *touches = vt_world_contacts(w, &now);
  if (first) *count = now < MOST ? now : MOST;
  if (!CHECK(now == *count)) return;
  for (int k = 0; k < now; ++k) {
    if (first) features[0][k] = touches[k].feature_a, features[1][k] = touches[k].feature_b;
    CHECK(touches[k].feature_a == features[0][k] && touches[k].feature_b == features[1][k]);
  }
}

// A plate slides without friction under a heavy cap, within one triangle: the contacts that seal stay the
// same. The cap pulls on what is under it now, not on what was as it was found.
static void check_sliding(void) {
  static const double times[] = {0, 1}, travels[] = {0, 0.1};
  const double dt = 1e-3, speed = 0.1, start = 0.1;
  yard y = yard_with(dt, vt_v3(0, 0, -9.81), tight(distance));
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = 0.7 * AMBIENT;
  air_set(&y, air);
  int plate = air_driven(&y, block(vt_v3(1, 1, 0.02), 1, VT_CELL_NONE), at(0, 0, -0.01),
      air_slide(&y, vt_v3(1, 0, 0), 2, times, travels), "plate");
  int heavy = air_rigid(&y, cap(), 50, true, at(start, -0.2, distance), "cap");
  yard_start(&y);
  // The border grows by the distance slid times the mouth's width, on either side; a hundredth of the surface
  // is reached after this distance, and at most that far, and half of it on average, is the pull behind.
  double surface = 2 * polygon_area(inner, SIDES) + 2 * SIDES * inner * sin(VT_PI / SIDES) * depth;
  double leave = 0.01 * surface / (4 * inner * cos(VT_PI / SIDES)) + 2 * speed * dt;
  air_seen seen = {.law_allowed = 1e-6};
  int touching = 0, features[2][MOST] = {{0}};
  double grown = 0, found = INFINITY; // m^2: the border, since it was last found
  for (int k = 1; k <= 300; ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 1)) break;
    check_same_contacts(y.world, k == 1, &touching, features);
    double x = vt_world_body_pose(y.world, heavy).position.x;
    CHECK_NEAR(x, start, 1e-3);
    CHECK_NEAR(pulled_at(y.world, plate), x, leave);
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    CHECK_CLOSE(c.air, 0.7 * AMBIENT * polygon_area(inner, SIDES) * (depth + distance) / GAS_HEAT, 1e-3);
    found = fmin(found, c.border_area); // least where it was found anew
    grown = fmax(grown, c.border_area - found);
    CHECK(c.border_area - found < 0.01 * surface * 1.2);
  }
  CHECK(grown > 0.009 * surface); // until then the mesh is kept
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

int main(void) {
  for (int first = 0; first < 2; ++first) {
    check_unseen(true, false, first);
    check_unseen(false, true, first);
    check_unseen(true, true, first);
  }
  check_sliding();
  CHECK(air_report() == 0);
  return check_report();
}
