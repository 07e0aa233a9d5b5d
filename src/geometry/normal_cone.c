// Normals and normal cones of the vertices, edges and triangles of a surface.
#include "geometry/normal_cone.h"

#include "base/vec.h"
#include "geometry/triangle_distance.h"

static const double SAME_NORMAL = 1e-9; // rad: what is nearer is one normal, to rounding

static vt_vec3 normal_of(const vt_surface_topology *t, const vt_vec3 *x, int triangle) {
  const int *v = t->triangles + 3 * triangle;
  return vt_triangle_normal(x[v[0]], x[v[1]], x[v[2]]);
}

static bool is_zero(vt_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

static vt_vec3 vertex_normal(const vt_surface_topology *t, const vt_vec3 *x, int vertex) {
  vt_vec3 sum = {0, 0, 0};
  for (int k = t->vertex_triangle_start[vertex]; k < t->vertex_triangle_start[vertex + 1]; ++k) {
    const int *v = t->triangles + 3 * t->vertex_triangles[k];
    int i = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
    vt_vec3 p = vt_sub(x[v[(i + 1) % 3]], x[vertex]), q = vt_sub(x[v[(i + 2) % 3]], x[vertex]);
    double angle = atan2(vt_norm(vt_cross(p, q)), vt_dot(p, q));
    sum = vt_madd(sum, angle, normal_of(t, x, t->vertex_triangles[k]));
  }
  return vt_normalized(sum);
}

vt_vec3 vt_feature_normal(const vt_surface_topology *topology, const vt_vec3 *vertices, int feature) {
  int index = vt_feature_index(feature);
  vt_vec3 sum = {0, 0, 0};
  switch (vt_feature_kind_of(feature)) {
  case VT_FEATURE_VERTEX:
    return vertex_normal(topology, vertices, index);
  case VT_FEATURE_EDGE:
    for (int i = 0; i < 2; ++i) {
      int triangle = topology->edges[index].triangles[i];
      if (triangle >= 0) sum = vt_add(sum, normal_of(topology, vertices, triangle));
    }
    return vt_normalized(sum);
  default:
    return normal_of(topology, vertices, index);
  }
}

// The normals of the triangles around a feature, added to candidates; how many there are then.
static int face_normals(const vt_surface_topology *t, const vt_vec3 *x, int feature, double sign,
    vt_vec3 *candidates, int count, int max) {
  int index = vt_feature_index(feature), one = index;
  const int *triangles = &one;
  int number = 1;
  if (vt_feature_kind_of(feature) == VT_FEATURE_EDGE) {
    triangles = t->edges[index].triangles;
    number = triangles[1] < 0 ? 1 : 2;
  } else if (vt_feature_kind_of(feature) == VT_FEATURE_VERTEX) {
    triangles = t->vertex_triangles + t->vertex_triangle_start[index];
    number = t->vertex_triangle_start[index + 1] - t->vertex_triangle_start[index];
  }
  for (int i = 0; i < number && count < max; ++i) {
    vt_vec3 n = normal_of(t, x, triangles[i]);
    if (!is_zero(n)) candidates[count++] = vt_scale(sign, n);
  }
  return count;
}

// ---------------------------------------------------------------- tangents

// The component across the unit direction `along` of the vectors from `from` to a triangle's corners, scaled
// to 1; the corner that goes furthest across counts. Zero for a triangle without width.
static vt_vec3 across(
    const vt_surface_topology *t, const vt_vec3 *x, int triangle, vt_vec3 from, vt_vec3 along) {
  vt_vec3 best = {0, 0, 0};
  double best2 = 0;
  for (int i = 0; i < 3; ++i) {
    vt_vec3 offset = vt_sub(x[t->triangles[3 * triangle + i]], from);
    offset = vt_madd(offset, -vt_dot(offset, along), along);
    double offset2 = vt_dot(offset, offset);
    if (offset2 > best2) best = offset, best2 = offset2;
  }
  return best2 > 0 ? vt_scale(1 / sqrt(best2), best) : best;
}

// The tangents of an edge on the side of one of its triangles, at most 4. Through a degenerate triangle the
// surface goes on beyond its other sides.
static int side_tangents(
    const vt_surface_topology *t, const vt_vec3 *x, int edge, int triangle, vt_vec3 *tangents) {
  const int *v = t->edges[edge].vertices;
  vt_vec3 from = x[v[0]], along = vt_normalized(vt_sub(x[v[1]], from));
  if (!is_zero(normal_of(t, x, triangle))) {
    tangents[0] = across(t, x, triangle, from, along);
    return 1;
  }
  int count = 0;
  for (int k = 0; k < 3; ++k) {
    int other = t->triangle_edges[3 * triangle + k];
    for (int j = 0; j < 2 && other >= 0 && other != edge && count < 4; ++j) {
      int next = t->edges[other].triangles[j];
      if (next < 0 || next == triangle || is_zero(normal_of(t, x, next))) continue;
      tangents[count++] = across(t, x, next, from, along);
    }
  }
  return count;
}

static double edge_excess(const vt_surface_topology *t, const vt_vec3 *x, int edge, vt_vec3 direction) {
  const int *v = t->edges[edge].vertices;
  double max = fabs(vt_dot(direction, vt_normalized(vt_sub(x[v[1]], x[v[0]]))));
  for (int i = 0; i < 2; ++i) {
    vt_vec3 tangents[4];
    int triangle = t->edges[edge].triangles[i];
    int count = triangle < 0 ? 0 : side_tangents(t, x, edge, triangle, tangents);
    for (int k = 0; k < count; ++k) max = fmax(max, vt_dot(direction, tangents[k]));
  }
  return max;
}

static double vertex_excess(const vt_surface_topology *t, const vt_vec3 *x, int vertex, vt_vec3 direction) {
  double max = -1;
  for (int k = t->vertex_edge_start[vertex]; k < t->vertex_edge_start[vertex + 1]; ++k) {
    int other = vt_edge_other(&t->edges[t->vertex_edges[k]], vertex);
    vt_vec3 offset = vt_sub(x[other], x[vertex]);
    double length = vt_norm(offset);
    if (length > 1e-10 * t->edge_length) {
      max = fmax(max, vt_dot(direction, offset) / length);
      continue;
    }
    // A vertex in the same place: its edges are tangents too.
    for (int j = t->vertex_edge_start[other]; j < t->vertex_edge_start[other + 1]; ++j) {
      offset = vt_sub(x[vt_edge_other(&t->edges[t->vertex_edges[j]], other)], x[vertex]);
      length = vt_norm(offset);
      if (length > 1e-10 * t->edge_length) max = fmax(max, vt_dot(direction, offset) / length);
    }
  }
  return max;
}

double vt_cone_excess(
    const vt_surface_topology *topology, const vt_vec3 *vertices, int feature, vt_vec3 direction) {
  int index = vt_feature_index(feature);
  switch (vt_feature_kind_of(feature)) {
  case VT_FEATURE_VERTEX:
    return vertex_excess(topology, vertices, index, direction);
  case VT_FEATURE_EDGE:
    return edge_excess(topology, vertices, index, direction);
  default:
    return 0;
  }
}

// What of d lies in the plane of two unit vectors, if it is a sum of them with weights that are not negative;
// zero otherwise, and if they are the same.
static vt_vec3 between(vt_vec3 d, vt_vec3 a, vt_vec3 b) {
  vt_vec3 across_a = vt_madd(b, -vt_dot(a, b), a), none = {0, 0, 0};
  double sine = vt_norm(across_a);
  if (sine < SAME_NORMAL) return none;
  vt_vec3 e = vt_scale(1 / sine, across_a);
  double along = vt_dot(d, a), beside = vt_dot(d, e);
  if (beside < 0 || along * sine < beside * vt_dot(a, b)) return none;
  return vt_madd(vt_scale(along, a), beside, e);
}

// Projects on the cone of all sums of the normals with weights that are not negative. The nearest point of a
// cone is on one of its rays, on a face between two of them, or the direction itself, which is inside. All
// that lie on rays and faces are points of the cone, and the longest is the nearest; where what is then left
// of the direction still leads towards a normal, it is inside.
vt_vec3 vt_nearest_normal(
    const vt_surface_topology *topology, const vt_vec3 *vertices, int vertex, vt_vec3 direction) {
  enum { max_normals = 32 };
  vt_vec3 normals[max_normals], best = {0, 0, 0};
  int count =
      face_normals(topology, vertices, vt_feature(VT_FEATURE_VERTEX, vertex), 1, normals, 0, max_normals);
  for (int i = 0; i < count; ++i) {
    double along = vt_dot(direction, normals[i]);
    if (along > 0 && along * along > vt_dot(best, best)) best = vt_scale(along, normals[i]);
  }
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j) {
      vt_vec3 point = between(direction, normals[i], normals[j]);
      if (vt_dot(point, point) > vt_dot(best, best)) best = point;
    }
  vt_vec3 left = vt_sub(direction, best);
  for (int i = 0; i < count; ++i)
    if (vt_dot(left, normals[i]) > 10 * SAME_NORMAL * vt_norm(left)) return vt_normalized(direction);
  return vt_normalized(best);
}

