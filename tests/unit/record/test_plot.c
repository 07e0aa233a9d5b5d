// Series in bounded memory, ticks, prefixes.
#include "check.h"

#include "record/plot.h"

#include <stdlib.h>

static void test_short_series(void) {
  vt_error error = {0};
  vt_series *series = vt_series_create("force", &error);
  vt_sample samples[VT_SERIES_SAMPLES];
  for (int i = 0; i < VT_SERIES_BUCKETS; ++i) vt_series_add(series, i, sin(i));
  vt_series_add(series, 1e9, NAN);
  CHECK(vt_series_samples(series, samples) == VT_SERIES_BUCKETS);
  for (int i = 0; i < VT_SERIES_BUCKETS; i += 37) CHECK(samples[i].time == i && samples[i].value == sin(i));
  vt_series_destroy(series);
}

// A single peak among many samples survives, wherever it is, and times stay in order.
static void test_peaks(void) {
  vt_error error = {0};
  vt_sample samples[VT_SERIES_SAMPLES];
  for (int peak = 3; peak < 100000; peak += 9973) {
    vt_series *series = vt_series_create("force", &error);
    for (int i = 0; i < 100000; ++i)
      vt_series_add(series, i, i == peak ? 7 : i == peak + 1 ? -7 : 0.001 * (i % 10));
    int count = vt_series_samples(series, samples), high = 0, low = 0;
    CHECK(count > VT_SERIES_BUCKETS / 2 && count <= VT_SERIES_SAMPLES);
    for (int i = 0; i < count; ++i) {
      high += samples[i].value == 7 && samples[i].time == peak;
      low += samples[i].value == -7 && samples[i].time == peak + 1;
      if (i > 0 && !(samples[i].time > samples[i - 1].time)) CHECK(samples[i].time > samples[i - 1].time);
    }
    CHECK(high == 1 && low == 1);
    CHECK(samples[count - 1].time == 99999);
    double least = 0, largest = 0;
    vt_series_range(series, &least, &largest);
    CHECK(least == -7 && largest == 7);
    vt_series_destroy(series);
  }
}

static void test_ticks(void) {
  vt_ticks ticks = vt_ticks_choose(0, 3, 8);
  CHECK_NEAR(ticks.step, 0.5, 1e-12);
  CHECK_NEAR(ticks.first, 0, 1e-12);
  CHECK(ticks.count == 7);
  ticks = vt_ticks_choose(-0.013, 0.0297, 5);
  CHECK_NEAR(ticks.step, 0.01, 1e-15);
  CHECK_NEAR(ticks.first, -0.01, 1e-15);
  CHECK(ticks.count == 4);
  ticks = vt_ticks_choose(5, 5, 5);
  CHECK(ticks.count == 1);
  for (int e = -12; e < 12; ++e) {
    double high = 3.7 * pow(10, e);
    ticks = vt_ticks_choose(-high, high, 5);
    CHECK(ticks.count >= 3 && ticks.count <= 9);
    CHECK(ticks.first >= -high * 1.0001 && ticks.first + (ticks.count - 1) * ticks.step <= high * 1.0001);
  }
}

static void test_prefix(void) {
  double factor;
  CHECK(strcmp(vt_prefix_choose(0.035, &factor), "m") == 0);
  CHECK_NEAR(factor, 1000, 1e-9);
  CHECK(strcmp(vt_prefix_choose(101325, &factor), "k") == 0);
  CHECK_NEAR(factor, 1e-3, 1e-15);
  CHECK(strcmp(vt_prefix_choose(1, &factor), "") == 0);
  CHECK(strcmp(vt_prefix_choose(0, &factor), "") == 0 && factor == 1);
  CHECK(strcmp(vt_prefix_choose(1e-30, &factor), "n") == 0);
  CHECK(strcmp(vt_prefix_choose(1e30, &factor), "G") == 0);
}

int main(void) {
  test_short_series();
  test_peaks();
  test_ticks();
  test_prefix();
  return check_report();
}
