// What joins bodies: links between rigid ones and their motors, couplings of these to frames,
// bonds of deformable ones to others.
#include "base/vec.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

static bool has(const xmlNode *element, const char *attribute) {
  return vt_attribute_text(element, attribute) != NULL;
}

// ---------------------------------------------------------------- links

// The body an attribute names, or -1, the world, where it is left out.
static bool read_side(vt_builder *builder, const xmlNode *element, const char *attribute, int *body) {
  if (!has(element, attribute)) return true;
  *body = vt_names_find(&builder->names, VT_THING_BODY, element, attribute, builder->reader.error);
  return *body >= 0;
}

// The attributes of a link's pose in one of its bodies.
typedef struct pose_words {
  const char *position, *axis, *rotation;
} pose_words;

static bool read_link_pose(const vt_reader *reader, const xmlNode *element, const pose_words *words,
    vt_link_kind kind, vt_pose *pose) {
  bool axis = has(element, words->axis);
  if (axis && has(element, words->rotation))
    return vt_complain(element, reader->error, "<link> has both %s and %s, expected one of them", words->axis,
        words->rotation);
  if (axis && kind != VT_LINK_HINGE && kind != VT_LINK_SLIDE)
    return vt_complain(element, reader->error,
        "<link> of kind '%s' has the attribute '%s', expected a hinge or a slide for that",
        vt_attribute_text(element, "kind"), words->axis);
  vt_vec3 along = {0, 0, 1};
  if (!vt_read_vector(reader, element, words->position, &pose->position) ||
      !vt_read_rotation(reader, element, words->rotation, &pose->rotation) ||
      !vt_read_direction(reader, element, words->axis, &along))
    return false;
  if (axis) *pose = vt_link_pose(pose->position, along);
  return true;
}

static bool read_poses(const vt_reader *reader, const xmlNode *element, vt_link_def *def) {
  static const pose_words a = {"position", "axis", "rotation"}, b = {"position_b", "axis_b", "rotation_b"};
  def->pose_b_given = has(element, b.position);
  if (!def->pose_b_given && (has(element, b.axis) || has(element, b.rotation)))
    return vt_complain(element, reader->error, "<link> has %s without position_b, expected both or none",
        has(element, b.axis) ? b.axis : b.rotation);
  return read_link_pose(reader, element, &a, def->kind, &def->pose_a) &&
         read_link_pose(reader, element, &b, def->kind, &def->pose_b);
}

// In degrees for a hinge, in m for a slide.
static bool read_limits(const vt_reader *reader, const xmlNode *element, vt_link_def *def) {
  bool lower = has(element, "lower"), upper = has(element, "upper");
  if (lower != upper)
    return vt_complain(element, reader->error, "<link> has %s, expected both or none",
        lower ? "lower without upper" : "upper without lower");
  if (!lower) return true;
  if (def->kind != VT_LINK_HINGE && def->kind != VT_LINK_SLIDE)
    return vt_complain(element, reader->error,
        "<link> of kind '%s' has limits, expected a hinge or a slide for that",
        vt_attribute_text(element, "kind"));
  if (!vt_read_number(reader, element, "lower", &def->lower) ||
      !vt_read_number(reader, element, "upper", &def->upper))
    return false;
  if (def->lower > def->upper)
    return vt_complain(element, reader->error, "<link> has lower %g above upper %g, expected lower <= upper",
        def->lower, def->upper);
  if (!def->pose_b_given && (def->lower > 0 || def->upper < 0))
    return vt_complain(element, reader->error,
        "<link> has limits %g and %g without 0, where it stands at time 0", def->lower, def->upper);
  double unit = def->kind == VT_LINK_HINGE ? VT_PI / 180 : 1;
  def->limited = true;
  def->lower *= unit;
  def->upper *= unit;
  return true;
}

static bool build_link(vt_builder *builder, const xmlNode *element) {
  static const char *const kinds[] = {"ball", "hinge", "slide", "fixed", NULL}; // as vt_link_kind
  const vt_reader *reader = &builder->reader;
  vt_link_def def = vt_link_def_default();
  def.name = vt_attribute_text(element, "name");
  def.kind = (vt_link_kind)vt_read_word(element, "kind", kinds);
  def.contact = vt_read_switch(element, "contact");
  if (!has(element, "a") && !has(element, "b"))
    return vt_complain(element, reader->error, "<link> has neither a nor b, expected one body at least");
  if (!read_side(builder, element, "a", &def.body_a) || !read_side(builder, element, "b", &def.body_b) ||
      !read_poses(reader, element, &def) || !read_limits(reader, element, &def) ||
      !vt_read_window(reader, element, &def.from, &def.until) ||
      !vt_read_number(reader, element, "compliance", &def.compliance) ||
      !vt_read_number(reader, element, "turn_compliance", &def.turn_compliance))
    return false;
  vt_error inner = {0};
  int index = vt_model_add_link(builder->model, &def, &inner);
  if (index < 0) return vt_pass_on(element, &inner, reader->error);
  vt_names_set(&builder->names, element, index);
  return true;
}

