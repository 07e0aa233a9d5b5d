// Boxes on random motions: what is parted by a plane is not searched, and what crosses is found all the same.
#include "contact/crossing.h"

#include "check.h"
#include "contact/crossing_planes.h"
#include "geometry/triangle_distance.h"

#include <ventouse/mesh.h>

#include <stdlib.h>

enum { CORNERS = 8, CASES = 20000, TIMES = 40 };

typedef struct scene {
  vt_mesh *mesh;
  vt_surface_topology *topology;
  vt_bvh bvhs[2];
  vt_vec3 start[2][CORNERS], end[2][CORNERS];
  vt_collider colliders[2];
  vt_arena *arena;
} scene;

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_vec3 random_vec(unsigned *seed, double size) {
  double x = random_number(seed), y = random_number(seed), z = random_number(seed);
  return vt_scale(size, vt_v3(x, y, z));
}

static vt_quat random_turn(unsigned *seed, double size) {
  vt_vec3 v = random_vec(seed, size);
  return vt_quat_normalized((vt_quat){1, v.x, v.y, v.z});
}

static vt_contact_settings rule(const void *user, int a, int b) {
  (void)user, (void)a, (void)b;
  return (vt_contact_settings){.enabled = true, .alarm = 0.1, .distance = 1e-6};
}

// How far two boxes overlap at a time of their motions, below 0 where they are apart; *axis tells along what,
// from the second to the first. Vertices go straight, so that a box stays one with parallel sides.
static double overlap(const scene *s, double t, vt_vec3 *axis) {
  vt_vec3 x[2][CORNERS], edges[2][3], axes[15];
  static const int corners[4] = {0, 1, 2, 4}; // of vt_mesh_box: x fastest
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < CORNERS; ++i)
      x[k][i] = vt_madd(s->start[k][i], t, vt_sub(s->end[k][i], s->start[k][i]));
    for (int e = 0; e < 3; ++e) edges[k][e] = vt_sub(x[k][corners[e + 1]], x[k][0]);
  }
  for (int e = 0; e < 3; ++e) {
    axes[e] = vt_cross(edges[0][e], edges[0][(e + 1) % 3]);
    axes[3 + e] = vt_cross(edges[1][e], edges[1][(e + 1) % 3]);
    for (int i = 0; i < 3; ++i) axes[6 + 3 * e + i] = vt_cross(edges[0][e], edges[1][i]);
  }
  double least = INFINITY;
  for (int a = 0; a < 15; ++a) {
    if (!(vt_norm(axes[a]) > 1e-9)) continue;
    vt_vec3 n = vt_normalized(axes[a]);
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < CORNERS; ++i) {
        low[k] = fmin(low[k], vt_dot(n, x[k][i]));
        high[k] = fmax(high[k], vt_dot(n, x[k][i]));
      }
    bool above = high[1] - low[0] < high[0] - low[1];
    double depth = above ? high[1] - low[0] : high[0] - low[1];
    if (depth >= least) continue;
    least = depth;
    *axis = vt_scale(above ? 1 : -1, n);
  }
  return least;
}

static void make(scene *s) {
  vt_error error = {0};
  *s = (scene){.arena = vt_arena_create(1 << 14, &error)};
  s->mesh = vt_mesh_box(vt_v3(-0.5, -0.5, -0.5), vt_v3(0.5, 0.5, 0.5), 1, 1, 1, VT_CELL_NONE, &error);
  CHECK(s->mesh->node_count == CORNERS);
  s->topology = vt_surface_topology_create(
      s->mesh->nodes, CORNERS, s->mesh->triangles, s->mesh->triangle_count, &error);
  for (int k = 0; k < 2; ++k) CHECK(vt_bvh_init(&s->bvhs[k], &s->topology->tree, &error));
}

