// A hash table from short tuples of integers to an index: open addressing, at most half full.
#include "mesh/table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_key(const int *key, int width) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < width; ++i) {
    h ^= (uint32_t)key[i];
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return (size_t)h;
}

static bool make_slots(vt_table *table, size_t capacity, vt_error *error) {
  if (capacity > SIZE_MAX / 64) return vt_fail_memory(error, SIZE_MAX);
  int *keys = VT_NEW(int, capacity *(size_t)table->width, error);
  int *values = VT_NEW(int, capacity, error);
  if (keys == NULL || values == NULL) {
    free(keys);
    free(values);
    return false;
  }
  memset(values, 0xff, capacity * sizeof *values);
  table->keys = keys;
  table->values = values;
  table->capacity = capacity;
  return true;
}

bool vt_table_init(vt_table *table, int width, size_t expected, vt_error *error) {
  *table = (vt_table){.width = width};
  size_t capacity = 16;
  while (capacity / 2 < expected && capacity <= SIZE_MAX / 64) capacity *= 2;
  return make_slots(table, capacity, error);
}

void vt_table_free(vt_table *table) {
  free(table->keys);
  free(table->values);
  *table = (vt_table){0};
}

// The slot that holds the key or where it belongs.
static size_t find_slot(const vt_table *table, const int *key) {
  size_t width = (size_t)table->width, mask = table->capacity - 1;
  size_t slot = hash_key(key, table->width) & mask;
  while (table->values[slot] >= 0 && memcmp(table->keys + slot * width, key, width * sizeof *key) != 0) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

int vt_table_find(const vt_table *table, const int *key) { return table->values[find_slot(table, key)]; }

static bool grow(vt_table *table, vt_error *error) {
  vt_table old = *table;
  if (!make_slots(table, 2 * old.capacity, error)) return false;
  size_t width = (size_t)table->width;
  for (size_t i = 0; i < old.capacity; ++i) {
    if (old.values[i] < 0) continue;
    size_t slot = find_slot(table, old.keys + i * width);
    memcpy(table->keys + slot * width, old.keys + i * width, width * sizeof(int));
    table->values[slot] = old.values[i];
  }
  free(old.keys);
  free(old.values);
  return true;
}

bool vt_table_insert(vt_table *table, const int *key, int value, int *found, bool *added, vt_error *error) {
  if (2 * (table->count + 1) > table->capacity && !grow(table, error)) return false;
  size_t slot = find_slot(table, key);
  *added = table->values[slot] < 0;
  if (*added) {
    memcpy(table->keys + slot * (size_t)table->width, key, (size_t)table->width * sizeof *key);
    table->values[slot] = value;
    ++table->count;
  }
  *found = table->values[slot];
  return true;
}

void vt_sort_small(int *items, int count) {
  for (int i = 1; i < count; ++i) {
    int item = items[i], j = i;
    for (; j > 0 && items[j - 1] > item; --j) items[j] = items[j - 1];
    items[j] = item;
  }
}
