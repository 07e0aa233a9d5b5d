// Closed surfaces for tests of cavities: turned shapes, boxes, and a stage to set them up on.
#ifndef VT_TESTS_FLOOD_SHAPES_H
#define VT_TESTS_FLOOD_SHAPES_H

#include "cavity/cavity.h"

#include "check.h"

#include <ventouse/mesh.h>

#include <stdlib.h>

enum { MAX_BODIES = 4 };

typedef struct stage {
  int count;
  vt_mesh *meshes[MAX_BODIES];
  vt_surface_topology *topologies[MAX_BODIES];
  vt_bvh bvhs[MAX_BODIES];
  vt_collider colliders[MAX_BODIES];
  const vt_vec3 *surfaces[MAX_BODIES];
  vt_arena *arena;
  vt_cavities cavities;
  vt_detected found;
} stage;

static const double stage_distance = 1e-4, stage_sealing = 5e-5; // m

static inline vt_contact_settings stage_rule(const void *user, int a, int b) {
  (void)user, (void)a, (void)b;
  return (vt_contact_settings){
      .enabled = true, .friction = 0.5, .alarm = 2e-3, .distance = stage_distance, .sealing = stage_sealing};
}

// Takes the mesh.
static inline void stage_add(stage *s, vt_mesh *mesh, vt_pose pose) {
  vt_error error = {0};
  int k = s->count++;
  s->meshes[k] = mesh;
  if (!CHECK(mesh != NULL && vt_mesh_check_closed(mesh, &error) && vt_mesh_volume(mesh) > 0))
    printf("  %s\n", error.message);
  if (mesh == NULL) exit(1);
  for (int i = 0; i < mesh->node_count; ++i) mesh->nodes[i] = vt_pose_apply(pose, mesh->nodes[i]);
  s->topologies[k] = vt_surface_topology_create(
      mesh->nodes, mesh->node_count, mesh->triangles, mesh->triangle_count, &error);
  if (!CHECK(s->topologies[k] != NULL && vt_bvh_init(&s->bvhs[k], &s->topologies[k]->tree, &error))) exit(1);
  s->colliders[k] = (vt_collider){.topology = s->topologies[k],
      .bvh = &s->bvhs[k],
      .vertices = mesh->nodes,
      .ends = mesh->nodes,
      .movable = true,
      .moves = true};
  s->surfaces[k] = mesh->nodes;
}

typedef bool (*finder)(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_error *error);

// Whether a detector has an answer.
static inline bool stage_find(stage *s, finder find) {
  vt_error error = {0};
  if (s->arena == NULL) s->arena = vt_arena_create(1 << 20, &error);
  s->found.cavities = &s->cavities;
  bool done = s->arena != NULL && vt_arena_reset(s->arena, &error) &&
              find(s->colliders, s->count, stage_rule, NULL, s->arena, &s->found, &error);
  if (!done) printf("  %s\n", error.message);
  return done;
}

static inline void stage_free(stage *s) {
  for (int k = 0; k < s->count; ++k) {
    vt_mesh_destroy(s->meshes[k]);
    vt_surface_topology_destroy(s->topologies[k]);
    vt_bvh_free(&s->bvhs[k]);
  }
  vt_cavities_free(&s->cavities);
  vt_arena_destroy(s->arena);
}

static inline vt_pose at(double x, double y, double z) { return (vt_pose){{x, y, z}, vt_quat_identity()}; }

static inline vt_mesh *box(vt_vec3 min, vt_vec3 max, int nx, int ny, int nz) {
  vt_error error = {0};
  return vt_mesh_box(min, max, nx, ny, nz, VT_CELL_NONE, &error);
}

// ---------------------------------------------------------------- turned shapes

typedef struct outline {
  int count;
  double r[512], z[512]; // m
} outline;

// Goes straight to a point in steps no longer than `step`.
static inline void line_to(outline *o, double r, double z, double step) {
  int n = 1;
  double r0 = r, z0 = z;
  if (o->count > 0) {
    r0 = o->r[o->count - 1], z0 = o->z[o->count - 1];
    n = (int)ceil(hypot(r - r0, z - z0) / step);
  }
  for (int i = 1; i <= n && o->count < 512; ++i, ++o->count) {
    o->r[o->count] = i == n ? r : r0 + (r - r0) * i / n;
    o->z[o->count] = i == n ? z : z0 + (z - z0) * i / n;
  }
}

