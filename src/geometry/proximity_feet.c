// Vertices of one surface against the other: their closest points (feet), and which of these are minima.
#include "geometry/proximity_search.h"

#include "base/vec.h"
#include "geometry/normal_cone.h"
#include "geometry/triangle_distance.h"

// Sine: directions nearer to a right angle than this are square to each other, and
// nearer to each other the same.
static const double SQUARE = 1e-6;

// Sine by which a direction may leave the cone of a foot and still be closest there. Distances that differ by
// rounding hide a sideways error of sqrt(2 d rounding).
static double foot_tolerance(const vt_proximity_search *w, double d) {
  return 1e-7 + (w->precision + sqrt(2 * d * w->rounding)) / d;
}

// ---------------------------------------------------------------- candidates

// The feature of a triangle that holds a foot, in a form that does not depend on the
// triangle it was found from.
static void name_foot(
    const vt_proximity_surface *s, int triangle, unsigned bits, vt_vec3 p, double snap, vt_foot *foot) {
  const vt_surface_topology *t = s->topology;
  const int *v = t->triangles + 3 * triangle;
  int side = bits == 3 ? 0 : bits == 6 ? 1 : 2; // the side of two bits
  int edge = bits == 3 || bits == 5 || bits == 6 ? t->triangle_edges[3 * triangle + side] : -1;
  if (bits == 7) {
    foot->feature = vt_feature(VT_FEATURE_TRIANGLE, triangle);
    for (int i = 0; i < 3; ++i) foot->corners[i] = v[i];
    return;
  }
  int corner = v[bits & 1 ? 0 : bits & 2 ? 1 : 2], other = corner;
  double s_along = 0;
  if (edge >= 0) {
    corner = t->edges[edge].vertices[0], other = t->edges[edge].vertices[1];
    s_along = vt_segment_foot(p, s->vertices[corner], s->vertices[other], snap);
    if (s_along == 1) corner = other;
  }
  bool inside = s_along > 0 && s_along < 1;
  foot->feature = inside ? vt_feature(VT_FEATURE_EDGE, edge) : vt_feature(VT_FEATURE_VERTEX, corner);
  foot->corners[0] = corner, foot->corners[1] = inside ? other : corner, foot->corners[2] = corner;
  foot->weights[0] = inside ? 1 - s_along : 1, foot->weights[1] = inside ? s_along : 0, foot->weights[2] = 0;
}

static bool push_foot(vt_proximity_search *w, int side, const vt_foot *foot) {
  if (!vt_search_grow(w, (void **)&w->feet[side], &w->foot_capacity[side], w->foot_count[side], sizeof *foot))
    return false;
  w->feet[side][w->foot_count[side]++] = *foot;
  return true;
}

static bool try_foot(vt_proximity_search *w, int side, int vertex, const vt_proximity_surface *onto,
    int triangle, vt_vec3 p, double reach) {
  const int *v = onto->topology->triangles + 3 * triangle;
  const vt_vec3 *x = onto->vertices, corners[3] = {x[v[0]], x[v[1]], x[v[2]]};
  vt_foot foot = {.vertex = vertex, .behind = -1};
  unsigned bits = vt_triangle_foot(p, corners, w->precision, foot.weights);
  vt_vec3 at = vt_madd(vt_madd(vt_scale(foot.weights[0], corners[0]), foot.weights[1], corners[1]),
      foot.weights[2], corners[2]);
  foot.offset = vt_sub(p, at);
  foot.distance = vt_norm(foot.offset);
  if (!(foot.distance <= reach)) return true;
  name_foot(onto, triangle, bits, p, w->precision, &foot);
  double d = foot.distance;
  if (w->options->depth > 0 && d <= w->options->depth) {
    vt_vec3 n = vt_triangle_normal(corners[0], corners[1], corners[2]);
    double height = vt_dot(n, foot.offset);
    if (height < -w->touching && d * d - height * height <= w->touching * w->touching) {
      vt_foot behind = foot;
      behind.behind = triangle;
      if (!push_foot(w, side, &behind)) return false;
    }
  }
  if (d > w->touching) {
    vt_vec3 direction = vt_scale(1 / d, foot.offset);
    double excess = vt_cone_excess(onto->topology, x, foot.feature, direction);
    if (!(excess <= foot_tolerance(w, d))) return true;
  }
  return push_foot(w, side, &foot);
}

