// A contact of a vertex acts on the other surface over the cell of the vertex instead of at one point.
//
// Between two bodies that bend, forces at the vertices of one surface act on the other at points unrelated
// to its mesh: of a uniform pressure some of its vertices get too much and others too little, by 13% (rms)
// with three cells on two, and it deforms accordingly. So each contact takes the part of the pressure that
// belongs to its vertex, as in mortar methods: it acts on the other surface in proportion to a function
// psi over the triangles around the vertex, and its gap is that to the mean of the other surface weighted
// by psi. On each triangle
//
//     psi = 4 phi - 1,    integral of psi phi_j = 0 for the other two corners,
//
// where phi is the linear shape function of the vertex (dual functions of Wohlmuth 2000). All psi sum up to
// 1, so that a uniform pressure is uniform on both sides, whatever the meshes. And the mean of the own
// surface weighted by psi is the vertex itself: on its own side a contact remains one of a single vertex, and
// on the other it acts at a point opposite the vertex along the normal, so that the pair of forces has no
// torque. The integral is exact: over the parts of each triangle that lie over one triangle of the other
// surface, psi and the shape functions there are linear.
//
// A mean gap says nothing about the vertex. Where the surfaces separate around it (the lip of a cup that
// touches with its edge), or the other one ends, the vertex itself must not penetrate: the contact changes to
// a point contact there. Over the rim of the other surface it is a point contact from the start if there is
// friction: that holds the vertex where it is over the rim, while mean gaps would let it slip off.
//
// Rejected, with figures in docs/contact.md: phi on both surfaces, and phi on the other one only.
#include "contact/cell.h"

#include "base/vec.h"

#include <math.h>
#include <string.h>

enum {
  MAX = 64,       // vertices of the other surface in a cell; there are some 10
  MAX_PARTS = 48, // triangles of the other surface under one triangle; there are some 6
  MAX_STEPS = 32  // from triangle to triangle
};

// Cosines between the normal of a contact and that of a triangle: one of the own surface counts in full up to
// 25 degrees, and none does from 60 on.
static const double ALONG = 0.9, ASIDE = 0.5;

// Shares of `guard`, by which the mean gap may differ from that of the vertex: up to the first the contact
// acts wholly over the cell, from the second on wholly at the point.
static const double EVEN = 0.25, UNEVEN = 0.5;

// Of the cell: the part that must lie over the other surface for the contact to act wholly over the cell.
static const double COVERED = 0.5;

// By how much the areas of parts may differ from that of a triangle that lies wholly over the other surface.
static const double ROUNDING = 1e-12;

// Weights (m^2) of vertices of a surface.
typedef struct weights {
  int count, vertices[MAX];
  double of[MAX];
} weights;

typedef struct cell {
  int vertex;
  const vt_collider *own, *other;
  vt_vec3 normal;        // from the other surface towards the own
  int at;                // a triangle of the other one that is near
  weights sums[2];       // integrals of psi times the shape functions of the own surface and of the other one
  double total, gap;     // m^2, m^3: of psi, alone and times the gap
  double hat, hat_gap;   // m^2, m^3: of phi, alone and times the gap
  double covered, whole; // m^2: of 1, where there is the other surface and all over
  bool full;             // there was no room, or more than one place to be over
} cell;

// One triangle of a cell.
typedef struct piece {
  const int *corners;
  int own;                        // which corner is the vertex
  vt_vec3 slopes[3];              // 1/m, of its shape functions, which are 0 on the side from corner i + 1 on
  int count, vertices[MAX];       // of the other surface
  double even[MAX], hat[MAX];     // integrals of their shape functions, alone and times that of the vertex
  double own_even[3], own_hat[3]; // the same of its own corners
  double covered;                 // all as shares of twice its area
} piece;

// A corner of a part of a triangle that lies over one triangle of the other surface.
typedef struct corner {
  double own[3], other[3]; // its place in both: weights of their corners
} corner;

// Part of a triangle. Cutting a triangle by three lines leaves six corners at most; with rounding, of which
// a cut between almost parallel lines may pass over a side more than twice, nine.
typedef struct part {
  int count;
  corner corners[9];
} part;

static int place_of(int *vertices, int *count, int vertex) {
  int k = 0;
  while (k < *count && vertices[k] != vertex) ++k;
  if (k == MAX) return -1;
  if (k == *count) vertices[(*count)++] = vertex;
  return k;
}

