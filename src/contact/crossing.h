// Whether the surfaces of bodies cross: what contacts must never let happen.
#ifndef VT_CONTACT_CROSSING_H
#define VT_CONTACT_CROSSING_H

#include "contact/contact.h"

// How many pairs of bodies that may touch have surfaces that cross at `vertices`, or went through each other
// on the straight way between `vertices` and `ends` (either direction). A body that crosses itself counts as
// one pair. What is shallower than a millionth of an edge is touch. With `moving`, only pairs that moved
// further than their contact distance count: others did not cross for looking too far ahead. The trees are
// refitted here.
int vt_crossings(vt_collider *colliders, int count, vt_contact_rule rule, const void *user, bool moving);

#endif
