// Models and meshes that are not there, and numbers that they do not have.
#include "misuse.h"

static vt_model *good_model(void) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  CHECK(model != NULL);
  return model;
}

static void parts_of_nothing(void) {
  vt_model *good = good_model();
  for (int k = 0; k < 2; ++k) {
    vt_model *m = k == 0 ? NULL : good; // the second without a definition
    vt_frame_def frame = vt_frame_def_default();
    vt_deformable_def soft = vt_deformable_def_default();
    vt_rigid_def rigid = vt_rigid_def_default();
    vt_quasi_rigid_def quasi = vt_quasi_rigid_def_default();
    vt_coupling_def coupling = vt_coupling_def_default();
    vt_driven_def driven = vt_driven_def_default();
    vt_attachment_def attachment = vt_attachment_def_default();
    vt_load_def load = vt_load_def_default();
    vt_cable_def cable = vt_cable_def_default();
    vt_link_def link = vt_link_def_default();
    vt_motor_def motor = vt_motor_def_default();
    vt_bond_def bond = vt_bond_def_default();
    vt_chamber_def chamber = vt_chamber_def_default();
    vt_tank_def tank = vt_tank_def_default();
    vt_tube_def tube = vt_tube_def_default();
    vt_pump_def pump = vt_pump_def_default();
    vt_sensor_def sensor = vt_sensor_def_default();
    vt_contact_settings contact = vt_contact_settings_default();
    vt_contact_rule_def rule = {.settings = contact};
    vt_air_settings air = vt_air_settings_default();
    vt_air_rule_def air_rule = {.settings = air};
    REFUSED(vt_model_add_frame(m, k == 0 ? &frame : NULL, error), -1);
    REFUSED(vt_model_add_deformable(m, k == 0 ? &soft : NULL, error), -1);
    REFUSED(vt_model_add_rigid(m, k == 0 ? &rigid : NULL, error), -1);
    REFUSED(vt_model_add_quasi_rigid(m, k == 0 ? &quasi : NULL, error), -1);
    REFUSED(vt_model_add_driven(m, k == 0 ? &driven : NULL, error), -1);
    REFUSED(vt_model_add_attachment(m, k == 0 ? &attachment : NULL, error), -1);
    REFUSED(vt_model_add_load(m, k == 0 ? &load : NULL, error), -1);
    REFUSED(vt_model_add_cable(m, k == 0 ? &cable : NULL, error), -1);
    REFUSED(vt_model_add_coupling(m, k == 0 ? &coupling : NULL, error), -1);
    REFUSED(vt_model_add_link(m, k == 0 ? &link : NULL, error), -1);
    REFUSED(vt_model_add_motor(m, k == 0 ? &motor : NULL, error), -1);
    REFUSED(vt_model_add_bond(m, k == 0 ? &bond : NULL, error), -1);
    REFUSED(vt_model_add_chamber(m, k == 0 ? &chamber : NULL, error), -1);
    REFUSED(vt_model_add_tank(m, k == 0 ? &tank : NULL, error), -1);
    REFUSED(vt_model_add_tube(m, k == 0 ? &tube : NULL, error), -1);
    REFUSED(vt_model_add_pump(m, k == 0 ? &pump : NULL, error), -1);
    REFUSED(vt_model_add_sensor(m, k == 0 ? &sensor : NULL, error), -1);
    REFUSED(vt_model_set_contact(m, k == 0 ? &contact : NULL, error), false);
    REFUSED(vt_model_add_contact_rule(m, k == 0 ? &rule : NULL, error), false);
    REFUSED(vt_model_set_air(m, k == 0 ? &air : NULL, error), false);
    REFUSED(vt_model_add_air_rule(m, k == 0 ? &air_rule : NULL, error), false);
  }
  REFUSED(vt_model_create(NULL, error), NULL);
  vt_model_destroy(good);
  vt_model_destroy(NULL);
}

