// Which contacts there are: boxes on a ground, rules, bodies that cannot move, fast bodies, order; edges on
// soft faces; bodies that cross and how deep they are seen.
#include "contact/crossing.h"

#include "check.h"

#include <ventouse/mesh.h>

#include <stdlib.h>

enum { MOST = 4 };

typedef struct scene {
  int count;
  vt_mesh *meshes[MOST];
  vt_surface_topology *topologies[MOST];
  vt_bvh bvhs[MOST];
  vt_vec3 *vertices[MOST], *ends[MOST];
  vt_collider colliders[MOST];
  vt_arena *arena;
  vt_contact *contacts;
  int contact_count;
  vt_crossing_list crossings; // handed to the search
} scene;

static vt_contact_settings everything(const void *user, int a, int b) {
  (void)user, (void)a, (void)b;
  return (vt_contact_settings){
      .enabled = true, .friction = 0.3, .alarm = 0.01, .distance = 1e-3, .sealing = 1e-4};
}

static vt_contact_settings not_with_two(const void *user, int a, int b) {
  vt_contact_settings settings = everything(user, a, b);
  settings.enabled = a != 2 && b != 2;
  settings.friction = *(const double *)user;
  return settings;
}

// A box given by its middle and half sides, moving by `motion` during the step.
static void add_box(scene *s, vt_vec3 middle, vt_vec3 half, vt_vec3 motion, bool movable) {
  vt_error error = {0};
  int k = s->count++;
  s->meshes[k] = vt_mesh_box(vt_sub(middle, half), vt_add(middle, half), 1, 1, 1, VT_CELL_NONE, &error);
  vt_mesh *m = s->meshes[k];
  s->topologies[k] =
      vt_surface_topology_create(m->nodes, m->node_count, m->triangles, m->triangle_count, &error);
  CHECK(s->topologies[k] != NULL && vt_bvh_init(&s->bvhs[k], &s->topologies[k]->tree, &error));
  s->ends[k] = calloc((size_t)m->node_count, sizeof(vt_vec3));
  for (int i = 0; i < m->node_count; ++i) s->ends[k][i] = vt_add(m->nodes[i], motion);
  s->colliders[k] = (vt_collider){.topology = s->topologies[k],
      .bvh = &s->bvhs[k],
      .vertices = m->nodes,
      .ends = s->ends[k],
      .movable = movable,
      .moves = movable};
}

static void find(scene *s, vt_contact_rule rule, const void *user) {
  vt_error error = {0};
  if (s->arena == NULL) s->arena = vt_arena_create(1 << 14, &error);
  CHECK(vt_arena_reset(s->arena, &error));
  CHECK(vt_contacts_find(s->colliders, s->count, rule, user, 1, s->crossings.items, s->crossings.count, NULL,
      s->arena, &s->contacts, &s->contact_count, &error));
}

static void free_scene(scene *s) {
  for (int k = 0; k < s->count; ++k) {
    vt_mesh_destroy(s->meshes[k]);
    vt_surface_topology_destroy(s->topologies[k]);
    vt_bvh_free(&s->bvhs[k]);
    free(s->ends[k]);
  }
  vt_arena_destroy(s->arena);
  free(s->crossings.items);
}

static int between(const scene *s, int a, int b) {
  int count = 0;
  for (int k = 0; k < s->contact_count; ++k)
    count += s->contacts[k].body_a == a && s->contacts[k].body_b == b;
  return count;
}

static const vt_vec3 still = {0, 0, 0};

// A ground, a box 2 mm above it, a second far away, a third fixed in the ground's side.
static void check_pairs(void) {
  scene s = {0};
  add_box(&s, vt_v3(0, 0, -0.5), vt_v3(2, 2, 0.5), still, false);
  add_box(&s, vt_v3(0, 0, 0.102), vt_v3(0.1, 0.1, 0.1), still, true);
  add_box(&s, vt_v3(0.5, 0, 0.105), vt_v3(0.1, 0.1, 0.1), still, true);
  add_box(&s, vt_v3(2.1, 0, -0.5), vt_v3(0.1, 0.1, 0.1), still, false);
  find(&s, everything, NULL);
  CHECK(s.contact_count == 8 && between(&s, 0, 1) == 4 && between(&s, 0, 2) == 4);
  for (int k = 0; k < s.contact_count; ++k) {
    const vt_contact *c = &s.contacts[k];
    // The normal points from B towards A, that is down into the ground.
    CHECK_NEAR(c->normal.z, -1, 1e-12);
    CHECK_NEAR(c->distance, c->body_b == 1 ? 0.002 : 0.005, 1e-12);
    CHECK(c->kept == 1e-3 && c->friction == 0.3);
    CHECK_NEAR(vt_norm(c->tangent1), 1, 1e-14);
    CHECK_NEAR(vt_dot(c->tangent1, c->normal), 0, 1e-14);
    CHECK_NEAR(vt_norm(vt_sub(vt_cross(c->normal, c->tangent1), c->tangent2)), 0, 1e-14);
    double sum_a = 0, sum_b = 0;
    for (int i = 0; i < 3; ++i) sum_a += c->weight_a[i], sum_b += c->weight_b[i];
    CHECK_NEAR(sum_a, 1, 1e-12);
    CHECK_NEAR(sum_b, 1, 1e-12);
    if (k == 0) continue;
    const vt_contact *before = &s.contacts[k - 1];
    CHECK(before->body_b < c->body_b ||
          (before->body_b == c->body_b &&
              (before->feature_a < c->feature_a ||
                  (before->feature_a == c->feature_a && before->feature_b < c->feature_b))));
  }
  double friction = 0.9;
  find(&s, not_with_two, &friction);
  CHECK(s.contact_count == 4 && between(&s, 0, 1) == 4 && s.contacts[0].friction == 0.9);
  free_scene(&s);
}

