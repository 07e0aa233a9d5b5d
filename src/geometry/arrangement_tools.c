// Growing arrays, a table of triples, and where points lie, for the stages of the arrangement.
#include "geometry/arrangement_inside.h"

#include <string.h>

void *vt_ar_push(vt_arranger *ar, vt_ar_array *array, size_t size) {
  if (array->count == array->capacity) {
    if (array->capacity > INT32_MAX / 2) {
      vt_fail_memory(ar->error, SIZE_MAX);
      return NULL;
    }
    int capacity = array->capacity > 0 ? 2 * array->capacity : 64;
    void *items = vt_arena_take(ar->arena, (size_t)capacity, size, ar->error);
    if (items == NULL) return NULL;
    if (array->count > 0) memcpy(items, array->items, (size_t)array->count * size);
    array->items = items;
    array->capacity = capacity;
  }
  return (char *)array->items + (size_t)array->count++ * size;
}

int *vt_ar_ints(vt_arranger *ar, int count, int value) {
  int *items = VT_TAKE(ar->arena, int, count, ar->error);
  if (items != NULL)
    for (int i = 0; i < count; ++i) items[i] = value;
  return items;
}

// ---------------------------------------------------------------- table

static bool allocate_table(vt_arranger *ar, vt_ar_table *table, int capacity) {
  table->capacity = capacity;
  table->count = 0;
  table->keys = vt_arena_take(ar->arena, (size_t)capacity, sizeof *table->keys, ar->error);
  table->values = vt_ar_ints(ar, capacity, -1);
  return table->keys != NULL && table->values != NULL;
}

bool vt_ar_table_init(vt_arranger *ar, vt_ar_table *table, int expected) {
  int capacity = 64;
  while (capacity < 2 * expected && capacity < 1 << 29) capacity *= 2;
  return allocate_table(ar, table, capacity);
}

static int slot_of(const vt_ar_table *table, int a, int b, int c) {
  uint64_t h = (uint64_t)(uint32_t)a * 0x9e3779b97f4a7c15u ^ (uint64_t)(uint32_t)b * 0xc2b2ae3d27d4eb4fu ^
               (uint64_t)(uint32_t)c * 0x165667b19e3779f9u;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9u;
  uint64_t mask = (uint64_t)table->capacity - 1;
  for (uint64_t i = h >> 32 & mask;; i = (i + 1) & mask) {
    const int *key = table->keys[i];
    if (table->values[i] < 0 || (key[0] == a && key[1] == b && key[2] == c)) return (int)i;
  }
}

static bool enlarge(vt_arranger *ar, vt_ar_table *table) {
  vt_ar_table larger;
  if (table->capacity >= 1 << 30) return vt_fail_memory(ar->error, SIZE_MAX);
  if (!allocate_table(ar, &larger, 2 * table->capacity)) return false;
  for (int i = 0; i < table->capacity; ++i) {
    if (table->values[i] < 0) continue;
    const int *key = table->keys[i];
    int slot = slot_of(&larger, key[0], key[1], key[2]);
    memcpy(larger.keys[slot], key, sizeof larger.keys[slot]);
    larger.values[slot] = table->values[i];
  }
  larger.count = table->count;
  *table = larger;
  return true;
}

int *vt_ar_table_find(vt_arranger *ar, vt_ar_table *table, int a, int b, int c) {
  if (2 * table->count >= table->capacity && !enlarge(ar, table)) return NULL;
  int slot = slot_of(table, a, b, c);
  if (table->values[slot] < 0) {
    table->keys[slot][0] = a;
    table->keys[slot][1] = b;
    table->keys[slot][2] = c;
    ++table->count; // the caller fills it, or its place is lost until the table grows
  }
  return &table->values[slot];
}

int vt_ar_table_get(const vt_ar_table *table, int a, int b, int c) {
  return table->values[slot_of(table, a, b, c)];
}

// ---------------------------------------------------------------- sides

int vt_ar_side(vt_arranger *ar, int point, int triangle) {
  const vt_vec3 *s = ar->triangles[triangle].corners;
  if (point < ar->vertex_count)
    return vt_ar_sign(ar, vt_ar_plane_side(&ar->triangles[triangle], &ar->grid[point]));
  const vt_ar_point *p = &vt_ar_points(ar)[point - ar->vertex_count];
  const vt_vec3 *first = ar->triangles[p->triangles[0]].corners;
  int sign;
  if (p->edge >= 0) {
    const int *ends = ar->edges[p->edge].vertices;
    sign = vt_crossing_side(&ar->grid[ends[0]], &ar->grid[ends[1]], first, s);
  } else {
    sign = vt_meeting_side(
        first, ar->triangles[p->triangles[1]].corners, ar->triangles[p->triangles[2]].corners, s);
  }
  return vt_ar_sign(ar, sign * p->sign);
}

bool vt_ar_passes(vt_arranger *ar, const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3]) {
  int left = 0, right = 0;
  for (int k = 0; k < 3; ++k) {
    int sign = vt_orient3d(a, b, &p[k], &p[(k + 1) % 3]);
    left += sign > 0;
    right += sign < 0;
  }
  if (left > 0 && right > 0) return false;
  ar->tie |= left + right < 3;
  return left == 3 || right == 3;
}

static int apex(const vt_arranger *ar, int side) { return ar->triangles[side / 3].vertices[(side + 2) % 3]; }

// Whether side i comes before j, both seen from the first.
static bool comes_before(vt_arranger *ar, const vt_ar_edge *e, int first, int i, int j) {
  const vt_vec3 *a = &ar->grid[e->vertices[0]], *b = &ar->grid[e->vertices[1]];
  const vt_vec3 *c = &ar->grid[apex(ar, first)], *ci = &ar->grid[apex(ar, i)], *cj = &ar->grid[apex(ar, j)];
  int half_i = vt_ar_sign(ar, vt_orient3d(a, b, c, ci)), half_j = vt_ar_sign(ar, vt_orient3d(a, b, c, cj));
  if (half_i != half_j) return half_i > half_j;
  return vt_ar_sign(ar, vt_orient3d(a, b, ci, cj)) > 0;
}

void vt_ar_sort_around(vt_arranger *ar, int edge, int *sides, int count) {
  const int *ends = ar->edges[edge].vertices;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j)
      vt_ar_sign(ar, vt_orient3d(&ar->grid[ends[0]], &ar->grid[ends[1]], &ar->grid[apex(ar, sides[i])],
                         &ar->grid[apex(ar, sides[j])]));
  for (int i = 2; i < count; ++i) {
    int side = sides[i], k = i;
    for (; k > 1 && comes_before(ar, &ar->edges[edge], sides[0], side, sides[k - 1]); --k)
      sides[k] = sides[k - 1];
    sides[k] = side;
  }
}