// Definitions whose numbers or arrays are not there.
static void hollow_parts(void) {
  vt_model *good = good_model();
  for (int k = 0; k < BAD_NUMBERS; ++k) {
    int n = bad_numbers[k];
    vt_frame_def frame = vt_frame_def_default();
    frame.parent = n;
    REFUSED(vt_model_add_frame(good, &frame, error), -1);
    frame = vt_frame_def_default();
    frame.keys.count = n;
    REFUSED(vt_model_add_frame(good, &frame, error), -1);
    vt_attachment_def attachment = vt_attachment_def_default();
    attachment.body = attachment.frame = n;
    REFUSED(vt_model_add_attachment(good, &attachment, error), -1);
    vt_load_def load = vt_load_def_default();
    load.body = n;
    REFUSED(vt_model_add_load(good, &load, error), -1);
    vt_cable_def cable = vt_cable_def_default();
    cable.stiffness = 1;
    cable.point_count = n;
    REFUSED(vt_model_add_cable(good, &cable, error), -1);
    vt_point points[2] = {{n, -1, {0, 0, 0}}, {-1, n, {0, 0, 0}}};
    cable.point_count = 2;
    cable.points = points;
    REFUSED(vt_model_add_cable(good, &cable, error), -1);
    cable.points = NULL;
    REFUSED(vt_model_add_cable(good, &cable, error), -1);
    vt_link_def link = vt_link_def_default();
    link.body_a = link.body_b = n;
    REFUSED(vt_model_add_link(good, &link, error), -1);
    vt_motor_def motor = vt_motor_def_default();
    motor.link = n;
    REFUSED(vt_model_add_motor(good, &motor, error), -1);
    vt_bond_def bond = vt_bond_def_default();
    bond.body_a = bond.body_b = n;
    REFUSED(vt_model_add_bond(good, &bond, error), -1);
    vt_chamber_def chamber = vt_chamber_def_default();
    chamber.body = n;
    REFUSED(vt_model_add_chamber(good, &chamber, error), -1);
    vt_tube_def tube = vt_tube_def_default();
    tube.tank = n;
    REFUSED(vt_model_add_tube(good, &tube, error), -1);
    vt_pump_def pump = vt_pump_def_default();
    pump.tank = n;
    pump.ultimate = -1e3;
    REFUSED(vt_model_add_pump(good, &pump, error), -1);
    vt_sensor_def sensor = vt_sensor_def_default();
    sensor.target = n;
    REFUSED(vt_model_add_sensor(good, &sensor, error), -1);
    vt_driven_def driven = vt_driven_def_default();
    driven.frame = n;
    REFUSED(vt_model_add_driven(good, &driven, error), -1);
    vt_air_settings air = vt_air_settings_default();
    air.valve.count = n;
    REFUSED(vt_model_set_air(good, &air, error), false);
    air = vt_air_settings_default();
    air.leak_curve.count = n;
    REFUSED(vt_model_set_air(good, &air, error), false);
  }
  vt_model_destroy(good);
}

static void looking(const vt_model *m, int n) {
  CHECK(vt_model_body_name(m, n) == NULL && vt_model_frame_name(m, n) == NULL);
  CHECK(vt_model_attachment_name(m, n) == NULL && vt_model_cable_name(m, n) == NULL);
  CHECK(vt_model_link_name(m, n) == NULL && vt_model_bond_name(m, n) == NULL);
  CHECK(vt_model_coupling_frame(m, n) == -1 && vt_model_coupling_body(m, n) == -1);
  CHECK(vt_model_motor_name(m, n) == NULL && vt_model_motor_link(m, n) == -1);
  CHECK(vt_model_chamber_name(m, n) == NULL && vt_model_sensor_name(m, n) == NULL);
  CHECK(vt_model_tank_name(m, n) == NULL && vt_model_tube_name(m, n) == NULL);
  CHECK(vt_model_pump_name(m, n) == NULL);
  CHECK(vt_model_body_kind(m, n) == (vt_body_kind)0 && vt_model_sensor_kind(m, n) == (vt_sensor_kind)0);
  CHECK(vt_model_link_kind(m, n) == (vt_link_kind)0 && vt_model_body_element(m, n) == VT_ELEMENT_AUTO);
  CHECK(vt_model_body_mass(m, n) == 0 && vt_model_body_volume(m, n) == 0);
  CHECK(vt_model_node_count(m, n) == 0 && vt_model_factor_size(m, n) == 0);
  CHECK(vt_model_body_mesh(m, n) == NULL && vt_model_frame_parent(m, n) == -1);
  CHECK(vt_model_sensor_target(m, n) == -1 && vt_model_contact_settings(m, n).friction == 0);
  CHECK(vt_model_contact_surface(m, n, n) == NULL && vt_model_air_settings(m, n) == NULL);
  CHECK(vt_model_air_name(m, n) == NULL);
}

static void finding(const vt_model *m, const char *name) {
  CHECK(vt_model_find_body(m, name) == -1 && vt_model_find_frame(m, name) == -1);
  CHECK(vt_model_find_attachment(m, name) == -1 && vt_model_find_cable(m, name) == -1);
  CHECK(vt_model_find_link(m, name) == -1 && vt_model_find_bond(m, name) == -1);
  CHECK(vt_model_find_motor(m, name) == -1);
  CHECK(vt_model_find_chamber(m, name) == -1 && vt_model_find_sensor(m, name) == -1);
  CHECK(vt_model_find_tank(m, name) == -1 && vt_model_find_tube(m, name) == -1);
  CHECK(vt_model_find_pump(m, name) == -1);
}

