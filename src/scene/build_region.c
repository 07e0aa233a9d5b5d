// Regions of bodies: a group of the mesh, a <box> or a <sphere>.
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/hint.h"
#include "scene/keys.h"

static bool read_group(
    vt_builder *builder, const xmlNode *element, const vt_mesh *mesh, const char *body, vt_region *region) {
  const char *group = vt_attribute_text(element, "region");
  *region = vt_region_group(group);
  if (vt_mesh_find_group(mesh, group) != NULL) return true;
  vt_hint hint;
  vt_hint_start(&hint, group);
  for (int i = 0; i < mesh->group_count; ++i) vt_hint_offer(&hint, mesh->groups[i].name);
  return vt_complain(vt_attribute_node(element, "region"), builder->reader.error,
      "no group '%s' in the mesh of body '%s'%s", group, body, vt_hint_text(&hint));
}

static bool read_box(const vt_reader *reader, const xmlNode *box, vt_region *region) {
  vt_vec3 min = {0}, max = {0};
  if (!vt_read_vector(reader, box, "min", &min) || !vt_read_vector(reader, box, "max", &max)) return false;
  if (min.x > max.x || min.y > max.y || min.z > max.z)
    return vt_complain(box, reader->error, "<box> has a min above its max");
  *region = vt_region_box(min, max);
  return true;
}

static bool read_sphere(const vt_reader *reader, const xmlNode *sphere, vt_region *region) {
  vt_vec3 center = {0};
  double radius = 0;
  if (!vt_read_vector(reader, sphere, "center", &center) ||
      !vt_read_number(reader, sphere, "radius", &radius))
    return false;
  *region = vt_region_sphere(center, radius);
  return true;
}

bool vt_build_region(vt_builder *builder, const xmlNode *element, int body, bool needed, vt_region *region) {
  return vt_build_part(
      builder, element, builder->meshes[body], vt_model_body_name(builder->model, body), needed, region);
}

bool vt_build_part(vt_builder *builder, const xmlNode *element, const vt_mesh *mesh, const char *body,
    bool needed, vt_region *region) {
  const xmlNode *box = vt_child(element, "box"), *sphere = vt_child(element, "sphere");
  bool group = vt_attribute_text(element, "region") != NULL;
  int count = group + vt_count_children(element, "box") + vt_count_children(element, "sphere");
  if (count > 1 || (needed && count == 0))
    return vt_complain(element, builder->reader.error,
        "<%s> has %s, expected the attribute 'region', or one <box> or <sphere> inside",
        (const char *)element->name, count == 0 ? "no region" : "more than one region");
  if (group) return read_group(builder, element, mesh, body, region);
  if (box != NULL) return read_box(&builder->reader, box, region);
  if (sphere != NULL) return read_sphere(&builder->reader, sphere, region);
  *region = vt_region_all();
  return true;
}