// 20 cm above the ground and 30 cm down in one step: too far for the alarm distance, but not for the motion.
static void check_fast(void) {
  scene s = {0};
  add_box(&s, vt_v3(0, 0, -0.5), vt_v3(2, 2, 0.5), still, false);
  add_box(&s, vt_v3(0, 0, 0.3), vt_v3(0.1, 0.1, 0.1), vt_v3(0, 0, -0.3), true);
  find(&s, everything, NULL);
  CHECK(between(&s, 0, 1) == 4);
  s.colliders[1].ends = s.colliders[1].vertices;
  find(&s, everything, NULL);
  CHECK(s.contact_count == 0);
  free_scene(&s);
}

// The same arena serves any number of contacts, also more than it first had room for.
static void check_many(void) {
  scene s = {0};
  vt_error error = {0};
  add_box(&s, vt_v3(0, 0, -0.5), vt_v3(2, 2, 0.5), still, false);
  s.meshes[1] = vt_mesh_box(vt_v3(-1, -1, 0.002), vt_v3(1, 1, 0.1), 20, 20, 1, VT_CELL_NONE, &error);
  vt_mesh *m = s.meshes[1];
  s.count = 2;
  s.topologies[1] =
      vt_surface_topology_create(m->nodes, m->node_count, m->triangles, m->triangle_count, &error);
  CHECK(vt_bvh_init(&s.bvhs[1], &s.topologies[1]->tree, &error));
  s.ends[1] = calloc(1, sizeof(vt_vec3));
  s.colliders[1] = (vt_collider){
      .topology = s.topologies[1], .bvh = &s.bvhs[1], .vertices = m->nodes, .movable = true, .moves = true};
  find(&s, everything, NULL);
  CHECK(s.contact_count == 21 * 21);
  free_scene(&s);
}

// A box that stands with an edge across the middle of a face of 4 x 4 cells: between two rows of vertices,
// nothing but the edges of the flat face is under it. A stiff face needs no contacts there, a soft one does.
static void check_edge_on_face(void) {
  for (int soft = 0; soft < 2; ++soft) {
    scene s = {0};
    add_box(&s, vt_v3(0.01, 0, 0.105), vt_v3(0.1, 3, 0.1), still, true);
    vt_error error = {0};
    s.meshes[1] = vt_mesh_box(vt_v3(-1, -1, -0.2), vt_v3(1, 1, 0), 4, 4, 1, VT_CELL_NONE, &error);
    vt_mesh *m = s.meshes[1];
    s.count = 2;
    s.topologies[1] =
        vt_surface_topology_create(m->nodes, m->node_count, m->triangles, m->triangle_count, &error);
    CHECK(vt_bvh_init(&s.bvhs[1], &s.topologies[1]->tree, &error));
    s.colliders[1] = (vt_collider){
        .topology = s.topologies[1], .bvh = &s.bvhs[1], .vertices = m->nodes, .movable = true, .soft = soft};
    find(&s, everything, NULL);
    int across = 0;
    for (int k = 0; k < s.contact_count; ++k) {
      const vt_contact *c = &s.contacts[k];
      bool edges = vt_feature_kind_of(c->feature_a) == VT_FEATURE_EDGE &&
                   vt_feature_kind_of(c->feature_b) == VT_FEATURE_EDGE;
      // The rim of the face is sharp and counts for both; 1 m from the middle.
      double y = 0;
      for (int i = 0; i < 3; ++i) y += c->weight_b[i] * m->nodes[c->b[i]].y;
      across += edges && fabs(y) < 0.99;
      CHECK_NEAR(c->distance, 0.005, 1e-12);
    }
    // Each of the box's two lower edges crosses 3 edges along x and 4 diagonals.
    CHECK(across == (soft ? 14 : 0));
    free_scene(&s);
  }
}

