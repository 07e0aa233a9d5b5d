// Overrides from the command line: --set PATH=VALUE.
#ifndef VT_SCENE_OVERRIDE_H
#define VT_SCENE_OVERRIDE_H

#include "scene/document.h"

// Sets an attribute in the trees. PATH is NAME.ATTRIBUTE, ELEMENT.ATTRIBUTE for an element that is alone of
// its kind, or ELEMENT.NAME.ATTRIBUTE where a name alone is not enough. The text must live as long as the
// trees: what it sets remembers it for messages.
bool vt_override_apply(vt_documents *documents, const char *text, vt_error *error);

#endif
