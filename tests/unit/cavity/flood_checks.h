// What holds for every answer of the flood fill.
#ifndef VT_TESTS_FLOOD_CHECKS_H
#define VT_TESTS_FLOOD_CHECKS_H

#include "cavity/floodfill.h"
#include "flood_shapes.h"

static inline bool run(stage *s) { return stage_find(s, vt_cavities_find_floodfill); }

static inline int edge_balance(const vt_cavities *c, const vt_cavity *cavity, int from, int to) {
  int balance = 0;
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const int *v = c->triangles[cavity->first_triangle + k].vertices;
    for (int i = 0; i < 3; ++i) {
      balance += v[i] == from && v[(i + 1) % 3] == to;
      balance -= v[i] == to && v[(i + 1) % 3] == from;
    }
  }
  return balance;
}

// Every edge has its opposite: sums of a hash of directed edges cancel, and where the mesh is small each edge
// is looked at.
static inline void check_closed(const vt_cavities *c, const vt_cavity *cavity) {
  uint64_t sum = 0;
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const int *v = c->triangles[cavity->first_triangle + k].vertices;
    for (int i = 0; i < 3; ++i) {
      uint64_t low = (uint64_t)(v[i] < v[(i + 1) % 3] ? v[i] : v[(i + 1) % 3]);
      uint64_t high = (uint64_t)(v[i] < v[(i + 1) % 3] ? v[(i + 1) % 3] : v[i]);
      uint64_t h = (low * 0x9e3779b97f4a7c15u) ^ (high + 1) * 0xbf58476d1ce4e5b9u;
      h = (h ^ h >> 31) * 0x94d049bb133111ebu;
      sum += v[i] < v[(i + 1) % 3] ? h : 0 - h;
    }
  }
  CHECK(sum == 0);
  bool closed = true;
  for (int k = 0; k < cavity->triangle_count && cavity->triangle_count < 600; ++k) {
    const int *v = c->triangles[cavity->first_triangle + k].vertices;
    for (int i = 0; i < 3; ++i) closed = closed && edge_balance(c, cavity, v[i], v[(i + 1) % 3]) == 0;
  }
  CHECK(closed);
}

static inline vt_vec3 position(const stage *s, const vt_cavity_vertex *v) {
  vt_vec3 x = {0, 0, 0};
  for (int i = 0; i < 3; ++i) x = vt_madd(x, v->weights[i], s->surfaces[v->body][v->corners[i]]);
  return x;
}

// Places are sound, triangles of a body lie within their source, border triangles come last.
static inline void check_mesh(const stage *s, const vt_cavity *cavity) {
  const vt_cavities *c = &s->cavities;
  bool places = true, sources = true, last = true;
  for (int k = 0; k < cavity->vertex_count; ++k) {
    const vt_cavity_vertex *v = &c->vertices[cavity->first_vertex + k];
    double sum = v->weights[0] + v->weights[1] + v->weights[2];
    places = places && fabs(sum - 1) < 1e-12;
    for (int i = 0; i < 3; ++i)
      places = places && v->weights[i] >= 0 && v->corners[i] >= 0 &&
               v->corners[i] < s->meshes[v->body]->node_count;
  }
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const vt_cavity_triangle *t = &c->triangles[cavity->first_triangle + k];
    bool border = k >= cavity->triangle_count - cavity->border_count;
    last = last && (t->source < 0) == border && (t->body < 0) == border;
    for (int i = 0; i < 3 && !border; ++i) {
      const vt_cavity_vertex *v = &c->vertices[cavity->first_vertex + t->vertices[i]];
      const int *corners = s->meshes[t->body]->triangles + 3 * t->source;
      sources = sources && v->body == t->body;
      for (int j = 0; j < 3; ++j)
        sources = sources && (v->weights[j] == 0 || v->corners[j] == corners[0] ||
                                 v->corners[j] == corners[1] || v->corners[j] == corners[2]);
    }
  }
  CHECK(places);
  CHECK(sources);
  CHECK(last);
}

static inline double triangle_area(vt_vec3 a, vt_vec3 b, vt_vec3 c) {
  return 0.5 * vt_norm(vt_cross(vt_sub(b, a), vt_sub(c, a)));
}

// The area (m^2) of a body by its shares.
static inline double shared_area(const stage *s, int body, double *const *shares) {
  double sum = 0;
  for (int t = 0; t < s->meshes[body]->triangle_count; ++t) {
    const int *v = s->meshes[body]->triangles + 3 * t;
    const vt_vec3 *x = s->surfaces[body];
    sum += shares[body][t] * triangle_area(x[v[0]], x[v[1]], x[v[2]]);
  }
  return sum;
}

// Shares lie between 0 and 1, and what is enclosed is what the cavities have of each body.
static inline void check_shares(const stage *s) {
  double areas[MAX_BODIES] = {0};
  bool proper = true;
  for (int k = 0; k < s->cavities.count; ++k) {
    const vt_cavity *cavity = &s->cavities.items[k];
    const vt_cavity_vertex *v = s->cavities.vertices + cavity->first_vertex;
    for (int j = 0; j < cavity->triangle_count - cavity->border_count; ++j) {
      const vt_cavity_triangle *t = &s->cavities.triangles[cavity->first_triangle + j];
      areas[t->body] += triangle_area(
          position(s, &v[t->vertices[0]]), position(s, &v[t->vertices[1]]), position(s, &v[t->vertices[2]]));
    }
  }
  for (int b = 0; b < s->count; ++b) {
    for (int t = 0; t < s->meshes[b]->triangle_count; ++t) {
      double open = s->found.open_share[b][t], enclosed = s->found.enclosed_share[b][t];
      proper = proper && open >= 0 && enclosed >= 0 && open + enclosed <= 1 + 1e-9;
    }
    CHECK_NEAR(shared_area(s, b, s->found.enclosed_share), areas[b], 1e-9 * areas[b] + 1e-15);
  }
  CHECK(proper);
}

// Finds, and returns the volume of the one cavity there should be.
static inline double one_cavity(stage *s) {
  CHECK(run(s));
  if (!CHECK(s->cavities.count == 1)) {
    printf("  %d cavities\n", s->cavities.count);
    return 0;
  }
  check_closed(&s->cavities, &s->cavities.items[0]);
  check_mesh(s, &s->cavities.items[0]);
  check_shares(s);
  vt_cavity_size size = vt_cavity_measure(&s->cavities, 0, s->surfaces);
  CHECK_CLOSE(s->cavities.items[0].volume, size.volume, 1e-9);
  // The rule for detecting again must not fire on a fresh mesh.
  CHECK(size.border_area < 0.0125 * size.area);
  return size.volume;
}

static inline vt_mesh *plate(double half, int n) {
  return box(vt_v3(-half, -half, -0.01), vt_v3(half, half, 0), n, n, 1);
}

static inline vt_pose turned(double angle, double x, double y, double z) {
  return (vt_pose){{x, y, z}, vt_quat_exp(vt_v3(angle, 0, 0))};
}

#endif
