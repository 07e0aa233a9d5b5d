// With contacts present: the same bits for any number of threads and after a restore, and no memory asked
// for.
#include "check.h"
#include "failing_memory.h"
#include "yard.h"

static void start(yard *y, int threads) {
  vt_error error = {0};
  yard_start(y);
  vt_settings settings = *vt_world_settings(y->world);
  settings.threads = threads;
  CHECK(vt_world_set_settings(y->world, &settings, &error));
}

// A soft block and a rigid one on it, another soft one beside them, and a rigid one that falls on both.
static yard pile(int threads) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  vt_vec3 size = vt_v3(0.1, 0.1, 0.1), still = {0, 0, 0};
  yard_ground(&y);
  yard_soft(&y, block(size, 2, VT_CELL_TET4), rubber(1e6), 1, at(0, 0, 0.051), still);
  yard_rigid(&y, block(size, 1, VT_CELL_NONE), 0.5, at(0.003, 0.002, 0.152), still);
  yard_soft(&y, block(size, 2, VT_CELL_TET4), rubber(1e6), 1, at(0.3, 0.01, 0.051), still);
  yard_rigid(&y, block(size, 1, VT_CELL_NONE), 0.5, turned(vt_v3(0.29, 0, 0.19), vt_v3(1, 1, 0), 0.5), still);
  start(&y, threads);
  return y;
}

static vt_mesh *slab(int n) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(-0.1, -0.1, -0.01), vt_v3(0.1, 0.1, 0.01), n, n, 1, VT_CELL_HEX8, &error);
  CHECK(mesh != NULL);
  return mesh;
}

// Two soft slabs on each other: enough triangles and contacts for the search between two bodies to be shared.
static yard slabs(int threads) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  yard_soft(&y, slab(11), rubber(1e6), 1, at(0, 0, 0.0101), vt_v3(0, 0, 0));
  yard_soft(&y, slab(9), rubber(1e6), 1, turned(vt_v3(0, 0, 0.0303), vt_v3(0, 0, 1), 0.2), vt_v3(0, 0, 0));
  start(&y, threads);
  return y;
}

// Steps two worlds that should be the same; the largest number of contacts.
static int check_same(yard one, yard two, int steps) {
  int same = 1, largest = 0;
  for (int k = 0; k < steps; ++k) {
    yard_step(&one);
    yard_step(&two);
    same &= vt_world_hash(one.world) == vt_world_hash(two.world);
    if (vt_world_status(one.world)->contacts > largest) largest = vt_world_status(one.world)->contacts;
  }
  CHECK(same);
  yard_free(&one);
  yard_free(&two);
  return largest;
}

static void test_threads(void) {
  CHECK(check_same(pile(1), pile(2), 40) > 15);
  CHECK(check_same(slabs(1), slabs(3), 2) > 100);
}

// Into the same world and into a new one: both go on with the same bits. Without the contacts of the last
// step in the snapshot the solver would begin from other forces.
static void test_snapshot(void) {
  yard y = pile(1);
  vt_error error = {0};
  vt_world *other = vt_world_create(y.model, &error);
  CHECK(other != NULL);
  for (int k = 0; k < 25; ++k) yard_step(&y);
  CHECK(vt_world_status(y.world)->contacts > 10);
  vt_snapshot *saved = vt_world_save(y.world, NULL, &error);
  CHECK(saved != NULL);
  uint64_t here = vt_world_hash(y.world);
  for (int k = 0; k < 20; ++k) yard_step(&y);
  uint64_t there = vt_world_hash(y.world);
  CHECK(there != here);
  CHECK(vt_world_restore(y.world, saved, &error));
  CHECK(vt_world_restore(other, saved, &error));
  CHECK(vt_world_hash(y.world) == here);
  CHECK(vt_world_hash(other) == here);
  for (int k = 0; k < 20; ++k) {
    yard_step(&y);
    CHECK(vt_world_step(other) != VT_STEP_FAILED);
  }
  CHECK(vt_world_hash(y.world) == there);
  CHECK(vt_world_hash(other) == there);
  vt_snapshot_destroy(saved);
  vt_world_destroy(other);
  yard_free(&y);
}

// The first steps find out how much is needed; later ones that need no more ask for nothing.
static void test_allocations(void) {
  yard y = pile(1);
  for (int k = 0; k < 60; ++k) yard_step(&y);
  int contacts = vt_world_status(y.world)->contacts;
  CHECK(contacts > 15);
  allocation_count = 0;
  for (int k = 0; k < 20; ++k) yard_step(&y);
  printf("allocations in 20 steps with %d contacts: %ld\n", contacts, allocation_count);
  CHECK(allocation_count == 0);
  yard_free(&y);
}

// Whatever allocation fails while contacts appear, the step says so, and the world goes on afterwards.
static void test_refused_memory(void) {
  int failures = 0;
  for (long k = 0; k < 24; ++k) {
    yard y = pile(1);
    allocation_count = 0;
    allocation_to_fail = k;
    vt_step_result result = VT_STEP_OK;
    for (int step = 0; step < 24 && result != VT_STEP_FAILED; ++step) result = vt_world_step(y.world);
    allocation_to_fail = -1;
    if (result == VT_STEP_FAILED) {
      ++failures;
      CHECK(vt_world_status(y.world)->error.code == VT_NO_MEMORY);
    }
    CHECK(vt_world_step(y.world) != VT_STEP_FAILED);
    yard_free(&y);
  }
  CHECK(failures > 0);
}

int main(void) {
  test_threads();
  test_snapshot();
  test_allocations();
  test_refused_memory();
  return check_report();
}
