// The air of a model: the settings of its cavities, and the chambers that are there from the start.
#include "base/misuse.h"
#include "geometry/solid_angle.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- settings

vt_air_settings vt_air_settings_default(void) {
  return (vt_air_settings){.enabled = true, .exponent = 1, .start_pressure = -1, .max_pressure = -1};
}

static bool check(const vt_air_settings *s, const char *what, vt_error *error) {
  if (!(s->exponent >= 1 && s->exponent <= 1.4))
    return vt_fail(error, VT_BAD_INPUT, "%s: the exponent is %g, expected 1 (isothermal) to 1.4 (adiabatic)",
        what, s->exponent);
  if (!(s->dead_volume >= 0 && s->dead_volume < 1e9))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: the dead volume is %g m^3, expected 0 to below 1e9", what, s->dead_volume);
  if (isnan(s->start_pressure) || s->start_pressure > 1e12)
    return vt_fail(error, VT_BAD_INPUT, "%s: the start pressure is %g Pa, expected at most 1e12", what,
        s->start_pressure);
  if (isnan(s->max_pressure))
    return vt_fail(error, VT_BAD_INPUT, "%s: the largest pressure is not a number", what);
  if (!(fabs(s->pressure) < 1e12))
    return vt_fail(error, VT_BAD_INPUT, "%s: the regulated pressure is %g Pa, expected -1e12 to 1e12", what,
        s->pressure);
  if (!(fabs(s->leak_rate) < 1e9))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: the leak rate is %g mol/s, expected -1e9 to 1e9", what, s->leak_rate);
  if (!(s->leak_conductance >= 0 && s->leak_conductance < 1e9))
    return vt_fail(error, VT_BAD_INPUT, "%s: the leak conductance is %g mol/(s Pa), expected 0 to below 1e9",
        what, s->leak_conductance);
  if (s->valve.count < 0 || (s->valve.count > 0 && (s->valve.times == NULL || s->valve.states == NULL)))
    return vt_fail(error, VT_BAD_INPUT, "%s: found no times and states of its %d valves, expected both", what,
        s->valve.count);
  for (int k = 0; k < s->valve.count; ++k) {
    if (!isfinite(s->valve.times[k]) || (k > 0 && !(s->valve.times[k] > s->valve.times[k - 1])))
      return vt_fail(error, VT_BAD_INPUT, "%s: valve time %d is %g s, expected increasing times", what, k + 1,
          s->valve.times[k]);
    if ((int)s->valve.states[k] < VT_VALVE_CLOSED || s->valve.states[k] > VT_VALVE_OPEN)
      return vt_fail(error, VT_BAD_INPUT, "%s: valve state %d is unknown", what, k + 1);
  }
  return true;
}

void vt_air_free(vt_air_settings *air) {
  free((void *)air->valve.times);
  free((void *)air->valve.states);
  vt_curve_free(&air->pressure_curve);
  vt_curve_free(&air->leak_curve);
  *air = (vt_air_settings){0};
}

// A copy that owns its keys.
static bool copy(vt_air_settings *to, const vt_air_settings *from, const char *what, vt_error *error) {
  *to = (vt_air_settings){0};
  if (!check(from, what, error)) return false;
  size_t count = (size_t)from->valve.count;
  vt_air_settings own = *from;
  own.pressure_curve = own.leak_curve = (vt_curve){0};
  own.valve = (vt_valve_keys){.count = from->valve.count};
  if (count > 0) own.valve.times = vt_copy_block(from->valve.times, count, sizeof *from->valve.times, error);
  if (count > 0)
    own.valve.states = vt_copy_block(from->valve.states, count, sizeof *from->valve.states, error);
  bool done = (count == 0 || (own.valve.times != NULL && own.valve.states != NULL)) &&
              vt_curve_copy(&own.pressure_curve, &from->pressure_curve, what, error) &&
              vt_curve_copy(&own.leak_curve, &from->leak_curve, what, error);
  if (done) *to = own;
  if (!done) vt_air_free(&own);
  return done;
}

vt_valve vt_air_valve(const vt_air_settings *air, double time) {
  vt_valve state = air->valve.count == 0 ? VT_VALVE_CLOSED : air->valve.states[0];
  for (int k = 0; k < air->valve.count && air->valve.times[k] <= time; ++k) state = air->valve.states[k];
  return state;
}

bool vt_model_set_air(vt_model *model, const vt_air_settings *settings, vt_error *error) {
  if (!vt_model_may_change(model, settings, error)) return false;
  vt_air_settings own;
  if (!copy(&own, settings, "air", error)) return false;
  vt_air_free(&model->air);
  model->air = own;
  return true;
}

