// A step whose work is used up ends, and the forces of what is left of it are found all the same. Steps of a
// small scene that are tried again and again are far from it.
#include "check.h"
#include "physics/contact/yard.h"
#include "world/world.h"

// Boxes that turn fast fall on each other: steps run into what they did not see, and are tried again.
static yard make(void) {
  vt_error error = {0};
  yard y = yard_new(0.02, vt_v3(0, 0, -9.81), 0.3);
  yard_ground(&y);
  for (int k = 0; k < 8; ++k) {
    vt_mesh *mesh = block(vt_v3(0.04, 0.16, 0.02), 1, VT_CELL_NONE);
    vt_rigid_def def = vt_rigid_def_default();
    def.mesh = mesh;
    def.mass = 0.2;
    def.pose = turned(vt_v3(0.01 * (k % 3), 0.02 * (k % 2), 0.13 + 0.17 * k), vt_v3(1, 0.3, 0.2), 0.4 * k);
    def.velocity = vt_v3(0, 0, -2 - 1.5 * k);
    def.angular_velocity = vt_v3(40 - 10 * k, 20, 10);
    CHECK(vt_model_add_rigid(y.model, &def, &error) == k + 1);
    vt_mesh_destroy(mesh);
  }
  yard_start(&y);
  return y;
}

enum { STEPS = 60, MANY = 15 }; // tries: so many that what is used up by them is much to one of them

// The step from `before` once more, with less work than it took.
static void cut_off(yard *y, const vt_snapshot *before, double work) {
  vt_error error = {0};
  const vt_status *status = vt_world_status(y->world);
  double usual = y->world->work.max_work;
  CHECK(vt_world_restore(y->world, before, &error));
  y->world->work.max_work = 0.7 * work;
  CHECK(vt_world_step(y->world) == VT_STEP_OK); // forces are found
  CHECK(status->again.cut_short == 1);
  CHECK(status->again.work > 1 && status->again.work < 1.5);
  y->world->work.max_work = usual;
}

// The same with next to nothing: what is left is bounded too, and the solver ends before it has the forces.
static void cut_to_nothing(yard *y, const vt_snapshot *before, double work) {
  vt_error error = {0};
  double usual = y->world->work.max_work;
  CHECK(vt_world_restore(y->world, before, &error));
  y->world->work.max_work = 1e-4 * work;
  CHECK(vt_world_step(y->world) == VT_STEP_UNCONVERGED);
  CHECK(vt_world_status(y->world)->again.cut_short == 1);
  y->world->work.max_work = usual;
}

int main(void) {
  yard y = make();
  vt_error error = {0};
  const vt_status *status = vt_world_status(y.world);
  int cut = 0;
  for (int k = 0; k < STEPS; ++k) {
    vt_snapshot *before = vt_world_save(y.world, NULL, &error);
    yard_step(&y);
    CHECK(status->again.work < 0.1); // what is hard for a few boxes is far from what they may take
    if (status->again.tries >= MANY && status->result == VT_STEP_OK) {
      vt_snapshot *after = vt_world_save(y.world, NULL, &error);
      double work = status->again.work * y.world->work.max_work;
      cut_off(&y, before, work);
      cut_to_nothing(&y, before, work);
      CHECK(vt_world_restore(y.world, after, &error));
      vt_snapshot_destroy(after);
      ++cut;
    }
    vt_snapshot_destroy(before);
  }
  CHECK(cut >= 3);
  yard_free(&y);
  return check_report();
}
