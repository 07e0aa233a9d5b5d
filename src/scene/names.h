// The names of a scene: unique within a kind, found with a hint when misspelt.
#ifndef VT_SCENE_NAMES_H
#define VT_SCENE_NAMES_H

#include "scene/document.h"
#include "scene/hint.h"

typedef enum vt_thing {
  VT_THING_NONE,
  VT_THING_MATERIAL,
  VT_THING_FRAME,
  VT_THING_BODY,
  VT_THING_ATTACHMENT,
  VT_THING_LOAD,
  VT_THING_CABLE, // springs too
  VT_THING_LINK,
  VT_THING_MOTOR,
  VT_THING_TRACK,
  VT_THING_BOND,
  VT_THING_CHAMBER,
  VT_THING_TANK,
  VT_THING_TUBE,
  VT_THING_PUMP,
  VT_THING_SENSOR,
  VT_THING_EXPECTATION,
  VT_THING_SURFACE // a word of bodies, which may share it
} vt_thing;

// The kind of thing an element makes.
vt_thing vt_thing_of(const xmlNode *element);

typedef struct vt_name {
  vt_thing thing;
  const char *text;
  const xmlNode *element;
  int order; // in the document
  int index; // number in the model once it was added, -1 before
} vt_name;

typedef struct vt_names {
  int count;
  vt_name *sorted; // by thing, text and order
} vt_names;

bool vt_names_collect(vt_names *names, const vt_documents *documents, vt_error *error);
void vt_names_free(vt_names *names);

// Remembers the number of a thing that was added to the model; nothing for one without a name.
void vt_names_set(vt_names *names, const xmlNode *element, int index);

bool vt_names_knows(const vt_names *names, vt_thing thing, const char *text);
// Offers all names of a kind.
void vt_names_offer(const vt_names *names, vt_thing thing, vt_hint *hint);

// The number of the thing an attribute names; -1 with the error set if there is none, or none yet.
int vt_names_find(
    const vt_names *names, vt_thing thing, const xmlNode *element, const char *attribute, vt_error *error);

#endif
