// Fixture: a cup on a plate whose ceiling is pressed flat, with the film of its air.
#ifndef FILMED_H
#define FILMED_H

#include "cavity/film.h"
#include "cavity/union.h"

#include "check.h"
#include "solid_scene.h"

#include <stdlib.h>

static const double contact_gap = 1e-4, radius = 0.015;

typedef struct filmed {
  solid_scene s;
  vt_vec3 *open; // the cup's vertices as it stands on its lip
  vt_film *film[2];
} filmed;

static inline void begin_on(filmed *f, solid plate, solid shape, bool soft) {
  scene_begin(&f->s);
  scene_add(&f->s, plate, pose_at(0, 0, 0), false);
  scene_add(&f->s, shape, pose_at(0.0011, 0.0007, contact_gap), true);
  f->s.colliders[1].soft = soft;
  const solid *cup = &f->s.solids[1];
  f->open = calloc((size_t)cup->vertex_count, sizeof *f->open);
  for (int v = 0; v < cup->vertex_count; ++v) f->open[v] = cup->vertices[v];
  for (int b = 0; b < 2; ++b) {
    f->film[b] = calloc((size_t)f->s.solids[b].vertex_count, sizeof **f->film);
    for (int v = 0; v < f->s.solids[b].vertex_count; ++v) f->film[b][v].id = -1;
  }
}

static inline void begin_with(filmed *f, solid shape, bool soft, int cells) {
  begin_on(f, solid_box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), cells, cells, 1), shape, soft);
}

static inline void begin(filmed *f, bool soft, int cells) {
  begin_with(f, solid_dome_cup(radius, 0.008, 48, 12), soft, cells);
}

static inline void end(filmed *f) {
  free(f->open), free(f->film[0]), free(f->film[1]);
  scene_end(&f->s);
}

// The dome's height times `share`; 0 presses it flat.
static inline void press(filmed *f, double share) {
  solid *cup = &f->s.solids[1];
  for (int v = 0; v < cup->vertex_count; ++v) {
    vt_vec3 x = f->open[v];
    double r = hypot(x.x - 0.0011, x.y - 0.0007);
    if (r < radius - 1e-6 && x.z < 0.009) x.z = contact_gap + share * (x.z - contact_gap);
    cup->vertices[v] = x;
  }
}

static inline int find(filmed *f, bool with_film) {
  f->s.found.film = with_film ? (const vt_film *const *)f->film : NULL;
  return scene_find(&f->s, vt_cavities_find_union);
}

// What a world does after each detection, with everything that is found being cavity 3.
static inline void follow(filmed *f, int side) {
  vt_error error = {0};
  vt_cavity item = {.id = 3};
  vt_cavities set = {.count = 1, .items = &item};
  for (int k = 0; k < f->s.cavities.count; ++k) f->s.cavities.items[k].id = 3;
  for (int b = 0; b < 2; ++b) vt_film_follow(&f->s.colliders[b], b, &f->s.found, &set, f->film[b]);
  for (int b = 0; b < 2; ++b)
    for (int v = 0; v < f->s.solids[b].vertex_count; ++v)
      if (f->film[b][v].id == 3) f->film[b][v].ring = 2;
  CHECK(vt_film_mark(&f->s.colliders[side], f->s.found.sealed[side], 3, f->film[side], f->s.arena, &error));
}

// The outside has come to a part of the film: as in a world.
static inline void withdraw(filmed *f, int side) {
  vt_error error = {0};
  f->s.found.tight = true;
  find(f, true);
  f->s.found.tight = false;
  CHECK(vt_film_withdraw(&f->s.colliders[side], f->s.found.open_share[side], 3, f->film[side]));
  CHECK(vt_film_mark(&f->s.colliders[side], f->s.found.sealed[side], 3, f->film[side], f->s.arena, &error));
  CHECK(find(f, true) == 1);
}

#endif
