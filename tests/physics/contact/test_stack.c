// Ten boxes on each other stand for ten seconds: equal, heavier upwards and downwards; and towers with a soft
// one among them, of the same width, whose faces the edges of the others lie across.
#include "../integrator.h"
#include "check.h"
#include "yard.h"

enum { MOST = 10 };

// Tolerances: every box carries the weight of those above to 1e-5 of the whole (the solver's 1e-9 of the
// largest force, through ten boxes); boxes stay within a tenth of the contact distance.
static void test_stack(const char *name, int boxes, double ratio, int soft, double dt, double seconds) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  double mass[MOST], above[MOST + 1] = {0};
  vt_vec3 size = vt_v3(0.1, 0.1, 0.1), still = {0, 0, 0};
  for (int k = 0; k < boxes; ++k) {
    mass[k] = pow(ratio, k / (double)(boxes - 1));
    vt_pose pose = at(0, 0, 0.0502 + k * 0.1002);
    if (k == soft) {
      yard_soft(&y, block(size, 3, VT_CELL_TET4), rubber(1e6), mass[k], pose, still);
    } else {
      yard_rigid(&y, block(size, 1, VT_CELL_NONE), mass[k], pose, still);
    }
  }
  for (int k = boxes - 1; k >= 0; --k) above[k] = above[k + 1] + 9.81 * mass[k];
  yard_start(&y);
  worst w = {0};
  double off = 0, moved = 0;
  vt_vec3 from[MOST];
  int steps = (int)lround(seconds / dt), settled = (int)lround(0.5 * seconds / dt);
  long long sweeps = 0;
  for (int k = 0; k < steps; ++k) {
    yard_step(&y);
    if (k == settled) w = (worst){0};
    look(&y, &w);
    sweeps += vt_world_status(y.world)->iterations;
    for (int b = 0; b < boxes; ++b) {
      vt_vec3 place = vt_world_body_pose(y.world, b + 1).position;
      if (k < settled) from[b] = place;
      moved = fmax(moved, vt_norm(vt_sub(place, from[b])));
      if (k < settled) continue;
      double below = vt_world_contact_force(y.world, b + 1, b).z;
      off = fmax(off, fabs(below - above[b]) / above[0]);
    }
  }
  double top = vt_world_body_pose(y.world, boxes).position.z;
  long long redone = vt_world_status(y.world)->redone;
  printf("| %s | %g | %g | %.1e | %.1e | %.4f | %.4f | %.1f | %d | %.1e | %lld |\n", name, 1e3 * dt, seconds,
      off, moved, top, 1e3 * w.intrusion, (double)sweeps / steps, w.iterations, w.residual, redone);
  // Edges of stiff boxes do not cut into soft ones. By Newmark's scheme the first steps of soft ones are done
  // in pieces: as they come to lie, all that they have is lost, and each doubling of pieces is a step redone.
  CHECK(redone <= (tested_integrator() == VT_INTEGRATOR_NEWMARK ? 5 : 0));
  CHECK(off < 1e-5);
  CHECK(moved < 1e-5);
  CHECK(w.intrusion < 1e-5);
  CHECK(w.unconverged == 0);
  CHECK_NEAR(top, 0.1001 * boxes - 0.05, soft >= 0 ? 1e-3 : 1e-5); // a soft box sinks in under its load
  yard_free(&y);
}

int main(void) {
  printf("| stack | h, ms | s | force off | moved, m | top, m | intrusion, mm | sweeps, mean | worst | "
         "residual | redone |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  test_stack("ten, equal", 10, 1, -1, 0.01, 10);
  test_stack("ten, equal", 10, 1, -1, 0.001, 1);
  test_stack("ten, top 10 times heavier", 10, 10, -1, 0.01, 10);
  test_stack("ten, top 10 times lighter", 10, 0.1, -1, 0.01, 10);
  test_stack("three, soft in the middle", 3, 1, 1, 0.01, 10);
  test_stack("five, soft in the middle", 5, 1, 2, 0.01, 4);
  test_stack("ten, the sixth soft", 10, 1, 5, 0.01, 4);
  return check_report();
}
