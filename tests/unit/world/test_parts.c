// The parts of a state: every byte of every part counts for hashes and comparisons, and a restore that is
// refused memory changes nothing. With a world that has contacts and a cavity.
#include "../../physics/air/air_rig.h"

#include "check.h"
#include "failing_memory.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

// A pot under a lid that falls on it.
static vt_model *make_pot(yard *y) {
  vt_contact_settings contact = tight(1e-5);
  *y = yard_with(0.01, vt_v3(0, 0, -9.81), contact);
  air_set(y, vt_air_settings_default());
  air_driven(y, air_mesh(solid_pot(0.02, 0.025, 0.02, 0.01, 8)), at(0, 0, 0), -1, "pot");
  air_rigid(y, air_mesh(solid_prism(0.03, 0, 0.01, 8)), 1, true, at(0, 0, 0.02 + 1e-4), "lid");
  return y->model;
}

// How many bytes of a list leave the hash, and the comparison with a copy, as they are when they change.
static int unseen(vt_parts s, vt_parts copy, void *items, int count, size_t size) {
  unsigned char *bytes = items;
  int by_hash = 0, by_comparison = 0;
  uint64_t hash = vt_parts_hash(s);
  CHECK(count > 0 && vt_parts_equal(s, copy));
  for (size_t i = 0; i < (size_t)count * size; ++i) {
    bytes[i] ^= 1;
    by_hash += vt_parts_hash(s) == hash;
    by_comparison += vt_parts_equal(s, copy);
    bytes[i] ^= 1;
  }
  CHECK(by_hash == by_comparison && by_hash % count == 0);
  return count > 0 ? by_hash / count : -1;
}

// Bytes of no field are those between fields only: what is left of the sizes on a machine of 64 bits.
static void check_every_byte(vt_world *w) {
  vt_error error = {0};
  vt_saved saved = {.block = calloc(1, w->state_size)};
  vt_parts s = vt_world_parts(w), copy = vt_saved_parts(&saved, w->state_size);
  CHECK(VT_RESERVE(&w->touches.crossings.items, &w->touches.crossings.room, 1, &error));
  w->touches.crossings.items[w->touches.crossings.count++] = (vt_crossing){0, 1, 0};
  CHECK(VT_RESERVE(&w->cavities.ties, &w->cavities.tie_room, 1, &error)); // rigid bodies have none
  w->cavities.ties[w->cavities.tie_count++] = (vt_cavity_tie){0, 1, {0, 0, 1}};
  CHECK(vt_parts_reserve(copy, s, &error));
  vt_parts_copy(copy, s);
  CHECK(vt_parts_hash(s) == vt_parts_hash(copy));
  vt_touches *t = &w->touches;
  vt_cavities *c = &w->cavities;
  CHECK(unseen(s, copy, t->items, t->count, sizeof *t->items) == 0);
  CHECK(unseen(s, copy, t->places, t->count, sizeof *t->places) == 11);
  CHECK(unseen(s, copy, t->weights, t->weight_count, sizeof *t->weights) == 4);
  CHECK(unseen(s, copy, t->crossings.items, t->crossings.count, sizeof *t->crossings.items) == 0);
  CHECK(unseen(s, copy, c->items, c->count, sizeof *c->items) == 5);
  CHECK(unseen(s, copy, c->vertices, c->vertex_count, sizeof *c->vertices) == 0);
  CHECK(unseen(s, copy, c->triangles, c->triangle_count, sizeof *c->triangles) == 0);
  CHECK(unseen(s, copy, c->ties, c->tie_count, sizeof *c->ties) == 0);
  CHECK(unseen(s, copy, &t->ran_into, 1, sizeof t->ran_into) == 0);
  CHECK(unseen(s, copy, &c->next_id, 1, sizeof c->next_id) == 0);
  CHECK(unseen(s, copy, w->state_block, 1, w->state_size) == 0);
  --t->crossings.count;
  --c->tie_count;
  free(saved.block);
  vt_touches_free(&saved.touches);
  vt_cavities_free(&saved.cavities);
}

// With the n-th allocation of a restore refused, for every n, the world stays where it was.
static void check_refused_restore(const vt_model *model, const vt_snapshot *snapshot) {
  int refused = 0;
  for (long n = 0; n < 100; ++n) {
    vt_error error = {0};
    vt_world *world = vt_world_create(model, &error);
    vt_snapshot *start = vt_world_save(world, NULL, &error);
    allocation_count = 0;
    allocation_to_fail = n;
    bool done = vt_world_restore(world, snapshot, &error);
    allocation_to_fail = -1;
    CHECK(vt_world_is_at(world, done ? snapshot : start));
    if (!done) CHECK(error.code == VT_NO_MEMORY && vt_world_step_count(world) == 0);
    refused += !done;
    vt_snapshot_destroy(start);
    vt_world_destroy(world);
    if (done) break;
  }
  CHECK(refused >= 6);
}

int main(void) {
  yard y;
  vt_error error = {0};
  const vt_model *model = make_pot(&y);
  vt_world *world = vt_world_create(model, &error);
  if (!CHECK(world != NULL)) return check_report();
  for (int k = 0; k < 30; ++k) CHECK(vt_world_step(world) != VT_STEP_FAILED);
  CHECK(vt_world_cavity_count(world) == 1);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  CHECK(vt_world_is_at(world, snapshot));
  check_refused_restore(model, snapshot);
  check_every_byte(world);
  CHECK(vt_world_is_at(world, snapshot));
  vt_world_step(world);
  CHECK(!vt_world_is_at(world, snapshot));
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  yard_free(&y);
  return check_report();
}
