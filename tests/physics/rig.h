// What the physics tests share: a model and its world put together in a few lines, and static solutions.
#ifndef VT_TESTS_RIG_H
#define VT_TESTS_RIG_H

#include "shapes.h"

#include "base/vec.h"

#include <ventouse/world.h>

typedef struct rig {
  vt_model *model;
  vt_world *world;
} rig;

// All of these print the library's message and end the program where it refuses.
rig rig_new(double dt, vt_vec3 gravity);
int rig_soft(rig *r, vt_mesh *mesh, vt_element element, vt_material material); // destroys the mesh
int rig_rigid(rig *r, vt_vec3 size, double mass, vt_vec3 position);            // a box about its centre
int rig_hold(rig *r, int body, vt_region region); // by a frame of its own at the origin: the frame's number
int rig_push(rig *r, int body, vt_region region, vt_vec3 force, vt_curve curve);
int rig_press(rig *r, int body, vt_region region, double pressure);
int rig_cable(rig *r, const vt_cable_def *def);
int rig_sense(rig *r, vt_sensor_kind kind, int target);
int rig_sense_point(rig *r, int body, vt_vec3 position);
void rig_start(rig *r);
void rig_steps(rig *r, int count); // a step that fails ends the program
void rig_free(rig *r);

// Nodes within a millionth of `size` of the plane x = at.
vt_region slice_x(double at, double size);

// Young's modulus, Poisson's ratio and density, no damping.
vt_material elastic(double young, double poisson, double density);

// Steps until no node moves by more than `tolerance` (m) in a step: with dt = 1 s the inertia is nothing and
// implicit Euler is Newton's iteration on the equilibrium. The number of steps, or -1 after `limit`.
int rig_settle(rig *r, int body, double tolerance, int limit);

// True if the program was asked for the long tables: an argument --full.
bool is_full(int argc, char **argv);

#endif
