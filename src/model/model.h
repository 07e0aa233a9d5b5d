// The insides of a model: everything that stays constant while worlds run.
#ifndef VT_MODEL_MODEL_H
#define VT_MODEL_MODEL_H

#include "base/memory.h"
#include "body/anchor.h"
#include "body/bending.h"
#include "body/curve.h"
#include "body/deformable.h"
#include "body/frame.h"
#include "body/region.h"
#include "body/rigid.h"
#include "body/surface.h"
#include "geometry/skin.h"
#include "geometry/surface_topology.h"

#include <stdatomic.h>

#include <ventouse/model.h>

typedef struct vt_body {
  char *name;
  vt_body_kind kind;              // RIGID for quasi-rigid ones too: rigid bodies that bend
  vt_deformable_model deformable; // deformable only
  vt_rigid_model rigid;           // rigid only
  vt_rigid_state rigid_start;     // rigid only
  vt_bending bending;             // quasi-rigid only; surfaces, anchors and loads have its numbers of nodes
  int *bend_place;                // quasi-rigid only: per node of its mesh, the number of it there or -1
  vt_vec3 velocity;               // m/s, deformable: at time 0
  vt_pose pose;  // deformable: of the mesh at time 0; driven: in the frame; fixed: in the world
  int frame;     // driven only, else -1
  vt_mesh *mesh; // not deformable: its own copy, with the triangles; of a quasi-rigid one with the cells too
  vt_skin *skin; // points that it touches others with, or NULL: the collision surface has their control
                 // points for vertices then, and no triangles
  bool meshed;   // with a mesh of its own, not made of points
  vt_surface collision, visual;  // the visual one is empty where it is the collision surface
  vt_surface_topology *topology; // of the collision surface
  char *surface;                 // the word contact rules know it by, "" for none
  bool self_contact;
  // Where its numbers are in the arrays of a world:
  int first_node;      // deformable: among all nodes
  int rigid_index;     // rigid: among the rigid bodies
  int first_bend;      // quasi-rigid: among all nodes of such bodies
  int first_mode;      // and among all their modes
  int first_collision; // among all collision vertices
  int first_visual;    // among all visual vertices
} vt_body;

// Whether it is quasi-rigid.
static inline bool vt_body_bends(const vt_body *body) { return body->bending.count > 0; }

// Whether it bends by elements: what acts on a place of its mesh then acts on their nodes.
static inline bool vt_body_has_elements(const vt_body *body) { return body->bending.blocks != NULL; }

// When something is active.
typedef struct vt_window {
  double from, until; // s; 0 and infinite: always
} vt_window;

typedef struct vt_attachment {
  char *name;
  int body, frame;
  int count;
  int *nodes;
  vt_vec3 *local; // m, in the frame, from time 0 on
  vt_window window;
  double force_limit; // N, 0: none
  int first_grip;     // of those that begin later: where its nodes are among the state's grips
} vt_attachment;

typedef struct vt_load {
  char *name;
  vt_load_kind kind;
  int body;
  vt_vec3 force;   // N
  double pressure; // Pa
  vt_curve curve;
  int count;
  int *nodes;          // force on a deformable body
  double *weights;     // and their shares, summing to 1; as of a force on a quasi-rigid body
  vt_vec3 *areas;      // m^2, mesh coordinates: of a pressure on a quasi-rigid body, the areas at its nodes
  int *triangles;      // pressure on a deformable body: 3 nodes each, `count` of them
  vt_vec3 center;      // m, mesh coordinates: where a force acts on a rigid body
  vt_vec3 area;        // m^2, mesh coordinates: the pressed area of a rigid body as a vector
  vt_vec3 area_moment; // m^3: and its moment about the centre of mass
} vt_load;

typedef struct vt_cable {
  char *name;
  vt_cable_kind kind;
  int anchor_count;
  vt_anchor *anchors;
  double stiffness, damping; // N/m, N s/m
  double rest;               // m: of a spring; the length at time 0 of a cable by length
  bool tension_only, relative;
  bool measured; // its rest is how long it is as it begins
  vt_curve curve;
  vt_window window;
} vt_cable;

typedef struct vt_link {
  char *name;
  vt_link_kind kind;
  int body_a, body_b;
  vt_pose pose_a, pose_b; // mesh coordinates; of a coupling, A's are the frame's
  double compliance, turn_compliance;
  int frame;                       // of a coupling, in place of body A; else -1
  double stiffness[2], damping[2]; // of a coupling: of translation and rotation, N/m and N m/rad
  double device_damping[2];        // of a coupling
  bool limited;
  double lower, upper; // rad or m
  double start;        // rad or m at time 0
  bool contact;
  vt_window window;
} vt_link;

