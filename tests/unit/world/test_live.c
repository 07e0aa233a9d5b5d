// Settings changed while a world runs: they act from the next step on, in this world only, and belong to what
// a snapshot keeps.
#include "check.h"

#include <ventouse/ventouse.h>

#include <stdlib.h>

static const double ambient = 101325, dt = 0.01; // Pa, s

// A closed box of 60 mm with a closed hole of 40 mm in it.
static vt_mesh *hollow_box(vt_error *error) {
  vt_vec3 low = {-0.03, -0.03, -0.03}, high = {0.03, 0.03, 0.03}, in_low = {-0.02, -0.02, -0.02},
          in_high = {0.02, 0.02, 0.02};
  vt_mesh *out = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, error),
          *in = vt_mesh_box(in_low, in_high, 1, 1, 1, VT_CELL_NONE, error);
  vt_vec3 nodes[16];
  int triangles[72];
  CHECK(out->node_count == 8 && out->triangle_count == 12);
  for (int i = 0; i < 8; ++i) nodes[i] = out->nodes[i], nodes[8 + i] = in->nodes[i];
  for (int t = 0; t < 12; ++t)
    for (int i = 0; i < 3; ++i) {
      triangles[3 * t + i] = out->triangles[3 * t + i];
      triangles[36 + 3 * t + i] = 8 + in->triangles[3 * t + 2 - i]; // turned round
    }
  vt_mesh *hollow = vt_mesh_create("hollow box", nodes, 16, VT_CELL_NONE, NULL, 0, triangles, 24, error);
  vt_mesh_destroy(out);
  vt_mesh_destroy(in);
  return hollow;
}

// Body 0: the ground; 1: a flat block that slides along x at 1 m/s; 2: a hollow body that floats, with a
// regulated chamber; 3: another one, shut. Contact set 1 is between block and ground; air sets 2 and 3 are
// the chambers.
static vt_model *make_model(vt_error *error) {
  vt_settings settings = vt_settings_default();
  settings.dt = dt;
  settings.ambient_pressure = ambient;
  vt_model *model = vt_model_create(&settings, error);
  vt_contact_settings contact = vt_contact_settings_default();
  vt_contact_rule_def rule = {"ground", "slider", contact};
  rule.settings.friction = 0;
  CHECK(vt_model_set_contact(model, &contact, error) && vt_model_add_contact_rule(model, &rule, error));
  vt_mesh *ground = vt_mesh_box((vt_vec3){-5, -5, -0.1}, (vt_vec3){5, 5, 0}, 1, 1, 1, VT_CELL_NONE, error),
          *flat = vt_mesh_box(
              (vt_vec3){-0.05, -0.05, 0}, (vt_vec3){0.05, 0.05, 0.01}, 1, 1, 1, VT_CELL_NONE, error),
          *hollow = hollow_box(error);
  vt_driven_def fixed = vt_driven_def_default();
  fixed.name = "ground";
  fixed.mesh = ground;
  vt_rigid_def block = vt_rigid_def_default();
  block.name = "slider";
  block.mesh = flat;
  block.pose.position.z = contact.distance;
  block.velocity.x = 1;
  vt_rigid_def shell = vt_rigid_def_default();
  shell.mesh = hollow;
  shell.gravity = false;
  shell.pose.position.z = 1;
  CHECK(vt_model_add_driven(model, &fixed, error) == 0 && vt_model_add_rigid(model, &block, error) == 1);
  CHECK(vt_model_add_rigid(model, &shell, error) == 2);
  shell.pose.position.z = 2;
  CHECK(vt_model_add_rigid(model, &shell, error) == 3);
  vt_air_rule_def air = {"slider", vt_air_settings_default()};
  CHECK(vt_model_add_air_rule(model, &air, error));
  static const double start[] = {0};
  static const vt_valve regulated[] = {VT_VALVE_REGULATED};
  vt_chamber_def chamber = vt_chamber_def_default();
  chamber.name = "pumped";
  chamber.body = 2;
  chamber.settings.valve = (vt_valve_keys){1, start, regulated};
  chamber.settings.pressure = 5000;
  CHECK(vt_model_add_chamber(model, &chamber, error) == 0);
  chamber = vt_chamber_def_default();
  chamber.name = "shut";
  chamber.body = 3;
  CHECK(vt_model_add_chamber(model, &chamber, error) == 1);
  vt_mesh_destroy(ground);
  vt_mesh_destroy(flat);
  vt_mesh_destroy(hollow);
  return model;
}

