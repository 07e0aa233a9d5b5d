// Gathering nodes, cells, surface elements and groups.
#include "mesh/raw.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool vt_raw_init(
    vt_raw *raw, const char *name, const char *cell_word, const char *surface_word, vt_error *error) {
  *raw = (vt_raw){.name = name, .cell_word = cell_word, .surface_word = surface_word};
  return vt_table_init(&raw->group_table, 2, 0, error);
}

static void free_items(vt_raw_items *items) {
  free(items->starts);
  free(items->nodes);
  free(items->labels);
  free(items->lines);
  free(items->six);
}

void vt_raw_free(vt_raw *raw) {
  for (int g = 0; g < raw->group_count; ++g) free(raw->group_names[g]);
  free(raw->group_names);
  vt_table_free(&raw->group_table);
  free(raw->nodes);
  free_items(&raw->cells);
  free_items(&raw->surfaces);
  free(raw->cell_members.items);
  free(raw->surface_members.items);
  free(raw->node_members.items);
  *raw = (vt_raw){0};
}

bool vt_raw_add_node(vt_raw *raw, vt_vec3 node, int64_t label, int line, vt_error *error) {
  if (!vt_is_finite(node)) {
    char place[32] = "";
    if (line > 0) snprintf(place, sizeof place, ":%d", line);
    return vt_fail(error, VT_BAD_INPUT, "%s%s: node %lld is at (%g %g %g), expected finite coordinates",
        raw->name, place, (long long)label, node.x, node.y, node.z);
  }
  if (raw->node_count == INT_MAX - 1)
    return vt_fail(error, VT_BAD_INPUT, "%s: has too many nodes", raw->name);
  if (!VT_RESERVE(&raw->nodes, &raw->node_capacity, raw->node_count + 1, error)) return false;
  raw->nodes[raw->node_count++] = node;
  return true;
}

static bool add_item(vt_raw_items *items, const int *nodes, int node_count, bool six, int64_t label, int line,
    const char *name, vt_error *error) {
  size_t count = (size_t)items->count + 1;
  int start = items->count > 0 ? items->starts[items->count] : 0;
  if (node_count > INT_MAX - 1 - start)
    return vt_fail(error, VT_BAD_INPUT, "%s: has too many elements", name);
  if (!VT_RESERVE(&items->starts, &items->starts_capacity, count + 1, error) ||
      !VT_RESERVE(&items->nodes, &items->nodes_capacity, start + node_count, error) ||
      !VT_RESERVE(&items->labels, &items->labels_capacity, count, error) ||
      !VT_RESERVE(&items->lines, &items->lines_capacity, count, error) ||
      !VT_RESERVE(&items->six, &items->six_capacity, count, error)) {
    return false;
  }
  if (node_count > 0) memcpy(items->nodes + start, nodes, (size_t)node_count * sizeof *nodes);
  items->starts[items->count] = start;
  items->starts[items->count + 1] = start + node_count;
  items->labels[items->count] = label;
  items->lines[items->count] = line;
  items->six[items->count] = six;
  ++items->count;
  return true;
}

static const char *kind_name(vt_cell_kind kind) {
  return kind == VT_CELL_TET4    ? "a four-node tetrahedron"
         : kind == VT_CELL_TET10 ? "a ten-node tetrahedron"
                                 : "an eight-node hexahedron";
}

bool vt_raw_add_cell(
    vt_raw *raw, vt_cell_kind kind, const int *nodes, int64_t label, int line, vt_error *error) {
  if (raw->cells.count > 0 && raw->cell_kind != kind) {
    vt_cell_names names = {raw->name, raw->cell_word, &label, &line};
    char text[512];
    vt_cell_name(&names, 0, text, sizeof text);
    return vt_fail(error, VT_BAD_INPUT, "%s is %s, expected one kind of cell: the first is %s", text,
        kind_name(kind), kind_name(raw->cell_kind));
  }
  raw->cell_kind = kind;
  return add_item(&raw->cells, nodes, vt_cell_size(kind), false, label, line, raw->name, error);
}

bool vt_raw_add_surface(
    vt_raw *raw, const int *nodes, int node_count, bool six, int64_t label, int line, vt_error *error) {
  return add_item(&raw->surfaces, nodes, node_count, six, label, line, raw->name, error);
}

int vt_raw_group(vt_raw *raw, const char *name, size_t length, vt_error *error) {
  // Names are found by their hash; two names with one hash take neighbouring keys.
  for (uint64_t hash = vt_hash_bytes(VT_HASH_START, name, length);; ++hash) {
    int key[2] = {(int)(uint32_t)hash, (int)(uint32_t)(hash >> 32)};
    int found = vt_table_find(&raw->group_table, key);
    if (found >= 0 && strlen(raw->group_names[found]) == length &&
        memcmp(raw->group_names[found], name, length) == 0) {
      return found;
    }
    if (found >= 0) continue;
    bool added;
    char *copy = VT_NEW(char, length + 1, error);
    if (copy == NULL) return -1;
    memcpy(copy, name, length);
    if (!VT_RESERVE(&raw->group_names, &raw->group_capacity, raw->group_count + 1, error) ||
        !vt_table_insert(&raw->group_table, key, raw->group_count, &found, &added, error)) {
      free(copy);
      return -1;
    }
    raw->group_names[raw->group_count] = copy;
    return raw->group_count++;
  }
}

bool vt_raw_join(vt_raw_members *members, int group, int item, vt_error *error) {
  if (members->count == INT_MAX - 1) return vt_fail(error, VT_BAD_INPUT, "too many group members");
  if (!VT_RESERVE(&members->items, &members->capacity, members->count + 1, error)) return false;
  members->items[members->count++] = (vt_raw_member){group, item};
  return true;
}
