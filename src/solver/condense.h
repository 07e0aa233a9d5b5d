// A constraint system without its bilateral rows, which follow from the others.
#ifndef VT_SOLVER_CONDENSE_H
#define VT_SOLVER_CONDENSE_H

#include "solver/system.h"

// Like vt_system_solve, for a system that has been prepared: bilateral blocks that are coupled with others
// are eliminated first and found last.
bool vt_system_solve_condensed(vt_system *system, const vt_solve_options *options, vt_arena *arena,
    vt_solve_result *result, vt_error *error);

#endif
