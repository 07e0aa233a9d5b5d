// Vacuum lines of scenes: what every word of them does, by what expectations read.
#include "expectation_run.h"

#include <math.h>

static const double heat = 8.31446261815324 * 293.15;

static double value_of(const run *r, const char *name) {
  for (int i = 0; i < vt_expectations_count(r->expectations); ++i) {
    vt_outcome outcome = vt_expectations_outcome(r->expectations, i);
    if (strcmp(outcome.name, name) == 0) return outcome.value;
  }
  return NAN;
}

#define EXPECT(name, what) "<expect name='" name "' " what " above='-1e9'/>"

// One tank that a pump empties from 0.5 s on: 50 steps of implicit Euler.
static void test_pump(void) {
  run r =
      start("<scene dt='0.01' duration='1'><vacuum><tank name='tank' volume='1e-3'/>"
            "<pump name='pump' tank='tank' flow='4e-4' ultimate='-50e3'>"
            "<power interpolation='step'><key time='0' factor='0'/><key time='0.505' factor='0.5'/></power>"
            "</pump></vacuum>" EXPECT("pressure", "tank='tank' quantity='pressure'")
                EXPECT("before", "tank='tank' quantity='pressure' at='0.5'")
                    EXPECT("air", "tank='tank' quantity='air'") EXPECT("flow", "pump='pump' quantity='flow'")
                        EXPECT("passed", "pump='pump' quantity='air'") "</scene>",
          1);
  double lambda = 2e-4 * 101325 / (1e-3 * 50e3), law = 51325 + 50e3 * pow(1 + 0.01 * lambda, -50);
  CHECK(value_of(&r, "before") == 101325);
  CHECK_CLOSE(value_of(&r, "pressure"), law, 1e-12);
  CHECK_CLOSE(value_of(&r, "air"), law * 1e-3 / heat, 1e-12);
  CHECK_CLOSE(value_of(&r, "flow"), 2e-4 * 101325 / heat * (law - 51325) / 50e3, 1e-10);
  CHECK_CLOSE(value_of(&r, "passed"), (101325 - law) * 1e-3 / heat, 1e-12);
  finish(&r);
}

// Points in place of a line, of inlet air; ambient pressure of another height above the sea.
static void test_points(void) {
  run r = start(
      "<scene dt='0.01' duration='0.01'><environment pressure='80000'/><vacuum>"
      "<tank name='tank' volume='1e-3' start_pressure='40000'/>"
      "<pump name='pump' tank='tank' flow_of='inlet'><point pressure='-60000' flow='0'/>"
      "<point pressure='-30000' flow='3e-4'/><point pressure='0' flow='4e-4'/></pump></vacuum>" EXPECT(
          "flow", "pump='pump' quantity='flow'") EXPECT("p", "tank='tank' quantity='pressure'") "</scene>",
      0.01);
  double p = value_of(&r, "p");
  CHECK_CLOSE(value_of(&r, "flow"), 3e-4 * (p - 20000) / 30000 * p / heat, 1e-10);
  CHECK(p < 40000 && p > 39000);
  finish(&r);
}

// To another tank through a check valve, to the outside through an opening, and two lines at once.
static void test_tubes(void) {
  run r = start("<scene dt='0.01' duration='1'><vacuum><tank name='low' volume='1e-3' start_pressure='2e4'/>"
                "<tank name='high' volume='1e-3' start_pressure='6e4'/>"
                "<tube name='back' tank='high' to='low' conductance='1e-6' check='true'/></vacuum>"
                "<vacuum><tank name='filled' volume='1e-3' start_pressure='ambient'/>"
                "<tank name='empty' volume='1e-3' start_pressure='0'/>"
                "<tube name='inlet' tank='empty' to='outside' conductance='1e-6'>"
                "<opening interpolation='step'><key time='0' factor='0'/><key time='0.995' "
                "factor='1'/></opening></tube>"
                "<tube name='wide' tank='filled' to='high' conductance='0'/></vacuum>" EXPECT(
                    "back", "tube='back' quantity='air'") EXPECT("low", "tank='low' quantity='pressure'")
                    EXPECT("shut", "tank='empty' quantity='pressure' at='0.99'")
                        EXPECT("inlet", "tube='inlet' quantity='flow'")
                            EXPECT("filled", "tank='filled' quantity='pressure'") "</scene>",
      1);
  CHECK(value_of(&r, "back") == 0 && value_of(&r, "shut") == 0);
  CHECK_CLOSE(value_of(&r, "low"), 2e4, 1e-14);
  CHECK_CLOSE(value_of(&r, "filled"), 101325.0, 1e-14);
  double share = 0.01 * 1e-6 * heat / 1e-3; // of a step
  CHECK_CLOSE(value_of(&r, "inlet"), 1e-6 * 101325 / (1 + share), 1e-12);
  const vt_model *model = vt_scene_model(r.scene);
  CHECK(
      vt_model_tank_count(model) == 4 && vt_model_tube_count(model) == 3 && vt_model_pump_count(model) == 0);
  CHECK(vt_model_find_tank(model, "filled") == 2 && vt_model_find_tube(model, "wide") == 2);
  CHECK(vt_model_find_pump(model, "wide") == -1 && strcmp(vt_model_tube_name(model, 1), "inlet") == 0);
  finish(&r);
}

// A tube to cavities where none can form is a slip.
static void test_warning(void) {
  run r =
      start("<scene duration='0.01'><fixed name='cup'><box size='1 1 1'/></fixed><vacuum>"
            "<tank name='tank' volume='1e-3'/><tube name='hose' tank='tank' cavity='cup' conductance='1e-9'/>"
            "</vacuum></scene>",
          0.01);
  CHECK(vt_scene_warning_count(r.scene) == 1);
  CHECK_CONTAINS(vt_scene_warning(r.scene, 0), "'hose' looks at cavities, but none can form");
  CHECK(vt_world_tube(r.world, 0).open);
  finish(&r);
}

int main(void) {
  test_pump();
  test_points();
  test_tubes();
  test_warning();
  return check_report();
}
