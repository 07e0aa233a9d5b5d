// What is legal in a scene but is surely a slip.
#include <string.h>

#include "base/vec.h"
#include "scene/build.h"
#include "model/model.h"

// Bodies that are gripped measure from a tenth of a millimetre to some metres. A mesh in millimetres that is
// read as metres is beyond that from 5 mm on, and one that is scaled twice, up to 100 mm.
static const double largest = 5, smallest = 1e-4; // m

// Gels and tissue begin at 1 kPa; what is meant in kPa or MPa is below it.
static const double softest = 1e3; // Pa

// A hundredth and a hundred times of water: from light foam to four times osmium. Grams for kilograms, or a
// mesh in other units, are off by a thousand and more.
static const double lightest = 10, heaviest = 1e5; // kg/m^3

// ---------------------------------------------------------------- bodies

static vt_vec3 extent_of(const vt_mesh *mesh) {
  vt_vec3 low = mesh->nodes[0], high = low;
  for (int i = 1; i < mesh->node_count; ++i) {
    low = vt_v3(fmin(low.x, mesh->nodes[i].x), fmin(low.y, mesh->nodes[i].y), fmin(low.z, mesh->nodes[i].z));
    high =
        vt_v3(fmax(high.x, mesh->nodes[i].x), fmax(high.y, mesh->nodes[i].y), fmax(high.z, mesh->nodes[i].z));
  }
  return vt_sub(high, low);
}

// How large a mesh from a file is, then how heavy what it holds.
static bool warn_about_body(vt_builder *builder, const xmlNode *element) {
  const char *name = vt_attribute_text(element, "name");
  int body = vt_model_find_body(builder->model, name);
  if (body < 0) return true;
  const vt_body *b = &builder->model->bodies[body];
  vt_vec3 e = extent_of(b->kind == VT_BODY_DEFORMABLE ? b->deformable.mesh : b->mesh);
  double size = fmax(e.x, fmax(e.y, e.z)), mass = vt_model_body_mass(builder->model, body);
  bool file = vt_attribute_text(element, "mesh") != NULL || vt_scene_has_cloud(element);
  if (file && size > largest)
    return vt_build_warn(builder, element,
        "'%s' measures %.4g x %.4g x %.4g m: is its mesh in millimetres, which is scale=\"0.001\"?", name,
        e.x, e.y, e.z);
  if (file && size < smallest)
    return vt_build_warn(
        builder, element, "'%s' measures %.4g x %.4g x %.4g m: is its scale right?", name, e.x, e.y, e.z);
  double volume = vt_model_body_volume(builder->model, body), density = mass / volume;
  if (!(mass > 0) || !(volume > 0) || (density >= lightest && density <= heaviest)) return true;
  return vt_build_warn(builder, element,
      "'%s' has %.4g kg in %.4g m^3, which is %.3g kg/m^3 where water has 1000: are its mass and scale "
      "right?",
      name, mass, volume, density);
}

static bool warn_if_soft(vt_builder *builder, const xmlNode *element) {
  double young = softest;
  if (!vt_read_number(&builder->reader, element, "young", &young)) return false;
  if (young >= softest) return true;
  return vt_build_warn(builder, element,
      "'%s' has young %g Pa, softer than any gel (1000 Pa): is that in kPa or MPa?",
      vt_attribute_text(element, "name"), young);
}

// ---------------------------------------------------------------- air

// Suction given as the pressure that is to be left. Chambers are blown up by as much on purpose.
static bool warn_if_absolute(vt_builder *builder, const xmlNode *element) {
  double pressure = 0, ambient = vt_model_settings(builder->model)->ambient_pressure;
  if (!vt_read_number(&builder->reader, element, "pressure", &pressure)) return false;
  if (!(pressure > 0.5 * ambient)) return true;
  return vt_build_warn(builder, element,
      "<air> is regulated to %g Pa above ambient: if that is meant to be absolute, it is pressure=\"%g\"",
      pressure, pressure - ambient);
}

// Cavities are found between triangles.
static bool warn_if_unseen(vt_builder *builder, const xmlNode *element) {
  const char *name = vt_attribute_text(element, "body");
  for (int b = 0; b < builder->model->body_count; ++b) {
    const vt_body *body = &builder->model->bodies[b];
    if (body->skin == NULL ||
        (name != NULL && strcmp(name, body->name) != 0 && strcmp(name, body->surface) != 0))
      continue;
    return vt_build_warn(builder, element,
        "'%s' touches others by points, which <air> does not see: no cavity forms at it", body->name);
  }
  return true;
}

// ---------------------------------------------------------------- falling

// The world, driven and fixed bodies need no holding.
static bool is_held(const vt_builder *builder, int body) {
  if (body < 0 || builder->held[body]) return true;
  vt_body_kind kind = vt_model_body_kind(builder->model, body);
  return kind == VT_BODY_DRIVEN || kind == VT_BODY_FIXED;
}

static bool warn_if_falling(vt_builder *builder, const xmlNode *element) {
  int body = vt_model_find_body(builder->model, vt_attribute_text(element, "name"));
  if (body < 0 || builder->held[body] || !vt_read_switch(element, "gravity")) return true;
  return vt_build_warn(
      builder, element, "nothing holds '%s': it will fall", vt_attribute_text(element, "name"));
}

// What hangs on something held is held too.
static void spread_held(vt_builder *builder) {
  const vt_model *model = builder->model;
  bool changed = true;
  while (changed) {
    changed = false;
    for (int i = 0; i < model->link_count + model->bond_count; ++i) {
      bool link = i < model->link_count;
      int a = link ? model->links[i].body_a : model->bonds[i - model->link_count].body_a;
      int b = link ? model->links[i].body_b : model->bonds[i - model->link_count].body_b;
      if (is_held(builder, a) == is_held(builder, b)) continue;
      builder->held[is_held(builder, a) ? b : a] = true;
      changed = true;
    }
  }
}

static bool warn_about_fall(vt_builder *builder) {
  const vt_settings *settings = vt_model_settings(builder->model);
  // With contact a body may fall on another.
  if (vt_norm(settings->gravity) == 0 || vt_model_has_contact(builder->model)) return true;
  spread_held(builder);
  return vt_build_each(builder, "deformable", warn_if_falling) &&
         vt_build_each(builder, "rigid", warn_if_falling) &&
         vt_build_each(builder, "quasi_rigid", warn_if_falling);
}

// ---------------------------------------------------------------- the whole

bool vt_build_warnings(vt_builder *builder) {
  const xmlNode *root = xmlDocGetRootElement(builder->documents->list[0]->xml);
  double dt = vt_model_settings(builder->model)->dt, interval = builder->scene->frame_interval;
  if (interval < dt &&
      !vt_build_warn(builder, root, "frames every %g s are recorded every step of %g s", interval, dt))
    return false;
  return vt_build_each(builder, "material", warn_if_soft) &&
         vt_build_each(builder, "deformable", warn_about_body) &&
         vt_build_each(builder, "rigid", warn_about_body) &&
         vt_build_each(builder, "quasi_rigid", warn_about_body) &&
         vt_build_each(builder, "driven", warn_about_body) &&
         vt_build_each(builder, "fixed", warn_about_body) &&
         vt_build_each(builder, "air", warn_if_absolute) && vt_build_each(builder, "air", warn_if_unseen) &&
         warn_about_fall(builder);
}
