// Newton's method on the smoothed laws, for systems that sweeps are slow on.
#ifndef VT_SOLVER_NEWTON_H
#define VT_SOLVER_NEWTON_H

#include "solver/system.h"

// Which form of Coulomb's law is solved (newton.c).
typedef enum vt_newton_form {
  VT_NEWTON_DISC, // Alart and Curnier: the tangential force in the disc that the normal force allows
  VT_NEWTON_CONE  // De Saxce: the force in its cone, across from the slip lifted into the dual one
} vt_newton_form;

// Room to work in, taken from the arena once; all zero before.
typedef struct vt_newton {
  double *f, *u, *phi; // rows
  double *start, *end; // rows: of a step
  double *shift;       // rows: of u, where open contacts lose their force
  double *line;        // rows: one row of W, spread out
  double *jacobian;    // rows x rows
  size_t room;         // numbers that `jacobian` has room for
  int *pivots;
  int *rows; // that take part
  int count; // of them
} vt_newton;

// Brings f nearer to a solution in at most `steps` steps, which counts down. f is left alone unless the
// residual falls; `residual` is that of f before and after.
bool vt_newton_smoothed(const vt_system *system, vt_newton_form form, double tolerance, int *steps,
    double *residual, vt_newton *room, vt_arena *arena, vt_error *error);

bool vt_newton_whole(const vt_system *system, double tolerance, double most, int *steps, double *residual,
    vt_newton *room, vt_arena *arena, vt_error *error);

#endif
