// What acts on bodies: attachments, loads, springs and cables.
#include <stdlib.h>

#include "base/memory.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

// ---------------------------------------------------------------- attachments and loads

static bool build_attachment(vt_builder *builder, const xmlNode *element) {
  vt_error *error = builder->reader.error;
  vt_attachment_def def = vt_attachment_def_default();
  def.name = vt_attribute_text(element, "name");
  def.body = vt_names_find(&builder->names, VT_THING_BODY, element, "body", error);
  if (def.body < 0) return false;
  def.frame = vt_names_find(&builder->names, VT_THING_FRAME, element, "frame", error);
  if (def.frame < 0 || !vt_build_region(builder, element, def.body, true, &def.region) ||
      !vt_read_window(&builder->reader, element, &def.from, &def.until) ||
      !vt_read_number(&builder->reader, element, "force_limit", &def.force_limit))
    return false;
  vt_error inner = {0};
  int index = vt_model_add_attachment(builder->model, &def, &inner);
  if (index < 0) return vt_pass_on(element, &inner, error);
  vt_names_set(&builder->names, element, index);
  builder->held[def.body] = true;
  return true;
}

static bool read_load(vt_builder *builder, const xmlNode *element, vt_load_def *def, vt_keys *keys) {
  const vt_reader *reader = &builder->reader;
  bool force = vt_attribute_text(element, "force") != NULL;
  if (force == (vt_attribute_text(element, "pressure") != NULL))
    return vt_complain(element, reader->error, "<load> has %s, expected one of force and pressure",
        force ? "both force and pressure" : "neither force nor pressure");
  def->kind = force ? VT_LOAD_FORCE : VT_LOAD_PRESSURE;
  if (!vt_read_vector(reader, element, "force", &def->force) ||
      !vt_read_number(reader, element, "pressure", &def->pressure) ||
      !vt_build_region(builder, element, def->body, false, &def->region) ||
      !vt_keys_read_numbers(keys, reader, element, "factor", 1))
    return false;
  def->curve =
      (vt_curve){(vt_interpolation)vt_read_interpolation(element), keys->count, keys->times, keys->values};
  return true;
}

static bool build_load(vt_builder *builder, const xmlNode *element) {
  vt_error *error = builder->reader.error;
  vt_load_def def = vt_load_def_default();
  def.name = vt_attribute_text(element, "name");
  def.body = vt_names_find(&builder->names, VT_THING_BODY, element, "body", error);
  if (def.body < 0) return false;
  vt_keys keys = {0};
  vt_error inner = {0};
  bool built = read_load(builder, element, &def, &keys);
  if (built) {
    int index = vt_model_add_load(builder->model, &def, &inner);
    built = index >= 0 || vt_pass_on(element, &inner, error);
    vt_names_set(&builder->names, element, index);
    builder->held[def.body] = true;
  }
  vt_keys_free(&keys);
  return built;
}

// ---------------------------------------------------------------- springs and cables

static vt_point *read_points(vt_builder *builder, const xmlNode *element, int *count) {
  *count = vt_count_children(element, "point");
  vt_point *points = VT_NEW(vt_point, *count, builder->reader.error);
  if (points == NULL) return NULL;
  int i = 0;
  for (const xmlNode *point = vt_child(element, "point"); point != NULL; point = vt_next_like(point), ++i) {
    if (!vt_build_point(builder, point, &points[i])) {
      free(points);
      return NULL;
    }
    if (points[i].body >= 0) builder->held[points[i].body] = true;
  }
  return points;
}

static bool read_spring(const vt_reader *reader, const xmlNode *element, vt_cable_def *def) {
  def->kind = VT_CABLE_SPRING;
  def->rest = -1;
  def->tension_only = vt_read_switch(element, "tension_only");
  if (def->point_count != 2)
    return vt_complain(element, reader->error, "<spring> has %d <point>, expected 2", def->point_count);
  return vt_read_number(reader, element, "stiffness", &def->stiffness) &&
         vt_read_number(reader, element, "damping", &def->damping) &&
         vt_read_number(reader, element, "rest", &def->rest);
}

// What all keys of a cable give: 0 length, 1 ratio, 2 force; -1 with the error set if they do not agree.
static int key_value(const xmlNode *element, const char *const words[3], vt_error *error) {
  int value = -1;
  for (const xmlNode *key = vt_child(element, "key"); key != NULL; key = vt_next_like(key)) {
    int count = 0, own = 0;
    for (int i = 0; i < 3; ++i) {
      if (vt_attribute_text(key, words[i]) == NULL) continue;
      own = i;
      ++count;
    }
    if (count != 1) {
      vt_complain(key, error, "<key> has %s, expected one of length, ratio and force",
          count == 0 ? "no value" : "more than one value");
      return -1;
    }
    if (value >= 0 && own != value) {
      vt_complain(key, error,
          "<key> gives %s after one that gives %s, expected the same in all keys of a <cable>", words[own],
          words[value]);
      return -1;
    }
    value = own;
  }
  return value < 0 ? 1 : value; // without keys it keeps its length
}

static bool read_cable(const vt_reader *reader, const xmlNode *element, vt_cable_def *def, vt_keys *keys) {
  static const char *const words[3] = {"length", "ratio", "force"};
  if (def->point_count < 2)
    return vt_complain(
        element, reader->error, "<cable> has %d <point>, expected 2 or more", def->point_count);
  int value = key_value(element, words, reader->error);
  if (value < 0 || !vt_read_number(reader, element, "stiffness", &def->stiffness) ||
      !vt_keys_read_numbers(keys, reader, element, words[value], 1))
    return false;
  if (value == 2 && def->stiffness > 0)
    return vt_complain(element, reader->error, "<cable> pulled by force has a stiffness, expected none");
  def->kind = value == 2 ? VT_CABLE_FORCE : VT_CABLE_LENGTH;
  def->relative = value == 1;
  static const double start = 0, whole = 1; // what a cable without keys keeps to
  def->curve = (vt_curve){VT_LINEAR, 1, &start, &whole};
  if (keys->count > 0)
    def->curve =
        (vt_curve){(vt_interpolation)vt_read_interpolation(element), keys->count, keys->times, keys->values};
  return true;
}

static bool build_cable(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_cable_def def = vt_cable_def_default();
  def.name = vt_attribute_text(element, "name");
  vt_point *points = read_points(builder, element, &def.point_count);
  if (points == NULL) return false;
  def.points = points;
  vt_keys keys = {0};
  bool built = vt_is_element(element, "spring") ? read_spring(reader, element, &def)
                                                : read_cable(reader, element, &def, &keys);
  built = built && vt_read_window(reader, element, &def.from, &def.until);
  if (built) {
    vt_error inner = {0};
    int index = vt_model_add_cable(builder->model, &def, &inner);
    built = index >= 0 || vt_pass_on(element, &inner, reader->error);
    vt_names_set(&builder->names, element, index);
  }
  vt_keys_free(&keys);
  free(points);
  return built;
}

bool vt_build_actions(vt_builder *builder) {
  if (!vt_build_each(builder, "attach", build_attachment) || !vt_build_each(builder, "load", build_load))
    return false;
  // In document order, as springs and cables are numbered together.
  for (int i = 0; i < builder->documents->item_count; ++i) {
    const xmlNode *element = builder->documents->items[i];
    if (!vt_is_element(element, "spring") && !vt_is_element(element, "cable")) continue;
    if (!build_cable(builder, element)) return false;
  }
  return true;
}
