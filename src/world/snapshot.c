// Snapshots: the state as one block, and its hash.
#include "base/hash.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

struct vt_snapshot {
  const vt_model *model;
  vt_settings settings;
  vt_status status;
  size_t size, room; // bytes
  unsigned char *block;
  vt_touches touches;
  vt_cavities cavities;
};

vt_snapshot *vt_world_save(const vt_world *world, vt_snapshot *reuse, vt_error *error) {
  vt_snapshot *s = reuse != NULL ? reuse : VT_NEW(vt_snapshot, 1, error);
  if (s == NULL) return NULL;
  if (!VT_RESERVE(&s->block, &s->room, world->state_size, error) ||
      !vt_touches_copy(&s->touches, &world->touches, error) ||
      !vt_cavities_copy(&s->cavities, &world->cavities, error)) {
    if (reuse == NULL) vt_snapshot_destroy(s);
    return NULL;
  }
  s->model = world->origin;
  s->settings = world->settings;
  s->status = world->status;
  s->size = world->state_size;
  memcpy(s->block, world->state_block, s->size);
  return s;
}

bool vt_world_restore(vt_world *world, const vt_snapshot *snapshot, vt_error *error) {
  if (snapshot->model != world->origin)
    return vt_fail(error, VT_BAD_INPUT, "the snapshot is of another model than the world");
  if (!vt_touches_copy(&world->touches, &snapshot->touches, error) ||
      !vt_cavities_copy(&world->cavities, &snapshot->cavities, error))
    return false;
  int threads = world->settings.threads; // a choice of the machine, not of the state
  world->settings = snapshot->settings;
  world->settings.threads = threads;
  world->status = snapshot->status;
  memcpy(world->state_block, snapshot->block, snapshot->size);
  vt_world_apply_live(world);
  vt_world_forget(world);
  vt_world_update_surfaces(world);
  return vt_world_show_cavities(world, error);
}

void vt_snapshot_destroy(vt_snapshot *snapshot) {
  if (snapshot == NULL) return;
  free(snapshot->block);
  vt_touches_free(&snapshot->touches);
  vt_cavities_free(&snapshot->cavities);
  free(snapshot);
}

uint64_t vt_world_hash(const vt_world *world) {
  uint64_t hash = vt_hash_bytes(VT_HASH_START, world->state_block, world->state_size);
  hash = vt_hash_bytes(hash, &world->touches.ran_into, sizeof world->touches.ran_into);
  for (int k = 0; k < world->touches.count; ++k) {
    const vt_touch *t = &world->touches.items[k];
    hash = vt_hash_bytes(hash, &t->force, sizeof t->force);
    hash = vt_hash_bytes(hash, (int[4]){t->body_a, t->body_b, t->feature_a, t->feature_b}, 4 * sizeof(int));
  }
  for (int k = 0; k < world->cavities.count; ++k) {
    const vt_cavity *c = &world->cavities.items[k];
    hash = vt_hash_bytes(hash, (int[3]){c->id, c->vertex_count, c->triangle_count}, 3 * sizeof(int));
    hash =
        vt_hash_bytes(hash, (double[4]){c->amount, c->strength, c->pressure, c->volume}, 4 * sizeof(double));
  }
  return hash;
}
