// Deformable bodies: the constant model, and the step of one body, by implicit Euler
//
//     A dv = h (f_elastic(x) - D v + f_ext - h K v),   A = M + h D + h^2 K,   D = a M + b K
//
// or by Newmark's scheme (newmark.h). Prescribed nodes are eliminated; the force that holds them is read back
// from their rows.
#ifndef VT_BODY_DEFORMABLE_H
#define VT_BODY_DEFORMABLE_H

#include "sparse/factor.h"
#include "body/elements.h"

// Constant once the last node has been prescribed.
typedef struct vt_deformable_model {
  vt_mesh *mesh; // its own copy, with middle nodes where the element has them; mesh coordinates at rest
  vt_element element;
  vt_material material;
  vt_elements elements;
  double *mass;      // kg per node
  double total_mass; // kg
  bool gravity;
  bool *prescribed;      // per node: always
  bool *at_times;        // per node: prescribed at times
  bool any_at_times;     // whether there are such
  vt_analysis *analysis; // of the nodes that are not always prescribed
  int edge_count;        // between corners of cells
  int *cell_edges;       // vt_cell_edge_count per cell
} vt_deformable_model;

// `what` names the body in messages.
bool vt_deformable_model_init(
    vt_deformable_model *model, const vt_deformable_def *def, const char *what, vt_error *error);
void vt_deformable_model_free(vt_deformable_model *model);

// Marks nodes as prescribed, always or at times, and analyses the rest again.
bool vt_deformable_model_prescribe(
    vt_deformable_model *model, const int *nodes, int count, bool at_times, vt_error *error);

// The energy balance of a step.
typedef struct vt_balance {
  double gain;  // J: how much the body's energy rose beyond the work done on it
  double doubt; // J: how much of that may be rounding or the work's own error
  double spin;  // J: kinetic energy of its rotation as a whole, where no node is prescribed
} vt_balance;

// How a free body turns as a whole in a step (turn.h).
typedef struct vt_turn {
  bool any;                // whether the body is free and turned
  vt_vec3 center;          // m, as the step begins
  vt_vec3 spin;            // rad/s, as the step begins
  vt_mat3 inverse_inertia; // 1/(kg m^2), about the centre, as the step begins
  vt_mat3 rotation;        // about the centre
  vt_vec3 chord;           // 2 sin(a/2) times the axis, for a turn by a; times an arm: its shift at a/2
  vt_vec3 gyration;        // N m: spin x angular momentum
  vt_vec3 momentum;        // kg m^2/s: angular, about the centre, as the step ends
  vt_vec3 spin_after;      // rad/s: that goes with it
} vt_turn;

// How a step goes in time: forces act for `kick` seconds, and with the velocities they make positions go on
// for the length of the step.
typedef struct vt_pace {
  vt_integrator integrator;
  double kick; // s; implicit Euler's is the step itself
} vt_pace;

// How long a body has been tangled, and how it is untangled (untangle.h): all 0 where cells are in order.
// Without padding, as all of a state.
typedef struct vt_tangle {
  double clock;  // times that a shear wave takes across the body: how long
  double tries;  // to untangle it so far
  double layers; // of cells around tangles that are being untangled; -1: all of the body; 0: it is not
} vt_tangle;

// The step that the tangent of a body was made for: all 0 where there is none. Without
// padding, as all of a state.
typedef struct vt_tangent_key {
  double h, kick; // s
  double kind;    // vt_tangent
} vt_tangent_key;

// The positions that a tangent was made at, which are state: it is kept over steps (tangent.h).
typedef struct vt_origin {
  vt_tangent_key *key;    // NULL: it is made anew in every step, and there is none of this
  vt_vec3 *x;             // m: the positions it was made at
  unsigned char *held;    // per node: was prescribed then
  unsigned char *reached; // per node: its compliance has been asked for since
} vt_origin;

// The block of A^-1 that belongs to some nodes, as A was made.
typedef struct vt_compliance {
  bool any;
  int count;
  int *nodes;             // ascending
  int *place;             // per node: its place among them, or -1
  unsigned char *reached; // per node: whether it is one of them
  double *values;         // 3 count x 3 count
  size_t room;
} vt_compliance;

// The current tangent, and what it was made from: workspace.
typedef struct vt_made {
  bool any;
  vt_tangent_key key;
  double mass_factor, stiffness_factor; // A = mass_factor M + stiffness_factor K
  vt_vec3 *x;
  unsigned char *held;
  vt_mat3 *bases; // per strain point: see vt_element_state
  bool turned;    // whether the body has turned since, by:
  vt_mat3 turn;
  vt_vec3 *aside; // per node: scratch
  vt_compliance compliance;
} vt_made;

