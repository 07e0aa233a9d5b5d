// The context of a step: what lives for one try of one part of it, and where its rows find what they need.
//
// The world makes a new one for every try (vt_world_begin). Memory named here belongs to the world or to the
// arena; nothing of it is freed here.
#ifndef VT_ROWS_STEP_H
#define VT_ROWS_STEP_H

#include "model/joint_plan.h"
#include "rows/state.h"
#include "solver/rows.h"

// How bodies are pushed out of each other in a step, in arena memory.
typedef struct vt_push {
  double *forces;     // N, per row; NULL where nothing is pushed
  vt_mobile *mobiles; // by body, as they move in this
  vt_vec3 *centers;   // m, by body: of soft ones that move as if they were stiff
  vt_rows rows;
} vt_push;

// The search for the highest pressure that a cavity's seal bears (seal_search.c). Pressures are beyond
// ambient, Pa; an excess is what the seal bears beyond the pressure.
typedef struct vt_seal_search {
  bool searched;
  double low, low_excess;   // the highest that was borne; at first the last step's excess
  double high, high_excess; // the lowest that was not
  double strength;          // Pa: what the seal bears with the forces of the last solve; infinite unweighed
  bool last_borne;
  int stuck; // tries in a row that moved the same end
} vt_seal_search;

// What the row of a cavity carries over of the motion there was (carried.c).
typedef struct vt_gas_carried {
  double share;
  double volume; // m^3: that the share comes to
} vt_gas_carried;

// What vacuum lines bring to a cavity, beside its leaks: rate + conductance (ambient - P).
typedef struct vt_gas_inflow {
  double rate;        // mol/s
  double conductance; // mol/(s Pa)
} vt_gas_inflow;

typedef struct vt_step {
  double h;          // s
  bool newmark;      // the integrator: Newmark's scheme, else implicit Euler
  double kick;       // s: how long forces act; h by implicit Euler
  double force_time; // s: the time that loads and other forces are taken at
  const vt_model *model;
  const vt_settings *settings;
  const vt_state *state; // as the step begins
  vt_cavities *cavities;
  const vt_touches *known;     // contacts with forces to start from: of the last step, or of the last try
  const vt_joint_plan *joints; // the order of their rows
  vt_arena *arena;
  vt_pool *pool;         // NULL for one thread
  const vt_asked *asked; // whether to stop

  // By body, as it is driven and as it moves freely:
  vt_deformable *deformables;
  vt_mobile *mobiles;
  vt_rigid_state *rigid_next; // rigid bodies: velocities after predict and correct, start-of-step place
  vt_mat3 *turn_share;        // by rigid body: how torques of rows are lessened
  vt_bend *bends_next;        // nodes of quasi-rigid bodies: after predict and correct
  vt_vec3 *bend_forces;       // N per node of all quasi-rigid bodies, in the world: of rows
  const vt_pose *frames_next; // at the end of the step
  const bool *overridden;     // per frame: moved by hand
  vt_vec3 *constraint_forces; // N per node of all deformable bodies
  const vt_collider *colliders;
  const vt_vec3 **surfaces;                           // its collision vertices
  const vt_vec3 *collision_vertices, *collision_ends; // of all bodies: as the step begins, after free motion
  double **open_share, **enclosed_share;              // shares of its triangles, as cavities were looked for

  // Made by this step, in arena memory:
  vt_contact *contacts;
  int contact_count, first_contact; // and the number of the first one's block
  int first_gas;                    // the number of the first cavity's block
  vt_gas_law *laws;                 // of cavities
  vt_gas_inflow *inflows;           // of cavities, part of their laws; NULL without vacuum lines
  vt_gas_carried *gas_carried;      // of cavities
  vt_seal_search *seals;            // of cavities
  int seal_tries;                   // solves in search of what they bear
  vt_pressure_load *unit_loads;     // by cavity, then by body, of 1 Pa
  vt_rows rows;
  int term_count; // filled so far
  vt_push push;
  vt_solve_result solved;
} vt_step;

#endif
