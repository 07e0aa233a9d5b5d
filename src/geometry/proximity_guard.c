// Leaves out proximities that are represented by others.
//
// Where two surfaces lie against each other, the search finds every vertex of both and every crossing of
// their edges: several times as many points as there are degrees of freedom. Forces are then not unique, and
// the contact is overconstrained: with every vertex of A on the facets of B and every vertex of B on those of
// A, only flat shapes are possible, and with friction no motion along the surface (two-pass node-to-segment
// contact is not stable, one-pass is: El-Abbasi and Bathe 2001). So one surface leads. Its vertices are kept,
// and of the other surface those vertices and edges that come nearer than the leaders imply.
//
// A point of the following surface is guarded if all corners of the triangle (edge) that it is over are
// leaders with nearly the same normal. With D_i their distances and w_i the weights of the point,
//
//     sink = sum w_i D_i - D
//
// is by how much it will be nearer than the leaders once these touch; 0 between flat surfaces, and of second
// order in the size of the triangles between smooth ones. Below half of `guard` it is left out. Otherwise it
// stays, but may come nearer by `slack`: forces do not jump when a point is left out or added, because it
// does not touch at that moment. The slack equals `guard` up to a sink of that, and falls to 0 from there on,
// slowly enough to converge over steps that each begin with the slack of the last shape.
//
// Rejected: a bound of the bulge by the normals at the corners, (n1 - n0) . (p1 - p0) / 4, which keeps points
// of curved surfaces whether or not they stand out; and leaving out by order of size alone, by which two
// meshes of about the same size lead by turns and hold each other as stiffly as before.
#include "geometry/proximity_search.h"

#include "base/vec.h"
#include "geometry/normal_cone.h"

// A surface leads the other one although it is coarser by this factor: sizes of vertices of one mesh differ
// by less, and who leads should not change from vertex to vertex.
static const double COARSER = 1.5;

// Cosines of the angle between the normals of a leader and of what it guards: up to 25 degrees it holds nine
// tenths, from 60 degrees on less than half and does not count.
static const double ALIGNED = 0.9, ASIDE = 0.5;

// Sine: a vertex beside a sharp edge sees it from the side and slips off. Up to this it counts as below the
// edge, as in the search for edges that cross there (proximity_edges.c).
static const double BESIDE = 0.02;

// Of `guard`: what sinks by less is left out.
static const double UNSEEN = 0.5;
// Of `guard`: at this sink there is no slack any more. The slack falls by a third of what the sink grows.
static const double STANDS_OUT = 4;

typedef enum guard_role {
  GUARD_LEADS_A = 1, // its vertex of A leads
  GUARD_LEADS_B = 2,
  GUARD_SLIPS_A = 8, // its vertex of A is beside a sharp edge of B
  GUARD_SLIPS_B = 16,
  GUARD_LEFT_OUT = 4
} guard_role;

typedef struct guard_search {
  vt_proximity_search *w;
  // Vertices of A and of B with their proximities, ascending: the vertex, and twice the number of the
  // proximity plus the side. All in the first within one surface.
  vt_sort_key *entries[2];
  size_t entry_count[2];
  unsigned char *roles; // per proximity: bits of guard_role
  int first;            // the side that leads unless it is much coarser
  bool always;          // it leads however coarse it is
} guard_search;

// One side of a proximity.
static int feature_on(const vt_proximity *p, int side) { return side == 0 ? p->feature_a : p->feature_b; }
static const int *corners_on(const vt_proximity *p, int side) { return side == 0 ? p->a : p->b; }
static const double *weights_on(const vt_proximity *p, int side) {
  return side == 0 ? p->weight_a : p->weight_b;
}
static bool is_kind(const vt_proximity *p, int side, vt_feature_kind kind) {
  return vt_feature_kind_of(feature_on(p, side)) == kind;
}

// The normal as seen from there: towards the body.
static vt_vec3 normal_on(const vt_proximity *p, int side) {
  return side == 0 ? p->normal : vt_scale(-1, p->normal);
}

