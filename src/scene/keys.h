// <key> children: numbers or poses over time.
#ifndef VT_SCENE_KEYS_H
#define VT_SCENE_KEYS_H

#include <ventouse/model.h>

#include "scene/value.h"

typedef struct vt_keys {
  int count;
  double *times;  // s
  double *values; // of numbers, else NULL
  vt_pose *poses; // of poses, else NULL
} vt_keys;

int vt_count_children(const xmlNode *element, const char *name);
// The first child of that name, or NULL.
const xmlNode *vt_child(const xmlNode *element, const char *name);
// The next sibling of the same name, or NULL.
const xmlNode *vt_next_like(const xmlNode *element);

// The attribute `value` of every <key>, times `unit`, which must be there.
bool vt_keys_read_numbers(
    vt_keys *keys, const vt_reader *reader, const xmlNode *element, const char *value, double unit);
bool vt_keys_read_poses(vt_keys *keys, const vt_reader *reader, const xmlNode *element);
// The factors of an element inside, such as <leak>, of which there is one at most.
bool vt_keys_read_factors(
    const vt_reader *reader, const xmlNode *element, const char *name, vt_keys *keys, vt_curve *curve);
void vt_keys_free(vt_keys *keys);

#endif
