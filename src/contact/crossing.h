// Whether the surfaces of bodies cross: what contacts must never let happen.
#ifndef VT_CONTACT_CROSSING_H
#define VT_CONTACT_CROSSING_H

#include "contact/contact.h"

typedef struct vt_crossing_list {
  int count, fast; // fast: of what a motion crossed, those that moved by more than their contact distance
  size_t room;
  vt_crossing *items;
} vt_crossing_list;

// The pairs of bodies that may touch and have surfaces that cross at `vertices`, or went through each other
// on the straight lines between `vertices` and `ends` (either direction). A body that crosses itself counts
// as one pair. What is shallower than a millionth of an edge is touch. Not listed are pairs that are known.
// Those that are not fast did not cross for looking too far ahead. `any` says whether there was one at all.
// The trees are refitted here. `contacts` may be some between the bodies, sorted: planes between their
// features save the search where they part two bodies.
bool vt_crossings(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    const vt_contact *contacts, int contact_count, const vt_crossing *known, int known_count, bool *any,
    vt_crossing_list *found, vt_error *error);

// All pairs of bodies that may touch and cross at `vertices`, aligned ones that overlap too, or of which one
// is inside the other, sorted.
bool vt_crossings_now(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_crossing_list *list, vt_error *error);

// depth.c: how far a vertex of either is inside the other at most (m). The trees must be fitted.
double vt_crossing_depth(const vt_collider *a, const vt_collider *b);

// Whether a pair is among some.
bool vt_crossing_among(const vt_crossing *items, int count, int body_a, int body_b);

#endif
