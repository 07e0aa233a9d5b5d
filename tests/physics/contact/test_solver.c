// The step says how its solver fared, and a guess from the last step's contacts makes the next one shorter.
#include "../integrator.h"
#include "check.h"
#include "yard.h"

enum { BOXES = 6 };

static yard stack(const vt_pose *poses) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  for (int k = 0; k < BOXES; ++k)
    yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.1), 1, VT_CELL_NONE), 1 + k,
        poses != NULL ? poses[k] : at(0.002 * k, 0, 0.0501 + k * 0.1001), vt_v3(0, 0, 0));
  yard_start(&y);
  return y;
}

// The same stack at rest twice: once as the next step of a world that knows its contacts, once in a new world
// made where the boxes are, which begins without forces.
static void test_warm_start(void) {
  yard warm = stack(NULL);
  for (int k = 0; k < 100; ++k) yard_step(&warm);
  vt_pose poses[BOXES];
  for (int k = 0; k < BOXES; ++k) poses[k] = vt_world_body_pose(warm.world, k + 1);
  yard cold = stack(poses);
  int known = 0, unknown = 0;
  for (int k = 0; k < 10; ++k) {
    yard_step(&warm);
    known += vt_world_status(warm.world)->iterations;
  }
  for (int k = 0; k < 10; ++k) {
    yard_step(&cold);
    unknown += vt_world_status(cold.world)->iterations;
    yard_free(&cold);
    cold = stack(poses);
  }
  printf("sweeps of a stack at rest: %.1f with forces of the last step, %.1f without\n", 0.1 * known,
      0.1 * unknown);
  CHECK(known * 2 < unknown);
  const vt_status *status = vt_world_status(warm.world);
  CHECK(status->result == VT_STEP_OK);
  CHECK(status->residual > 0 && status->residual <= 1e-6); // the tolerance of the solver
  CHECK(status->contacts == 4 * BOXES);
  CHECK(status->constraints == 12 * BOXES);
  CHECK(status->unconverged == 0);
  yard_free(&warm);
  yard_free(&cold);
}

// Nothing near: nothing to solve.
static void test_no_contacts(void) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  int body = yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.1), 1, VT_CELL_NONE), 1, at(0, 0, 1), vt_v3(0, 0, 0));
  yard_start(&y);
  yard_step(&y);
  const vt_status *status = vt_world_status(y.world);
  CHECK(status->contacts == 0 && status->constraints == 0 && status->iterations == 0);
  CHECK(status->residual == 0 && status->intrusion == 0);
  double time = tested_integrator() == VT_INTEGRATOR_NEWMARK ? 0.005 : 0.01; // that its velocity belongs to
  CHECK_CLOSE(vt_world_body_velocity(y.world, body).z, -9.81 * time, 1e-12);
  CHECK(vt_norm(vt_world_contact_force(y.world, body, -1)) == 0);
  yard_free(&y);
}

int main(void) {
  test_warm_start();
  test_no_contacts();
  return check_report();
}
