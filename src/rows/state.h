// What a step changes and the next one needs. The world owns it; rows read it, and leave their forces in it.
#ifndef VT_ROWS_STATE_H
#define VT_ROWS_STATE_H

#include "cavity/cavity.h"
#include "contact/crossing.h"
#include "model/model.h"

#include <ventouse/cavity.h>

// Kept for the world; rows do not look into these.
typedef struct vt_reading vt_reading;
typedef struct vt_air_change vt_air_change;

// A spring from a body's surface to a target; without padding, as all of a state.
typedef struct vt_pull {
  double stiffness;  // N/m; 0: nothing is pulled
  vt_vec3 target;    // m
  vt_vec3 force;     // N: the last solution, the next guess
  double weights[3]; // of the triangle's corners, summing to 1
  int body, triangle;
} vt_pull;

// How an attachment with a force limit stays behind its frame; without padding, as all of a state.
typedef struct vt_hand {
  vt_vec3 behind;   // m: from where the frame would have its nodes to where they are
  vt_vec3 force;    // N: what it exerted in the last piece
  double stiffness; // N/m: how the force grew with the displacement; 0: not known
} vt_hand;

// A number or a pose that is led from one value to the next over a time; without padding, as all of a state.
typedef struct vt_lead {
  double on;         // 1 while it is led, else 0
  double begin, end; // s
  double from, to;   // rad or m, of a motor
} vt_lead;

// How far a lead is at a time, from 0 to 1.
static inline double vt_lead_share(const vt_lead *lead, double time) {
  if (!(time < lead->end)) return 1;
  return time > lead->begin ? (time - lead->begin) / (lead->end - lead->begin) : 0;
}

// A tank, and what flows through a tube or a pump; without padding, as all of a state.
typedef struct vt_tank_state {
  double amount;   // mol
  double pressure; // Pa
} vt_tank_state;

typedef struct vt_passage {
  double flow;   // mol/s, over the last piece
  double passed; // mol since time 0
  double open;   // 1: its cavities were gone
} vt_passage;

// Everything that a step changes and the next one needs lies in one block of memory, so that saving,
// restoring and hashing are one call each. The pointers of vt_state point into it.
typedef struct vt_state {
  double *time;     // s
  long long *steps; // accepted
  // Time is counted from where the time step last changed, so that it does not collect rounding:
  double *since;          // s
  double *credits;        // J, per body: energy its spin lost to the integrator and may gain back
  vt_tangle *tangles;     // per body
  long long *since_steps; // accepted then
  vt_vec3 *x, *v;         // m, m/s: nodes of all deformable bodies
  // What the stiffness of deformable bodies was made from (body/tangent.h):
  vt_tangent_key *tangent_keys;                  // per body
  vt_vec3 *tangent_x;                            // m, per node
  unsigned char *tangent_held, *tangent_reached; // per node
  vt_rigid_state *rigid;                         // rigid bodies
  vt_bend *bends;                                // nodes of quasi-rigid bodies
  vt_mode *modes;                                // of quasi-rigid bodies that ring
  vt_pose *frames;                               // world poses of frames now
  vt_pose *frames_before;                        // and as the last piece of a step began
  double *piece;                                 // s: how long that was; 0 at the start
  vt_pose *moved;                                // poses given by hand
  double *is_moved;                              // per frame: 1 while moved by hand
  vt_lead *frame_leads;                          // per frame: from moved_from to moved
  vt_pose *moved_from;                           // per frame, while it is led
  vt_lead *motor_leads;                          // per motor: in place of its keys
  double *cable_forces;                          // N: the last solution, the next guess
  double *joint_forces;                          // N, N m: rows of links, bonds, limits and motors
  double *link_places;                           // m, rad: slides and hinges, at the start of the last step
  // What holds when (world/hold.c): 1 of attachments, cables, links, bonds and motors that hold, else 0;
  // and from where, of those that begin later than at time 0.
  double *holds;
  vt_vec3 *grips;      // m: nodes of attachments in their frame, of bonds on their second body
  double *cable_rests; // m
  vt_pose *link_sides; // of links on their second body
  vt_hand *hands;      // by attachment
  // As cavities were last looked for, of all collision surfaces: by triangle the share that the outside
  // reaches, and that a cavity reaches; by vertex the film of air there, and where it was (m).
  double *open_share, *enclosed_share;
  vt_film *film;
  vt_vec3 *seen;
  uint64_t *seal_hash;         // a hash of the contacts that sealed then
  vt_pressure_load *air_loads; // by body: what air did to it in the last step
  double *pressed;             // N, by body: what contacts press on it with
  double *easing;              // N/s: how fast that fell over the last step
  double *sucked;              // N, by body: how strongly air pulled on it, or pushed
  double *fading;              // N/s: how fast that fell over the last step
  vt_reading *readings;        // sensors
  vt_pull *pull;
  double *frictions;  // by set of contact settings
  vt_air_change *air; // by set of air settings
  vt_tank_state *tanks;
  vt_passage *tubes, *pumps;
  double *pieces; // that the last step was done in, as energies asked for
} vt_state;

typedef struct vt_touch_weight {
  int vertex; // of a body's collision surface
  double weight;
} vt_touch_weight;

// Where a contact acts: weights of A, and after them those of B, begin at `first`.
typedef struct vt_touch_place {
  int first, count_a, count_b;
  vt_vec3 other; // m: where the force acts on B; on A it is the touch's point
  bool foreseen; // the search did not find it, but it carries something
} vt_touch_place;

// The contacts of the last step: the warm start of the next one, and what queries return.
typedef struct vt_touches {
  int count, weight_count;
  size_t room, place_room, weight_room;
  vt_touch *items;
  vt_touch_place *places; // of each
  vt_touch_weight *weights;
  vt_crossing_list crossings; // bodies that cross now
  int ran_into; // 1: the last part of the step did not see all of them coming; nor may the next one
} vt_touches;

#endif
