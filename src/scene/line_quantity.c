// What an expectation reads of vacuum lines.
#include "scene/line_quantity.h"

double vt_line_quantity(const vt_world *world, const vt_expectation *e) {
  if (e->subject == VT_SUBJECT_TANK) {
    vt_tank_view tank = vt_world_tank(world, e->target);
    return e->quantity == VT_QUANTITY_PRESSURE ? tank.pressure : tank.air;
  }
  vt_flow_view flow =
      e->subject == VT_SUBJECT_TUBE ? vt_world_tube(world, e->target) : vt_world_pump(world, e->target);
  return e->quantity == VT_QUANTITY_FLOW ? flow.flow : flow.passed;
}
