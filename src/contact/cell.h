// A contact of a vertex acts on the other surface over the cell of the vertex instead of at one point.
#ifndef VT_CONTACT_CELL_H
#define VT_CONTACT_CELL_H

#include "contact/contact.h"

// Spreads a contact of a vertex of `own`, which is on `side` (0: A, 1: B), over `other`, as far as these lie
// against each other around it. Both are surfaces that bend. `guard` (m, above 0) is by how much the vertex
// may come nearer than others that hold it.
bool vt_contact_spread(vt_contact *contact, int side, const vt_collider *own, const vt_collider *other,
    double guard, vt_arena *arena, vt_error *error);

#endif
