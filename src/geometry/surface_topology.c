// The constant part of a triangle surface: its edges, what surrounds its vertices, and its search tree.
#include "geometry/surface_topology.h"

#include "base/memory.h"
#include "base/vec.h"
#include "geometry/surface_clear.h"

#include <stdlib.h>

// Cosine: where triangles at rest make a larger angle than 45 degrees there is a
// crease, else a smooth surface.
static const double SMOOTH = 0.7071;

// One side of a triangle on its way into the list of edges.
typedef struct half_edge {
  int low, high; // vertices
  int backward;  // 1 if the triangle runs from high to low
  int side;      // 3 * triangle + side
} half_edge;

static int by_vertices(const void *a, const void *b) {
  const half_edge *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  if (p->backward != q->backward) return p->backward - q->backward;
  return (p->side > q->side) - (p->side < q->side);
}

static bool check(
    const vt_vec3 *rest, int vertex_count, const int *triangles, int triangle_count, vt_error *error) {
  if (vertex_count < 0 || triangle_count < 0 || vertex_count >= VT_FEATURE_LIMIT ||
      triangle_count >= VT_FEATURE_LIMIT / 3)
    return vt_fail(error, VT_BAD_INPUT,
        "surface of %d vertices and %d triangles: expected at most %d triangles", vertex_count,
        triangle_count, VT_FEATURE_LIMIT / 3 - 1);
  for (int v = 0; v < vertex_count; ++v)
    if (!vt_is_finite(rest[v]))
      return vt_fail(error, VT_BAD_INPUT, "surface vertex %d is at (%g, %g, %g), expected finite numbers", v,
          rest[v].x, rest[v].y, rest[v].z);
  for (int k = 0; k < 3 * triangle_count; ++k)
    if (triangles[k] < 0 || triangles[k] >= vertex_count)
      return vt_fail(error, VT_BAD_INPUT, "surface triangle %d has vertex %d, expected 0 to %d", k / 3,
          triangles[k], vertex_count - 1);
  return true;
}

static void add_edge(vt_surface_topology *t, const half_edge *first, const half_edge *second) {
  int e = t->edge_count++;
  t->edges[e] = (vt_surface_edge){{first->low, first->high}, {first->side / 3, -1}};
  t->triangle_edges[first->side] = e;
  if (second == NULL) return;
  t->edges[e].triangles[1] = second->side / 3;
  t->triangle_edges[second->side] = e;
}

// The sides between the same two vertices: neighbours run in opposite directions; what is
// left is paired as it comes.
static void pair_sides(vt_surface_topology *t, const half_edge *sides, int count) {
  int forward = 0;
  while (forward < count && !sides[forward].backward) ++forward;
  int pairs = forward < count - forward ? forward : count - forward;
  for (int i = 0; i < pairs; ++i) add_edge(t, &sides[i], &sides[forward + i]);
  int left_from = forward > pairs ? pairs : forward + pairs, left_to = forward > pairs ? forward : count;
  for (int i = left_from; i < left_to; i += 2) add_edge(t, &sides[i], i + 1 < left_to ? &sides[i + 1] : NULL);
}

static bool find_edges(vt_surface_topology *t, vt_error *error) {
  half_edge *sides = VT_NEW(half_edge, 3 * (size_t)t->triangle_count, error);
  if (sides == NULL) return false;
  int count = 0;
  for (int k = 0; k < 3 * t->triangle_count; ++k) {
    int a = t->triangles[k], b = t->triangles[k - k % 3 + (k + 1) % 3];
    t->triangle_edges[k] = -1;
    if (a != b) sides[count++] = (half_edge){a < b ? a : b, a < b ? b : a, a > b, k};
  }
  qsort(sides, (size_t)count, sizeof *sides, by_vertices);
  for (int i = 0, j; i < count; i = j) {
    for (j = i + 1; j < count && sides[j].low == sides[i].low && sides[j].high == sides[i].high; ++j) {}
    pair_sides(t, sides + i, j - i);
  }
  free(sides);
  return true;
}

// Turns counts in start[1..] to starts; entries are then added at start[v]++ and the starts shifted back.
static void sum_up(int *start, int count) {
  for (int v = 0; v < count; ++v) start[v + 1] += start[v];
}

