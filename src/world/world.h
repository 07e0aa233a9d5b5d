// The insides of a world: the state, and the workspace of a step.
#ifndef VT_WORLD_WORLD_H
#define VT_WORLD_WORLD_H

#include "cavity/cavity.h"
#include "cavity/follow.h"
#include "contact/crossing.h"
#include "solver/rows.h"
#include "world/model.h"

#include <ventouse/world.h>

// A spring from a body's surface to a target; without padding, as all of a state.
typedef struct vt_pull {
  double stiffness;  // N/m; 0: nothing is pulled
  vt_vec3 target;    // m
  vt_vec3 force;     // N: the last solution, the next guess
  double weights[3]; // of the triangle's corners, summing to 1
  int body, triangle;
} vt_pull;

// Everything that a step changes and the next one needs lies in one block of memory, so that saving,
// restoring and hashing are one call each. The pointers of vt_state point into it.
typedef struct vt_state {
  double *time;     // s
  long long *steps; // accepted
  // Time is counted from where the time step last changed, so that it does not collect rounding:
  double *since;          // s
  double *credits;        // J, per body: energy its spin lost to the integrator and may gain back
  long long *since_steps; // accepted then
  vt_vec3 *x, *v;         // m, m/s: nodes of all deformable bodies
  vt_rigid_state *rigid;  // rigid bodies
  vt_pose *frames;        // world poses of frames now
  vt_pose *frames_before; // and as the last piece of a step began
  double *piece;          // s: how long that was; 0 at the start
  vt_pose *moved;         // poses given by hand
  double *is_moved;       // per frame: 1 while moved by hand
  double *cable_forces;   // N: the last solution, the next guess
  double *joint_forces;   // N, N m: rows of links and bonds, and their limits
  double *link_places;    // m, rad: slides and hinges, at the start of the last step
  // As cavities were last looked for, of all collision surfaces: by triangle the share that the outside
  // reaches, and that a cavity reaches; by vertex the film of air there, and where it was (m).
  double *open, *enclosed;
  vt_film *film;
  vt_vec3 *seen;
  uint64_t *seal;              // a hash of the contacts that sealed then
  vt_pressure_load *air_loads; // by body: what air did to it in the last step
  vt_reading *readings;        // sensors
  vt_pull *pull;
  double *frictions;  // by set of contact settings
  vt_air_change *air; // by set of air settings
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

// The contacts of the last step: what the next one starts from, and what a person looks at.
typedef struct vt_touches {
  int count, weight_count;
  size_t room, place_room, weight_room;
  vt_touch *items;
  vt_touch_place *places; // of each
  vt_touch_weight *weights;
  vt_crossing_list crossings; // bodies that cross now
  int ran_into; // 1: the last part of the step did not see all of them coming, and the next one may not
                // either
} vt_touches;

// Links and bonds in the order of their rows. Those that hang together through bodies that can be moved stand
// together and make one block of the solver. After all rows that hold both ways come the limits of links.
// While a body is pulled at, the pull's rows are the last ones of the group that holds it, or of one more
// group: blocks that hold both ways are never coupled with each other.
typedef struct vt_joint_plan {
  int *items; // links by number, bonds by link_count + number
  int *rows;  // by link, then by bond: its first row among these rows
  int group_count;
  int *group_start; // group_count + 1: where each group begins in items
  int *body_group;  // by body: the group that holds it, group_count where none does
  int row_count;    // that hold both ways
  int limit_count;
} vt_joint_plan;

// What a link exerts on its body B at a point, and the opposite on A.
typedef struct vt_wrench {
  vt_vec3 force, torque; // N, N m
  vt_vec3 at;            // m
} vt_wrench;

// All that belongs to a state, to go back to.
typedef struct vt_saved {
  unsigned char *block;
  vt_touches touches;
  vt_cavities cavities;
} vt_saved;

// The parts of a state: a block whose size the model gives, and lists that grow and shrink.
typedef struct vt_parts {
  unsigned char *block;
  size_t size; // bytes
  vt_touches *touches;
  vt_cavities *cavities;
} vt_parts;

// How bodies are pushed out of each other in a step, in arena memory.
typedef struct vt_push {
  double *forces;     // N, per row; NULL where nothing is pushed
  vt_mobile *mobiles; // by body, as they move in this
  vt_vec3 *centers;   // m, by body: of soft ones that move as if they were stiff
  vt_rows rows;
} vt_push;

// The search for the highest pressure that a cavity's seal bears (seal.c). Pressures are beyond ambient, Pa;
// an excess is what the seal bears beyond the pressure.
typedef struct vt_seal_search {
  bool searched;
  double low, low_excess;   // the highest that was borne; at first the last step's excess
  double high, high_excess; // the lowest that was not
  double strength;          // Pa: what the seal bears with the forces of the last solve; infinite unweighed
  bool last_borne;
  int stuck; // tries in a row that moved the same end
} vt_seal_search;

struct vt_world {
  const vt_model *origin; // what the world was made from
  const vt_model *model;  // the same with the settings of this world: points to `own`
  vt_model own;
  vt_settings settings;
  vt_status status;
  vt_profile profile;
  size_t state_size; // bytes
  unsigned char *state_block;
  vt_state state;
  vt_touches touches;       // belong to the state
  vt_cavities cavities;     // belong to the state
  vt_saved good;            // before the step, to go back to
  vt_saved part;            // before a part of it
  vt_crossing_list crossed; // pairs that the part which was just done made cross
  bool rough;               // this try is only to show what bodies run into
  bool trying;              // this part has been tried before, and `tried` and `searched` are of it
  vt_touches tried;         // contacts of the last try: what the next one begins from
  vt_contact *foreseen;     // contacts that its next try has besides those found (foresee.c)
  size_t foreseen_room;
  int foreseen_count;

  double kick; // s: how long forces act in this piece of a step
  // Workspace, by body:
  vt_deformable *deformables;
  int soft_count, *soft; // the deformable ones by number, those of most nodes first
  vt_error *soft_errors; // what predicting each of them met with
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
  int first_gas;                    // the number of the first cavity's block
  vt_gas_law *laws;                 // of cavities, in arena memory
  double *gas_shares;               // of the motion there was that their rows carry over, in arena memory
  vt_seal_search *seals;            // of cavities, in arena memory
  int seal_tries;                   // solves in search of what they bear
  vt_pressure_load *unit_loads;     // by cavity, then by body, of 1 Pa; in arena memory
  vt_cavities found;                // what a detector found
  double **open, **enclosed;        // by body: into the state
  vt_film **film;                   // by body: into the state
  const vt_vec3 **surfaces;         // by body: its collision vertices
  bool moves_unseen;                // bodies that nothing pushes may close cavities between them
  // What a person looks at, after each step: vertices and triangles of all cavities.
  vt_vec3 *cavity_vertices;
  int *cavity_triangles, *cavity_bodies;
  size_t cavity_vertex_room, cavity_triangle_room, cavity_body_room;

  vt_contact *contacts; // of this step, in arena memory
  vt_contact *searched; // those that the search found, which all tries of a part have in common
  int searched_count;
  vt_arena_mark after_search; // where the arena stood then
  vt_push push;
  vt_rows rows;
  int term_count; // filled so far
  vt_solve_result solved;
  vt_arena *arena;
  vt_pool *pool; // of settings.threads threads; NULL for one
};

// parts.c: the parts of a world's state and of a saved one. First room is made for a copy, which may fail and
// then changes nothing; the copy itself does not fail.
vt_parts vt_world_parts(const vt_world *world);
vt_parts vt_saved_parts(const vt_saved *saved, size_t size);
bool vt_parts_reserve(vt_parts to, vt_parts from, vt_error *error);
void vt_parts_copy(vt_parts to, vt_parts from);
uint64_t vt_parts_hash(vt_parts parts);
bool vt_parts_equal(vt_parts a, vt_parts b);
bool vt_touches_copy(vt_touches *to, const vt_touches *from, vt_error *error); // room and copy of these alone

// drive.c: poses of frames, targets of attached nodes, external forces at the end of the step.
void vt_world_drive(vt_world *world, double h);

// collide.c: the contacts of this step.
bool vt_world_collide(vt_world *world, double h, vt_error *error);
bool vt_world_keep_touches(vt_world *world, vt_error *error);
// How many pairs of bodies cross that did not as the step began, now or on the way from where the surfaces
// were last updated, which they are here; *any says whether any do.
bool vt_world_look_for_crossings(vt_world *world, bool *any, vt_error *error); // into world->crossed
// What the bodies in world->crossed have run into, for another try from where the part began; `more` says
// whether there is something new. And its place among the contacts.
bool vt_world_foresee(vt_world *world, bool *more, vt_error *error);
bool vt_world_keep_tried(vt_world *world, vt_error *error);     // the contacts of this try, for the next one
bool vt_world_recall(vt_world *world, vt_error *error);         // those of the last step that carry something
bool vt_world_guess_contacts(vt_world *world, vt_error *error); // their forces, once rows are filled
void vt_world_forget_tries(vt_world *world);                    // as a part begins
bool vt_world_add_foreseen(vt_world *world, vt_error *error);
bool vt_world_find_crossings(vt_world *world, vt_error *error); // that there are now
bool vt_touches_reserve(vt_touches *touches, int count, int weight_count, vt_error *error);
void vt_touches_free(vt_touches *touches);

// rows.c: the rows of cables, joints and contacts, their free values and guesses; and their forces handed to
// bodies.
bool vt_world_fill_rows(vt_world *world, double h, vt_error *error);
void vt_world_apply_rows(vt_world *world);
// push_out.c: bodies that reach into each other are moved apart without speed. How much of a contact's gap is
// left to that, and how far it goes in a step; the forces that would do it; and the move itself, after the
// step.
double vt_world_recovery(const vt_contact *contact, double h, double *pushed);
bool vt_world_solve_push(vt_world *world, double h, const vt_solve_options *options, vt_error *error);
bool vt_world_push_out(vt_world *world, double h, vt_error *error);
// Adds terms for a point of a body that moves along a direction; used by cables.c and rows.c.
void vt_world_add_terms(vt_world *world, int body, int node_count, const int *nodes, const double *weights,
    vt_vec3 point, vt_vec3 direction);

// How far free motion changes the row that is being filled, to first order.
double vt_world_free_change(const vt_world *world, int row, double h);

// carried.c: what a row that gives way keeps of the motion there was, by Newmark's scheme; 0 by implicit Euler.
// Of the row being filled, of which all terms are there: its compliance W (m/N); how far it would change if
// bodies went on as they did (m). The share of that which a row of that W and with its own compliance (m/N)
// carries over; and what that comes to (m), with what things that are driven change in the step.
double vt_world_row_give(const vt_world *world, int row, double h);
double vt_world_row_way(const vt_world *world, int row, double h);
double vt_world_row_share(const vt_world *world, double give, double compliance);
double vt_world_carried(const vt_world *world, int row, double compliance, double driven, double h);

// joint_plan.c: the order of links and bonds, and how many blocks and rows they have, with those of limits
// and of a pull.
bool vt_joint_plan_init(vt_joint_plan *plan, const vt_model *model, vt_error *error);
void vt_joint_plan_free(vt_joint_plan *plan);
int vt_joint_rows(const vt_model *model, int item);
int vt_world_joint_blocks(const vt_world *world);
int vt_world_joint_rows(const vt_world *world);
size_t vt_world_joint_terms(const vt_world *world); // at most, without those of a pull
// The group with the rows of the pull, and the first of them among all these rows; -1 where nothing is
// pulled.
typedef struct vt_pulled_group {
  int group, row;
} vt_pulled_group;
vt_pulled_group vt_world_pulled_group(const vt_world *world);

// joints.c: blocks and rows of links, bonds and a pull from the given ones on, and what they exert.
bool vt_world_fill_joints(vt_world *world, int block, int row, double h, vt_error *error);
void vt_world_keep_joints(vt_world *world, int row); // forces, from the row that the rows above began with
// Makes rigid bodies that hang under a load too heavy for the step slow to turn.
void vt_world_soften(vt_world *world, double h);
double vt_world_link_place(const vt_world *world, int link); // m, rad: of a slide or hinge, now
vt_wrench vt_world_link_wrench(const vt_world *world, int link);
vt_vec3 vt_world_bond_force(const vt_world *world, int bond, int node); // N on the bond's n-th node

// air_find.c: where cavities are, followed from where they were.
bool vt_world_look_for_cavities(vt_world *world, vt_error *error);

// air.c: what cavities there are, and what became of their air over h seconds. What holds in one, and what
// new air begins with.
const vt_air_settings *vt_world_air_of(const vt_world *world, const vt_cavities *set, int cavity);
void vt_world_air_owners(const vt_world *world, const vt_cavities *set, int cavity, int owners[2]);
vt_cavity_start vt_world_air_start(const vt_world *world, const vt_air_settings *air);
bool vt_world_find_cavities(vt_world *world, double h, vt_error *error);
// After a solve: whether it is to be done again, as a seal does not bear what came of it.
bool vt_world_weigh_seals(vt_world *world, bool *again, vt_error *error);
bool vt_world_settle_air(vt_world *world, double h, vt_error *error);
bool vt_world_make_chambers(vt_world *world, vt_error *error); // at time 0
bool vt_world_show_cavities(vt_world *world, vt_error *error); // what a person looks at
bool vt_world_reserve_shown(vt_world *world, const vt_cavities *set, vt_error *error); // room for it

// air_rows.c: the blocks of cavities from the given ones on.
size_t vt_world_gas_terms(const vt_world *world); // at most
bool vt_world_fill_gas(vt_world *world, int block, int row, double h, vt_error *error);

// air_bend.c: collision vertices by body, as far on as they came in h seconds, in arena memory; and the
// volume (m^3) that a cavity's row leaves out of such a motion.
const vt_vec3 **vt_world_carry_on(vt_world *world, double h, vt_error *error);
double vt_world_volume_bend(
    const vt_world *world, int cavity, double volume, const vt_vec3 *gradient, const vt_vec3 *const *carried);

// cables.c: the block of one cable.
void vt_world_cable_row(vt_world *world, int cable, vt_block *block, double h);
int vt_world_cable_terms(const vt_world *world); // at most
// Where an anchor is, what it moves by from prescribed motions (m/s), and how long a cable is, now.
vt_vec3 vt_world_anchor(const vt_world *world, const vt_anchor *anchor);
vt_vec3 vt_world_anchor_drive(const vt_world *world, const vt_anchor *anchor);
double vt_world_cable_length(const vt_world *world, int cable);

// pull.c: its rows (none or three), and their forces kept.
int vt_world_pull_rows(const vt_world *world);
size_t vt_world_pull_terms(const vt_world *world);
void vt_world_fill_pull(vt_world *world, int row, double *compliance, double h);
void vt_world_keep_pull(vt_world *world, int row);
vt_vec3 vt_world_pull_point(const vt_world *world); // m, now; only while something is pulled

// live.c: the world's own copy of the model; settings in the state as the model has them; and from the state
// into the copy.
bool vt_world_make_own(vt_world *world, vt_error *error);
void vt_world_free_own(vt_world *world);
void vt_world_start_live(vt_world *world);
void vt_world_apply_live(vt_world *world);

// sensors.c: what the sensors read, after the state has moved on by h seconds.
void vt_world_read_sensors(vt_world *world);

// world.c: what bodies know of their positions is no longer true.
void vt_world_forget(vt_world *world);

// world.c: vertices of all surfaces from the state.
void vt_world_update_surfaces(vt_world *world);

#endif
