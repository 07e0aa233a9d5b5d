// A world: the changing state of a model, moved on step by step.
#ifndef VENTOUSE_WORLD_H
#define VENTOUSE_WORLD_H

#include <ventouse/cavity.h>
#include <ventouse/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_world vt_world;

// From then on the model stays as it is: adding to it is refused. It may be destroyed before its worlds and
// snapshots: it is freed with the last of them.
VT_API vt_world *vt_world_create(const vt_model *model, vt_error *error);
VT_API void vt_world_destroy(vt_world *world);
VT_API const vt_model *vt_world_model(const vt_world *world);

// ---------------------------------------------------------------- stepping

typedef enum vt_step_result {
  VT_STEP_OK,
  VT_STEP_UNCONVERGED, // accepted, but the constraint solver stopped above its tolerance
  VT_STEP_FAILED       // could not go on: the state is the last good one, error says why
} vt_step_result;

// How often a step was tried, and why parts of it were done again in smaller ones.
typedef struct vt_again {
  int tries;       // of all parts; a step that goes smoothly has one
  int unconverged; // tries that were thrown away though their forces were to be exact, and were not
  int crossed;     // parts halved because surfaces crossed, whatever was foreseen
  int unsolved;    // parts halved because their forces were not found
  int inverted;    // the step begun again in more pieces because cells turned inside out,
  int gained;      // because a body gained energy from nowhere,
  int lost;        // because bodies lost energy to the integrator,
  int failed;      // because numbers failed
  int gave;        // tries that were done again because a hand exerted more than its limit
  int cut_short;   // 1: the tries or the work that a step may have were used up, and what was left of it was
                   // taken as it came, with surfaces that cross, forces not found,
                   // cells turned or energy gained
  double work;     // of what a step may take; above 1 it was cut short
} vt_again;

// How the last step went, and what has been counted since the world was made or restored.
typedef struct vt_status {
  vt_step_result result;
  vt_again again; // of the last step
  int substeps;   // pieces the last step was done in: 1 unless a smaller step was needed
  int planned; // pieces it was begun with: above 1 where a seal is about to give way, or where by Newmark's
               // scheme the step before took more; not redone
  int constraints;     // rows of the last step
  int contacts;        // contact points of the last step
  double intrusion;    // m: how far a contact was closer than its contact distance as the last step began
  int crossings;       // pairs of bodies whose surfaces cross now, or of which one is inside the other
  double depth;        // m: how deep at most a vertex of one is inside the other
  int cavities;        // cavities of the last step
  int iterations;      // of the constraint solver in the last step; of several pieces the most
  double residual;     // of the constraint solver in the last step, relative; of several pieces the largest
  int inverted;        // cells that are inside out, at a corner at least, at the end of the last step
  int inverted_points; // strain points that are, which see averages of cells
  int untangled;       // bodies that are being untangled as the last step ends (docs/body.md)
  long long steps;     // accepted steps
  long long redone;    // steps that needed smaller pieces
  long long unconverged;
  long long memory; // bytes: the most that a step took besides the state, since the world was made
  vt_error error;
} vt_status;

// Wall-clock time of the last step by stage, in ms.
typedef struct vt_profile {
  double drive;
  double free_motion; // "predict": assemble, refactor, free motion
  double collision;
  double tree, distances; // of collision: pairs of leaves of clouds, and feet on them
  double cavity;
  double compliance;
  double solve;
  double correct;
  double verify;
  double total;
} vt_profile;

// Moves the world on by one time step. It takes at most VT_MAX_TRIES tries of its parts that are to find
// better ones, and so much work (docs/world.md), and then goes through with what it has: see again.cut_short.
VT_API vt_step_result vt_world_step(vt_world *world);
enum { VT_MAX_TRIES = 384 };

// A function that is asked now and then, many times in a long step, whether to stop; from threads of this
// world too. Once it says true the step ends as VT_STEP_FAILED with the error VT_STOPPED, the state being the
// last good one. NULL, the default: never.
typedef bool (*vt_stop)(void *context);
VT_API void vt_world_set_stop(vt_world *world, vt_stop stop, void *context);
VT_API double vt_world_time(const vt_world *world);          // s
VT_API long long vt_world_step_count(const vt_world *world); // accepted steps since time 0
VT_API const vt_status *vt_world_status(const vt_world *world);
VT_API const vt_profile *vt_world_profile(const vt_world *world);

