// Snapshots of worlds, and hashes of their state.
#include "base/misuse.h"
#include "world/world.h"

#include <stdlib.h>

struct vt_snapshot {
  const vt_model *model;
  vt_settings settings;
  vt_status status;
  size_t size, room; // bytes
  vt_saved saved;
};

vt_snapshot *vt_world_save(const vt_world *world, vt_snapshot *reuse, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL, error, NULL);
  vt_snapshot *s = reuse != NULL ? reuse : VT_NEW(vt_snapshot, 1, error);
  if (s == NULL) return NULL;
  vt_parts now = vt_world_parts(world);
  if (!VT_RESERVE(&s->saved.block, &s->room, now.size, error) ||
      !vt_parts_reserve(vt_saved_parts(&s->saved, now.size), now, error)) {
    if (reuse == NULL) vt_snapshot_destroy(s);
    return NULL;
  }
  vt_model_hold(world->origin); // before letting go of the old one, which may be the same
  vt_model_let_go(s->model);
  s->model = world->origin;
  s->settings = world->settings;
  s->status = world->status;
  s->size = now.size;
  vt_parts_copy(vt_saved_parts(&s->saved, s->size), now);
  return s;
}

bool vt_world_restore(vt_world *world, const vt_snapshot *snapshot, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && snapshot != NULL, error, false);
  if (snapshot->model != world->origin)
    return vt_fail(error, VT_BAD_INPUT, "the snapshot is of another model than the world");
  vt_parts now = vt_world_parts(world), then = vt_saved_parts(&snapshot->saved, snapshot->size);
  if (!vt_parts_reserve(now, then, error) || !vt_world_reserve_shown(world, then.cavities, error) ||
      !vt_world_suit(world, &snapshot->settings, error))
    return false;
  int threads = world->settings.threads; // a choice of the machine, not of the state
  world->settings = snapshot->settings;
  world->settings.threads = threads;
  world->status = snapshot->status;
  vt_parts_copy(now, then);
  vt_world_apply_live(world);
  vt_world_forget(world);
  vt_world_update_surfaces(world);
  return vt_world_show_cavities(world, error);
}

bool vt_world_is_at(const vt_world *world, const vt_snapshot *snapshot) {
  VT_NEED(world != NULL && snapshot != NULL, false);
  return snapshot->model == world->origin &&
         vt_parts_equal(vt_world_parts(world), vt_saved_parts(&snapshot->saved, snapshot->size));
}

void vt_snapshot_destroy(vt_snapshot *snapshot) {
  if (snapshot == NULL) return;
  free(snapshot->saved.block);
  vt_touches_free(&snapshot->saved.touches);
  vt_cavities_free(&snapshot->saved.cavities);
  vt_model_let_go(snapshot->model);
  free(snapshot);
}

uint64_t vt_world_hash(const vt_world *world) {
  VT_NEED(world != NULL, 0);
  return vt_parts_hash(vt_world_parts(world));
}
