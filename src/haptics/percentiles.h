// Counts of durations in bins of 2%, so that percentiles of any number of them take no memory that grows.
#ifndef VT_HAPTICS_PERCENTILES_H
#define VT_HAPTICS_PERCENTILES_H

#include <ventouse/haptics.h>

enum { VT_DURATION_BINS = 1024 }; // from 100 ns to a minute

typedef struct vt_durations {
  long long bins[VT_DURATION_BINS];
  long long count;
  double worst; // s
} vt_durations;

void vt_durations_add(vt_durations *durations, double seconds);
vt_percentiles vt_durations_percentiles(const vt_durations *durations);

#endif
