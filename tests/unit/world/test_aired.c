// Air in a cavity that has just closed: only where air has reached its surfaces. What it reached is set here
// by hand.
#include "check.h"
#include "vessel.h"
#include "world/world.h"

// Where one of the two surfaces has never seen air there is none, whichever it is; where air reached at least
// a tenth of both there is.
static void check_unaired(int dry, double share, bool lid_first) {
  vessel v;
  vessel_begin(&v, vt_air_settings_default(), lid_first);
  vt_world *w = v.y.world;
  int body = dry == 0 ? v.lid : v.pot;
  for (int t = 0; t < w->model->bodies[body].collision.triangle_count; ++t)
    w->work.open_share[body][t] = 0.5 * share, w->work.enclosed_share[body][t] = 0.5 * share;
  vt_cavity_view c = vessel_next(&v);
  CHECK_NEAR(c.air, share < 0.1 ? 0 : AMBIENT * c.volume / GAS_HEAT, 1e-6 * AMBIENT * c.volume / GAS_HEAT);
  CHECK_NEAR(c.pressure, share < 0.1 ? 0 : AMBIENT, 1e-6 * AMBIENT);
  vessel_end(&v);
}

int main(void) {
  for (int dry = 0; dry < 2; ++dry)
    for (int lid_first = 0; lid_first < 2; ++lid_first) {
      check_unaired(dry, 0.08, lid_first);
      check_unaired(dry, 0.12, lid_first);
    }
  CHECK(air_report() == 0);
  return check_report();
}
