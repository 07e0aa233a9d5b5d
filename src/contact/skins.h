// Contacts of bodies whose surfaces are points: with each other and with triangles.
#ifndef VT_CONTACT_SKINS_H
#define VT_CONTACT_SKINS_H

#include "contact/contact.h"

// Adds the contacts of all pairs of which one at least has a skin to those given, and sorts them all. Trees
// of triangles must be fitted.
bool vt_contacts_of_skins(const vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_contact **contacts, int *contact_count, vt_error *error);

// contact.c: two tangent directions for a contact's normal.
void vt_contact_choose_tangents(vt_contact *contact);

#endif
