// Detectors of cavities that look at a world from outside, by its surfaces as everybody sees them.
#ifndef VT_TESTS_AIR_WATCHER_H
#define VT_TESTS_AIR_WATCHER_H

#include "cavity/floodfill.h"
#include "cavity/union.h"

#include <ventouse/world.h>

enum { WATCHED_MOST = 4 }; // bodies

typedef struct watcher {
  int count;
  vt_surface_topology *topologies[WATCHED_MOST];
  vt_bvh bvhs[WATCHED_MOST];
  vt_collider colliders[WATCHED_MOST];
  const vt_vec3 *surfaces[WATCHED_MOST]; // the world's own: they follow it
  vt_contact_settings contact;           // of all pairs
  vt_arena *arena;
  vt_cavities cavities; // what was found last
  vt_detected found;
} watcher;

// At time 0, as surfaces are at rest. Ends the program where memory is refused.
void watcher_begin(watcher *w, const vt_world *world);
// What a detector finds now; false with the message printed where it fails.
bool watcher_find(watcher *w, bool flood);
double watcher_volume(const watcher *w, int cavity); // m^3
void watcher_end(watcher *w);

#endif
