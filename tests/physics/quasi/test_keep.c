// Quasi-rigid bodies are kept as any other: snapshots, hashes, threads, steady steps without allocations, and
// memory that is refused.
#include "quasi.h"

#include "check.h"
#include "failing_memory.h"

typedef struct meshes {
  vt_mesh *ground, *block, *ruler;
} meshes;

static meshes make_meshes(void) {
  vt_error error = {0};
  return (meshes){block(vt_v3(1, 1, 0.1), 1, VT_CELL_NONE), block(vt_v3(0.1, 0.06, 0.04), 3, VT_CELL_TET4),
      vt_mesh_box(vt_v3(-0.1, -0.01, -0.002), vt_v3(0.1, 0.01, 0.002), 8, 2, 1, VT_CELL_HEX8, &error)};
}

static void free_meshes(meshes *m) {
  vt_mesh_destroy(m->ground);
  vt_mesh_destroy(m->block);
  vt_mesh_destroy(m->ruler);
}

// A block on the ground with a ruler on it, which is held in the middle, loaded at an end and pressed on.
static vt_model *make_model(const meshes *m, int threads, vt_error *error) {
  vt_settings settings = vt_settings_default();
  vt_contact_settings contact = vt_contact_settings_default();
  settings.dt = 2e-3;
  settings.threads = threads;
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  vt_driven_def ground = vt_driven_def_default();
  ground.mesh = m->ground;
  ground.pose = at(0, 0, -0.05);
  vt_quasi_rigid_def block_def = plastic(1e7), ruler = plastic(7e8);
  vt_region middle = vt_region_box(vt_v3(-0.03, -1, -1), vt_v3(0.03, 1, 1));
  block_def.rigid.mesh = m->block;
  block_def.rigid.pose = turned(vt_v3(0, 0, 0.0215), vt_v3(0, 1, 0), 0.02);
  block_def.material.stiffness_damping = 1e-3;
  ruler.rigid.mesh = m->ruler;
  ruler.rigid.pose = turned(vt_v3(0.01, 0, 0.0465), vt_v3(0, 0, 1), 0.5);
  ruler.held = &middle;
  vt_load_def load = vt_load_def_default(), press = vt_load_def_default();
  load.kind = VT_LOAD_FORCE;
  load.body = 2;
  load.region = vt_region_box(vt_v3(0.09, -1, -1), vt_v3(0.11, 1, 1));
  load.force = vt_v3(0, 0, -0.05);
  press.kind = VT_LOAD_PRESSURE;
  press.body = 2;
  press.region = vt_region_box(vt_v3(-1, -1, 0.0019), vt_v3(1, 1, 0.0021));
  press.pressure = 20;
  bool done = vt_model_set_contact(model, &contact, error) &&
              vt_model_add_driven(model, &ground, error) >= 0 &&
              vt_model_add_quasi_rigid(model, &block_def, error) >= 0 &&
              vt_model_add_quasi_rigid(model, &ruler, error) >= 0 &&
              vt_model_add_load(model, &load, error) >= 0 && vt_model_add_load(model, &press, error) >= 0;
  if (done) return model;
  vt_model_destroy(model);
  return NULL;
}

static vt_world *make_world(const meshes *m, int threads) {
  vt_error error = {0};
  vt_model *model = make_model(m, threads, &error);
  vt_world *world = model != NULL ? vt_world_create(model, &error) : NULL;
  CHECK(world != NULL);
  vt_model_destroy(model);
  return world;
}

// What is restored goes on as it did; threads change no bit; a steady step allocates nothing.
static void test_kept(const meshes *m) {
  vt_error error = {0};
  vt_world *one = make_world(m, 1), *three = make_world(m, 3);
  for (int k = 0; k < 100; ++k) CHECK(vt_world_step(one) == VT_STEP_OK);
  vt_snapshot *snapshot = vt_world_save(one, NULL, &error);
  uint64_t then = vt_world_hash(one);
  CHECK(vt_world_energy(one, 1).elastic > 0 && vt_world_energy(one, 2).elastic > 0);
  for (int k = 0; k < 100; ++k) vt_world_step(one);
  uint64_t end = vt_world_hash(one);
  CHECK(vt_world_restore(one, snapshot, &error) && vt_world_hash(one) == then && end != then);
  allocation_count = 0;
  for (int k = 0; k < 100; ++k) vt_world_step(one);
  CHECK(allocation_count == 0);
  CHECK(vt_world_hash(one) == end);
  for (int k = 0; k < 200; ++k) vt_world_step(three);
  CHECK(vt_world_hash(three) == end);
  CHECK(vt_model_body_kind(vt_world_model(one), 1) == VT_BODY_QUASI_RIGID);
  CHECK(vt_model_body_kind(vt_world_model(one), 0) == VT_BODY_FIXED);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(one);
  vt_world_destroy(three);
}

static bool build_and_step(const meshes *m, vt_error *error) {
  bool done = false;
  vt_model *model = make_model(m, 1, error);
  vt_world *world = model != NULL ? vt_world_create(model, error) : NULL;
  if (world != NULL) {
    done = vt_world_step(world) == VT_STEP_OK;
    if (!done) *error = vt_world_status(world)->error;
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  return done;
}

// With allocation number n refused, for every n.
static void test_refused(const meshes *m) {
  vt_error error = {0};
  allocation_count = 0;
  CHECK(build_and_step(m, &error));
  long total = allocation_count, unreported = 0, survived = 0;
  for (long n = 0; n < total; ++n) {
    error = (vt_error){0};
    allocation_count = 0;
    allocation_to_fail = n;
    if (build_and_step(m, &error))
      ++survived;
    else
      unreported += error.code != VT_NO_MEMORY || error.message[0] == '\0';
  }
  allocation_to_fail = -1;
  printf("%ld allocations, %ld survived, %ld not reported\n", total, survived, unreported);
  CHECK(total > 100 && unreported == 0);
  CHECK(survived < total / 20);
}

int main(void) {
  meshes m = make_meshes();
  test_kept(&m);
  test_refused(&m);
  free_meshes(&m);
  return check_report();
}
