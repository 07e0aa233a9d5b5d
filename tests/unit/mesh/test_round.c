// Ellipsoids, cylinders and capsules: closed, on the body, of well-shaped triangles, with volumes that
// converge.
#include "check.h"

#include <ventouse/mesh.h>

#include "base/vec.h"

#include <stdlib.h>

static const vt_vec3 center = {0.01, -0.02, 0.5};
static const double radius = 0.03, length = 0.08; // m

typedef enum shape { ELLIPSOID, SPHERE, CYLINDER, CAPSULE, SHAPES } shape;

static vt_mesh *make(shape kind, int around) {
  vt_error error = {0};
  vt_mesh *mesh = kind == ELLIPSOID ? vt_mesh_ellipsoid(center, vt_v3(0.02, 0.03, 0.04), around, &error)
                  : kind == SPHERE  ? vt_mesh_ellipsoid(center, vt_v3(radius, radius, radius), around, &error)
                  : kind == CYLINDER ? vt_mesh_cylinder(center, radius, length, around, &error)
                                     : vt_mesh_capsule(center, radius, length, around, &error);
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
      vt_mesh *mesh = make((shape)k, around);
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

// Edges along are about as long as those around, whatever the proportions.
static void test_bands(void) {
  for (int k = CYLINDER; k <= CAPSULE; ++k) {
    for (double ratio = 0.01; ratio < 20; ratio *= 3) {
      vt_error error = {0};
      vt_mesh *mesh = k == CYLINDER ? vt_mesh_cylinder(center, radius, ratio * radius, 16, &error)
                                    : vt_mesh_capsule(center, radius, ratio * radius, 16, &error);
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
  expect_none(vt_mesh_ellipsoid(center, one, 10, &error), &error, "a multiple of 4");
  expect_none(vt_mesh_ellipsoid(center, one, 4, &error), &error, "from 8");
  expect_none(vt_mesh_ellipsoid(center, one, -8, &error), &error, "from 8");
  expect_none(vt_mesh_ellipsoid(center, one, 40000, &error), &error, "to 4000");
  expect_none(vt_mesh_ellipsoid(center, one, 4000, &error), &error, "nodes");
  expect_none(vt_mesh_ellipsoid(center, (vt_vec3){1, 0, 1}, 8, &error), &error, "1 0 1 m");
  expect_none(vt_mesh_ellipsoid(center, (vt_vec3){1, NAN, 1}, 8, &error), &error, "above 0");
  expect_none(vt_mesh_cylinder(center, 0, 1, 8, &error), &error, "radius 0 and length 1");
  expect_none(vt_mesh_capsule(center, 1, -1, 8, &error), &error, "radius 1 and length -1");
  expect_none(vt_mesh_cylinder(center, 1e-300, 1e300, 8, &error), &error, "at most 10000 edges");
}

int main(void) {
  test_shapes();
  test_bands();
  test_bad();
  return check_report();
}