// Boxes that cross, one inside another, and one apart; deep vertices are seen where bodies are said to cross.
static void check_crossing(void) {
  scene s = {0};
  vt_error error = {0};
  add_box(&s, vt_v3(0, 0, -0.5), vt_v3(2, 2, 0.5), still, false);
  add_box(&s, vt_v3(0, 0, 0.05), vt_v3(0.1, 0.1, 0.1), still, true);    // 5 cm inside
  add_box(&s, vt_v3(1, 0, -0.2), vt_v3(0.1, 0.1, 0.1), still, true);    // wholly inside
  add_box(&s, vt_v3(-1, 0, 0.1005), vt_v3(0.1, 0.1, 0.1), still, true); // above
  CHECK(vt_crossings_now(s.colliders, s.count, everything, NULL, &s.crossings, &error));
  CHECK(s.crossings.count == 2);
  CHECK(vt_crossing_among(s.crossings.items, s.crossings.count, 0, 1));
  CHECK(vt_crossing_among(s.crossings.items, s.crossings.count, 0, 2));
  find(&s, everything, NULL);
  CHECK(between(&s, 0, 1) == 4 && between(&s, 0, 2) > 0 && between(&s, 0, 3) == 4);
  for (int k = 0; k < s.contact_count; ++k)
    if (s.contacts[k].body_b == 1) CHECK_NEAR(s.contacts[k].distance, -0.05, 1e-12);
  // Unknown, they are too deep for the alarm distance.
  s.crossings.count = 0;
  find(&s, everything, NULL);
  CHECK(between(&s, 0, 1) == 0 && between(&s, 0, 2) == 0 && between(&s, 0, 3) == 4);
  // What crosses is counted unless known, and whether it moved; a pass through is seen along the path.
  bool any = false;
  vt_crossing_list *found = &s.crossings;
  CHECK(vt_crossings(s.colliders, s.count, everything, NULL, NULL, 0, NULL, 0, &any, found, &error));
  CHECK(found->count == 1 && found->fast == 0 && any);
  for (int i = 0; i < s.meshes[1]->node_count; ++i) s.ends[1][i].z += 0.2;
  CHECK(vt_crossings(s.colliders, s.count, everything, NULL, NULL, 0, NULL, 0, &any, found, &error));
  CHECK(found->count == 1 && found->fast == 1 && any);
  CHECK(vt_crossing_among(found->items, found->count, 0, 1));
  const vt_crossing known = {0, 1, 0};
  CHECK(vt_crossings(s.colliders, s.count, everything, NULL, NULL, 0, &known, 1, &any, found, &error));
  CHECK(found->count == 0 && any);
  free_scene(&s);
}

// A contact that was foreseen is known again: a vertex over a face, with the face's normal and its distance
// now; not beside the face, behind it or out of reach. Two edges that cross likewise.
static void check_recall(void) {
  scene s = {0};
  const vt_vec3 half = vt_v3(0.01, 0.01, 0.01);
  add_box(&s, still, half, still, false);
  add_box(&s, vt_v3(0.003, 0.002, 0.022), half, still, true);
  vt_contact_settings settings = everything(NULL, 0, 1);
  const vt_vec3 up = vt_v3(0, 0, -1); // from B towards A
  int found = 0, edges = 0;
  for (int a = 0; a < 2; ++a) // the vertices of one over the faces of the other
    for (int v = 0; v < s.topologies[a]->vertex_count; ++v)
      for (int t = 0; t < s.topologies[1 - a]->triangle_count; ++t) {
        vt_contact c;
        int vertex = vt_feature(VT_FEATURE_VERTEX, v), face = vt_feature(VT_FEATURE_TRIANGLE, t);
        if (!vt_contact_recall(
                s.colliders, 0, 1, a == 0 ? vertex : face, a == 0 ? face : vertex, up, &settings, &c))
          continue;
        ++found;
        CHECK(c.foreseen && c.slack == 0 && c.kept == settings.distance);
        CHECK_NEAR(c.distance, 0.002, 1e-15);
        CHECK_NEAR(vt_dot(c.normal, up), 1, 1e-15);
        CHECK_NEAR(vt_dot(c.tangent1, c.normal), 0, 1e-15);
      }
  CHECK(found == 2); // one corner of each is over a face of the other
  for (int e = 0; e < s.topologies[0]->edge_count; ++e)
    for (int f = 0; f < s.topologies[1]->edge_count; ++f) {
      vt_contact c;
      if (!vt_contact_recall(s.colliders, 0, 1, vt_feature(VT_FEATURE_EDGE, e),
              vt_feature(VT_FEATURE_EDGE, f), up, &settings, &c))
        continue;
      ++edges;
      CHECK_NEAR(c.distance, 0.002, 1e-15);
    }
  CHECK(edges >= 2); // sides of the upper one over sides of the lower, and over diagonals
  vt_contact c;
  CHECK(!vt_contact_recall(s.colliders, 0, 1, vt_feature(VT_FEATURE_VERTEX, 0),
      vt_feature(VT_FEATURE_VERTEX, 0), up, &settings, &c));
  free_scene(&s);
}

int main(void) {
  check_recall();
  check_pairs();
  check_fast();
  check_many();
  check_edge_on_face();
  check_crossing();
  return check_report();
}
