// The insides of a world: the state, and the workspace of a step.
#ifndef VT_WORLD_WORLD_H
#define VT_WORLD_WORLD_H

#include "solver/rows.h"
#include "world/model.h"

#include <ventouse/world.h>

// Everything that a step changes and the next one needs lies in one block of memory, so that saving,
// restoring and hashing are one call each. The pointers of vt_state point into it.
typedef struct vt_state {
  double *time;     // s
  long long *steps; // accepted
  // Time is counted from where the time step last changed, so that it does not collect rounding:
  double *since;          // s
  double *credits;        // J, per body: energy lost to the integrator that it may gain back
  long long *since_steps; // accepted then
  vt_vec3 *x, *v;         // m, m/s: nodes of all deformable bodies
  vt_rigid_state *rigid;  // rigid bodies
  vt_pose *frames;        // world poses of frames now
  vt_pose *moved;         // poses given by hand
  double *is_moved;       // per frame: 1 while moved by hand
  double *cable_forces;   // N: the last solution, the next guess
  double *joint_forces;   // N, N m: rows of links and bonds, and their limits
  double *link_places;    // m, rad: slides and hinges, at the start of the last step
  vt_reading *readings;   // sensors
} vt_state;

// Where a contact acts: surface vertices and their weights on both bodies.
typedef struct vt_touch_place {
  int a[3], b[3];
  double weight_a[3], weight_b[3];
} vt_touch_place;

// The contacts of the last step: what the next one starts from, and what a person looks at.
typedef struct vt_touches {
  int count;
  size_t room, place_room;
  vt_touch *items;
  vt_touch_place *places; // of each
} vt_touches;

// Links and bonds in the order of their rows. Those that hang together through bodies that can be moved stand
// together and make one block of the solver. After all rows that hold both ways come the limits of links.
typedef struct vt_joint_plan {
  int *items; // links by number, bonds by link_count + number
  int *rows;  // by link, then by bond: its first row among these rows
  int group_count;
  int *group_start; // group_count + 1: where each group begins in items
  int row_count;    // that hold both ways
  int limit_count;
} vt_joint_plan;

// What a link exerts on its body B at a point, and the opposite on A.
typedef struct vt_wrench {
  vt_vec3 force, torque; // N, N m
  vt_vec3 at;            // m
} vt_wrench;

struct vt_world {
  const vt_model *model;
  vt_settings settings;
  vt_status status;
  vt_profile profile;
  size_t state_size; // bytes
  unsigned char *state_block;
  unsigned char *good_block; // the state before the step, to go back to
  vt_state state;
  vt_touches touches;      // belong to the state
  vt_touches good_touches; // before the step
  // Workspace, by body:
  vt_deformable *deformables;
  vt_mobile *mobiles;
  vt_rigid_state *rigid_next; // rigid bodies: velocities after predict and correct, start-of-step place
  // Workspace:
  vt_pose *frames_next;       // at the end of the step
  bool *overridden;           // per frame
  vt_vec3 *constraint_forces; // N per node of all deformable bodies
  vt_vec3 *collision_vertices, *visual_vertices;
  vt_vec3 *collision_ends; // after free motion
  vt_bvh *bvhs;            // by body
  vt_collider *colliders;  // by body
  vt_joint_plan joints;
  vt_mat3 *softness;                // by rigid body: how torques of rows are lessened
  int contact_count, first_contact; // and the number of the first one's block
  vt_contact *contacts;             // of this step, in arena memory
  vt_rows rows;
  int term_count; // filled so far
  vt_solve_result solved;
  vt_arena *arena;
};

// drive.c: poses of frames, targets of attached nodes, external forces at the end of the step.
void vt_world_drive(vt_world *world, double h);

// collide.c: the contacts of this step.
bool vt_world_collide(vt_world *world, double h, vt_error *error);
bool vt_world_keep_touches(vt_world *world, vt_error *error);
bool vt_touches_copy(vt_touches *to, const vt_touches *from, vt_error *error);
void vt_touches_free(vt_touches *touches);

// rows.c: the rows of cables, joints and contacts, their free values and guesses; and their forces handed to
// bodies.
bool vt_world_fill_rows(vt_world *world, double h, vt_error *error);
void vt_world_apply_rows(vt_world *world, double h);
// Adds terms for a point of a body that moves along a direction; used by cables.c and rows.c.
void vt_world_add_terms(vt_world *world, int body, int node_count, const int *nodes, const double *weights,
    vt_vec3 point, vt_vec3 direction);

// How far free motion changes the row that is being filled, to first order.
double vt_world_free_change(const vt_world *world, int row, double h);

// joints.c: the order of links and bonds, their blocks and rows from the given ones on, and what they exert.
bool vt_joint_plan_init(vt_joint_plan *plan, const vt_model *model, vt_error *error);
void vt_joint_plan_free(vt_joint_plan *plan);
bool vt_world_fill_joints(vt_world *world, int block, int row, double h, vt_error *error);
// Makes rigid bodies that hang under a load too heavy for the step slow to turn.
void vt_world_soften(vt_world *world, double h);
size_t vt_world_joint_terms(const vt_world *world);          // at most
double vt_world_link_place(const vt_world *world, int link); // m, rad: of a slide or hinge, now
vt_wrench vt_world_link_wrench(const vt_world *world, int link);
vt_vec3 vt_world_bond_force(const vt_world *world, int bond, int node); // N on the bond's n-th node

// cables.c: the block of one cable.
void vt_world_cable_row(vt_world *world, int cable, vt_block *block, double h);
int vt_world_cable_terms(const vt_world *world); // at most
// Where an anchor is, and how long a cable is, now.
vt_vec3 vt_world_anchor(const vt_world *world, const vt_anchor *anchor);
double vt_world_cable_length(const vt_world *world, int cable);

// sensors.c: what the sensors read, after the state has moved on by h seconds.
void vt_world_read_sensors(vt_world *world);

// world.c: what bodies know of their positions is no longer true.
void vt_world_forget(vt_world *world);

// world.c: vertices of all surfaces from the state.
void vt_world_update_surfaces(vt_world *world);

#endif
