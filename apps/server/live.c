// What a person may change while the simulation runs.
#include "simulator.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(vt_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error->code = VT_BAD_INPUT;
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return false;
}

// ---------------------------------------------------------------- contact and air

// Numbers of a set of air settings that have a slider, by the last part of their name.
static const struct air_field {
  const char *name, *label, *unit;
} air_fields[] = {{"pressure", "pump", "Pa"}, {"leak_rate", "leak", "mol/s"},
    {"leak_conductance", "leak by pressure", "mol/(s Pa)"}};
enum { AIR_FIELDS = sizeof air_fields / sizeof air_fields[0] };

static double *air_field(vt_air_change *air, int field) {
  return field == 0 ? &air->pressure : field == 1 ? &air->leak_rate : &air->leak_conductance;
}

// Names are "friction 0" and "pressure 2": a field and the number of its set.
static bool set_live(simulator *s, const request *r, bool *known, vt_error *error) {
  const char *space = strchr(r->name, ' ');
  char *end = NULL;
  long set = space != NULL ? strtol(space + 1, &end, 10) : -1;
  *known = false;
  if (space == NULL || end == space + 1 || *end != '\0' || set < 0) return true;
  const vt_model *model = vt_world_model(s->world);
  size_t length = (size_t)(space - r->name);
  if (length == strlen("friction") && strncmp(r->name, "friction", length) == 0 &&
      set < vt_model_contact_count(model)) {
    *known = true;
    return vt_world_set_friction(s->world, (int)set, r->value[0], error);
  }
  for (int k = 0; k < AIR_FIELDS && set < vt_model_air_count(model); ++k)
    if (length == strlen(air_fields[k].name) && strncmp(r->name, air_fields[k].name, length) == 0) {
      vt_air_change air = vt_world_air(s->world, (int)set);
      *air_field(&air, k) = r->value[0];
      *known = true;
      return vt_world_set_air(s->world, (int)set, &air, error);
    }
  return true;
}

bool live_set(simulator *s, const request *r, vt_error *error) {
  bool known;
  if (!set_live(s, r, &known, error)) return false;
  if (known) return true;
  vt_settings settings = *vt_world_settings(s->world);
  if (strcmp(r->name, "gravity") == 0)
    settings.gravity = (vt_vec3){r->value[0], r->value[1], r->value[2]};
  else if (strcmp(r->name, "dt") == 0)
    settings.dt = r->value[0];
  else if (strcmp(r->name, "ambient_pressure") == 0)
    settings.ambient_pressure = r->value[0];
  else if (strcmp(r->name, "ambient_temperature") == 0)
    settings.ambient_temperature = r->value[0];
  else
    return refuse(error,
        "found setting \"%s\", expected gravity, dt, ambient_pressure, ambient_temperature or one of the "
        "scene's",
        r->name);
  return vt_world_set_settings(s->world, &settings, error);
}

// Takes over the label.
static json_t *describe(const char *name, json_t *label, const char *unit, int count, const double *now,
    const double *was, double least, double greatest) {
  json_t *values = json_array(), *originals = json_array();
  for (int i = 0; i < count; ++i) {
    least = fmin(least, was[i]); // a scene may be beyond the usual
    greatest = fmax(greatest, was[i]);
    json_array_append_new(values, json_real(now[i]));
    json_array_append_new(originals, json_real(was[i]));
  }
  return json_pack("{s:s, s:o, s:s, s:o, s:o, s:f, s:f}", "name", name, "label", label, "unit", unit, "value",
      values, "original", originals, "least", least, "greatest", greatest);
}

static void describe_friction(const simulator *s, int set, json_t *list) {
  const vt_model *model = vt_world_model(s->world);
  vt_contact_settings was = vt_model_contact_settings(model, set);
  const char *a = vt_model_contact_surface(model, set, 0), *b = vt_model_contact_surface(model, set, 1);
  char name[40];
  if (!was.enabled) return;
  snprintf(name, sizeof name, "friction %d", set);
  bool general = a[0] == '\0' && b[0] == '\0';
  json_t *label =
      general ? json_string("friction")
              : json_sprintf("friction: %s on %s", a[0] != '\0' ? a : "any", b[0] != '\0' ? b : "any");
  double now = vt_world_friction(s->world, set);
  json_array_append_new(
      list, describe(name, label, "", 1, &now, &was.friction, 0, fmax(2, 2 * was.friction)));
}

static bool has_regulator(const vt_air_settings *air) {
  for (int k = 0; k < air->valve.count; ++k)
    if (air->valve.states[k] == VT_VALVE_REGULATED) return true;
  return false;
}

