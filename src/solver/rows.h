// Constraint rows: scalar conditions on positions, the compliance W between them, and their forces.
//
// A row is a value g(x) with gradient H. A force (multiplier) f on the row pushes bodies along H^T f, and at
// the end of the step
//
//     g = g_free + W f,    W = H C H^T,    C = h^2 A^-1 summed over bodies.
//
// Each row wants g + c f = 0 within bounds on f: c = 0 is a hard condition, c = 1/k a spring of stiffness k,
// bounds [-inf, 0] a cable that only pulls, equal bounds a force that is given.
#ifndef VT_SOLVER_ROWS_H
#define VT_SOLVER_ROWS_H

#include "base/memory.h"
#include "body/deformable.h"
#include "body/rigid.h"

// How a body answers to forces. Bodies that cannot be moved have neither part.
typedef struct vt_mobile {
  vt_deformable *deformable; // after its predict; or NULL
  double inverse_mass;       // 1/kg, rigid
  vt_mat3 inverse_inertia;   // 1/(kg m^2), rigid, in the world
} vt_mobile;

// One node of a row, or one rigid body.
typedef struct vt_row_term {
  int body;
  int node;        // of a deformable body; -1 for a rigid one
  vt_vec3 linear;  // dg / d position of the node or of the rigid body's centre
  vt_vec3 angular; // dg / d rotation of the rigid body
} vt_row_term;

typedef struct vt_row {
  int first, count;    // terms
  double free_value;   // g after free motion
  double compliance;   // c, g's unit per N
  double lower, upper; // N
  double force;        // N: the guess before, the result after solving
} vt_row;

// The rows of one step, in arena memory of the step.
typedef struct vt_rows {
  int count;
  vt_row *rows;
  int term_count;
  vt_row_term *terms;
  double *w;       // count x count
  int iterations;  // of the last solve
  double residual; // largest change of a force in the last sweep, relative to the largest force
} vt_rows;

// W over all rows.
bool vt_rows_compliance(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error);

// Projected Gauss-Seidel from the guess until the residual is below the tolerance; false if it is not within
// the limit.
bool vt_rows_solve(vt_rows *rows, double tolerance, int limit);

#endif
