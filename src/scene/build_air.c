// The air of a scene: what holds in cavities, of all or of some, and the chambers of bodies.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

static bool has(const xmlNode *element, const char *attribute) {
  return vt_attribute_text(element, attribute) != NULL;
}

static bool is_word(const xmlNode *element, const char *attribute, const char *word) {
  const char *text = vt_attribute_text(element, attribute);
  return text != NULL && strcmp(text, word) == 0;
}

// The keys of one <air> or <chamber>, which its settings point to.
typedef struct air_keys {
  double *valve_times;
  vt_valve *valve_states;
  vt_keys pressure, leak;
} air_keys;

static void free_keys(air_keys *keys) {
  free(keys->valve_times);
  free(keys->valve_states);
  vt_keys_free(&keys->pressure);
  vt_keys_free(&keys->leak);
}

// ---------------------------------------------------------------- valves and curves

// The mode says what holds until the first <valve>.
static bool read_valves(
    const vt_reader *reader, const xmlNode *element, air_keys *keys, vt_air_settings *settings) {
  static const char *const words[] = {"closed", "regulated", "open", NULL}; // as vt_valve
  int count = vt_count_children(element, "valve") + 1, used = 0;
  keys->valve_times = VT_NEW(double, count, reader->error);
  keys->valve_states = VT_NEW(vt_valve, count, reader->error);
  if (keys->valve_times == NULL || keys->valve_states == NULL) return false;
  const xmlNode *valve = vt_child(element, "valve");
  double time = INFINITY;
  if (valve != NULL && !vt_read_number(reader, valve, "time", &time)) return false;
  if (time > 0)
    keys->valve_states[used++] = is_word(element, "mode", "active") ? VT_VALVE_REGULATED : VT_VALVE_CLOSED;
  for (; valve != NULL; valve = vt_next_like(valve)) {
    if (!vt_read_number(reader, valve, "time", &time)) return false;
    if (used > 0 && time <= keys->valve_times[used - 1])
      return vt_complain(valve, reader->error,
          "found a <valve> at %g s after one at %g s, expected a later time", time,
          keys->valve_times[used - 1]);
    keys->valve_times[used] = time;
    keys->valve_states[used++] = (vt_valve)vt_read_word(valve, "state", words);
  }
  settings->valve = (vt_valve_keys){used, keys->valve_times, keys->valve_states};
  return true;
}

// ---------------------------------------------------------------- checks of one against the other

// A regulator and its pressure go together, and no regulator makes less than a vacuum.
static bool check_pressure(const vt_builder *builder, const xmlNode *element, const vt_air_settings *s) {
  vt_error *error = builder->reader.error;
  const char *name = (const char *)element->name;
  bool regulated = false;
  for (int i = 0; i < s->valve.count; ++i) regulated |= s->valve.states[i] == VT_VALVE_REGULATED;
  if (regulated && !has(element, "pressure"))
    return vt_complain(element, error, "<%s> is regulated but has no pressure, expected both", name);
  const char *given = has(element, "pressure") ? "pressure" : "<pressure>";
  if (!regulated && (has(element, "pressure") || vt_child(element, "pressure") != NULL))
    return vt_complain(element, error,
        "<%s> has %s but is never regulated, expected mode=\"active\" or a <valve state=\"regulated\">", name,
        given);
  double least = s->pressure, ambient = vt_model_settings(builder->model)->ambient_pressure;
  for (int i = 0; i < s->pressure_curve.count; ++i) {
    double value = s->pressure * s->pressure_curve.values[i];
    least = i == 0 ? value : fmin(least, value);
  }
  if (least >= -ambient) return true;
  return vt_complain(element, error,
      "<%s> is regulated to %g Pa above ambient, expected %g, which is a vacuum, or above", name, least,
      -ambient);
}

static bool check_leak(const xmlNode *element, const vt_air_settings *s, vt_error *error) {
  const xmlNode *leak = vt_child(element, "leak");
  if (leak == NULL || s->leak_rate != 0 || s->leak_conductance != 0) return true;
  return vt_complain(leak, error,
      "<%s> has <leak> but neither leak_rate nor leak_conductance, expected one of them",
      (const char *)element->name);
}

// Air cannot escape to where the pressure is higher.
static bool read_max_pressure(const vt_builder *builder, const xmlNode *element, vt_air_settings *s) {
  const vt_reader *reader = &builder->reader;
  s->max_by_seal = is_word(element, "max_pressure", "seal");
  if (s->max_by_seal && vt_is_element(element, "chamber"))
    return vt_complain(element, reader->error,
        "<chamber> has max_pressure \"seal\" but no seal, expected a number, ambient or none");
  double ambient = vt_model_settings(builder->model)->ambient_pressure;
  s->max_pressure = -1;
  if (is_word(element, "max_pressure", "none")) s->max_pressure = INFINITY;
  // A chamber's own default is none, so that ambient is said in a number.
  if (is_word(element, "max_pressure", "ambient") && vt_is_element(element, "chamber"))
    s->max_pressure = ambient;
  if (s->max_by_seal || is_word(element, "max_pressure", "none") ||
      is_word(element, "max_pressure", "ambient"))
    return true;
  if (!vt_read_number(reader, element, "max_pressure", &s->max_pressure)) return false;
  if (s->max_pressure >= ambient) return true;
  return vt_complain(element, reader->error,
      "<%s> has max_pressure %g Pa, expected the ambient pressure of %g Pa or above",
      (const char *)element->name, s->max_pressure, ambient);
}