static void place(scene *s, unsigned *seed, double turning, double going) {
  for (int k = 0; k < 2; ++k) {
    vt_vec3 at = random_vec(seed, 2.5), motion = random_vec(seed, going);
    vt_quat pose = random_turn(seed, 4), turned = vt_quat_mul(random_turn(seed, turning), pose);
    for (int i = 0; i < CORNERS; ++i) {
      s->start[k][i] = vt_add(at, vt_quat_rotate(pose, s->mesh->nodes[i]));
      s->end[k][i] = vt_add(vt_add(at, motion), vt_quat_rotate(turned, s->mesh->nodes[i]));
    }
    s->colliders[k] = (vt_collider){.topology = s->topology,
        .bvh = &s->bvhs[k],
        .vertices = s->start[k],
        .ends = s->end[k],
        .movable = true,
        .moves = true};
  }
}

// The contacts as a step begins, then the crossings as it has ended.
static bool crosses(scene *s, vt_crossing_list *list, int *contacts) {
  vt_error error = {0};
  vt_contact *found;
  bool any;
  CHECK(vt_arena_reset(s->arena, &error));
  CHECK(
      vt_contacts_find(s->colliders, 2, rule, NULL, 0.1, NULL, 0, NULL, s->arena, &found, contacts, &error));
  for (int k = 0; k < 2; ++k) s->colliders[k].vertices = s->end[k], s->colliders[k].ends = s->start[k];
  CHECK(vt_crossings(s->colliders, 2, rule, NULL, found, *contacts, NULL, 0, &any, list, &error));
  CHECK(any == (list->count == 1));
  return any;
}

// Boxes that are aligned: no edge of one goes through a face of the other, which is where they overlap.
static void check_aligned(scene *s, vt_crossing_list *list) {
  static const struct {
    vt_vec3 by; // of the second box, each 1 m wide
    bool overlap;
  } cases[] = {{{0, 0, 0}, true}, {{0.3, 0, 0}, true}, {{0, 0, 0.999}, true}, {{0, -0.5, 0.5}, true},
      {{0, 0, 1}, false}, {{1, 0, 0}, false}, {{1, 1, 0}, false}, {{0, 0.5, 1}, false},
      {{1, 0.5, 0.5}, false}, {{0, 0, 1.001}, false}, {{0, 0, 1 - 1e-8}, false}, {{0.3, 0.2, 0.1}, true}};
  unsigned seed = 5;
  vt_error error = {0};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c)
    for (int turned = 0; turned < 2; ++turned) {
      place(s, &seed, 0, 0);
      vt_quat pose = turned ? random_turn(&seed, 4) : (vt_quat){1, 0, 0, 0};
      for (int k = 0; k < 2; ++k)
        for (int i = 0; i < CORNERS; ++i)
          s->start[k][i] = s->end[k][i] = vt_quat_rotate(pose, vt_madd(s->mesh->nodes[i], k, cases[c].by));
      CHECK(vt_crossings_now(s->colliders, 2, rule, NULL, list, &error));
      if (!CHECK((list->count == 1) == cases[c].overlap)) printf("  case %zu, turned %d\n", c, turned);
    }
}

// A cube that sinks into another by d, face to face: its lower corners are d deep, until they are nearer to
// the other's lower face or to its sides. One within the other is as deep as it is from there.
static void check_depth(scene *s, vt_crossing_list *list) {
  vt_error error = {0};
  for (int k = 0; k < 60; ++k) {
    double d = 0.02 * k + 0.01; // of an edge of 1
    unsigned seed = (unsigned)k;
    vt_quat q = random_turn(&seed, 3);
    for (int i = 0; i < CORNERS; ++i) {
      vt_vec3 p = vt_sub(s->mesh->nodes[i], s->mesh->nodes[0]);
      s->start[0][i] = s->end[0][i] = vt_quat_rotate(q, p);
      s->start[1][i] = s->end[1][i] = vt_quat_rotate(q, vt_add(vt_scale(0.5, p), vt_v3(0.25, 0.25, 1 - d)));
    }
    CHECK(vt_crossings_now(s->colliders, 2, rule, NULL, list, &error));
    CHECK(list->count == 1);
    // Corners of the small one at depths d and d - 0.5 below the face, 0.25 from the sides.
    double expected =
        d < 0.5 ? fmin(fmin(d, 1 - d), 0.25) : fmin(fmax(fmin(d, 1 - d), fmin(d - 0.5, 1.5 - d)), 0.25);
    if (list->count == 1) CHECK_NEAR(list->items[0].depth, expected, 1e-12);
  }
}

