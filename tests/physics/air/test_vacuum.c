// Vacuum lines at rest: a tank that pumps empty, two tanks that equalise, cups that share a pump, a leak in
// one of them, and check valves, against closed forms; and that no air is lost.
#include "../integrator.h"
#include "check.h"
#include "line.h"

enum { SIDES = 16 };
static const double inner = 0.02, outer = 0.025, depth = 0.02, distance = 1e-5; // m
static const int nowhere[] = {-1};

// ---------------------------------------------------------------- tanks alone

// By the flow of ambient air falling straight to 0: P' = -lambda (P - P_u), lambda = Q P_a / (V (P_a - P_u)).
static double falling(double t) {
  double ultimate = AMBIENT - 80e3, lambda = 2e-4 * AMBIENT / (1e-3 * 80e3);
  return ultimate + 80e3 * exp(-lambda * t);
}

// By a pump that displaces S of whatever air there is: P' = -S P / V, to where its curve ends.
static double displacing(double t) { return AMBIENT * exp(-2e-4 * t / 1e-3); }

// By one whose S falls straight to 0: P' = -S P (P - P_u) / (V (P_a - P_u)).
static double logistic(double t) {
  double ultimate = AMBIENT - 80e3, rate = 2e-4 * ultimate / (1e-3 * 80e3);
  return ultimate / (1 - 80e3 / AMBIENT * exp(-rate * t));
}

static double evacuate(const char *name, double dt, bool at_inlet, bool constant, double (*law)(double)) {
  static const double places[] = {-AMBIENT, -0.99 * AMBIENT, 0}, flows[] = {0, 2e-4, 2e-4};
  yard y = yard_with(dt, vt_v3(0, 0, 0), tight(distance));
  int tank = line_tank(&y, 1e-3, -1);
  vt_pump_def def = vt_pump_def_default();
  def.tank = tank;
  def.flow = 2e-4;
  def.ultimate = -80e3;
  def.at_inlet = at_inlet;
  if (constant) def.point_count = 3, def.pressures = places, def.flows = flows;
  line_add_pump(&y, def);
  yard_start(&y);
  double all = line_air(&y, nowhere), off = 0, lost = 0, before = AMBIENT;
  for (int k = 1; k <= (int)(10 / dt + 0.5); ++k) {
    yard_step(&y);
    double p = line_pressure(&y, tank);
    off = fmax(off, fabs(p - law(k * dt)) / AMBIENT);
    lost = fmax(lost, fabs(line_air(&y, nowhere) / all - 1));
    CHECK(p <= before && p > 0);
    before = p;
  }
  printf("| %s | %g | %.1e | %.1e |\n", name, 1e3 * dt, off, lost);
  CHECK(lost < 1e-13);
  yard_free(&y);
  return off;
}

static void evacuation(void) {
  static const struct {
    const char *name;
    bool at_inlet, constant;
    double (*law)(double);
  } all[] = {{"ambient air, straight", false, false, falling},
      {"inlet air, constant", true, true, displacing}, {"inlet air, straight", true, false, logistic}};
  printf("| pump | h, ms | off, of ambient | air lost |\n|---|---|---|---|\n");
  for (size_t k = 0; k < sizeof all / sizeof *all; ++k) {
    double fine = evacuate(all[k].name, 1e-3, all[k].at_inlet, all[k].constant, all[k].law);
    double middle = evacuate(all[k].name, 0.01, all[k].at_inlet, all[k].constant, all[k].law);
    double coarse = evacuate(all[k].name, 0.05, all[k].at_inlet, all[k].constant, all[k].law);
    CHECK_CLOSE(middle / fine, 10.0, 0.05); // first order
    CHECK_CLOSE(coarse / middle, 5.0, 0.05);
    CHECK(fine < 1e-4);
  }
}

// The difference falls as exp(-C R T (1/V1 + 1/V2) t), or at once.
static void equalise(double dt, double conductance) {
  double v1 = 1e-3, v2 = 2.5e-4, lambda = conductance * GAS_HEAT * (1 / v1 + 1 / v2), off = 0;
  yard y = yard_with(dt, vt_v3(0, 0, 0), tight(distance));
  int a = line_tank(&y, v1, 20e3), b = line_tank(&y, v2, -1);
  line_tube(&y, a, VT_TUBE_TANK, b, conductance);
  yard_start(&y);
  double all = line_air(&y, nowhere), end = (20e3 * v1 + AMBIENT * v2) / (v1 + v2);
  for (int k = 1; k <= (int)(2 / dt + 0.5); ++k) {
    yard_step(&y);
    double difference = (AMBIENT - 20e3) * exp(-lambda * k * dt);
    off = fmax(off, fabs(line_pressure(&y, b) - line_pressure(&y, a) - difference) / AMBIENT);
    CHECK(line_pressure(&y, b) > line_pressure(&y, a) - 1e-4); // Pa: no overshoot but rounding
    CHECK_CLOSE(line_air(&y, nowhere), all, 1e-13);
    double passed = vt_world_tank(y.world, a).air - 20e3 * v1 / GAS_HEAT;
    CHECK_NEAR(vt_world_tube(y.world, 0).passed, passed, 1e-14);
  }
  printf("| %g | %g | %.1e |\n", conductance, 1e3 * dt, off);
  if (lambda < 100)
    CHECK_NEAR(off, 0, 0.2 * lambda * dt);
  else
    CHECK_NEAR(line_pressure(&y, a), end, 1e-4 * end);
  yard_free(&y);
}