static void add(cell *c, int which, int vertex, double weight) {
  weights *w = &c->sums[which];
  int count = w->count, k = place_of(w->vertices, &w->count, vertex);
  c->full |= k < 0;
  if (k >= 0) w->of[k] = weight + (k < count ? w->of[k] : 0);
}

static vt_vec3 area_of(const vt_collider *surface, const int *v) {
  const vt_vec3 *x = surface->vertices;
  return vt_cross(vt_sub(x[v[1]], x[v[0]]), vt_sub(x[v[2]], x[v[0]]));
}

// The triangle beyond side i (from corner i to i + 1), or -1.
static int triangle_beyond(const vt_surface_topology *t, int triangle, int i) {
  int edge = t->triangle_edges[3 * triangle + i];
  if (edge < 0) return -1;
  const int *pair = t->edges[edge].triangles;
  return pair[pair[0] == triangle];
}

// The triangle of the other surface that `p` is over, going from one to the next towards it; -1 where the
// surface ends or turns away.
static int find_under(const cell *c, vt_vec3 p) {
  const vt_surface_topology *t = c->other->topology;
  int triangle = c->at;
  for (int step = 0; step < MAX_STEPS && triangle >= 0; ++step) {
    double least = 0, sum = 0;
    int beyond = -1; // the side that p is furthest beyond of
    const int *v = t->triangles + 3 * triangle;
    vt_vec3 x[3];
    for (int i = 0; i < 3; ++i) x[i] = vt_sub(c->other->vertices[v[i]], p);
    for (int i = 0; i < 3; ++i) {
      double area = vt_dot(c->normal, vt_cross(x[i], x[(i + 1) % 3]));
      if (area < least) least = area, beyond = i;
      sum += area;
    }
    if (!(sum > 0)) return -1;
    if (beyond < 0) return triangle;
    triangle = triangle_beyond(t, triangle, beyond);
  }
  return -1;
}

// ---------------------------------------------------------------- parts of a triangle

// Leaves what is on the right side of own[i] = 0.
static void clip(part *p, int i) {
  part cut;
  int inside = 0;
  for (int k = 0; k < p->count; ++k) inside += p->corners[k].own[i] >= 0;
  if (inside == p->count) return;
  cut.count = 0;
  for (int k = 0; k < p->count; ++k) {
    const corner *a = &p->corners[k], *b = &p->corners[(k + 1) % p->count];
    bool in = a->own[i] >= 0;
    if (in) cut.corners[cut.count++] = *a;
    if (in == (b->own[i] >= 0)) continue;
    double t = a->own[i] / (a->own[i] - b->own[i]);
    corner *on = &cut.corners[cut.count++];
    for (int j = 0; j < 3; ++j) {
      on->own[j] = j == i ? 0 : a->own[j] + t * (b->own[j] - a->own[j]);
      on->other[j] = a->other[j] + t * (b->other[j] - a->other[j]);
    }
  }
  p->count = cut.count;
  memcpy(p->corners, cut.corners, sizeof *cut.corners * (size_t)cut.count);
}

// The part of a piece over a triangle of the other surface. False if that turns away.
static bool find_part(const cell *c, const piece *e, const int *under, part *p) {
  vt_vec3 area = area_of(c->other, under);
  if (!(vt_dot(area, c->normal) > ASIDE * vt_norm(area))) return false;
  p->count = 3;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) {
      vt_vec3 from = c->own->vertices[e->corners[(i + 1) % 3]];
      p->corners[k].own[i] = vt_dot(e->slopes[i], vt_sub(c->other->vertices[under[k]], from));
      p->corners[k].other[i] = i == k;
    }
  for (int i = 0; i < 3 && p->count > 0; ++i) clip(p, i);
  return true;
}

