// A body under tension comes to rest by Newmark's scheme, at steps that resolve none of its vibrations.
//
// A block without damping is pulled to 1.4 times its length. Tension stiffens it across, and elastic forces
// are those of where the step begins: K in the system must be at least as stiff as the body truly is. The
// warped one does not know of tension: with it, nodes jump to and fro in every step from a stretch of 3% on.
#include "../integrator.h"
#include "../rig.h"
#include "check.h"

// m/s: the largest speed of a node, a second after the pull was there; and how often a step was done again
// because of energy from nowhere.
static double speed_left(double dt, double stretch, int *gained) {
  static const double times[] = {0, 0.5}, values[] = {0, 1}, length = 0.04, thick = 0.02, young = 1e6;
  rig r = rig_new(dt, vt_v3(0, 0, -9.81));
  vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 4, 2, 2, VT_ELEMENT_HEX8);
  int body = rig_soft(&r, mesh, VT_ELEMENT_HEX8, elastic(young, 0.3, 1000));
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(stretch * young * thick * thick, 0, 0),
      (vt_curve){VT_SMOOTH, 2, times, values});
  rig_start(&r);
  double max = 0;
  *gained = 0;
  for (int k = 0; k < (int)(1.5 / dt + 0.5); ++k) {
    rig_steps(&r, 1);
    *gained += vt_world_status(r.world)->again.gained;
    max = 0;
    const vt_vec3 *v = vt_world_velocities(r.world, body);
    for (int i = 0; i < 5 * 3 * 3; ++i) max = fmax(max, vt_norm(v[i]));
  }
  rig_free(&r);
  return max;
}

int main(void) {
  const double steps[] = {0.01, 0.02, 0.05}, stretches[] = {0.03, 0.1, 0.4};
  setenv("VT_TEST_INTEGRATOR", "newmark", 1);
  for (int k = 0; k < 3; ++k)
    for (int n = 0; n < 3; ++n) {
      int gained;
      double left = speed_left(steps[k], stretches[n], &gained);
      printf("%g ms, stretched by %g: %.2e m/s left, %d steps gained energy\n", 1e3 * steps[k], stretches[n],
          left, gained);
      CHECK(left < 1e-7);
      CHECK(gained == 0);
    }
  return check_report();
}
