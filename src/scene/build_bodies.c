// Bodies of a scene and their meshes.
#include <stdlib.h>

#include "base/vec.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"
#include "model/model.h"

// ---------------------------------------------------------------- meshes

// The mesh file an attribute names, scaled; NULL without error if there is no such attribute.
static vt_mesh *load_mesh(vt_builder *builder, const xmlNode *element, const char *attribute) {
  const char *file = vt_attribute_text(element, attribute);
  vt_error *error = builder->reader.error;
  double scale = 1;
  if (file == NULL || !vt_read_number(&builder->reader, element, "scale", &scale)) return NULL;
  const vt_document *document = (const vt_document *)element->doc->_private;
  char *path = vt_join_path(document->path, file, error);
  if (path == NULL) return NULL;
  vt_error inner = {0};
  vt_mesh *mesh = builder->files->load_mesh(builder->files->user, path, &inner);
  free(path);
  if (mesh == NULL) {
    vt_pass_on(element, &inner, error);
    return NULL;
  }
  if (scale != 1) vt_mesh_scale(mesh, scale);
  if (mesh->warning == NULL || vt_build_warn(builder, element, "%s", mesh->warning)) return mesh;
  vt_mesh_destroy(mesh);
  return NULL;
}

// The body's own mesh: a file or a shape. The builder keeps it until the end. NULL without error for one that
// is all points.
static const vt_mesh *own_mesh(vt_builder *builder, const xmlNode *element, bool solid) {
  bool file = vt_attribute_text(element, "mesh") != NULL;
  int count = file + vt_count_shapes(element);
  if (count == 0 && vt_scene_has_cloud(element)) return NULL;
  if (count != 1) {
    vt_complain(element, builder->reader.error,
        "<%s> has %s, expected the attribute 'mesh' or one <box>, <sphere>, <ellipsoid>, <cylinder> or "
        "<capsule> "
        "inside",
        (const char *)element->name, count == 0 ? "no mesh" : "more than one mesh");
    return NULL;
  }
  vt_mesh *mesh = file ? load_mesh(builder, element, "mesh") : vt_build_shape(builder, element, solid);
  if (mesh != NULL) builder->meshes[builder->body_count++] = mesh;
  return mesh;
}

// All meshes of a body.
typedef struct body_meshes {
  const vt_mesh *own;          // kept by the builder
  vt_mesh *collision, *visual; // NULL where it has none
  vt_scene_points points;
} body_meshes;

static bool load_meshes(vt_builder *builder, const xmlNode *element, bool solid, body_meshes *meshes) {
  meshes->own = own_mesh(builder, element, solid);
  if (builder->reader.error->code != VT_OK || !vt_build_points(builder, element, &meshes->points))
    return false;
  meshes->collision = load_mesh(builder, element, "collision");
  if (builder->reader.error->code == VT_OK) meshes->visual = load_mesh(builder, element, "visual");
  return builder->reader.error->code == VT_OK;
}

static void free_meshes(body_meshes *meshes) {
  vt_mesh_destroy(meshes->collision);
  vt_mesh_destroy(meshes->visual);
  vt_scene_points_free(&meshes->points);
}

// After adding: the number, or the model's reason.
static bool added(vt_builder *builder, const xmlNode *element, int index, const vt_error *inner) {
  if (index < 0) return vt_pass_on(element, inner, builder->reader.error);
  if (builder->body_count == index) { // all points: the mesh that the model made of them
    builder->meshes[index] = vt_mesh_copy(builder->model->bodies[index].mesh, builder->reader.error);
    if (builder->meshes[index] == NULL) return false;
    ++builder->body_count;
  }
  vt_names_set(&builder->names, element, index);
  return true;
}

// ---------------------------------------------------------------- materials and surfaces

// What a body of any kind is made of: the material's number, -1 if it has none, -2 with the error set.
static int find_material(vt_builder *builder, const xmlNode *element) {
  if (vt_attribute_text(element, "material") == NULL) return -1;
  int material =
      vt_names_find(&builder->names, VT_THING_MATERIAL, element, "material", builder->reader.error);
  return material < 0 ? -2 : material;
}

