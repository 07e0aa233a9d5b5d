// Counts of durations in bins of 2%, so that percentiles of any number of them take no memory that grows.
#include "haptics/percentiles.h"

#include <math.h>

static const double SHORTEST = 1e-7, WIDTH = 0.02; // s; of itself

void vt_durations_add(vt_durations *d, double seconds) {
  double place = seconds > SHORTEST ? log(seconds / SHORTEST) / log(1 + WIDTH) : 0;
  int last = VT_DURATION_BINS - 1, bin = place < last ? (int)place : last;
  ++d->bins[bin];
  ++d->count;
  if (seconds > d->worst) d->worst = seconds;
}

// The upper end of the bin of the value that so many of all are not above.
static double quantile(const vt_durations *d, double share) {
  long long wanted = (long long)ceil(share * (double)d->count), seen = 0;
  for (int bin = 0; bin < VT_DURATION_BINS; ++bin) {
    seen += d->bins[bin];
    if (seen >= wanted) return fmin(SHORTEST * pow(1 + WIDTH, bin + 1), d->worst);
  }
  return d->worst;
}

vt_percentiles vt_durations_percentiles(const vt_durations *d) {
  if (d->count == 0) return (vt_percentiles){0};
  return (vt_percentiles){d->count, quantile(d, 0.5), quantile(d, 0.99), quantile(d, 0.999), d->worst};
}
