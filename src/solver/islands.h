// Islands: connected components of coupled blocks.
//
// Fixed and driven bodies couple nothing: boxes that lie on the ground side by side are separate islands, and
// a falling heap has many. Each is solved by itself, so that a hard one does not hold up the others, and
// those whose laws hold already are left alone.
#ifndef VT_SOLVER_ISLANDS_H
#define VT_SOLVER_ISLANDS_H

#include "solver/subsystem.h"

typedef struct vt_islands {
  int count;
  int *start;  // count + 1: where each one's blocks begin
  int *blocks; // the chosen ones, in their order within an island; islands in the order of their first ones
  int *number; // of a system with `rigid`: its bodies' numbers in the island that was extracted last
} vt_islands;

// The islands among the chosen blocks: those that are coupled by bodies, or by W where that is there.
bool vt_islands_find(vt_islands *islands, const vt_system *system, const vt_selection *chosen,
    vt_arena *arena, vt_error *error);

// The residual of an island at u = W f + q of the whole system, relative to the
// largest force of all, `scale`.
double vt_island_residual(
    const vt_islands *islands, int island, const vt_system *system, const double *u, double scale);

// An island as a system of its own, with a residual relative to `scale` at least; and its forces copied back.
bool vt_island_extract(const vt_islands *islands, int island, const vt_system *system, double scale,
    vt_system *small, vt_arena *arena, vt_error *error);
void vt_island_give_back(
    const vt_islands *islands, int island, const vt_system *small, const vt_system *system);

// In a system with `rigid`: the one island of all blocks that are violated by more than `least` (N) at u, and
// of those around them: that touch the same bodies, and so on, `rings` times.
bool vt_island_around(vt_islands *islands, const vt_system *system, const double *u, double least, int rings,
    vt_arena *arena, vt_error *error);

// For an island that is coupled with other blocks, whose forces are frozen: adds their effect to its free
// values. u = W f + q of the whole system.
bool vt_island_freeze(const vt_islands *islands, int island, const vt_system *system, const double *u,
    vt_system *small, vt_arena *arena, vt_error *error);

#endif
