// Typed attributes of elements that have passed the schema.
#include "scene/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "scene/complaint.h"
#include "scene/document.h"

// Exactly `count` finite numbers. The whole loading runs in the C locale, so strtod reads a decimal point;
// what else strtod knows (hexadecimals, infinity) the schema has refused.
static bool read_numbers(
    const vt_reader *reader, const xmlNode *element, const char *name, double *values, int count) {
  const char *text = vt_attribute_text(element, name);
  if (text == NULL) return true;
  double found[4];
  for (int i = 0; i < count; ++i) {
    char *end = NULL;
    found[i] = strtod(text, &end);
    if (end == text || !isfinite(found[i]))
      return vt_complain_value(reader->schema, element, name, reader->error);
    text = end;
  }
  memcpy(values, found, (size_t)count * sizeof *values);
  return true;
}

bool vt_read_number(const vt_reader *reader, const xmlNode *element, const char *name, double *value) {
  return read_numbers(reader, element, name, value, 1);
}

bool vt_read_vector(const vt_reader *reader, const xmlNode *element, const char *name, vt_vec3 *value) {
  double v[3] = {value->x, value->y, value->z};
  if (!read_numbers(reader, element, name, v, 3)) return false;
  *value = vt_v3(v[0], v[1], v[2]);
  return true;
}

bool vt_read_integers(const vt_reader *reader, const xmlNode *element, const char *name, int value[3]) {
  double v[3] = {value[0], value[1], value[2]};
  if (!read_numbers(reader, element, name, v, 3)) return false;
  for (int i = 0; i < 3; ++i) value[i] = (int)v[i]; // the schema bounds them
  return true;
}

bool vt_read_integer(const vt_reader *reader, const xmlNode *element, const char *name, int *value) {
  double v = *value;
  if (!read_numbers(reader, element, name, &v, 1)) return false;
  *value = (int)v;
  return true;
}

bool vt_read_direction(const vt_reader *reader, const xmlNode *element, const char *name, vt_vec3 *value) {
  if (!vt_read_vector(reader, element, name, value)) return false;
  double length = vt_norm(*value);
  if (!(length > 0) || !isfinite(length))
    return vt_complain_value(reader->schema, element, name, reader->error);
  return true;
}

bool vt_read_rotation(const vt_reader *reader, const xmlNode *element, const char *name, vt_quat *value) {
  if (vt_attribute_text(element, name) == NULL) return true;
  double r[4] = {0};
  if (!read_numbers(reader, element, name, r, 4)) return false;
  vt_vec3 axis = vt_v3(r[0], r[1], r[2]);
  double length = vt_norm(axis);
  if (!(length > 0) || !isfinite(length))
    return vt_complain_value(reader->schema, element, name, reader->error);
  // Whole turns are taken off first: they would only cost digits.
  *value = vt_quat_exp(vt_scale(fmod(r[3], 360) * VT_PI / 180 / length, axis));
  return true;
}

static bool read_quaternion(const vt_reader *reader, const xmlNode *element, vt_quat *rotation) {
  double q[4] = {0};
  if (!read_numbers(reader, element, "quaternion", q, 4)) return false;
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(fabs(length - 1) <= 1e-3))
    return vt_complain_value(reader->schema, element, "quaternion", reader->error);
  *rotation = vt_quat_normalized((vt_quat){q[0], q[1], q[2], q[3]});
  return true;
}

bool vt_read_pose(const vt_reader *reader, const xmlNode *element, vt_pose *pose) {
  if (!vt_read_vector(reader, element, "position", &pose->position)) return false;
  bool rotation = vt_attribute_text(element, "rotation") != NULL;
  bool quaternion = vt_attribute_text(element, "quaternion") != NULL;
  if (rotation && quaternion)
    return vt_complain(element, reader->error, "<%s> has both rotation and quaternion, expected one of them",
        (const char *)element->name);
  if (rotation) return vt_read_rotation(reader, element, "rotation", &pose->rotation);
  if (quaternion) return read_quaternion(reader, element, &pose->rotation);
  return true;
}

bool vt_read_window(const vt_reader *reader, const xmlNode *element, double *from, double *until) {
  *from = *until = 0;
  if (!vt_read_number(reader, element, "from", from) || !vt_read_number(reader, element, "until", until))
    return false;
  if (*until == 0 || *until > *from) return true;
  return vt_complain(element, reader->error, "<%s> holds from %g s until %g s, expected from < until",
      (const char *)element->name, *from, *until);
}

bool vt_read_switch(const xmlNode *element, const char *name) {
  const char *text = vt_attribute_text(element, name);
  return text != NULL && strcmp(text, "true") == 0;
}

int vt_read_word(const xmlNode *element, const char *name, const char *const *words) {
  const char *text = vt_attribute_text(element, name);
  for (int i = 0; text != NULL && words[i] != NULL; ++i)
    if (strcmp(text, words[i]) == 0) return i;
  return 0;
}

int vt_read_interpolation(const xmlNode *element) {
  static const char *const words[] = {"linear", "smooth", "step", NULL}; // as vt_interpolation
  return vt_read_word(element, "interpolation", words);
}