// A deformable or quasi-rigid body needs more of its material than a name.
static bool check_elastic(vt_builder *builder, const xmlNode *element, int material) {
  static const char *const needed[] = {"young", "poisson"};
  const xmlNode *made_of = builder->material_elements[material];
  for (int i = 0; i < 2; ++i)
    if (vt_attribute_text(made_of, needed[i]) == NULL)
      return vt_complain(made_of, builder->reader.error,
          "<material> needs the attribute '%s', as <%s> '%s' is made of it", needed[i],
          (const char *)element->name, vt_attribute_text(element, "name"));
  return true;
}

// The word that pairs know it by.
static const char *surface_of(const xmlNode *element) {
  const char *surface = vt_attribute_text(element, "surface");
  return surface != NULL ? surface : vt_attribute_text(element, "material");
}

// ---------------------------------------------------------------- kinds of bodies

static vt_element read_element(const xmlNode *element) {
  static const char *const elements[] = {
      "auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10", "hex8", NULL}; // as vt_element
  return (vt_element)vt_read_word(element, "element", elements);
}

static bool build_deformable(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_deformable_def def = vt_deformable_def_default();
  def.name = vt_attribute_text(element, "name");
  def.element = read_element(element);
  def.gravity = vt_read_switch(element, "gravity");
  def.surface = surface_of(element);
  def.self_contact = vt_read_switch(element, "self_contact");
  int material = find_material(builder, element);
  if (material < 0 || !check_elastic(builder, element, material) ||
      !vt_read_number(reader, element, "mass", &def.mass) || !vt_read_pose(reader, element, &def.pose) ||
      !vt_read_vector(reader, element, "velocity", &def.velocity))
    return false;
  def.material = builder->materials[material];
  body_meshes meshes = {0};
  bool built = load_meshes(builder, element, true, &meshes);
  if (built) {
    vt_error inner = {0};
    def.mesh = meshes.own;
    def.collision = meshes.collision;
    def.visual = meshes.visual;
    built = added(builder, element, vt_model_add_deformable(builder->model, &def, &inner), &inner);
  }
  free_meshes(&meshes);
  return built;
}

static bool read_inertia(const vt_reader *reader, const xmlNode *element, vt_rigid_def *def) {
  const xmlNode *inertia = vt_child(element, "inertia");
  if (inertia == NULL) return true;
  if (vt_next_like(inertia) != NULL)
    return vt_complain(vt_next_like(inertia), reader->error, "found a second <inertia> in <%s>",
        (const char *)element->name);
  if (vt_attribute_text(element, "mass") == NULL)
    return vt_complain(inertia, reader->error, "<inertia> needs the attribute 'mass' of its <%s>",
        (const char *)element->name);
  vt_vec3 moments = {0}, products = {0};
  if (!vt_read_vector(reader, inertia, "center", &def->center) ||
      !vt_read_vector(reader, inertia, "moments", &moments) ||
      !vt_read_vector(reader, inertia, "products", &products))
    return false;
  def->inertia_given = true;
  def->inertia = (vt_mat3){{{moments.x, products.x, products.y}, {products.x, moments.y, products.z},
      {products.y, products.z, moments.z}}};
  return true;
}

static bool read_rigid(const vt_reader *reader, const xmlNode *element, vt_rigid_def *def) {
  if (vt_attribute_text(element, "mass") != NULL && vt_attribute_text(element, "density") != NULL)
    return vt_complain(element, reader->error, "<rigid> has both mass and density, expected one of them");
  if (!vt_read_number(reader, element, "mass", &def->mass) ||
      !vt_read_number(reader, element, "density", &def->density) ||
      !vt_read_pose(reader, element, &def->pose) ||
      !vt_read_number(reader, element, "viscosity", &def->viscosity) ||
      !vt_read_vector(reader, element, "velocity", &def->velocity) ||
      !vt_read_vector(reader, element, "angular_velocity", &def->angular_velocity))
    return false;
  def->angular_velocity = vt_scale(VT_PI / 180, def->angular_velocity);
  def->gravity = vt_read_switch(element, "gravity");
  return read_inertia(reader, element, def);
}

