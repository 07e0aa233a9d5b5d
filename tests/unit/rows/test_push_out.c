// How much of a gap that is too small is recovered in a step, and how much of that without speed.
#include "check.h"
#include "rows/rows.h"

static const double STEP = 0.01; // s

// What a contact is asked for besides, as a try ended short of it, is not what bodies are inside each other
// by: of that alone some is left to pushing out, and of a gap within the contact distance what a gentle speed
// does not recover.
static void test_short(void) {
  double pushed;
  vt_contact c = {.distance = -5e-4, .short_by = 6e-4, .kept = 1e-3};
  CHECK_CLOSE(vt_step_recovery(&c, STEP, &pushed), 1e-3 - 1e-4 - 0.02 * STEP, 1e-12);
  CHECK(pushed == 0);
  c.short_by = 0;
  CHECK_CLOSE(vt_step_recovery(&c, STEP, &pushed), 1.5e-3, 1e-12);
  CHECK_CLOSE(pushed, 1.5e-3 * STEP / 0.05, 1e-12);
}

// In a step too short for the gentle speed to get anywhere a tenth of the contact distance is left to it.
static void test_short_step(void) {
  double pushed;
  vt_contact c = {.distance = 5e-4, .kept = 1e-3};
  CHECK_CLOSE(vt_step_recovery(&c, 1e-3 * STEP, &pushed), 5e-4 - 0.1 * c.kept, 1e-12);
  CHECK(pushed == 0);
}

int main(void) {
  test_short();
  test_short_step();
  return check_report();
}
