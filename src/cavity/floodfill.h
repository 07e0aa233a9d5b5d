// Finding cavities by flooding surfaces from the outside: the alternative to the union.
#ifndef VT_CAVITY_FLOODFILL_H
#define VT_CAVITY_FLOODFILL_H

#include "cavity/cavity.h"

// Same question and same answer as vt_cavities_find_union, but that a body does not seal itself.
bool vt_cavities_find_floodfill(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_error *error);

// What a vertex of a surface is. Borders are the sealed vertices that an edge joins to an unsealed one; next
// to both sides a vertex counts as inner border.
typedef enum vt_flood_class {
  VT_FLOOD_CONTACT,
  VT_FLOOD_INSIDE,
  VT_FLOOD_INNER_BORDER,
  VT_FLOOD_OUTSIDE,
  VT_FLOOD_OUTER_BORDER
} vt_flood_class;

// The same with the classes of all vertices, by body and vertex, in arena memory.
bool vt_cavities_find_classes(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_flood_class ***classes, vt_error *error);

#endif
