// The air of worlds in which nothing moves, so that every number has a closed form: valves and curves over
// time, switched off, tanks, chambers, and what pressure does to bodies.
#include "check.h"
#include "physics/integrator.h"
#include "vessel.h"

static double mouth(void) { return polygon_area(inner, SIDES); }

// What a step of implicit Euler makes of an amount of air (mol) in a volume with a leak: n = before + h (rate
// + g (ambient - n R T / V)), solved for n. By Newmark's scheme the part `early` of what flows is that of the
// pressure before: a half, or less where it all but flows out in a step.
static double leaked(double amount, double volume, double h, double rate, double conductance) {
  double per_mole = GAS_HEAT / volume, early = 0;
  if (tested_integrator() == VT_INTEGRATOR_NEWMARK) {
    double share = h * conductance * per_mole, t = share / (1 + share);
    early = 0.5 * (1 - t * t);
  }
  amount += h * (rate + conductance * (AMBIENT - early * amount * per_mole));
  return amount / (1 + h * (1 - early) * conductance * per_mole);
}

// A leak whose curve rises from nothing: every step lets in what the curve says at its end, or in its middle.
static void check_leak_curve(bool by_rate) {
  static const double times[] = {0, 0.1}, values[] = {0, 1};
  double volume = mouth() * depth, full = AMBIENT * volume / GAS_HEAT;
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = 0.2 * AMBIENT;
  air.leak_curve = (vt_curve){VT_LINEAR, 2, times, values};
  if (by_rate)
    air.leak_rate = 5 * full;
  else
    air.leak_conductance = 10 * volume / GAS_HEAT;
  vessel v;
  vessel_begin(&v, air, false);
  double amount = 0;
  for (int k = 1; k <= 10; ++k) {
    vt_cavity_view c = vessel_next(&v);
    double share = (tested_integrator() == VT_INTEGRATOR_NEWMARK ? k - 0.5 : k) / 10;
    if (k == 1) amount = 0.2 * AMBIENT * c.volume / GAS_HEAT;
    amount = leaked(amount, c.volume, step_time, share * air.leak_rate, share * air.leak_conductance);
    CHECK_CLOSE(c.air, amount, 1e-7); // the lid settles by some nm
    CHECK_CLOSE(c.pressure, amount * GAS_HEAT / c.volume, 1e-7);
  }
  vessel_end(&v);
}

// Air that leaks out takes its heat along: what is left expands without exchange of heat, P ~ n^k.
static void check_outflow(void) {
  vt_air_settings air = vt_air_settings_default();
  air.exponent = 1.4;
  air.start_pressure = 1.5 * AMBIENT;
  air.max_pressure = 2 * AMBIENT;
  air.leak_conductance = 5 * mouth() * depth / GAS_HEAT;
  vessel v;
  vessel_begin(&v, air, false);
  vt_cavity_view c = {0};
  for (int k = 1; k <= 10; ++k) {
    c = vessel_next(&v);
    double start = 1.5 * AMBIENT * c.volume / GAS_HEAT;
    CHECK_CLOSE(c.pressure, 1.5 * AMBIENT * pow(c.air / start, 1.4), 1e-6);
  }
  CHECK(c.pressure < 1.4 * AMBIENT);
  vessel_end(&v);
}

// Closed, regulated along a curve, open, closed again: with a tank behind it, and without exchange of heat
// where air stays in. The amount follows from pressure and room at the temperature outside, and is kept.
static void check_valve(double exponent) {
  static const double keys[] = {0, 0.035, 0.065, 0.085, 0.115, 0.135}, curve[] = {0, 0.2}, values[] = {0, 2};
  static const vt_valve states[] = {VT_VALVE_CLOSED, VT_VALVE_REGULATED, VT_VALVE_CLOSED, VT_VALVE_OPEN,
      VT_VALVE_REGULATED, VT_VALVE_CLOSED};
  vt_air_settings air = vt_air_settings_default();
  air.exponent = exponent;
  air.dead_volume = 3e-5; // as much as the pot has
  air.start_pressure = 0.9 * AMBIENT;
  air.valve = (vt_valve_keys){6, keys, states};
  air.pressure = -0.5 * AMBIENT;
  air.pressure_curve = (vt_curve){VT_LINEAR, 2, curve, values};
  vessel v;
  vessel_begin(&v, air, false);
  double pressure = 0.9 * AMBIENT;
  for (int k = 1; k <= 20; ++k) {
    vt_cavity_view c = vessel_next(&v);
    double now = k * step_time, regulated = AMBIENT * (1 - 0.5 * now / 0.1);
    int state = k <= 3 ? 0 : k <= 6 ? 1 : k <= 8 ? 2 : k <= 11 ? 3 : k <= 13 ? 4 : 5;
    if (states[state] == VT_VALVE_REGULATED) pressure = regulated;
    if (states[state] == VT_VALVE_OPEN) pressure = AMBIENT;
    CHECK_CLOSE(c.pressure, pressure, 1e-6);
    CHECK_CLOSE(c.air, pressure * (c.volume + air.dead_volume) / GAS_HEAT, 1e-6);
    CHECK(c.state == (states[state] == VT_VALVE_CLOSED    ? VT_CAVITY_SEALED
                         : states[state] == VT_VALVE_OPEN ? VT_CAVITY_OPEN
                                                          : VT_CAVITY_REGULATED));
    CHECK(c.max_pressure == (states[state] == VT_VALVE_CLOSED ? AMBIENT : INFINITY));
  }
  vessel_end(&v);
}