static bool build_rigid(vt_builder *builder, const xmlNode *element) {
  vt_rigid_def def = vt_rigid_def_default();
  def.name = vt_attribute_text(element, "name");
  def.surface = surface_of(element);
  int material = find_material(builder, element);
  if (material < -1) return false;
  if (material >= 0) def.density = builder->materials[material].density;
  if (!read_rigid(&builder->reader, element, &def)) return false;
  body_meshes meshes = {0};
  bool built = load_meshes(builder, element, false, &meshes);
  if (built) {
    vt_error inner = {0};
    def.mesh = meshes.own;
    def.visual = meshes.visual;
    def.points = meshes.points.given ? &meshes.points.def : NULL;
    built = added(builder, element, vt_model_add_rigid(builder->model, &def, &inner), &inner);
  }
  free_meshes(&meshes);
  return built;
}

// One of the parts of a quasi-rigid body; `*given` becomes the region if there is one.
static bool read_part(vt_builder *builder, const xmlNode *element, const char *word, const vt_mesh *mesh,
    vt_region *region, const vt_region **given) {
  const xmlNode *part = vt_child(element, word);
  *given = NULL;
  if (part == NULL) return true;
  if (vt_next_like(part) != NULL)
    return vt_complain(vt_next_like(part), builder->reader.error, "found a second <%s> in <%s>", word,
        (const char *)element->name);
  *given = region;
  return vt_build_part(builder, part, mesh, vt_attribute_text(element, "name"), true, region);
}

static bool build_quasi_rigid(vt_builder *builder, const xmlNode *element) {
  vt_quasi_rigid_def def = vt_quasi_rigid_def_default();
  vt_region held, touched;
  def.rigid.name = vt_attribute_text(element, "name");
  def.rigid.surface = surface_of(element);
  def.element = read_element(element);
  int material = find_material(builder, element);
  if (material < 0 || !check_elastic(builder, element, material) ||
      !read_rigid(&builder->reader, element, &def.rigid))
    return false;
  if (!vt_read_integer(&builder->reader, element, "modes", &def.modes) ||
      !vt_read_number(&builder->reader, element, "mode_damping", &def.mode_damping))
    return false;
  def.material = builder->materials[material];
  body_meshes meshes = {0};
  bool points = vt_child(element, "points") != NULL;
  bool built = load_meshes(builder, element, true, &meshes) &&
               (!points || vt_build_compliance(builder, element, &def)) &&
               read_part(builder, element, "held", meshes.own, &held, &def.held) &&
               read_part(builder, element, "touched", meshes.own, &touched, &def.touched);
  if (built) {
    vt_error inner = {0};
    def.rigid.mesh = meshes.own;
    def.rigid.visual = meshes.visual;
    def.rigid.points = points ? &meshes.points.def : NULL;
    def.collision = meshes.collision;
    built = added(builder, element, vt_model_add_quasi_rigid(builder->model, &def, &inner), &inner);
  }
  free_meshes(&meshes);
  return built;
}

// Driven, and fixed: driven by no frame.
static bool build_driven(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_driven_def def = vt_driven_def_default();
  def.name = vt_attribute_text(element, "name");
  def.surface = surface_of(element);
  if (find_material(builder, element) < -1) return false;
  def.frame = -1;
  if (vt_is_element(element, "driven")) {
    def.frame = vt_names_find(&builder->names, VT_THING_FRAME, element, "frame", reader->error);
    if (def.frame < 0) return false;
  }
  if (!vt_read_pose(reader, element, &def.pose)) return false;
  body_meshes meshes = {0};
  bool built = load_meshes(builder, element, false, &meshes);
  if (built) {
    vt_error inner = {0};
    def.mesh = meshes.own;
    def.visual = meshes.visual;
    def.points = meshes.points.given ? &meshes.points.def : NULL;
    built = added(builder, element, vt_model_add_driven(builder->model, &def, &inner), &inner);
  }
  free_meshes(&meshes);
  return built;
}

bool vt_build_bodies(vt_builder *builder) {
  // In document order, whatever their kind, as bodies are numbered together.
  for (int i = 0; i < builder->documents->item_count; ++i) {
    const xmlNode *element = builder->documents->items[i];
    bool built = true;
    if (vt_is_element(element, "deformable")) built = build_deformable(builder, element);
    if (vt_is_element(element, "rigid")) built = build_rigid(builder, element);
    if (vt_is_element(element, "quasi_rigid")) built = build_quasi_rigid(builder, element);
    if (vt_is_element(element, "driven") || vt_is_element(element, "fixed"))
      built = build_driven(builder, element);
    if (!built) return false;
  }
  return true;
}
