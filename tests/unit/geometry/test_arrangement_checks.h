// Arranges bodies and sums up what comes out.
#ifndef VT_TESTS_ARRANGEMENT_CHECKS_H
#define VT_TESTS_ARRANGEMENT_CHECKS_H

#include "check.h"
#include "test_arrangement_shapes.h"

// The jitter is at most 2^-30 of the size in each direction, and all scenes here are smaller than 16 with
// areas below 100 (the plate of test_islands: 700, of which the cups touch 7): a volume is off by less than
// the product.
#define VOLUME_ERROR (16 * 0x1p-30 * 100)
#define REACH (16 * 4 * 0x1p-30) // twice sqrt(3) of it

static vt_arena *arena;

static bool inside_out; // some of what is arranged is: pieces of it face against their source

static inline bool arrange(const solid *const *solids, int count, vt_arrangement *result) {
  vt_arranged_surface surfaces[8];
  vt_error error = {0};
  for (int i = 0; i < count; ++i) surfaces[i] = solid_view(solids[i]);
  if (!CHECK(vt_arena_reset(arena, &error))) return false;
  if (!CHECK(vt_arrange(surfaces, count, arena, result, &error))) {
    printf("  %s\n", error.message);
    return false;
  }
  CHECK(is_closed(result));
  CHECK(is_sound(result, surfaces, count, REACH));
  CHECK(inside_out || is_unfolded(result, surfaces, REACH));
  return true;
}

// Components larger than what the jitter can make, and of those with negative volume the number and sum.
typedef struct summary {
  int bodies, holes;
  double volume, hole_volume;
} summary;

static inline summary summarize(const vt_arrangement *r) {
  summary s = {0, 0, 0, 0};
  for (int c = 0; c < r->component_count; ++c) {
    s.volume += r->volumes[c];
    if (r->volumes[c] < 0) s.hole_volume -= r->volumes[c];
    s.bodies += r->volumes[c] > VOLUME_ERROR;
    s.holes += r->volumes[c] < -VOLUME_ERROR;
  }
  return s;
}

static inline void check_pair(const solid *a, const solid *b, int bodies, int holes, double volume) {
  vt_arrangement r;
  for (int swap = 0; swap < 2; ++swap) {
    const solid *both[2] = {swap ? b : a, swap ? a : b};
    if (!arrange(both, 2, &r)) continue;
    summary s = summarize(&r);
    CHECK(s.bodies == bodies);
    CHECK(s.holes == holes);
    CHECK_NEAR(s.volume, volume, VOLUME_ERROR);
  }
}

static inline solid cube(double x, double y, double z, double size) {
  return solid_box(vt_v3(x, y, z), vt_v3(x + size, y + size, z + size));
}

static inline summary arrange_summary(const solid *const *solids, int count, vt_arrangement *r) {
  summary s = {-1, -1, 0, 0};
  return arrange(solids, count, r) ? summarize(r) : s;
}

#endif
