// Closed surfaces for tests of cavities, and scenes of several of them.
#ifndef VT_TESTS_CAVITY_SOLIDS_H
#define VT_TESTS_CAVITY_SOLIDS_H

#include "cavity/cavity.h"

// Outward, closed.
typedef struct solid {
  int vertex_count, triangle_count;
  vt_vec3 *vertices; // m
  int *triangles;    // 3 per triangle
} solid;

void solid_free(solid *s);

// A profile, (r, z) for each point, turned around the z axis. Not a ring: it begins and ends on the axis (r =
// 0).
solid solid_lathe(const double *profile, int count, bool ring, int segments);
// The sides in n[0] x n[1] x n[2] squares of two triangles.
solid solid_box(vt_vec3 low, vt_vec3 high, int nx, int ny, int nz);
// A slab between z = bottom and a height over the square (0, 0)-(side, side), in n x n squares.
solid solid_slab(double side, int n, double bottom, double (*height)(double x, double y));

// A cup with its lip in the plane z = 0 and the mouth down: a dome of the given radius and height inside, a
// flat lip of 2.5 mm, a cylinder outside.
solid solid_dome_cup(double radius, double height, int segments, int rings);
// The air under its dome, for infinitely many segments and rings, m^3.
double dome_volume(double radius, double height);
solid solid_tube(double inner, double outer, double low, double high, int segments);
solid solid_sphere(double radius, int segments);

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

#endif
