// Models refuse what makes no sense, with a line that says what; names and counts.
#include "check.h"
#include "unit/world/sample.h"

#include <math.h>

static sample_meshes meshes;

// After each refusal the model is as it was, and works.
static void refused(int result, vt_error *error, const char *part) {
  CHECK(result == -1);
  CHECK(error->code == VT_BAD_INPUT);
  CHECK_CONTAINS(error->message, part);
  *error = (vt_error){0};
}

static void check_bodies(vt_model *model) {
  vt_error error = {0};
  vt_deformable_def soft = vt_deformable_def_default(), bad;
  soft.mesh = meshes.soft;
  bad = soft, bad.mesh = NULL;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "no mesh");
  bad = soft, bad.mesh = meshes.solid;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "no cells");
  bad = soft, bad.element = VT_ELEMENT_HEX8;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "does not fit");
  bad = soft, bad.material.poisson = 0.5;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "Poisson");
  bad = soft, bad.material.young = -1;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "Young");
  bad = soft, bad.material.young = NAN;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "Young");
  bad = soft, bad.material.density = 0;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "density");
  bad = soft, bad.mass = -2;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "mass");
  bad = soft, bad.material.stiffness_damping = -2;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "damping");
  bad = soft, bad.pose.rotation.w = 3;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "quaternion");
  bad = soft, bad.pose.position.x = INFINITY;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "not finite");
  bad = soft, bad.name = "cube";
  refused(vt_model_add_deformable(model, &bad, &error), &error, "the name 'cube' is taken by another body");

  vt_mesh *open = vt_mesh_copy(meshes.solid, &error);
  open->triangle_count -= 1;
  bad = soft, bad.collision = open;
  refused(vt_model_add_deformable(model, &bad, &error), &error, "not closed");
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = open;
  refused(vt_model_add_rigid(model, &rigid, &error), &error, "not closed");
  vt_mesh_destroy(open);
  rigid.mesh = meshes.solid;
  rigid.mass = -1;
  refused(vt_model_add_rigid(model, &rigid, &error), &error, "mass");
  vt_driven_def driven = vt_driven_def_default();
  driven.mesh = meshes.solid;
  driven.frame = 7;
  refused(vt_model_add_driven(model, &driven, &error), &error, "no frame 7");
}

static void check_parts(vt_model *model) {
  vt_error error = {0};
  vt_attachment_def attach = vt_attachment_def_default();
  attach.body = 0;
  attach.frame = 0;
  refused(vt_model_add_attachment(model, &attach, &error), &error, "attached already");
  attach.body = 2;
  refused(vt_model_add_attachment(model, &attach, &error), &error, "not deformable");
  attach.body = 1;
  attach.region = vt_region_group("stem");
  refused(vt_model_add_attachment(model, &attach, &error), &error, "stem");
  attach.region = vt_region_box((vt_vec3){1, 1, 1}, (vt_vec3){2, 2, 2});
  refused(vt_model_add_attachment(model, &attach, &error), &error, "attachment 1");
  vt_load_def load = vt_load_def_default();
  load.body = 4;
  refused(vt_model_add_load(model, &load, &error), &error, "cannot be moved");
  load.body = 0;
  load.force.x = NAN;
  refused(vt_model_add_load(model, &load, &error), &error, "not finite");
  vt_point points[] = {{0, -1, {0.5, 0, 0}}, {-1, -1, {0, 0, 0}}};
  vt_cable_def cable = vt_cable_def_default();
  cable.stiffness = 1;
  refused(vt_model_add_cable(model, &cable, &error), &error, "0 points");
  cable.points = points;
  cable.point_count = 2;
  refused(vt_model_add_cable(model, &cable, &error), &error, "outside mesh");
  points[0] = (vt_point){0, 0, {0, 0, 0}};
  refused(vt_model_add_cable(model, &cable, &error), &error, "on a body and on a frame");
  cable.kind = VT_CABLE_LENGTH;
  refused(vt_model_add_cable(model, &cable, &error), &error, "keys");
  vt_sensor_def sensor = vt_sensor_def_default();
  sensor.kind = VT_SENSOR_BODY;
  sensor.target = 0;
  refused(vt_model_add_sensor(model, &sensor, &error), &error, "nothing holds");
  sensor.target = 99;
  refused(vt_model_add_sensor(model, &sensor, &error), &error, "no body 99");
}