static void shift_back(int *start, int count) {
  for (int v = count; v > 0; --v) start[v] = start[v - 1];
  start[0] = 0;
}

// Whether corner k is the first of its triangle with this vertex.
static bool first_corner(const vt_surface_topology *t, int k) {
  for (int j = k - k % 3; j < k; ++j)
    if (t->triangles[j] == t->triangles[k]) return false;
  return true;
}

static void find_stars(vt_surface_topology *t) {
  for (int k = 0; k < 3 * t->triangle_count; ++k)
    if (first_corner(t, k)) ++t->vertex_triangle_start[t->triangles[k] + 1];
  for (int e = 0; e < t->edge_count; ++e)
    for (int i = 0; i < 2; ++i) ++t->vertex_edge_start[t->edges[e].vertices[i] + 1];
  sum_up(t->vertex_triangle_start, t->vertex_count);
  sum_up(t->vertex_edge_start, t->vertex_count);
  for (int k = 0; k < 3 * t->triangle_count; ++k)
    if (first_corner(t, k)) t->vertex_triangles[t->vertex_triangle_start[t->triangles[k]]++] = k / 3;
  for (int e = 0; e < t->edge_count; ++e)
    for (int i = 0; i < 2; ++i) t->vertex_edges[t->vertex_edge_start[t->edges[e].vertices[i]]++] = e;
  shift_back(t->vertex_triangle_start, t->vertex_count);
  shift_back(t->vertex_edge_start, t->vertex_count);
}

static void give_owners(vt_surface_topology *t) {
  for (int k = 0; k < 3 * t->triangle_count; ++k) {
    int v = t->triangles[k], e = t->triangle_edges[k];
    unsigned char corner = (unsigned char)(1 << k % 3), side = (unsigned char)(8 << k % 3);
    if (first_corner(t, k) && t->vertex_triangles[t->vertex_triangle_start[v]] == k / 3)
      t->owned[k / 3] |= corner;
    // A folded triangle (i, j, i) has one edge twice.
    bool repeated = false;
    for (int j = k - k % 3; j < k; ++j) repeated |= e >= 0 && t->triangle_edges[j] == e;
    if (e >= 0 && !repeated && t->edges[e].triangles[0] == k / 3) t->owned[k / 3] |= side;
  }
}

static double mean_length(const vt_surface_topology *t) {
  double sum = 0;
  for (int e = 0; e < t->edge_count; ++e)
    sum += vt_norm(vt_sub(t->rest[t->edges[e].vertices[1]], t->rest[t->edges[e].vertices[0]]));
  return t->edge_count > 0 ? sum / t->edge_count : 0;
}

static void find_sizes(vt_surface_topology *t) {
  for (int v = 0; v < t->vertex_count; ++v) {
    int start = t->vertex_edge_start[v], end = t->vertex_edge_start[v + 1];
    double sum = 0;
    for (int k = start; k < end; ++k) {
      const int *ends = t->edges[t->vertex_edges[k]].vertices;
      sum += vt_norm(vt_sub(t->rest[ends[1]], t->rest[ends[0]]));
    }
    t->vertex_size[v] = end > start ? sum / (end - start) : 0;
  }
}

// Twice the area vector at rest, m^2.
static vt_vec3 rest_area(const vt_surface_topology *t, int triangle) {
  const int *v = t->triangles + 3 * triangle;
  return vt_cross(vt_sub(t->rest[v[1]], t->rest[v[0]]), vt_sub(t->rest[v[2]], t->rest[v[0]]));
}

// Whether the corner of a triangle that is not on an edge lies behind the plane through it with this normal.
static bool is_behind(const vt_surface_topology *t, int triangle, const int *ends, vt_vec3 normal) {
  for (int i = 0; i < 3; ++i) {
    int corner = t->triangles[3 * triangle + i];
    if (corner != ends[0] && corner != ends[1])
      return vt_dot(normal, vt_sub(t->rest[corner], t->rest[ends[0]])) < 0;
  }
  return false;
}

