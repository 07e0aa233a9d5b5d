// Sensors of a scene.
#include <string.h>

#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

// How each attribute of <sensor> is understood.
static const struct {
  const char *attribute;
  vt_sensor_kind kind;
  vt_thing thing;
} subjects[] = {{"frame", VT_SENSOR_FRAME, VT_THING_FRAME}, {"body", VT_SENSOR_BODY, VT_THING_BODY},
    {"attach", VT_SENSOR_ATTACHMENT, VT_THING_ATTACHMENT}, {"cable", VT_SENSOR_CABLE, VT_THING_CABLE},
    {"link", VT_SENSOR_JOINT, VT_THING_LINK}, {"motor", VT_SENSOR_MOTOR, VT_THING_MOTOR},
    {"bond", VT_SENSOR_BOND, VT_THING_BOND}, {"air", VT_SENSOR_AIR, VT_THING_BODY},
    {"energy", VT_SENSOR_ENERGY, VT_THING_BODY}};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

// Contact with another body, or with all.
static bool read_with(vt_builder *builder, const xmlNode *element, vt_sensor_def *def) {
  const char *with = vt_attribute_text(element, "with");
  if (with == NULL) return true;
  vt_error *error = builder->reader.error;
  if (def->kind != VT_SENSOR_BODY)
    return vt_complain(element, error, "<sensor> has 'with' without 'body', expected both for contact");
  def->kind = VT_SENSOR_CONTACT;
  if (strcmp(with, "all") == 0) return true;
  def->other = vt_names_find(&builder->names, VT_THING_BODY, element, "with", error);
  if (def->other == def->target)
    return vt_complain(
        element, error, "<sensor> measures contact of '%s' with itself, which is always 0", with);
  return def->other >= 0;
}

static bool read_subject(vt_builder *builder, const xmlNode *element, vt_sensor_def *def) {
  vt_error *error = builder->reader.error;
  const xmlNode *point = vt_child(element, "point");
  int count = vt_count_children(element, "point");
  for (int i = 0; i < SUBJECTS; ++i) count += vt_attribute_text(element, subjects[i].attribute) != NULL;
  if (count != 1)
    return vt_complain(element, error,
        "<sensor> measures %s, expected one of frame, body, attach, cable, link, motor, bond, air, energy, "
        "or one "
        "<point> inside",
        count == 0 ? "nothing" : "more than one thing");
  if (point != NULL) {
    def->kind = VT_SENSOR_POINT;
    return vt_build_point(builder, point, &def->point);
  }
  for (int i = 0; i < SUBJECTS; ++i) {
    const char *text = vt_attribute_text(element, subjects[i].attribute);
    if (text == NULL) continue;
    def->kind = subjects[i].kind;
    if (def->kind == VT_SENSOR_ENERGY && strcmp(text, "all") == 0) {
      def->target = -1;
      return true;
    }
    def->target = vt_names_find(&builder->names, subjects[i].thing, element, subjects[i].attribute, error);
    return def->target >= 0;
  }
  return true;
}

static bool build_sensor(vt_builder *builder, const xmlNode *element) {
  vt_sensor_def def = vt_sensor_def_default();
  def.name = vt_attribute_text(element, "name");
  if (!read_subject(builder, element, &def) || !read_with(builder, element, &def)) return false;
  vt_error inner = {0};
  int index = vt_model_add_sensor(builder->model, &def, &inner);
  if (index < 0) return vt_pass_on(element, &inner, builder->reader.error);
  vt_names_set(&builder->names, element, index);
  return vt_build_warn_without_air(builder, element, "air");
}

bool vt_build_sensors(vt_builder *builder) { return vt_build_each(builder, "sensor", build_sensor); }
