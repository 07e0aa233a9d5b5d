// The rigid motion of a deformable body as a whole, and the rotation of a free one in a step.
#ifndef VT_BODY_TURN_H
#define VT_BODY_TURN_H

#include "body/deformable.h"

// The motion of a rigid body with the momentum and angular momentum of the nodes that are not prescribed. The
// remaining motion has neither, and kinetic energies add up.
typedef struct vt_rigid_motion {
  bool whole;       // no node is prescribed
  vt_vec3 center;   // m
  vt_vec3 velocity; // m/s
  vt_vec3 momentum; // kg m^2/s: angular, about the centre
  vt_mat3 inertia;  // kg m^2, about the centre
  vt_vec3 spin;     // rad/s
} vt_rigid_motion;

// With centre and velocity known: adds a node's share of angular momentum and inertia; then the spin. False
// where the nodes lie on a line.
void vt_rigid_motion_add(vt_rigid_motion *motion, double mass, vt_vec3 x, vt_vec3 v);
bool vt_rigid_motion_spin(vt_rigid_motion *motion);

// False where the nodes lie on a line or are all prescribed.
bool vt_find_rigid_motion(const vt_deformable *body, vt_rigid_motion *motion);

// Fills body->turn as a step of h seconds begins.
void vt_turn_begin(vt_deformable *body, double h);

// N: the centrifugal force on a node in it.
vt_vec3 vt_turn_force(const vt_deformable *body, int node);

// Where a node is that has the velocity v (m/s) as the step ends.
vt_vec3 vt_turn_end_of(const vt_deformable *body, int node, vt_vec3 v, double h);

// The part of the displacement (m) of a node that began at `start` in which forces do no work:
// the curvature of its arc.
vt_vec3 vt_turn_bend(const vt_deformable *body, vt_vec3 start);

// The position of a node if it repeated the chord of the step that brought it here.
vt_vec3 vt_turn_carry_on(const vt_deformable *body, int node, double h);

// Once velocities are known and before nodes move: computes their angular momentum.
void vt_turn_velocities(vt_deformable *body, double h);

// The velocity of a node that began at `start` and has gone along its arc, v (m/s) before that.
vt_vec3 vt_turn_velocity(const vt_deformable *body, vt_vec3 start, vt_vec3 v);

// After nodes and velocities have moved on: gives the body that angular momentum.
void vt_turn_finish(vt_deformable *body);

#endif
