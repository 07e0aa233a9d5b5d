// The vacuum lines of a model: tanks, tubes and pumps.
#include "base/misuse.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>

// mol/(s Pa): some 1e5 times a hose of 10 mm. Above it flows are differences of pressures below rounding.
static const double MAX_CONDUCTANCE = 1;
static const double MAX_FLOW = 1e6;   // m^3/s
static const double MAX_VOLUME = 1e9; // m^3
// m^3: below it the flow in a step through such a tube, a difference of pressures, has an error of more than
// some thousandths of the air in the tank.
static const double MIN_VOLUME = 1e-12;

// Factors over time of what is `full` otherwise and may be `max`.
static bool check_factors(
    const vt_curve *curve, double full, double max, const char *what, const char *which, vt_error *error) {
  for (int k = 0; k < curve->count && curve->values != NULL; ++k) {
    double factor = curve->values[k];
    if (!(factor >= 0))
      return vt_fail(
          error, VT_BAD_INPUT, "%s: its %s is %g at key %d, expected 0 or more", what, which, factor, k + 1);
    if (!(factor * full <= max))
      return vt_fail(error, VT_BAD_INPUT, "%s: its %s is %g at key %d, expected at most %g", what, which,
          factor, k + 1, max / full);
  }
  return true;
}

// ---------------------------------------------------------------- tanks

vt_tank_def vt_tank_def_default(void) { return (vt_tank_def){.start_pressure = -1}; }

int vt_model_add_tank(vt_model *model, const vt_tank_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->tank_count;
  vt_label label = vt_label_of("tank", def->name, count);
  if (!vt_check_name("tank", def->name, model->tanks, count, sizeof *model->tanks, error)) return -1;
  if (!(def->volume >= MIN_VOLUME && def->volume < MAX_VOLUME)) {
    vt_fail(error, VT_BAD_INPUT, "%s: the volume is %g m^3, expected %g to below %g", label.text, def->volume,
        MIN_VOLUME, MAX_VOLUME);
    return -1;
  }
  if (isnan(def->start_pressure) || def->start_pressure > 1e12) {
    vt_fail(error, VT_BAD_INPUT, "%s: the start pressure is %g Pa, expected at most 1e12", label.text,
        def->start_pressure);
    return -1;
  }
  if (!VT_RESERVE(&model->tanks, &model->tank_room, count + 1, error)) return -1;
  vt_tank tank = {
      vt_copy_string(def->name == NULL ? "" : def->name, error), def->volume, def->start_pressure};
  if (tank.name == NULL) return -1;
  model->tanks[count] = tank;
  return model->tank_count++;
}

// ---------------------------------------------------------------- tubes

vt_tube_def vt_tube_def_default(void) {
  return (vt_tube_def){.tank = -1, .end = VT_TUBE_OUTSIDE, .target = -1};
}

static bool check_tube(const vt_model *model, const vt_tube_def *def, const char *what, vt_error *error) {
  static const char *const kinds[] = {"tank", "body", "chamber"}; // as vt_tube_end
  const int counts[] = {model->tank_count, model->body_count, model->chamber_count};
  if (!vt_check_number(what, "tank", def->tank, model->tank_count, error)) return false;
  if ((int)def->end < VT_TUBE_TANK || def->end > VT_TUBE_OUTSIDE)
    return vt_fail(error, VT_BAD_INPUT, "%s: its end is unknown", what);
  if (def->end != VT_TUBE_OUTSIDE &&
      !vt_check_number(what, kinds[def->end], def->target, counts[def->end], error))
    return false;
  if (def->end == VT_TUBE_TANK && def->target == def->tank)
    return vt_fail(error, VT_BAD_INPUT, "%s: it leads from tank %d to itself", what, def->tank);
  if (!(def->conductance >= 0 && def->conductance <= MAX_CONDUCTANCE))
    return vt_fail(error, VT_BAD_INPUT, "%s: the conductance is %g mol/(s Pa), expected 0 to %g", what,
        def->conductance, MAX_CONDUCTANCE);
  if (def->self_closing && def->end != VT_TUBE_CAVITY)
    return vt_fail(error, VT_BAD_INPUT, "%s: it is self-closing but does not lead to cavities", what);
  return check_factors(&def->valve, def->conductance, MAX_CONDUCTANCE, what, "valve", error);
}

static void free_tube(vt_tube *tube) {
  free(tube->name);
  vt_curve_free(&tube->valve);
}

int vt_model_add_tube(vt_model *model, const vt_tube_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->tube_count;
  vt_label label = vt_label_of("tube", def->name, count);
  if (!vt_check_name("tube", def->name, model->tubes, count, sizeof *model->tubes, error) ||
      !check_tube(model, def, label.text, error) ||
      !VT_RESERVE(&model->tubes, &model->tube_room, count + 1, error))
    return -1;
  vt_tube tube = {.tank = def->tank,
      .end = def->end,
      .target = def->end == VT_TUBE_OUTSIDE ? -1 : def->target,
      .conductance = def->conductance,
      .check = def->check,
      .self_closing = def->self_closing};
  tube.name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  if (tube.name == NULL || !vt_curve_copy(&tube.valve, &def->valve, label.text, error)) {
    free_tube(&tube);
    return -1;
  }
  model->tubes[count] = tube;
  return model->tube_count++;
}

// ---------------------------------------------------------------- pumps

vt_pump_def vt_pump_def_default(void) { return (vt_pump_def){.tank = -1}; }

