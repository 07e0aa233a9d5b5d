// Rows that touch rigid bodies only, as W = J J^T.
//
// Each rigid body has six coordinates, scaled so that its mass matrix times 1/h^2 is the identity. A heap has
// several rows for each coordinate, and its W couples all rows of a body with each other, while a row of J
// has two bodies: Newton's method is solved for bodies instead of rows (newton_rigid.c).
#ifndef VT_SOLVER_RIGID_ROWS_H
#define VT_SOLVER_RIGID_ROWS_H

#include "solver/rows.h"

// Whether every row is one of a contact, or a scalar one, between at most two bodies that can be moved, all
// of them rigid.
bool vt_rows_are_rigid(const vt_rows *rows, const vt_mobile *bodies);

// Sets rows->system.rigid where they are; leaves it NULL elsewhere.
bool vt_rows_find_rigid(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error);

#endif