double vt_edge_bend(const vt_surface_topology *topology, const vt_vec3 *vertices, int edge) {
  const int *triangles = topology->edges[edge].triangles;
  vt_vec3 n = normal_of(topology, vertices, triangles[0]);
  int seen_from = 0;
  if (triangles[1] < 0) return is_zero(n) ? 0 : VT_PI;
  if (is_zero(n)) n = normal_of(topology, vertices, triangles[1]), seen_from = 1;
  if (is_zero(n)) return 0;
  // Convex: the other side falls away below this one.
  vt_vec3 here[4], there[4];
  side_tangents(topology, vertices, edge, triangles[seen_from], here);
  int count = side_tangents(topology, vertices, edge, triangles[1 - seen_from], there);
  double least = VT_PI;
  for (int k = 0; k < count; ++k) {
    double bend = atan2(vt_norm(vt_cross(here[0], there[k])), -vt_dot(here[0], there[k]));
    least = fmin(least, vt_dot(n, there[k]) < 0 ? bend : -bend);
  }
  return least;
}

// ---------------------------------------------------------------- candidates

enum { max_rays = 16 };

typedef struct rays {
  int count;
  bool complete;
  vt_vec3 items[max_rays];
} rays;

static void add_ray(rays *list, vt_vec3 ray) {
  if (is_zero(ray)) return;
  if (list->count < max_rays)
    list->items[list->count++] = ray;
  else
    list->complete = false;
}

