// Mass properties against closed forms, their convergence on a sphere, and how they move with the mesh.
#include "check.h"
#include "geometry/mass_properties.h"
#include "samples.h"

static void test_box(void) {
  vt_error error = {0};
  vt_mass_properties m;
  vt_mesh *box = vt_mesh_box(vt_v3(1, 2, 3), vt_v3(1.5, 2.2, 3.1), 2, 3, 1, VT_CELL_NONE, &error);
  if (!CHECK(box != NULL && vt_mass_properties_of(box, &m, &error))) return;
  double a = 0.5, b = 0.2, c = 0.1, v = a * b * c;
  CHECK_CLOSE(m.volume, v, 1e-13);
  CHECK_CLOSE(m.volume, vt_mesh_volume(box), 1e-10);
  CHECK_NEAR(vt_norm(vt_sub(m.center, vt_v3(1.25, 2.1, 3.05))), 0, 1e-14);
  CHECK_CLOSE(m.inertia.m[0][0], v * (b * b + c * c) / 12, 1e-12);
  CHECK_CLOSE(m.inertia.m[1][1], v * (a * a + c * c) / 12, 1e-12);
  CHECK_CLOSE(m.inertia.m[2][2], v * (a * a + b * b) / 12, 1e-12);
  for (int i = 0; i < 3; ++i) CHECK_NEAR(m.inertia.m[i][(i + 1) % 3], 0, 1e-17);
  vt_mesh_destroy(box);
}

// The unit corner tetrahedron: V = 1/6, centre 1/4, moments V * 3/40 and products V / 80 about the centre.
static void test_tetrahedron(void) {
  vt_error error = {0};
  vt_mass_properties m;
  const vt_vec3 nodes[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  vt_mesh *tet = vt_mesh_create("tet", nodes, 4, VT_CELL_NONE, NULL, 0, triangles, 4, &error);
  if (!CHECK(tet != NULL && vt_mass_properties_of(tet, &m, &error))) return;
  CHECK_CLOSE(m.volume, 1.0 / 6, 1e-14);
  CHECK_NEAR(vt_norm(vt_sub(m.center, vt_v3(0.25, 0.25, 0.25))), 0, 1e-15);
  for (int i = 0; i < 3; ++i) {
    CHECK_CLOSE(m.inertia.m[i][i], 3.0 / 40 / 6, 1e-13);
    CHECK_CLOSE(m.inertia.m[i][(i + 1) % 3], 1.0 / 80 / 6, 1e-13);
  }
  vt_mesh_destroy(tet);
}

static double sphere_error(int n, double *inertia_error) {
  vt_error error = {0};
  vt_mass_properties m = {0};
  vt_mesh *ball = vt_mesh_box(vt_v3(-1, -1, -1), vt_v3(1, 1, 1), n, n, n, VT_CELL_NONE, &error);
  for (int i = 0; i < ball->node_count; ++i) ball->nodes[i] = vt_normalized(ball->nodes[i]);
  CHECK(vt_mass_properties_of(ball, &m, &error));
  double volume = 4 * VT_PI / 3;
  *inertia_error = fabs(m.inertia.m[0][0] / (0.4 * volume) - 1);
  CHECK_NEAR(vt_norm(m.center), 0, 1e-14);
  vt_mesh_destroy(ball);
  return fabs(m.volume / volume - 1);
}

// Second order in the size of triangles.
static void test_sphere(void) {
  double i8, i16, i32;
  double v8 = sphere_error(8, &i8), v16 = sphere_error(16, &i16), v32 = sphere_error(32, &i32);
  CHECK_NEAR(log2(v8 / v16), 2, 0.1);
  CHECK_NEAR(log2(v16 / v32), 2, 0.05);
  CHECK_NEAR(log2(i16 / i32), 2, 0.05);
  CHECK(v32 < 2e-3 && i32 < 4e-3);
}

// A rigid motion moves the centre and turns the inertia; far away no digits of the inertia are lost beyond
// those of the coordinates.
static void test_covariance(void) {
  vt_error error = {0};
  vt_mass_properties before, after;
  vt_mesh *mesh = sample_cube(VT_CELL_TET4, 3, true, &error);
  CHECK(vt_mass_properties_of(mesh, &before, &error));
  vt_pose pose = {{1000, -2000, 500}, vt_quat_exp((vt_vec3){0.4, -1.1, 0.7})};
  for (int i = 0; i < mesh->node_count; ++i) mesh->nodes[i] = vt_pose_apply(pose, mesh->nodes[i]);
  CHECK(vt_mass_properties_of(mesh, &after, &error));
  vt_mat3 r = vt_quat_to_mat(pose.rotation);
  vt_mat3 turned = vt_mat_mul(r, vt_mat_mul(before.inertia, vt_mat_transpose(r)));
  CHECK_CLOSE(after.volume, before.volume, 1e-11);
  CHECK_NEAR(vt_norm(vt_sub(after.center, vt_pose_apply(pose, before.center))), 0, 2e-12);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK_NEAR(after.inertia.m[i][j], turned.m[i][j], 1e-12);
  vt_mesh_destroy(mesh);
}

static void test_errors(void) {
  vt_error error = {0};
  vt_mass_properties m;
  vt_mesh *box = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_NONE, &error);
  for (int i = 0; i < box->triangle_count; ++i) {
    int swap = box->triangles[3 * i];
    box->triangles[3 * i] = box->triangles[3 * i + 1];
    box->triangles[3 * i + 1] = swap;
  }
  CHECK(!vt_mass_properties_of(box, &m, &error));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "faces inwards");
  CHECK_CONTAINS(error.message, box->source);
  for (int i = 0; i < box->node_count; ++i) box->nodes[i].z = 0.3;
  error = (vt_error){0};
  CHECK(!vt_mass_properties_of(box, &m, &error));
  CHECK_CONTAINS(error.message, "encloses nothing");
  int triangles = box->triangle_count;
  box->triangle_count = 0;
  error = (vt_error){0};
  CHECK(!vt_mass_properties_of(box, &m, &error));
  CHECK_CONTAINS(error.message, "no triangles");
  box->triangle_count = triangles;
  vt_mesh_destroy(box);
}

int main(void) {
  test_box();
  test_tetrahedron();
  test_sphere();
  test_covariance();
  test_errors();
  return check_report();
}
