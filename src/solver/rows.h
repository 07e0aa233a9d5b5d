// Constraint rows: conditions on positions, the Delassus operator W between them, and their forces.
//
// A row is a value g(x) with gradient H. A force (multiplier) f on the row pushes bodies along H^T f, and at
// the end of the step
//
//     g = g_free + W f,    W = H C H^T,    C = h^2 A^-1 summed over bodies.
//
// A quasi-rigid body has terms of both kinds, one of the whole and those of nodes, and two parts of W: that
// of a rigid body, and that of how it bends (body/bending.h).
//
// Rows come in blocks: one row of a spring or cable, or the three of a contact (solver/system.h).
#ifndef VT_SOLVER_ROWS_H
#define VT_SOLVER_ROWS_H

#include "body/bending.h"
#include "body/modes.h"
#include "body/rigid.h"
#include "solver/system.h"

// How a body responds to forces. Bodies that cannot move have neither part.
typedef struct vt_mobile {
  vt_deformable *deformable;      // after its predict; or NULL
  double inverse_mass;            // 1/kg, rigid
  vt_mat3 inverse_inertia;        // 1/(kg m^2), rigid, in the world
  const vt_bending *bending;      // quasi-rigid, or NULL
  vt_mat3 turn;                   // quasi-rigid: from mesh axes to the world's
  double give;                    // quasi-rigid: the share of C f that is reached in the step
  const vt_mode_step *mode_steps; // quasi-rigid that rings: by mode
} vt_mobile;

// One node of a row, or one rigid body.
typedef struct vt_row_term {
  int body;
  int node;        // of a deformable body, or of how a quasi-rigid one bends; -1 for a rigid one
  vt_vec3 linear;  // dg / d position of the node or of the rigid body's centre
  vt_vec3 angular; // dg / d rotation of the rigid body
} vt_row_term;

// The rows of one step, in arena memory of the step. The caller fills terms, blocks, free values and guesses.
typedef struct vt_rows {
  int *start;         // row_count + 1: where each row's terms begin
  vt_row_term *terms; // one body after the other within a row, in any order
  vt_system system;
} vt_rows;

// Fills W: which blocks are coupled (those that share a body that can be moved), and how.
bool vt_rows_delassus(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error);

// Solves all rows from the guesses in rows->system.f, building W only for those that matter (active.c). W of
// rows->system is left alone.
bool vt_rows_solve(vt_rows *rows, const vt_mobile *bodies, int body_count, double h,
    const vt_solve_options *options, vt_arena *arena, vt_solve_result *result, vt_error *error);

#endif
