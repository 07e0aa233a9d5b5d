// The same bits again: two runs, one and two threads, and after a snapshot in the same and in another world.
#include "check.h"
#include "rig.h"

// Something of everything: two soft bodies, one held by a turning frame and pressed, a rigid body, a spring
// and a cable between them.
static rig make_scene(void) {
  static const double times[] = {0, 1}, values[] = {0, 2};
  vt_error error = {0};
  rig r = rig_new(0.01, vt_v3(0, 0, -9.81));
  int a = rig_soft(&r, shape_box(vt_v3(0.2, 0.04, 0.04), 8, 2, 2, VT_ELEMENT_TET4_SMOOTHED),
      VT_ELEMENT_TET4_SMOOTHED, elastic(2e5, 0.45, 1000));
  int b =
      rig_soft(&r, shape_disc(0.05, 0.01, 2, 1, VT_ELEMENT_TET10), VT_ELEMENT_TET10, elastic(1e5, 0.3, 1000));
  int c = rig_rigid(&r, vt_v3(0.03, 0.04, 0.05), 0.1, vt_v3(0.3, 0, -0.1));
  vt_frame_def frame = vt_frame_def_default();
  frame.joint = VT_JOINT_HINGE;
  frame.axis = vt_v3(1, 0, 0);
  frame.motion = (vt_curve){.interpolation = VT_SMOOTH, .count = 2, .times = times, .values = values};
  vt_attachment_def held = vt_attachment_def_default();
  held.body = a;
  held.region = slice_x(0, 0.2);
  held.frame = vt_model_add_frame(r.model, &frame, &error);
  CHECK(vt_model_add_attachment(r.model, &held, &error) >= 0);
  rig_press(&r, b, vt_region_all(), 500);
  vt_point spring[] = {{.body = a, .frame = -1, .position = {0.2, 0.02, 0.02}},
      {.body = b, .frame = -1, .position = {0.05, 0, 0.005}}};
  vt_point line[] = {{.body = b, .frame = -1, .position = {-0.05, 0, 0.005}}, {.body = c, .frame = -1}};
  vt_cable_def def = vt_cable_def_default();
  def.kind = VT_CABLE_SPRING;
  def.points = spring;
  def.point_count = 2;
  def.stiffness = 100;
  rig_cable(&r, &def);
  def = vt_cable_def_default();
  def.kind = VT_CABLE_LENGTH;
  def.points = line;
  def.point_count = 2;
  def.relative = true;
  rig_sense(&r, VT_SENSOR_CABLE, rig_cable(&r, &def));
  rig_sense(&r, VT_SENSOR_FRAME, held.frame);
  return r;
}

static void run(rig *r, int threads, uint64_t *hashes, int count) {
  vt_error error = {0};
  vt_settings settings = *vt_world_settings(r->world);
  settings.threads = threads;
  CHECK(vt_world_set_settings(r->world, &settings, &error));
  for (int k = 0; k < count; ++k) {
    rig_steps(r, 1);
    hashes[k] = vt_world_hash(r->world);
  }
}

int main(void) {
  enum { STEPS = 100 };
  static uint64_t first[STEPS], other[STEPS];
  vt_error error = {0};
  rig r = make_scene();
  for (int threads = 1; threads <= 2; ++threads)
    for (int round = 0; round < 2; ++round) {
      rig_start(&r);
      run(&r, threads, threads == 1 && round == 0 ? first : other, STEPS);
      if (threads > 1 || round > 0) CHECK(memcmp(first, other, sizeof first) == 0);
      vt_world_destroy(r.world);
    }
  CHECK(first[0] != first[1]); // the hash sees the motion

  // Snapshot, 100 steps, restore, 100 steps; then the same in another world.
  rig_start(&r);
  rig_steps(&r, 37);
  vt_snapshot *snapshot = vt_world_save(r.world, NULL, &error);
  uint64_t hash = vt_world_hash(r.world);
  CHECK(snapshot != NULL);
  run(&r, 1, first, STEPS);
  CHECK(vt_world_restore(r.world, snapshot, &error));
  CHECK(vt_world_hash(r.world) == hash);
  run(&r, 2, other, STEPS);
  CHECK(memcmp(first, other, sizeof first) == 0);
  vt_world_destroy(r.world);
  rig_start(&r);
  CHECK(vt_world_restore(r.world, snapshot, &error));
  CHECK_NEAR(vt_world_time(r.world), 0.37, 1e-12);
  run(&r, 1, other, STEPS);
  CHECK(memcmp(first, other, sizeof first) == 0);

  rig stranger = make_scene();
  rig_start(&stranger);
  CHECK(!vt_world_restore(stranger.world, snapshot, &error));
  CHECK_CONTAINS(error.message, "another model");
  rig_free(&stranger);
  vt_snapshot_destroy(snapshot);
  rig_free(&r);
  return check_report();
}
