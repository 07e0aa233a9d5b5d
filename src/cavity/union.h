// Finding cavities: the holes of the union of bodies that touch.
#ifndef VT_CAVITY_UNION_H
#define VT_CAVITY_UNION_H

#include "cavity/cavity.h"

// Finds all cavities that the surfaces enclose at `colliders[b].vertices`, two bodies or more at once or one
// with itself. A point of a surface is sealed where another is closer than its contact distance plus the
// sealing distance of the pair, and where one of the two bends also what they may lie off their triangles;
// found->film says where air is left between them all the same. The boxes of colliders[b].bvh are refitted
// here, with room for that.
bool vt_cavities_find_union(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_error *error);

#endif
