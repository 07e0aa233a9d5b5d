// Ellipsoids, cylinders and capsules: closed, on the body, of well-shaped triangles, with volumes that
// converge.
#include "check.h"

#include <ventouse/mesh.h>

#include "base/vec.h"

#include <stdlib.h>

static const vt_vec3 center = {0.01, -0.02, 0.5};
static const double radius = 0.03, length = 0.08; // m

typedef enum shape { ELLIPSOID, SPHERE, CYLINDER, CAPSULE, SHAPES } shape;

static vt_mesh *make(shape body, int around, vt_cell_kind kind) {
  vt_error error = {0};
  vt_vec3 radii = body == ELLIPSOID ? vt_v3(0.02, 0.03, 0.04) : vt_v3(radius, radius, radius);
  vt_mesh *mesh = body == CYLINDER  ? vt_mesh_cylinder(center, radius, length, around, kind, &error)
                  : body == CAPSULE ? vt_mesh_capsule(center, radius, length, around, kind, &error)
                                    : vt_mesh_ellipsoid(center, radii, around, kind, &error);
  CHECK(mesh != NULL && error.code == VT_OK);
  return mesh;
}

static double volume_of(shape kind) {
  double ball = 4 * VT_PI / 3 * radius * radius * radius, rod = VT_PI * radius * radius * length;
  return kind == ELLIPSOID  ? 4 * VT_PI / 3 * 0.02 * 0.03 * 0.04
         : kind == SPHERE   ? ball
         : kind == CYLINDER ? rod
                            : ball + rod;
}

// How far a point is from the surface, over the radius.
static double off_surface(shape kind, vt_vec3 x) {
  vt_vec3 r = vt_sub(x, center);
  if (kind == ELLIPSOID) return fabs(vt_norm(vt_v3(r.x / 0.02, r.y / 0.03, r.z / 0.04)) - 1);
  double out = hypot(r.x, r.y), beyond = kind == SPHERE ? fabs(r.z) : fmax(0, fabs(r.z) - 0.5 * length);
  if (kind != CYLINDER) return fabs(hypot(out, beyond) / radius - 1);
  double side = fabs(out / radius - 1), end = fabs(fabs(r.z) - 0.5 * length) / radius;
  return out > radius * (1 + 1e-12) || beyond > radius * 1e-12 ? fmax(side, end) : fmin(side, end);
}

static double smallest_angle(const vt_mesh *mesh) {
  double smallest = VT_PI;
  for (int t = 0; t < 3 * mesh->triangle_count; ++t) {
    const int *v = mesh->triangles + 3 * (t / 3);
    vt_vec3 a = mesh->nodes[v[t % 3]];
    vt_vec3 b = vt_sub(mesh->nodes[v[(t + 1) % 3]], a), c = vt_sub(mesh->nodes[v[(t + 2) % 3]], a);
    smallest = fmin(smallest, atan2(vt_norm(vt_cross(b, c)), vt_dot(b, c)));
  }
  return smallest * 180 / VT_PI;
}

static void test_shapes(void) {
  for (int k = 0; k < SHAPES; ++k) {
    double before = 0;
    for (int around = 8; around <= 64; around *= 2) {
      vt_error error = {0};
      vt_mesh *mesh = make((shape)k, around, VT_CELL_NONE);
      if (mesh == NULL) return;
      CHECK(vt_mesh_check_closed(mesh, &error));
      CHECK(mesh->triangle_count == 2 * (mesh->node_count - 2));
      for (int i = 0; i < mesh->node_count; ++i) CHECK(off_surface((shape)k, mesh->nodes[i]) < 1e-12);
      // Chords of length e lie e^2 / 8 R below an arc: the volume that lacks falls with the square of the
      // edges.
      double lacks = 1 - vt_mesh_volume(mesh) / volume_of((shape)k);
      CHECK(lacks > 0 && lacks < 1);
      if (around > 8) CHECK_CLOSE(before / lacks, 4.0, 0.15);
      before = lacks;
      // A sphere's least angle is at the poles and the middles of its eight faces; an ellipsoid stretches
      // them.
      if (k != ELLIPSOID) CHECK(smallest_angle(mesh) > 32);
      vt_mesh_destroy(mesh);
    }
  }
}

static double six_volumes(const vt_mesh *mesh, int cell) {
  const int *n = mesh->cells + vt_cell_size(mesh->cell_kind) * cell;
  vt_vec3 e[3];
  for (int k = 0; k < 3; ++k) e[k] = vt_sub(mesh->nodes[n[k + 1]], mesh->nodes[n[0]]);
  return vt_dot(vt_cross(e[0], e[1]), e[2]);
}

static int compare(const void *a, const void *b) {
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

// How far the boundary's vertices are out, in order: the same for two meshes with the same surface.
static double *sorted_nodes(const vt_mesh *mesh, int *count) {
  bool *used = calloc((size_t)mesh->node_count, sizeof *used);
  double *out = calloc((size_t)mesh->node_count, sizeof *out);
  *count = 0;
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) used[mesh->triangles[i]] = true;
  for (int i = 0; i < mesh->node_count; ++i)
    if (used[i]) out[(*count)++] = vt_dot(mesh->nodes[i], vt_v3(1, 0.61803, 0.32471));
  qsort(out, (size_t)*count, sizeof *out, compare);
  free(used);
  return out;
}

