// Scenes of several solids, in which detectors look for cavities.
#ifndef VT_TESTS_CAVITY_SOLID_SCENE_H
#define VT_TESTS_CAVITY_SOLID_SCENE_H

#include "cavity/cavity.h"
#include "solids.h"

enum { SCENE_MOST = 8 };

typedef struct solid_scene {
  int count;
  solid solids[SCENE_MOST];
  vt_surface_topology *topologies[SCENE_MOST];
  vt_bvh bvhs[SCENE_MOST];
  vt_collider colliders[SCENE_MOST];
  const vt_vec3 *surfaces[SCENE_MOST];
  vt_contact_settings settings; // of all pairs
  vt_arena *arena;
  vt_cavities cavities;
  vt_detected found;
} solid_scene;

typedef bool (*cavity_finder)(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_error *error);

// Contact distance 0.1 mm, sealing distance 0.05 mm, alarm distance 2 mm.
void scene_begin(solid_scene *scene);
// Takes the solid; it is placed and then added. Its body's number.
int scene_add(solid_scene *scene, solid s, vt_pose pose, bool moves);
// Places all bodies anew.
void scene_move(solid_scene *scene, vt_pose pose);
void scene_move_body(solid_scene *scene, int body, vt_pose pose);
// How many cavities there are; -1 on failure.
int scene_find(solid_scene *scene, cavity_finder find);
double scene_volume(const solid_scene *scene, int cavity); // m^3; NaN if there is no such cavity
void scene_end(solid_scene *scene);

static inline vt_pose pose_at(double x, double y, double z) { return (vt_pose){{x, y, z}, {1, 0, 0, 0}}; }
static inline vt_pose pose_turned(vt_vec3 position, vt_vec3 turn) {
  return (vt_pose){position, vt_quat_exp(turn)};
}

// A set of cavities with all that belongs to it; `to` keeps the room it has.
bool cavities_copy(vt_cavities *to, const vt_cavities *from, vt_error *error);

#endif