static void check_sets(const vt_model *model) {
  CHECK(vt_model_contact_count(model) == 2);
  CHECK(vt_model_contact_settings(model, 0).friction == 0.5 &&
        vt_model_contact_settings(model, 1).friction == 0);
  CHECK(strcmp(vt_model_contact_surface(model, 0, 1), "") == 0);
  CHECK(strcmp(vt_model_contact_surface(model, 1, 0), "ground") == 0);
  CHECK(strcmp(vt_model_contact_surface(model, 1, 1), "slider") == 0);
  CHECK(vt_model_air_count(model) == 4);
  CHECK(strcmp(vt_model_air_name(model, 0), "") == 0 && !vt_model_air_settings(model, 0)->enabled);
  CHECK(strcmp(vt_model_air_name(model, 1), "slider") == 0);
  CHECK(strcmp(vt_model_air_name(model, 2), "pumped") == 0 &&
        vt_model_air_settings(model, 2)->pressure == 5000);
  CHECK(strcmp(vt_model_air_name(model, 3), "shut") == 0 &&
        isinf(vt_model_air_settings(model, 3)->max_pressure));
}

static double speed(const vt_world *world) { return vt_world_body_velocity(world, 1).x; }

static void run(vt_world *world, int steps) {
  for (int k = 0; k < steps; ++k) CHECK(vt_world_step(world) == VT_STEP_OK);
}

// On ice, on rubber, on ice again: Coulomb's law gives the speed, mu g t being lost.
static void check_friction(const vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error), *other = vt_world_create(model, &error);
  run(world, 5);
  CHECK_NEAR(speed(world), 1, 1e-9);
  CHECK(vt_world_set_friction(world, 1, 0.3, &error));
  CHECK(vt_world_friction(world, 1) == 0.3 && vt_world_friction(other, 1) == 0 &&
        vt_world_friction(world, 0) == 0.5);
  run(world, 10);
  // The normal force of each step is the weight to the solver's tolerance, once the block rests.
  CHECK_NEAR(speed(world), 1 - 0.3 * 9.81 * 10 * dt, 1e-6);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  run(world, 10);
  uint64_t end = vt_world_hash(world);
  CHECK(vt_world_set_friction(world, 1, 0, &error));
  double kept = speed(world);
  run(world, 5);
  CHECK_NEAR(speed(world), kept, 1e-9);
  run(other, 5);
  CHECK_NEAR(speed(other), 1, 1e-9);
  CHECK(vt_model_contact_settings(model, 1).friction == 0);
  CHECK(vt_world_restore(world, snapshot, &error) && vt_world_restore(other, snapshot, &error));
  CHECK(vt_world_friction(world, 1) == 0.3 && vt_world_friction(other, 1) == 0.3);
  run(world, 10);
  run(other, 10);
  CHECK(vt_world_hash(world) == end && vt_world_hash(other) == end);
  CHECK(vt_world_model(other) == model);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_world_destroy(other);
}