bool vt_model_add_air_rule(vt_model *model, const vt_air_rule_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return false;
  vt_air_rule rule = {0};
  if (def->body == NULL || def->body[0] == '\0')
    return vt_fail(error, VT_BAD_INPUT, "air rule: no body is given");
  rule.body = vt_copy_string(def->body, error);
  if (rule.body == NULL || !copy(&rule.settings, &def->settings, "air rule", error) ||
      !VT_RESERVE(&model->air_rules, &model->air_rule_room, model->air_rule_count + 1, error)) {
    vt_air_rule_free(&rule);
    return false;
  }
  model->air_rules[model->air_rule_count++] = rule;
  return true;
}

void vt_air_rule_free(vt_air_rule *rule) {
  free(rule->body);
  vt_air_free(&rule->settings);
}

// ---------------------------------------------------------------- chambers

vt_chamber_def vt_chamber_def_default(void) {
  return (vt_chamber_def){.body = -1, .settings = vt_air_settings_default()};
}

void vt_chamber_free(vt_chamber *chamber) {
  free(chamber->name);
  free(chamber->triangles);
  vt_air_free(&chamber->settings);
  *chamber = (vt_chamber){0};
}

// Labels triangles by the connected part of the surface they belong to; returns how many parts there are.
static int label_parts(const vt_surface_topology *t, int *part, int *stack) {
  int count = 0;
  for (int k = 0; k < t->triangle_count; ++k) part[k] = -1;
  for (int k = 0; k < t->triangle_count; ++k) {
    if (part[k] >= 0) continue;
    int top = 0;
    stack[top++] = k;
    part[k] = count;
    while (top > 0) {
      int at = stack[--top];
      for (int side = 0; side < 3; ++side) {
        int edge = t->triangle_edges[3 * at + side];
        for (int s = 0; s < 2 && edge >= 0; ++s) {
          int next = t->edges[edge].triangles[s];
          if (next < 0 || part[next] >= 0) continue;
          part[next] = count;
          stack[top++] = next;
        }
      }
    }
    ++count;
  }
  return count;
}

// The triangles of the inner surface around a point.
static bool find_chamber(
    vt_chamber *chamber, const vt_body *body, vt_vec3 point, const char *what, vt_error *error) {
  const vt_surface_topology *t = body->topology;
  int *part = VT_NEW(int, t->triangle_count, error), *stack = VT_NEW(int, t->triangle_count, error);
  double *angle = VT_NEW(double, t->triangle_count, error);
  chamber->triangles = VT_NEW(int, t->triangle_count, error);
  bool done = part && stack && angle && chamber->triangles;
  if (done) {
    int parts = label_parts(t, part, stack), chosen = -1;
    for (int k = 0; k < t->triangle_count; ++k) {
      const int *v = t->triangles + 3 * k;
      angle[part[k]] += vt_half_solid_angle(point, t->rest[v[0]], t->rest[v[1]], t->rest[v[2]]);
    }
    for (int k = 0; k < parts; ++k)
      if (angle[k] < -VT_PI) chosen = k; // turned inwards and all around the point
    for (int k = 0; k < t->triangle_count; ++k)
      if (part[k] == chosen) chamber->triangles[chamber->triangle_count++] = k;
    done = chosen >= 0 || vt_fail(error, VT_BAD_INPUT,
                              "%s: the point (%g %g %g) is not inside a closed inner surface of body '%s'",
                              what, point.x, point.y, point.z, body->name);
  }
  free(part);
  free(stack);
  free(angle);
  return done;
}

int vt_model_add_chamber(vt_model *model, const vt_chamber_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->chamber_count;
  vt_label label = vt_label_of("chamber", def->name, count);
  if (!vt_check_name("chamber", def->name, model->chambers, count, sizeof *model->chambers, error) ||
      !vt_check_number(label.text, "body", def->body, model->body_count, error))
    return -1;
  vt_chamber chamber = {.body = def->body};
  chamber.name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  if (chamber.name == NULL || !copy(&chamber.settings, &def->settings, label.text, error) ||
      !find_chamber(&chamber, &model->bodies[def->body], def->point, label.text, error) ||
      !VT_RESERVE(&model->chambers, &model->chamber_room, count + 1, error)) {
    vt_chamber_free(&chamber);
    return -1;
  }
  if (chamber.settings.max_pressure < 0) chamber.settings.max_pressure = INFINITY;
  model->chambers[count] = chamber;
  return model->chamber_count++;
}

// ---------------------------------------------------------------- looking

bool vt_model_has_cavities(const vt_model *model) {
  bool any = model->air.enabled;
  for (int k = 0; k < model->air_rule_count; ++k) any |= model->air_rules[k].settings.enabled;
  return any && vt_model_has_contact(model);
}

bool vt_model_has_air(const vt_model *model) {
  VT_NEED(model != NULL, false);
  return model->chamber_count > 0 || vt_model_has_cavities(model);
}

bool vt_air_rule_names(const vt_air_rule *rule, const vt_body *body) {
  return strcmp(rule->body, body->name) == 0 || strcmp(rule->body, body->surface) == 0;
}

int vt_model_triangle_count(const vt_model *model) {
  int count = 0;
  for (int b = 0; b < model->body_count; ++b) count += model->bodies[b].collision.triangle_count;
  return count;
}
