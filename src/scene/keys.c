// <key> children: numbers or poses over time.
#include "scene/keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/complaint.h"
#include "scene/document.h"

static const xmlNode *first_from(const xmlNode *node, const char *name) {
  while (node != NULL && !vt_is_element(node, name)) node = node->next;
  return node;
}

const xmlNode *vt_child(const xmlNode *element, const char *name) {
  return first_from(element->children, name);
}

const xmlNode *vt_next_like(const xmlNode *element) {
  return first_from(element->next, (const char *)element->name);
}

int vt_count_children(const xmlNode *element, const char *name) {
  int count = 0;
  for (const xmlNode *child = vt_child(element, name); child != NULL; child = vt_next_like(child)) ++count;
  return count;
}

// The time of key number i, later than the one before.
static bool read_time(vt_keys *keys, int i, const vt_reader *reader, const xmlNode *key) {
  if (!vt_read_number(reader, key, "time", &keys->times[i])) return false;
  if (i > 0 && keys->times[i] <= keys->times[i - 1])
    return vt_complain(key, reader->error, "found a <key> at %g s after one at %g s, expected a later time",
        keys->times[i], keys->times[i - 1]);
  return true;
}

bool vt_keys_read_numbers(
    vt_keys *keys, const vt_reader *reader, const xmlNode *element, const char *value, double unit) {
  keys->count = vt_count_children(element, "key");
  keys->times = VT_NEW(double, keys->count, reader->error);
  keys->values = VT_NEW(double, keys->count, reader->error);
  if (keys->times == NULL || keys->values == NULL) return false;
  int i = 0;
  for (const xmlNode *key = vt_child(element, "key"); key != NULL; key = vt_next_like(key), ++i) {
    if (!read_time(keys, i, reader, key) || !vt_read_number(reader, key, value, &keys->values[i]))
      return false;
    keys->values[i] *= unit;
  }
  return true;
}

bool vt_keys_read_poses(vt_keys *keys, const vt_reader *reader, const xmlNode *element) {
  keys->count = vt_count_children(element, "key");
  keys->times = VT_NEW(double, keys->count, reader->error);
  keys->poses = VT_NEW(vt_pose, keys->count, reader->error);
  if (keys->times == NULL || keys->poses == NULL) return false;
  int i = 0;
  for (const xmlNode *key = vt_child(element, "key"); key != NULL; key = vt_next_like(key), ++i) {
    keys->poses[i] = vt_pose_identity();
    if (!read_time(keys, i, reader, key) || !vt_read_pose(reader, key, &keys->poses[i])) return false;
  }
  return true;
}

bool vt_keys_read_factors(
    const vt_reader *reader, const xmlNode *element, const char *name, vt_keys *keys, vt_curve *curve) {
  const xmlNode *child = vt_child(element, name);
  if (child == NULL) return true;
  if (vt_next_like(child) != NULL)
    return vt_complain(vt_next_like(child), reader->error, "found a second <%s> in <%s>, the first is at %s",
        name, (const char *)element->name, vt_place_of(child).text);
  if (vt_child(child, "key") == NULL)
    return vt_complain(child, reader->error, "<%s> has no <key>, expected one or more", name);
  if (!vt_keys_read_numbers(keys, reader, child, "factor", 1)) return false;
  *curve = (vt_curve){(vt_interpolation)vt_read_interpolation(child), keys->count, keys->times, keys->values};
  return true;
}

void vt_keys_free(vt_keys *keys) {
  free(keys->times);
  free(keys->values);
  free(keys->poses);
  *keys = (vt_keys){0};
}
