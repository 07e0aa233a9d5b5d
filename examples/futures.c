// Three futures of one moment: a cup has sucked a cube and hangs; how long does it hold if the seal leaks?
//
// The moment is saved once. Each future restores it, changes a setting, and goes on; the same setting gives
// the same bits.
#include <ventouse/ventouse.h>

#include <stdio.h>

// Until the cube falls or some time has passed; the time at which it fell, or -1.
static double go_on(vt_world *world, int cube, double until) {
  double height = vt_world_body_pose(world, cube).position.z;
  while (vt_world_time(world) < until) {
    if (vt_world_step(world) == VT_STEP_FAILED) break;
    if (vt_world_body_pose(world, cube).position.z < height - 0.01) return vt_world_time(world);
  }
  return -1;
}

int main(int argc, char **argv) {
  static const double leaks[] = {0, 5e-9, 2e-8}; // mol/(s Pa): of air that comes in for each Pa below ambient
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(argc > 1 ? argv[1] : "scenes/rigid_cube.xml", NULL, 0, &error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  vt_snapshot *moment = NULL;
  if (world != NULL) {
    while (vt_world_time(world) < 1.5 && vt_world_step(world) != VT_STEP_FAILED) {}
    moment = vt_world_save(world, NULL, &error);
  }
  for (int i = 0; moment != NULL && i < 3; ++i) {
    if (!vt_world_restore(world, moment, &error)) break;
    vt_air_change air = vt_world_air(world, 0);
    air.leak_conductance = leaks[i];
    if (!vt_world_set_air(world, 0, &air, &error)) break;
    double fell = go_on(world, vt_model_find_body(vt_scene_model(scene), "cube"), 2.5);
    printf("a leak of %5.0e mol/(s Pa): ", leaks[i]);
    if (fell < 0)
      printf("holds\n");
    else
      printf("falls at %.2f s\n", fell);
  }
  if (error.code != VT_OK) fprintf(stderr, "%s\n", error.message);
  vt_snapshot_destroy(moment);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  return error.code == VT_OK ? 0 : 1;
}