static void counting(void) {
  CHECK(vt_model_settings(NULL) == NULL && vt_model_body_count(NULL) == 0 && vt_model_frame_count(NULL) == 0);
  CHECK(vt_model_attachment_count(NULL) == 0 && vt_model_load_count(NULL) == 0);
  CHECK(vt_model_cable_count(NULL) == 0 && vt_model_link_count(NULL) == 0 && vt_model_bond_count(NULL) == 0);
  CHECK(vt_model_motor_count(NULL) == 0);
  CHECK(vt_model_chamber_count(NULL) == 0 && vt_model_sensor_count(NULL) == 0);
  CHECK(vt_model_tank_count(NULL) == 0 && vt_model_tube_count(NULL) == 0 && vt_model_pump_count(NULL) == 0);
  CHECK(vt_model_contact_count(NULL) == 0 && vt_model_air_count(NULL) == 0);
  CHECK(!vt_model_has_contact(NULL) && !vt_model_has_air(NULL));
}

static void meshes(void) {
  vt_error none = {0};
  vt_vec3 low = {0, 0, 0}, high = {1, 1, 1};
  const int far[3] = {0, 1, INT_MAX}, before[3] = {0, -1, 1};
  vt_mesh *good = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, &none);
  REFUSED(vt_mesh_load(NULL, error), NULL);
  REFUSED(vt_mesh_save(NULL, "/tmp/never.msh", error), false);
  REFUSED(vt_mesh_save(good, NULL, error), false);
  REFUSED(vt_mesh_create(NULL, &low, 1, VT_CELL_NONE, NULL, 0, NULL, 0, error), NULL);
  REFUSED(vt_mesh_create("m", NULL, 3, VT_CELL_NONE, NULL, 0, far, 1, error), NULL);
  REFUSED(vt_mesh_create("m", &low, -1, VT_CELL_NONE, NULL, 0, far, 1, error), NULL);
  REFUSED(vt_mesh_create("m", &low, 1, VT_CELL_NONE, NULL, 0, far, 1, error), NULL);
  REFUSED(vt_mesh_create("m", &low, 1, VT_CELL_NONE, NULL, 0, before, 1, error), NULL);
  REFUSED(vt_mesh_create("m", &low, 1, VT_CELL_TET4, NULL, 1, NULL, 0, error), NULL);
  REFUSED(vt_mesh_create("m", &low, 1, (vt_cell_kind)77, far, 1, NULL, 0, error), NULL);
  REFUSED(vt_mesh_copy(NULL, error), NULL);
  REFUSED(vt_mesh_box(low, high, 1, 1, 1, (vt_cell_kind)77, error), NULL);
  REFUSED(vt_mesh_box(low, high, -1, 1, INT_MAX, VT_CELL_TET4, error), NULL);
  REFUSED(vt_mesh_ellipsoid((vt_vec3){NAN, 0, 0}, high, 8, VT_CELL_NONE, error), NULL);
  REFUSED(vt_mesh_ellipsoid(low, low, 8, VT_CELL_TET4, error), NULL);
  REFUSED(vt_mesh_cylinder(low, -1, 1, 8, VT_CELL_NONE, error), NULL);
  REFUSED(vt_mesh_cylinder(low, 1, 1, 8, (vt_cell_kind)77, error), NULL);
  REFUSED(vt_mesh_capsule(low, 1, INFINITY, INT_MAX, VT_CELL_TET10, error), NULL);
  REFUSED(vt_mesh_quadratic(NULL, error), NULL);
  REFUSED(vt_mesh_quadratic(good, error), NULL);
  REFUSED(vt_mesh_check_closed(NULL, error), false);
  CHECK(vt_mesh_find_group(NULL, "a") == NULL && vt_mesh_find_group(good, NULL) == NULL);
  CHECK(vt_mesh_volume(NULL) == 0 && vt_cell_size((vt_cell_kind)77) == 0);
  vt_mesh_scale(NULL, 2);
  vt_mesh_destroy(NULL);
  vt_mesh_destroy(good);
}

int misuse_model(void) {
  vt_model *good = good_model();
  parts_of_nothing();
  hollow_parts();
  counting();
  looking(NULL, 0);
  for (int k = 0; k < BAD_NUMBERS; ++k) looking(good, bad_numbers[k]);
  finding(NULL, "cup");
  finding(good, NULL);
  meshes();
  // These give values and take anything.
  vt_region_all();
  vt_region_box((vt_vec3){NAN, 0, 0}, (vt_vec3){0, 0, 0});
  vt_region_sphere((vt_vec3){0, 0, 0}, -1);
  vt_region_group(NULL);
  vt_link_pose((vt_vec3){0, 0, 0}, (vt_vec3){0, 0, 0});
  vt_material_default();
  CHECK(vt_pose_identity().rotation.w == 1 && vt_version()[0] != '\0');
  vt_model_destroy(good);
  return check_report();
}