// Kinds that there are not, as from a program that was built for another version.
static void check_kinds(vt_model *model) {
  vt_error error = {0};
  vt_deformable_def soft = vt_deformable_def_default();
  soft.mesh = meshes.soft;
  soft.element = (vt_element)99;
  refused(vt_model_add_deformable(model, &soft, &error), &error, "found element 99");
  soft.element = VT_ELEMENT_AUTO;
  soft.material.law = (vt_law)99;
  refused(vt_model_add_deformable(model, &soft, &error), &error, "law");
  vt_attachment_def attach = vt_attachment_def_default();
  attach.body = 1;
  attach.frame = 0;
  attach.region.kind = (vt_region_kind)99;
  refused(vt_model_add_attachment(model, &attach, &error), &error, "region");
  vt_load_def load = vt_load_def_default();
  load.body = 0;
  load.kind = (vt_load_kind)99;
  refused(vt_model_add_load(model, &load, &error), &error, "kind is 99");
  vt_point points[] = {{-1, -1, {0, 0, 0}}, {-1, 0, {0, 0, 0}}};
  vt_cable_def cable = vt_cable_def_default();
  cable.kind = (vt_cable_kind)99;
  cable.points = points;
  cable.point_count = 2;
  refused(vt_model_add_cable(model, &cable, &error), &error, "kind is 99");
  vt_sensor_def sensor = vt_sensor_def_default();
  sensor.kind = (vt_sensor_kind)99;
  refused(vt_model_add_sensor(model, &sensor, &error), &error, "kind is 99");
}

// What has no name is not found by an empty one, and two may have none.
static void check_nameless(void) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_frame_def frame = vt_frame_def_default();
  CHECK(vt_model_add_frame(model, &frame, &error) == 0 && vt_model_add_frame(model, &frame, &error) == 1);
  CHECK(vt_model_find_frame(model, "") == -1);
  vt_model_destroy(model);
}

static void check_looking(const vt_model *model) {
  CHECK(vt_model_body_count(model) == 5 && vt_model_frame_count(model) == 2);
  CHECK(vt_model_attachment_count(model) == 1 && vt_model_load_count(model) == 3);
  CHECK(vt_model_cable_count(model) == 2 && vt_model_sensor_count(model) == 6);
  CHECK(vt_model_find_body(model, "cube") == 2 && vt_model_find_body(model, "cub") == -1);
  CHECK(vt_model_find_frame(model, "wrist") == 1 && vt_model_find_cable(model, "tendon") == 1);
  CHECK(vt_model_find_attachment(model, "root") == 0 && vt_model_find_sensor(model, "tip") == 5);
  CHECK(vt_model_body_kind(model, 3) == VT_BODY_DRIVEN && vt_model_body_kind(model, 4) == VT_BODY_FIXED);
  CHECK(vt_model_body_element(model, 0) == VT_ELEMENT_TET4_SMOOTHED);
  CHECK(vt_model_node_count(model, 0) == 45 && vt_model_node_count(model, 1) == 225);
  CHECK_CLOSE(vt_model_body_mass(model, 0), 1100 * 0.04 * 0.02 * 0.02, 1e-12);
  CHECK_CLOSE(vt_model_body_mass(model, 1), 1100 * 0.04 * 0.02 * 0.02, 1e-12);
  CHECK_CLOSE(vt_model_body_mass(model, 2), 1000 * 8e-6, 1e-12);
  CHECK(
      vt_model_factor_size(model, 1) > vt_model_factor_size(model, 0) && vt_model_factor_size(model, 2) == 0);
}

