// Closed surfaces for tests of cavities.
#include "solids.h"

#include <ventouse/mesh.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static solid solid_new(int vertices, int triangles) {
  solid s = {0};
  s.vertices = calloc((size_t)vertices + 1, sizeof *s.vertices);
  s.triangles = calloc(3 * (size_t)triangles + 1, sizeof *s.triangles);
  if (s.vertices == NULL || s.triangles == NULL) abort();
  return s;
}

void solid_free(solid *s) {
  free(s->vertices);
  free(s->triangles);
  *s = (solid){0};
}

static int add_vertex(solid *s, double x, double y, double z) {
  s->vertices[s->vertex_count] = vt_v3(x, y, z);
  return s->vertex_count++;
}

static void add_triangle(solid *s, int a, int b, int c) {
  if (a == b || b == c || c == a) return;
  int *t = s->triangles + 3 * s->triangle_count++;
  t[0] = a, t[1] = b, t[2] = c;
}

static void turn_outward(solid *s) {
  double volume = 0;
  for (int k = 0; k < s->triangle_count; ++k) {
    const int *t = s->triangles + 3 * k;
    volume += vt_dot(s->vertices[t[0]], vt_cross(s->vertices[t[1]], s->vertices[t[2]]));
  }
  for (int k = 0; k < s->triangle_count && volume < 0; ++k) {
    int *t = s->triangles + 3 * k, swapped = t[1];
    t[1] = t[2], t[2] = swapped;
  }
}

solid solid_lathe(const double *profile, int count, bool ring, int segments) {
  solid s = solid_new(count * segments, 2 * count * segments);
  int *first = calloc((size_t)count, sizeof *first); // vertex of each point at angle 0
  if (first == NULL) abort();
  for (int p = 0; p < count; ++p) {
    bool pole = !ring && (p == 0 || p == count - 1);
    first[p] = s.vertex_count;
    for (int k = 0; k < (pole ? 1 : segments); ++k) {
      double angle = 2 * VT_PI * k / segments;
      add_vertex(&s, profile[2 * p] * cos(angle), profile[2 * p] * sin(angle), profile[2 * p + 1]);
    }
  }
  for (int p = 0; p < (ring ? count : count - 1); ++p) {
    int q = (p + 1) % count;
    bool pole_p = !ring && p == 0, pole_q = !ring && q == count - 1;
    for (int k = 0; k < segments; ++k) {
      int next = (k + 1) % segments;
      int a = first[p] + (pole_p ? 0 : k), b = first[p] + (pole_p ? 0 : next);
      int c = first[q] + (pole_q ? 0 : k), d = first[q] + (pole_q ? 0 : next);
      add_triangle(&s, a, b, d);
      add_triangle(&s, a, d, c);
    }
  }
  free(first);
  turn_outward(&s);
  return s;
}

solid solid_box(vt_vec3 low, vt_vec3 high, int nx, int ny, int nz) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(low, high, nx, ny, nz, VT_CELL_NONE, &error);
  if (mesh == NULL) abort();
  solid s = solid_new(mesh->node_count, mesh->triangle_count);
  for (int k = 0; k < mesh->node_count; ++k) s.vertices[k] = mesh->nodes[k];
  for (int k = 0; k < 3 * mesh->triangle_count; ++k) s.triangles[k] = mesh->triangles[k];
  s.vertex_count = mesh->node_count;
  s.triangle_count = mesh->triangle_count;
  vt_mesh_destroy(mesh);
  return s;
}

solid solid_slab(double side, int n, double bottom, double (*height)(double x, double y)) {
  solid s = solid_box(vt_v3(0, 0, bottom), vt_v3(side, side, 0), n, n, 1);
  for (int k = 0; k < s.vertex_count; ++k)
    if (s.vertices[k].z > 0.5 * bottom) s.vertices[k].z = height(s.vertices[k].x, s.vertices[k].y);
  return s;
}

solid solid_dome_cup(double radius, double height, int segments, int rings) {
  double(*profile)[2] = calloc((size_t)rings + 5, sizeof *profile);
  if (profile == NULL) abort();
  double outer = radius + 0.0025, top = height + 0.0025;
  double sphere = (radius * radius + height * height) / (2 * height), middle = height - sphere;
  double edge = atan2(radius, -middle);
  int count = 0;
  const double outside[4][2] = {{0, top}, {outer, top}, {outer, 0.5 * top}, {outer, 0}};
  for (int k = 0; k < 4; ++k, ++count) profile[count][0] = outside[k][0], profile[count][1] = outside[k][1];
  for (int k = 0; k <= rings; ++k, ++count) {
    double angle = edge * (1 - (double)k / rings);
    profile[count][0] = k == 0 ? radius : sphere * sin(angle);
    profile[count][1] = k == 0 ? 0 : middle + sphere * cos(angle);
  }
  solid s = solid_lathe(profile[0], count, false, segments);
  free(profile);
  return s;
}

double dome_volume(double radius, double height) {
  return VT_PI * height * (3 * radius * radius + height * height) / 6;
}

solid solid_tube(double inner, double outer, double low, double high, int segments) {
  const double profile[6][2] = {{inner, low}, {outer, low}, {outer, 0.5 * (low + high)}, {outer, high},
      {inner, high}, {inner, 0.5 * (low + high)}};
  return solid_lathe(profile[0], 6, true, segments);
}

solid solid_sphere(double radius, int segments) {
  int count = segments / 2 + 1;
  double(*profile)[2] = calloc((size_t)count, sizeof *profile);
  if (profile == NULL) abort();
  for (int k = 0; k < count; ++k) {
    double angle = VT_PI * k / (count - 1);
    profile[k][0] = radius * sin(angle);
    profile[k][1] = radius * cos(angle);
  }
  solid s = solid_lathe(profile[0], count, false, segments);
  free(profile);
  return s;
}