bool vt_search_feet(vt_proximity_search *w, int side, int triangle, int other) {
  const vt_proximity_surface *from = w->surfaces[side], *onto = w->surfaces[1 - side];
  const int *v = from->topology->triangles + 3 * triangle, *u = onto->topology->triangles + 3 * other;
  int owned = from->topology->owned[triangle];
  const vt_box *box = &onto->bvh->triangles[other];
  for (int i = 0; i < 3; ++i) {
    if (!(owned & 1 << i)) continue;
    if (w->own && (u[0] == v[i] || u[1] == v[i] || u[2] == v[i])) continue;
    vt_vec3 p = from->vertices[v[i]];
    vt_box swept = {p, p};
    double reach = w->reach;
    if (from->ends != NULL) {
      vt_vec3 q = from->ends[v[i]];
      swept = (vt_box){vt_lower(p, q), vt_higher(p, q)};
    }
    if (vt_boxes_apart(&swept, box, w->reach)) continue;
    reach += vt_search_motion(w, side, &v[i], 1) + vt_search_motion(w, 1 - side, u, 3);
    if (!try_foot(w, w->own ? 0 : side, v[i], onto, other, p, reach)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- from feet to proximities

// One vertex with its feet.
typedef struct vertex_case {
  const vt_proximity_surface *from, *onto;
  int side;
  int vertex;
  vt_vec3 normal; // of the vertex
} vertex_case;

// The normal points from the foot to the side on which the vertex should be.
static bool add_foot(
    vt_proximity_search *w, const vertex_case *c, const vt_foot *foot, vt_vec3 normal, double distance) {
  vt_proximity p = {.distance = distance};
  int *own = c->side == 0 ? p.a : p.b, *other = c->side == 0 ? p.b : p.a;
  double *own_weight = c->side == 0 ? p.weight_a : p.weight_b,
         *other_weight = c->side == 0 ? p.weight_b : p.weight_a;
  for (int i = 0; i < 3; ++i) {
    own[i] = c->vertex, own_weight[i] = i == 0;
    other[i] = foot->corners[i], other_weight[i] = foot->weights[i];
  }
  int vertex = vt_feature(VT_FEATURE_VERTEX, c->vertex);
  p.normal = c->side == 0 ? normal : vt_scale(-1, normal);
  p.feature_a = c->side == 0 ? vertex : foot->feature;
  p.feature_b = c->side == 0 ? foot->feature : vertex;
  return vt_search_add(w, &p);
}

// Whether a direction from the foot is one in which the vertex stands out towards the foot.
static bool vertex_faces(const vt_proximity_search *w, const vertex_case *c, vt_vec3 normal, double slack) {
  if (vt_dot(c->normal, normal) > SQUARE) return false;
  if (w->options->vertex_angle >= VT_PI / 2) return true;
  double excess = vt_cone_excess(
      c->from->topology, c->from->vertices, vt_feature(VT_FEATURE_VERTEX, c->vertex), vt_scale(-1, normal));
  return excess <= sin(w->options->vertex_angle) + slack;
}

static bool among(vt_vec3 n, const vt_vec3 *directions, int count) {
  for (int i = 0; i < count; ++i)
    if (vt_norm(vt_sub(n, directions[i])) < SQUARE) return true;
  return false;
}

// The direction of a touching pair: the mean of those in both normal cones. If there are none, the mean
// normal may still be close enough. False if the pair is no minimum.
static bool touching_normal(
    const vt_proximity_search *w, const vertex_case *c, const vt_foot *foot, vt_vec3 *normal) {
  enum { max = 64 + 2 * 16 * 16 };
  vt_vec3 candidates[max], sum = {0, 0, 0}, best = {0, 0, 0};
  int vertex = vt_feature(VT_FEATURE_VERTEX, c->vertex);
  const vt_surface_topology *s = c->from->topology, *t = c->onto->topology;
  vt_vec3 there = vt_feature_normal(t, c->onto->vertices, foot->feature);
  int count = vt_cone_candidates(
      s, c->from->vertices, vertex, t, c->onto->vertices, foot->feature, candidates, max - 1);
  candidates[count++] = vt_normalized(vt_sub(there, c->normal));
  double least = INFINITY;
  int kept = 0; // at the front: those in both cones, each once
  for (int i = 0; i < count; ++i) {
    vt_vec3 n = candidates[i];
    if (!(vt_dot(n, there) > SQUARE) || !(vt_dot(n, c->normal) < -SQUARE)) continue;
    double onto = vt_cone_excess(t, c->onto->vertices, foot->feature, n);
    double from = vt_cone_excess(s, c->from->vertices, vertex, vt_scale(-1, n));
    if (onto <= SQUARE && from <= SQUARE && i + 1 < count && !among(n, candidates, kept)) {
      candidates[kept++] = n;
      sum = vt_add(sum, n);
    }
    double worst = fmax(onto, from);
    if (worst < least) least = worst, best = n;
  }
  *normal = vt_norm(sum) > SQUARE ? vt_normalized(sum) : best;
  return vt_norm(sum) > SQUARE || least <= sin(fmin(w->options->vertex_angle, VT_PI / 2));
}

// In units of vt_effort, for a foot of a vertex that touches.
static const double TOUCHING_WORK = 2e4;

// +1 outside, -1 inside, 0 touching.
static int side_of(const vt_proximity_search *w, const vertex_case *c, const vt_foot *foot) {
  if (foot->distance <= w->touching) return 0;
  vt_vec3 n = vt_feature_normal(c->onto->topology, c->onto->vertices, foot->feature);
  return vt_dot(n, foot->offset) >= -SQUARE * foot->distance ? 1 : -1;
}

// A vertex beside a sharp edge sees it from the side. Where the vertex sticks out towards the edge, this
// direction is the right one to keep them apart. On a flat or concave part it is not: the edge moves along
// the surface, past the vertex and over it, and is held by the surface there. With the direction to the edge
// as the normal, a box that slides over a finely meshed plate would hit every vertex on its way. So the
// normal is the closest one of the vertex' own; the distance is still that to the edge, and no force is
// carried where it is large.
static vt_vec3 normal_beside(vt_proximity_search *w, const vertex_case *c, const vt_foot *foot, vt_vec3 to) {
  int vertex = vt_feature(VT_FEATURE_VERTEX, c->vertex);
  vt_vec3 out = vt_scale(-1, to);
  if (!vt_search_is_sharp(w, 1 - c->side, foot->feature) ||
      vt_cone_excess(c->from->topology, c->from->vertices, vertex, out) <= SQUARE)
    return to;
  vt_vec3 nearest = vt_nearest_normal(c->from->topology, c->from->vertices, c->vertex, out);
  return vt_dot(nearest, nearest) > 0 ? vt_scale(-1, nearest) : to;
}

static bool add_outside(vt_proximity_search *w, const vertex_case *c, const vt_foot *foot, bool *added) {
  bool on_face = vt_feature_kind_of(foot->feature) == VT_FEATURE_TRIANGLE;
  vt_vec3 normal;
  double slack = 0;
  *added = false;
  if (on_face) {
    normal = vt_feature_normal(c->onto->topology, c->onto->vertices, foot->feature);
  } else if (foot->distance > w->touching) {
    normal = vt_scale(1 / foot->distance, foot->offset);
    slack = w->precision / foot->distance;
  } else {
    w->work += TOUCHING_WORK;
    *added = touching_normal(w, c, foot, &normal);
    return !*added || add_foot(w, c, foot, normal, vt_dot(normal, foot->offset));
  }
  *added = vertex_faces(w, c, normal, slack);
  if (!*added) return true;
  if (!on_face && w->options->vertex_angle >= VT_PI / 2) normal = normal_beside(w, c, foot, normal);
  return add_foot(w, c, foot, normal, on_face ? vt_dot(normal, foot->offset) : foot->distance);
}

// The nearest exit for a vertex inside: through a face it is behind, or to a concave edge or vertex.
static bool add_inside(vt_proximity_search *w, const vertex_case *c, const vt_foot *feet, int count) {
  const vt_foot *best = NULL;
  vt_vec3 normal = {0, 0, 0};
  for (int i = 0; i < count; ++i) {
    const vt_foot *f = &feet[i];
    if (!(f->distance <= w->options->depth) || f->distance <= w->touching) continue;
    if (best != NULL &&
        (f->distance > best->distance || (f->distance == best->distance && f->behind >= best->behind)))
      continue;
    vt_vec3 n;
    if (f->behind >= 0) {
      n = vt_feature_normal(c->onto->topology, c->onto->vertices, vt_feature(VT_FEATURE_TRIANGLE, f->behind));
    } else {
      if (side_of(w, c, f) >= 0) continue;
      n = vt_scale(-1 / f->distance, f->offset);
    }
    if (!(vt_dot(n, c->normal) < -SQUARE)) continue;
    best = f, normal = n;
  }
  return best == NULL || add_foot(w, c, best, normal, vt_dot(normal, best->offset));
}

// Within one surface: neighbours, and the other side of a thin wall.
static bool is_excluded(vt_proximity_search *w, const vertex_case *c, const vt_foot *foot) {
  const int v[3] = {c->vertex, c->vertex, c->vertex};
  const double one[3] = {1, 0, 0};
  if (foot->behind >= 0 || side_of(w, c, foot) < 0)
    return vt_search_rest_distance(w, v, one, foot->corners, foot->weights) <= 2 * foot->distance;
  return vt_search_neighbours(w, v, one, foot->corners, foot->weights);
}

bool vt_search_resolve_vertex(vt_proximity_search *w, int side, vt_foot *feet, int count) {
  vertex_case c = {w->surfaces[side], w->surfaces[1 - side], side, feet[0].vertex, {0, 0, 0}};
  if (w->own) {
    int kept = 0;
    for (int i = 0; i < count; ++i)
      if (!is_excluded(w, &c, &feet[i])) feet[kept++] = feet[i];
    count = kept;
  }
  const vt_foot *nearest = NULL;
  for (int i = 0; i < count; ++i)
    if (feet[i].behind < 0 && (nearest == NULL || feet[i].distance < nearest->distance)) nearest = &feet[i];
  if (nearest == NULL) return true;
  c.normal = vt_feature_normal(c.from->topology, c.from->vertices, vt_feature(VT_FEATURE_VERTEX, c.vertex));
  int where = side_of(w, &c, nearest);
  bool touches = false;
  for (int i = 0; i < count; ++i) {
    bool added;
    if (feet[i].behind >= 0 || where < 0 || side_of(w, &c, &feet[i]) < 0) continue;
    if (!add_outside(w, &c, &feet[i], &added)) return false;
    touches |= added && feet[i].distance <= w->touching;
  }
  return where > 0 || touches || add_inside(w, &c, feet, count);
}