// Switched off a cavity is open, whatever its valve and its leak.
static void check_disabled(void) {
  vt_air_settings air = vt_air_settings_default();
  air.enabled = false;
  air.start_pressure = 0.2 * AMBIENT;
  air.leak_rate = 1e-3;
  vessel v;
  vessel_begin(&v, air, false);
  for (int k = 1; k <= 3; ++k) {
    vt_cavity_view c = vessel_next(&v);
    CHECK(c.pressure == AMBIENT && c.state == VT_CAVITY_OPEN);
    CHECK_CLOSE(c.air, AMBIENT * c.volume / GAS_HEAT, 1e-12);
  }
  vessel_end(&v);
}

// Pressure pulls the lid with what the mouth is wide, in its middle; the pot the other way. All cavities
// together are this one.
static void check_loads(void) {
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = 0.4 * AMBIENT;
  vessel v;
  vessel_begin(&v, air, false);
  vessel_next(&v);
  vt_cavity_view c = vessel_next(&v);
  double pull = (c.pressure - AMBIENT) * mouth(); // on the lid, along z
  CHECK_CLOSE(c.area, mouth(), 1e-3);
  for (int k = 0; k < 2; ++k)
    for (int body = 0; body < 2; ++body) {
      vt_pressure_load load = vt_world_pressure_load(v.y.world, body, k - 1);
      double force = body == v.lid ? pull : -pull;
      // The border, a distance wide, is shared between the two: 1e-3 of the mouth.
      CHECK_NEAR(load.force.z, force, 1e-3 * fabs(pull));
      CHECK_NEAR(vt_norm(vt_v3(load.force.x, load.force.y, 0)), 0, 1e-3 * fabs(pull));
      CHECK_NEAR(load.torque.x, place.y * force, 1e-3 * fabs(pull));
      CHECK_NEAR(load.torque.y, -place.x * force, 1e-3 * fabs(pull));
      CHECK_NEAR(load.torque.z, 0, 1e-3 * fabs(pull));
    }
  // What presses the lid on the rim is its weight and the pull.
  vt_vec3 push = vt_world_contact_force(v.y.world, v.lid, -1);
  CHECK_CLOSE(push.z, 50 * 9.81 - pull, 1e-4);
  vessel_end(&v);
}

// A soft slab over two pots, with less air in one than in the other: what its momentum gains in a step is
// what weight, contact and both pulls give it. Elastic forces cancel; 1e-6 is left to the solver.
static void check_soft_slab(void) {
  yard y = yard_with(step_time, vt_v3(0, 0, -9.81), tight(distance));
  vt_air_settings air = vt_air_settings_default();
  air_set(&y, air);
  air.start_pressure = 0.9 * AMBIENT;
  air_rule(&y, "left", air);
  air.start_pressure = 0.7 * AMBIENT;
  air_rule(&y, "right", air);
  for (int k = 0; k < 2; ++k)
    air_driven(&y, air_mesh(solid_pot(inner, outer, depth, 0.01, SIDES)), at(0.1 * k, 0, 0), -1,
        k == 0 ? "left" : "right");
  int slab = yard_soft(&y, block(vt_v3(0.2, 0.08, 0.02), 4, VT_CELL_TET4), rubber(1e9), 0.4,
      at(0.05, 0, depth + distance + 0.01), vt_v3(0, 0, 0));
  yard_start(&y);
  vt_vec3 before = yard_momentum(&y);
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  int compared = 0;
  for (int k = 1, whole = 0; k <= 12; ++k) {
    yard_step(&y);
    if (!CHECK(vt_world_cavity_count(y.world) == 2)) break;
    vt_vec3 now = yard_momentum(&y), touch = vt_world_contact_force(y.world, slab, -1);
    double pull = vt_world_pressure_load(y.world, slab, -1).force.z, gain = (now.z - before.z) / step_time;
    CHECK(pull < -0.1 * AMBIENT * mouth());
    // By Newmark's scheme forces act from the middle of the last piece on: a step, where both are whole ones.
    bool alone = vt_world_status(y.world)->substeps == 1;
    if (alone && (whole || !newmark)) {
      CHECK_NEAR(gain, touch.z + pull - 0.4 * 9.81, 1e-6 * fabs(pull));
      ++compared;
    }
    whole = alone;
    before = now;
  }
  CHECK(compared >= 4);
  yard_free(&y);
}

// ---------------------------------------------------------------- chambers