// Turns an outline about the z axis in n steps, solid on its left going up the r-z plane with r to the right.
// One that begins and ends on the axis has its ends as poles; any other is closed to a ring.
static inline vt_mesh *turn(const outline *o, int n) {
  bool ring = o->r[0] > 0;
  int *base = calloc((size_t)o->count + 1, sizeof *base), nodes = 0, triangles = 0;
  vt_vec3 *x = calloc((size_t)(o->count * n), sizeof *x);
  int *t = calloc((size_t)(o->count * n) * 6, sizeof *t);
  for (int k = 0; k < o->count; ++k) {
    base[k] = nodes;
    for (int i = 0; i < (o->r[k] > 0 ? n : 1); ++i) {
      double angle = 2 * VT_PI * i / n;
      x[nodes++] = vt_v3(o->r[k] * cos(angle), o->r[k] * sin(angle), o->z[k]);
    }
  }
  for (int k = 0; k < o->count - (ring ? 0 : 1); ++k) {
    int l = (k + 1) % o->count;
    for (int i = 0; i < n; ++i) {
      int j = (i + 1) % n;
      int a = base[k] + (o->r[k] > 0 ? i : 0), b = base[k] + (o->r[k] > 0 ? j : 0);
      int c = base[l] + (o->r[l] > 0 ? i : 0), d = base[l] + (o->r[l] > 0 ? j : 0);
      int quad[2][3] = {{a, b, d}, {a, d, c}};
      for (int q = 0; q < 2; ++q) {
        if (quad[q][0] == quad[q][1] || quad[q][1] == quad[q][2] || quad[q][2] == quad[q][0]) continue;
        for (int e = 0; e < 3; ++e) t[3 * triangles + e] = quad[q][e];
        ++triangles;
      }
    }
  }
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_create("turned", x, nodes, VT_CELL_NONE, NULL, 0, t, triangles, &error);
  if (mesh == NULL) printf("%s\n", error.message);
  free(base), free(x), free(t);
  return mesh;
}

// A cup with its mouth at z = 0, opening downwards: a hollow with straight walls of `radius` and `depth`, as
// a cylinder of radius + wall and depth + wall.
static inline vt_mesh *straight_cup(double radius, double depth, double wall, double step, int n) {
  outline o = {0};
  line_to(&o, 0, depth, step);
  line_to(&o, radius, depth, step);
  line_to(&o, radius, 0, step);
  line_to(&o, radius + wall, 0, step);
  line_to(&o, radius + wall, depth + wall, step);
  line_to(&o, 0, depth + wall, step);
  return turn(&o, n);
}

// A cup with a hollow like a dome (half an ellipse) and a round lip.
static inline vt_mesh *dome_cup(double radius, double depth, double wall, double step, int n) {
  outline o = {0};
  int quarter = (int)ceil(0.5 * VT_PI * fmax(radius, depth) / step), half = 8;
  double lip = 0.5 * wall;
  for (int i = 0; i <= quarter; ++i) {
    double u = 0.5 * VT_PI * i / quarter;
    o.r[o.count] = i == 0 ? 0 : radius * sin(u), o.z[o.count++] = lip + depth * cos(u);
  }
  for (int i = 1; i <= half; ++i) {
    double u = VT_PI * i / half;
    o.r[o.count] = radius + lip - lip * cos(u), o.z[o.count++] = lip - lip * sin(u);
  }
  line_to(&o, radius + wall, depth + wall + lip, step);
  line_to(&o, 0, depth + wall + lip, step);
  return turn(&o, n);
}

// A tube between two radii from z = 0 to `height`.
static inline vt_mesh *tube(double inner, double outer, double height, double step, int n) {
  outline o = {0};
  line_to(&o, inner, 0, step);
  line_to(&o, outer, 0, step);
  line_to(&o, outer, height, step);
  line_to(&o, inner, height, step);
  line_to(&o, inner, 0, step);
  --o.count; // the first point again
  return turn(&o, n);
}

// The area of a regular polygon of n corners over that of its circumscribed circle's square radius.
static inline double polygon(int n) { return 0.5 * n * sin(2 * VT_PI / n); }

#endif
