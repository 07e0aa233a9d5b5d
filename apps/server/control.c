// The JSON messages of clients, checked and turned into requests.
#include "control.h"

#include "mailbox.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static control bad(const char *why) {
  control c = {.kind = CONTROL_BAD};
  snprintf(c.why, sizeof c.why, "%s", why);
  return c;
}

static bool read_numbers(const json_t *list, double *values, int count) {
  if (!json_is_array(list) || json_array_size(list) != (size_t)count) return false;
  for (int i = 0; i < count; ++i) {
    const json_t *item = json_array_get(list, (size_t)i);
    if (!json_is_number(item) || !isfinite(json_number_value(item))) return false;
    values[i] = json_number_value(item);
  }
  return true;
}

static bool read_index(const json_t *object, const char *key, int *index) {
  const json_t *item = json_object_get(object, key);
  if (!json_is_integer(item) || json_integer_value(item) < 0 || json_integer_value(item) > 1000000000)
    return false;
  *index = (int)json_integer_value(item);
  return true;
}

static bool read_name(const json_t *object, const char *key, char *name, size_t size) {
  const char *text = json_string_value(json_object_get(object, key));
  if (text == NULL || strlen(text) >= size) return false;
  memcpy(name, text, strlen(text) + 1);
  return true;
}

static control read_layers(const json_t *message, control_kind kind) {
  static const char *const names[] = {"visual", "collision", "nodes", "contacts", "cavities"};
  const json_t *list = json_object_get(message, "layers");
  control c = {.kind = kind};
  if (!json_is_array(list)) return bad("found no layers, expected a list of names");
  for (size_t i = 0; i < json_array_size(list); ++i) {
    const char *name = json_string_value(json_array_get(list, i));
    bool known = false;
    for (unsigned k = 0; name != NULL && k < sizeof names / sizeof names[0]; ++k)
      if (strcmp(name, names[k]) == 0) {
        c.layers |= 1u << k;
        known = true;
      }
    if (!known) return bad("found an unknown layer, expected visual, collision, nodes, contacts or cavities");
  }
  // Where the collision surface is the visual one, it is sent as that.
  if ((c.layers & LAYER_COLLISION) != 0) c.layers |= LAYER_VISUAL;
  return c;
}

static control read_speed(const json_t *message) {
  control c = {.kind = CONTROL_REQUEST, .ask = {.kind = REQUEST_SPEED}};
  const json_t *value = json_object_get(message, "value");
  double speed = json_number_value(value);
  if (!json_is_number(value) || !(speed == 0 || (speed >= 0.001 && speed <= 1000)))
    return bad("speed: expected 0 (as fast as possible) or a number from 0.001 to 1000");
  c.ask.value[0] = speed;
  return c;
}

static control read_setting(const json_t *message) {
  control c = {.kind = CONTROL_REQUEST, .ask = {.kind = REQUEST_SET}};
  const json_t *value = json_object_get(message, "value");
  int count = (int)json_array_size(value);
  if (!read_name(message, "name", c.ask.name, sizeof c.ask.name)) return bad("set: expected a name");
  int wanted = strcmp(c.ask.name, "gravity") == 0 ? 3 : 1;
  if (count != wanted || !read_numbers(value, c.ask.value, count))
    return bad(
        wanted == 3 ? "set: expected a value of three numbers" : "set: expected a value of one number");
  return c;
}

static control read_frame(const json_t *message) {
  control c = {.kind = CONTROL_REQUEST, .ask = {.kind = REQUEST_FRAME}};
  double p[3], q[4];
  if (!read_index(message, "frame", &c.ask.index) ||
      !read_numbers(json_object_get(message, "position"), p, 3) ||
      !read_numbers(json_object_get(message, "rotation"), q, 4))
    return bad("frame: expected frame, position (3) and rotation (4)");
  double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(norm > 1e-6 && norm < 1e6)) return bad("frame: expected a rotation that is not zero");
  c.ask.pose.position = (vt_vec3){p[0], p[1], p[2]};
  c.ask.pose.rotation = (vt_quat){q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm};
  return c;
}

static control read_pull(const json_t *message) {
  control c = {.kind = CONTROL_REQUEST, .ask = {.kind = REQUEST_PULL}};
  double *v = c.ask.value;
  const json_t *stiffness = json_object_get(message, "stiffness");
  if (!read_index(message, "body", &c.ask.index) || !read_index(message, "triangle", &c.ask.triangle) ||
      !read_numbers(json_object_get(message, "weights"), v, 3) ||
      !read_numbers(json_object_get(message, "target"), v + 3, 3) || !json_is_number(stiffness))
    return bad("pull: expected body, triangle, weights (3), target (3) and stiffness");
  v[6] = json_number_value(stiffness);
  if (!(v[0] >= 0 && v[1] >= 0 && v[2] >= 0 && fabs(v[0] + v[1] + v[2] - 1) < 1e-3))
    return bad("pull: expected weights from 0 to 1 that add up to 1");
  if (!(v[6] > 0 && v[6] <= 1e9)) return bad("pull: expected a stiffness above 0 N/m");
  return c;
}

static control read_named(const json_t *message, request_kind kind) {
  control c = {.kind = CONTROL_REQUEST, .ask = {.kind = kind}};
  if (kind == REQUEST_LOAD && !read_name(message, "scene", c.ask.name, sizeof c.ask.name))
    return bad("load: expected the name of a scene");
  if (kind == REQUEST_RELEASE && !read_index(message, "frame", &c.ask.index))
    return bad("release: expected a frame");
  return c;
}

static control interpret(const json_t *message) {
  static const struct {
    const char *name;
    request_kind kind;
  } simple[] = {{"play", REQUEST_PLAY}, {"pause", REQUEST_PAUSE}, {"step", REQUEST_STEP},
      {"reset", REQUEST_RESET}, {"let_go", REQUEST_LET_GO}, {"load", REQUEST_LOAD},
      {"release", REQUEST_RELEASE}, {"record", REQUEST_RECORD}, {"stop_recording", REQUEST_STOP_RECORDING}};
  const char *type = json_string_value(json_object_get(message, "type"));
  if (type == NULL) return bad("found no type, expected an object with a type");
  if (strcmp(type, "ack") == 0) {
    const json_t *number = json_object_get(message, "frame");
    if (!json_is_integer(number) || json_integer_value(number) < 0)
      return bad("ack: expected the number of a frame");
    return (control){.kind = CONTROL_ACK, .number = (uint64_t)json_integer_value(number)};
  }
  for (size_t i = 0; i < sizeof simple / sizeof simple[0]; ++i)
    if (strcmp(type, simple[i].name) == 0) return read_named(message, simple[i].kind);
  if (strcmp(type, "hello") == 0) return read_layers(message, CONTROL_HELLO);
  if (strcmp(type, "layers") == 0) return read_layers(message, CONTROL_LAYERS);
  if (strcmp(type, "take") == 0) return (control){.kind = CONTROL_TAKE};
  if (strcmp(type, "speed") == 0) return read_speed(message);
  if (strcmp(type, "set") == 0) return read_setting(message);
  if (strcmp(type, "frame") == 0) return read_frame(message);
  if (strcmp(type, "pull") == 0) return read_pull(message);
  return bad("found an unknown type of message");
}

control control_parse(const char *text, size_t size) {
  json_error_t error;
  json_t *message = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
  control c = json_is_object(message) ? interpret(message) : bad("expected one JSON object");
  json_decref(message);
  return c;
}
