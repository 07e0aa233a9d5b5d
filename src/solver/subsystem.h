// The active blocks of a system, as a system of their own.
#ifndef VT_SOLVER_SUBSYSTEM_H
#define VT_SOLVER_SUBSYSTEM_H

#include "solver/system.h"

typedef struct vt_selection {
  bool *chosen; // per block
  int blocks, rows;
  int *sub_row; // row -> row of the small system, or -1
} vt_selection;

bool vt_selection_begin(vt_selection *chosen, const vt_system *system, vt_arena *arena, vt_error *error);
void vt_selection_clear(vt_selection *chosen, const vt_system *system);

// Chooses blocks with a force, and those whose laws do not hold at u; returns how many joined.
int vt_selection_add_violated(
    vt_selection *chosen, const vt_system *system, const double *u, double tolerance);

// Few of the contacts that a bad guess would violate are closed in the end. Where many are chosen, a few
// plain sweeps find those that are. u = W f + q.
void vt_selection_sift(vt_selection *chosen, vt_system *system, double *u, const vt_solve_options *options,
    vt_solve_result *result);

// The system of the chosen blocks; all others have no force. Where most of W is filled its rows are whole:
// sweeps then run through memory.
bool vt_subsystem_extract(
    const vt_system *system, vt_selection *chosen, vt_system *small, vt_arena *arena, vt_error *error);

// The share of W that is filled.
double vt_system_fill(const vt_system *system);

#endif
