// Which surfaces are near, and the contact points between them.
#ifndef VT_CONTACT_CONTACT_H
#define VT_CONTACT_CONTACT_H

#include "base/pool.h"
#include "base/vec.h"
#include "geometry/proximity.h"
#include "geometry/skin.h"

#include <ventouse/contact.h>

// The collision surface of one body as a step begins.
typedef struct vt_collider {
  const vt_surface_topology *topology;
  vt_bvh *bvh;
  const vt_vec3 *vertices;       // m, at the start of the step
  const vt_vec3 *ends;           // m, after free motion
  bool movable;                  // forces can move it: two bodies that they cannot are no pair
  bool moves;                    // forces can move it or it is driven: cavities around it change
  bool self;                     // it may touch itself
  bool soft;                     // it bends
  bool rigid;                    // its vertices are those at rest, turned and moved, for sure
  bool still;                    // its vertices are always the same: the tree is fitted once
  const vt_asked *asked;         // whether to go on, or NULL
  struct vt_search_times *times; // where searches of points add what they took, or NULL
  // Of a surface from points, whose control points are the vertices, without triangles:
  const vt_skin *skin; // or NULL
  bool bends;          // the control points are displaced by forces
  double bent;         // m: how far at most, now
  double rebent;       // m: how far at most free motion displaces them anew
  // Of all that is not soft, as the step begins and after free motion:
  vt_pose pose, end_pose;
} vt_collider;

// What searches of points took.
struct vt_search_times {
  double tree, distances; // s: pairs of leaves, and feet
};

// Fits the tree to vertices and ends; that of a surface which is always the same only if something else was
// fitted to it meanwhile.
void vt_collider_refit(const vt_collider *collider);

// A weighted mean of surface vertices; weights sum to 1, and some may be negative.
typedef struct vt_contact_place {
  int count;
  const int *vertices;
  const double *weights;
} vt_contact_place;

// A point where two bodies touch or may touch during the step. Forces and gaps are along the normal and two
// tangents; they are what B does to A.
typedef struct vt_contact {
  int body_a, body_b;
  int feature_a, feature_b; // to identify it in the next step
  int a[3], b[3];           // surface vertices
  double weight_a[3], weight_b[3];
  vt_contact_place cells[2]; // of A and B, in the arena: where it acts if not at the points; else count 0
  vt_vec3 offsets[2];        // m, of A and B, as the step begins: from there to the place, on a skin; else 0
  vt_vec3 normal, tangent1, tangent2; // unit, the normal from B towards A
  double distance;                    // m, at the start of the step
  double kept;                        // m: the gap it keeps, the contact distance less the slack
  double slack;                       // m: by how much it may come nearer, because others guard it
  double friction;
  bool foreseen;   // the search did not find it as the step began
  double short_by; // m, foreseen ones: by how much tries so far ended short of `kept`, summed
  // Set as rows are made:
  vt_vec3 point_a, point_b; // m: where its force acts on the two
  double recovered; // m: the part of the gap that is recovered by pushing out, apart from the bodies' motion
  double pushed;    // m: how far they are pushed out in this step
  double opening;   // m: how far they separate in this step at the velocities that they begin with
} vt_contact;

// Where a contact acts on A (side 0) or B (1).
static inline vt_contact_place vt_contact_place_on(const vt_contact *contact, int side) {
  if (contact->cells[side].count > 0) return contact->cells[side];
  return (vt_contact_place){
      3, side == 0 ? contact->a : contact->b, side == 0 ? contact->weight_a : contact->weight_b};
}

// The settings between two bodies; `user` is passed through.
typedef vt_contact_settings (*vt_contact_rule)(const void *user, int body_a, int body_b);

// All contacts of a step, sorted by bodies and features, in arena memory. The trees are refitted here. The
// alarm distance is enlarged by the free motion of the step. Between bodies that are known to cross, what is
// inside is found however deep it is; between others up to the alarm distance. `max` is the largest alarm
// distance that the rule gives. Pairs of bodies are shared out by the pool, NULL for one thread.
bool vt_contacts_find(vt_collider *colliders, int count, vt_contact_rule rule, const void *user, double max,
    const vt_crossing *crossing, int crossing_count, vt_pool *pool, vt_arena *arena, vt_contact **contacts,
    int *contact_count, vt_error *error);

// The contacts between two bodies that have come to cross, at `vertices` alone and however
// deep. Trees are as they are.
bool vt_contacts_inside(const vt_collider *colliders, int a, int b, const vt_contact_settings *settings,
    vt_arena *arena, vt_contact **contacts, int *contact_count, vt_error *error);

// A contact of two features that was foreseen in the last step, as they lie now; `before` was its normal.
// False if they no longer lie over each other: edges that cross, or a vertex over a triangle.
bool vt_contact_recall(const vt_collider *colliders, int a, int b, int feature_a, int feature_b,
    vt_vec3 before, const vt_contact_settings *settings, vt_contact *contact);

// The order of contacts in a step: by bodies, then features.
int vt_contact_compare(const vt_contact *x, const vt_contact *y);

#endif
