// Scene files: XML to a model, with run settings and expectations. docs/scene.md describes the format.
#ifndef VENTOUSE_SCENE_H
#define VENTOUSE_SCENE_H

#include <ventouse/track.h>
#include <ventouse/world.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_scene vt_scene;

// Loads a scene. Each override is "PATH=VALUE" as on the command line, applied before checking. NULL with one
// line ("file:line: found, expected") when anything is wrong.
VT_API vt_scene *vt_scene_load(
    const char *path, const char *const *overrides, int override_count, vt_error *error);
VT_API void vt_scene_destroy(vt_scene *scene);

VT_API const vt_model *vt_scene_model(const vt_scene *scene);
VT_API const char *vt_scene_name(const vt_scene *scene);
VT_API const char *vt_scene_path(const vt_scene *scene);
VT_API double vt_scene_duration(const vt_scene *scene);       // s
VT_API double vt_scene_frame_interval(const vt_scene *scene); // s between recorded frames
// Things worth telling a person that are no errors, e.g. a body nothing holds.
VT_API int vt_scene_warning_count(const vt_scene *scene);
VT_API const char *vt_scene_warning(const vt_scene *scene, int warning);

// The live tracks of the scene, unopened (docs/track.md); NULL if there are none, as frames and motors follow
// files by keys of the model. They belong to the scene, and drive one world at a time.
VT_API vt_tracks *vt_scene_tracks(const vt_scene *scene);

// Expectations watch a run and say at its end whether they held. Their scene must outlive them.
typedef struct vt_expectations vt_expectations;

typedef struct vt_outcome {
  const char *name;
  bool passed;
  double value;      // what was measured; NaN if there was nothing to measure
  char wanted[200];  // for a person: "z above 0.02 at 2.5 s"
  char missing[200]; // why there is no value: "no cavity touches 'cup' at 2.5 s"; "" if there is one
} vt_outcome;

VT_API vt_expectations *vt_expectations_create(const vt_scene *scene, vt_error *error);
VT_API void vt_expectations_destroy(vt_expectations *expectations);
// Call at time 0 and after every step; between the calls numbers are taken as straight lines.
VT_API void vt_expectations_observe(vt_expectations *expectations, const vt_world *world);
VT_API int vt_expectations_count(const vt_expectations *expectations);
VT_API vt_outcome vt_expectations_outcome(const vt_expectations *expectations, int index);

#ifdef __cplusplus
}
#endif

#endif
