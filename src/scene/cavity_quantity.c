// What an expectation reads of cavities and chambers.
#include "scene/cavity_quantity.h"

#include <math.h>

static bool touches(const vt_cavity_view *cavity, int body) {
  for (int i = 0; i < cavity->triangle_count; ++i)
    if (cavity->triangle_bodies[i] == body) return true;
  return false;
}

static bool is_meant(const vt_cavity_view *cavity, const vt_expectation *e) {
  if (e->subject == VT_SUBJECT_CHAMBER) return cavity->chamber == e->target;
  return cavity->chamber < 0 && cavity->area >= e->least_area &&
         (e->target < 0 || touches(cavity, e->target));
}

bool vt_cavity_quantity(const vt_world *world, const vt_expectation *e, double *value) {
  double lowest = INFINITY, highest = -INFINITY, volume = 0, air = 0, area = 0;
  int count = 0;
  for (int i = 0; i < vt_world_cavity_count(world); ++i) {
    vt_cavity_view cavity = vt_world_cavity(world, i);
    if (!is_meant(&cavity, e)) continue;
    ++count;
    lowest = fmin(lowest, cavity.pressure);
    highest = fmax(highest, cavity.pressure);
    volume += cavity.volume;
    air += cavity.air;
    area += cavity.area;
  }
  const double all[] = {count, lowest, highest, volume, air, area}; // from VT_QUANTITY_COUNT on
  *value = all[e->quantity - VT_QUANTITY_COUNT];
  return count > 0 || e->quantity == VT_QUANTITY_COUNT;
}
