// Surface topology and box trees: every edge and star by counting, boxes that contain everything, and pairs
// against all pairs; memory that runs out.
#include "check.h"
#include "failing_memory.h"
#include "surfaces.h"

// ---------------------------------------------------------------- topology

static bool in_triangle(const shape *s, int t, int v) {
  const int *c = s->triangles + 3 * t;
  return c[0] == v || c[1] == v || c[2] == v;
}

static void check_edges(const shape *s) {
  const vt_surface_topology *t = s->topology;
  int *sides = calloc((size_t)t->edge_count + 1, sizeof(int)),
      *owners = calloc((size_t)t->edge_count + 1, sizeof(int));
  for (int e = 0; e < t->edge_count; ++e) {
    const vt_surface_edge *edge = &t->edges[e];
    CHECK(edge->vertices[0] < edge->vertices[1]);
    for (int k = 0; k < 2; ++k)
      CHECK(edge->triangles[k] < 0 || (in_triangle(s, edge->triangles[k], edge->vertices[0]) &&
                                          in_triangle(s, edge->triangles[k], edge->vertices[1])));
  }
  for (int k = 0; k < 3 * t->triangle_count; ++k) {
    int a = t->triangles[k], b = t->triangles[k - k % 3 + (k + 1) % 3], e = t->triangle_edges[k];
    CHECK((a == b) == (e < 0));
    if (e < 0) continue;
    CHECK(t->edges[e].vertices[0] == (a < b ? a : b) && t->edges[e].vertices[1] == (a < b ? b : a));
    CHECK(t->edges[e].triangles[0] == k / 3 || t->edges[e].triangles[1] == k / 3);
    ++sides[e];
    owners[e] += t->owned[k / 3] >> (3 + k % 3) & 1;
  }
  for (int e = 0; e < t->edge_count; ++e)
    CHECK(sides[e] == (t->edges[e].triangles[1] < 0 ? 1 : 2) && owners[e] == 1);
  free(sides);
  free(owners);
}

static void check_stars(const shape *s) {
  const vt_surface_topology *t = s->topology;
  for (int v = 0; v < t->vertex_count; ++v) {
    int triangles = 0, edges = 0, owners = 0;
    for (int k = 0; k < t->triangle_count; ++k) triangles += in_triangle(s, k, v);
    for (int e = 0; e < t->edge_count; ++e)
      edges += t->edges[e].vertices[0] == v || t->edges[e].vertices[1] == v;
    for (int k = 0; k < 3 * t->triangle_count; ++k)
      owners += t->triangles[k] == v && (t->owned[k / 3] >> k % 3 & 1);
    CHECK(t->vertex_triangle_start[v + 1] - t->vertex_triangle_start[v] == triangles);
    CHECK(t->vertex_edge_start[v + 1] - t->vertex_edge_start[v] == edges);
    CHECK(owners == (triangles > 0));
    for (int k = t->vertex_triangle_start[v]; k < t->vertex_triangle_start[v + 1]; ++k)
      CHECK(in_triangle(s, t->vertex_triangles[k], v) &&
            (k == t->vertex_triangle_start[v] || t->vertex_triangles[k] > t->vertex_triangles[k - 1]));
    for (int k = t->vertex_edge_start[v]; k < t->vertex_edge_start[v + 1]; ++k)
      CHECK(vt_edge_other(&t->edges[t->vertex_edges[k]], v) != v);
  }
}

static void test_topology(void) {
  shape cube = shape_box(1, vt_v3(0, 0, 0), vt_v3(1, 1, 1));
  shape_prepare(&cube);
  CHECK(cube.topology->edge_count == 18);
  CHECK_CLOSE(cube.topology->edge_length, (12 + 6 * sqrt(2.0)) / 18, 1e-14);
  for (int e = 0; e < 18; ++e) CHECK(cube.topology->edges[e].triangles[1] >= 0);
  check_edges(&cube);
  check_stars(&cube);
  int v[3], f = vt_feature(VT_FEATURE_EDGE, 7);
  CHECK(vt_feature_kind_of(f) == VT_FEATURE_EDGE && vt_feature_index(f) == 7);
  CHECK(vt_feature_vertices(cube.topology, f, v) == 2 && v[1] == cube.topology->edges[7].vertices[1]);
  CHECK(vt_feature_vertices(cube.topology, vt_feature(VT_FEATURE_TRIANGLE, 5), v) == 3 &&
        v[2] == cube.triangles[17]);
  CHECK(vt_feature_vertices(cube.topology, vt_feature(VT_FEATURE_VERTEX, 5), v) == 1 && v[0] == 5);
  shape_free(&cube);
  shape torus = shape_torus(9, 7, 1, 0.3);
  shape_prepare(&torus);
  CHECK(torus.topology->edge_count == 3 * 9 * 7);
  check_edges(&torus);
  check_stars(&torus);
  shape_free(&torus);
}

