// Newton's method on the smoothed laws, for systems that sweeps are slow on.
#ifndef VT_SOLVER_NEWTON_H
#define VT_SOLVER_NEWTON_H

#include "solver/block_lu.h"
#include "solver/system.h"
#include "sparse/grouped_lu.h"

// Which form of Coulomb's law is solved (newton.c).
typedef enum vt_newton_form {
  VT_NEWTON_DISC, // Alart and Curnier: the tangential force in the disc that the normal force allows
  VT_NEWTON_CONE  // De Saxce: the force in its cone, across from the slip lifted into the dual one
} vt_newton_form;

// A row of the derivative that is no row of W by a number (newton_split.c): the sum over the bent rows of its
// contact of b W + a, and the same of the row that leads them.
typedef struct vt_bent_row {
  int row;          // place among those that take part
  int first, count; // the bent rows of its block
  int lead;         // the plain row of its contact: the lead-th from the last; 0 for none
  double a[3], b[3], lead_a, lead_b;
} vt_bent_row;

// The rows of a whole step by kind.
typedef struct vt_newton_split {
  bool used;          // by the factor at hand
  int plain, leading; // rows; those that lead bent ones come last
  int bent, room;
  int *rows;     // plain ones: places among those that take part
  double *scale; // of plain rows: what makes them rows of W, m/N
  double *own;   // m/N: what they have on the diagonal beside W
  double *ends;  // rows, scratch
  vt_bent_row *bents;
} vt_newton_split;

// Room to work in, taken from the arena once; all zero before.
typedef struct vt_newton {
  double *f, *u, *phi; // rows
  double *start, *end; // rows: of a step
  double *shift;       // rows: of u, where open contacts lose their force
  double *line;        // rows: one row of W, spread out
  double *packed;      // rows: those that take part, side by side
  int *rows;           // that take part
  int *blocks;         // of those rows
  int count;           // of those rows
  int sign;            // of the determinant of the derivative
  double *jacobian;    // rows x rows, where the step is solved for rows
  int *pivots;
  vt_newton_split split;
  vt_groups groups; // of blocks that W couples with the same ones; one of them where W is full
  double work;      // of factorising by groups, as a share of a dense factorisation
  int *group_of;    // block -> its place in the order of elimination
  int *by_group;    // blocks in that order
  vt_block_lu lu;   // where it is solved for rigid bodies
  double *scaled;   // rows
  double *stiff;    // rows x 3
  double *inverse;  // rows x 3
  double *bodies;   // bodies x 6
} vt_newton;

// Makes room for the system, once; the others below do it themselves.
bool vt_newton_prepare(const vt_system *system, vt_newton *room, vt_arena *arena, vt_error *error);

// Full steps on the laws without smoothing. A damping of at most `max` is added to the diagonal: it keeps
// steps short among equivalent solutions, and vanishes with the residual, so that the last steps converge
// fast. Below the tolerance they go on to `aim` as long as that is cheap. Rounds after the first, 0, allow
// more steps without progress.
//
// Here and below: at most `steps` steps, which counts down; f is changed only if the residual falls;
// `residual` is that of f before and after.
bool vt_newton_whole(const vt_system *system, double tolerance, double aim, double max, int round, int *steps,
    double *residual, vt_newton *room, vt_arena *arena, vt_error *error);

// Steps on the smoothed laws, with a line search. In rounds after the first, 0, the smoothing begins at its
// widest and is reduced slowly.
bool vt_newton_smoothed(const vt_system *system, vt_newton_form form, int round, double tolerance, int *steps,
    double *residual, vt_newton *room, vt_arena *arena, vt_error *error);

// Follows the solutions of the smoothed laws from wide smoothing to none, around all
// turning points (newton_path.c).
bool vt_newton_path(const vt_system *system, vt_newton_form form, double tolerance, int *steps,
    double *residual, vt_newton *room, vt_arena *arena, vt_error *error);

#endif
