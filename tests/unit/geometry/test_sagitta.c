// Sagittas against those of cylinders and spheres, creases, surfaces that were flat at rest, directions.
#include "geometry/sagitta.h"

#include "base/vec.h"
#include "check.h"

#include <stdlib.h>

typedef struct sheet {
  int vertex_count, triangle_count;
  vt_vec3 *vertices;
  int *triangles;
} sheet;

static sheet sheet_new(int vertices, int triangles) {
  sheet s = {.vertex_count = 0};
  s.vertices = calloc((size_t)vertices, sizeof *s.vertices);
  s.triangles = calloc(3 * (size_t)triangles, sizeof *s.triangles);
  if (s.vertices == NULL || s.triangles == NULL) abort();
  return s;
}

static void sheet_free(sheet *s) { free(s->vertices), free(s->triangles); }

static void add_triangle(sheet *s, int a, int b, int c) {
  int *t = s->triangles + 3 * s->triangle_count++;
  t[0] = a, t[1] = b, t[2] = c;
}

// n x n squares of a side over (0, 0), in the plane.
static sheet flat_grid(int n, double side) {
  sheet s = sheet_new((n + 1) * (n + 1), 2 * n * n);
  for (int k = 0; k < (n + 1) * (n + 1); ++k)
    s.vertices[s.vertex_count++] = vt_v3(side * (k % (n + 1)), side * (k / (n + 1)), 0);
  for (int k = 0; k < n * n; ++k) {
    int a = k / n * (n + 1) + k % n, b = a + 1, c = b + n + 1, d = a + n + 1;
    add_triangle(&s, a, b, c);
    add_triangle(&s, a, c, d);
  }
  return s;
}

// Of a surface that has one shape at rest and another one now. To be freed.
static double *sagittas_of(const sheet *s, const vt_vec3 *now, vt_surface_topology **topology) {
  vt_error error = {0};
  *topology =
      vt_surface_topology_create(s->vertices, s->vertex_count, s->triangles, s->triangle_count, &error);
  double *sagittas = calloc((size_t)s->triangle_count, sizeof *sagittas);
  if (*topology == NULL || sagittas == NULL) abort();
  vt_sagittas(*topology, now, sagittas);
  return sagittas;
}

// ---------------------------------------------------------------- cylinders

// Strips along a cylinder of radius R, a chord h wide: h^2 / 8 R, whatever the length of their triangles. The
// strips at the rims have one neighbour only.
static void check_cylinder(void) {
  const double radius = 0.03, stretches[] = {0.2, 1, 7};
  for (int around = 24; around <= 192; around *= 2)
    for (int k = 0; k < 3; ++k) {
      enum { N = 6 };
      double angle = 2 * VT_PI / around, chord = 2 * radius * sin(0.5 * angle);
      sheet s = flat_grid(N, 1);
      for (int v = 0; v < s.vertex_count; ++v) {
        vt_vec3 p = s.vertices[v];
        s.vertices[v] =
            vt_v3(radius * sin(angle * p.x), stretches[k] * chord * p.y, radius * cos(angle * p.x));
      }
      vt_surface_topology *t;
      double *sagittas = sagittas_of(&s, s.vertices, &t);
      for (int i = 0; i < s.triangle_count; ++i)
        if (i / 2 % N > 0 && i / 2 % N < N - 1) CHECK_CLOSE(sagittas[i], chord * chord / (8 * radius), 0.01);
      free(sagittas);
      vt_surface_topology_destroy(t);
      sheet_free(&s);
    }
}

// ---------------------------------------------------------------- spheres

// The vertex on the sphere over the middle of an edge. Found twice, from both sides; slow, and good enough.
static int middle_of(sheet *s, int a, int b, double radius) {
  vt_vec3 p = vt_scale(radius, vt_normalized(vt_add(s->vertices[a], s->vertices[b])));
  for (int k = 0; k < s->vertex_count; ++k)
    if (vt_norm(vt_sub(s->vertices[k], p)) < 1e-9 * radius) return k;
  s->vertices[s->vertex_count] = p;
  return s->vertex_count++;
}

