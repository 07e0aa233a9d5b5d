// Two soft bodies, the lower one moved up against the upper one step by step, at rest after each.
#ifndef VT_TESTS_PAIR_H
#define VT_TESTS_PAIR_H

#include "rig.h"

typedef struct pair_side {
  vt_mesh *mesh; // given to pair_new, which destroys it
  vt_element element;
  vt_region held; // far from the contact
  double *areas;  // m^2 of the touching side, by node; freed with the pair
  // Filled by the pair:
  int body, frame, node_count;
  vt_vec3 *rest, *forces; // m; N of contacts, by node
} pair_side;

typedef struct pair {
  rig rig;
  pair_side upper, lower;
  double distance; // m: the contact distance
  double unsolved; // the largest residual of any step
  int contacts;    // of the last step
  int carrying;    // those of them that carry force
  double torque;   // N m: what contact forces of the last step sum up to about the origin, on both bodies
} pair;

// The sides touch in the plane z = 0. As with a press, the lower one begins lower by the contact distance,
// which is a fifth of `reach` (m); what is nearer than that is watched.
pair pair_new(pair_side upper, pair_side lower, vt_material material, double friction, double reach);
// Moves the lower one's held side up to this height in one step, and takes `more` steps without moving it.
void pair_move(pair *p, double height, int more);
void pair_free(pair *p);

vt_vec3 pair_force(const pair *p); // N on the upper one

#endif