// ---------------------------------------------------------------- cups of one line

static double room_of_pot(const yard *y, int pot) {
  for (int k = 0; k < vt_world_cavity_count(y->world); ++k) {
    vt_cavity_view c = vt_world_cavity(y->world, k);
    if (fabs(c.vertices[0].x - vt_world_body_pose(y->world, pot).position.x) < outer) return c.volume;
  }
  return 0;
}

static double pressure_in(const yard *y, int pot) {
  for (int k = 0; k < vt_world_cavity_count(y->world); ++k) {
    vt_cavity_view c = vt_world_cavity(y->world, k);
    if (fabs(c.vertices[0].x - vt_world_body_pose(y->world, pot).position.x) < outer) return c.pressure;
  }
  return NAN;
}

// Pots in a row, each with a heavy lid.
static yard pots(double dt, int count, vt_air_settings leaking, int *bodies) {
  static const char *const names[] = {"leaking", "second", "third"};
  yard y = yard_with(dt, vt_v3(0, 0, -9.81), tight(distance));
  air_set(&y, vt_air_settings_default());
  air_rule(&y, "leaking", leaking);
  for (int k = 0; k < count; ++k) {
    bodies[k] = air_driven(
        &y, air_mesh(solid_pot(inner, outer, depth, 0.01, SIDES)), at(0.1 * k, 0, 0), -1, names[k]);
    air_rigid(
        &y, air_mesh(solid_prism(0.03, 0, 0.01, SIDES)), 20, true, at(0.1 * k, 0, depth + distance), NULL);
  }
  return y;
}

