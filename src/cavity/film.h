// The film of air that is left between surfaces where a cavity was pressed flat.
#ifndef VT_CAVITY_FILM_H
#define VT_CAVITY_FILM_H

#include "cavity/cavity.h"

// How a cavity's air on one body is separated from other air.
typedef struct vt_film_side {
  bool there;  // some vertex has its air
  bool closed; // every path from there to other air meets a vertex in the seal
  bool filmed; // some of it is nearer to another surface than the reach
  double size; // m: the mean length of edges at its vertices
} vt_film_side;
vt_film_side vt_film_look(const vt_collider *collider, const bool *sealed, const vt_film *film, int id);

// Updates the film of one body with what a detector found around its vertices; `set`
// are the current cavities.
void vt_film_follow(
    const vt_collider *collider, int body, const vt_detected *found, const vt_cavities *set, vt_film *film);

// Where a lip of one body has closed all around within a cavity's air: gives each part of the air except the
// largest a film of its own, with ids from `next` on. Returns how many; -1 if there is no memory.
int vt_film_part(const vt_collider *collider, const bool *sealed, int id, int next, vt_film *film,
    vt_arena *arena, vt_error *error);

// Makes a body the one that determines where the air of a cavity ends. False if there is no memory.
bool vt_film_mark(
    const vt_collider *collider, const bool *sealed, int id, vt_film *film, vt_arena *arena, vt_error *error);

// Takes a cavity's film off the triangles of a body that the outside reaches: `open_share`, by triangle, of a
// tight detection. Returns whether there was one.
bool vt_film_withdraw(const vt_collider *collider, const double *open_share, int id, vt_film *film);

#endif
