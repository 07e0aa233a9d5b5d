// From checked documents to a model: what the steps of building share.
#ifndef VT_SCENE_BUILD_H
#define VT_SCENE_BUILD_H

#include "mesh/cloud.h"
#include "scene/document.h"
#include "scene/keys.h"
#include "scene/names.h"
#include "scene/scene.h"
#include "scene/value.h"

typedef struct vt_builder {
  vt_reader reader; // with the error of the whole
  const vt_scene_files *files;
  const vt_documents *documents;
  vt_names names;
  vt_scene *scene;
  vt_model *model; // the scene's
  int material_count;
  vt_material *materials;
  const xmlNode **material_elements; // of each
  vt_contact_settings contact;       // of <contact>, or its defaults: what pairs leave out
  int body_count;
  vt_mesh **meshes; // of each body, scaled, kept for its groups
  bool *held;       // whether anything but gravity acts on the body
  int track_count, tracked_count;
  struct vt_build_track *tracks;    // of each <track>
  struct vt_build_tracked *tracked; // of each <follow> in these
} vt_builder;

// Fills the scene (model, durations, warnings, expectations) from checked documents.
bool vt_build(vt_scene *scene, const vt_documents *documents, const vt_schema *schema,
    const vt_scene_files *files, vt_error *error);

// The steps, in order.
bool vt_build_tracks(vt_builder *builder); // reads files of tracks, which frames and motors follow
bool vt_build_frames(vt_builder *builder);
bool vt_build_bodies(vt_builder *builder);
bool vt_build_contact(vt_builder *builder);
bool vt_build_actions(vt_builder *builder); // attach, load, spring, cable
bool vt_build_joints(vt_builder *builder);  // link, coupling, motor, bond
bool vt_build_live_tracks(vt_builder *builder);
bool vt_build_air(vt_builder *builder);    // air, chamber
bool vt_build_vacuum(vt_builder *builder); // tank, tube, pump
bool vt_build_sensors(vt_builder *builder);
bool vt_build_expectations(vt_builder *builder);
bool vt_build_warnings(vt_builder *builder);

// Where a frame or motor follows a file, keys of that take the place of its own, which are its script.
bool vt_build_tracked_frame(vt_builder *builder, const xmlNode *element, vt_frame_def *def, vt_keys *keys);
bool vt_build_tracked_motor(vt_builder *builder, const xmlNode *element, vt_motor_def *def, vt_keys *keys);
void vt_build_free_tracks(vt_builder *builder);

// Calls a step for every element of a name.
typedef bool vt_build_step(vt_builder *builder, const xmlNode *element);
bool vt_build_each(vt_builder *builder, const char *name, vt_build_step *step);

// The only element of a name, NULL if there is none; false with the error set if there are more.
bool vt_build_only(vt_builder *builder, const char *name, const xmlNode **found);

// The region of an element in a body; without one all of it, or an error where one is needed.
bool vt_build_region(vt_builder *builder, const xmlNode *element, int body, bool needed, vt_region *region);
// Of a body that is not in the model yet.
bool vt_build_part(vt_builder *builder, const xmlNode *element, const vt_mesh *mesh, const char *body,
    bool needed, vt_region *region);

// How cavities are found, which <air> says and the model's settings hold. Checks that
// one <air> speaks of all.
bool vt_build_detector(vt_builder *builder, vt_settings *settings);

// Complains if an attribute names no body, material or surface.
bool vt_build_check_surface(const vt_builder *builder, const xmlNode *element, const char *attribute);

// Warns if an attribute asks for cavities where there are none.
bool vt_build_warn_without_air(vt_builder *builder, const xmlNode *element, const char *attribute);

// build_shapes.c: how many shapes an element has in place of a mesh file, and the mesh of the only one; of
// cells where the body is solid.
int vt_count_shapes(const xmlNode *element);
vt_mesh *vt_build_shape(vt_builder *builder, const xmlNode *element, bool solid);

// build_points.c: the <points> of a body, with the cloud of their file; given is false where there are none.
typedef struct vt_scene_points {
  bool given;
  vt_points_def def;
  vt_cloud cloud;
} vt_scene_points;
bool vt_build_points(vt_builder *builder, const xmlNode *element, vt_scene_points *points);
// Of a quasi-rigid body: what forces on them do.
bool vt_build_compliance(vt_builder *builder, const xmlNode *element, vt_quasi_rigid_def *def);
void vt_scene_points_free(vt_scene_points *points);
bool vt_scene_has_cloud(const xmlNode *element); // from a file: it need not have a mesh

// A point given by body or frame and position.
bool vt_build_point(vt_builder *builder, const xmlNode *element, vt_point *point);

bool vt_build_warn(vt_builder *builder, const xmlNode *element, const char *format, ...) VT_PRINTF(3, 4);

#endif
