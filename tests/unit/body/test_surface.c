// Surfaces: own boundary, embedded and rigid ones keep their shape at rest and follow affine motions.
#include "check.h"
#include "../geometry/samples.h"
#include "body/surface.h"

#include <stdlib.h>

static const vt_cell_kind kinds[] = {VT_CELL_TET4, VT_CELL_TET10, VT_CELL_HEX8};

static vt_vec3 affine(vt_vec3 x) {
  const vt_mat3 a = {{{1.1, 0.3, -0.2}, {0.1, 0.8, 0.4}, {-0.5, 0.2, 1.3}}};
  return vt_add(vt_mat_apply(a, x), vt_v3(3, -1, 2));
}

// A closed ball: the surface of a cube, its nodes moved to a sphere.
static vt_mesh *ball(vt_vec3 center, double radius, int n, vt_error *error) {
  vt_mesh *mesh = vt_mesh_box(vt_v3(-1, -1, -1), vt_v3(1, 1, 1), n, n, n, VT_CELL_NONE, error);
  for (int i = 0; mesh != NULL && i < mesh->node_count; ++i)
    mesh->nodes[i] = vt_madd(center, radius, vt_normalized(mesh->nodes[i]));
  return mesh;
}

// Rest shape, partition of unity and an affine motion of all nodes.
static void check_follows(const vt_surface *surface, const vt_mesh *volume, double tolerance) {
  vt_vec3 *moved = (vt_vec3 *)calloc((size_t)volume->node_count, sizeof(vt_vec3));
  vt_vec3 *vertices = (vt_vec3 *)calloc((size_t)surface->vertex_count, sizeof(vt_vec3));
  double worst_rest = 0, worst_moved = 0, worst_sum = 0;
  vt_surface_update_nodes(surface, volume->nodes, vertices);
  for (int i = 0; i < surface->vertex_count; ++i) {
    double sum = 0;
    for (int k = surface->start[i]; k < surface->start[i + 1]; ++k) sum += surface->weights[k];
    worst_sum = fmax(worst_sum, fabs(sum - 1));
    worst_rest = fmax(worst_rest, vt_norm(vt_sub(vertices[i], surface->rest[i])));
  }
  for (int i = 0; i < volume->node_count; ++i) moved[i] = affine(volume->nodes[i]);
  vt_surface_update_nodes(surface, moved, vertices);
  for (int i = 0; i < surface->vertex_count; ++i)
    worst_moved = fmax(worst_moved, vt_norm(vt_sub(vertices[i], affine(surface->rest[i]))));
  CHECK(worst_sum <= tolerance);
  CHECK(worst_rest <= tolerance);
  CHECK(worst_moved <= tolerance);
  free(moved);
  free(vertices);
}

static void test_boundary(vt_cell_kind kind) {
  vt_error error = {0};
  vt_surface surface;
  vt_mesh *mesh = sample_cube(kind, 4, true, &error);
  if (!CHECK(vt_surface_boundary(&surface, mesh, &error))) return;
  CHECK(surface.identity && surface.triangle_count == mesh->triangle_count);
  CHECK(surface.vertex_count < mesh->node_count); // the inside is left out
  for (int i = 0; i < 3 * surface.triangle_count; ++i) {
    int vertex = surface.triangles[i];
    CHECK(vertex >= 0 && vertex < surface.vertex_count && surface.nodes[vertex] == mesh->triangles[i]);
  }
  for (int i = 1; i < surface.vertex_count; ++i) CHECK(surface.nodes[i] > surface.nodes[i - 1]);
  check_follows(&surface, mesh, 1e-14);
  vt_surface_free(&surface);
  vt_mesh_destroy(mesh);
}

// Inside, across the boundary, and well outside.
static void test_embedded(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = sample_cube(kind, 4, true, &error);
  const double radii[] = {0.3, 0.6, 1.0};
  for (int k = 0; k < 3; ++k) {
    vt_surface surface;
    double furthest = -1;
    vt_mesh *skin = ball(vt_v3(0.5, 0.5, 0.5), radii[k], 6, &error);
    if (!CHECK(vt_surface_embedded(&surface, mesh, skin, &furthest, &error))) return;
    CHECK(!surface.identity && surface.vertex_count == skin->node_count);
    CHECK(k == 0 ? furthest == 0 : furthest > 0.5 * (radii[k] - 0.6) && furthest < radii[k] - 0.3);
    check_follows(&surface, mesh, 1e-12);
    vt_surface_free(&surface);
    vt_mesh_destroy(skin);
  }
  vt_mesh_destroy(mesh);
}

