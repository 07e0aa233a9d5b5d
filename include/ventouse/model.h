// A model: the constant description of bodies, frames, attachments, loads, cables and sensors.
//
// Fill a definition (always start from its default function, so that new fields never break a caller), add
// it to a model, and make worlds from the model. Definitions are copied; meshes may be destroyed after the
// call. Things are numbered from 0 in the order they were added, each kind for itself, and may carry a name.
// A function that adds returns the new number, or -1 with one clear line in the error. Once a world has been
// made from a model, the model is constant and any number of worlds may share it.
#ifndef VENTOUSE_MODEL_H
#define VENTOUSE_MODEL_H

#include <ventouse/body.h>
#include <ventouse/cavity.h>
#include <ventouse/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_model vt_model;

// How pockets of air between bodies are found; docs/cavity.md compares the two.
typedef enum vt_detector {
  VT_DETECTOR_UNION,    // the holes of the union of bodies that touch
  VT_DETECTOR_FLOODFILL // surfaces flooded from the outside, cut at the seal
} vt_detector;

// What every step of a world needs to know. A world keeps its own copy, which may be changed while it runs.
typedef struct vt_settings {
  double dt;                  // s, above 0
  vt_vec3 gravity;            // m/s^2
  double ambient_pressure;    // Pa
  double ambient_temperature; // K
  vt_detector detector;
  int threads; // above 0; the results do not depend on it
  vt_integrator integrator;
} vt_settings;

// 10 ms, gravity -9.81 along z, 101325 Pa, 293.15 K, union, one thread, Euler.
VT_API vt_settings vt_settings_default(void);

VT_API vt_model *vt_model_create(const vt_settings *settings, vt_error *error);
VT_API void vt_model_destroy(vt_model *model);
VT_API const vt_settings *vt_model_settings(const vt_model *model);

// ---------------------------------------------------------------- frames

VT_API int vt_model_add_frame(vt_model *model, const vt_frame_def *def, vt_error *error);

// ---------------------------------------------------------------- contact

// Between bodies no rule speaks of. Until this or a rule is given, nothing touches.
VT_API bool vt_model_set_contact(vt_model *model, const vt_contact_settings *settings, vt_error *error);

// Between two surfaces, each named by a body's name or by its `surface`; NULL stands for any. Later rules go
// before earlier ones.
typedef struct vt_contact_rule_def {
  const char *a, *b;
  vt_contact_settings settings;
} vt_contact_rule_def;

VT_API bool vt_model_add_contact_rule(vt_model *model, const vt_contact_rule_def *def, vt_error *error);

// Whether anything may touch: contact is on for all, or by a rule for some.
VT_API bool vt_model_has_contact(const vt_model *model);

// ---------------------------------------------------------------- bodies

VT_API int vt_model_add_deformable(vt_model *model, const vt_deformable_def *def, vt_error *error);
VT_API int vt_model_add_rigid(vt_model *model, const vt_rigid_def *def, vt_error *error);
VT_API int vt_model_add_quasi_rigid(vt_model *model, const vt_quasi_rigid_def *def, vt_error *error);
VT_API int vt_model_add_driven(vt_model *model, const vt_driven_def *def, vt_error *error);

// ---------------------------------------------------------------- attachments, loads, springs, cables

// Attachments, springs, cables, links, motors and bonds hold from a time on and until another: in every step
// (or piece of one) whose middle lies between the two. What begins later than at time 0 begins from where
// things are then, wherever "at time 0" is said below.

// Nodes of a deformable body that follow a frame from where they are at time 0. A node may
// follow only one at a time.
typedef struct vt_attachment_def {
  const char *name;
  int body;
  vt_region region;
  int frame;
  double from, until; // s; until 0 (the default): to the end
  // N: the most that the frame pulls or pushes with. Where more would be needed to keep up with the frame,
  // the nodes stay behind it, all by the same displacement, and come back as far as that force brings them. 0
  // (the default): no limit.
  double force_limit;
} vt_attachment_def;

VT_API vt_attachment_def vt_attachment_def_default(void);
VT_API int vt_model_add_attachment(vt_model *model, const vt_attachment_def *def, vt_error *error);

typedef enum vt_load_kind {
  VT_LOAD_FORCE,   // a total force, shared by area where the region has triangles, else equally
  VT_LOAD_PRESSURE // a pressure on the region's boundary triangles, inwards along their present normals
} vt_load_kind;

// On a rigid body a force acts at the region's centre of area, whatever the region.
typedef struct vt_load_def {
  const char *name;
  vt_load_kind kind;
  int body;
  vt_region region;
  vt_vec3 force;   // N, times the curve
  double pressure; // Pa, times the curve
  vt_curve curve;
} vt_load_def;