// Workspace of untangling.
typedef struct vt_untangling {
  int *nodes;                   // per node: its region, or -1
  double *angles, *rest_angles; // rad, per edge: between faces around it, now and at rest
  bool whole;                   // no node is prescribed in this step
  vt_vec3 momentum;             // kg m^2/s: angular, about the centre, as the step ends
} vt_untangling;

// A body in a world: its state lives in the world's arrays, the rest is workspace made once.
typedef struct vt_deformable {
  const vt_deformable_model *model;
  vt_vec3 *x;        // m, state
  vt_vec3 *v;        // m/s, state
  vt_tangle *tangle; // state; NULL: is never untangled
  vt_origin origin;  // state
  // Filled by the caller before vt_deformable_predict:
  vt_vec3 *external; // N per node, without gravity
  vt_vec3 *target;   // m, where prescribed nodes are at the end of the step
  bool *held;        // per node: prescribed in this step; as the model has it until the caller changes it
  vt_pace pace;      // how forces and velocities act in it; all zero: implicit Euler
  bool again; // the step is tried again from the same state: stiffness and factor are those of the last try
  // Filled by predict and used until the end of the step:
  vt_vec3 *free_x; // m, positions after free motion
  vt_vec3 *dv;     // m/s
  vt_turn turn;
  double kinetic; // J: what the step begins with, as its balance counts it
  double lost;    // J: what Newmark's scheme takes from motion that the step does not resolve
  // Filled by refresh, which predict and correct call: at the present positions
  double potential;         // J, elastic
  int inverted;             // strain points turned inside out
  bool fresh;               // false after anything else has moved the nodes
  vt_tangent fresh_tangent; // the stiffness that is ready
  // Filled by correct:
  vt_balance balance;
  double pushed; // N, while the body is tangled: magnitudes of what may strain it, summed, without gravity

  vt_vec3 *reaction; // N at prescribed nodes: what holds them in their motion
  vt_element_state element_state;
  vt_made made;
  vt_mat3 *stiffness; // blocks of K, as made
  vt_mat3 *system;    // blocks of A, while its factor is made; may be lent
  vt_mat3 *cut;       // the same with nodes that are prescribed for now cut off; NULL where there are none
  vt_vec3 *partial;   // of products with K; may be lent
  bool lean;          // these are lent, as what the factor and the strain points work with
  vt_factor *factor;  // as made: tangent.h has what to solve with
  vt_vec3 *elastic, *rhs, *scratch;
  vt_vec3 *resolved; // m/s: the part of the velocities that the step resolves (newmark.h)
  vt_untangling untangling;
} vt_deformable;

bool vt_deformable_init(
    vt_deformable *body, const vt_deformable_model *model, vt_vec3 *x, vt_vec3 *v, vt_error *error);
void vt_deformable_free(vt_deformable *body);

// The same without memory that need not be kept from step to step. It is lent before each, from an arena that
// is not reset until the step is over; NULL takes it back. What the steps of an integrator do keep besides
// must have been made room for before the first of them.
bool vt_deformable_init_lean(
    vt_deformable *body, const vt_deformable_model *model, vt_vec3 *x, vt_vec3 *v, vt_error *error);
bool vt_deformable_lend(vt_deformable *body, vt_arena *arena, vt_error *error);
bool vt_deformable_suit(vt_deformable *body, vt_integrator integrator, vt_error *error);

// The pool shares out the work within the body; NULL for one thread.

// Forces, energy and inversion at the present positions, unless they are known.
void vt_deformable_refresh(vt_deformable *body, vt_pool *pool);

// Assembles and factors A, and finds the free motion over h seconds.
bool vt_deformable_predict(vt_deformable *body, double h, vt_vec3 gravity, vt_pool *pool, vt_error *error);

// Ends the step: adds what the constraint forces (N per node, or NULL) change, moves the body, and balances
// its energy.
//
// Implicit Euler solved exactly never gains energy where the elastic energy is convex. One linearisation
// per step may: where cells rotate far in a step, each by itself (a rotation by a stretches them by a^2/2;
// the rotation of a free body as a whole is exact), or where they are under tension, which the warped
// stiffness omits. A small gain is taken out of the vibration, without changing momentum; a larger one
// means that the step was too long.
void vt_deformable_correct(
    vt_deformable *body, double h, vt_vec3 gravity, const vt_vec3 *constraint_forces, vt_pool *pool);

#endif