typedef struct vt_motor {
  char *name;
  int link;
  double stiffness, damping; // N m/rad or N/m, N m s/rad or N s/m
  double limit;              // N m or N; infinite without one
  vt_curve target;           // rad or m
  vt_window window;
} vt_motor;

typedef struct vt_bond {
  char *name;
  int body_a, body_b;
  int count;
  int *nodes;         // of A
  vt_anchor *anchors; // their places on B, from time 0 on
  bool contact;
  vt_window window;
  int first_grip; // as of an attachment
} vt_bond;

typedef struct vt_sensor {
  char *name;
  vt_sensor_kind kind;
  int target, other;
  vt_anchor anchor;
} vt_sensor;

typedef struct vt_rule {
  char *a, *b; // "" for any
  vt_contact_settings settings;
} vt_rule;

typedef struct vt_air_rule {
  char *body;
  vt_air_settings settings; // with its own keys
} vt_air_rule;

typedef struct vt_chamber {
  char *name;
  int body;
  vt_air_settings settings; // with its own keys
  int triangle_count;
  int *triangles; // of the body's collision surface
} vt_chamber;

typedef struct vt_tank {
  char *name;
  double volume, start_pressure;
} vt_tank;

typedef struct vt_tube {
  char *name;
  int tank;
  vt_tube_end end;
  int target;
  double conductance;
  bool check, self_closing;
  vt_curve valve; // its own
} vt_tube;

typedef struct vt_pump {
  char *name;
  int tank, point_count;
  double *pressures; // of ambient pressure, 0 to 1
  double *flows;     // m^3/s
  bool at_inlet;
  vt_curve power; // its own
} vt_pump;

// Owners of a model: its maker, its worlds and their snapshots. It is freed with the last of them. Worlds on
// several threads share one model.
typedef struct vt_holders {
  atomic_int count;
  atomic_bool frozen; // a world was made: nothing may be added any more
  vt_shelf *shelf;    // memory of steps, which worlds take turns with
} vt_holders;

struct vt_model {
  vt_holders *holders;
  vt_settings settings;
  vt_contact_settings contact; // where no rule speaks
  int rule_count;
  size_t rule_room;
  vt_rule *rules;
  vt_air_settings air; // where no rule speaks; with its own keys
  int air_rule_count, chamber_count;
  size_t air_rule_room, chamber_room;
  vt_air_rule *air_rules;
  vt_chamber *chambers;
  int tank_count, tube_count, pump_count;
  size_t tank_room, tube_room, pump_room;
  vt_tank *tanks;
  vt_tube *tubes;
  vt_pump *pumps;

  int frame_count, body_count, attachment_count, load_count, cable_count, sensor_count;
  size_t frame_room, body_room, attachment_room, load_room, cable_room, sensor_room;
  vt_frame *frames;
  vt_body *bodies;
  vt_attachment *attachments;
  vt_load *loads;
  vt_cable *cables;
  int link_count, motor_count, bond_count;
  size_t link_room, motor_room, bond_room;
  vt_link *links;
  vt_motor *motors;
  vt_bond *bonds;
  vt_sensor *sensors;
  int node_count, rigid_count, bend_count, mode_count, collision_count, visual_count; // over all bodies
  int grip_count; // nodes of attachments and bonds that begin later than at time 0
  // In a world's own copy: 1 of what holds now, by attachments, cables, links, bonds and motors. NULL: as at
  // time 0.
  const double *holds;
};

// Where each is in that list.
int vt_model_hold_of_cable(const vt_model *model, int cable);
int vt_model_hold_of_link(const vt_model *model, int link);
int vt_model_hold_of_bond(const vt_model *model, int bond);
int vt_model_hold_of_motor(const vt_model *model, int motor);
int vt_model_hold_count(const vt_model *model);
vt_window vt_model_window(const vt_model *model, int hold);
// Whether from and until as they are given make sense; `until` 0 becomes infinite.
bool vt_check_window(double from, double until, const char *what, vt_window *window, vt_error *error);
bool vt_window_overlaps(vt_window a, vt_window b);
// The attachment that holds a node at some time within a window, or -1.
int vt_model_attached(const vt_model *model, int body, int node, vt_window window);

void vt_model_hold(const vt_model *model);
void vt_model_let_go(const vt_model *model);

// Whether a part may be added or set; else an error: no model, no part, or worlds have been made of it.
bool vt_model_may_change(const vt_model *model, const void *part, vt_error *error);

// Whether settings make sense; the error says what does not.
bool vt_settings_check(const vt_settings *settings, vt_error *error);

