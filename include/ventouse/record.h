// Recording a run into a folder: summary.json, CSV files, report.html and, if wanted, VTU frames.
#ifndef VENTOUSE_RECORD_H
#define VENTOUSE_RECORD_H

#include <ventouse/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_recorder vt_recorder;

typedef struct vt_recorder_options {
  // Appears when the run is finished, whole; only then an older run there is replaced.
  const char *folder;
  bool vtu; // also frames.pvd and one VTU per body and frame
} vt_recorder_options;

// Writes into a hidden folder beside `folder` until vt_recorder_finish renames it. An existing `folder` that
// is not a run folder is refused.
VT_API vt_recorder *vt_recorder_create(
    const vt_scene *scene, const vt_world *world, const vt_recorder_options *options, vt_error *error);
// Call at time 0 and after every step.
VT_API bool vt_recorder_step(vt_recorder *recorder, vt_error *error);
// A line for the `warnings` of summary.json.
VT_API bool vt_recorder_warn(vt_recorder *recorder, const char *warning, vt_error *error);
// Writes what is left and moves the folder into place. After a failed simulation, pass the reason: the folder
// keeps the last good state.
VT_API bool vt_recorder_finish(
    vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error);
// What vt_recorder_finish asks while it writes, NULL for nobody. Once it says yes the replay,
// which takes seconds where there are a million triangles, is left out of report.html, and a
// warning says so; all else is there.
VT_API void vt_recorder_set_stop(vt_recorder *recorder, vt_stop stop, void *context);
// Steps that did not go smoothly, counted from when recording began. All of them were accepted.
typedef enum vt_trouble_kind {
  VT_TROUBLE_UNCONVERGED, // the solver stopped above its tolerance; the worst is the largest residual
  VT_TROUBLE_REDONE,      // done again in smaller pieces; the worst is the most pieces
  VT_TROUBLE_INVERTED,    // cells were inside out as the step ended; the worst is the most of them
  VT_TROUBLE_CROSSED,     // surfaces of bodies crossed as the step ended; the worst is the deepest, in m
  VT_TROUBLE_CUT_SHORT,   // its tries or its work were used up; the worst is the most tries
  VT_TROUBLE_UNTANGLED    // bodies were being untangled as it ended; the worst is the most of them
} vt_trouble_kind;
enum { VT_TROUBLES = VT_TROUBLE_UNTANGLED + 1 };

typedef struct vt_trouble {
  long long steps;
  double worst; // of these steps; 0 if there was none
  double time;  // s: when the first step as bad as that ended
} vt_trouble;

VT_API vt_trouble vt_recorder_trouble(const vt_recorder *recorder, vt_trouble_kind kind);
// The same in a line for a person; empty if there was none.
VT_API void vt_recorder_describe_trouble(
    const vt_recorder *recorder, vt_trouble_kind kind, char *text, size_t size);
// A page of several runs, folder/index.html, from the card.html of each and its picture.png where there is
// one. A run without a card stands there with what went wrong.
typedef struct vt_gallery_run {
  const char *folder;  // of the run, within `folder`
  const char *failure; // why there is none, or NULL; an older run that lies there is then not shown
} vt_gallery_run;

VT_API bool vt_gallery_write(
    const char *folder, const char *title, const vt_gallery_run *runs, int count, vt_error *error);

// What live tracks have got in a run, into a folder that is made where there is none: vt_tracks_replay makes
// the same run of it, bit by bit.
VT_API bool vt_record_tracks(const vt_tracks *tracks, const char *folder, vt_error *error);

// Frees the recorder; if it was not finished, what it wrote is removed.
VT_API void vt_recorder_destroy(vt_recorder *recorder);

#ifdef __cplusplus
}
#endif

#endif