// ---------------------------------------------------------------- who leads

// The size (m, at rest) of the triangles around a point.
static double size_at(const vt_surface_topology *t, const int v[3], const double weights[3]) {
  return weights[0] * t->vertex_size[v[0]] + weights[1] * t->vertex_size[v[1]] +
         weights[2] * t->vertex_size[v[2]];
}

// Within one surface: a number that is smaller all over one of two parts that lie against each other. Any
// direction will do to which parts of bodies are not symmetric.
static double height_at(const vt_surface_topology *t, const int v[3], const double weights[3]) {
  const vt_vec3 up = {0.35, 0.48, 0.8};
  double height = 0;
  for (int i = 0; i < 3; ++i) height += weights[i] * vt_dot(up, t->rest[v[i]]);
  return height;
}

// Whether the vertex on one side of a proximity leads.
static bool leads(const guard_search *g, const vt_proximity *p, int side) {
  if (is_kind(p, 1 - side, VT_FEATURE_VERTEX)) return true;
  const vt_surface_topology *own = g->w->surfaces[side]->topology,
                            *other = g->w->surfaces[1 - side]->topology;
  bool first = side == g->first;
  if (g->w->own)
    first = height_at(own, corners_on(p, side), weights_on(p, side)) <
            height_at(other, corners_on(p, 1 - side), weights_on(p, 1 - side));
  if (g->always) return first;
  double size = size_at(own, corners_on(p, side), weights_on(p, side)),
         size_there = size_at(other, corners_on(p, 1 - side), weights_on(p, 1 - side));
  return first ? size <= COARSER * size_there : COARSER * size < size_there;
}

static vt_vec3 point_on(const guard_search *g, const vt_proximity *p, int side) {
  const int *v = corners_on(p, side);
  const double *weights = weights_on(p, side);
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < 3; ++i) sum = vt_madd(sum, weights[i], g->w->surfaces[side]->vertices[v[i]]);
  return sum;
}

// Whether the vertex on one side is beside a sharp edge of the other surface: neither
// over it nor over a face.
static bool slips(const guard_search *g, const vt_proximity *p, int side) {
  int there = feature_on(p, 1 - side), index = vt_feature_index(there);
  const vt_proximity_surface *s = g->w->surfaces[1 - side];
  const vt_surface_topology *t = s->topology;
  if (!vt_search_is_sharp(g->w, 1 - side, there)) return false;
  const int *faces = t->edges[index].triangles;
  int face_count = 2;
  if (is_kind(p, 1 - side, VT_FEATURE_VERTEX)) {
    faces = t->vertex_triangles + t->vertex_triangle_start[index];
    face_count = t->vertex_triangle_start[index + 1] - t->vertex_triangle_start[index];
  }
  // The normal of a proximity may be the vertex's own: what counts here is where the vertex is.
  vt_vec3 offset = vt_sub(point_on(g, p, side), point_on(g, p, 1 - side));
  double length = vt_norm(offset), nearest = 0;
  vt_vec3 direction = length > g->w->touching ? vt_scale(1 / length, offset) : normal_on(p, side);
  for (int i = 0; i < face_count; ++i) {
    if (faces[i] < 0) continue;
    vt_vec3 n = vt_feature_normal(t, s->vertices, vt_feature(VT_FEATURE_TRIANGLE, faces[i]));
    nearest = fmax(nearest, vt_dot(n, direction));
  }
  return nearest < sqrt(1 - BESIDE * BESIDE);
}

// Vertices of bodies that bend are degrees of freedom; those of a rigid one only describe its shape.
static void choose_first(guard_search *g) {
  const vt_proximity_search *w = g->w;
  const bool *soft = w->options->soft;
  g->always = !w->own && soft[0] != soft[1];
  double a = w->surfaces[0]->topology->edge_length, b = w->surfaces[1]->topology->edge_length;
  g->first = g->always ? soft[1] : b < a;
}