// The integrals over a part, of twice the area: products of two functions that are linear.
static void add_part(piece *e, const part *p, const int *under) {
  int places[3];
  for (int j = 0; j < 3; ++j) {
    int count = e->count, k = places[j] = place_of(e->vertices, &e->count, under[j]);
    if (k < 0) return;
    if (k == count) e->even[k] = e->hat[k] = 0;
  }
  for (int k = 2; k < p->count; ++k) {
    const corner *x[3] = {&p->corners[0], &p->corners[k - 1], &p->corners[k]};
    const double *a = x[0]->own, *b = x[1]->own, *d = x[2]->own;
    double area = fabs((b[1] - a[1]) * (d[2] - a[2]) - (b[2] - a[2]) * (d[1] - a[1]));
    double phi[3] = {a[e->own], b[e->own], d[e->own]}, sum = phi[0] + phi[1] + phi[2];
    for (int j = 0; j < 3; ++j) {
      double other = 0, own = 0, other_hat = 0, own_hat = 0;
      for (int i = 0; i < 3; ++i) {
        other += x[i]->other[j], other_hat += phi[i] * x[i]->other[j];
        own += x[i]->own[j], own_hat += phi[i] * x[i]->own[j];
      }
      e->even[places[j]] += area * other / 3;
      e->hat[places[j]] += area * (other_hat + sum * other) / 12;
      e->own_even[j] += area * own / 3;
      e->own_hat[j] += area * (own_hat + sum * own) / 12;
    }
    e->covered += area;
  }
}

// Goes through the triangles of the other surface under one of the own.
static void add_parts(const cell *c, piece *e, int first) {
  const vt_surface_topology *t = c->other->topology;
  int seen[MAX_PARTS] = {first}, count = 1;
  for (int k = 0; k < count && e->covered < 1 - ROUNDING; ++k) {
    const int *under = t->triangles + 3 * seen[k];
    part p;
    if (!find_part(c, e, under, &p)) continue;
    add_part(e, &p, under);
    for (int i = 0; i < 3; ++i) { // beyond sides that pass through it
      int on = 0, next = triangle_beyond(t, seen[k], i), known = 0;
      for (int j = 0; j < p.count; ++j) on += p.corners[j].other[(i + 2) % 3] == 0;
      if (on < 2) continue;
      while (known < count && seen[known] != next) ++known;
      if (next >= 0 && known == count && count < MAX_PARTS) seen[count++] = next;
    }
  }
}

// The integral of the gap times a function, given by the integrals of that times the shape functions.
static double gap_of(const cell *c, const piece *e, const double *own, const double *other) {
  vt_vec3 from = c->own->vertices[c->vertex];
  double gap = 0;
  for (int j = 0; j < 3; ++j)
    gap += own[j] * vt_dot(c->normal, vt_sub(c->own->vertices[e->corners[j]], from));
  for (int k = 0; k < e->count; ++k)
    gap -= other[k] * vt_dot(c->normal, vt_sub(c->other->vertices[e->vertices[k]], from));
  return gap;
}

// One triangle around the vertex. Where less than all of it is over the other surface, psi goes over to phi,
// and the own surface takes part with more than the vertex.
static void add_triangle(cell *c, const int *v) {
  const vt_vec3 *x = c->own->vertices;
  vt_vec3 area = area_of(c->own, v);
  double size = vt_norm(area), cosine = -vt_dot(area, c->normal);
  size *= fmin(1, (cosine - ASIDE * size) / ((ALONG - ASIDE) * size));
  if (!(size > 0)) return;
  c->whole += size;
  int first = find_under(c, vt_scale(1.0 / 3, vt_add(x[v[0]], vt_add(x[v[1]], x[v[2]]))));
  piece e = {.corners = v, .own = v[0] == c->vertex ? 0 : v[1] == c->vertex ? 1 : 2};
  for (int i = 0; i < 3; ++i)
    e.slopes[i] = vt_scale(-1 / cosine, vt_cross(c->normal, vt_sub(x[v[(i + 2) % 3]], x[v[(i + 1) % 3]])));
  add_parts(c, &e, first < 0 ? c->at : first);
  bool whole = e.covered >= 1 - ROUNDING;
  c->full |= e.covered > 1 + 1e3 * ROUNDING; // the other surface is folded
  double dual = whole ? 1 : fmax(0, 2 * e.covered - 1);
  double hat = size * (1 + 3 * dual), even = -size * dual; // psi = hat phi + even
  for (int k = 0; k < e.count; ++k) add(c, 1, e.vertices[k], hat * e.hat[k] + even * e.even[k]);
  for (int j = 0; j < 3 && !whole; ++j) add(c, 0, v[j], hat * e.own_hat[j] + even * e.own_even[j]);
  if (whole) add(c, 0, c->vertex, size / 3);
  double gap = gap_of(c, &e, e.own_hat, e.hat);
  c->total += whole ? size / 3 : hat * e.own_even[e.own] + even * e.covered;
  c->gap += hat * gap + even * gap_of(c, &e, e.own_even, e.even);
  c->hat += size * e.own_even[e.own];
  c->hat_gap += size * gap;
  c->covered += size * e.covered;
}