// A regulator holds what it is told; a leak adds what it is told, against the other world where it does not.
static void check_air(const vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error), *other = vt_world_create(model, &error);
  uint64_t before = vt_world_hash(world);
  vt_air_change pump = vt_world_air(world, 2), leak = vt_world_air(world, 3);
  CHECK(pump.pressure == 5000 && isinf(pump.max_pressure) && leak.leak_rate == 0);
  pump.pressure = -3000;
  CHECK(vt_world_set_air(world, 2, &pump, &error));
  CHECK(vt_world_hash(world) != before);
  run(world, 3);
  run(other, 3);
  // a few roundings of 1e5 Pa
  CHECK_NEAR(vt_world_cavity(world, 0).pressure, ambient - 3000, 1e-8);
  CHECK_NEAR(vt_world_cavity(other, 0).pressure, ambient + 5000, 1e-8);
  double air = vt_world_cavity(world, 1).air;
  leak.leak_rate = 1e-4;
  CHECK(vt_world_set_air(world, 3, &leak, &error));
  run(world, 10);
  CHECK_CLOSE(vt_world_cavity(world, 1).air - air, 1e-4 * 10 * dt, 1e-6); // of 3e-3 mol, to 1e-9
  leak.leak_rate = 0;
  leak.max_pressure = ambient + 100;
  CHECK(vt_world_set_air(world, 3, &leak, &error));
  run(world, 1);
  CHECK_NEAR(vt_world_cavity(world, 1).pressure, ambient + 100, 1e-3);
  leak.max_pressure = -1;
  CHECK(vt_world_set_air(world, 3, &leak, &error));
  CHECK(isinf(vt_world_air(world, 3).max_pressure)); // as a chamber's
  CHECK(vt_model_air_settings(model, 2)->pressure == 5000);
  vt_world_destroy(world);
  vt_world_destroy(other);
}

static void refused(bool done, vt_world *world, uint64_t hash, vt_error *error, const char *why) {
  CHECK(!done);
  CHECK_CONTAINS(error->message, why);
  *error = (vt_error){0};
  CHECK(vt_world_hash(world) == hash);
}

static void check_refused(const vt_model *model) {
  vt_error e = {0};
  vt_world *w = vt_world_create(model, &e);
  uint64_t hash = vt_world_hash(w);
  refused(vt_world_set_friction(w, 2, 0.1, &e), w, hash, &e, "there is no set 2");
  refused(vt_world_set_friction(w, -1, 0.1, &e), w, hash, &e, "there is no set -1");
  refused(vt_world_set_friction(w, 0, -0.1, &e), w, hash, &e, "friction is -0.1");
  refused(vt_world_set_friction(w, 0, NAN, &e), w, hash, &e, "friction");
  vt_air_change good = vt_world_air(w, 0), bad = good;
  refused(vt_world_set_air(w, 4, &good, &e), w, hash, &e, "there is no set 4");
  bad.pressure = INFINITY;
  refused(vt_world_set_air(w, 0, &bad, &e), w, hash, &e, "regulated pressure");
  bad = good, bad.max_pressure = NAN;
  refused(vt_world_set_air(w, 0, &bad, &e), w, hash, &e, "largest pressure");
  bad = good, bad.leak_rate = NAN;
  refused(vt_world_set_air(w, 0, &bad, &e), w, hash, &e, "leak rate");
  bad = good, bad.leak_conductance = -1;
  refused(vt_world_set_air(w, 0, &bad, &e), w, hash, &e, "leak conductance");
  vt_world_destroy(w);
}

static void check_parents(void) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_frame_def frame = vt_frame_def_default();
  CHECK(vt_model_add_frame(model, &frame, &error) == 0 && vt_model_add_frame(model, &frame, &error) == 1);
  frame.parent = 1;
  CHECK(vt_model_add_frame(model, &frame, &error) == 2);
  CHECK(vt_model_frame_parent(model, 0) == -1 && vt_model_frame_parent(model, 2) == 1);
  vt_model_destroy(model);
}

int main(void) {
  vt_error error = {0};
  vt_model *model = make_model(&error);
  check_sets(model);
  check_friction(model);
  check_air(model);
  check_refused(model);
  check_parents();
  vt_model_destroy(model);
  return check_report();
}
