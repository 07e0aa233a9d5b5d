// The vacuum lines of a scene: tanks, tubes and pumps.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

static bool build_tank(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_tank_def def = vt_tank_def_default();
  const char *start = vt_attribute_text(element, "start_pressure");
  def.name = vt_attribute_text(element, "name");
  if (!vt_read_number(reader, element, "volume", &def.volume)) return false;
  if (start != NULL && strcmp(start, "ambient") != 0 &&
      !vt_read_number(reader, element, "start_pressure", &def.start_pressure))
    return false;
  vt_error inner = {0};
  int index = vt_model_add_tank(builder->model, &def, &inner);
  vt_names_set(&builder->names, element, index);
  return index >= 0 || vt_pass_on(element, &inner, reader->error);
}

// ---------------------------------------------------------------- tubes

static bool read_end(vt_builder *builder, const xmlNode *element, vt_tube_def *def) {
  static const struct {
    const char *attribute;
    vt_tube_end end;
    vt_thing thing;
  } ends[] = {{"to", VT_TUBE_TANK, VT_THING_TANK}, {"cavity", VT_TUBE_CAVITY, VT_THING_BODY},
      {"chamber", VT_TUBE_CHAMBER, VT_THING_CHAMBER}};
  vt_error *error = builder->reader.error;
  int count = 0;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
    const char *text = vt_attribute_text(element, ends[i].attribute);
    if (text == NULL) continue;
    ++count;
    bool outside = ends[i].end == VT_TUBE_TANK && strcmp(text, "outside") == 0;
    def->end = outside ? VT_TUBE_OUTSIDE : ends[i].end;
    if (outside) continue;
    def->target = vt_names_find(&builder->names, ends[i].thing, element, ends[i].attribute, error);
    if (def->target < 0) return false;
  }
  if (count == 1) return true;
  return vt_complain(element, error, "<tube> leads %s, expected one of to, cavity and chamber",
      count == 0 ? "nowhere" : "to more than one place");
}

static bool build_tube(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_tube_def def = vt_tube_def_default();
  vt_keys opening = {0};
  def.name = vt_attribute_text(element, "name");
  def.check = vt_read_switch(element, "check");
  def.self_closing = vt_read_switch(element, "self_closing");
  def.tank = vt_names_find(&builder->names, VT_THING_TANK, element, "tank", reader->error);
  bool built = def.tank >= 0 && read_end(builder, element, &def) &&
               vt_read_number(reader, element, "conductance", &def.conductance) &&
               vt_keys_read_factors(reader, element, "opening", &opening, &def.valve);
  if (built) {
    vt_error inner = {0};
    int index = vt_model_add_tube(builder->model, &def, &inner);
    vt_names_set(&builder->names, element, index);
    built = index >= 0 || vt_pass_on(element, &inner, reader->error);
  }
  vt_keys_free(&opening);
  return built && vt_build_warn_without_air(builder, element, "cavity");
}

// ---------------------------------------------------------------- pumps

typedef struct pump_points {
  double *pressures, *flows;
} pump_points;

// Either a flow and an ultimate pressure, or points.
static bool read_points(
    const vt_reader *reader, const xmlNode *element, pump_points *points, vt_pump_def *def) {
  int given = (vt_attribute_text(element, "flow") != NULL) + (vt_attribute_text(element, "ultimate") != NULL);
  def->point_count = vt_count_children(element, "point");
  if (given != (def->point_count > 0 ? 0 : 2))
    return vt_complain(element, reader->error,
        "<pump> has %s, expected flow and ultimate, or <point>s in their place",
        def->point_count > 0 ? "flow or ultimate besides <point>"
        : given == 0         ? "neither"
                             : "only one of them");
  if (def->point_count == 0)
    return vt_read_number(reader, element, "flow", &def->flow) &&
           vt_read_number(reader, element, "ultimate", &def->ultimate);
  points->pressures = VT_NEW(double, def->point_count, reader->error);
  points->flows = VT_NEW(double, def->point_count, reader->error);
  if (points->pressures == NULL || points->flows == NULL) return false;
  int i = 0;
  for (const xmlNode *point = vt_child(element, "point"); point != NULL; point = vt_next_like(point), ++i)
    if (!vt_read_number(reader, point, "pressure", &points->pressures[i]) ||
        !vt_read_number(reader, point, "flow", &points->flows[i]))
      return false;
  def->pressures = points->pressures;
  def->flows = points->flows;
  return true;
}

static bool build_pump(vt_builder *builder, const xmlNode *element) {
  static const char *const airs[] = {"ambient", "inlet", NULL};
  const vt_reader *reader = &builder->reader;
  vt_pump_def def = vt_pump_def_default();
  pump_points points = {0};
  vt_keys power = {0};
  def.name = vt_attribute_text(element, "name");
  def.at_inlet = vt_read_word(element, "flow_of", airs) == 1;
  def.tank = vt_names_find(&builder->names, VT_THING_TANK, element, "tank", reader->error);
  bool built = def.tank >= 0 && read_points(reader, element, &points, &def) &&
               vt_keys_read_factors(reader, element, "power", &power, &def.power);
  if (built) {
    vt_error inner = {0};
    int index = vt_model_add_pump(builder->model, &def, &inner);
    vt_names_set(&builder->names, element, index);
    built = index >= 0 || vt_pass_on(element, &inner, reader->error);
  }
  free(points.pressures);
  free(points.flows);
  vt_keys_free(&power);
  return built;
}

// ---------------------------------------------------------------- the whole

static bool check_isothermal(vt_builder *builder, const xmlNode *element) {
  double exponent = 1;
  if (!vt_read_number(&builder->reader, element, "exponent", &exponent)) return false;
  if (vt_model_tank_count(builder->model) == 0 || exponent <= 1) return true;
  return vt_complain(element, builder->reader.error,
      "<%s> has exponent %g, expected 1 in a scene with a <tank>: a vacuum line is isothermal",
      (const char *)element->name, exponent);
}

bool vt_build_vacuum(vt_builder *builder) {
  return vt_build_each(builder, "tank", build_tank) && vt_build_each(builder, "tube", build_tube) &&
         vt_build_each(builder, "pump", build_pump) && vt_build_each(builder, "air", check_isothermal) &&
         vt_build_each(builder, "chamber", check_isothermal);
}
