// Worlds that are not there, and numbers that they do not have.
#include "misuse.h"

// A world with a body of each kind and nothing else.
static vt_world *good_world(void) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, 1, 1, 1, VT_CELL_TET4, &error);
  vt_deformable_def soft = vt_deformable_def_default();
  soft.mesh = mesh;
  CHECK(vt_model_add_deformable(model, &soft, &error) == 0);
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = mesh;
  CHECK(vt_model_add_rigid(model, &rigid, &error) == 1);
  vt_world *world = vt_world_create(model, &error);
  CHECK(world != NULL);
  vt_mesh_destroy(mesh);
  vt_model_destroy(model);
  return world;
}

static void changes(vt_world *good) {
  vt_settings settings = vt_settings_default();
  vt_pose pose = vt_pose_identity();
  vt_air_change air = {0};
  const double weights[3] = {1, 0, 0};
  vt_vec3 at = {0, 0, 0};
  REFUSED(vt_world_set_settings(NULL, &settings, error), false);
  REFUSED(vt_world_set_settings(good, NULL, error), false);
  REFUSED(vt_world_move_frame(NULL, 0, pose, error), false);
  REFUSED(vt_world_lead_frame(NULL, 0, pose, error), false);
  REFUSED(vt_world_lead_motor(NULL, 0, 0, error), false);
  REFUSED(vt_world_pull(NULL, 0, 0, weights, at, 1, error), false);
  REFUSED(vt_world_pull(good, 0, 0, NULL, at, 1, error), false);
  REFUSED(vt_world_set_friction(NULL, 0, 1, error), false);
  REFUSED(vt_world_set_air(NULL, 0, &air, error), false);
  REFUSED(vt_world_set_air(good, 0, NULL, error), false);
  vt_world_release_frame(NULL, 0);
  vt_world_release_motor(NULL, 0);
  CHECK(vt_world_motor_script(NULL, 0, 0) == 0 && vt_world_frame_script(NULL, 0, 0).rotation.w == 1);
  vt_world_set_stop(NULL, NULL, NULL);
  vt_world_let_go(NULL);
  for (int k = 0; k < BAD_NUMBERS; ++k) {
    int n = bad_numbers[k];
    REFUSED(vt_world_move_frame(good, n, pose, error), false);
    REFUSED(vt_world_lead_frame(good, n, pose, error), false);
    REFUSED(vt_world_lead_motor(good, n, 0, error), false);
    REFUSED(vt_world_pull(good, n, 0, weights, at, 1, error), false);
    REFUSED(vt_world_pull(good, 0, n, weights, at, 1, error), false);
    REFUSED(vt_world_set_friction(good, n, 1, error), false);
    REFUSED(vt_world_set_air(good, n, &air, error), false);
    vt_world_release_frame(good, n);
    vt_world_release_motor(good, n);
    CHECK(vt_world_motor_script(good, n, 0) == 0 && vt_world_frame_script(good, n, 0).rotation.w == 1);
  }
}

static void snapshots(vt_world *good) {
  vt_error none = {0};
  vt_snapshot *snapshot = vt_world_save(good, NULL, &none);
  REFUSED(vt_world_create(NULL, error), NULL);
  REFUSED(vt_world_save(NULL, NULL, error), NULL);
  REFUSED(vt_world_restore(NULL, snapshot, error), false);
  REFUSED(vt_world_restore(good, NULL, error), false);
  CHECK(!vt_world_is_at(NULL, snapshot) && !vt_world_is_at(good, NULL) && vt_world_hash(NULL) == 0);
  vt_snapshot_destroy(snapshot);
  vt_snapshot_destroy(NULL);
  vt_world_destroy(NULL);
}

static void looking(const vt_world *w, int n) {
  vt_vec3 forces[8] = {{0, 0, 0}};
  CHECK(vt_world_positions(w, n) == NULL && vt_world_velocities(w, n) == NULL);
  CHECK(vt_world_collision_surface(w, n).vertices == NULL && vt_world_visual_surface(w, n).vertices == NULL);
  CHECK(vt_world_body_pose(w, n).rotation.w == 1 && vt_world_frame_pose(w, n).rotation.w == 1);
  CHECK(is_zero(vt_world_body_velocity(w, n)) && is_zero(vt_world_body_angular_velocity(w, n)));
  CHECK(is_zero(vt_world_momentum(w, n)) && is_zero(vt_world_angular_momentum(w, n)));
  CHECK(is_zero(vt_world_contact_force(w, n, -1)));
  vt_world_vertex_contact_forces(w, n, forces);
  vt_world_node_contact_forces(w, n, forces);
  CHECK(is_zero(forces[0]) && vt_world_contact_area(w, n, forces) == 0);
  CHECK(vt_world_cavity(w, n).vertices == NULL && vt_world_cavity(w, n).chamber == -1);
  CHECK(vt_world_tank(w, n).air == 0 && vt_world_tube(w, n).passed == 0 && vt_world_pump(w, n).passed == 0);
  CHECK(is_zero(vt_world_pressure_load(w, n, -1).force) && is_zero(vt_world_sensor(w, n).force));
  CHECK(vt_world_friction(w, n) == 0 && vt_world_air(w, n).pressure == 0);
  if (n >= 0 || w == NULL) CHECK(vt_world_energy(w, n).kinetic == 0); // below 0 it is that of all bodies
}

int misuse_world(void) {
  vt_world *good = good_world();
  int count = 7;
  changes(good);
  snapshots(good);
  looking(NULL, 0);
  for (int k = 0; k < BAD_NUMBERS; ++k) looking(good, bad_numbers[k]);
  CHECK(is_zero(vt_world_contact_force(good, 0, INT_MAX)));
  CHECK(is_zero(vt_world_pressure_load(good, 0, INT_MAX).force));
  vt_world_vertex_contact_forces(good, 0, NULL);
  vt_world_node_contact_forces(good, 0, NULL);
  CHECK(vt_world_contact_area(good, 0, NULL) == 0);
  CHECK(vt_world_contacts(NULL, &count) == NULL && count == 0);
  count = 7;
  CHECK(vt_world_crossings(NULL, &count) == NULL && count == 0);
  CHECK(vt_world_contacts(good, NULL) == NULL && vt_world_crossings(good, NULL) == NULL);
  CHECK(vt_world_model(NULL) == NULL && vt_world_step(NULL) == VT_STEP_FAILED && vt_world_time(NULL) == 0);
  CHECK(vt_world_step_count(NULL) == 0 && vt_world_status(NULL) == NULL && vt_world_profile(NULL) == NULL);
  CHECK(vt_world_settings(NULL) == NULL && is_zero(vt_world_pull_force(NULL)));
  CHECK(vt_world_cavity_count(NULL) == 0);
  CHECK(vt_world_step(good) == VT_STEP_OK); // and it still works
  vt_world_destroy(good);
  return check_report();
}
