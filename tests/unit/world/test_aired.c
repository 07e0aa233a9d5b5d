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

// What opened between sealed surfaces has the air that lay between them, `before` (m) apart and now `depth`,
// but for the contact distance, which is no room for air: nothing if they touched, all if they have not
// moved.
static void check_opened(double before) {
  vessel v;
  vessel_begin(&v, vt_air_settings_default(), false);
  vt_world *w = v.y.world;
  for (int b = 0; b < 2; ++b) {
    const vt_body *body = &w->model->bodies[b];
    for (int k = 0; k < body->collision.vertex_count; ++k) {
      vt_vec3 *seen = w->state.seen + body->first_collision + k;
      *seen = w->work.surfaces[b][k];
      if (b == v.lid) seen->z -= depth - before;
    }
    for (int t = 0; t < body->collision.triangle_count; ++t)
      w->work.open_share[b][t] = w->work.enclosed_share[b][t] = 0;
  }
  vt_cavity_view c = vessel_next(&v);
  // The detector's mesh ends where surfaces seal, so areas of pot and lid differ a little.
  double wanted = before / depth;
  CHECK_NEAR(c.pressure / AMBIENT, wanted, wanted == 1 ? 1e-9 : 0.01);
  CHECK_NEAR(c.air, c.pressure * c.volume / GAS_HEAT, 1e-9 * c.air);
  vessel_end(&v);
}

int main(void) {
  check_opened(0);
  check_opened(0.25 * depth);
  check_opened(depth);
  for (int dry = 0; dry < 2; ++dry)
    for (int lid_first = 0; lid_first < 2; ++lid_first) {
      check_unaired(dry, 0.08, lid_first);
      check_unaired(dry, 0.12, lid_first);
    }
  CHECK(air_report() == 0);
  return check_report();
}