// A box of 4 cm with one of 2 cm left out.
static vt_mesh *hollow_box(void) {
  solid out = solid_box(vt_v3(-0.02, -0.02, -0.02), vt_v3(0.02, 0.02, 0.02), 1, 1, 1);
  solid in = solid_box(vt_v3(-0.01, -0.01, -0.01), vt_v3(0.01, 0.01, 0.01), 1, 1, 1);
  solid both = {.vertex_count = out.vertex_count + in.vertex_count,
      .triangle_count = out.triangle_count + in.triangle_count};
  both.vertices = calloc((size_t)both.vertex_count, sizeof *both.vertices);
  both.triangles = calloc(3 * (size_t)both.triangle_count, sizeof *both.triangles);
  if (both.vertices == NULL || both.triangles == NULL) abort();
  for (int i = 0; i < both.vertex_count; ++i)
    both.vertices[i] = i < out.vertex_count ? out.vertices[i] : in.vertices[i - out.vertex_count];
  for (int i = 0; i < 3 * out.triangle_count; ++i) both.triangles[i] = out.triangles[i];
  for (int t = 0; t < in.triangle_count; ++t)
    for (int i = 0; i < 3; ++i)
      both.triangles[3 * (out.triangle_count + t) + i] = in.triangles[3 * t + 2 - i] + out.vertex_count;
  solid_free(&out), solid_free(&in);
  return air_mesh(both);
}

// A chamber has its air, with that of the tank, from the start; it fills up to a pressure that is given, has
// no seal to be weighed, and pulls on nothing.
static void check_chamber(bool by_seal) {
  yard y = yard_with(step_time, vt_v3(0, 0, 0), tight(distance));
  vt_air_settings air = vt_air_settings_default();
  double room = 8e-6 + 4e-6; // m^3
  air.dead_volume = 4e-6;
  air.start_pressure = 0.5 * AMBIENT;
  air.max_pressure = 1.5 * AMBIENT;
  air.max_by_seal = by_seal;
  air.leak_rate = AMBIENT * room / GAS_HEAT / 0.1; // an ambient pressure more in 0.1 s
  int body = air_driven(&y, hollow_box(), at(place.x, place.y, place.z), -1, "box");
  air_chamber(&y, body, vt_v3(0, 0, 0), air);
  yard_start(&y);
  CHECK_CLOSE(vt_world_cavity(y.world, 0).air, 0.5 * AMBIENT * room / GAS_HEAT, 1e-12);
  CHECK(vt_world_cavity(y.world, 0).max_pressure == 1.5 * AMBIENT);
  for (int k = 1; k <= 15; ++k) {
    yard_step(&y);
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    double pressure = fmin(0.5 + 0.1 * k, 1.5) * AMBIENT;
    CHECK_CLOSE(c.pressure, pressure, 1e-9);
    CHECK_CLOSE(c.air, pressure * room / GAS_HEAT, 1e-9);
    CHECK_CLOSE(c.volume, 8e-6, 1e-12);
    CHECK_CLOSE(c.area, 24e-4, 1e-12);
    CHECK(c.max_pressure == 1.5 * AMBIENT);
    CHECK(c.chamber == 0 && (k == 10 || c.state == (k > 10 ? VT_CAVITY_BLOWING : VT_CAVITY_SEALED)));
    vt_pressure_load load = vt_world_pressure_load(y.world, body, -1);
    CHECK_NEAR(vt_norm(load.force), 0, 1e-12 * AMBIENT * c.area);
  }
  yard_free(&y);
}

// Without a limit no pressure is too much, at time 0 and later: shut in, and held by a regulator, which holds
// also where that is ambient.
static void check_no_limit(bool regulated) {
  static const double times[] = {0};
  static const vt_valve states[] = {VT_VALVE_REGULATED};
  yard y = yard_with(step_time, vt_v3(0, 0, 0), tight(distance));
  vt_air_settings air = vt_air_settings_default();
  if (regulated) air.valve = (vt_valve_keys){1, times, states};
  int body = air_driven(&y, hollow_box(), at(place.x, place.y, place.z), -1, "box");
  air_chamber(&y, body, vt_v3(0, 0, 0), air);
  yard_start(&y);
  for (int k = 0; k < 3; ++k) {
    vt_cavity_view c = vt_world_cavity(y.world, 0);
    CHECK(c.max_pressure == INFINITY);
    CHECK_CLOSE(c.pressure, AMBIENT, 1e-12);
    CHECK(c.state == (regulated ? VT_CAVITY_REGULATED : VT_CAVITY_SEALED));
    yard_step(&y);
  }
  yard_free(&y);
}

int main(void) {
  check_leak_curve(true);
  check_leak_curve(false);
  check_outflow();
  check_valve(1);
  check_valve(1.4);
  check_disabled();
  check_loads();
  check_soft_slab();
  check_chamber(false);
  check_chamber(true);
  check_no_limit(false);
  check_no_limit(true);
  CHECK(air_report() == 0);
  return check_report();
}
