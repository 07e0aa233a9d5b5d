// The union of closed surfaces, stage by stage. If an exact 0 occurs anywhere, all is done
// again with another jitter.
#include "geometry/arrangement_inside.h"

// An exact 0 has a chance of about 2^-JITTER_BITS per test that would be 0 without: a second attempt is rare
// and a tenth never happens.
#define JITTER_BITS 16
#define MAX_ATTEMPTS 100

static bool cross(vt_arranger *ar) {
  ar->tie = false;
  ar->points.count = ar->segments.count = 0;
  ar->faces.count = ar->loops.count = ar->loop_points.count = 0;
  for (int e = 0; e < ar->edge_count; ++e) ar->edges[e].crossing = 0;
  return vt_ar_table_init(ar, &ar->point_table, 1024) && vt_ar_pairs(ar);
}

// True with ar->tie set means: again.
static bool attempt(vt_arranger *ar, uint64_t seed) {
  if (!vt_ar_jitter(ar, seed) || !cross(ar)) return false;
  if (ar->tie) return true;
  if (!vt_ar_cross_finish(ar)) return false;
  if (ar->tie) return true;
  if (!vt_ar_split(ar)) return false;
  return ar->tie || vt_ar_classify(ar);
}

bool vt_ar_arrange(const vt_arranged_surface *surfaces, int count, int jitter_bits, vt_arena *arena,
    vt_arrangement *result, int *attempts, vt_error *error) {
  vt_arranger ar = {.arena = arena, .error = error, .surfaces = surfaces, .surface_count = count};
  ar.jitter_bits = jitter_bits;
  *result = (vt_arrangement){0};
  if (!vt_ar_read(&ar)) return false;
  for (*attempts = 1; *attempts <= MAX_ATTEMPTS; ++*attempts) {
    if (!attempt(&ar, (uint64_t)*attempts)) return false;
    if (!ar.tie) return vt_ar_write(&ar, result);
  }
  return vt_fail(error, VT_BAD_NUMBERS, "the surfaces coincide after %d jitters", MAX_ATTEMPTS);
}

bool vt_arrange(const vt_arranged_surface *surfaces, int count, vt_arena *arena, vt_arrangement *result,
    vt_error *error) {
  int attempts;
  return vt_ar_arrange(surfaces, count, JITTER_BITS, arena, result, &attempts, error);
}