// A name for messages: "body 'cup'", or "body 3" where there is none.
typedef struct vt_label {
  char text[96];
} vt_label;

vt_label vt_label_of(const char *kind, const char *name, int number);

// Whether a number of a thing exists; else an error naming what refers to it.
bool vt_check_number(const char *what, const char *kind, int number, int count, vt_error *error);

// Whether a pose is finite and its quaternion of length 1 (which is then made exact); else an error naming
// what has it.
bool vt_check_pose(vt_pose *pose, const char *what, vt_error *error);

// The number of the thing with that name among `count`, stride bytes apart (each a struct beginning with its
// name), or -1; what has no name is not found.
int vt_find_name(const char *name, const void *items, int count, size_t stride);
// Whether a new name is free among them.
bool vt_check_name(
    const char *kind, const char *name, const void *items, int count, size_t stride, vt_error *error);

// An anchor of a model's point, with the point's numbers checked.
bool vt_model_anchor(
    const vt_model *model, const vt_point *point, const char *what, vt_anchor *anchor, vt_error *error);

// The pose of a body's mesh at time 0 (deformable, rigid and driven alike), and of a frame.
vt_pose vt_model_start_pose(const vt_model *model, int body);
vt_pose vt_model_frame_start(const vt_model *model, int frame);

// The pose of a body that keeps its shape, given the states of all rigid bodies and the poses of all frames.
vt_pose vt_body_pose(const vt_body *body, const vt_rigid_state *rigid, const vt_pose *frames);

// The vertices (m) of a surface of such a body; `bends` are those of all quasi-rigid ones.
void vt_body_place_surface(
    const vt_body *body, const vt_surface *surface, vt_pose pose, const vt_bend *bends, vt_vec3 *vertices);

// Where an anchor is at time 0.
vt_vec3 vt_model_anchor_start(const vt_model *model, const vt_anchor *anchor);

// The contact settings between two bodies: of the last rule that names both, or the model's own.
vt_contact_settings vt_model_contact(const vt_model *model, int body_a, int body_b);
double vt_model_largest_alarm(const vt_model *model); // m, of all contact settings
vt_contact_settings vt_model_contact_rule(const void *model, int body_a, int body_b); // a vt_contact_rule

// Whether a link or bond that does not let its bodies touch joins these two now.
bool vt_model_is_joined(const vt_model *model, int body_a, int body_b);

// How many bilateral rows a link has, and all links and bonds; and how many limits, two for each
// link that has them.
int vt_link_rows(const vt_link *link);
// Stiffness and damping of a coupling, of translation (0) or rotation (1), as its device bears them.
void vt_coupling_limited(const vt_link *link, int turn, double dt, double *stiffness, double *damping);
int vt_model_joint_rows(const vt_model *model);
int vt_model_limit_count(const vt_model *model);

// How the surfaces of a body follow it; the visual one has no vertices where it is the collision surface.
const vt_surface *vt_model_collision(const vt_model *model, int body);
const vt_surface *vt_model_visual(const vt_model *model, int body);

// Triangles of all collision surfaces.
int vt_model_triangle_count(const vt_model *model);

// Whether cavities may form between bodies.
bool vt_model_has_cavities(const vt_model *model);
bool vt_air_rule_names(const vt_air_rule *rule, const vt_body *body);
vt_valve vt_air_valve(const vt_air_settings *air, double time);

// Whether all air is isothermal, as vacuum lines need it.
bool vt_model_check_vacuum(const vt_model *model, vt_error *error);
void vt_model_free_vacuum(vt_model *model);

void vt_contact_rule_free(vt_rule *rule);
void vt_air_free(vt_air_settings *air);
void vt_air_rule_free(vt_air_rule *rule);
void vt_chamber_free(vt_chamber *chamber);
void vt_link_free(vt_link *link);
void vt_motor_free(vt_motor *motor);
void vt_bond_free(vt_bond *bond);
void vt_body_free(vt_body *body);
// skin.c: its control points are displaced by forces, and its surfaces follow them.
bool vt_body_soften_skin(vt_body *body, const vt_quasi_rigid_def *def, const char *what, vt_error *error);
// skin.c: collision and visual surfaces, and the mesh, of a body that touches others by points; `mesh` and
// `visual` may be NULL.
bool vt_body_make_skin(vt_body *body, const vt_points_def *def, const vt_mesh *mesh, const vt_mesh *visual,
    const char *what, vt_error *error);
void vt_attachment_free(vt_attachment *attachment);
void vt_load_free(vt_load *load);
void vt_cable_free(vt_cable *cable);
void vt_sensor_free(vt_sensor *sensor);

#endif