static void describe_air(const simulator *s, int set, json_t *list) {
  const vt_model *model = vt_world_model(s->world);
  const vt_air_settings *air = vt_model_air_settings(model, set);
  vt_air_change now = vt_world_air(s->world, set),
                was = {air->pressure, air->max_pressure, air->leak_rate, air->leak_conductance};
  const char *place = vt_model_air_name(model, set);
  // A pump reaches an atmosphere either way. A cavity of 1 cm^3 holds 4e-5 mol.
  double usual[AIR_FIELDS] = {s->original.ambient_pressure, 1e-4, 1e-9};
  for (int k = 0; k < AIR_FIELDS && air->enabled; ++k) {
    char name[40];
    if (k == 0 && !has_regulator(air)) continue;
    double old = *air_field(&was, k), limit = fmax(usual[k], 10 * fabs(old));
    if (k == 0) limit = fmax(usual[k], 2 * fabs(old));
    snprintf(name, sizeof name, "%s %d", air_fields[k].name, set);
    json_t *label = json_sprintf("%s%s%s", air_fields[k].label, place[0] != '\0' ? ": " : "", place);
    json_array_append_new(list, describe(name, label, air_fields[k].unit, 1, air_field(&now, k), &old,
                                    k == 0 || old < 0 ? -limit : 0, limit));
  }
}

json_t *live_settings(const simulator *s) {
  const vt_settings *now = vt_world_settings(s->world), *was = &s->original;
  const double gravity[] = {now->gravity.x, now->gravity.y, now->gravity.z},
               old_gravity[] = {was->gravity.x, was->gravity.y, was->gravity.z};
  json_t *list = json_array();
  json_array_append_new(
      list, describe("gravity", json_string("gravity"), "m/s²", 3, gravity, old_gravity, -20, 20));
  json_array_append_new(
      list, describe("dt", json_string("time step"), "s", 1, &now->dt, &was->dt, 1e-4, 0.05));
  json_array_append_new(list, describe("ambient_pressure", json_string("ambient pressure"), "Pa", 1,
                                  &now->ambient_pressure, &was->ambient_pressure, 0, 2e5));
  json_array_append_new(list, describe("ambient_temperature", json_string("temperature"), "K", 1,
                                  &now->ambient_temperature, &was->ambient_temperature, 200, 400));
  const vt_model *model = vt_world_model(s->world);
  for (int k = 0; k < vt_model_contact_count(model); ++k) describe_friction(s, k, list);
  for (int k = 0; k < vt_model_air_count(model); ++k) describe_air(s, k, list);
  return list;
}

bool live_move_frame(simulator *s, const request *r, vt_error *error) {
  int count = vt_model_frame_count(vt_world_model(s->world));
  if (r->index < 0 || r->index >= count)
    return refuse(error, "found frame %d, expected one below %d", r->index, count);
  if (r->kind == REQUEST_RELEASE) {
    vt_world_release_frame(s->world, r->index);
    s->moved[r->index] = false;
    if (s->hold.frame == r->index) hold_let_go(s);
    return true;
  }
  if (hold_takes(s, r->index)) {
    hold_take(s, r->index, r->pose);
    return true;
  }
  if (!vt_world_move_frame(s->world, r->index, r->pose, error)) return false;
  s->moved[r->index] = true;
  return true;
}

// Back to the start with the settings as they are now.
bool live_restore(simulator *s, vt_error *error) {
  const vt_model *model = vt_world_model(s->world);
  int contacts = vt_model_contact_count(model), airs = vt_model_air_count(model);
  vt_settings settings = *vt_world_settings(s->world);
  double *frictions = malloc((size_t)contacts * sizeof *frictions);
  vt_air_change *air = malloc((size_t)airs * sizeof *air);
  bool good = frictions != NULL && air != NULL;
  if (!good) *error = (vt_error){VT_NO_MEMORY, "out of memory"};
  for (int k = 0; k < contacts && good; ++k) frictions[k] = vt_world_friction(s->world, k);
  for (int k = 0; k < airs && good; ++k) air[k] = vt_world_air(s->world, k);
  good = good && vt_world_restore(s->world, s->start, error) &&
         vt_world_set_settings(s->world, &settings, error);
  for (int k = 0; k < contacts && good; ++k) good = vt_world_set_friction(s->world, k, frictions[k], error);
  for (int k = 0; k < airs && good; ++k) good = vt_world_set_air(s->world, k, &air[k], error);
  free(frictions);
  free(air);
  return good;
}

// ---------------------------------------------------------------- taking hold

bool live_can_pull(void) { return true; }

bool live_pull(simulator *s, const request *r, vt_error *error) {
  const double *v = r->value;
  vt_vec3 target = {v[3], v[4], v[5]};
  if (!vt_world_pull(s->world, r->index, r->triangle, v, target, v[6], error)) return false;
  s->pull = (grip){.active = true,
      .body = r->index,
      .triangle = r->triangle,
      .weights = {v[0], v[1], v[2]},
      .target = target};
  return true;
}

void live_let_go(simulator *s) {
  vt_world_let_go(s->world);
  s->pull = (grip){0};
}
