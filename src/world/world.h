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
  long long *since_steps; // accepted then
  vt_vec3 *x, *v;         // m, m/s: nodes of all deformable bodies
  vt_rigid_state *rigid;  // rigid bodies
  vt_pose *frames;        // world poses of frames now
  vt_pose *moved;         // poses given by hand
  double *is_moved;       // per frame: 1 while moved by hand
  double *cable_forces;   // N: the last solution, the next guess
  vt_reading *readings;   // sensors
} vt_state;

// The contacts of the last step: what the next one starts from, and what a person looks at.
typedef struct vt_touches {
  int count;
  size_t room;
  vt_touch *items;
} vt_touches;

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
  int contact_count;
  vt_contact *contacts; // of this step, in arena memory
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

// rows.c: the rows of cables and contacts, their free values and guesses; and their forces handed to bodies.
bool vt_world_fill_rows(vt_world *world, double h, vt_error *error);
void vt_world_apply_rows(vt_world *world, double h);
// Adds terms for a point of a body that moves along a direction; used by cables.c and rows.c.
void vt_world_add_terms(vt_world *world, int body, int node_count, const int *nodes, const double *weights,
    vt_vec3 point, vt_vec3 direction);

// cables.c: the block of one cable.
void vt_world_cable_row(vt_world *world, int cable, vt_block *block, double h);
int vt_world_cable_terms(const vt_world *world); // at most
// Where an anchor is, and how long a cable is, now.
vt_vec3 vt_world_anchor(const vt_world *world, const vt_anchor *anchor);
double vt_world_cable_length(const vt_world *world, int cable);

// sensors.c: what the sensors read, after the state has moved on by h seconds.
void vt_world_read_sensors(vt_world *world);

// world.c: vertices of all surfaces from the state.
void vt_world_update_surfaces(vt_world *world);

#endif
