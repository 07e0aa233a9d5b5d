// Meshes of bodies that a scene makes on the spot: boxes and round shapes.
#include "base/vec.h"
#include "scene/build.h"
#include "scene/complaint.h"

static vt_mesh *make_box(vt_builder *builder, const xmlNode *box, bool solid, vt_error *error) {
  static const char *const words[] = {"tet4", "hex8", NULL};
  const vt_reader *reader = &builder->reader;
  vt_vec3 size = {0}, center = {0};
  int cells[3] = {1, 1, 1};
  if (!vt_read_vector(reader, box, "size", &size) || !vt_read_vector(reader, box, "center", &center) ||
      !vt_read_integers(reader, box, "cells", cells))
    return NULL;
  if ((long long)cells[0] * cells[1] * cells[2] > builder->files->max_cells) {
    vt_complain(box, reader->error, "found %d x %d x %d cells, expected at most %d in all", cells[0],
        cells[1], cells[2], builder->files->max_cells);
    return NULL;
  }
  vt_cell_kind kind = VT_CELL_NONE;
  if (solid) kind = vt_read_word(box, "kind", words) == 0 ? VT_CELL_TET4 : VT_CELL_HEX8;
  return vt_mesh_box(
      vt_madd(center, -0.5, size), vt_madd(center, 0.5, size), cells[0], cells[1], cells[2], kind, error);
}

static vt_mesh *make_round(vt_builder *builder, const xmlNode *shape, bool solid, vt_error *error) {
  const vt_reader *reader = &builder->reader;
  vt_vec3 center = {0}, radii = {0};
  double radius = 0, length = 0;
  int around = solid ? 24 : 48; // a ball of 377 or 578 nodes
  // Those that a shape does not have, the schema refuses.
  if (!vt_read_vector(reader, shape, "center", &center) || !vt_read_vector(reader, shape, "radii", &radii) ||
      !vt_read_number(reader, shape, "radius", &radius) ||
      !vt_read_number(reader, shape, "length", &length) || !vt_read_integer(reader, shape, "around", &around))
    return NULL;
  // Cells of a solid, quadrilaterals of a surface, roughly.
  double along = length > 0 ? around * length / (2 * VT_PI * radius) : 0; // edges
  double cells = around * (0.25 * around + along) * (solid ? 0.5 * around : 1);
  if (!(cells <= builder->files->max_cells)) {
    vt_complain(shape, reader->error,
        "found %d edges around and %.4g along, which is some %.2g cells, expected at most %d", around, along,
        cells, builder->files->max_cells);
    return NULL;
  }
  vt_cell_kind kind = solid ? VT_CELL_TET4 : VT_CELL_NONE;
  if (vt_is_element(shape, "cylinder")) return vt_mesh_cylinder(center, radius, length, around, kind, error);
  if (vt_is_element(shape, "capsule")) return vt_mesh_capsule(center, radius, length, around, kind, error);
  if (vt_is_element(shape, "sphere")) radii = vt_v3(radius, radius, radius);
  return vt_mesh_ellipsoid(center, radii, around, kind, error);
}

static const char *const words_of_shapes[] = {"box", "sphere", "ellipsoid", "cylinder", "capsule"};
enum { SHAPES = sizeof words_of_shapes / sizeof words_of_shapes[0] };

int vt_count_shapes(const xmlNode *element) {
  int count = 0;
  for (int i = 0; i < SHAPES; ++i) count += vt_count_children(element, words_of_shapes[i]);
  return count;
}

vt_mesh *vt_build_shape(vt_builder *builder, const xmlNode *element, bool solid) {
  const xmlNode *shape = NULL;
  for (int i = 0; i < SHAPES && shape == NULL; ++i) shape = vt_child(element, words_of_shapes[i]);
  vt_error inner = {0};
  vt_mesh *mesh = vt_is_element(shape, "box") ? make_box(builder, shape, solid, &inner)
                                              : make_round(builder, shape, solid, &inner);
  if (inner.code != VT_OK) vt_pass_on(shape, &inner, builder->reader.error);
  return mesh;
}
