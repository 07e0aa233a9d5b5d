// From checked documents to a model.
#include "scene/build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "scene/complaint.h"
#include "model/model.h"

bool vt_build_each(vt_builder *builder, const char *name, vt_build_step *step) {
  for (int i = 0; i < builder->documents->item_count; ++i) {
    const xmlNode *element = builder->documents->items[i];
    if (vt_is_element(element, name) && !step(builder, element)) return false;
  }
  return true;
}

bool vt_build_only(vt_builder *builder, const char *name, const xmlNode **found) {
  *found = NULL;
  for (int i = 0; i < builder->documents->item_count; ++i) {
    const xmlNode *element = builder->documents->items[i];
    if (!vt_is_element(element, name)) continue;
    if (*found != NULL)
      return vt_complain(element, builder->reader.error, "found a second <%s>, the first is at %s", name,
          vt_place_of(*found).text);
    *found = element;
  }
  return true;
}

bool vt_build_warn(vt_builder *builder, const xmlNode *element, const char *format, ...) {
  vt_scene *scene = builder->scene;
  char message[600], line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  snprintf(line, sizeof line, "%s: %s", vt_place_of(element).text, message);
  vt_error *error = builder->reader.error;
  if (!VT_RESERVE(&scene->warnings, &scene->warning_capacity, scene->warning_count + 1, error)) return false;
  char *copy = vt_copy_string(line, error);
  if (copy == NULL) return false;
  scene->warnings[scene->warning_count++] = copy;
  return true;
}

// ---------------------------------------------------------------- settings and materials

static bool read_environment(vt_builder *builder, vt_settings *settings) {
  const xmlNode *found = NULL;
  if (!vt_build_only(builder, "environment", &found)) return false;
  if (found == NULL) return true;
  const vt_reader *reader = &builder->reader;
  return vt_read_vector(reader, found, "gravity", &settings->gravity) &&
         vt_read_number(reader, found, "pressure", &settings->ambient_pressure) &&
         vt_read_number(reader, found, "temperature", &settings->ambient_temperature);
}

// The file's name without folder and ending.
static char *title_from_path(const char *path, vt_error *error) {
  const char *slash = strrchr(path, '/');
  char *title = vt_copy_string(slash != NULL ? slash + 1 : path, error);
  char *dot = title != NULL ? strrchr(title, '.') : NULL;
  if (dot != NULL && dot != title) *dot = '\0';
  return title;
}

static bool build_settings(vt_builder *builder) {
  const xmlNode *root = xmlDocGetRootElement(builder->documents->list[0]->xml);
  const vt_reader *reader = &builder->reader;
  vt_scene *scene = builder->scene;
  static const char *const integrators[] = {"euler", "newmark", NULL}; // as vt_integrator
  vt_settings settings = vt_settings_default();
  settings.integrator = (vt_integrator)vt_read_word(root, "integrator", integrators);
  const char *name = vt_attribute_text(root, "name");
  scene->name = name != NULL && name[0] != '\0' ? vt_copy_string(name, reader->error)
                                                : title_from_path(scene->path, reader->error);
  if (scene->name == NULL) return false;
  if (!vt_read_number(reader, root, "dt", &settings.dt) ||
      !vt_read_number(reader, root, "duration", &scene->duration) ||
      !vt_read_number(reader, root, "frames", &scene->frame_interval) ||
      !vt_read_integer(reader, root, "threads", &settings.threads) || !read_environment(builder, &settings) ||
      !vt_build_detector(builder, &settings))
    return false;
  if (scene->duration / settings.dt > 1e9)
    return vt_complain(root, reader->error, "%g s in steps of %g s are too many steps, expected at most 1e9",
        scene->duration, settings.dt);
  vt_error inner = {0};
  scene->model = vt_model_create(&settings, &inner);
  builder->model = scene->model;
  return scene->model != NULL || vt_pass_on(root, &inner, reader->error);
}

static bool build_material(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_material *material = &builder->materials[builder->material_count];
  static const char *const laws[] = {"corotated", "neo-hookean", NULL};
  *material = vt_material_default();
  if (!vt_read_number(reader, element, "young", &material->young) ||
      !vt_read_number(reader, element, "poisson", &material->poisson) ||
      !vt_read_number(reader, element, "density", &material->density) ||
      !vt_read_number(reader, element, "mass_damping", &material->mass_damping) ||
      !vt_read_number(reader, element, "stiffness_damping", &material->stiffness_damping))
    return false;
  material->law = (vt_law)vt_read_word(element, "law", laws);
  builder->material_elements[builder->material_count] = element;
  vt_names_set(&builder->names, element, builder->material_count++);
  return true;
}

bool vt_build_point(vt_builder *builder, const xmlNode *element, vt_point *point) {
  *point = (vt_point){.body = -1, .frame = -1};
  bool body = vt_attribute_text(element, "body") != NULL, frame = vt_attribute_text(element, "frame") != NULL;
  vt_error *error = builder->reader.error;
  if (body && frame)
    return vt_complain(element, error, "<point> has both body and frame, expected one of them");
  if (body) {
    point->body = vt_names_find(&builder->names, VT_THING_BODY, element, "body", error);
    if (point->body < 0) return false;
  }
  if (frame) {
    point->frame = vt_names_find(&builder->names, VT_THING_FRAME, element, "frame", error);
    if (point->frame < 0) return false;
  }
  return vt_read_vector(&builder->reader, element, "position", &point->position);
}

// ---------------------------------------------------------------- the whole

static bool allocate(vt_builder *builder) {
  int count = builder->documents->item_count;
  vt_error *error = builder->reader.error;
  builder->materials = VT_NEW(vt_material, count, error);
  builder->material_elements = VT_NEW(const xmlNode *, count, error);
  builder->meshes = VT_NEW(vt_mesh *, count, error);
  builder->held = VT_NEW(bool, count, error);
  return builder->materials != NULL && builder->material_elements != NULL && builder->meshes != NULL &&
         builder->held != NULL;
}

static bool build_all(vt_builder *builder) {
  return vt_names_collect(&builder->names, builder->documents, builder->reader.error) && allocate(builder) &&
         build_settings(builder) && vt_build_each(builder, "material", build_material) &&
         vt_build_tracks(builder) && vt_build_frames(builder) && vt_build_bodies(builder) &&
         vt_build_contact(builder) && vt_build_actions(builder) && vt_build_joints(builder) &&
         vt_build_live_tracks(builder) && vt_build_air(builder) && vt_build_vacuum(builder) &&
         vt_build_sensors(builder) && vt_build_expectations(builder) && vt_build_warnings(builder);
}

bool vt_build(vt_scene *scene, const vt_documents *documents, const vt_schema *schema,
    const vt_scene_files *files, vt_error *error) {
  vt_builder builder = {.reader = {schema, error}, .files = files, .documents = documents, .scene = scene};
  bool built = build_all(&builder);
  for (int i = 0; i < builder.body_count; ++i) vt_mesh_destroy(builder.meshes[i]);
  free(builder.meshes);
  vt_build_free_tracks(&builder);
  free(builder.held);
  free(builder.materials);
  free(builder.material_elements);
  vt_names_free(&builder.names);
  return built;
}