// Settings may be changed between steps; a bad value is refused and nothing changes.
VT_API const vt_settings *vt_world_settings(const vt_world *world);
VT_API bool vt_world_set_settings(vt_world *world, const vt_settings *settings, vt_error *error);

// A frame with joint FREE moved by hand: from the next step on it goes to this pose (in its parent) in place
// of its keys, until released. False if the pose is not finite or its quaternion not of length 1.
VT_API bool vt_world_move_frame(vt_world *world, int frame, vt_pose pose, vt_error *error);
VT_API void vt_world_release_frame(vt_world *world, int frame);
// The same, but straight over the time of the next step from where it is now, so that pieces of that step see
// it on its way; then it stays. Told anew before each step it moves as smoothly as by keys.
VT_API bool vt_world_lead_frame(vt_world *world, int frame, vt_pose pose, vt_error *error);
// The target of a motor (rad or m) in place of its keys, in the same way, until released.
VT_API bool vt_world_lead_motor(vt_world *world, int motor, double target, vt_error *error);
VT_API void vt_world_release_motor(vt_world *world, int motor);
// Where keys alone would have a frame (in its parent) or the target of a motor (rad or m) at a time.
VT_API vt_pose vt_world_frame_script(const vt_world *world, int frame, double time);
VT_API double vt_world_motor_script(const vt_world *world, int motor, double time);

// A spring (N/m) from a point of a deformable or rigid body's collision surface, given by a triangle and the
// shares of its corners, to a target in space (m). It holds from the next step on until it is let go; calling
// again moves the target or takes hold elsewhere. It is implicit, stable for any stiffness, and damped
// critically for the body's mass. False if the body cannot be pulled or a number makes no sense.
VT_API bool vt_world_pull(vt_world *world, int body, int triangle, const double weights[3], vt_vec3 target,
    double stiffness, vt_error *error);
VT_API void vt_world_let_go(vt_world *world);
// N: what spring and damper did to the body in the last step (in its last piece, where it was done in
// several); 0 where nothing pulls.
VT_API vt_vec3 vt_world_pull_force(const vt_world *world);

// Settings of contact and air that may be changed in one world between steps; they begin as the model's,
// belong to the state, and a snapshot keeps them. Sets are numbered as vt_model_contact_count and
// vt_model_air_count say. A bad value is refused and nothing changes.
// Friction is what its curve then multiplies.
VT_API double vt_world_friction(const vt_world *world, int set);
VT_API bool vt_world_set_friction(vt_world *world, int set, double friction, vt_error *error);

// The numbers of vt_air_settings that may be changed; curves and valves stay as the model has them.
typedef struct vt_air_change {
  double pressure;         // Pa above ambient that a regulator holds, times its curve
  double max_pressure;     // Pa, absolute; below 0: ambient, of a chamber: infinite
  double leak_rate;        // mol/s, times the leak's curve
  double leak_conductance; // mol/(s Pa), times the leak's curve
} vt_air_change;

VT_API vt_air_change vt_world_air(const vt_world *world, int set);
VT_API bool vt_world_set_air(vt_world *world, int set, const vt_air_change *change, vt_error *error);

// ---------------------------------------------------------------- snapshots

typedef struct vt_snapshot vt_snapshot;

// Saves the state; the same steps after a restore give the same bits. `reuse` (may be NULL) is overwritten
// and returned, so that saving again allocates nothing. NULL with the error set when memory is refused.
VT_API vt_snapshot *vt_world_save(const vt_world *world, vt_snapshot *reuse, vt_error *error);
// Restores into any world of the same model; false if the snapshot is of another model or memory is refused,
// and then the world stays as it is.
VT_API bool vt_world_restore(vt_world *world, const vt_snapshot *snapshot, vt_error *error);
// Whether the world's state is that of the snapshot, bit by bit.
VT_API bool vt_world_is_at(const vt_world *world, const vt_snapshot *snapshot);
VT_API void vt_snapshot_destroy(vt_snapshot *snapshot);
// A hash of the whole state, for comparing runs bit by bit.
VT_API uint64_t vt_world_hash(const vt_world *world);

// ---------------------------------------------------------------- looking without copying
// Pointers stay valid and fixed for the life of the world; the numbers change with each step.

VT_API const vt_vec3 *vt_world_positions(const vt_world *world, int body);  // m, nodes of a deformable body
VT_API const vt_vec3 *vt_world_velocities(const vt_world *world, int body); // m/s, nodes of a deformable body

