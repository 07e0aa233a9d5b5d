// What contact is described with: how two surfaces touch, where they do, and which ones cross.
#ifndef VENTOUSE_CONTACT_H
#define VENTOUSE_CONTACT_H

#include <ventouse/body.h>

#ifdef __cplusplus
extern "C" {
#endif

// How two surfaces touch. Three distances: below `alarm` contact points are watched, `distance` is the gap
// they keep, and below `sealing` beyond that a point counts as sealed against air.
typedef struct vt_contact_settings {
  bool enabled;
  double friction;         // Coulomb's mu, times the curve at the start of a step
  vt_curve friction_curve; // 0 or more
  double alarm;            // m
  double distance;         // m
  double sealing;          // m
} vt_contact_settings;

VT_API vt_contact_settings vt_contact_settings_default(void); // 0.5 at all times, 2 mm, 0.1 mm, 0.05 mm

// Two bodies whose surfaces cross now, or of which one is inside the other; the same twice where a body
// crosses itself. Bodies may be made so; they are pushed apart without gaining speed.
typedef struct vt_crossing {
  int body_a, body_b;
  double depth; // m: how far a vertex of one is inside the other at most; 0 where a body crosses itself
} vt_crossing;

// A point where two bodies touch, as the last step left it. The force is what B does to A.
typedef struct vt_touch {
  int body_a, body_b;
  int feature_a, feature_b; // numbers of the features that touch; they stay with a contact from step to step
  vt_vec3 point;            // m: where the force acts on A, counted from where A is as the step begins
  vt_vec3 normal;           // unit, from B towards A
  vt_vec3 force;            // N
  double gap;               // m at the start of the step, beyond the contact distance
} vt_touch;

#ifdef __cplusplus
}
#endif

#endif
