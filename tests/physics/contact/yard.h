// What the contact tests share: worlds with a contact setting, blocks of every kind, and what is looked at.
#ifndef VT_TESTS_YARD_H
#define VT_TESTS_YARD_H

#include "base/vec.h"

#include <ventouse/world.h>

typedef struct yard {
  vt_model *model;
  vt_world *world;
} yard;

// All of these print the library's message and end the program where it refuses.
yard yard_new(double dt, vt_vec3 gravity, double friction);
yard yard_with(double dt, vt_vec3 gravity, vt_contact_settings contact);
int yard_fixed(yard *y, vt_mesh *mesh, vt_pose pose); // these destroy the mesh
int yard_rigid(yard *y, vt_mesh *mesh, double mass, vt_pose pose, vt_vec3 velocity);
int yard_soft(yard *y, vt_mesh *mesh, vt_material material, double mass, vt_pose pose, vt_vec3 velocity);
int yard_ground(yard *y); // a slab of 4 m x 4 m x 0.2 m whose top is z = 0
void yard_start(yard *y);
vt_step_result yard_step(yard *y); // a step that fails ends the program
void yard_free(yard *y);

// Meshes about the origin.
vt_mesh *block(vt_vec3 size, int n, vt_cell_kind kind);
vt_mesh *ball(double radius, int n, vt_cell_kind kind); // a cube's faces of n x n blown up
vt_mesh *roller(double radius, double length, int n);   // a prism of n sides along y
vt_mesh *dart(double radius, double length, int n);     // tetrahedra; the tip points along -z

vt_pose at(double x, double y, double z);
vt_pose turned(vt_vec3 position, vt_vec3 axis, double angle);
vt_material rubber(double young); // nu 0.4, stiffness damping of 2 ms, so that it comes to rest

vt_vec3 yard_momentum(const yard *y);         // kg m/s, of all bodies
vt_vec3 yard_angular_momentum(const yard *y); // kg m^2/s about the origin, of all bodies
double yard_energy(const yard *y);            // J, kinetic, elastic and of gravity
// Worst figures of a run so far; begin with zeros.
typedef struct worst {
  double intrusion, residual;
  int iterations, contacts, substeps;
  long long unconverged;
} worst;
void look(const yard *y, worst *w);

#endif