// Triangles with repeated corners, turned the wrong way, three at an edge; vertices without triangles.
static void test_odd_topology(void) {
  uint64_t seed = 2;
  for (int trial = 0; trial < 50; ++trial) {
    shape s = shape_new(7, 12);
    for (int v = 0; v < 7; ++v) s.x[v] = sample_vector(&seed, -1, 1);
    for (int k = 0; k < 36; ++k) s.triangles[k] = (int)(7 * sample(&seed));
    shape_prepare(&s);
    check_edges(&s);
    check_stars(&s);
    shape_free(&s);
  }
  // Four at one edge: neighbours run through it in opposite directions.
  shape four = shape_new(6, 4);
  const int around[12] = {1, 0, 4, 1, 0, 5, 0, 1, 2, 0, 1, 3};
  memcpy(four.triangles, around, sizeof around);
  shape_prepare(&four);
  for (int e = 0; e < 2; ++e) {
    const vt_surface_edge *edge = &four.topology->edges[e];
    CHECK(edge->vertices[1] == 1 && edge->triangles[0] >= 2 && edge->triangles[1] < 2);
  }
  check_edges(&four);
  shape_free(&four);
  // Two that share a side in the same direction are neighbours all the same.
  shape pair = shape_new(4, 2);
  const int corners[6] = {0, 1, 2, 0, 1, 3};
  memcpy(pair.triangles, corners, sizeof corners);
  shape_prepare(&pair);
  CHECK(pair.topology->edge_count == 5);
  check_edges(&pair);
  shape_free(&pair);
}

