// Proximities by their definition: every feature of one surface against every feature of the other, with the
// cones found by going through all triangles. Slow and simple; for surfaces in general position that do not
// penetrate each other.
#ifndef VT_TESTS_BRUTE_PROXIMITY_H
#define VT_TESTS_BRUTE_PROXIMITY_H

#include "surfaces.h"

typedef struct brute_pair {
  int a[3], b[3]; // the vertices of the two features, ascending, -1 where there are fewer
  double distance;
  vt_vec3 normal; // from B to A
} brute_pair;

typedef struct brute_list {
  int count;
  brute_pair items[20000];
} brute_list;

static inline bool brute_has(const int *t, int v) { return t[0] == v || t[1] == v || t[2] == v; }

static inline vt_vec3 brute_normal(const shape *s, int t) {
  const int *v = s->triangles + 3 * t;
  return vt_normalized(vt_cross(vt_sub(s->x[v[1]], s->x[v[0]]), vt_sub(s->x[v[2]], s->x[v[0]])));
}

// The sine by which a direction leaves the cone of a vertex (w < 0) or edge (v, w); 2 if it points inside.
static inline double brute_excess(const shape *s, int v, int w, vt_vec3 direction) {
  double largest = -1;
  vt_vec3 normal = {0, 0, 0};
  for (int t = 0; t < s->triangle_count; ++t) {
    const int *c = s->triangles + 3 * t;
    if (!brute_has(c, v) || (w >= 0 && !brute_has(c, w))) continue;
    vt_vec3 sides[2];
    int count = 0;
    for (int i = 0; i < 3; ++i)
      if (c[i] != v && c[i] != w) sides[count++] = vt_sub(s->x[c[i]], s->x[v]);
    if (w >= 0) {
      vt_vec3 e = vt_normalized(vt_sub(s->x[w], s->x[v]));
      sides[0] = vt_madd(sides[0], -vt_dot(sides[0], e), e);
      normal = vt_add(normal, brute_normal(s, t));
    } else {
      double cosine = vt_dot(vt_normalized(sides[0]), vt_normalized(sides[1]));
      normal = vt_madd(normal, acos(cosine), brute_normal(s, t));
    }
    for (int i = 0; i < count; ++i) largest = fmax(largest, vt_dot(direction, vt_normalized(sides[i])));
  }
  return vt_dot(normal, direction) > 0 ? largest : 2;
}

static inline void brute_add(
    brute_list *list, const int *a, int na, const int *b, int nb, double distance, vt_vec3 normal) {
  brute_pair p = {{-1, -1, -1}, {-1, -1, -1}, distance, normal};
  for (int i = 0; i < na; ++i) p.a[i] = a[i];
  for (int i = 0; i < nb; ++i) p.b[i] = b[i];
  if (list->count < 20000) list->items[list->count++] = p;
}

// The vertices of `from` over the insides of edges and triangles of `onto`. `flip`: from is B.
static inline void brute_feet(
    brute_list *list, const shape *from, const shape *onto, double alarm, double sine, bool flip) {
  for (int v = 0; v < from->vertex_count; ++v) {
    vt_vec3 p = from->x[v];
    for (int t = 0; t < onto->triangle_count; ++t) {
      const int *c = onto->triangles + 3 * t;
      vt_vec3 n = brute_normal(onto, t);
      double d = vt_dot(n, vt_sub(p, onto->x[c[0]]));
      bool inside = d > 0 && d <= alarm;
      for (int i = 0; i < 3; ++i) {
        vt_vec3 e = vt_sub(onto->x[c[(i + 1) % 3]], onto->x[c[i]]);
        inside &= vt_dot(vt_cross(n, e), vt_sub(p, onto->x[c[i]])) > 0;
      }
      if (inside && brute_excess(from, v, -1, vt_scale(-1, n)) <= sine)
        flip ? brute_add(list, c, 3, &v, 1, d, vt_scale(-1, n)) : brute_add(list, &v, 1, c, 3, d, n);
      for (int i = 0; i < 3; ++i) {
        int w[2] = {c[i], c[(i + 1) % 3]};
        if (w[0] > w[1]) continue; // the neighbour sees it the other way round
        vt_vec3 q = onto->x[w[0]], e = vt_sub(onto->x[w[1]], q);
        double along = vt_dot(vt_sub(p, q), e) / vt_dot(e, e);
        vt_vec3 off = vt_sub(vt_sub(p, q), vt_scale(along, e));
        d = vt_norm(off), n = vt_scale(1 / d, off);
        if (!(along > 0 && along < 1 && d <= alarm)) continue;
        if (brute_excess(onto, w[0], w[1], n) > 0 || brute_excess(from, v, -1, vt_scale(-1, n)) > sine)
          continue;
        flip ? brute_add(list, w, 2, &v, 1, d, vt_scale(-1, n)) : brute_add(list, &v, 1, w, 2, d, n);
      }
    }
  }
}

