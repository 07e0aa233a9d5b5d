// Loading a scene: read, override, check, build.
#include "base/misuse.h"
#include "scene/scene.h"

#include <libxml/xmlerror.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "scene/build.h"
#include "scene/override.h"

static bool check_all(const vt_schema *schema, const vt_documents *documents, vt_error *error) {
  for (int i = 0; i < documents->count; ++i)
    if (!vt_schema_check(schema, documents->list[i]->xml, error)) return false;
  return true;
}

static bool override_all(
    vt_documents *documents, const char *const *overrides, int override_count, vt_error *error) {
  for (int i = 0; i < override_count; ++i)
    if (!vt_override_apply(documents, overrides[i], error)) return false;
  return true;
}

static vt_scene *load(const vt_scene_files *files, const char *path, const char *const *overrides,
    int override_count, vt_error *error) {
  vt_documents documents = {0};
  vt_schema own = {0};
  const vt_schema *schema = files->schema != NULL ? files->schema : &own;
  vt_scene *scene = VT_NEW(vt_scene, 1, error);
  bool loaded = scene != NULL && (scene->path = vt_copy_string(path, error)) != NULL &&
                (schema != &own || vt_schema_open(&own, error)) &&
                vt_documents_load(&documents, files, path, error) &&
                override_all(&documents, overrides, override_count, error) &&
                check_all(schema, &documents, error) && vt_build(scene, &documents, schema, files, error);
  vt_documents_free(&documents);
  vt_schema_close(&own);
  if (loaded) return scene;
  vt_scene_destroy(scene);
  return NULL;
}

vt_scene *vt_scene_load_from(const vt_scene_files *files, const char *path, const char *const *overrides,
    int override_count, vt_error *error) {
  *error = (vt_error){0};
  // Numbers have a decimal point whatever the language of the program; libxml2 asks the locale too.
  vt_locale locale;
  if (!vt_locale_begin(&locale, error)) return NULL;
  vt_scene *scene = load(files, path, overrides, override_count, error);
  vt_locale_end(&locale);
  return scene;
}

vt_scene *vt_scene_load(const char *path, const char *const *overrides, int override_count, vt_error *error) {
  VT_NEED_OR_FAIL(
      path != NULL && override_count >= 0 && (overrides != NULL || override_count == 0), error, NULL);
  vt_scene_files disk = vt_scene_disk();
  return vt_scene_load_from(&disk, path, overrides, override_count, error);
}

void vt_scene_destroy(vt_scene *scene) {
  if (scene == NULL) return;
  for (int i = 0; i < scene->warning_count; ++i) free(scene->warnings[i]);
  for (int i = 0; i < scene->expectation_count; ++i) free(scene->expectations[i].name);
  vt_tracks_destroy(scene->tracks);
  vt_model_destroy(scene->model);
  free(scene->warnings);
  free(scene->expectations);
  free(scene->name);
  free(scene->path);
  free(scene);
}

const vt_model *vt_scene_model(const vt_scene *scene) {
  VT_NEED(scene != NULL, NULL);
  return scene->model;
}
const char *vt_scene_name(const vt_scene *scene) {
  VT_NEED(scene != NULL, NULL);
  return scene->name;
}
const char *vt_scene_path(const vt_scene *scene) {
  VT_NEED(scene != NULL, NULL);
  return scene->path;
}
double vt_scene_duration(const vt_scene *scene) {
  VT_NEED(scene != NULL, 0);
  return scene->duration;
}
double vt_scene_frame_interval(const vt_scene *scene) {
  VT_NEED(scene != NULL, 0);
  return scene->frame_interval;
}
vt_tracks *vt_scene_tracks(const vt_scene *scene) {
  VT_NEED(scene != NULL, NULL);
  return scene->tracks;
}
int vt_scene_warning_count(const vt_scene *scene) {
  VT_NEED(scene != NULL, 0);
  return scene->warning_count;
}
const char *vt_scene_warning(const vt_scene *scene, int warning) {
  VT_NEED(scene != NULL && vt_is_number(warning, scene->warning_count), NULL);
  return scene->warnings[warning];
}
