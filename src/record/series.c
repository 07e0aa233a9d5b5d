// A quantity over time in bounded memory, for plots.
#include "record/series.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

vt_series *vt_series_create(const char *name, vt_error *error) {
  vt_series *series = VT_NEW(vt_series, 1, error);
  if (series == NULL) return NULL;
  series->stride = 1;
  series->name = vt_copy_string(name, error);
  if (series->name != NULL) return series;
  free(series);
  return NULL;
}

void vt_series_destroy(vt_series *series) {
  if (series == NULL) return;
  free(series->name);
  free(series);
}

// The bucket of two neighbours: a comes before b in time.
static vt_bucket join(vt_bucket a, vt_bucket b) {
  return (vt_bucket){
      b.low.value < a.low.value ? b.low : a.low, b.high.value > a.high.value ? b.high : a.high};
}

static void halve(vt_series *series) {
  for (int i = 0; i < VT_SERIES_BUCKETS / 2; ++i)
    series->buckets[i] = join(series->buckets[2 * i], series->buckets[2 * i + 1]);
  series->count = VT_SERIES_BUCKETS / 2;
  series->stride *= 2;
  series->filled = series->stride;
}

void vt_series_add(vt_series *series, double time, double value) {
  if (!isfinite(value) || !isfinite(time)) return;
  vt_bucket here = {{time, value}, {time, value}};
  series->last = here.low;
  if (series->count > 0 && series->filled < series->stride) {
    vt_bucket *last = &series->buckets[series->count - 1];
    *last = join(*last, here);
    ++series->filled;
    return;
  }
  if (series->count == VT_SERIES_BUCKETS) halve(series);
  series->buckets[series->count++] = here;
  series->filled = 1;
}

int vt_series_samples(const vt_series *series, vt_sample *samples) {
  int count = 0;
  for (int i = 0; i < series->count; ++i) {
    vt_sample low = series->buckets[i].low, high = series->buckets[i].high;
    if (low.time == high.time) {
      samples[count++] = low;
    } else {
      samples[count++] = low.time < high.time ? low : high;
      samples[count++] = low.time < high.time ? high : low;
    }
  }
  if (count > 0 && samples[count - 1].time < series->last.time) samples[count++] = series->last;
  return count;
}

void vt_series_range(const vt_series *series, double *low, double *high) {
  for (int i = 0; i < series->count; ++i) {
    *low = fmin(*low, series->buckets[i].low.value);
    *high = fmax(*high, series->buckets[i].high.value);
  }
}