// ---------------------------------------------------------------- the contact

// The triangle at a feature of the other surface that faces most along the normal; whether some turn away:
// then the contact is over the rim of what it can lie on.
static int triangle_at(const cell *c, int feature, bool *rim) {
  const vt_surface_topology *t = c->other->topology;
  int index = vt_feature_index(feature), count = 1, best = -1;
  const int *triangles = &index;
  if (vt_feature_kind_of(feature) == VT_FEATURE_EDGE) {
    triangles = t->edges[index].triangles;
    count = 2;
  }
  if (vt_feature_kind_of(feature) == VT_FEATURE_VERTEX) {
    triangles = t->vertex_triangles + t->vertex_triangle_start[index];
    count = t->vertex_triangle_start[index + 1] - t->vertex_triangle_start[index];
  }
  double max = -INFINITY;
  *rim = false;
  for (int k = 0; k < count; ++k) {
    if (triangles[k] < 0) {
      *rim = true;
      continue;
    }
    vt_vec3 area = area_of(c->other, t->triangles + 3 * triangles[k]);
    double cosine = vt_dot(area, c->normal) / vt_norm(area);
    if (cosine > max) max = cosine, best = triangles[k];
    *rim |= !(cosine > ASIDE);
  }
  return best;
}

// The share of the contact that acts over the cell, from 0 to 1. Surfaces separate where their mean gap
// differs from that of the vertex.
static double share_of(const cell *c, double distance, double guard) {
  double off = fmax(fabs(c->gap / c->total - distance), fabs(c->hat_gap / c->hat - distance));
  double even = (UNEVEN * guard - off) / ((UNEVEN - EVEN) * guard);
  return fmin(1, fmax(0, even)) * fmin(1, c->covered / (COVERED * c->whole));
}

static bool keep(
    cell *c, int which, double share, vt_contact *contact, int side, vt_arena *arena, vt_error *error) {
  weights *w = &c->sums[which];
  vt_contact_place point = vt_contact_place_on(contact, side);
  for (int k = 0; k < w->count; ++k) w->of[k] *= share / c->total;
  for (int k = 0; k < point.count && share < 1; ++k)
    if (point.weights[k] > 0) add(c, which, point.vertices[k], (1 - share) * point.weights[k]);
  if (w->count == 1) return true; // the vertex itself
  int *vertices = VT_TAKE(arena, int, w->count, error);
  double *of = VT_TAKE(arena, double, w->count, error);
  if (vertices == NULL || of == NULL) return false;
  memcpy(vertices, w->vertices, sizeof *vertices * (size_t)w->count);
  memcpy(of, w->of, sizeof *of * (size_t)w->count);
  contact->cells[side] = (vt_contact_place){w->count, vertices, of};
  return true;
}

bool vt_contact_spread(vt_contact *contact, int side, const vt_collider *own, const vt_collider *other,
    double guard, vt_arena *arena, vt_error *error) {
  int feature = side == 0 ? contact->feature_b : contact->feature_a;
  cell c = {.vertex = vt_feature_index(side == 0 ? contact->feature_a : contact->feature_b),
      .own = own,
      .other = other,
      .normal = side == 0 ? contact->normal : vt_scale(-1, contact->normal)};
  const vt_surface_topology *t = own->topology;
  bool rim;
  c.at = triangle_at(&c, feature, &rim);
  if (c.at < 0 || (rim && contact->friction > 0)) return true;
  for (int k = t->vertex_triangle_start[c.vertex]; k < t->vertex_triangle_start[c.vertex + 1]; ++k)
    add_triangle(&c, t->triangles + 3 * t->vertex_triangles[k]);
  if (!(c.total > 0)) return true;
  double share = share_of(&c, contact->distance, guard);
  if (share == 0 || c.full || c.sums[1].count > MAX - 3) return true;
  contact->distance += share * (c.gap / c.total - contact->distance);
  return keep(&c, 0, share, contact, side, arena, error) &&
         keep(&c, 1, share, contact, 1 - side, arena, error);
}
