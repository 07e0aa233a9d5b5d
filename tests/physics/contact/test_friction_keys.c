// Friction over time: a block rests on an incline until its friction falls, and slides from then on as it
// should; the same bits after a restore, and what is set by hand is multiplied by the keys.
#include "check.h"
#include "yard.h"

static const double g = 9.81, slope = 0.5, high = 0.8, low = 0.2, falls_at = 0.1;

static yard make(double dt, int *body) {
  const double times[2] = {0, falls_at}, factors[2] = {1, low / high};
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction = high;
  contact.friction_curve = (vt_curve){VT_STEP, 2, times, factors};
  double angle = atan(slope);
  yard y = yard_with(dt, vt_v3(g * sin(angle), 0, -g * cos(angle)), contact);
  yard_ground(&y);
  *body =
      yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.04), 1, VT_CELL_NONE), 0.5, at(0, 0, 0.0201), vt_v3(0, 0, 0));
  yard_start(&y);
  return y;
}

static double place(const yard *y, int body) { return vt_world_body_pose(y->world, body).position.x; }

static void test_keys(double dt) {
  int body, before = (int)(falls_at / dt + 0.5);
  yard y = make(dt, &body);
  vt_error error = {0};
  for (int n = 0; n < before - 3; ++n) yard_step(&y);
  vt_snapshot *snapshot = vt_world_save(y.world, NULL, &error);
  uint64_t hash = 0;
  for (int round = 0; round < 2; ++round) {
    CHECK(vt_world_restore(y.world, snapshot, &error));
    for (int n = 0; n < 3; ++n) yard_step(&y);
    double rested = place(&y, body), time = 0.2;
    for (int n = 0; n < (int)(time / dt + 0.5); ++n) yard_step(&y);
    double angle = atan(slope), a = g * (sin(angle) - low * cos(angle)), slid = place(&y, body) - rested;
    double expected = 0.5 * a * time * (time + dt);
    printf("%g ms: rests to %.1e m, then slides %.6f m (%.6f)\n", 1e3 * dt, fabs(rested), slid, expected);
    CHECK(fabs(rested) < 1e-9);
    CHECK_CLOSE(slid, expected, 1e-6);
    if (round == 0) hash = vt_world_hash(y.world);
    CHECK(vt_world_hash(y.world) == hash);
  }
  vt_snapshot_destroy(snapshot);
  yard_free(&y);
}

// A quarter of 4 is 1, which holds it.
static void test_by_hand(void) {
  int body;
  yard y = make(0.01, &body);
  vt_error error = {0};
  CHECK(vt_world_set_friction(y.world, 0, 4, &error) && vt_world_friction(y.world, 0) == 4);
  for (int n = 0; n < 30; ++n) yard_step(&y);
  CHECK(fabs(place(&y, body)) < 1e-9);
  yard_free(&y);
}

static void test_refused(void) {
  const double times[2] = {0, 1}, factors[2] = {1, -0.5};
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction_curve = (vt_curve){VT_LINEAR, 2, times, factors};
  CHECK(!vt_model_set_contact(model, &contact, &error));
  CHECK_CONTAINS(error.message, "friction is 0.5 times -0.5 by key 2");
  contact.friction_curve.values = NULL;
  error = (vt_error){0};
  CHECK(!vt_model_set_contact(model, &contact, &error));
  CHECK_CONTAINS(error.message, "found no values");
  vt_model_destroy(model);
}

int main(void) {
  test_keys(0.01);
  test_keys(0.004);
  test_by_hand();
  test_refused();
  return check_report();
}
