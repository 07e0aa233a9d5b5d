// Scenes of rigid bodies, for W = H C H^T and q = gap + H x of the contacts between them.
#ifndef VT_TESTS_SOLVER_RIGID_H
#define VT_TESTS_SOLVER_RIGID_H

#include "generate.h"

#include "base/vec.h"

enum { RIGID_BODIES = 80, RIGID_ROWS = 900 };

typedef struct rigid_body {
  vt_vec3 centre, half;  // m
  double compliance[36]; // C = h^2 A^-1, of a force and a torque at the centre
  double free[6];        // what free motion does in one step: m, rad
} rigid_body;

// A contact of body a on body b, or a row between them; -1 is the ground.
typedef struct rigid_row {
  int a, b;
  vt_vec3 at, normal; // m; from b to a
  double gap;         // m
} rigid_row;

typedef struct rigid_scene {
  int body_count, contact_count, scalar_count;
  bool skew; // C is not diagonal
  rigid_body bodies[RIGID_BODIES];
  rigid_row contacts[RIGID_ROWS], scalars[RIGID_ROWS];
} rigid_scene;

typedef struct shaking {
  double velocity, spin; // m/s, rad/s, of each body at most
} shaking;

// A box of 500 kg/m^3 that falls, moves and spins for one step of 10 ms.
int rigid_add_box(rigid_scene *s, vt_vec3 centre, vt_vec3 half, shaking shake, unsigned long long *random);

// A contact at each of `points` x `points` of the face that b (or the ground) has in common with a along an
// axis. Nothing where they have none.
void rigid_touch(rigid_scene *s, int a, int b, int axis, int points, double gap);

// Adds unsymmetric parts to C, of a share of it; what is symmetric in it stays.
void rigid_skew(rigid_scene *s, double share, unsigned long long *random);

problem *rigid_problem(const rigid_scene *s);

// Bricks in a bond, boxes on each other, bodies wedged between walls. `variant` is any number: at rest,
// shaken or hit, gaps closed or not, weights alike or not.
void rigid_wall(rigid_scene *s, int columns, int rows, int points, int variant, unsigned long long *random);
void rigid_tower(rigid_scene *s, int height, int points, int variant, unsigned long long *random);
void rigid_heap(rigid_scene *s, int bodies, int points, unsigned long long *random);

#endif
