// What a person may change while the simulation runs.
#include "simulator.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool refuse(vt_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error->code = VT_BAD_INPUT;
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return false;
}

bool live_set(simulator *s, const request *r, vt_error *error) {
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
        "found setting \"%s\", expected gravity, dt, ambient_pressure or ambient_temperature", r->name);
  return vt_world_set_settings(s->world, &settings, error);
}

static json_t *describe(const char *name, const char *label, const char *unit, int count, const double *now,
    const double *was, double least, double most) {
  json_t *values = json_array(), *originals = json_array();
  for (int i = 0; i < count; ++i) {
    json_array_append_new(values, json_real(now[i]));
    json_array_append_new(originals, json_real(was[i]));
  }
  return json_pack("{s:s, s:s, s:s, s:o, s:o, s:f, s:f}", "name", name, "label", label, "unit", unit, "value",
      values, "original", originals, "least", least, "most", most);
}

json_t *live_settings(const simulator *s) {
  const vt_settings *now = vt_world_settings(s->world), *was = &s->original;
  const double gravity[] = {now->gravity.x, now->gravity.y, now->gravity.z},
               old_gravity[] = {was->gravity.x, was->gravity.y, was->gravity.z};
  json_t *list = json_array();
  json_array_append_new(list, describe("gravity", "gravity", "m/s²", 3, gravity, old_gravity, -20, 20));
  json_array_append_new(list, describe("dt", "time step", "s", 1, &now->dt, &was->dt, 1e-4, 0.05));
  json_array_append_new(list, describe("ambient_pressure", "ambient pressure", "Pa", 1,
                                  &now->ambient_pressure, &was->ambient_pressure, 0, 2e5));
  json_array_append_new(list, describe("ambient_temperature", "temperature", "K", 1,
                                  &now->ambient_temperature, &was->ambient_temperature, 200, 400));
  return list;
}

bool live_move_frame(simulator *s, const request *r, vt_error *error) {
  int count = vt_model_frame_count(vt_world_model(s->world));
  if (r->index < 0 || r->index >= count)
    return refuse(error, "found frame %d, expected one below %d", r->index, count);
  if (r->kind == REQUEST_RELEASE) {
    vt_world_release_frame(s->world, r->index);
    s->moved[r->index] = false;
    return true;
  }
  if (!vt_world_move_frame(s->world, r->index, r->pose, error)) return false;
  s->moved[r->index] = true;
  return true;
}

bool live_can_pull(void) { return false; }

bool live_pull(simulator *s, const request *r, vt_error *error) {
  (void)s;
  (void)r;
  return refuse(error, "this version cannot pull at bodies");
}

void live_let_go(simulator *s) { s->pull = (grip){0}; }