static void test_bad_input(void) {
  vt_vec3 x[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  int triangles[6] = {0, 1, 2, 0, 3, 1};
  vt_error error = {0};
  CHECK(vt_surface_topology_create(x, 3, triangles, 2, &error) == NULL && error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "triangle 1 has vertex 3, expected 0 to 2");
  error = (vt_error){0};
  triangles[4] = -1;
  CHECK(vt_surface_topology_create(x, 3, triangles, 2, &error) == NULL);
  CHECK_CONTAINS(error.message, "triangle 1 has vertex -1");
  error = (vt_error){0};
  x[1].y = NAN;
  CHECK(vt_surface_topology_create(x, 3, triangles, 1, &error) == NULL);
  CHECK_CONTAINS(error.message, "vertex 1 is at");
  error = (vt_error){0};
  CHECK(vt_surface_topology_create(x, 3, triangles, VT_FEATURE_LIMIT, &error) == NULL);
  CHECK(error.code == VT_BAD_INPUT);
}

// ---------------------------------------------------------------- boxes

static bool contains(const vt_box *box, vt_vec3 p, double margin) {
  return p.x - margin >= box->low.x && p.y - margin >= box->low.y && p.z - margin >= box->low.z &&
         p.x + margin <= box->high.x && p.y + margin <= box->high.y && p.z + margin <= box->high.z;
}

// Every node's box contains its triangles at any moment; each triangle is in one leaf; the tree is shallow.
static int check_node(const shape *s, const vt_vec3 *ends, double margin, int n, int level, int *seen) {
  const vt_bvh_tree *tree = &s->topology->tree;
  const vt_bvh_node *node = &tree->nodes[n];
  if (!CHECK(level < VT_BVH_MAX_LEVELS && node->count <= VT_BVH_LEAF)) return 0;
  int count = node->count;
  if (count == 0) {
    count = check_node(s, ends, margin, n + 1, level + 1, seen);
    CHECK(tree->nodes[n + 1].first == node->first && tree->nodes[node->right].first == node->first + count);
    count += check_node(s, ends, margin, node->right, level + 1, seen);
  }
  for (int k = node->first; k < node->first + count; ++k) {
    int t = tree->order[k];
    seen[t] += node->count > 0;
    for (int i = 0; i < 3; ++i) {
      int v = s->triangles[3 * t + i];
      for (double time = 0; time <= 1; time += 0.25) {
        vt_vec3 p = vt_madd(s->x[v], time, vt_sub(ends == NULL ? s->x[v] : ends[v], s->x[v]));
        CHECK(contains(&s->bvh.nodes[n], p, 0.999999 * margin));
        CHECK(contains(&s->bvh.triangles[t], p, 0.999999 * margin));
      }
    }
  }
  return count;
}

static void test_boxes(void) {
  uint64_t seed = 77;
  shape s = shape_torus(20, 11, 1, 0.3);
  shape_prepare(&s);
  int *seen = calloc((size_t)s.triangle_count, sizeof(int));
  vt_vec3 *ends = calloc((size_t)s.vertex_count, sizeof *ends);
  double *margins = calloc((size_t)s.triangle_count, sizeof *margins);
  for (int trial = 0; trial < 6; ++trial) {
    for (int v = 0; v < s.vertex_count; ++v) {
      s.x[v] = vt_madd(s.x[v], 0.1, sample_vector(&seed, -1, 1));
      ends[v] = vt_add(s.x[v], sample_vector(&seed, -0.5, 0.5));
    }
    double margin = trial % 3 * 0.01;
    for (int t = 0; t < s.triangle_count; ++t) margins[t] = margin;
    bool swept = trial % 2;
    memset(seen, 0, (size_t)s.triangle_count * sizeof(int));
    vt_bvh_refit(&s.bvh, s.triangles, s.x, swept ? ends : NULL, margins);
    CHECK(check_node(&s, swept ? ends : NULL, margin, 0, 0, seen) == s.triangle_count);
    for (int t = 0; t < s.triangle_count; ++t) CHECK(seen[t] == 1);
    // Tight: the root touches the surface on every side.
    double low = INFINITY;
    for (int v = 0; v < s.vertex_count; ++v) low = fmin(low, fmin(s.x[v].z, swept ? ends[v].z : INFINITY));
    CHECK_NEAR(s.bvh.nodes[0].low.z, low - margin, 1e-15);
  }
  free(seen);
  free(ends);
  free(margins);
  shape_free(&s);
}

// ---------------------------------------------------------------- pairs

typedef struct tally {
  int *seen;
  int columns, stop_after;
} tally;

static bool count_pair(void *context, int a, int b) {
  tally *t = context;
  ++t->seen[a * t->columns + b];
  return --t->stop_after != 0;
}

static void test_pairs(void) {
  uint64_t seed = 4;
  shape a = shape_torus(10, 6, 1, 0.3), b = shape_ball(3, 0.7, 0.2, 8);
  shape_prepare(&a);
  shape_prepare(&b);
  tally t = {calloc((size_t)(a.triangle_count * a.triangle_count), sizeof(int)), b.triangle_count, 0};
  for (int trial = 0; trial < 10; ++trial) {
    double reach = 0.1 * (trial % 3);
    int near = 0;
    shape_move(&b, (vt_pose){sample_vector(&seed, -0.3, 0.3), sample_rotation(&seed)});
    vt_bvh_refit(&a.bvh, a.triangles, a.x, NULL, NULL);
    vt_bvh_refit(&b.bvh, b.triangles, b.x, NULL, NULL);
    memset(t.seen, 0, (size_t)(a.triangle_count * a.triangle_count) * sizeof(int));
    t.columns = b.triangle_count, t.stop_after = 0;
    CHECK(vt_bvh_pairs(&a.bvh, &b.bvh, reach, count_pair, &t));
    for (int i = 0; i < a.triangle_count; ++i)
      for (int j = 0; j < b.triangle_count; ++j) {
        bool apart = vt_boxes_apart(&a.bvh.triangles[i], &b.bvh.triangles[j], reach);
        near += !apart;
        CHECK(t.seen[i * t.columns + j] == !apart);
      }
    t.stop_after = 1;
    if (near > 0) CHECK(!vt_bvh_pairs(&a.bvh, &b.bvh, reach, count_pair, &t));
    memset(t.seen, 0, (size_t)(a.triangle_count * a.triangle_count) * sizeof(int));
    t.columns = a.triangle_count, t.stop_after = 0;
    CHECK(vt_bvh_own_pairs(&a.bvh, NULL, reach, count_pair, &t));
    for (int i = 0; i < a.triangle_count; ++i)
      for (int j = 0; j < i; ++j) {
        bool apart = vt_boxes_apart(&a.bvh.triangles[i], &a.bvh.triangles[j], reach);
        CHECK(t.seen[i * t.columns + j] + t.seen[j * t.columns + i] == !apart);
      }
  }
  free(t.seen);
  shape_free(&a);
  shape_free(&b);
}

// Two bodies of one shape share a tree but are different surfaces.
static void test_shared_tree(void) {
  shape a = shape_box(2, vt_v3(0, 0, 0), vt_v3(1, 1, 1));
  shape_prepare(&a);
  vt_error error = {0};
  vt_bvh other = {0};
  CHECK(vt_bvh_init(&other, &a.topology->tree, &error));
  vt_bvh_refit(&a.bvh, a.triangles, a.x, NULL, NULL);
  vt_bvh_refit(&other, a.triangles, a.x, NULL, NULL);
  int n = a.triangle_count, sum = 0;
  tally t = {calloc((size_t)(n * n), sizeof(int)), n, 0};
  CHECK(vt_bvh_pairs(&a.bvh, &other, 9, count_pair, &t));
  for (int i = 0; i < n * n; ++i) sum += t.seen[i];
  CHECK(sum == n * n);
  free(t.seen);
  vt_bvh_free(&other);
  shape_free(&a);
}

// ---------------------------------------------------------------- memory

// One ring above the other, both of one topology; and the ring with itself. Once warm, refit and search
// allocate nothing.
static bool search_rings(const vt_surface_topology *t, vt_bvh *bvhs, vt_arena *arena, const shape *s,
    const vt_vec3 *above, vt_error *error) {
  vt_proximity_options options = strict_options(0.2);
  options.vertex_angle = 2;
  vt_proximity_surface low = {t, &bvhs[0], s->x, NULL}, high = {t, &bvhs[1], above, NULL};
  for (int warm = 0; warm < 2; ++warm) {
    vt_proximity *found;
    int count;
    if (!vt_arena_reset(arena, error)) return false;
    long before = allocation_count;
    vt_bvh_refit(&bvhs[0], s->triangles, s->x, NULL, NULL);
    vt_bvh_refit(&bvhs[1], s->triangles, above, s->x, NULL);
    if (!vt_proximity_between(&low, &high, &options, arena, &found, &count, error)) return false;
    CHECK(count == 8);
    if (!vt_proximity_within(&low, &options, arena, &found, &count, error)) return false;
    if (warm) CHECK(allocation_count == before);
  }
  return true;
}

static bool whole_path(shape *s, const vt_vec3 *above, vt_error *error) {
  vt_surface_topology *topology =
      vt_surface_topology_create(s->x, s->vertex_count, s->triangles, s->triangle_count, error);
  vt_bvh bvhs[2] = {{0}};
  vt_arena *arena = vt_arena_create(64, error);
  bool done = topology != NULL && arena != NULL && vt_bvh_init(&bvhs[0], &topology->tree, error) &&
              vt_bvh_init(&bvhs[1], &topology->tree, error) &&
              search_rings(topology, bvhs, arena, s, above, error);
  vt_arena_destroy(arena);
  vt_bvh_free(&bvhs[0]);
  vt_bvh_free(&bvhs[1]);
  vt_surface_topology_destroy(topology);
  return done;
}

static void test_memory(void) {
  shape s = shape_torus(8, 5, 1, 0.3);
  vt_vec3 above[40];
  for (int v = 0; v < 40; ++v) above[v] = vt_add(s.x[v], vt_v3(0, 0, 0.65));
  vt_error error = {0};
  allocation_count = 0;
  CHECK(whole_path(&s, above, &error));
  long total = allocation_count;
  CHECK(total > 15);
  for (long n = 0; n < total; ++n) {
    error = (vt_error){0};
    allocation_count = 0;
    allocation_to_fail = n;
    bool done = whole_path(&s, above, &error);
    allocation_to_fail = -1;
    CHECK(!done && error.code == VT_NO_MEMORY);
  }
  shape_free(&s);
}

int main(void) {
  test_topology();
  test_odd_topology();
  test_bad_input();
  test_boxes();
  test_pairs();
  test_shared_tree();
  test_memory();
  return check_report();
}
