// Typed attributes of elements that have passed the schema. An absent attribute leaves the result as it is.
#ifndef VT_SCENE_VALUE_H
#define VT_SCENE_VALUE_H

#include "scene/schema.h"

typedef struct vt_reader {
  const vt_schema *schema;
  vt_error *error;
} vt_reader;

// These return false with the error set when the value is no finite number or outside what can be held.
bool vt_read_number(const vt_reader *reader, const xmlNode *element, const char *name, double *value);
bool vt_read_vector(const vt_reader *reader, const xmlNode *element, const char *name, vt_vec3 *value);
bool vt_read_integer(const vt_reader *reader, const xmlNode *element, const char *name, int *value);
// Whole numbers, exactly three.
bool vt_read_integers(const vt_reader *reader, const xmlNode *element, const char *name, int value[3]);
// A vector that must not be zero.
bool vt_read_direction(const vt_reader *reader, const xmlNode *element, const char *name, vt_vec3 *value);
// An axis and an angle in degrees.
bool vt_read_rotation(const vt_reader *reader, const xmlNode *element, const char *name, vt_quat *value);
// position, and rotation or quaternion.
bool vt_read_pose(const vt_reader *reader, const xmlNode *element, vt_pose *pose);

// from and until, the second 0 if absent.
bool vt_read_window(const vt_reader *reader, const xmlNode *element, double *from, double *until);

bool vt_read_switch(const xmlNode *element, const char *name);
// The place of the value in a list of words ending with NULL; 0 if absent.
int vt_read_word(const xmlNode *element, const char *name, const char *const *words);
int vt_read_interpolation(const xmlNode *element); // a vt_interpolation

#endif