// The boundary's own vertices, embedded, are found in their cells: the same surface as by its nodes, also
// under a bend of its nodes.
static void test_embedded_boundary(vt_cell_kind kind) {
  vt_error error = {0};
  vt_surface own, embedded;
  double furthest = -1;
  vt_mesh *mesh = sample_cube(kind, 3, false, &error);
  CHECK(vt_surface_boundary(&own, mesh, &error));
  CHECK(vt_surface_embedded(&embedded, mesh, mesh, &furthest, &error));
  CHECK(furthest == 0 && own.vertex_count == embedded.vertex_count);
  for (int i = 0; i < mesh->node_count; ++i) mesh->nodes[i] = bend(mesh->nodes[i]);
  vt_vec3 *a = (vt_vec3 *)calloc((size_t)own.vertex_count, sizeof(vt_vec3)),
          *b = (vt_vec3 *)calloc((size_t)own.vertex_count, sizeof(vt_vec3));
  vt_surface_update_nodes(&own, mesh->nodes, a);
  vt_surface_update_nodes(&embedded, mesh->nodes, b);
  double worst = 0;
  for (int i = 0; i < own.vertex_count; ++i) worst = fmax(worst, vt_norm(vt_sub(a[i], b[i])));
  CHECK(worst < 1e-13);
  free(a);
  free(b);
  vt_surface_free(&own);
  vt_surface_free(&embedded);
  vt_mesh_destroy(mesh);
}

static void test_rigid(void) {
  vt_error error = {0};
  vt_surface surface;
  vt_mesh *mesh = sample_cube(VT_CELL_TET4, 3, false, &error);
  CHECK(vt_surface_rigid(&surface, mesh, &error));
  CHECK(surface.nodes == NULL && surface.weights == NULL && surface.vertex_count < mesh->node_count);
  vt_pose pose = {{1, 2, 3}, vt_quat_exp((vt_vec3){1, -1, 0.4})};
  vt_vec3 *vertices = (vt_vec3 *)calloc((size_t)surface.vertex_count, sizeof(vt_vec3));
  vt_surface_update_pose(&surface, pose, vertices);
  double worst = 0;
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) {
    vt_vec3 expected = vt_pose_apply(pose, mesh->nodes[mesh->triangles[i]]);
    worst = fmax(worst, vt_norm(vt_sub(vertices[surface.triangles[i]], expected)));
  }
  CHECK(worst < 1e-14);
  free(vertices);
  vt_surface_free(&surface);
  vt_surface_free(&surface);
  vt_mesh_destroy(mesh);
}

static void test_refused(void) {
  vt_error error = {0};
  vt_surface surface;
  vt_mesh *volume = sample_cube(VT_CELL_TET4, 1, false, &error);
  vt_mesh *skin = sample_cube(VT_CELL_NONE, 1, false, &error);
  CHECK(!vt_surface_embedded(&surface, skin, skin, NULL, &error));
  CHECK_CONTAINS(error.message, "no cells");
  int count = skin->triangle_count;
  skin->triangle_count = 0;
  error = (vt_error){0};
  CHECK(!vt_surface_embedded(&surface, volume, skin, NULL, &error));
  CHECK_CONTAINS(error.message, "no triangles");
  error = (vt_error){0};
  CHECK(!vt_surface_rigid(&surface, skin, &error) && !vt_surface_boundary(&surface, skin, &error));
  CHECK_CONTAINS(error.message, skin->source);
  skin->triangle_count = count;
  skin->nodes[skin->triangles[0]].y = NAN;
  error = (vt_error){0};
  CHECK(!vt_surface_embedded(&surface, volume, skin, NULL, &error));
  CHECK_CONTAINS(error.message, "finite");
  vt_mesh_destroy(volume);
  vt_mesh_destroy(skin);
}

int main(void) {
  for (int k = 0; k < 3; ++k) {
    test_boundary(kinds[k]);
    test_embedded(kinds[k]);
    test_embedded_boundary(kinds[k]);
  }
  test_rigid();
  test_refused();
  return check_report();
}
