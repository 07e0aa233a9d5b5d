// What a run is counted by: sums and peaks that summary.json and the report tell.
#ifndef VT_RECORD_TALLY_H
#define VT_RECORD_TALLY_H

#include <ventouse/record.h>

// Mean and peak of one number over the steps.
typedef struct vt_tally {
  long long count;
  double sum, max;
} vt_tally;

static inline void vt_tally_add(vt_tally *tally, double value) {
  if (tally->count == 0 || value > tally->max) tally->max = value;
  tally->sum += value;
  ++tally->count;
}
static inline double vt_tally_mean(const vt_tally *tally) {
  return tally->count > 0 ? tally->sum / (double)tally->count : 0;
}

// The stages a run folder tells, in the order of its tables.
enum {
  VT_STAGE_FREE_MOTION,
  VT_STAGE_COLLISION,
  VT_STAGE_CAVITY,
  VT_STAGE_COMPLIANCE,
  VT_STAGE_SOLVE,
  VT_STAGE_TOTAL,
  VT_STAGES
};

static const char *const vt_stage_names[VT_STAGES] = {
    "free_motion", "collision", "cavity", "compliance", "solve", "total"};

static inline double vt_stage_ms(const vt_profile *profile, int stage) {
  const double all[VT_STAGES] = {profile->free_motion, profile->collision, profile->cavity,
      profile->compliance, profile->solve, profile->total};
  return all[stage];
}

typedef struct vt_run_tally {
  vt_tally stages[VT_STAGES]; // ms
  vt_tally constraints, contacts, cavities, iterations, residual;
  vt_tally intrusion; // m
  vt_trouble troubles[VT_TROUBLES];
  vt_again again; // sums over the steps; of `work` the largest
} vt_run_tally;

// Counts what did not go smoothly in the last step, which ended at `time` (s).
void vt_count_troubles(vt_run_tally *tally, const vt_status *status, double time);

// The greatest force a sensor read.
typedef struct vt_peak {
  double force; // N
  double time;  // s
} vt_peak;

#endif
