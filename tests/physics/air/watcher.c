// Detectors of cavities that look at a world from outside.
#include "watcher.h"

#include <stdio.h>
#include <stdlib.h>

void watcher_begin(watcher *w, const vt_world *world) {
  const vt_model *model = vt_world_model(world);
  vt_error error = {0};
  *w = (watcher){.count = vt_model_body_count(model), .contact = vt_model_contact_settings(model, 0)};
  w->found.cavities = &w->cavities;
  w->arena = vt_arena_create(1 << 22, &error);
  if (w->count > WATCHED_MOST || w->arena == NULL) printf("watcher: %s\n", error.message), exit(1);
  for (int b = 0; b < w->count; ++b) {
    vt_surface_view view = vt_world_collision_surface(world, b);
    vt_body_kind kind = vt_model_body_kind(model, b);
    w->surfaces[b] = view.vertices;
    w->topologies[b] = vt_surface_topology_create(
        view.vertices, view.vertex_count, view.triangles, view.triangle_count, &error);
    if (w->topologies[b] == NULL || !vt_bvh_init(&w->bvhs[b], &w->topologies[b]->tree, &error))
      printf("watcher: %s\n", error.message), exit(1);
    w->colliders[b] = (vt_collider){.topology = w->topologies[b],
        .bvh = &w->bvhs[b],
        .vertices = view.vertices,
        .ends = view.vertices,
        .movable = kind == VT_BODY_DEFORMABLE || kind == VT_BODY_RIGID,
        .moves = kind != VT_BODY_FIXED,
        .soft = kind == VT_BODY_DEFORMABLE};
  }
}

static vt_contact_settings same_for_all(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

bool watcher_find(watcher *w, bool flood) {
  vt_error error = {0};
  bool done = vt_arena_reset(w->arena, &error) &&
              (flood ? vt_cavities_find_floodfill : vt_cavities_find_union)(
                  w->colliders, w->count, same_for_all, &w->contact, w->arena, &w->found, &error);
  if (!done) printf("watcher: %s\n", error.message);
  return done;
}

double watcher_volume(const watcher *w, int cavity) {
  return vt_cavity_measure(&w->cavities, cavity, w->surfaces).volume;
}

void watcher_end(watcher *w) {
  for (int b = 0; b < w->count; ++b) {
    vt_surface_topology_destroy(w->topologies[b]);
    vt_bvh_free(&w->bvhs[b]);
  }
  vt_cavities_free(&w->cavities);
  vt_arena_destroy(w->arena);
}
