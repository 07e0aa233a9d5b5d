// Edges that cross edges: minima of the distance between the insides of two convex edges.
#include "geometry/proximity_search.h"

#include "base/vec.h"
#include "geometry/normal_cone.h"
#include "geometry/triangle_distance.h"

// Of the gap: an edge that is crossed nearer to its end than this leaves it to its vertex.
static const double BESIDE = 0.02;

// The cone of a convex edge, with less tolerance for one that is hardly bent. `direction` leaves the surface.
static bool edge_faces(
    const vt_proximity_search *w, const vt_proximity_surface *s, int edge, vt_vec3 direction) {
  double bend = vt_edge_bend(s->topology, s->vertices, edge);
  int feature = vt_feature(VT_FEATURE_EDGE, edge);
  double tolerance = sin(fmin(fmin(w->options->edge_angle, 0.5 * bend), 0.5 * VT_PI));
  return vt_cone_excess(s->topology, s->vertices, feature, direction) <= tolerance + 1e-9 &&
         vt_dot(vt_feature_normal(s->topology, s->vertices, feature), direction) > 0;
}

unsigned char vt_search_edge_state(vt_proximity_search *w, int side, int edge) {
  const double gentle = 0.5; // rad
  const vt_proximity_surface *s = w->surfaces[side];
  unsigned char state = atomic_load_explicit(&w->edge_states[side][edge], memory_order_relaxed);
  if (state != 0) return state;
  double bend = vt_edge_bend(s->topology, s->vertices, edge);
  state = VT_EDGE_KNOWN;
  if (bend > w->options->flat_angle) state |= VT_EDGE_CONVEX;
  if (bend > gentle) state |= VT_EDGE_SHARP;
  if (w->options->soft[side] && !w->own && fabs(bend) <= gentle && s->topology->edges[edge].triangles[1] >= 0)
    state |= VT_EDGE_GENTLE;
  atomic_store_explicit(&w->edge_states[side][edge], state, memory_order_relaxed);
  return state;
}

bool vt_search_is_sharp(vt_proximity_search *w, int side, int feature) {
  const vt_surface_topology *t = w->surfaces[side]->topology;
  int index = vt_feature_index(feature), count = 1;
  const int *edges = &index;
  if (vt_feature_kind_of(feature) == VT_FEATURE_TRIANGLE) return false;
  if (vt_feature_kind_of(feature) == VT_FEATURE_VERTEX) {
    edges = t->vertex_edges + t->vertex_edge_start[index];
    count = t->vertex_edge_start[index + 1] - t->vertex_edge_start[index];
  }
  for (int i = 0; i < count; ++i)
    if (vt_search_edge_state(w, w->own ? 0 : side, edges[i]) & VT_EDGE_SHARP) return true;
  return false;
}

// A sharp edge across a gentle one.
static bool is_across(unsigned char a, unsigned char b) {
  return ((a & VT_EDGE_SHARP) && (b & VT_EDGE_GENTLE)) || ((a & VT_EDGE_GENTLE) && (b & VT_EDGE_SHARP));
}

// Whether a gentle edge is met from its outside. `direction` leaves the surface.
static bool gentle_faces(const vt_proximity_surface *s, int edge, vt_vec3 direction) {
  return vt_dot(vt_feature_normal(s->topology, s->vertices, vt_feature(VT_FEATURE_EDGE, edge)), direction) >
         cos(0.25 * VT_PI);
}

// Where the surface around an edge lies along n: *low is below 0 only if some of it is surely below the edge,
// *high above 0 only if some is surely above, whatever the tolerance allows.
static void surface_heights(const vt_proximity_search *w, const vt_proximity_surface *s, int edge, vt_vec3 n,
    double *low, double *high) {
  const vt_surface_edge *e = &s->topology->edges[edge];
  vt_vec3 from = s->vertices[e->vertices[0]];
  *low = INFINITY, *high = -INFINITY;
  for (int i = 0; i < 2 && e->triangles[i] >= 0; ++i) {
    const int *v = s->topology->triangles + 3 * e->triangles[i];
    int opposite = v[0];
    for (int k = 1; k < 3; ++k)
      if (opposite == e->vertices[0] || opposite == e->vertices[1]) opposite = v[k];
    vt_vec3 offset = vt_sub(s->vertices[opposite], from);
    double height = vt_dot(n, offset), allowed = (w->edge_sine + 1e-9) * vt_norm(offset) + w->precision;
    *low = fmin(*low, height + allowed);
    *high = fmax(*high, height - allowed);
  }
}

// A quick look at whether the surfaces around the two edges lie on opposite sides along the common normal.
static bool may_face(const vt_proximity_search *w, int e, int f, vt_vec3 n) {
  double low_a, high_a, low_b, high_b;
  surface_heights(w, w->surfaces[0], e, n, &low_a, &high_a);
  if (low_a < 0 && high_a > 0) return false;
  surface_heights(w, w->surfaces[1], f, n, &low_b, &high_b);
  return (low_a >= 0 && high_b <= 0) || (high_a <= 0 && low_b >= 0);
}

static void fill_edge(const int vertices[2], double along, int corners[3], double weights[3]) {
  corners[0] = corners[2] = vertices[0], corners[1] = vertices[1];
  weights[0] = 1 - along, weights[1] = along, weights[2] = 0;
}

