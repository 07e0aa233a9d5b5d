// The text of scene.xsd, put into the library by the build.
#ifndef VT_SCENE_SCHEMA_TEXT_H
#define VT_SCENE_SCHEMA_TEXT_H

#include <stddef.h>

extern const unsigned char vt_schema_text[];
extern const size_t vt_schema_text_size; // bytes

#endif