static bool read_settings(
    const vt_builder *builder, const xmlNode *element, air_keys *keys, vt_air_settings *settings) {
  const vt_reader *reader = &builder->reader;
  if (!vt_read_number(reader, element, "exponent", &settings->exponent) ||
      !vt_read_number(reader, element, "dead_volume", &settings->dead_volume) ||
      !vt_read_number(reader, element, "leak_rate", &settings->leak_rate) ||
      !vt_read_number(reader, element, "leak_conductance", &settings->leak_conductance) ||
      !vt_read_number(reader, element, "pressure", &settings->pressure) ||
      !read_max_pressure(builder, element, settings))
    return false;
  if (!is_word(element, "start_pressure", "ambient") &&
      !vt_read_number(reader, element, "start_pressure", &settings->start_pressure))
    return false;
  return read_valves(reader, element, keys, settings) &&
         vt_keys_read_factors(reader, element, "pressure", &keys->pressure, &settings->pressure_curve) &&
         vt_keys_read_factors(reader, element, "leak", &keys->leak, &settings->leak_curve) &&
         check_pressure(builder, element, settings) && check_leak(element, settings, reader->error);
}

// ---------------------------------------------------------------- the elements

static bool add_air(vt_builder *builder, const xmlNode *element, const vt_air_settings *settings) {
  vt_error inner = {0};
  vt_air_rule_def rule = {.body = vt_attribute_text(element, "body"), .settings = *settings};
  bool added = rule.body != NULL ? vt_model_add_air_rule(builder->model, &rule, &inner)
                                 : vt_model_set_air(builder->model, settings, &inner);
  return added || vt_pass_on(element, &inner, builder->reader.error);
}

static bool build_air(vt_builder *builder, const xmlNode *element) {
  vt_air_settings settings = vt_air_settings_default();
  air_keys keys = {0};
  settings.enabled = vt_read_switch(element, "enabled");
  if (has(element, "body")) {
    if (!vt_build_check_surface(builder, element, "body")) return false;
    if (has(element, "detector"))
      return vt_complain(vt_attribute_node(element, "detector"), builder->reader.error,
          "<air> has both body and detector, expected the detector in an <air> without body");
  }
  bool built = read_settings(builder, element, &keys, &settings) && add_air(builder, element, &settings);
  free_keys(&keys);
  return built;
}

static bool build_chamber(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_chamber_def def = vt_chamber_def_default();
  air_keys keys = {0};
  def.name = vt_attribute_text(element, "name");
  def.body = vt_names_find(&builder->names, VT_THING_BODY, element, "body", reader->error);
  if (def.body < 0) return false;
  bool built = vt_read_vector(reader, element, "point", &def.point) &&
               read_settings(builder, element, &keys, &def.settings);
  if (built) {
    vt_error inner = {0};
    int index = vt_model_add_chamber(builder->model, &def, &inner);
    vt_names_set(&builder->names, element, index);
    built = index >= 0 || vt_pass_on(element, &inner, reader->error);
  }
  free_keys(&keys);
  return built;
}

bool vt_build_detector(vt_builder *builder, vt_settings *settings) {
  static const char *const words[] = {"union", "floodfill", NULL}; // as vt_detector
  const xmlNode *first = NULL;
  for (int i = 0; i < builder->documents->item_count; ++i) {
    const xmlNode *element = builder->documents->items[i];
    if (!vt_is_element(element, "air") || has(element, "body")) continue;
    if (first != NULL)
      return vt_complain(element, builder->reader.error,
          "found a second <air> without body, the first is at %s", vt_place_of(first).text);
    first = element;
    settings->detector = (vt_detector)vt_read_word(element, "detector", words);
  }
  return true;
}

// Where nothing touches, no air is shut in.
static bool warn_about_contact(vt_builder *builder) {
  if (vt_model_has_contact(builder->model)) return true;
  for (int i = 0; i < builder->documents->item_count; ++i)
    if (vt_is_element(builder->documents->items[i], "air"))
      return vt_build_warn(builder, builder->documents->items[i],
          "<air> without <contact> or <pair>: nothing touches, so no cavity can form");
  return true;
}

bool vt_build_warn_without_air(vt_builder *builder, const xmlNode *element, const char *attribute) {
  if (!has(element, attribute) || vt_model_has_air(builder->model)) return true;
  return vt_build_warn(builder, element, "'%s' looks at cavities, but none can form: there is no <air>%s",
      vt_attribute_text(element, "name"),
      vt_model_has_contact(builder->model) ? "" : " with <contact> or <pair>");
}

bool vt_build_air(vt_builder *builder) {
  return vt_build_each(builder, "air", build_air) && vt_build_each(builder, "chamber", build_chamber) &&
         warn_about_contact(builder);
}