// A model with a world is not changed under it, by any of the ways, and lives until its last holder is gone.
static void check_frozen(void) {
  vt_error error = {0};
  vt_model *model = sample_model(&meshes, &error);
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = meshes.solid;
  vt_deformable_def soft = vt_deformable_def_default();
  soft.mesh = meshes.soft;
  vt_driven_def driven = vt_driven_def_default();
  driven.mesh = meshes.solid;
  vt_frame_def frame = vt_frame_def_default();
  vt_attachment_def attachment = vt_attachment_def_default();
  vt_load_def load = vt_load_def_default();
  vt_cable_def cable = vt_cable_def_default();
  vt_link_def link = vt_link_def_default();
  vt_bond_def bond = vt_bond_def_default();
  vt_chamber_def chamber = vt_chamber_def_default();
  vt_tank_def tank = vt_tank_def_default();
  vt_tube_def tube = vt_tube_def_default();
  vt_pump_def pump = vt_pump_def_default();
  vt_sensor_def sensor = vt_sensor_def_default();
  vt_contact_settings contact = vt_contact_settings_default();
  vt_contact_rule_def rule = {.settings = contact};
  vt_air_settings air = vt_air_settings_default();
  vt_air_rule_def air_rule = {.body = "cube", .settings = air};
  vt_world *world = vt_world_create(model, &error);
  uint64_t start = vt_world_hash(world);
  const char *frozen = "worlds have been made of this model: it cannot be changed any more";
  refused(vt_model_add_rigid(model, &rigid, &error), &error, frozen);
  refused(vt_model_add_deformable(model, &soft, &error), &error, frozen);
  refused(vt_model_add_driven(model, &driven, &error), &error, frozen);
  refused(vt_model_add_frame(model, &frame, &error), &error, frozen);
  refused(vt_model_add_attachment(model, &attachment, &error), &error, frozen);
  refused(vt_model_add_load(model, &load, &error), &error, frozen);
  refused(vt_model_add_cable(model, &cable, &error), &error, frozen);
  refused(vt_model_add_link(model, &link, &error), &error, frozen);
  refused(vt_model_add_bond(model, &bond, &error), &error, frozen);
  refused(vt_model_add_chamber(model, &chamber, &error), &error, frozen);
  refused(vt_model_add_tank(model, &tank, &error), &error, frozen);
  refused(vt_model_add_tube(model, &tube, &error), &error, frozen);
  refused(vt_model_add_pump(model, &pump, &error), &error, frozen);
  refused(vt_model_add_sensor(model, &sensor, &error), &error, frozen);
  refused(vt_model_set_contact(model, &contact, &error) - 1, &error, frozen);
  refused(vt_model_add_contact_rule(model, &rule, &error) - 1, &error, frozen);
  refused(vt_model_set_air(model, &air, &error) - 1, &error, frozen);
  refused(vt_model_add_air_rule(model, &air_rule, &error) - 1, &error, frozen);
  CHECK(vt_model_body_count(model) == 5 && vt_world_hash(world) == start);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  vt_world *other = vt_world_create(model, &error);
  vt_model_destroy(model); // its worlds go on
  CHECK(vt_world_step(world) == VT_STEP_OK && vt_world_step(other) == VT_STEP_OK);
  CHECK(vt_world_hash(world) == vt_world_hash(other));
  vt_world_destroy(other);
  CHECK(vt_world_restore(world, snapshot, &error) && vt_world_hash(world) == start);
  vt_world_destroy(world);
  vt_snapshot_destroy(snapshot);
}

int main(void) {
  vt_error error = {0};
  CHECK(sample_meshes_make(&meshes, &error));
  vt_model *model = sample_model(&meshes, &error);
  CHECK(model != NULL);
  check_bodies(model);
  check_parts(model);
  check_kinds(model);
  check_looking(model);
  vt_world *world = vt_world_create(model, &error);
  CHECK(world != NULL && vt_world_step(world) == VT_STEP_OK);
  vt_world_destroy(world);
  vt_model_destroy(model);
  check_frozen();
  check_nameless();
  vt_settings settings = vt_settings_default();
  settings.dt = 0;
  CHECK(vt_model_create(&settings, &error) == NULL);
  CHECK_CONTAINS(error.message, "time step");
  sample_meshes_free(&meshes);
  return check_report();
}
