// A suction cup is pressed on a cube and lifts it: contact, air, a hand that follows keys, pressure read at
// each step.
#include <ventouse/ventouse.h>

#include <stdio.h>

static const double times[] = {0, 0.5, 1.2}; // s
static const vt_pose places[] = {            // m, of the hand from where it begins
    {{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, -0.005}, {1, 0, 0, 0}}, {{0, 0, 0.03}, {1, 0, 0, 0}}};

// Adds ground, cube, cup and hand. False with the error set; the first thing that went wrong is what it
// tells.
static bool build(vt_model *model, const vt_mesh *cup_mesh, const vt_mesh *cube_mesh, vt_error *error) {
  vt_contact_settings contact = vt_contact_settings_default();
  vt_air_settings air = vt_air_settings_default(); // passive: what is shut in obeys the gas law
  vt_driven_def ground = vt_driven_def_default();  // of no frame: fixed
  ground.mesh = cube_mesh;
  ground.pose.position.z = -0.03;
  vt_rigid_def cube = vt_rigid_def_default();
  cube.name = "cube";
  cube.mesh = cube_mesh;
  cube.mass = 0.190;             // kg
  cube.pose.position.z = 0.0301; // 0.1 mm, the contact distance, above the ground
  vt_deformable_def cup = vt_deformable_def_default();
  cup.name = "cup";
  cup.mesh = cup_mesh;
  cup.mass = 0.020; // kg
  cup.material.stiffness_damping = 1e-3;
  cup.pose.position.z = 0.0612;
  vt_frame_def hand = vt_frame_def_default();
  hand.keys = (vt_pose_keys){VT_SMOOTH, 3, times, places};
  vt_attachment_def grip = vt_attachment_def_default();
  vt_sensor_def pull = vt_sensor_def_default(); // number 0: the force of the hand

  if (!vt_model_set_contact(model, &contact, error) || !vt_model_set_air(model, &air, error)) return false;
  if (vt_model_add_driven(model, &ground, error) < 0 || vt_model_add_rigid(model, &cube, error) < 0)
    return false;
  grip.body = vt_model_add_deformable(model, &cup, error);
  grip.frame = pull.target = vt_model_add_frame(model, &hand, error);
  grip.region = vt_region_group("stem");
  pull.kind = VT_SENSOR_FRAME;
  return grip.body >= 0 && grip.frame >= 0 && vt_model_add_attachment(model, &grip, error) >= 0 &&
         vt_model_add_sensor(model, &pull, error) >= 0;
}

static void run(vt_world *world, int cube) {
  printf("  time   pressure    air       hand     cube\n");
  for (int i = 1; i <= 150; ++i) {
    if (vt_world_step(world) == VT_STEP_FAILED) {
      fprintf(stderr, "%s\n", vt_world_status(world)->error.message);
      return;
    }
    if (i % 25 != 0) continue;
    printf("%5.2f s", vt_world_time(world));
    if (vt_world_cavity_count(world) > 0) {
      vt_cavity_view cavity = vt_world_cavity(world, 0);
      printf("  %6.0f Pa  %5.1f umol", cavity.pressure, 1e6 * cavity.air);
    } else {
      printf("  no cavity            ");
    }
    printf("  %6.2f N  %5.1f mm\n", vt_world_sensor(world, 0).force.z,
        1000 * vt_world_body_pose(world, cube).position.z);
  }
}

int main(int argc, char **argv) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_mesh *cup = vt_mesh_load(argc > 1 ? argv[1] : "meshes/cup_35x15.msh", &error);
  vt_vec3 low = {-0.03, -0.03, -0.03}, high = {0.03, 0.03, 0.03};
  vt_mesh *cube = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, &error);
  vt_model *model = cup != NULL && cube != NULL ? vt_model_create(&settings, &error) : NULL;
  vt_world *world = NULL;
  if (model != NULL && build(model, cup, cube, &error)) world = vt_world_create(model, &error);
  if (world != NULL) run(world, vt_model_find_body(model, "cube"));
  if (error.code != VT_OK) fprintf(stderr, "%s\n", error.message);
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(cube);
  vt_mesh_destroy(cup);
  return error.code == VT_OK ? 0 : 1;
}
