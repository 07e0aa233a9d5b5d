// What the two files that build tracks share.
#ifndef VT_SCENE_BUILD_TRACKS_H
#define VT_SCENE_BUILD_TRACKS_H

#include "scene/build.h"
#include "track/follow.h"

typedef struct vt_build_track {
  const xmlNode *element;
  vt_track_def def; // its texts belong to the tree
} vt_build_track;

typedef struct vt_build_tracked {
  const xmlNode *element; // the <follow>
  int track;
  bool used;        // a frame or motor took it
  vt_follow follow; // of a file
} vt_build_tracked;

#endif
