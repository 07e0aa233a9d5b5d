// Scenes of several solids, in which detectors look for cavities.
#include "solid_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scene_begin(solid_scene *scene) {
  vt_error error = {0};
  *scene = (solid_scene){
      .settings = {.enabled = true, .friction = 0.5, .alarm = 2e-3, .distance = 1e-4, .sealing = 5e-5}};
  scene->arena = vt_arena_create(1 << 20, &error);
  scene->found.cavities = &scene->cavities;
  if (scene->arena == NULL) abort();
}

static void place(solid *s, vt_pose pose) {
  for (int k = 0; k < s->vertex_count; ++k) s->vertices[k] = vt_pose_apply(pose, s->vertices[k]);
}

int scene_add(solid_scene *scene, solid s, vt_pose pose, bool moves) {
  vt_error error = {0};
  int b = scene->count++;
  if (b >= SCENE_MOST) abort();
  place(&s, pose);
  scene->solids[b] = s;
  scene->topologies[b] =
      vt_surface_topology_create(s.vertices, s.vertex_count, s.triangles, s.triangle_count, &error);
  if (scene->topologies[b] == NULL || !vt_bvh_init(&scene->bvhs[b], &scene->topologies[b]->tree, &error))
    abort();
  scene->colliders[b] = (vt_collider){.topology = scene->topologies[b],
      .bvh = &scene->bvhs[b],
      .vertices = s.vertices,
      .ends = s.vertices,
      .movable = moves,
      .moves = moves};
  scene->surfaces[b] = s.vertices;
  return b;
}

void scene_move_body(solid_scene *scene, int body, vt_pose pose) { place(&scene->solids[body], pose); }

void scene_move(solid_scene *scene, vt_pose pose) {
  for (int b = 0; b < scene->count; ++b) place(&scene->solids[b], pose);
}

static vt_contact_settings same_for_all(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

int scene_find(solid_scene *scene, cavity_finder find) {
  vt_error error = {0};
  if (!vt_arena_reset(scene->arena, &error)) return -1;
  if (find(scene->colliders, scene->count, same_for_all, &scene->settings, scene->arena, &scene->found,
          &error))
    return scene->cavities.count;
  printf("%s\n", error.message);
  return -1;
}

double scene_volume(const solid_scene *scene, int cavity) {
  if (cavity >= scene->cavities.count) return NAN;
  return vt_cavity_measure(&scene->cavities, cavity, scene->surfaces).volume;
}

void scene_end(solid_scene *scene) {
  for (int b = 0; b < scene->count; ++b) {
    solid_free(&scene->solids[b]);
    vt_surface_topology_destroy(scene->topologies[b]);
    vt_bvh_free(&scene->bvhs[b]);
  }
  vt_arena_destroy(scene->arena);
  vt_cavities_free(&scene->cavities);
  *scene = (solid_scene){0};
}

bool cavities_copy(vt_cavities *to, const vt_cavities *from, vt_error *error) {
  if (to == from) return true;
  if (!VT_RESERVE(&to->items, &to->item_room, from->count, error) ||
      !VT_RESERVE(&to->vertices, &to->vertex_room, from->vertex_count, error) ||
      !VT_RESERVE(&to->triangles, &to->triangle_room, from->triangle_count, error) ||
      !VT_RESERVE(&to->ties, &to->tie_room, from->tie_count, error))
    return false;
  to->count = from->count;
  to->vertex_count = from->vertex_count;
  to->triangle_count = from->triangle_count;
  to->tie_count = from->tie_count;
  to->next_id = from->next_id;
  if (from->count > 0) memcpy(to->items, from->items, (size_t)from->count * sizeof *to->items);
  if (from->vertex_count > 0)
    memcpy(to->vertices, from->vertices, (size_t)from->vertex_count * sizeof *to->vertices);
  if (from->triangle_count > 0)
    memcpy(to->triangles, from->triangles, (size_t)from->triangle_count * sizeof *to->triangles);
  if (from->tie_count > 0) memcpy(to->ties, from->ties, (size_t)from->tie_count * sizeof *to->ties);
  return true;
}