// A cup and a tank with a vacuum become even, as two tanks do.
static void cup_and_tank(double dt) {
  int pot;
  yard y = pots(dt, 1, vt_air_settings_default(), &pot);
  double volume = 2e-5, conductance = 2e-8, off = 0;
  int tank = line_tank(&y, volume, 20e3);
  line_tube(&y, tank, VT_TUBE_CAVITY, pot, conductance);
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-9};
  double all = 0, room = 0;
  for (int k = 1; k <= (int)(1 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (k == 1) {
      room = room_of_pot(&y, pot);
      all = line_air(&y, nowhere);
      CHECK_CLOSE(all, (AMBIENT * room + 20e3 * volume) / GAS_HEAT, 1e-9);
    }
    double lambda = conductance * GAS_HEAT * (1 / room + 1 / volume);
    double law = (AMBIENT - 20e3) * exp(-lambda * k * dt);
    off = fmax(off, fabs(pressure_in(&y, pot) - line_pressure(&y, tank) - law) / AMBIENT);
    CHECK_CLOSE(line_air(&y, nowhere), all, 1e-13);
  }
  printf("| cup and tank | %g | %.1e |\n", 1e3 * dt, off);
  CHECK_NEAR(off, 0, 0.2 * conductance * GAS_HEAT * (1 / room + 1 / volume) * dt);
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

// One lid over two pots, and a tube that names the lid: both have their share of it by room, so that they
// stay at one pressure, and all is as with one cup that has the room of both.
static void shared(double dt) {
  double volume = 5e-5, conductance = 5e-8, off = 0, room = 0;
  yard y = yard_with(dt, vt_v3(0, 0, -9.81), tight(distance));
  air_set(&y, vt_air_settings_default());
  for (int k = 0; k < 2; ++k)
    air_driven(&y, air_mesh(solid_pot(inner, outer, k == 0 ? depth : 0.5 * depth, 0.01, SIDES)),
        at(0.06 * k, 0, k == 0 ? 0 : 0.5 * depth), -1, NULL);
  int lid = air_rigid(
      &y, air_mesh(solid_prism(0.2, 0, 0.01, SIDES)), 20, true, at(0.03, 0, depth + distance), "lid");
  int tank = line_tank(&y, volume, 20e3);
  line_tube(&y, tank, VT_TUBE_CAVITY, lid, conductance);
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-6};
  for (int k = 1; k <= (int)(0.5 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    if (!CHECK(vt_world_cavity_count(y.world) == 2)) break;
    vt_cavity_view a = vt_world_cavity(y.world, 0), b = vt_world_cavity(y.world, 1);
    if (k == 1) room = a.volume + b.volume;
    CHECK_CLOSE(a.pressure, b.pressure, 1e-6);
    double law = (AMBIENT - 20e3) * exp(-conductance * GAS_HEAT * (1 / room + 1 / volume) * k * dt);
    off = fmax(off, fabs(a.pressure - line_pressure(&y, tank) - law) / AMBIENT);
  }
  printf("| two cups of one tube | %g | %.1e |\n", 1e3 * dt, off);
  CHECK_NEAR(off, 0, 0.2 * conductance * GAS_HEAT * (1 / room + 1 / volume) * dt);
  yard_free(&y);
}

// Three cups on one pump; from 2 s on the first one leaks. Without check valves all lose what the formula
// says, of a leak g behind a tube C, in series, against a pump of q mol/s for each Pa above its ultimate
// pressure: P_tank = (G P_a + q P_u) / (G + q), 1/G = 1/g + 1/C. With them the others keep theirs.
static void one_leaks(double dt, double conductance, bool check) {
  static const double times[] = {0, 2, 2.001}, factors[] = {0, 0, 1};
  double flow = 4e-4, ultimate = -70e3, leak = 1e-7;
  vt_air_settings leaking = vt_air_settings_default();
  leaking.leak_conductance = leak;
  leaking.leak_curve = (vt_curve){VT_LINEAR, 3, times, factors};
  int bodies[3];
  yard y = pots(dt, 3, leaking, bodies);
  int tank = line_tank(&y, 2e-5, -1);
  for (int k = 0; k < 3; ++k) {
    vt_tube_def def = vt_tube_def_default();
    def.tank = tank;
    def.end = VT_TUBE_CAVITY;
    def.target = bodies[k];
    def.conductance = conductance;
    def.check = check;
    line_add_tube(&y, def);
  }
  line_pump(&y, tank, flow, ultimate);
  yard_start(&y);
  air_seen seen = {.law_allowed = 1e-9};
  double all = 0, leaked = 0;
  for (int k = 1; k <= (int)(5 / dt + 0.5); ++k) {
    double before = vt_world_cavity_count(y.world) > 0 ? line_air(&y, nowhere) : NAN;
    air_step(&y, &seen);
    if (k == 1) all = line_air(&y, nowhere);
    if (k * dt < 2 - 1e-9) CHECK_CLOSE(line_air(&y, nowhere), all, 1e-12);
    if (k > 1) leaked += line_air(&y, nowhere) - before;
    if (fabs(k * dt - 1.9) < dt / 2)
      for (int i = 0; i < 3; ++i) CHECK_CLOSE(pressure_in(&y, bodies[i]), AMBIENT + ultimate, 1e-3);
  }
  double series = 1 / (1 / leak + 1 / conductance), q = flow * AMBIENT / (GAS_HEAT * -ultimate);
  double tank_law = (series * AMBIENT + q * (AMBIENT + ultimate)) / (series + q);
  double first_law = tank_law + series / conductance * (AMBIENT - tank_law);
  double other_law = check ? AMBIENT + ultimate : tank_law;
  printf("| %g | %s | %g | %.0f | %.0f | %.0f | %.1e |\n", conductance, check ? "yes" : "no", 1e3 * dt,
      line_pressure(&y, tank), pressure_in(&y, bodies[0]), pressure_in(&y, bodies[1]), seen.law);
  CHECK_CLOSE(line_pressure(&y, tank), tank_law, 1e-6);
  CHECK_CLOSE(pressure_in(&y, bodies[0]), first_law, 1e-6);
  for (int i = 1; i < 3; ++i) CHECK_CLOSE(pressure_in(&y, bodies[i]), other_law, 1e-3);
  CHECK_CLOSE(vt_world_pump(y.world, 0).flow, series * (AMBIENT - tank_law), 1e-6);
  CHECK(leaked > 0);
  // What lids feel is what the pressures are, but for how meshes of cavities shift in a step.
  for (int i = 0; i < 3; ++i) CHECK_CLOSE(line_felt(&y, bodies[i] + 1), 1.0, 3e-4);
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

int main(void) {
  evacuation();
  printf("| conductance | h, ms | off, of ambient |\n|---|---|---|\n");
  for (int k = 0; k < 3; ++k) {
    equalise((double[]){1e-3, 0.01, 0.05}[k], 1e-7);
    equalise((double[]){1e-3, 0.01, 0.05}[k], 1);
    cup_and_tank((double[]){1e-3, 0.01, 0.05}[k]);
    shared((double[]){1e-3, 0.01, 0.05}[k]);
  }
  printf("| conductance | check valves | h, ms | tank | leaking | others | law "
         "|\n|---|---|---|---|---|---|---|\n");
  for (int check = 0; check < 2; ++check) {
    one_leaks(0.01, 2e-7, check);
    one_leaks(0.05, 2e-7, check);
    one_leaks(0.01, 1e-3, check); // as stiff as one likes
  }
  CHECK(air_report() == 0);
  return check_report();
}
