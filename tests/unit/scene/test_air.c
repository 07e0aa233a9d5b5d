// Air and chambers of a scene file arrive in the model, field by field; their sensors and warnings.
#include <ventouse/scene.h>

#include "check.h"
#include "memory_files.h"
#include "model/model.h"

static vt_scene *try_load(const char *text, const char *override, vt_error *error) {
  const memory_file list[] = {{"scene.xml", text}, {NULL, NULL}};
  return load_memory(list, &override, override != NULL, error);
}

#define BODIES                                                                                               \
  "<material name='rubber' young='1e6' poisson='0.3'/>"                                                      \
  "<rigid name='cup' position='0 0 9'><box size='1 1 1'/></rigid>"                                           \
  "<deformable name='finger' material='rubber' surface='skin' mesh='hollow.msh' position='0 0 5'/>"          \
  "<fixed name='wall'><box size='1 1 1'/></fixed>"

// ---------------------------------------------------------------- cavities

static void test_defaults(void) {
  vt_scene *scene = must_load("<scene>" BODIES "</scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(!model->air.enabled && model->air_rule_count == 0 && model->chamber_count == 0);
  CHECK(vt_model_settings(model)->detector == VT_DETECTOR_UNION && !vt_model_has_air(model));
  vt_scene_destroy(scene);
  scene = must_load("<scene><contact/><air/>" BODIES "</scene>");
  model = vt_scene_model(scene);
  const vt_air_settings *air = &model->air, wanted = vt_air_settings_default();
  CHECK(air->enabled && model->air_rule_count == 0 && vt_model_has_air(model));
  CHECK(air->exponent == wanted.exponent && air->dead_volume == wanted.dead_volume);
  CHECK(air->start_pressure == wanted.start_pressure && air->max_pressure == wanted.max_pressure);
  CHECK(!air->max_by_seal && air->pressure == 0 && air->leak_rate == 0 && air->leak_conductance == 0);
  CHECK(air->pressure_curve.count == 0 && air->leak_curve.count == 0);
  CHECK(vt_air_valve(air, 0) == VT_VALVE_CLOSED && vt_air_valve(air, 99) == VT_VALVE_CLOSED);
  CHECK(vt_model_settings(model)->detector == VT_DETECTOR_UNION);
  CHECK(vt_scene_warning_count(scene) == 0);
  vt_scene_destroy(scene);
}

static void test_passive(void) {
  vt_scene *scene =
      must_load("<scene><contact/>" BODIES
                "<air mode='passive' exponent='1.25' dead_volume='3e-6' start_pressure='90000'"
                " max_pressure='120000' leak_rate='-1e-7' leak_conductance='2e-12' detector='floodfill'>"
                "<leak interpolation='smooth'><key time='0.5' factor='0'/><key time='2' "
                "factor='3'/></leak></air></scene>");
  const vt_model *model = vt_scene_model(scene);
  const vt_air_settings *air = &model->air;
  CHECK(air->exponent == 1.25 && air->dead_volume == 3e-6 && air->start_pressure == 90000);
  CHECK(air->max_pressure == 120000 && !air->max_by_seal);
  CHECK(air->leak_rate == -1e-7 && air->leak_conductance == 2e-12);
  CHECK(air->leak_curve.interpolation == VT_SMOOTH && air->leak_curve.count == 2);
  CHECK(air->leak_curve.times[0] == 0.5 && air->leak_curve.times[1] == 2);
  CHECK(air->leak_curve.values[0] == 0 && air->leak_curve.values[1] == 3);
  CHECK(vt_air_valve(air, 1) == VT_VALVE_CLOSED);
  CHECK(vt_model_settings(model)->detector == VT_DETECTOR_FLOODFILL);
  vt_scene_destroy(scene);
}

static void test_active(void) {
  vt_scene *scene = must_load(
      "<scene><contact/>" BODIES "<air mode='active' pressure='-6000' detector='union'>"
      "<pressure interpolation='step'><key time='0' factor='0'/><key time='1' factor='1'/></pressure>"
      "<valve time='2' state='closed'/><valve time='3' state='open'/></air></scene>");
  const vt_model *model = vt_scene_model(scene);
  const vt_air_settings *air = &model->air;
  CHECK(air->pressure == -6000 && air->pressure_curve.count == 2);
  CHECK(air->pressure_curve.interpolation == VT_STEP && air->pressure_curve.values[1] == 1);
  CHECK(air->pressure_curve.times[1] == 1 && air->pressure_curve.values[0] == 0);
  CHECK(vt_air_valve(air, 0) == VT_VALVE_REGULATED && vt_air_valve(air, 1.99) == VT_VALVE_REGULATED);
  CHECK(vt_air_valve(air, 2.5) == VT_VALVE_CLOSED && vt_air_valve(air, 3) == VT_VALVE_OPEN);
  vt_scene_destroy(scene);
  // A valve at time 0 leaves nothing of the mode.
  scene = must_load("<scene><contact/>" BODIES "<air pressure='5000'>"
                    "<valve time='0' state='open'/><valve time='1' state='regulated'/></air></scene>");
  air = &vt_scene_model(scene)->air;
  CHECK(air->valve.count == 2 && vt_air_valve(air, 0) == VT_VALVE_OPEN);
  CHECK(vt_air_valve(air, 1) == VT_VALVE_REGULATED && air->pressure == 5000);
  vt_scene_destroy(scene);
  // The mode until a first valve that comes later.
  scene = must_load(
      "<scene><contact/>" BODIES "<air pressure='5000'><valve time='1' state='regulated'/></air></scene>");
  air = &vt_scene_model(scene)->air;
  CHECK(vt_air_valve(air, 0.5) == VT_VALVE_CLOSED && vt_air_valve(air, 1) == VT_VALVE_REGULATED);
  vt_scene_destroy(scene);
}

static void test_words(void) {
  vt_scene *scene = must_load("<scene><contact/>" BODIES "<air body='cup' max_pressure='seal'/>"
                              "<air body='skin' max_pressure='none' start_pressure='0'/>"
                              "<air body='wall' max_pressure='ambient' start_pressure='ambient'/>"
                              "<air body='cup' enabled='false'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(!model->air.enabled && model->air_rule_count == 4 && vt_model_has_air(model));
  if (model->air_rule_count == 4) {
    const vt_air_rule *rules = model->air_rules;
    CHECK(strcmp(rules[0].body, "cup") == 0 && rules[0].settings.max_by_seal && rules[0].settings.enabled);
    CHECK(strcmp(rules[1].body, "skin") == 0 && isinf(rules[1].settings.max_pressure));
    CHECK(rules[1].settings.start_pressure == 0 && !rules[1].settings.max_by_seal);
    CHECK(rules[2].settings.max_pressure < 0 && rules[2].settings.start_pressure < 0);
    CHECK(!rules[2].settings.max_by_seal && !rules[3].settings.enabled);
  }
  vt_scene_destroy(scene);
}

// In other air a vacuum lies elsewhere, and so does the least a seal bears.
static void test_environment(void) {
  static const char text[] = "<scene><environment pressure='50000' temperature='250'/><contact/>" BODIES
                             "<air mode='active' pressure='-50000' max_pressure='50000'/></scene>";
  vt_scene *scene = must_load(text);
  CHECK(vt_model_settings(vt_scene_model(scene))->ambient_pressure == 50000);
  CHECK(vt_model_settings(vt_scene_model(scene))->ambient_temperature == 250);
  vt_scene_destroy(scene);
  vt_error error = {0};
  CHECK(try_load(text, "environment.pressure=49999", &error) == NULL);
  CHECK_CONTAINS(error.message, "expected -49999, which is a vacuum, or above");
  CHECK(try_load(text, "environment.pressure=50001", &error) == NULL);
  CHECK_CONTAINS(error.message, "max_pressure 50000 Pa, expected the ambient pressure of 50001 Pa or above");
  CHECK(try_load(text, "air.pressure=-50001", &error) == NULL);
  CHECK_CONTAINS(error.message, "regulated to -50001 Pa above ambient");
}

// Numbers that no scene means are refused with what would be taken.
static void test_limits(void) {
  static const char text[] =
      "<scene><contact/>" BODIES
      "<air dead_volume='0' start_pressure='1' leak_rate='0' leak_conductance='0'/></scene>";
  static const char *const sets[] = {
      "air.dead_volume=1e9", "air.start_pressure=1e13", "air.leak_rate=-1e9", "air.leak_conductance=1e9"};
  static const char *const told[] = {"dead volume is 1e+09 m^3, expected 0 to below 1e9",
      "start pressure is 1e+13 Pa, expected at most 1e12", "leak rate is -1e+09 mol/s, expected -1e9 to 1e9",
      "leak conductance is 1e+09 mol/(s Pa), expected 0 to below 1e9"};
  vt_scene_destroy(must_load(text));
  for (int k = 0; k < 4; ++k) {
    vt_error error = {0};
    CHECK(try_load(text, sets[k], &error) == NULL);
    CHECK_CONTAINS(error.message, told[k]);
  }
}

// ---------------------------------------------------------------- chambers

static void test_chambers(void) {
  vt_scene *scene = must_load(
      "<scene>" BODIES "<chamber name='first' body='finger' point='0.1 0 -0.1'/>"
      "<chamber name='second' body='finger' point='0 0 0' mode='active' pressure='2e4' exponent='1.4'"
      " dead_volume='1e-3' max_pressure='3e5' start_pressure='2e5' leak_rate='1e-3' leak_conductance='1e-9'>"
      "<valve time='0.5' state='open'/><pressure><key time='0' factor='2'/></pressure>"
      "<leak><key time='0' factor='4'/></leak></chamber>"
      "<chamber name='third' body='finger' point='0 0 0' max_pressure='ambient'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_chamber_count(model) == 3 && vt_model_has_air(model) && !model->air.enabled);
  CHECK(vt_model_find_chamber(model, "second") == 1 && strcmp(vt_model_chamber_name(model, 0), "first") == 0);
  const vt_chamber *first = &model->chambers[0], *second = &model->chambers[1], *third = &model->chambers[2];
  CHECK(first->body == vt_model_find_body(model, "finger") && first->triangle_count == 12);
  CHECK(isinf(first->settings.max_pressure) && first->settings.start_pressure < 0 && first->settings.enabled);
  CHECK(vt_air_valve(&first->settings, 1) == VT_VALVE_CLOSED && first->settings.exponent == 1);
  CHECK(second->settings.pressure == 2e4 && second->settings.exponent == 1.4);
  CHECK(second->settings.dead_volume == 1e-3 && second->settings.max_pressure == 3e5);
  CHECK(second->settings.start_pressure == 2e5 && second->settings.leak_rate == 1e-3);
  CHECK(second->settings.leak_conductance == 1e-9 && second->settings.leak_curve.values[0] == 4);
  CHECK(second->settings.pressure_curve.values[0] == 2);
  CHECK(vt_air_valve(&second->settings, 0) == VT_VALVE_REGULATED);
  CHECK(vt_air_valve(&second->settings, 0.5) == VT_VALVE_OPEN);
  CHECK(third->settings.max_pressure == 101325);
  vt_scene_destroy(scene);
}

// A chamber is there from the start, with the volume and the air that its size says.
static void test_chamber_world(void) {
  vt_scene *scene =
      must_load("<scene duration='0.02'>" BODIES "<chamber name='c' body='finger' point='0 0 0'"
                " start_pressure='2e5'/><expect name='e' chamber='c' quantity='volume' above='0' at='0'/>"
                "<expect name='p' chamber='c' quantity='pressure' above='0' at='0'/>"
                "<expect name='n' chamber='c' quantity='air' above='0' at='0'/>"
                "<expect name='a' chamber='c' quantity='area' above='0' at='0'/>"
                "<expect name='none' cavity='finger' quantity='count' below='0.5' at='0'/></scene>");
  vt_error error = {0};
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  vt_expectations *expectations = vt_expectations_create(scene, &error);
  if (!CHECK(world != NULL && expectations != NULL)) exit(1);
  vt_expectations_observe(expectations, world);
  const double wanted[] = {1. / 27, 2e5, 2e5 / 27 / (8.31446261815324 * 293.15), 6. / 9, 0};
  for (int i = 0; i < 5; ++i) {
    vt_outcome outcome = vt_expectations_outcome(expectations, i);
    CHECK(outcome.passed && outcome.missing[0] == '\0');
    CHECK_NEAR(outcome.value, wanted[i], 1e-9 * wanted[i]);
  }
  vt_expectations_destroy(expectations);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// ---------------------------------------------------------------- sensors and warnings

static void test_sensor(void) {
  vt_scene *scene = must_load("<scene><contact/><air/>" BODIES "<sensor name='a' air='finger'/>"
                              "<expect name='e' sensor='a' quantity='fz' above='-1'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_sensor_kind(model, 0) == VT_SENSOR_AIR);
  CHECK(vt_model_sensor_target(model, 0) == vt_model_find_body(model, "finger"));
  vt_scene_destroy(scene);
}

static void test_warnings(void) {
  vt_scene *scene =
      must_load("<scene><environment gravity='0 0 0'/>" BODIES "\n<air/>\n<air body='cup'/></scene>");
  CHECK(vt_scene_warning_count(scene) == 1);
  if (vt_scene_warning_count(scene) == 1)
    CHECK_CONTAINS(vt_scene_warning(scene, 0), "scene.xml:2: <air> without <contact> or <pair>");
  vt_scene_destroy(scene);
  scene = must_load("<scene><environment gravity='0 0 0'/><pair a='cup'/>" BODIES "\n<air/></scene>");
  CHECK(vt_scene_warning_count(scene) == 0);
  vt_scene_destroy(scene);
}

// Asking for cavities where none can form.
static void test_useless(void) {
  static const char *const settings[] = {"<contact/>", "", "<contact/><air/>"};
  static const char *const words[] = {"there is no <air>", "there is no <air> with <contact> or <pair>"};
  for (int i = 0; i < 3; ++i) {
    char text[2000];
    snprintf(text, sizeof text,
        "<scene><environment gravity='0 0 0'/>%s" BODIES "\n<sensor name='s' air='cup'/>"
        "\n<expect name='e' cavity='cup' quantity='count' above='0'/></scene>",
        settings[i]);
    vt_scene *scene = must_load(text);
    CHECK(vt_scene_warning_count(scene) == (i < 2 ? 2 : 0));
    if (i < 2 && vt_scene_warning_count(scene) == 2) {
      CHECK_CONTAINS(vt_scene_warning(scene, 0), "scene.xml:2: 's' looks at cavities, but none can form");
      CHECK_CONTAINS(vt_scene_warning(scene, 1), "scene.xml:3: 'e' looks at cavities, but none can form");
      const char *end = strstr(vt_scene_warning(scene, 1), words[i]);
      CHECK(end != NULL && strcmp(end, words[i]) == 0);
    }
    vt_scene_destroy(scene);
  }
}

int main(void) {
  test_defaults();
  test_passive();
  test_active();
  test_words();
  test_environment();
  test_limits();
  test_chambers();
  test_chamber_world();
  test_sensor();
  test_warnings();
  test_useless();
  return check_report();
}