static sheet icosphere(double radius, int refinements) {
  const double g = 0.5 * (1 + sqrt(5)), unit = radius / sqrt(1 + g * g);
  sheet s = sheet_new(12, 20);
  for (int k = 0; k < 12; ++k) {
    double a = k & 1 ? unit : -unit, b = k & 2 ? g * unit : -g * unit;
    s.vertices[s.vertex_count++] = k < 4 ? vt_v3(0, a, b) : k < 8 ? vt_v3(a, b, 0) : vt_v3(b, 0, a);
  }
  for (int k = 0; k < 12 * 12 * 12; ++k) { // corners two units apart, each triangle once and outward
    int v[3] = {k / 144, k / 12 % 12, k % 12};
    const vt_vec3 *x = s.vertices;
    bool near = v[0] < v[1] && v[0] < v[2] && v[1] != v[2];
    for (int i = 0; i < 3 && near; ++i) near = vt_norm(vt_sub(x[v[i]], x[v[(i + 1) % 3]])) < 2.1 * unit;
    if (near && vt_dot(x[v[0]], vt_cross(x[v[1]], x[v[2]])) > 0) add_triangle(&s, v[0], v[1], v[2]);
  }
  for (; refinements > 0; --refinements) {
    sheet fine = sheet_new(s.vertex_count + 3 * s.triangle_count, 4 * s.triangle_count);
    for (int k = 0; k < s.vertex_count; ++k) fine.vertices[fine.vertex_count++] = s.vertices[k];
    for (int k = 0; k < s.triangle_count; ++k) {
      const int *v = s.triangles + 3 * k;
      int m[3];
      for (int i = 0; i < 3; ++i) m[i] = middle_of(&fine, v[i], v[(i + 1) % 3], radius);
      for (int i = 0; i < 3; ++i) add_triangle(&fine, v[i], m[i], m[(i + 2) % 3]);
      add_triangle(&fine, m[0], m[1], m[2]);
    }
    sheet_free(&s);
    s = fine;
  }
  return s;
}

// The sphere over a triangle is highest over the middle of the circle through its corners.
static double true_sagitta(const sheet *s, int triangle, double radius) {
  const int *v = s->triangles + 3 * triangle;
  vt_vec3 a = s->vertices[v[0]],
          normal = vt_cross(vt_sub(s->vertices[v[1]], a), vt_sub(s->vertices[v[2]], a));
  return radius - vt_dot(vt_normalized(normal), a);
}

// 9/8 of the true one for equal sides, which the mean is held to, 15% at most. Triangles of an icosphere
// differ from their neighbours by some percent, and the angle at an edge belongs to both: single ones are up
// to 20% above and 4% below.
static void check_sphere(void) {
  const double radius = 0.05;
  double last = 0;
  for (int refinements = 1; refinements <= 4; ++refinements) {
    sheet s = icosphere(radius, refinements);
    vt_surface_topology *t;
    double *sagittas = sagittas_of(&s, s.vertices, &t), sum = 0, shares = 0, largest = 0, least = INFINITY;
    for (int k = 0; k < s.triangle_count; ++k) {
      double share = sagittas[k] / true_sagitta(&s, k, radius);
      sum += sagittas[k] / s.triangle_count;
      shares += share / s.triangle_count;
      largest = fmax(largest, share);
      least = fmin(least, share);
    }
    printf("sphere of %d triangles: %.3f to %.3f of the true sagittas, %.3f and %.4g um on average\n",
        s.triangle_count, least, largest, shares, 1e6 * sum);
    CHECK(s.triangle_count == 20 << 2 * refinements);
    CHECK_CLOSE(shares, 1.0, 0.15);
    CHECK(least > 0.95 && largest < 1.21);
    if (refinements > 1) CHECK_CLOSE(last / sum, 4.0, 0.03);
    last = sum;
    free(sagittas);
    vt_surface_topology_destroy(t);
    sheet_free(&s);
  }
}

// ---------------------------------------------------------------- creases, bending, directions

