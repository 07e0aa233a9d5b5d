// Errors that say where in a scene they are: "file:line: ...", or "--set PATH=VALUE: ..." for an override.
#ifndef VT_SCENE_COMPLAINT_H
#define VT_SCENE_COMPLAINT_H

#include <libxml/tree.h>

#include "base/error.h"

// The place of an element or attribute, for a message.
typedef struct vt_place_text {
  char text[400];
} vt_place_text;

vt_place_text vt_place_of(const xmlNode *node);

// Sets the error to VT_BAD_INPUT with the place before the message; returns false.
bool vt_complain(const xmlNode *node, vt_error *error, const char *format, ...) VT_PRINTF(3, 4);

// Passes on an error from building, with the place and the element before it; returns false.
bool vt_pass_on(const xmlNode *element, const vt_error *inner, vt_error *error);

// What was found, fit for a message: shortened, without control characters.
typedef struct vt_found_text {
  char text[72];
} vt_found_text;

vt_found_text vt_found(const char *text);

#endif
