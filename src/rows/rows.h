// From bodies, joints, contacts and cavities to the constraint rows of a step, and back from their forces.
#ifndef VT_ROWS_ROWS_H
#define VT_ROWS_ROWS_H

#include "rows/step.h"

// What a link exerts on its body B at a point, and the opposite on A.
typedef struct vt_wrench {
  vt_vec3 force, torque; // N, N m
  vt_vec3 at;            // m
} vt_wrench;

// rows.c: fills the rows of cables, joints and contacts with free values and guesses; applies
// their forces to the bodies.
bool vt_step_fill_rows(vt_step *step, vt_error *error);
void vt_step_apply_rows(vt_step *step);
// push_out.c: bodies that overlap are moved apart without gaining speed. What part of a contact's gap is
// recovered so, and how much of it in a step; the forces for it; and the displacement, after the step.
double vt_step_recovery(const vt_contact *contact, double h, double *pushed);
bool vt_step_solve_push(vt_step *step, const vt_solve_options *options, vt_error *error);
bool vt_step_push_out(vt_step *step, vt_error *error);
// Adds terms for a point of a body that moves along a direction; used by cables.c and rows.c. The first adds
// the terms of nodes only, where the term of the rigid motion is there already.
void vt_step_add_nodes(
    vt_step *step, int body, int count, const int *nodes, const double *weights, vt_vec3 direction);
void vt_step_add_terms(vt_step *step, int body, int node_count, const int *nodes, const double *weights,
    vt_vec3 point, vt_vec3 direction);

// The position of a point of a rigid or quasi-rigid body, from its position at rest (mesh coordinates) and
// the nodes of a quasi-rigid body that it follows.
vt_vec3 vt_step_bent_point(const vt_step *step, const vt_body *body, vt_pose pose, vt_vec3 local, int count,
    const int *nodes, const double *weights);
// How free motion changes the bend of a node of a quasi-rigid body, in the world's axes.
vt_vec3 vt_step_unbend(const vt_step *step, int body, int node);
// How far free motion changes a row, to first order.
double vt_step_free_change(const vt_step *step, int row);

// carried.c: the part of the previous motion that a row with compliance carries over by Newmark's scheme; 0
// by implicit Euler. For the row being filled, with all its terms: its compliance W (m/N); its change if
// bodies kept their velocities (m); the share of that which a row with this W and its own compliance (m/N)
// carries over; the product of the two (m), including the change by driven things; and its factor where
// pieces become longer or shorter: 1 where they are as long as the ones before.
double vt_step_row_give(const vt_step *step, int row);
double vt_step_row_displacement(const vt_step *step, int row);
double vt_step_row_share(const vt_step *step, double give, double compliance);
double vt_step_carried(const vt_step *step, int row, double compliance, double driven);
double vt_step_change(const vt_step *step);

// J, by Newmark's scheme, after the solve: the kinetic energy that contacts of soft bodies
// dissipated by impact. It vanishes with the step except for the nodes that touch; a body that is
// stopped within one step loses all.
double vt_step_struck(const vt_step *step);

// joints.c: how many blocks and rows links and bonds have, with those of limits, motors and of a pull.
int vt_step_joint_blocks(const vt_step *step);
int vt_step_joint_rows(const vt_step *step);
size_t vt_step_joint_terms(const vt_step *step); // at most, without those of a pull
// The group with the rows of the pull, and the first of them among all these rows; -1
// where nothing is pulled.
typedef struct vt_pulled_group {
  int group, row;
} vt_pulled_group;
vt_pulled_group vt_step_pulled_group(const vt_step *step);

// joints.c: blocks and rows of links, bonds and a pull from the given ones on, and what they exert.
bool vt_step_fill_joints(vt_step *step, int block, int row, vt_error *error);
void vt_step_keep_joints(vt_step *step, int row); // forces, from the row that the rows above began with
// Makes rigid bodies that hang under a load too heavy for the step slow to turn.
void vt_step_add_geometric_stiffness(vt_step *step);      // geometric_stiffness.c
double vt_step_link_place(const vt_step *step, int link); // m, rad: of a slide or hinge, now
vt_wrench vt_step_link_wrench(const vt_step *step, int link);
// The place of a slide or hinge (m, rad) as the step begins, and with driven bodies where the step ends.
typedef struct vt_place_row {
  double start, driven;
} vt_place_row;
// Begins a row of that place, times a sign; and what a force along it is as one on body B.
vt_place_row vt_step_begin_place(vt_step *step, int link, int row, double sign);
vt_wrench vt_step_place_wrench(const vt_step *step, int link, double force);

// motors.c: the block and row of one motor, and what it exerted in the last step (N or N m).
void vt_step_motor_row(vt_step *step, int motor, vt_block *block, int row);
double vt_step_motor_force(const vt_step *step, int motor);
// Where a bond's node is on a body that keeps its shape: in the axes of that.
vt_vec3 vt_step_bond_place(const vt_step *step, const vt_bond *bond, int node);
vt_vec3 vt_step_bond_force(const vt_step *step, int bond, int node); // N on the bond's n-th node

// seal_search.c, after a solve: whether to solve again, as a seal does not bear the pressure that resulted.
bool vt_step_weigh_seals(vt_step *step, bool *again, vt_error *error);

// air.c: the blocks of cavities from the given ones on.
size_t vt_step_gas_terms(const vt_step *step); // at most
bool vt_step_fill_gas(vt_step *step, int block, int row, vt_error *error);

// air_bend.c: the collision vertices by body, extrapolated by their motion of the last h seconds, in arena
// memory; and the change of volume (m^3) by such a motion that a cavity's row omits.
const vt_vec3 **vt_step_carry_on(vt_step *step, vt_error *error);
double vt_step_volume_bend(
    const vt_step *step, int cavity, double volume, const vt_vec3 *gradient, const vt_vec3 *const *carried);

// cables.c: the block of one cable.
void vt_step_cable_row(vt_step *step, int cable, vt_block *block);
int vt_step_cable_terms(const vt_step *step); // at most
// The row of a spring by Newmark's scheme: its free value, without free motion, and its compliance.
void vt_step_newmark_spring(
    vt_step *step, vt_block *block, double stiffness, double damping, double gap, double driven);
// Where an anchor is, what it moves by from prescribed motions (m/s), and how long a cable is, now.
vt_vec3 vt_step_anchor(const vt_step *step, const vt_anchor *anchor);
vt_vec3 vt_step_anchor_drive(const vt_step *step, const vt_anchor *anchor);
double vt_step_cable_length(const vt_step *step, int cable);

// pull.c: its rows (none or three), and their forces kept.
int vt_step_pull_rows(const vt_step *step);
size_t vt_step_pull_terms(const vt_step *step);
void vt_step_fill_pull(vt_step *step, int row, double *compliance);
void vt_step_keep_pull(vt_step *step, int row);
vt_vec3 vt_step_pull_point(const vt_step *step); // m, now; only while something is pulled

// warm_start.c: the first guess of contact forces, once rows are filled.
bool vt_step_warm_start(vt_step *step, vt_error *error);

#endif