VT_API vt_load_def vt_load_def_default(void);
VT_API int vt_model_add_load(vt_model *model, const vt_load_def *def, vt_error *error);

typedef enum vt_cable_kind {
  VT_CABLE_SPRING, // pulls and pushes with stiffness * (length - rest) + damping * rate
  VT_CABLE_LENGTH, // never longer than the curve says; tension only; with stiffness > 0 it gives
  VT_CABLE_FORCE   // pulls with the tension the curve gives, never pushes
} vt_cable_kind;

// A line through two or more points that slides at the inner ones without friction: a spring between two
// points, or the tendon of a soft robot.
typedef struct vt_cable_def {
  const char *name;
  vt_cable_kind kind;
  int point_count;
  const vt_point *points;
  double stiffness;  // N/m; of a cable by length, 0 means that it does not stretch
  double damping;    // N s/m, spring only
  double rest;       // m, spring only; negative: the length at time 0
  bool tension_only; // spring only
  bool relative;  // the curve of a cable by length multiplies the length at time 0 instead of giving metres
  vt_curve curve; // m (or a ratio), or N
  double from, until; // s; until 0 (the default): to the end
} vt_cable_def;

VT_API vt_cable_def vt_cable_def_default(void);
VT_API int vt_model_add_cable(vt_model *model, const vt_cable_def *def, vt_error *error);

// ---------------------------------------------------------------- links and bonds

typedef enum vt_link_kind {
  VT_LINK_BALL,    // the link's two origins stay together
  VT_LINK_HINGE,   // and so do its two z axes: B turns about z
  VT_LINK_SLIDE,   // B keeps its orientation in A and moves along the z axis
  VT_LINK_FIXED,   // B keeps its place in A
  VT_LINK_COUPLING // a spring and a damper hold B at a frame (vt_coupling_def)
} vt_link_kind;

// A joint between two rigid, driven or fixed bodies (-1: the world), one of them rigid at least. The link has
// a pose in each body's mesh coordinates. Not given in B, it is where the link is at time 0, so that the
// angle of a hinge and the travel of a slide begin at 0. Given, the two must agree at time 0 in all that the
// link holds, to 0.1 mm and 1 mrad, which are then made exact.
typedef struct vt_link_def {
  const char *name;
  vt_link_kind kind;
  int body_a, body_b;
  vt_pose pose_a;
  bool pose_b_given;
  vt_pose pose_b;
  double compliance;      // m/N: how the link gives to forces; 0 by default
  double turn_compliance; // rad/(N m): and to torques
  bool limited;           // hinge and slide
  double lower, upper;    // rad or m, with limited; a hinge may go round more than once
  bool contact;           // whether A and B may touch each other while it holds; false by default
  double from, until;     // s; until 0 (the default): to the end. With `from`, the pose in B is not given
} vt_link_def;

VT_API vt_link_def vt_link_def_default(void);
VT_API int vt_model_add_link(vt_model *model, const vt_link_def *def, vt_error *error);
// A virtual coupling: springs and dampers, in translation and rotation, between a frame that a device or a
// script moves (vt_world_move_frame) and a rigid or quasi-rigid body, which is held as it is at time 0 or at
// `from`. It is taken at the end of each step, and so stable for any numbers. It is a link of kind COUPLING
// with a number among links, and a sensor of the link tells what it exerts on the body.
//
// A device that holds the force of a step until the next one is fed with energy by that, up to (k dt/2 + c)
// v^2. Where its own damping is given, the stiffness is limited to 2 (device damping - c) / dt and c to the
// device's damping, so that a hand never gets more out of it than it put in (docs/quasi-rigid.md).
typedef struct vt_coupling_def {
  const char *name;
  int body; // rigid or quasi-rigid
  int frame;
  vt_vec3 position;           // m, in the frame: where the springs act
  double stiffness;           // N/m
  double damping;             // N s/m
  double turn_stiffness;      // N m/rad
  double turn_damping;        // N m s/rad
  double device_damping;      // N s/m; 0: nothing is limited
  double device_turn_damping; // N m s/rad
  double from, until;         // s; until 0 (the default): to the end
} vt_coupling_def;

VT_API vt_coupling_def vt_coupling_def_default(void); // 1000 N/m, 1 N m/rad, no damping
VT_API int vt_model_add_coupling(vt_model *model, const vt_coupling_def *def, vt_error *error);
// A pose whose z axis points along `axis`, for hinges and slides.
VT_API vt_pose vt_link_pose(vt_vec3 origin, vt_vec3 axis);