// The edges of a cube are its own, and its faces are flat.
static void check_cube(void) {
  sheet s = sheet_new(8, 12);
  for (int k = 0; k < 8; ++k) s.vertices[s.vertex_count++] = vt_v3(k & 1, k >> 1 & 1, k >> 2);
  const int faces[6][4] = {
      {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (int k = 0; k < 6; ++k) {
    add_triangle(&s, faces[k][0], faces[k][1], faces[k][2]);
    add_triangle(&s, faces[k][0], faces[k][2], faces[k][3]);
  }
  vt_surface_topology *t;
  double *sagittas = sagittas_of(&s, s.vertices, &t);
  for (int k = 0; k < 12; ++k) CHECK(sagittas[k] == 0);
  for (int k = 0; k < 8; ++k) CHECK(t->ridge[k]);
  // Pressed to a wedge it has the same edges; they are creases still.
  for (int k = 0; k < 8; ++k) s.vertices[k].x += 0.9 * s.vertices[k].z;
  vt_sagittas(t, s.vertices, sagittas);
  for (int k = 0; k < 12; ++k) CHECK_NEAR(sagittas[k], 0, 1e-9);
  free(sagittas);
  vt_surface_topology_destroy(t);
  sheet_free(&s);
}

// A grid that is flat at rest and a dome of radius R now: h^2 / 8 R across either side of its squares, twice
// that at most, over the middles of them.
static void check_bent(void) {
  enum { N = 8 };
  const double side = 0.002, radius = 0.05, chord = side * side / (8 * radius);
  sheet s = flat_grid(N, side);
  vt_vec3 now[(N + 1) * (N + 1)];
  for (int k = 0; k < s.vertex_count; ++k) {
    double x = s.vertices[k].x - 0.5 * N * side, y = s.vertices[k].y - 0.5 * N * side;
    now[k] = vt_v3(x, y, sqrt(radius * radius - x * x - y * y));
  }
  vt_surface_topology *t;
  double *sagittas = sagittas_of(&s, now, &t);
  for (int k = 0; k < s.triangle_count; ++k) {
    int column = k / 2 % N, row = k / 2 / N;
    if (column > 0 && column < N - 1 && row > 0 && row < N - 1)
      CHECK(sagittas[k] > 1.8 * chord && sagittas[k] < 2.6 * chord);
  }
  vt_sagittas(t, s.vertices, sagittas);
  for (int k = 0; k < s.triangle_count; ++k) CHECK(sagittas[k] == 0);
  free(sagittas);
  vt_surface_topology_destroy(t);
  sheet_free(&s);
}

// Along the normal all of it, across nothing, between by the cosine; of vertices and edges the largest
// around.
static void check_directions(void) {
  sheet s = flat_grid(2, 1);
  vt_surface_topology *t;
  double *sagittas = sagittas_of(&s, s.vertices, &t);
  for (int k = 0; k < s.triangle_count; ++k) sagittas[k] = k + 1;
  for (int k = 0; k < s.triangle_count; ++k) {
    int triangle = vt_feature(VT_FEATURE_TRIANGLE, k);
    CHECK_NEAR(vt_sagitta_along(t, s.vertices, sagittas, triangle, vt_v3(0, 0, 1)), sagittas[k], 1e-12);
    CHECK_NEAR(vt_sagitta_along(t, s.vertices, sagittas, triangle, vt_v3(0, 0, -1)), sagittas[k], 1e-12);
    CHECK_NEAR(
        vt_sagitta_along(t, s.vertices, sagittas, triangle, vt_v3(0.8, 0, 0.6)), 0.6 * sagittas[k], 1e-12);
    CHECK(vt_sagitta_along(t, s.vertices, sagittas, triangle, vt_v3(0.6, 0.8, 0)) == 0);
  }
  for (int e = 0; e < t->edge_count; ++e) {
    const int *sides = t->edges[e].triangles;
    int edge = vt_feature(VT_FEATURE_EDGE, e);
    double largest = fmax(sagittas[sides[0]], sides[1] < 0 ? 0 : sagittas[sides[1]]);
    CHECK_NEAR(vt_sagitta_along(t, s.vertices, sagittas, edge, vt_v3(0, 0, 1)), largest, 1e-12);
    CHECK(vt_sagitta_along(t, s.vertices, sagittas, edge, vt_v3(0, 1, 0)) == 0);
  }
  int middle = vt_feature(VT_FEATURE_VERTEX, 4); // of all squares
  CHECK_NEAR(vt_sagitta_along(t, s.vertices, sagittas, middle, vt_v3(0, 0, 1)), sagittas[7], 1e-12);
  CHECK(vt_sagitta_along(t, s.vertices, sagittas, middle, vt_v3(1, 0, 0)) == 0);
  free(sagittas);
  vt_surface_topology_destroy(t);
  sheet_free(&s);
}

int main(void) {
  check_cylinder();
  check_sphere();
  check_cube();
  check_bent();
  check_directions();
  return check_report();
}
