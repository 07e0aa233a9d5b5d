// Frames of a scene: placement, parent, and motion by keys, a hinge or a slide.
#include "base/vec.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

// A frame moves in one way only.
static bool check_motion(const xmlNode *element, vt_error *error) {
  int hinges = vt_count_children(element, "hinge"), slides = vt_count_children(element, "slide");
  int keys = vt_count_children(element, "key") > 0;
  if (keys + hinges + slides <= 1) return true;
  return vt_complain(element, error,
      "<frame> has %s%d <hinge> and %d <slide>, expected keys or one of the others", keys ? "keys, " : "",
      hinges, slides);
}

// A <hinge> or <slide>.
static bool read_joint(const vt_reader *reader, const xmlNode *joint, const char *value, double unit,
    vt_frame_def *def, vt_keys *keys) {
  if (!vt_read_direction(reader, joint, "axis", &def->axis) ||
      !vt_keys_read_numbers(keys, reader, joint, value, unit))
    return false;
  def->axis = vt_normalized(def->axis);
  def->motion = (vt_curve){def->motion.interpolation, keys->count, keys->times, keys->values};
  return true;
}

static bool read_motion(const vt_reader *reader, const xmlNode *element, vt_frame_def *def, vt_keys *keys) {
  const xmlNode *hinge = vt_child(element, "hinge"), *slide = vt_child(element, "slide");
  vt_interpolation interpolation = (vt_interpolation)vt_read_interpolation(element);
  def->motion.interpolation = def->keys.interpolation = interpolation;
  if (hinge != NULL) {
    def->joint = VT_JOINT_HINGE;
    return read_joint(reader, hinge, "angle", VT_PI / 180, def, keys);
  }
  if (slide != NULL) {
    def->joint = VT_JOINT_SLIDE;
    return read_joint(reader, slide, "distance", 1, def, keys);
  }
  if (!vt_keys_read_poses(keys, reader, element)) return false;
  def->keys = (vt_pose_keys){interpolation, keys->count, keys->times, keys->poses};
  return true;
}

static bool build_frame(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_frame_def def = vt_frame_def_default();
  def.name = vt_attribute_text(element, "name");
  if (vt_attribute_text(element, "parent") != NULL) {
    def.parent = vt_names_find(&builder->names, VT_THING_FRAME, element, "parent", reader->error);
    if (def.parent < 0) return false;
  }
  if (!vt_read_pose(reader, element, &def.pose) || !check_motion(element, reader->error)) return false;
  vt_keys keys = {0};
  vt_error inner = {0};
  bool built =
      read_motion(reader, element, &def, &keys) && vt_build_tracked_frame(builder, element, &def, &keys);
  if (built) {
    int index = vt_model_add_frame(builder->model, &def, &inner);
    vt_names_set(&builder->names, element, index);
    built = index >= 0 || vt_pass_on(element, &inner, reader->error);
  }
  vt_keys_free(&keys);
  return built;
}

bool vt_build_frames(vt_builder *builder) { return vt_build_each(builder, "frame", build_frame); }