// A motor of a hinge or a slide, with position control: it turns or pushes B against A along the link's place
// x (the angle, rad, or the travel, m) with
//
//     f = stiffness (target - x) + damping (target' - x'),   -limit <= f <= limit
//
// taken at the end of each step, and so stable for any gains. The limit is a law of the solve like that of
// friction: where it is reached f is the limit, neither more nor less, and the link moves as that lets it.
// Without stiffness it controls the speed. A link may have several motors.
typedef struct vt_motor_def {
  const char *name;
  int link;           // a hinge or a slide
  double stiffness;   // N m/rad or N/m
  double damping;     // N m s/rad or N s/m
  double limit;       // N m or N; 0 (the default): none
  vt_curve target;    // rad or m; without keys 0, where links begin that have no other place given
  double from, until; // s; until 0 (the default): to the end
} vt_motor_def;

VT_API vt_motor_def vt_motor_def_default(void);
VT_API int vt_model_add_motor(vt_model *model, const vt_motor_def *def, vt_error *error);

// Holds every node of a region of deformable body A at its place on another body B, deformable or not, as it
// is at time 0. On a deformable body the place is a point of a cell, no further away than a hundredth of
// its size; a bond to such a body begins at time 0.
typedef struct vt_bond_def {
  const char *name;
  int body_a;
  vt_region region;
  int body_b;
  bool contact;       // whether A and B may touch each other while it holds; false by default
  double from, until; // s; until 0 (the default): to the end
} vt_bond_def;

VT_API vt_bond_def vt_bond_def_default(void);
VT_API int vt_model_add_bond(vt_model *model, const vt_bond_def *def, vt_error *error);

// ---------------------------------------------------------------- air and vacuum lines

// In all cavities no rule speaks of. Until this or a rule is given, no cavities are looked for.
VT_API bool vt_model_set_air(vt_model *model, const vt_air_settings *settings, vt_error *error);
VT_API bool vt_model_add_air_rule(vt_model *model, const vt_air_rule_def *def, vt_error *error);
VT_API int vt_model_add_chamber(vt_model *model, const vt_chamber_def *def, vt_error *error);
VT_API int vt_model_add_tank(vt_model *model, const vt_tank_def *def, vt_error *error);
VT_API int vt_model_add_tube(vt_model *model, const vt_tube_def *def, vt_error *error);
VT_API int vt_model_add_pump(vt_model *model, const vt_pump_def *def, vt_error *error);

// ---------------------------------------------------------------- sensors

typedef enum vt_sensor_kind {
  VT_SENSOR_FRAME,      // force and torque the frame exerts on all it holds, about the frame's origin
  VT_SENSOR_BODY,       // force and torque that hold a driven or fixed body in its motion, about its origin
  VT_SENSOR_ATTACHMENT, // force and torque of one attachment, about its frame's origin; as length how far
                        // one with a force limit stays behind its frame
  VT_SENSOR_POINT,      // position and velocity of a point
  VT_SENSOR_CABLE,      // tension, length
  VT_SENSOR_JOINT,      // force and torque a link with its motors exerts on its body B, about its origin on
                        // B; as length a slide's travel (m) or a hinge's angle (rad)
  VT_SENSOR_BOND,       // force and torque a bond exerts on its body A, about the centre of mass of A
  VT_SENSOR_ENERGY,     // kinetic, elastic and gravitational energy of one body, or of all (-1)
  VT_SENSOR_CONTACT,    // force and torque that contacts exert on a body, about the origin of its pose
  VT_SENSOR_AIR,        // and that the air of cavities exerts on it beyond ambient pressure
  VT_SENSOR_MOTOR // force (of a slide) or torque (of a hinge) a motor exerts on its link's body B, about
                  // the link's origin on B; as length the link's place
} vt_sensor_kind;

typedef struct vt_sensor_def {
  const char *name;
  vt_sensor_kind kind;
  int target; // number of the frame, body, attachment, cable, link, motor or bond
  int other;  // contact only: the body that touches it; -1: all
  vt_point point;
} vt_sensor_def;

VT_API vt_sensor_def vt_sensor_def_default(void);
VT_API int vt_model_add_sensor(vt_model *model, const vt_sensor_def *def, vt_error *error);

// ---------------------------------------------------------------- looking at a model

VT_API int vt_model_body_count(const vt_model *model);
VT_API int vt_model_frame_count(const vt_model *model);
VT_API int vt_model_attachment_count(const vt_model *model);
VT_API int vt_model_load_count(const vt_model *model);
VT_API int vt_model_cable_count(const vt_model *model);
VT_API int vt_model_link_count(const vt_model *model);
VT_API int vt_model_motor_count(const vt_model *model);
VT_API int vt_model_bond_count(const vt_model *model);
VT_API int vt_model_chamber_count(const vt_model *model);
VT_API int vt_model_tank_count(const vt_model *model);
VT_API int vt_model_tube_count(const vt_model *model);
VT_API int vt_model_pump_count(const vt_model *model);
VT_API int vt_model_sensor_count(const vt_model *model);

