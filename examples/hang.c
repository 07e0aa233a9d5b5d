// A suction cup hangs by its stem: load a mesh, make a model, step, look.
#include <ventouse/ventouse.h>

#include <stdio.h>

int main(int argc, char **argv) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_mesh *mesh = vt_mesh_load(argc > 1 ? argv[1] : "meshes/cup_35x15.msh", &error);
  vt_model *model = vt_model_create(&settings, &error);
  if (mesh == NULL || model == NULL) goto failed;

  vt_deformable_def cup = vt_deformable_def_default();
  cup.mesh = mesh;
  cup.mass = 0.020; // kg
  cup.material.young = 4e6;
  vt_frame_def hand = vt_frame_def_default();
  vt_attachment_def grip = vt_attachment_def_default();
  grip.body = vt_model_add_deformable(model, &cup, &error);
  grip.frame = vt_model_add_frame(model, &hand, &error);
  grip.region = vt_region_group("stem");
  vt_sensor_def pull = vt_sensor_def_default();
  pull.kind = VT_SENSOR_ATTACHMENT;
  pull.target = vt_model_add_attachment(model, &grip, &error);
  int sensor = vt_model_add_sensor(model, &pull, &error);
  if (sensor < 0) goto failed;

  vt_world *world = vt_world_create(model, &error);
  if (world == NULL) goto failed;
  for (int i = 0; i < 200; ++i)
    if (vt_world_step(world) == VT_STEP_FAILED) break;

  vt_vec3 tip = vt_world_positions(world, grip.body)[0]; // m
  vt_vec3 force = vt_world_sensor(world, sensor).force;  // N
  printf("after %.2f s: first node at (%.6f, %.6f, %.6f) m\n", vt_world_time(world), tip.x, tip.y, tip.z);
  printf("the stem is held with %.4f N\n", force.z);
  vt_world_destroy(world);

failed:
  if (error.code != VT_OK) fprintf(stderr, "%s\n", error.message);
  vt_model_destroy(model);
  vt_mesh_destroy(mesh);
  return error.code == VT_OK ? 0 : 1;
}