// The directions of the edges that bound the cone's faces.
static void edge_rays(const vt_surface_topology *t, const vt_vec3 *x, int feature, rays *list) {
  int index = vt_feature_index(feature);
  *list = (rays){.complete = true};
  if (vt_feature_kind_of(feature) == VT_FEATURE_EDGE) {
    const int *v = t->edges[index].vertices;
    add_ray(list, vt_normalized(vt_sub(x[v[1]], x[v[0]])));
  } else if (vt_feature_kind_of(feature) == VT_FEATURE_VERTEX) {
    for (int k = t->vertex_edge_start[index]; k < t->vertex_edge_start[index + 1]; ++k) {
      int other = vt_edge_other(&t->edges[t->vertex_edges[k]], index);
      add_ray(list, vt_normalized(vt_sub(x[other], x[index])));
    }
  }
}

int vt_cone_candidates(const vt_surface_topology *a, const vt_vec3 *vertices_a, int feature_a,
    const vt_surface_topology *b, const vt_vec3 *vertices_b, int feature_b, vt_vec3 *candidates, int max) {
  int count = face_normals(a, vertices_a, feature_a, -1, candidates, 0, max);
  count = face_normals(b, vertices_b, feature_b, 1, candidates, count, max);
  rays p, q;
  edge_rays(a, vertices_a, feature_a, &p);
  edge_rays(b, vertices_b, feature_b, &q);
  if (!p.complete || !q.complete) return count;
  for (int i = 0; i < p.count; ++i) {
    for (int j = 0; j < q.count && count + 2 <= max; ++j) {
      vt_vec3 n = vt_cross(p.items[i], q.items[j]);
      if (!(vt_dot(n, n) > 1e-12)) continue;
      candidates[count++] = vt_normalized(n);
      candidates[count] = vt_scale(-1, candidates[count - 1]);
      ++count;
    }
  }
  return count;
}
