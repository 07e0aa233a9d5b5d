// Closed surfaces to arrange, each also as convex cells, and what every arrangement must obey. Include after
// check.h.
#ifndef VT_TESTS_ARRANGEMENT_SHAPES_H
#define VT_TESTS_ARRANGEMENT_SHAPES_H

#include "base/vec.h"
#include "geometry/arrangement.h"
#include "samples.h"

#include <stdlib.h>

typedef struct solid {
  int vertex_count, triangle_count;
  vt_vec3 *x;
  int *triangles;
  int cell_count; // convex cells that fill it
  struct cell *cells;
} solid;

// A convex cell: tetrahedra that fill it and planes that bound it.
typedef struct cell {
  int tet_count, plane_count;
  vt_vec3 (*tets)[4];
  vt_vec3 (*planes)[3]; // outward
} cell;

static inline solid solid_new(int vertices, int triangles, int cells) {
  solid s = {vertices, triangles, calloc((size_t)vertices + 1, sizeof(vt_vec3)),
      calloc(3 * (size_t)triangles + 1, sizeof(int)), cells, calloc((size_t)cells + 1, sizeof(cell))};
  return s;
}

static inline void solid_free(solid *s) {
  for (int i = 0; i < s->cell_count; ++i) {
    free(s->cells[i].tets);
    free(s->cells[i].planes);
  }
  free(s->cells);
  free(s->x);
  free(s->triangles);
}

static inline vt_arranged_surface solid_view(const solid *s) {
  return (vt_arranged_surface){s->vertex_count, s->x, s->triangle_count, s->triangles, NULL, 0};
}

// Sets a convex cell from its outward triangles, as places: tetrahedra from the mean of their corners.
static inline void cell_set(cell *c, const vt_vec3 (*triangles)[3], int count) {
  vt_vec3 middle = {0, 0, 0};
  for (int k = 0; k < 3 * count; ++k) middle = vt_madd(middle, 1.0 / (3 * count), triangles[k / 3][k % 3]);
  *c = (cell){0, 0, calloc((size_t)count, sizeof *c->tets), calloc((size_t)count, sizeof *c->planes)};
  for (int k = 0; k < count; ++k) {
    const vt_vec3 *t = triangles[k];
    vt_vec3 n = vt_cross(vt_sub(t[1], t[0]), vt_sub(t[2], t[0]));
    if (vt_norm(n) < 1e-14) continue;
    bool known = false;
    for (int j = 0; j < c->plane_count; ++j) {
      const vt_vec3 *p = c->planes[j];
      vt_vec3 m = vt_cross(vt_sub(p[1], p[0]), vt_sub(p[2], p[0]));
      known |= vt_dot(m, n) > (1 - 1e-14) * vt_norm(m) * vt_norm(n) &&
               fabs(vt_dot(m, vt_sub(t[0], p[0]))) < 1e-14 * vt_norm(m);
    }
    if (!known) memcpy(c->planes[c->plane_count++], t, sizeof c->planes[0]);
    memcpy(c->tets[c->tet_count], t, 3 * sizeof *t);
    c->tets[c->tet_count++][3] = middle;
  }
}

static inline void solid_move(solid *s, vt_mat3 m, vt_vec3 by) {
  for (int i = 0; i < s->vertex_count; ++i) s->x[i] = vt_add(vt_mat_apply(m, s->x[i]), by);
  for (int i = 0; i < s->cell_count; ++i) {
    cell *c = &s->cells[i];
    for (int k = 0; k < 4 * c->tet_count; ++k)
      c->tets[k / 4][k % 4] = vt_add(vt_mat_apply(m, c->tets[k / 4][k % 4]), by);
    for (int k = 0; k < 3 * c->plane_count; ++k)
      c->planes[k / 3][k % 3] = vt_add(vt_mat_apply(m, c->planes[k / 3][k % 3]), by);
  }
}

// A convex solid is its own cell.
static inline void solid_convex(solid *s) {
  vt_vec3(*t)[3] = calloc((size_t)s->triangle_count, sizeof *t);
  for (int k = 0; k < 3 * s->triangle_count; ++k) t[k / 3][k % 3] = s->x[s->triangles[k]];
  cell_set(&s->cells[0], (const vt_vec3(*)[3])t, s->triangle_count);
  free(t);
}

