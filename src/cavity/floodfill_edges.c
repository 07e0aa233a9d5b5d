// A table of edges in the arena, and arrays that grow there.
#include "cavity/floodfill_insides.h"

#include <string.h>

bool vt_flood_grow(void **items, int *room, int count, size_t size, vt_arena *arena, vt_error *error) {
  if (count < *room) return true;
  int larger = *room < 64 ? 128 : 2 * *room;
  void *moved = vt_arena_take(arena, (size_t)larger, size, error);
  if (moved == NULL) return false;
  if (count > 0) memcpy(moved, *items, (size_t)count * size);
  *items = moved;
  *room = larger;
  return true;
}

static int place_of(const vt_flood_edges *edges, int a, int b) {
  uint64_t key = ((uint64_t)(uint32_t)a << 32 | (uint32_t)b) * 0x9e3779b97f4a7c15u;
  int mask = edges->room - 1, place = (int)(key >> 33) & mask;
  while (edges->items[place].a >= 0 && (edges->items[place].a != a || edges->items[place].b != b))
    place = (place + 1) & mask;
  return place;
}

// Never more than half full.
static bool make_room(vt_flood_edges *edges, vt_arena *arena, vt_error *error) {
  if (2 * (edges->count + 1) <= edges->room) return true;
  vt_flood_edges larger = {edges->count, edges->room == 0 ? 2048 : 2 * edges->room, NULL};
  larger.items = VT_TAKE(arena, vt_flood_edge, larger.room, error);
  if (larger.items == NULL) return false;
  for (int k = 0; k < larger.room; ++k) larger.items[k].a = -1;
  for (int k = 0; k < edges->room; ++k) {
    const vt_flood_edge *e = &edges->items[k];
    if (e->a >= 0) larger.items[place_of(&larger, e->a, e->b)] = *e;
  }
  *edges = larger;
  return true;
}

vt_flood_edge *vt_flood_edge_of(
    vt_flood_edges *edges, int a, int b, bool *fresh, vt_arena *arena, vt_error *error) {
  if (!make_room(edges, arena, error)) return NULL;
  int low = a < b ? a : b, high = a < b ? b : a;
  vt_flood_edge *edge = &edges->items[place_of(edges, low, high)];
  *fresh = edge->a < 0;
  if (*fresh) {
    *edge = (vt_flood_edge){low, high, -1, -1};
    ++edges->count;
  }
  return edge;
}
