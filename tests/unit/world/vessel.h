// A pot under a heavy lid, in which nothing moves but air.
#ifndef VT_TESTS_WORLD_VESSEL_H
#define VT_TESTS_WORLD_VESSEL_H

#include "../../physics/air/air_rig.h"
#include "check.h"

#include <stdlib.h>

enum { SIDES = 8 };
static const double inner = 0.02, outer = 0.025, depth = 0.02, distance = 1e-5; // m
static const double step_time = 0.01;                                           // s
static const vt_vec3 place = {0.3, -0.2, 0.1};                                  // m

typedef struct vessel {
  yard y;
  int pot, lid;
} vessel;

// A pot with its mouth up, away from the origin, under a lid whose weight is more than any pressure here. The
// contact distance is part of its depth.
static inline void vessel_begin(vessel *v, vt_air_settings air, bool lid_first) {
  vt_contact_settings contact = tight(distance);
  contact.friction = 0.5;
  *v = (vessel){.y = yard_with(step_time, vt_v3(0, 0, -9.81), contact)};
  air_set(&v->y, vt_air_settings_default());
  air_rule(&v->y, "pot", air);
  for (int k = 0; k < 2; ++k)
    if ((k == 0) == lid_first)
      v->lid = air_rigid(&v->y, air_mesh(solid_prism(0.03, 0, 0.01, SIDES)), 50, true,
          at(place.x, place.y, place.z + depth + distance), "lid");
    else
      v->pot = air_driven(&v->y, air_mesh(solid_pot(inner, outer, depth, 0.01, SIDES)),
          at(place.x, place.y, place.z), -1, "pot");
  yard_start(&v->y);
}

static inline vt_cavity_view vessel_next(vessel *v) {
  air_seen seen = {.law_allowed = 1e-9};
  air_step(&v->y, &seen);
  CHECK(seen.unconverged == 0);
  if (CHECK(vt_world_cavity_count(v->y.world) == 1)) return vt_world_cavity(v->y.world, 0);
  exit(1);
}

static inline void vessel_end(vessel *v) { yard_free(&v->y); }

#endif