static void list_vertices(guard_search *g, vt_sort_key *scratch) {
  const vt_proximity_search *w = g->w;
  for (size_t i = 0; i < w->found_count; ++i)
    for (int side = 0; side < 2; ++side) {
      const vt_proximity *p = &w->found[i];
      if (!is_kind(p, side, VT_FEATURE_VERTEX)) continue;
      if (leads(g, p, side)) g->roles[i] |= side == 0 ? GUARD_LEADS_A : GUARD_LEADS_B;
      if (slips(g, p, side)) g->roles[i] |= side == 0 ? GUARD_SLIPS_A : GUARD_SLIPS_B;
      int list = w->own ? 0 : side, entry = 2 * (int)i + side;
      uint64_t key = (uint64_t)vt_feature_index(feature_on(p, side)) << 32 | (uint64_t)entry;
      g->entries[list][g->entry_count[list]++] = (vt_sort_key){key, entry};
    }
  for (int list = 0; list < 2; ++list) vt_sort_keys(g->entries[list], scratch, g->entry_count[list]);
}

// ---------------------------------------------------------------- what they guard

// Lets a proximity come nearer or leaves it out. `share` is how well it is guarded, from 0 to 1.
static void settle(guard_search *g, int index, double share, double sink) {
  vt_proximity *p = &g->w->found[index];
  double guard = g->w->options->guard * fmin(1, share);
  if (!(guard > 0)) return;
  if (sink < UNSEEN * guard) {
    g->roles[index] |= GUARD_LEFT_OUT;
    p->slack = fmax(sink, 0);
    return;
  }
  double slack = (STANDS_OUT * guard - sink) / (STANDS_OUT - 1);
  p->slack = fmax(p->slack, fmin(fmax(slack, 0), guard));
}

static bool entry_slips(const guard_search *g, int entry) {
  return g->roles[entry / 2] & (entry % 2 == 0 ? GUARD_SLIPS_A : GUARD_SLIPS_B);
}

// Whether one proximity of a vertex represents another one.
static void settle_double(guard_search *g, int entry, int other) {
  const vt_proximity *p = &g->w->found[entry / 2], *q = &g->w->found[other / 2];
  if ((g->roles[entry / 2] | g->roles[other / 2]) & GUARD_LEFT_OUT || entry_slips(g, entry)) return;
  if (entry > other && !entry_slips(g, other)) return;
  double cosine = vt_dot(normal_on(p, entry % 2), normal_on(q, other % 2));
  settle(g, other / 2, (cosine - ALIGNED) / (1 - ALIGNED), p->distance - q->distance);
}

// A vertex over a shallow valley has a foot on each of its sides: the first one represents the others. So
// does a foot on a face for one beside a sharp edge.
static void settle_doubles(guard_search *g, int list) {
  const vt_sort_key *entries = g->entries[list];
  for (size_t i = 0, end; i < g->entry_count[list]; i = end) {
    for (end = i + 1; end < g->entry_count[list] && entries[end].key >> 32 == entries[i].key >> 32;) ++end;
    for (size_t k = i; k < end; ++k)
      for (size_t j = i; j < end; ++j)
        if (k != j) settle_double(g, entries[k].index, entries[j].index);
  }
}

// The proximity of a vertex on one side whose normal is most like `normal`, or NULL; its cosine.
static const vt_proximity *find_guard(
    const guard_search *g, int side, int vertex, vt_vec3 normal, bool leading, double *cosine) {
  int list = g->w->own ? 0 : side;
  const vt_sort_key *entries = g->entries[list];
  size_t low = 0, high = g->entry_count[list];
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (entries[middle].key >> 32 < (uint64_t)vertex)
      low = middle + 1;
    else
      high = middle;
  }
  const vt_proximity *best = NULL;
  for (; low < g->entry_count[list] && entries[low].key >> 32 == (uint64_t)vertex; ++low) {
    int index = entries[low].index / 2, there = entries[low].index % 2;
    const vt_proximity *p = &g->w->found[index];
    double c = vt_dot(normal_on(p, there), normal);
    if (entry_slips(g, entries[low].index)) continue;
    if (leading && !(g->roles[index] & (there == 0 ? GUARD_LEADS_A : GUARD_LEADS_B))) continue;
    if (best != NULL && c <= *cosine) continue;
    best = p, *cosine = c;
  }
  return best;
}

