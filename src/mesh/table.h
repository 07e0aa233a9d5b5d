// A hash table from short tuples of integers (edges, faces, node tags) to an index.
#ifndef VT_MESH_TABLE_H
#define VT_MESH_TABLE_H

#include "base/error.h"

typedef struct vt_table {
  int width;       // integers per key
  size_t capacity; // slots, a power of two
  size_t count;
  int *keys;   // capacity * width
  int *values; // -1 in an empty slot
} vt_table;

// Room for about `expected` keys; it grows when needed.
bool vt_table_init(vt_table *table, int width, size_t expected, vt_error *error);
void vt_table_free(vt_table *table);

// The value of a key, or -1.
int vt_table_find(const vt_table *table, const int *key);

// Gives the key's value in *found; a new key gets `value` (>= 0) and *added is true.
bool vt_table_insert(vt_table *table, const int *key, int value, int *found, bool *added, vt_error *error);

// Ascending order, for keys that do not depend on the order of nodes.
void vt_sort_small(int *items, int count);

#endif
