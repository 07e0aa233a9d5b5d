// A quantity over time in bounded memory, for plots: when full, neighbours are joined two by two, and of
// each the least and the greatest value are kept, so that no peak is lost.
#ifndef VT_RECORD_SERIES_H
#define VT_RECORD_SERIES_H

#include <ventouse/base.h>

#define VT_SERIES_BUCKETS 512
#define VT_SERIES_SAMPLES (2 * VT_SERIES_BUCKETS + 1) // maximum number of samples of a series

typedef struct vt_sample {
  double time; // s
  double value;
} vt_sample;

typedef struct vt_bucket {
  vt_sample low, high;
} vt_bucket;

typedef struct vt_series {
  char *name;     // for the legend
  int count;      // buckets in use
  int filled;     // samples in the last bucket
  int stride;     // samples a full bucket holds
  vt_sample last; // the newest
  vt_bucket buckets[VT_SERIES_BUCKETS];
} vt_series;

vt_series *vt_series_create(const char *name, vt_error *error);
void vt_series_destroy(vt_series *series);
// Samples come in order of time; what is not finite is left out.
void vt_series_add(vt_series *series, double time, double value);
// Fills samples (room for VT_SERIES_SAMPLES) in order of time, the newest included; returns how many.
int vt_series_samples(const vt_series *series, vt_sample *samples);
// Widens [*low, *high] to hold every value.
void vt_series_range(const vt_series *series, double *low, double *high);

#endif