// ---------------------------------------------------------------- motors

// The word that keys have for the place of the motor's link, and its unit.
static const char *target_word(const vt_builder *builder, int link, double *unit) {
  bool hinge = vt_model_link_kind(builder->model, link) == VT_LINK_HINGE;
  *unit = hinge ? VT_PI / 180 : 1;
  return hinge ? "angle" : "distance";
}

static bool read_target(vt_builder *builder, const xmlNode *element, vt_motor_def *def, vt_keys *keys) {
  double unit;
  const char *word = target_word(builder, def->link, &unit), *other = unit == 1 ? "angle" : "distance";
  for (const xmlNode *key = vt_child(element, "key"); key != NULL; key = vt_next_like(key))
    if (has(key, other) || !has(key, word))
      return vt_complain(key, builder->reader.error, "<key> of a motor of a %s has %s, expected %s",
          unit == 1 ? "slide" : "hinge", has(key, other) ? other : "no value", word);
  if (!vt_keys_read_numbers(keys, &builder->reader, element, word, unit)) return false;
  def->target =
      (vt_curve){(vt_interpolation)vt_read_interpolation(element), keys->count, keys->times, keys->values};
  return true;
}

static bool build_motor(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_motor_def def = vt_motor_def_default();
  def.name = vt_attribute_text(element, "name");
  def.link = vt_names_find(&builder->names, VT_THING_LINK, element, "link", reader->error);
  if (def.link < 0) return false;
  vt_keys keys = {0};
  bool built = vt_read_number(reader, element, "stiffness", &def.stiffness) &&
               vt_read_number(reader, element, "damping", &def.damping) &&
               vt_read_number(reader, element, "limit", &def.limit) &&
               vt_read_window(reader, element, &def.from, &def.until) &&
               read_target(builder, element, &def, &keys) &&
               vt_build_tracked_motor(builder, element, &def, &keys);
  if (built) {
    vt_error inner = {0};
    int index = vt_model_add_motor(builder->model, &def, &inner);
    built = index >= 0 || vt_pass_on(element, &inner, reader->error);
    vt_names_set(&builder->names, element, index);
  }
  vt_keys_free(&keys);
  return built;
}

// ---------------------------------------------------------------- couplings

static bool build_coupling(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_coupling_def def = vt_coupling_def_default();
  def.name = vt_attribute_text(element, "name");
  if (!read_side(builder, element, "body", &def.body)) return false;
  def.frame = vt_names_find(&builder->names, VT_THING_FRAME, element, "frame", reader->error);
  if (def.frame < 0 || !vt_read_vector(reader, element, "position", &def.position) ||
      !vt_read_number(reader, element, "stiffness", &def.stiffness) ||
      !vt_read_number(reader, element, "damping", &def.damping) ||
      !vt_read_number(reader, element, "turn_stiffness", &def.turn_stiffness) ||
      !vt_read_number(reader, element, "turn_damping", &def.turn_damping) ||
      !vt_read_number(reader, element, "device_damping", &def.device_damping) ||
      !vt_read_number(reader, element, "device_turn_damping", &def.device_turn_damping) ||
      !vt_read_window(reader, element, &def.from, &def.until))
    return false;
  vt_error inner = {0};
  int index = vt_model_add_coupling(builder->model, &def, &inner);
  if (index < 0) return vt_pass_on(element, &inner, reader->error);
  vt_names_set(&builder->names, element, index);
  return true;
}

// ---------------------------------------------------------------- bonds

static bool build_bond(vt_builder *builder, const xmlNode *element) {
  vt_error *error = builder->reader.error;
  vt_bond_def def = vt_bond_def_default();
  def.name = vt_attribute_text(element, "name");
  def.contact = vt_read_switch(element, "contact");
  if (!read_side(builder, element, "a", &def.body_a) || !read_side(builder, element, "b", &def.body_b) ||
      !vt_build_region(builder, element, def.body_a, true, &def.region) ||
      !vt_read_window(&builder->reader, element, &def.from, &def.until))
    return false;
  vt_error inner = {0};
  int index = vt_model_add_bond(builder->model, &def, &inner);
  if (index < 0) return vt_pass_on(element, &inner, error);
  vt_names_set(&builder->names, element, index);
  return true;
}

bool vt_build_joints(vt_builder *builder) {
  return vt_build_each(builder, "link", build_link) && vt_build_each(builder, "coupling", build_coupling) &&
         vt_build_each(builder, "motor", build_motor) && vt_build_each(builder, "bond", build_bond);
}