typedef struct vt_surface_view {
  int vertex_count;
  const vt_vec3 *vertices; // m, now
  int triangle_count;
  const int *triangles; // 3 per triangle, outward
} vt_surface_view;

VT_API vt_surface_view vt_world_collision_surface(const vt_world *world, int body);
VT_API vt_surface_view vt_world_visual_surface(const vt_world *world, int body);

// Of a deformable body: its centre of mass and its best-fitting rotation from rest. Of a rigid body the
// centre of mass too; of driven and fixed bodies the pose of the mesh's origin.
VT_API vt_pose vt_world_body_pose(const vt_world *world, int body);
VT_API vt_pose vt_world_frame_pose(const vt_world *world, int frame);
// m/s of the centre of mass and rad/s of a rigid body; of a driven body those of the mesh's origin, by how
// far it came in the last step (of a step done in pieces: in the last piece). 0 for fixed bodies, and at time
// 0 for driven ones; the second for deformable ones.
VT_API vt_vec3 vt_world_body_velocity(const vt_world *world, int body);
VT_API vt_vec3 vt_world_body_angular_velocity(const vt_world *world, int body);
VT_API vt_vec3 vt_world_momentum(const vt_world *world, int body); // kg m/s
// kg m^2/s, about the world's origin
VT_API vt_vec3 vt_world_angular_momentum(const vt_world *world, int body);

typedef struct vt_energy {
  double kinetic, elastic, gravity; // J; gravity is 0 at the world's origin
} vt_energy;

VT_API vt_energy vt_world_energy(const vt_world *world, int body); // body -1: the sum of all

// All contacts of the last step, those without force too. Unlike other views the
// pointer may change with a step.
VT_API const vt_touch *vt_world_contacts(const vt_world *world, int *count);

// All pairs of bodies that cross, before the first step too. Unlike other views the
// pointer may change with a step.
VT_API const vt_crossing *vt_world_crossings(const vt_world *world, int *count);

// The force that contacts exert on body a, from body b or from all (-1).
VT_API vt_vec3 vt_world_contact_force(const vt_world *world, int body_a, int body_b);

// The same by place: what contacts exert on each vertex of a body's collision surface, N; and on each node of
// a deformable body's finite elements. Either sums up to the force on the body; the two
// sides of self-contact cancel in the sum.
VT_API void vt_world_vertex_contact_forces(const vt_world *world, int body, vt_vec3 *forces);
VT_API void vt_world_node_contact_forces(const vt_world *world, int body, vt_vec3 *forces);

// The area of a deformable body's collision surface that contacts press, m^2: a third of each triangle for
// each of its corners with a force that comes from its front, within 60 degrees. Fills `forces` as
// vt_world_vertex_contact_forces does. Rigid surfaces are touched in points, which have no area.
VT_API double vt_world_contact_area(const vt_world *world, int body, vt_vec3 *forces);

// ---------------------------------------------------------------- cavities

VT_API int vt_world_cavity_count(const vt_world *world);
VT_API vt_cavity_view vt_world_cavity(const vt_world *world, int cavity);

// What the air of all cavities (-1) exerted on a body in the last step, or one cavity
// exerts on it as it is now.
VT_API vt_pressure_load vt_world_pressure_load(const vt_world *world, int body, int cavity);

// ---------------------------------------------------------------- vacuum lines

typedef struct vt_tank_view {
  double pressure; // Pa, absolute
  double air;      // mol
} vt_tank_view;

// What flows through a tube to its tank, or through a pump out of it.
typedef struct vt_flow_view {
  double flow;   // mol/s, over the last step (of a step done in pieces: the last piece)
  double passed; // mol since time 0
  bool open;     // a tube that leads to cavities, and there was none in the last step
} vt_flow_view;

VT_API vt_tank_view vt_world_tank(const vt_world *world, int tank);
VT_API vt_flow_view vt_world_tube(const vt_world *world, int tube);
VT_API vt_flow_view vt_world_pump(const vt_world *world, int pump);

// ---------------------------------------------------------------- sensors

// What a sensor read at the end of the last step; the fields its kind does not speak of are 0.
typedef struct vt_reading {
  vt_vec3 force;    // N
  vt_vec3 torque;   // N m
  vt_vec3 position; // m
  vt_vec3 velocity; // m/s; on a frame or driven body by how far it came in the last step
  double tension;   // N
  double length;    // m
  vt_energy energy; // J
} vt_reading;

VT_API vt_reading vt_world_sensor(const vt_world *world, int sensor);

#ifdef __cplusplus
}
#endif

#endif