// A triangle of the box that faces along a direction.
static int triangle_facing(const scene *s, vt_vec3 direction) {
  for (int t = 0; t < s->topology->triangle_count; ++t) {
    const int *v = s->topology->triangles + 3 * t;
    const vt_vec3 *x = s->mesh->nodes;
    if (vt_dot(vt_triangle_normal(x[v[0]], x[v[1]], x[v[2]]), direction) > 0.9) return t;
  }
  return -1;
}

// Two boxes, one on the other, that turn together by 60 degrees: no plane that stands still parts them all
// along, but the face between them does. It is found behind any number of contacts at a face that does not,
// of which one is tried.
static void check_same_planes(scene *s) {
  enum { OTHERS = 50 };
  static vt_contact contacts[OTHERS + 1];
  unsigned seed = 1;
  int at = 0;
  vt_quat turn = vt_quat_exp(vt_v3(VT_PI / 3, 0, 0));
  place(s, &seed, 0, 0);
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < CORNERS; ++i) {
      s->start[k][i] = vt_add(s->mesh->nodes[i], vt_v3(0, 0, k == 0 ? 1.001 : 0));
      s->end[k][i] = vt_quat_rotate(turn, s->start[k][i]);
    }
  for (int k = 0; k < 2; ++k) s->colliders[k].vertices = s->end[k], s->colliders[k].ends = s->start[k];
  for (int k = 0; k <= OTHERS; ++k)
    contacts[k] = (vt_contact){.body_b = 1,
        .feature_a = vt_feature(VT_FEATURE_VERTEX, 0),
        .feature_b = vt_feature(
            VT_FEATURE_TRIANGLE, triangle_facing(s, k < OTHERS ? vt_v3(1, 0, 0) : vt_v3(0, 0, 1)))};
  CHECK(!vt_crossing_is_parted(s->colliders, 0, 1, contacts, OTHERS, &at) && at == OTHERS);
  at = 0;
  CHECK(vt_crossing_is_parted(s->colliders, 0, 1, contacts, OTHERS + 1, &at) && at == OTHERS + 1);
}

// Of boxes that are apart as they begin: those that are inside each other in the end cross, and those that
// come out on the other side; those that are apart all the time do not.
int main(void) {
  static scene s;
  vt_crossing_list list = {0};
  unsigned seed = 3;
  int inside = 0, passed = 0, apart = 0, with_contacts = 0;
  make(&s);
  check_aligned(&s, &list);
  check_same_planes(&s);
  for (int k = 0; k < CASES; ++k) {
    vt_vec3 first, last;
    double largest = -INFINITY;
    place(&s, &seed, k % 2 == 0 ? 0.3 : 2, k % 4 == 0 ? 6 : 1.5);
    if (overlap(&s, 0, &first) > -1e-3) continue;
    for (int t = 1; t < TIMES; ++t) largest = fmax(largest, overlap(&s, (double)t / TIMES, &last));
    double in_end = overlap(&s, 1, &last);
    int contacts;
    bool found = crosses(&s, &list, &contacts);
    with_contacts += contacts > 0 && fmax(largest, in_end) < 0;
    if (in_end > 1e-3) {
      CHECK(found);
      ++inside;
    } else if (in_end < -1e-3 && largest > 0.05 && vt_dot(first, last) < -0.5 && k % 4 == 0) {
      CHECK(found);
      ++passed;
    } else if (fmax(largest, in_end) < -0.05) {
      CHECK(!found);
      ++apart;
    }
  }
  check_depth(&s, &list);
  printf("%d inside, %d passed through, %d apart, %d with contacts\n", inside, passed, apart, with_contacts);
  CHECK(inside > 1000 && passed > 20 && apart > 1000 && with_contacts > 100);
  free(list.items);
  for (int k = 0; k < 2; ++k) vt_bvh_free(&s.bvhs[k]);
  vt_surface_topology_destroy(s.topology);
  vt_mesh_destroy(s.mesh);
  vt_arena_destroy(s.arena);
  return check_report();
}
