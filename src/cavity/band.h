// How the pressure of a cavity ends in its seal.
//
// A detector finds that there is a seal, and a cavity's mesh ends somewhere in it: at vertices, which
// join and leave a seal one by one. The pressure does not end there. Across the band in which two
// surfaces are within reach it falls from that of the cavity to that of the outside, as in a thin film
// whose resistance grows as it narrows. So the area that it acts on is continuous in the motion of the
// bodies, wherever the mesh ends.
#ifndef VT_CAVITY_BAND_H
#define VT_CAVITY_BAND_H

#include "base/pool.h"
#include "cavity/cavity.h"

// The closest point of another surface, seen from a vertex.
typedef struct vt_band_foot {
  bool found;            // there is another surface about as near as its neighbours are
  double gap;            // m; below 0 inside
  double openness;       // the gap over the reach there: 1 and above is open
  double closed;         // from 0 at the reach to 1 at the distance that bodies touch at
  vt_vec3 direction;     // unit, out of its own body into the other
  vt_cavity_vertex foot; // the closest point
} vt_band_foot;

// Of all vertices of a body. The trees must hold the surfaces as they are. Two bodies that do not bend are
// not looked at: nothing is left between them where they touch. In arena memory; NULL on failure.
vt_band_foot *vt_band_feet(const vt_collider *colliders, int count, int body, vt_contact_rule rule,
    const void *user, vt_pool *pool, vt_arena *arena, vt_error *error);

// Whether a vertex is out of reach of other surfaces, both for the detector and by its own gap: the two may
// differ a little about where that begins.
static inline bool vt_band_is_open(const vt_band_foot *foot, const vt_film *film) {
  return film->around != VT_OWNER_NONE && foot->openness >= 1;
}

// Among marked vertices: finds the connected parts and marks the one with the largest area. False if none is
// marked. `queue` has room for all vertices.
typedef enum vt_band_mark {
  VT_BAND_UNMARKED,
  VT_BAND_MARKED,
  VT_BAND_LARGEST,
  VT_BAND_PASSED // within the search
} vt_band_mark;
bool vt_band_mark_largest(const vt_collider *collider, vt_band_mark *marks, int *queue);

// By vertex: how much the film resists, 1 in the seal and 0 where a cavity's air was pressed flat inside of
// it. Films of all cavities. In arena memory; NULL on failure.
double *vt_band_counts(const vt_collider *collider, const vt_band_foot *feet, const vt_film *film,
    const vt_cavities *cavities, vt_arena *arena, vt_error *error);

// What a vertex is to the pressure that spreads over a surface.
typedef enum vt_band_part { VT_BAND_OUT, VT_BAND_FIXED, VT_BAND_FREE } vt_band_part;

// The share of the pressure at every vertex of a surface: given at fixed vertices, 0 at those that
// are out, and at free ones such that inflow and outflow balance. `counts` is the resistance of the
// film where it is closed.
bool vt_band_spread(const vt_surface_topology *topology, const vt_vec3 *vertices, const double *openness,
    const double *counts, const vt_band_part *parts, double *shares, vt_arena *arena, vt_error *error);

// Gives all cavities new ties at the current positions of the surfaces; `film` as it was last followed, by
// body and vertex. Flat cavities keep the areas of the ties they had in `last`.
bool vt_bands_tie(const vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    const vt_film *const *film, const vt_cavities *last, vt_cavities *cavities, vt_pool *pool,
    vt_arena *arena, vt_error *error);

#endif