static void find_creases(vt_surface_topology *t) {
  for (int e = 0; e < t->edge_count; ++e) {
    const int *pair = t->edges[e].triangles, *ends = t->edges[e].vertices;
    if (pair[1] < 0) continue;
    vt_vec3 a = rest_area(t, pair[0]), b = rest_area(t, pair[1]);
    t->smooth[e] = vt_dot(a, b) > SMOOTH * vt_norm(a) * vt_norm(b);
    if (!t->smooth[e] && is_behind(t, pair[1], ends, a)) t->ridge[ends[0]] = t->ridge[ends[1]] = true;
  }
}

static bool fill(vt_surface_topology *t, const vt_vec3 *rest, const int *triangles, vt_error *error) {
  size_t sides = 3 * (size_t)t->triangle_count, vertices = (size_t)t->vertex_count;
  t->triangles = vt_copy_block(triangles, sides, sizeof *triangles, error);
  t->rest = vt_copy_block(rest, vertices, sizeof *rest, error);
  t->edges = VT_NEW(vt_surface_edge, sides, error);
  t->triangle_edges = VT_NEW(int, sides, error);
  t->vertex_triangle_start = VT_NEW(int, vertices + 1, error);
  t->vertex_triangles = VT_NEW(int, sides, error);
  t->vertex_edge_start = VT_NEW(int, vertices + 1, error);
  t->vertex_edges = VT_NEW(int, 2 * sides, error);
  t->owned = VT_NEW(unsigned char, t->triangle_count, error);
  t->smooth = VT_NEW(bool, sides, error);
  t->ridge = VT_NEW(bool, vertices, error);
  t->vertex_size = VT_NEW(double, vertices, error);
  t->clear = VT_NEW(bool, t->triangle_count, error);
  if (t->triangles == NULL || t->rest == NULL || t->edges == NULL || t->triangle_edges == NULL ||
      t->vertex_triangle_start == NULL || t->vertex_triangles == NULL || t->vertex_edge_start == NULL ||
      t->vertex_edges == NULL || t->owned == NULL || t->smooth == NULL || t->ridge == NULL ||
      t->vertex_size == NULL || t->clear == NULL)
    return false;
  if (!find_edges(t, error)) return false;
  find_stars(t);
  give_owners(t);
  find_sizes(t);
  find_creases(t);
  t->edge_length = mean_length(t);
  return vt_bvh_tree_init(&t->tree, rest, triangles, t->triangle_count, error) &&
         vt_surface_find_clear(t, error);
}

vt_surface_topology *vt_surface_topology_create(
    const vt_vec3 *rest, int vertex_count, const int *triangles, int triangle_count, vt_error *error) {
  if (!check(rest, vertex_count, triangles, triangle_count, error)) return NULL;
  vt_surface_topology *topology = VT_NEW(vt_surface_topology, 1, error);
  if (topology == NULL) return NULL;
  topology->vertex_count = vertex_count;
  topology->triangle_count = triangle_count;
  if (!fill(topology, rest, triangles, error)) {
    vt_surface_topology_destroy(topology);
    return NULL;
  }
  return topology;
}

void vt_surface_topology_destroy(vt_surface_topology *topology) {
  if (topology == NULL) return;
  free(topology->triangles);
  free(topology->rest);
  free(topology->edges);
  free(topology->triangle_edges);
  free(topology->vertex_triangle_start);
  free(topology->vertex_triangles);
  free(topology->vertex_edge_start);
  free(topology->vertex_edges);
  free(topology->owned);
  free(topology->smooth);
  free(topology->ridge);
  free(topology->vertex_size);
  free(topology->clear);
  vt_bvh_tree_free(&topology->tree);
  free(topology);
}

int vt_feature_vertices(const vt_surface_topology *topology, int feature, int vertices[3]) {
  int index = vt_feature_index(feature);
  switch (vt_feature_kind_of(feature)) {
  case VT_FEATURE_VERTEX:
    vertices[0] = index;
    return 1;
  case VT_FEATURE_EDGE:
    for (int i = 0; i < 2; ++i) vertices[i] = topology->edges[index].vertices[i];
    return 2;
  default:
    for (int i = 0; i < 3; ++i) vertices[i] = topology->triangles[3 * index + i];
    return 3;
  }
}