// Solids: cells that are not flat, fill the body, and have the same surface as the one without cells.
static void test_solids(void) {
  for (int k = 0; k < SHAPES; ++k) {
    for (int around = 8; around <= 24; around += 8) {
      vt_mesh *solid = make((shape)k, around, VT_CELL_TET4), *skin = make((shape)k, around, VT_CELL_NONE);
      vt_mesh *ten = make((shape)k, around, VT_CELL_TET10);
      if (solid == NULL || skin == NULL || ten == NULL) return;
      CHECK(ten->cell_kind == VT_CELL_TET10 && ten->cell_count == solid->cell_count);
      double sum = 0, least = 1, mean = vt_mesh_volume(skin) / solid->cell_count;
      for (int c = 0; c < solid->cell_count; ++c) {
        double volume = six_volumes(solid, c) / 6;
        sum += volume;
        least = fmin(least, volume / mean);
      }
      CHECK(least > 0.2);
      CHECK_CLOSE(sum, vt_mesh_volume(solid), 1e-12);
      CHECK(solid->triangle_count == skin->triangle_count);
      int count[2];
      double *out[2] = {sorted_nodes(solid, &count[0]), sorted_nodes(skin, &count[1])};
      if (CHECK(count[0] == count[1]))
        for (int i = 0; i < count[0]; ++i) CHECK(fabs(out[0][i] - out[1][i]) < 1e-14);
      // A cylinder's quadrilaterals may be cut along the other diagonal, but these lie on planes.
      CHECK_CLOSE(vt_mesh_volume(solid), vt_mesh_volume(skin), 1e-12);
      free(out[0]);
      free(out[1]);
      vt_mesh_destroy(solid);
      vt_mesh_destroy(skin);
      vt_mesh_destroy(ten);
    }
  }
}

// Edges along are about as long as those around, whatever the proportions.
static void test_bands(void) {
  for (int k = CYLINDER; k <= CAPSULE; ++k) {
    for (double ratio = 0.01; ratio < 20; ratio *= 3) {
      vt_error error = {0};
      vt_mesh *mesh = k == CYLINDER
                          ? vt_mesh_cylinder(center, radius, ratio * radius, 16, VT_CELL_NONE, &error)
                          : vt_mesh_capsule(center, radius, ratio * radius, 16, VT_CELL_NONE, &error);
      if (!CHECK(mesh != NULL)) return;
      CHECK(vt_mesh_check_closed(mesh, &error));
      int caps = 2 * (1 + 2 * 4 * 3), bands = (mesh->node_count - caps) / 16 - 1;
      CHECK((mesh->node_count - caps) % 16 == 0 && bands >= 1);
      double edge = 2 * VT_PI * radius / 16;
      CHECK(bands == 1 || fabs(ratio * radius / bands - edge) < edge / 2);
      vt_mesh_destroy(mesh);
    }
  }
}

static void expect_none(vt_mesh *mesh, vt_error *error, const char *part) {
  CHECK(mesh == NULL && error->code == VT_BAD_INPUT);
  CHECK_CONTAINS(error->message, part);
  *error = (vt_error){0};
}

static void test_bad(void) {
  vt_error error = {0};
  vt_vec3 one = {1, 1, 1};
  expect_none(vt_mesh_ellipsoid(center, one, 10, VT_CELL_NONE, &error), &error, "a multiple of 4");
  expect_none(vt_mesh_ellipsoid(center, one, 4, VT_CELL_NONE, &error), &error, "from 8");
  expect_none(vt_mesh_ellipsoid(center, one, -8, VT_CELL_NONE, &error), &error, "from 8");
  expect_none(vt_mesh_ellipsoid(center, one, 40000, VT_CELL_NONE, &error), &error, "to 4000");
  expect_none(vt_mesh_ellipsoid(center, one, 4000, VT_CELL_NONE, &error), &error, "nodes");
  expect_none(vt_mesh_ellipsoid(center, (vt_vec3){1, 0, 1}, 8, VT_CELL_NONE, &error), &error, "1 0 1 m");
  expect_none(vt_mesh_ellipsoid(center, (vt_vec3){1, NAN, 1}, 8, VT_CELL_NONE, &error), &error, "above 0");
  expect_none(vt_mesh_cylinder(center, 0, 1, 8, VT_CELL_NONE, &error), &error, "radii 0 0 0 m and length 1");
  expect_none(vt_mesh_capsule(center, 1, -1, 8, VT_CELL_NONE, &error), &error, "radii 1 1 1 m and length -1");
  expect_none(vt_mesh_ellipsoid(center, one, 8, VT_CELL_HEX8, &error), &error, "expected tetrahedra");
  expect_none(vt_mesh_ellipsoid(center, one, 400, VT_CELL_TET4, &error), &error, "cells");
  expect_none(vt_mesh_cylinder(center, 1, 0, 8, VT_CELL_TET4, &error), &error, "length 0");
  expect_none(
      vt_mesh_cylinder(center, 1e-300, 1e300, 8, VT_CELL_NONE, &error), &error, "at most 10000 edges");
}

int main(void) {
  test_shapes();
  test_solids();
  test_bands();
  test_bad();
  return check_report();
}