static inline solid solid_box(vt_vec3 low, vt_vec3 high) {
  static const int corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0,
      4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  solid s = solid_new(8, 12, 1);
  for (int k = 0; k < 8; ++k)
    s.x[k] = vt_v3(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
  memcpy(s.triangles, corners, sizeof corners);
  solid_convex(&s);
  return s;
}

static inline solid solid_tetrahedron(vt_vec3 a, vt_vec3 b, vt_vec3 c, vt_vec3 d) {
  static const int corners[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  solid s = solid_new(4, 4, 1);
  bool turned = vt_dot(vt_cross(vt_sub(b, a), vt_sub(c, a)), vt_sub(d, a)) < 0;
  s.x[0] = a;
  s.x[1] = turned ? c : b;
  s.x[2] = turned ? b : c;
  s.x[3] = d;
  memcpy(s.triangles, corners, sizeof corners);
  solid_convex(&s);
  return s;
}

// Four corners of a closed profile in (r, z), against the clock.
typedef struct quad {
  double corners[4][2];
} quad;

static inline vt_vec3 turned(const double rz[2], double angle) {
  return vt_v3(rz[0] * cos(angle), rz[0] * sin(angle), rz[1]);
}

static inline void quad_cell(cell *c, const quad *q, double from, double to) {
  vt_vec3 t[12][3];
  int n = 0;
  vt_vec3 a[4], b[4];
  for (int k = 0; k < 4; ++k) {
    a[k] = turned(q->corners[k], from);
    b[k] = turned(q->corners[k], to);
  }
  for (int k = 1; k < 3; ++k) {
    const vt_vec3 first[3] = {a[0], a[k], a[k + 1]}, last[3] = {b[0], b[k + 1], b[k]};
    memcpy(t[n++], first, sizeof first);
    memcpy(t[n++], last, sizeof last);
  }
  for (int k = 0; k < 4; ++k) {
    int j = (k + 1) % 4;
    const vt_vec3 one[3] = {a[k], b[j], a[j]}, two[3] = {a[k], b[k], b[j]};
    memcpy(t[n++], one, sizeof one);
    memcpy(t[n++], two, sizeof two);
  }
  cell_set(c, (const vt_vec3(*)[3])t, n);
}

// A closed profile against the clock in the half plane r >= 0 (r to the right, z up), turned around z in m
// steps; its vertices on the axis are single. The quads fill the profile.
static inline solid solid_lathe(const double (*profile)[2], int n, int m, const quad *quads, int quad_count) {
  solid s = solid_new(n * m, 2 * n * m, quad_count * m);
  int *number = calloc((size_t)(n * m), sizeof(int));
  s.vertex_count = s.triangle_count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      bool axis = profile[i][0] == 0 && j > 0;
      number[i * m + j] = axis ? number[i * m] : s.vertex_count;
      if (!axis) s.x[s.vertex_count++] = turned(profile[i], 2 * VT_PI * j / m);
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int k = (i + 1) % n, l = (j + 1) % m;
      int a = number[i * m + j], b = number[i * m + l], c = number[k * m + l], d = number[k * m + j];
      if (a == b && c == d) continue; // along the axis
      const int both[6] = {a, b, c, a, c, d};
      for (int h = 0; h < 2; ++h) {
        const int *t = both + 3 * h;
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
        memcpy(s.triangles + 3 * s.triangle_count++, t, 3 * sizeof(int));
      }
    }
  free(number);
  for (int k = 0; k < quad_count; ++k)
    for (int j = 0; j < m; ++j)
      quad_cell(&s.cells[k * m + j], &quads[k], 2 * VT_PI * j / m, 2 * VT_PI * (j + 1) / m);
  return s;
}

// A bowl turned upside down: a cylinder of the given radius and height with a conical hollow that opens
// below.
static inline solid solid_cup(int m, double radius, double rim, double height, double hollow) {
  const double profile[5][2] = {{0, hollow}, {radius - rim, 0}, {radius, 0}, {radius, height}, {0, height}};
  const quad quads[2] = {{{{0, hollow}, {radius - rim, 0}, {radius - rim, height}, {0, height}}},
      {{{radius - rim, 0}, {radius, 0}, {radius, height}, {radius - rim, height}}}};
  return solid_lathe(profile, 5, m, quads, 2);
}

static inline solid solid_ring(int m, double major, double minor) {
  double profile[6][2];
  for (int i = 0; i < 6; ++i) {
    profile[i][0] = major + minor * cos(VT_PI * i / 3);
    profile[i][1] = minor * sin(VT_PI * i / 3);
  }
  quad quads[2];
  for (int h = 0; h < 2; ++h)
    for (int k = 0; k < 4; ++k) memcpy(quads[h].corners[k], profile[(3 * h + k) % 6], sizeof profile[0]);
  return solid_lathe((const double(*)[2])profile, 6, m, quads, 2);
}

static inline solid solid_ball(int m, int n, double radius) {
  double(*profile)[2] = calloc((size_t)n + 1, sizeof *profile);
  for (int i = 0; i <= n; ++i) {
    profile[i][0] = i == 0 || i == n ? 0 : radius * sin(VT_PI * i / n);
    profile[i][1] = -radius * cos(VT_PI * i / n);
  }
  solid s = solid_lathe((const double(*)[2])profile, n + 1, m, NULL, 0);
  free(profile);
  free(s.cells);
  s.cells = calloc(1, sizeof(cell));
  s.cell_count = 1;
  solid_convex(&s);
  return s;
}

static inline double solid_volume(const solid *s) {
  double volume = 0;
  for (int t = 0; t < s->triangle_count; ++t) {
    const int *c = s->triangles + 3 * t;
    volume += vt_dot(s->x[c[0]], vt_cross(s->x[c[1]], s->x[c[2]])) / 6;
  }
  return volume;
}

// ---------------------------------------------------------------- what every result must obey

static inline int compare_edges(const void *a, const void *b) {
  const int *p = a, *q = b;
  for (int k = 0; k < 3; ++k)
    if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  return 0;
}

// Every directed edge is matched by its opposite within its component.
static inline bool is_closed(const vt_arrangement *r) {
  int n = 3 * r->triangle_count, (*edges)[4] = calloc((size_t)n + 1, sizeof *edges);
  for (int k = 0; k < n; ++k) {
    const vt_arranged_triangle *t = &r->triangles[k / 3];
    int a = t->vertices[k % 3], b = t->vertices[(k + 1) % 3];
    edges[k][0] = t->component;
    edges[k][1] = a < b ? a : b;
    edges[k][2] = a < b ? b : a;
    edges[k][3] = a < b ? 1 : -1;
  }
  qsort(edges, (size_t)n, sizeof *edges, compare_edges);
  bool closed = true;
  for (int k = 0; k < n;) {
    int balance = 0, j = k;
    for (; j < n && compare_edges(edges[k], edges[j]) == 0; ++j) balance += edges[j][3];
    closed &= balance == 0 && edges[k][1] != edges[k][2];
    k = j;
  }
  free(edges);
  return closed;
}

// Numbers in range, components in order, places on their surfaces and at one position within `reach` (m).
static inline bool is_sound(
    const vt_arrangement *r, const vt_arranged_surface *surfaces, int count, double reach) {
  bool sound = true;
  for (int k = 0; k < r->triangle_count; ++k) {
    const vt_arranged_triangle *t = &r->triangles[k];
    for (int i = 0; i < 3; ++i) sound &= t->vertices[i] >= 0 && t->vertices[i] < r->vertex_count;
    sound &= t->surface >= 0 && t->surface < count && t->triangle >= 0 &&
             t->triangle < surfaces[t->surface].triangle_count;
    sound &= t->component >= 0 && t->component < r->component_count;
    sound &= k == 0 ? t->component == 0 : t->component - r->triangles[k - 1].component <= 1;
    sound &= k == 0 || t->component >= r->triangles[k - 1].component;
  }
  for (int v = 0; v < r->vertex_count; ++v) {
    const vt_arranged_vertex *x = &r->vertices[v];
    sound &= x->place_count >= 1 && x->place_count <= 3 && (x->corner >= 0) == (x->place_count == 1);
    for (int k = 0; sound && k < x->place_count; ++k) {
      const vt_place *p = &x->places[k];
      const vt_arranged_surface *s = &surfaces[p->surface];
      const int *c = s->triangles + 3 * p->triangle;
      vt_vec3 at = {0, 0, 0};
      double sum = 0;
      for (int i = 0; i < 3; ++i) {
        sound &= p->weights[i] >= 0 && p->weights[i] <= 1;
        sum += p->weights[i];
        at = vt_madd(at, p->weights[i], s->vertices[c[i]]);
        if (x->corner >= 0) sound &= p->weights[i] == (c[i] == x->corner);
      }
      sound &= fabs(sum - 1) < 1e-12 && vt_norm(vt_sub(at, x->position)) <= reach;
    }
  }
  return sound;
}

// No triangle is turned against its source, by more than moving its corners by `reach` (m) can do.
static inline bool is_unfolded(const vt_arrangement *r, const vt_arranged_surface *surfaces, double reach) {
  bool unfolded = true;
  for (int k = 0; k < r->triangle_count; ++k) {
    const vt_arranged_triangle *t = &r->triangles[k];
    const vt_arranged_surface *s = &surfaces[t->surface];
    const int *c = s->triangles + 3 * t->triangle;
    vt_vec3 source =
        vt_cross(vt_sub(s->vertices[c[1]], s->vertices[c[0]]), vt_sub(s->vertices[c[2]], s->vertices[c[0]]));
    vt_vec3 x[3];
    for (int i = 0; i < 3; ++i) x[i] = r->vertices[t->vertices[i]].position;
    vt_vec3 u = vt_sub(x[1], x[0]), v = vt_sub(x[2], x[0]);
    double area = vt_dot(vt_cross(u, v), vt_normalized(source));
    unfolded &= area >= -4 * reach * (vt_norm(u) + vt_norm(v));
  }
  return unfolded;
}

static inline double total_volume(const vt_arrangement *r) {
  double volume = 0;
  for (int c = 0; c < r->component_count; ++c) volume += r->volumes[c];
  return volume;
}

#endif
