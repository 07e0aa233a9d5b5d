// A study, not a test: when the cup on the ground comes off, by the damping of its material and by either
// detector, with a step short enough that its own damping is the smaller part.
#include "cup_rig.h"

#include <stdio.h>
#include <stdlib.h>

static const double until = 2.0, pulling = 0.8, weight = 0.02 * 9.81; // s, s, N

static cup_summary run(const cup_case *c, vt_detector detector) {
  vt_error error = {0};
  cup_rig r = cup_new(c);
  vt_settings settings = *vt_world_settings(r.y.world);
  settings.detector = detector;
  int count = (int)lround(until / c->dt);
  cup_row *rows = calloc((size_t)count, sizeof *rows);
  if (rows == NULL || !vt_world_set_settings(r.y.world, &settings, &error)) {
    printf("study_damping: %s\n", rows == NULL ? "no memory" : error.message);
    exit(1);
  }
  for (int k = 0; k < count; ++k) rows[k] = cup_step(&r);
  cup_summary s = cup_sum_up(rows, count, pulling, weight);
  free(rows);
  cup_free(&r);
  return s;
}

int main(void) {
  static const double dampings[] = {1, 5, 15}; // ms
  static const struct {
    const char *name;
    vt_detector detector;
  } detectors[] = {{"union", VT_DETECTOR_UNION}, {"flood fill", VT_DETECTOR_FLOODFILL}};
  printf(
      "| mesh, step | cavities by | damping, ms | lowest pressure, kPa | pull-off, N | at, s | unconverged, "
      "redone |\n|---|---|---|---|---|---|---|\n");
  for (int d = 0; d < 2; ++d)
    for (int k = 0; k < 3; ++k) {
      cup_case c = cup_default();
      c.dt = 2e-3;
      c.damping = 1e-3 * dampings[k];
      c.law_allowed = INFINITY;
      cup_summary s = run(&c, detectors[d].detector);
      printf("| n434, %g ms | %s | %g | %.2f | %.2f | %.3f | %d, %d |\n", 1e3 * c.dt, detectors[d].name,
          dampings[k], 1e-3 * s.lowest, s.pull, s.opened, s.unconverged, s.redone);
      fflush(stdout);
    }
  return 0;
}