// Names, "" where none was given.
VT_API const char *vt_model_body_name(const vt_model *model, int body);
VT_API const char *vt_model_frame_name(const vt_model *model, int frame);
VT_API const char *vt_model_attachment_name(const vt_model *model, int attachment);
VT_API const char *vt_model_cable_name(const vt_model *model, int cable);
VT_API const char *vt_model_link_name(const vt_model *model, int link);
VT_API const char *vt_model_motor_name(const vt_model *model, int motor);
VT_API const char *vt_model_bond_name(const vt_model *model, int bond);
VT_API const char *vt_model_chamber_name(const vt_model *model, int chamber);
VT_API const char *vt_model_tank_name(const vt_model *model, int tank);
VT_API const char *vt_model_tube_name(const vt_model *model, int tube);
VT_API const char *vt_model_pump_name(const vt_model *model, int pump);
VT_API const char *vt_model_sensor_name(const vt_model *model, int sensor);

// The number of the thing with that name, or -1; "" is nobody's name.
VT_API int vt_model_find_body(const vt_model *model, const char *name);
VT_API int vt_model_find_frame(const vt_model *model, const char *name);
VT_API int vt_model_find_attachment(const vt_model *model, const char *name);
VT_API int vt_model_find_cable(const vt_model *model, const char *name);
VT_API int vt_model_find_link(const vt_model *model, const char *name);
VT_API int vt_model_find_motor(const vt_model *model, const char *name);
VT_API int vt_model_find_bond(const vt_model *model, const char *name);
VT_API int vt_model_find_chamber(const vt_model *model, const char *name);
VT_API int vt_model_find_tank(const vt_model *model, const char *name);
VT_API int vt_model_find_tube(const vt_model *model, const char *name);
VT_API int vt_model_find_pump(const vt_model *model, const char *name);
// Whether any cavity can form or is there from the start.
VT_API bool vt_model_has_air(const vt_model *model);
VT_API int vt_model_find_sensor(const vt_model *model, const char *name);

VT_API int vt_model_frame_parent(const vt_model *model, int frame); // -1: the world

// Contact settings by number: 0 those where no rule speaks, then the rules as they were added. The words by
// which a rule names its two surfaces (side 0 and 1) are "" for any.
VT_API int vt_model_contact_count(const vt_model *model);
VT_API vt_contact_settings vt_model_contact_settings(const vt_model *model, int set);
VT_API const char *vt_model_contact_surface(const vt_model *model, int set, int side);
// Air settings by number: 0 those where no rule speaks, then the rules, then the chambers. The name is "",
// the word by which the rule names a body, or the chamber's name.
VT_API int vt_model_air_count(const vt_model *model);
VT_API const vt_air_settings *vt_model_air_settings(const vt_model *model, int set);
VT_API const char *vt_model_air_name(const vt_model *model, int set);

VT_API vt_body_kind vt_model_body_kind(const vt_model *model, int body);
VT_API vt_sensor_kind vt_model_sensor_kind(const vt_model *model, int sensor);
// The number of what a sensor measures, by its kind; -1 of a point, or of the energy of all bodies.
VT_API int vt_model_sensor_target(const vt_model *model, int sensor);
VT_API vt_link_kind vt_model_link_kind(const vt_model *model, int link);
// The frame and the body of a coupling; -1 of other links.
VT_API int vt_model_coupling_frame(const vt_model *model, int link);
VT_API int vt_model_coupling_body(const vt_model *model, int link);
VT_API int vt_model_motor_link(const vt_model *model, int motor);
VT_API double vt_model_body_mass(const vt_model *model, int body);   // kg; 0 for driven and fixed bodies
VT_API double vt_model_body_volume(const vt_model *model, int body); // m^3, at rest
// The element a deformable body really uses, never AUTO.
VT_API vt_element vt_model_body_element(const vt_model *model, int body);
// Nodes of a deformable body's finite elements; 0 for other kinds.
VT_API int vt_model_node_count(const vt_model *model, int body);
// Numbers in the Cholesky factor of a deformable body's system: what a step's time goes
// with; 0 for other kinds.
VT_API long long vt_model_factor_size(const vt_model *model, int body);
// The cells of a deformable body (with middle nodes where the element has them); NULL for other kinds.
VT_API const vt_mesh *vt_model_body_mesh(const vt_model *model, int body);

#ifdef __cplusplus
}
#endif

#endif