// The points, given or of a straight line.
static bool check_points(const vt_model *model, const vt_pump_def *def, const char *what, vt_error *error) {
  double ambient = model->settings.ambient_pressure;
  const double *p = def->pressures, *flows = def->flows;
  if (def->point_count != 0 && (def->point_count < 2 || p == NULL || flows == NULL))
    return vt_fail(error, VT_BAD_INPUT, "%s: found %d points%s, expected none, or 2 and more", what,
        def->point_count, p == NULL || flows == NULL ? " without pressures and flows" : "");
  const double line_at[] = {def->ultimate, 0}, line[] = {0, def->flow};
  int count = def->point_count == 0 ? 2 : def->point_count;
  if (def->point_count == 0) p = line_at, flows = line;
  if (!(ambient > 0))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: the ambient pressure is %g Pa, expected above 0 where there is a pump", what, ambient);
  if (!(p[0] >= -ambient && p[0] < 0))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: the ultimate pressure is %g Pa above ambient, expected %g, which is a vacuum, to below 0", what,
        p[0], -ambient);
  if (flows[0] != 0)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: the flow at its lowest pressure is %g m^3/s, expected 0", what, flows[0]);
  for (int k = 0; k < count; ++k) {
    if (!isfinite(p[k]) || p[k] > 0 || (k > 0 && !(p[k] > p[k - 1])))
      return vt_fail(error, VT_BAD_INPUT,
          "%s: the pressure of point %d is %g Pa above ambient, expected increasing ones of at most 0", what,
          k + 1, p[k]);
    if (!(flows[k] >= 0 && flows[k] < MAX_FLOW) || (k > 0 && flows[k] < flows[k - 1]))
      return vt_fail(error, VT_BAD_INPUT,
          "%s: the flow of point %d is %g m^3/s, expected 0 to below %g and no fall as the pressure rises",
          what, k + 1, flows[k], MAX_FLOW);
  }
  return check_factors(&def->power, flows[count - 1], MAX_FLOW, what, "power", error);
}

static void free_pump(vt_pump *pump) {
  free(pump->name);
  free(pump->pressures);
  free(pump->flows);
  vt_curve_free(&pump->power);
}

static bool fill_pump(
    vt_pump *pump, const vt_model *model, const vt_pump_def *def, const char *what, vt_error *error) {
  int count = def->point_count == 0 ? 2 : def->point_count;
  *pump = (vt_pump){.tank = def->tank, .point_count = count, .at_inlet = def->at_inlet};
  pump->name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  pump->pressures = VT_NEW(double, count, error);
  pump->flows = VT_NEW(double, count, error);
  if (pump->name == NULL || pump->pressures == NULL || pump->flows == NULL ||
      !vt_curve_copy(&pump->power, &def->power, what, error))
    return false;
  for (int k = 0; k < count; ++k) {
    double above = def->point_count == 0 ? (k == 0 ? def->ultimate : 0) : def->pressures[k];
    pump->pressures[k] = 1 + above / model->settings.ambient_pressure;
    pump->flows[k] = def->point_count == 0 ? (k == 0 ? 0 : def->flow) : def->flows[k];
  }
  return true;
}

int vt_model_add_pump(vt_model *model, const vt_pump_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->pump_count;
  vt_label label = vt_label_of("pump", def->name, count);
  vt_pump pump;
  if (!vt_check_name("pump", def->name, model->pumps, count, sizeof *model->pumps, error) ||
      !vt_check_number(label.text, "tank", def->tank, model->tank_count, error) ||
      !check_points(model, def, label.text, error) ||
      !VT_RESERVE(&model->pumps, &model->pump_room, count + 1, error))
    return -1;
  if (!fill_pump(&pump, model, def, label.text, error)) {
    free_pump(&pump);
    return -1;
  }
  model->pumps[count] = pump;
  return model->pump_count++;
}

// ---------------------------------------------------------------- the whole

bool vt_model_check_vacuum(const vt_model *model, vt_error *error) {
  double highest = model->air.exponent;
  for (int k = 0; k < model->air_rule_count; ++k)
    highest = fmax(highest, model->air_rules[k].settings.exponent);
  for (int k = 0; k < model->chamber_count; ++k)
    highest = fmax(highest, model->chambers[k].settings.exponent);
  if (model->tank_count == 0 || highest <= 1) return true;
  return vt_fail(error, VT_BAD_INPUT,
      "air: the exponent is %g, expected 1 in a model with tanks: a vacuum line is isothermal", highest);
}

void vt_model_free_vacuum(vt_model *model) {
  for (int k = 0; k < model->tank_count; ++k) free(model->tanks[k].name);
  for (int k = 0; k < model->tube_count; ++k) free_tube(&model->tubes[k]);
  for (int k = 0; k < model->pump_count; ++k) free_pump(&model->pumps[k]);
  free(model->tanks);
  free(model->tubes);
  free(model->pumps);
}

int vt_model_tank_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->tank_count;
}
int vt_model_tube_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->tube_count;
}
int vt_model_pump_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->pump_count;
}

const char *vt_model_tank_name(const vt_model *model, int tank) {
  VT_NEED(model != NULL && vt_is_number(tank, model->tank_count), NULL);
  return model->tanks[tank].name;
}
const char *vt_model_tube_name(const vt_model *model, int tube) {
  VT_NEED(model != NULL && vt_is_number(tube, model->tube_count), NULL);
  return model->tubes[tube].name;
}
const char *vt_model_pump_name(const vt_model *model, int pump) {
  VT_NEED(model != NULL && vt_is_number(pump, model->pump_count), NULL);
  return model->pumps[pump].name;
}

int vt_model_find_tank(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->tanks, model->tank_count, sizeof *model->tanks);
}
int vt_model_find_tube(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->tubes, model->tube_count, sizeof *model->tubes);
}
int vt_model_find_pump(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->pumps, model->pump_count, sizeof *model->pumps);
}