// What the vertices of the feature on one side guard of a proximity.
static void guard_by(guard_search *g, int index, int side, bool leading) {
  const vt_proximity *p = &g->w->found[index];
  const int *corners = corners_on(p, side);
  const double *weights = weights_on(p, side);
  vt_vec3 normal = normal_on(p, side);
  int count = is_kind(p, side, VT_FEATURE_TRIANGLE) ? 3 : 2;
  double sink = -p->distance, least = 1;
  for (int i = 0; i < count; ++i) {
    double cosine = 0;
    const vt_proximity *q = find_guard(g, side, corners[i], normal, leading, &cosine);
    if (q == NULL) return;
    sink += weights[i] * (q->distance + q->slack);
    least = fmin(least, cosine);
  }
  settle(g, index, (least - ASIDE) / (ALIGNED - ASIDE), sink);
}

static double rest_length(const vt_surface_topology *t, const int v[3]) {
  return vt_norm(vt_sub(t->rest[v[1]], t->rest[v[0]]));
}

// Both ends of a short edge determine where it is. A long one with only its ends held would let the other
// surface penetrate in between.
static void guard_crossing(guard_search *g, int index) {
  const vt_proximity *p = &g->w->found[index];
  double length[2];
  for (int side = 0; side < 2; ++side)
    length[side] = rest_length(g->w->surfaces[side]->topology, corners_on(p, side));
  for (int side = 0; side < 2; ++side) guard_by(g, index, side, length[side] > COARSER * length[1 - side]);
}

static int side_that_leads(const guard_search *g, int index) {
  unsigned char role = g->roles[index];
  bool a = role & GUARD_LEADS_A, b = role & GUARD_LEADS_B;
  if (g->w->found[index].slack > 0 || role & (GUARD_SLIPS_A | GUARD_SLIPS_B)) return -1;
  return a && b ? g->first : a ? 0 : b ? 1 : -1;
}

bool vt_search_guard(vt_proximity_search *w) {
  size_t count = w->found_count, kept = 0;
  guard_search g = {.w = w, .roles = VT_TAKE(w->arena, unsigned char, count, w->error)};
  vt_sort_key *scratch = VT_TAKE(w->arena, vt_sort_key, 2 * count, w->error);
  for (int k = 0; k < 2; ++k) g.entries[k] = VT_TAKE(w->arena, vt_sort_key, 2 * count, w->error);
  if (g.roles == NULL || scratch == NULL || g.entries[0] == NULL || g.entries[1] == NULL) return false;
  for (size_t i = 0; i < count; ++i) g.roles[i] = 0;
  choose_first(&g);
  list_vertices(&g, scratch);
  for (int list = 0; list < 2; ++list) settle_doubles(&g, list);
  for (int i = 0; i < (int)count; ++i)
    for (int side = 0; side < 2; ++side)
      if (is_kind(&w->found[i], 1 - side, VT_FEATURE_VERTEX) &&
          !(g.roles[i] & (GUARD_LEADS_A | GUARD_LEADS_B)))
        guard_by(&g, i, side, true);
  for (int i = 0; i < (int)count; ++i)
    if (is_kind(&w->found[i], 0, VT_FEATURE_EDGE) && is_kind(&w->found[i], 1, VT_FEATURE_EDGE))
      guard_crossing(&g, i);
  for (size_t i = 0; i < count; ++i)
    if (!(g.roles[i] & GUARD_LEFT_OUT)) {
      w->found[kept] = w->found[i];
      w->found[kept++].leads = side_that_leads(&g, (int)i);
    }
  w->found_count = kept;
  return true;
}
