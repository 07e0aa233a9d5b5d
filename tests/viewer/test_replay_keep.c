// The replay keeps a bounded number of evenly spaced frames however long the run, and always the last.
#include "check.h"

#include "record/replay.h"

#include <ventouse/world.h>

static vt_world *make_world(vt_model **model, vt_error *error) {
  vt_settings settings = vt_settings_default();
  settings.gravity = (vt_vec3){0, 0, -0.1};
  *model = vt_model_create(&settings, error);
  vt_mesh *soft = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){0.1, 0.1, 0.1}, 1, 1, 1, VT_CELL_TET4, error);
  vt_mesh *hard = vt_mesh_box((vt_vec3){0, 0, 1}, (vt_vec3){0.1, 0.1, 1.1}, 1, 1, 1, VT_CELL_NONE, error);
  vt_deformable_def deformable = vt_deformable_def_default();
  deformable.mesh = soft;
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = hard;
  rigid.angular_velocity = (vt_vec3){1, 0, 0};
  vt_world *world = NULL;
  if (*model != NULL && soft != NULL && hard != NULL &&
      vt_model_add_deformable(*model, &deformable, error) == 0 &&
      vt_model_add_rigid(*model, &rigid, error) == 1)
    world = vt_world_create(*model, error);
  vt_mesh_destroy(soft);
  vt_mesh_destroy(hard);
  return world;
}

int main(void) {
  vt_error error = {0};
  vt_model *model = NULL;
  vt_world *world = make_world(&model, &error);
  if (!CHECK(world != NULL)) return check_report();
  vt_replay replay;
  vt_replay_init(&replay, world);
  size_t nodes = (size_t)vt_model_node_count(model, 0);
  CHECK(vt_replay_offer(&replay, false, &error) && replay.count == 1);
  CHECK(vt_replay_offer(&replay, false, &error) && replay.count == 1); // the same moment once
  for (int i = 1; i <= 1501; ++i) {
    vt_world_step(world);
    CHECK(vt_replay_offer(&replay, false, &error) && replay.count <= 300);
  }
  CHECK(replay.count >= 150 && replay.stride == 8);
  double interval = replay.frames[1].time - replay.frames[0].time;
  CHECK_NEAR(interval, 0.08, 1e-9); // s: eight steps
  for (size_t i = 1; i < replay.count; ++i)
    CHECK_NEAR(replay.frames[i].time - replay.frames[i - 1].time, interval, 1e-9);
  CHECK(replay.frames[0].time == 0 && replay.frames[replay.count - 1].time < vt_world_time(world));
  CHECK(vt_replay_offer(&replay, true, &error));
  const vt_replay_frame *last = &replay.frames[replay.count - 1];
  CHECK(last->time == vt_world_time(world));

  // What is kept is what is there: the soft body's nodes, then the rigid one's pose.
  CHECK(last->number_count == 3 * nodes + 7 && last->contact_count == 0 && last->cavity_count == 0);
  CHECK(last->numbers[3 * nodes - 1] == (float)vt_world_positions(world, 0)[nodes - 1].z);
  vt_pose pose = vt_world_body_pose(world, 1);
  CHECK(last->numbers[3 * nodes + 2] == (float)pose.position.z);
  CHECK(last->numbers[3 * nodes + 3] == (float)pose.rotation.w);
  vt_replay_free(&replay);
  vt_world_destroy(world);
  vt_model_destroy(model);
  return check_report();
}
