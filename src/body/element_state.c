// What an evaluation of strain points leaves behind: room for it, of its own or lent.
#include "body/elements.h"

#include <stdlib.h>

bool vt_element_state_init_lean(vt_element_state *state, const vt_elements *e, vt_error *error) {
  *state = (vt_element_state){0};
  state->bases = VT_NEW(vt_mat3, e->point_count, error);
  state->energies = VT_NEW(double, e->point_count, error);
  state->inverted = VT_NEW(bool, e->point_count, error);
  state->region = VT_NEW(int, e->point_count, error);
  state->rotations = VT_NEW(vt_mat3, VT_MAX_REGIONS, error);
  if (state->bases && state->energies && state->inverted && state->region && state->rotations) return true;
  vt_element_state_free(state);
  return false;
}

static void free_kept(vt_element_state *state) {
  free(state->turnings);
  free(state->rotated);
  free(state->cofactors);
  free(state->margins);
}

bool vt_element_state_keep(vt_element_state *state, const vt_elements *e, vt_error *error) {
  if (state->kept) return true;
  int entries = e->start[e->point_count];
  bool rubber = e->law == VT_LAW_NEO_HOOKEAN;
  vt_element_state own = {.turnings = VT_NEW(vt_mat3, e->point_count, error),
      .rotated = VT_NEW(vt_vec3, entries, error),
      .cofactors = rubber ? VT_NEW(vt_vec3, entries, error) : NULL,
      .margins = rubber ? VT_NEW(double, e->point_count, error) : NULL};
  if (!own.turnings || !own.rotated || (rubber && (!own.cofactors || !own.margins))) {
    free_kept(&own);
    return false;
  }
  state->turnings = own.turnings;
  state->rotated = own.rotated;
  state->cofactors = own.cofactors;
  state->margins = own.margins;
  state->kept = true;
  return true;
}

bool vt_element_state_lend(vt_element_state *state, const vt_elements *e, vt_arena *arena, vt_error *error) {
  int entries = e->start[e->point_count];
  bool rubber = e->law == VT_LAW_NEO_HOOKEAN, given = arena != NULL;
  if (!state->own_forces) state->forces = given ? VT_TAKE(arena, vt_vec3, entries, error) : NULL;
  if (!state->kept) {
    state->spread = false;
    state->rotated = given ? VT_TAKE(arena, vt_vec3, entries, error) : NULL;
    state->cofactors = given && rubber ? VT_TAKE(arena, vt_vec3, entries, error) : NULL;
    state->margins = given && rubber ? VT_TAKE(arena, double, e->point_count, error) : NULL;
  }
  return !given || (state->forces && state->rotated && (!rubber || (state->cofactors && state->margins)));
}

bool vt_element_state_init(vt_element_state *state, const vt_elements *e, vt_error *error) {
  if (!vt_element_state_init_lean(state, e, error)) return false;
  state->own_forces = true;
  state->forces = VT_NEW(vt_vec3, e->start[e->point_count], error);
  if (state->forces != NULL && vt_element_state_keep(state, e, error)) return true;
  vt_element_state_free(state);
  return false;
}

void vt_element_state_free(vt_element_state *state) {
  free(state->bases);
  free(state->energies);
  free(state->inverted);
  free(state->region);
  free(state->rotations);
  if (state->own_forces) free(state->forces);
  if (state->kept) free_kept(state);
  *state = (vt_element_state){0};
}