static inline void brute_vertices(
    brute_list *list, const shape *a, const shape *b, double alarm, double sine) {
  for (int v = 0; v < a->vertex_count; ++v) {
    for (int w = 0; w < b->vertex_count; ++w) {
      vt_vec3 off = vt_sub(a->x[v], b->x[w]);
      double d = vt_norm(off);
      if (d > alarm) continue;
      vt_vec3 n = vt_scale(1 / d, off);
      double from_a = brute_excess(a, v, -1, vt_scale(-1, n)), from_b = brute_excess(b, w, -1, n);
      if (fmin(from_a, from_b) <= 0 && fmax(from_a, from_b) <= sine) brute_add(list, &v, 1, &w, 1, d, n);
    }
  }
}

static inline void brute_crossing(
    brute_list *list, const shape *a, const int *v, const shape *b, const int *w, double alarm, double sine) {
  vt_vec3 p = a->x[v[0]], q = b->x[w[0]], e = vt_sub(a->x[v[1]], p), f = vt_sub(b->x[w[1]], q);
  double ee = vt_dot(e, e), ff = vt_dot(f, f), ef = vt_dot(e, f), det = ee * ff - ef * ef;
  vt_vec3 r = vt_sub(q, p);
  double s = (vt_dot(e, r) * ff - vt_dot(f, r) * ef) / det, t = (vt_dot(e, r) * ef - vt_dot(f, r) * ee) / det;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
  vt_vec3 off = vt_sub(vt_madd(p, s, e), vt_madd(q, t, f));
  double d = vt_norm(off);
  if (d > alarm) return;
  vt_vec3 n = vt_scale(1 / d, off);
  if (brute_excess(a, v[0], v[1], vt_scale(-1, n)) > sine || brute_excess(b, w[0], w[1], n) > sine) return;
  brute_add(list, v, 2, w, 2, d, n);
}

static inline void brute_edges(brute_list *list, const shape *a, const shape *b, double alarm, double sine) {
  for (int k = 0; k < 3 * a->triangle_count; ++k) {
    int v[2] = {a->triangles[k], a->triangles[k - k % 3 + (k + 1) % 3]};
    for (int l = 0; v[0] < v[1] && l < 3 * b->triangle_count; ++l) {
      int w[2] = {b->triangles[l], b->triangles[l - l % 3 + (l + 1) % 3]};
      if (w[0] < w[1]) brute_crossing(list, a, v, b, w, alarm, sine);
    }
  }
}

// Closed, consistently turned surfaces only.
static inline void brute_proximities(
    const shape *a, const shape *b, const vt_proximity_options *options, brute_list *list) {
  list->count = 0;
  brute_feet(list, a, b, options->alarm, sin(options->vertex_angle), false);
  brute_feet(list, b, a, options->alarm, sin(options->vertex_angle), true);
  brute_vertices(list, a, b, options->alarm, sin(options->vertex_angle));
  brute_edges(list, a, b, options->alarm, sin(options->edge_angle));
}

// Whether an edge of one goes through a triangle of the other.
static inline bool brute_cross(const shape *a, const shape *b) {
  for (int k = 0; k < 3 * a->triangle_count; ++k) {
    vt_vec3 p = a->x[a->triangles[k]], q = a->x[a->triangles[k - k % 3 + (k + 1) % 3]];
    for (int t = 0; t < b->triangle_count; ++t) {
      const vt_vec3 *x = b->x;
      const int *c = b->triangles + 3 * t;
      vt_vec3 n = vt_cross(vt_sub(x[c[1]], x[c[0]]), vt_sub(x[c[2]], x[c[0]]));
      double u = vt_dot(n, vt_sub(p, x[c[0]])), v = vt_dot(n, vt_sub(q, x[c[0]]));
      if (u * v >= 0) continue;
      vt_vec3 at = vt_madd(p, u / (u - v), vt_sub(q, p));
      bool inside = true;
      for (int i = 0; i < 3; ++i)
        inside &= vt_dot(vt_cross(n, vt_sub(x[c[(i + 1) % 3]], x[c[i]])), vt_sub(at, x[c[i]])) >= 0;
      if (inside) return true;
    }
  }
  return false;
}

#endif
