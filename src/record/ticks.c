// Nice ticks and SI prefixes for the axes of plots.
#include "record/plot.h"

#include <math.h>

vt_ticks vt_ticks_choose(double low, double high, int wanted) {
  double raw = (high - low) / wanted;
  if (!(raw > 0) || !isfinite(raw)) return (vt_ticks){low, 1, 1};
  double power = pow(10, floor(log10(raw)));
  double step = raw / power;
  step = (step <= 1 ? 1 : step <= 2 ? 2 : step <= 5 ? 5 : 10) * power;
  vt_ticks ticks = {ceil(low / step - 1e-9) * step, step, 0};
  ticks.count = (int)floor((high - ticks.first) / step + 1e-9) + 1;
  return ticks;
}

const char *vt_prefix_choose(double largest, double *factor) {
  static const char *const names[] = {"n", "µ", "m", "", "k", "M", "G"};
  *factor = 1;
  if (!(largest > 0) || !isfinite(largest)) return "";
  int thousand = (int)floor(log10(largest * 1.0001) / 3);
  thousand = thousand < -3 ? -3 : thousand > 3 ? 3 : thousand;
  *factor = pow(1000, -thousand);
  return names[thousand + 3];
}
