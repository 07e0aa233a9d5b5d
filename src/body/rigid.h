// Rigid bodies: the constant model, the state, and motion that conserves angular momentum and energy.
#ifndef VT_BODY_RIGID_H
#define VT_BODY_RIGID_H

#include "base/error.h"
#include <ventouse/body.h>

typedef struct vt_rigid_model {
  double mass;      // kg
  vt_vec3 center;   // m, of mass, in mesh coordinates
  vt_vec3 inertia;  // kg m^2, principal, ascending
  vt_quat axes;     // mesh axes -> principal axes
  bool gravity;     // whether gravity acts on it
  double viscosity; // N s/m; 0: it has inertia
} vt_rigid_model;

// A body without inertia forgets its velocity, and forces act on it for the time mass / viscosity instead of
// `kick` (s): how many times as long.
static inline double vt_rigid_ease(const vt_rigid_model *model, double kick) {
  return model->viscosity > 0 ? model->mass / (model->viscosity * kick) : 1;
}

typedef struct vt_rigid_state {
  vt_vec3 position;         // m, centre of mass
  vt_quat rotation;         // principal axes -> world
  vt_vec3 velocity;         // m/s, of the centre of mass
  vt_vec3 angular_momentum; // kg m^2/s, in the world, about the centre of mass
} vt_rigid_state;

// Checks the definition and works out the constants; messages name the body and its mesh. Nothing to free.
bool vt_rigid_model_init(vt_rigid_model *model, const vt_rigid_def *def, vt_error *error);

// Where a definition that has passed vt_rigid_model_init starts.
vt_rigid_state vt_rigid_initial_state(const vt_rigid_model *model, const vt_rigid_def *def);

// rad/s, in the world.
vt_vec3 vt_rigid_angular_velocity(const vt_rigid_model *model, const vt_rigid_state *state);

// 1/(kg m^2), in the world, about the centre of mass.
vt_mat3 vt_rigid_inverse_inertia(const vt_rigid_model *model, const vt_rigid_state *state);

// Moves on by h seconds without force or torque (apply those as impulses before): position += h velocity,
// rotation by implicit midpoint turns, of fourth order in h. Keeps the angular momentum bit by bit and the
// kinetic energy to rounding.
void vt_rigid_integrate(const vt_rigid_model *model, vt_rigid_state *state, double h);

// The pose that maps mesh coordinates to the world.
vt_pose vt_rigid_pose(const vt_rigid_model *model, const vt_rigid_state *state);

// J, of translation and rotation.
double vt_rigid_energy(const vt_rigid_model *model, const vt_rigid_state *state);

// An impulse (N s) at a point of the world (m) changes velocity and angular momentum.
void vt_rigid_apply_impulse(
    const vt_rigid_model *model, vt_rigid_state *state, vt_vec3 impulse, vt_vec3 world_point);

#endif
