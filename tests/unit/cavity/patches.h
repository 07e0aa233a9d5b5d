// Cavities made by hand between two grids: a floor and a ceiling, sealed wherever no cavity is.
#ifndef VT_TESTS_CAVITY_PATCHES_H
#define VT_TESTS_CAVITY_PATCHES_H

#include "cavity/cavity.h"

enum { PATCH_CELLS = 8, PATCH_NODES = (PATCH_CELLS + 1) * (PATCH_CELLS + 1) };

// Cell (i, j) has the triangles 2 (8 j + i) and the one after it, on both.
typedef struct patch_pair {
  vt_vec3 floor[PATCH_NODES], ceiling[PATCH_NODES]; // m
  const vt_vec3 *surfaces[2];
  double open_floor[2 * PATCH_CELLS * PATCH_CELLS], open_ceiling[2 * PATCH_CELLS * PATCH_CELLS];
  double *open[2];
} patch_pair;

// A grid of 1 cm cells, bent and sheared a little, with the ceiling `height` above the floor.
void patch_pair_init(patch_pair *pair, double height);

// Lets the ceiling down to `gap` above the floor at the corners of all cells of a letter.
void patch_press(patch_pair *pair, const char *map, char letter, double gap);

// A cavity over the cells whose letter is the given one in eight rows of eight letters. Closed: borders
// between floor and ceiling wherever it ends.
bool patch_add(vt_cavities *cavities, const char *map, char letter, vt_error *error);
// Opens the cells of a letter to the outside, and closes all others.
void patch_open(patch_pair *pair, const char *map, char letter);

// Whether every edge of a cavity's mesh has its opposite, and every weight sums up to 1.
bool cavity_is_closed(const vt_cavities *cavities, int cavity);

#endif