static bool try_edges(vt_proximity_search *w, int e, int f) {
  const vt_proximity_surface *s = w->surfaces[0], *t = w->surfaces[1];
  const int *v = s->topology->edges[e].vertices, *u = t->topology->edges[f].vertices;
  if (w->own && (v[0] == u[0] || v[0] == u[1] || v[1] == u[0] || v[1] == u[1])) return true;
  vt_vec3 a = s->vertices[v[0]], b = t->vertices[u[0]];
  vt_vec3 along_a = vt_sub(s->vertices[v[1]], a), along_b = vt_sub(t->vertices[u[1]], b), n;
  double i, j;
  if (!vt_line_feet(a, along_a, b, along_b, &i, &j, &n)) return true;
  double end_a = w->precision / vt_norm(along_a), end_b = w->precision / vt_norm(along_b);
  if (!(i > end_a && i < 1 - end_a && j > end_b && j < 1 - end_b)) return true;
  vt_vec3 offset = vt_sub(vt_madd(a, i, along_a), vt_madd(b, j, along_b));
  double reach = w->reach + vt_search_motion(w, 0, v, 2) + vt_search_motion(w, 1, u, 2);
  double apart = fabs(vt_dot(n, offset));
  if (!(apart <= reach)) return true;
  unsigned char state_a = vt_search_edge_state(w, 0, e), state_b = vt_search_edge_state(w, 1, f);
  bool across = is_across(state_a, state_b);
  if (!across && !may_face(w, e, f, n)) return true;
  // Beside the end of a gentle edge its vertex says the same, up to where it looks round the sharp edge.
  double beside =
      state_a & VT_EDGE_GENTLE ? fmin(i, 1 - i) * vt_norm(along_a) : fmin(j, 1 - j) * vt_norm(along_b);
  if (across && !(beside > BESIDE * apart)) return true;
  // The normal leaves B and enters A, whichever side the points are on.
  vt_vec3 out_a = vt_feature_normal(s->topology, s->vertices, vt_feature(VT_FEATURE_EDGE, e));
  vt_vec3 out_b = vt_feature_normal(t->topology, t->vertices, vt_feature(VT_FEATURE_EDGE, f));
  if (vt_dot(n, vt_sub(out_b, out_a)) < 0) n = vt_scale(-1, n);
  double distance = vt_dot(n, offset);
  if (distance < -w->touching && !(distance >= -w->options->depth)) return true;
  bool gentle_a = across && (state_a & VT_EDGE_GENTLE), gentle_b = across && (state_b & VT_EDGE_GENTLE);
  if (!(gentle_a ? gentle_faces(s, e, vt_scale(-1, n)) : edge_faces(w, s, e, vt_scale(-1, n)))) return true;
  if (!(gentle_b ? gentle_faces(t, f, n) : edge_faces(w, t, f, n))) return true;
  vt_proximity p = {.normal = n, .distance = distance};
  fill_edge(v, i, p.a, p.weight_a);
  fill_edge(u, j, p.b, p.weight_b);
  p.feature_a = vt_feature(VT_FEATURE_EDGE, e);
  p.feature_b = vt_feature(VT_FEATURE_EDGE, f);
  if (w->own) {
    double rest = vt_search_rest_distance(w, p.a, p.weight_a, p.b, p.weight_b);
    if (distance < 0 && rest <= -2 * distance) return true;
    if (vt_search_neighbours(w, p.a, p.weight_a, p.b, p.weight_b)) return true;
  }
  return vt_search_add(w, &p);
}

static vt_box edge_box(const vt_proximity_surface *s, int edge) {
  const int *v = s->topology->edges[edge].vertices;
  vt_vec3 p = s->vertices[v[0]], q = s->vertices[v[1]];
  vt_box box = {vt_lower(p, q), vt_higher(p, q)};
  for (int i = 0; i < 2 && s->ends != NULL; ++i) vt_box_include(&box, s->ends[v[i]]);
  return box;
}

bool vt_search_edges(vt_proximity_search *w, int triangle_a, int triangle_b) {
  const vt_surface_topology *s = w->surfaces[0]->topology, *t = w->surfaces[1]->topology;
  for (int i = 0; i < 3; ++i) {
    if (!(s->owned[triangle_a] & 8 << i)) continue;
    int e = s->triangle_edges[3 * triangle_a + i];
    vt_box box = edge_box(w->surfaces[0], e);
    if (vt_boxes_apart(&box, &w->surfaces[1]->bvh->triangles[triangle_b], w->reach)) continue;
    unsigned char state = vt_search_edge_state(w, 0, e);
    if (!(state & (VT_EDGE_CONVEX | VT_EDGE_GENTLE))) continue;
    for (int j = 0; j < 3; ++j) {
      if (!(t->owned[triangle_b] & 8 << j)) continue;
      int f = t->triangle_edges[3 * triangle_b + j];
      unsigned char other_state = vt_search_edge_state(w, 1, f);
      if (!(state & other_state & VT_EDGE_CONVEX) && !is_across(state, other_state)) continue;
      vt_box other = edge_box(w->surfaces[1], f);
      if (vt_boxes_apart(&box, &other, w->reach)) continue;
      bool swap = w->own && f < e;
      if (!try_edges(w, swap ? f : e, swap ? e : f)) return false;
    }
  }
  return true;
}
