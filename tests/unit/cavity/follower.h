// Cavities between two patches, followed from one detection to the next. Include after check.h.
#ifndef VT_TESTS_FOLLOWER_H
#define VT_TESTS_FOLLOWER_H

#include "cavity/follow.h"
#include "patches.h"

typedef struct follower {
  patch_pair pair;
  vt_film film[2][PATCH_NODES];
  vt_cavities now, found;
  vt_cavity_start start;
  vt_arena *arena;
} follower;

static inline void begin(follower *f, double exponent) {
  vt_error error = {0};
  *f = (follower){
      .start = {
          .pressure = 101325, .temperature = 293.15, .exponent = exponent, .dead = 1e-7, .owners = {-1, -1}}};
  patch_pair_init(&f->pair, 0.005);
  for (int v = 0; v < PATCH_NODES; ++v) f->film[0][v] = f->film[1][v] = (vt_film){-1, 0, VT_OWNER_OPEN};
  f->arena = vt_arena_create(1 << 16, &error);
  CHECK(f->arena != NULL);
}

static inline void end(follower *f) {
  vt_cavities_free(&f->now);
  vt_cavities_free(&f->found);
  vt_arena_destroy(f->arena);
}

// A detection that finds a cavity for each of the letters in the map; 'o' is open.
static inline void detect(follower *f, const char *map, const char *letters) {
  vt_error error = {0};
  CHECK(vt_arena_reset(f->arena, &error));
  vt_cavities_clear(&f->found);
  for (const char *l = letters; *l != 0; ++l) CHECK(patch_add(&f->found, map, *l, &error));
  patch_open(&f->pair, map, 'o');
  const vt_film *film[2] = {f->film[0], f->film[1]};
  vt_detected found = {.film = film, .cavities = &f->found, .open_share = f->pair.open};
  vt_cavity_start starts[16];
  for (int k = 0; k < 16; ++k) starts[k] = f->start;
  CHECK(f->found.count <= 16);
  CHECK(vt_cavities_follow(&f->now, &found, starts, f->pair.surfaces, f->arena, &error));
  for (int c = 0; c < f->now.count; ++c) CHECK(cavity_is_closed(&f->now, c));
}

static inline double amount_of_all(const follower *f) {
  double sum = 0;
  for (int c = 0; c < f->now.count; ++c) sum += f->now.items[c].amount;
  return sum;
}

// P V of a cavity by the gas law, J.
static inline double energy_of(const follower *f, const vt_cavity *c) {
  double k = f->start.exponent;
  return c->polytropic * pow(c->amount, k) * pow(c->volume + c->dead, 1 - k);
}

#endif
