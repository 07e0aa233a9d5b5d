// Clouds of points of a scene's bodies.
#include <stdlib.h>

#include "base/vec.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

void vt_scene_points_free(vt_scene_points *points) { vt_cloud_free(&points->cloud); }

bool vt_scene_has_cloud(const xmlNode *element) {
  const xmlNode *points = vt_child(element, "points");
  return points != NULL && vt_attribute_text(points, "file") != NULL;
}

static bool load_cloud(vt_builder *builder, const xmlNode *element, const xmlNode *points, vt_cloud *cloud) {
  const vt_document *document = (const vt_document *)element->doc->_private;
  vt_error *error = builder->reader.error, inner = {0};
  double scale = 1;
  if (!vt_read_number(&builder->reader, element, "scale", &scale)) return false;
  char *path = vt_join_path(document->path, vt_attribute_text(points, "file"), error);
  if (path == NULL) return false;
  bool loaded = vt_cloud_load(cloud, path, &inner);
  free(path);
  if (!loaded) return vt_pass_on(points, &inner, error);
  for (int i = 0; i < cloud->count; ++i) cloud->points[i] = vt_scale(scale, cloud->points[i]);
  return cloud->warning == NULL || vt_build_warn(builder, points, "%s", cloud->warning);
}

bool vt_build_points(vt_builder *builder, const xmlNode *element, vt_scene_points *result) {
  const xmlNode *points = vt_child(element, "points");
  *result = (vt_scene_points){0};
  if (points == NULL) return true;
  if (vt_next_like(points) != NULL)
    return vt_complain(vt_next_like(points), builder->reader.error, "found a second <points> in <%s>",
        (const char *)element->name);
  bool file = vt_attribute_text(points, "file") != NULL, count = vt_attribute_text(points, "count") != NULL;
  if (file == count)
    return vt_complain(points, builder->reader.error,
        "<points> has %s, expected the attribute 'file' or 'count', which takes samples of the mesh",
        file ? "both file and count" : "neither file nor count");
  int seed = 1;
  result->given = true;
  if (!vt_read_integer(&builder->reader, points, "count", &result->def.count) ||
      !vt_read_integer(&builder->reader, points, "seed", &seed) ||
      !vt_read_integer(&builder->reader, points, "controls", &result->def.controls) ||
      (file && !load_cloud(builder, element, points, &result->cloud)))
    return false;
  if (result->def.count > builder->files->max_points)
    return vt_complain(points, builder->reader.error, "found %d points, expected at most %d",
        result->def.count, builder->files->max_points);
  result->def.seed = (uint64_t)seed;
  if (!file) return true;
  result->def.count = result->cloud.count;
  result->def.points = result->cloud.points;
  result->def.normals = result->cloud.normals;
  return true;
}

bool vt_build_compliance(vt_builder *builder, const xmlNode *element, vt_quasi_rigid_def *def) {
  static const char *const words[] = {"half_space", "gaussian", NULL}; // as vt_points_compliance
  static const char *const others[] = {"held", "touched"}, *const needed[] = {"stiffness", "width"};
  const xmlNode *points = vt_child(element, "points");
  for (int i = 0; i < 2; ++i)
    if (vt_child(element, others[i]) != NULL)
      return vt_complain(vt_child(element, others[i]), builder->reader.error,
          "<%s> is of elements, and this <quasi_rigid> has <points>: expected one of them", others[i]);
  def->compliance = (vt_points_compliance)vt_read_word(points, "compliance", words);
  for (int i = 0; i < 2; ++i) {
    bool given = vt_attribute_text(points, needed[i]) != NULL;
    if (given != (def->compliance == VT_COMPLIANCE_GAUSSIAN))
      return vt_complain(points, builder->reader.error,
          "<points> %s the attribute '%s' with compliance=\"%s\"", given ? "does not have" : "needs",
          needed[i], words[def->compliance]);
  }
  return vt_read_number(&builder->reader, points, "stiffness", &def->stiffness) &&
         vt_read_number(&builder->reader, points, "width", &def->width);
}
