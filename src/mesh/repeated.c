// Elements that a file has once for each of their groups (Gmsh 2.2) become one element in several groups.
#include "base/memory.h"
#include "mesh/raw.h"

#include <stdlib.h>
#include <string.h>

// Fills a key with the sorted nodes of an item, padded with -1.
static void make_key(const vt_raw_items *items, int item, int key[VT_CELL_MAX_NODES]) {
  int start = items->starts[item], size = items->starts[item + 1] - start;
  if (size > VT_CELL_MAX_NODES) size = VT_CELL_MAX_NODES;
  memcpy(key, items->nodes + start, (size_t)size * sizeof *key);
  vt_sort_small(key, size);
  for (int i = size; i < VT_CELL_MAX_NODES; ++i) key[i] = -1;
}

// Moves an item to an earlier place.
static void move_item(vt_raw_items *items, int from, int to) {
  if (from == to) return;
  int start = items->starts[from], size = items->starts[from + 1] - start;
  memmove(items->nodes + items->starts[to], items->nodes + start, (size_t)size * sizeof *items->nodes);
  items->starts[to + 1] = items->starts[to] + size;
  items->labels[to] = items->labels[from];
  items->lines[to] = items->lines[from];
  items->six[to] = items->six[from];
}

static bool merge(vt_raw_items *items, vt_raw_members *members, vt_error *error) {
  bool several = false, done = false;
  for (int m = 1; m < members->count; ++m) several |= members->items[m].group != members->items[0].group;
  if (!several) return true;
  vt_table table = {0};
  int count = items->count, kept = 0;
  int *group = VT_NEW(int, count, error), *place = VT_NEW(int, count, error);
  if (group == NULL || place == NULL || !vt_table_init(&table, VT_CELL_MAX_NODES, (size_t)count, error))
    goto out;
  memset(group, 0xff, (size_t)count * sizeof *group);
  for (int m = 0; m < members->count; ++m) group[members->items[m].item] = members->items[m].group;
  // `kept` never passes i, so group[] of later items is intact while earlier entries are rewritten.
  for (int i = 0; i < count; ++i) {
    int key[VT_CELL_MAX_NODES], first;
    bool added;
    make_key(items, i, key);
    if (!vt_table_insert(&table, key, kept, &first, &added, error)) goto out;
    if (!added && group[first] != group[i]) {
      place[i] = first;
      continue;
    }
    group[kept] = group[i];
    move_item(items, i, kept);
    place[i] = kept++;
  }
  items->count = kept;
  for (int m = 0; m < members->count; ++m) members->items[m].item = place[members->items[m].item];
  done = true;
out:
  vt_table_free(&table);
  free(group);
  free(place);
  return done;
}

bool vt_raw_merge_repeated(vt_raw *raw, vt_error *error) {
  return merge(&raw->cells, &raw->cell_members, error) && merge(&raw->surfaces, &raw->surface_members, error);
}
