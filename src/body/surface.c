// Triangle surfaces that follow bodies.
#include "body/surface.h"

#include "base/memory.h"
#include "base/vec.h"
#include "geometry/locate.h"

#include <stdlib.h>

void vt_surface_free(vt_surface *surface) {
  free(surface->triangles);
  free(surface->start);
  free(surface->nodes);
  free(surface->weights);
  free(surface->rest);
  *surface = (vt_surface){0};
}

// Copies the triangles of a mesh, numbering the nodes they use in ascending order;
// *used (free it) lists them.
static bool copy_triangles(vt_surface *surface, const vt_mesh *mesh, int **used, vt_error *error) {
  *surface = (vt_surface){0};
  *used = NULL;
  if (mesh->triangle_count == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no triangles, expected a surface", mesh->source);
  size_t corners = 3 * (size_t)mesh->triangle_count;
  int *number = VT_NEW(int, mesh->node_count, error);
  surface->triangles = VT_NEW(int, corners, error);
  if (number == NULL || surface->triangles == NULL) goto fail;
  for (size_t i = 0; i < corners; ++i) number[mesh->triangles[i]] = 1;
  int count = 0;
  for (int i = 0; i < mesh->node_count; ++i) number[i] = number[i] == 1 ? count++ : -1;
  *used = VT_NEW(int, count, error);
  surface->rest = VT_NEW(vt_vec3, count, error);
  if (*used == NULL || surface->rest == NULL) goto fail;
  for (int i = 0; i < mesh->node_count; ++i) {
    if (number[i] < 0) continue;
    (*used)[number[i]] = i;
    surface->rest[number[i]] = mesh->nodes[i];
  }
  for (size_t i = 0; i < corners; ++i) surface->triangles[i] = number[mesh->triangles[i]];
  surface->vertex_count = count;
  surface->triangle_count = mesh->triangle_count;
  free(number);
  return true;

fail:
  free(number);
  free(*used);
  *used = NULL;
  vt_surface_free(surface);
  return false;
}

bool vt_surface_rigid(vt_surface *surface, const vt_mesh *triangles, vt_error *error) {
  int *used;
  if (!copy_triangles(surface, triangles, &used, error)) return false;
  free(used);
  return true;
}

bool vt_surface_boundary(vt_surface *surface, const vt_mesh *volume, vt_error *error) {
  int *used;
  if (!copy_triangles(surface, volume, &used, error)) return false;
  int count = surface->vertex_count;
  surface->nodes = used;
  surface->identity = true;
  surface->start = VT_NEW(int, (size_t)count + 1, error);
  surface->weights = VT_NEW(double, count, error);
  if (surface->start == NULL || surface->weights == NULL) {
    vt_surface_free(surface);
    return false;
  }
  for (int i = 0; i < count; ++i) {
    surface->start[i + 1] = i + 1;
    surface->weights[i] = 1;
  }
  return true;
}

// Gives every vertex its cell's nodes and weights.
static bool embed(vt_surface *surface, const vt_locator *locator, const vt_mesh *volume, double *furthest,
    vt_error *error) {
  int size = vt_cell_size(volume->cell_kind), filled = 0;
  *furthest = 0;
  for (int i = 0; i < surface->vertex_count; ++i) {
    vt_location location;
    double weights[VT_CELL_MAX_NODES];
    if (!vt_locator_find(locator, surface->rest[i], &location, error)) return false;
    vt_location_weights(volume->cell_kind, &location, weights);
    *furthest = fmax(*furthest, location.distance);
    const int *cell = &volume->cells[(size_t)location.cell * (size_t)size];
    for (int k = 0; k < size; ++k) {
      if (weights[k] == 0) continue;
      surface->nodes[filled] = cell[k];
      surface->weights[filled++] = weights[k];
    }
    surface->start[i + 1] = filled;
  }
  return true;
}

bool vt_surface_embedded(
    vt_surface *surface, const vt_mesh *volume, const vt_mesh *triangles, double *furthest, vt_error *error) {
  *surface = (vt_surface){0};
  double distance = 0;
  int *used = NULL;
  bool done = false;
  vt_locator *locator = vt_locator_create(volume, error);
  if (locator == NULL || !copy_triangles(surface, triangles, &used, error)) goto end;
  int size = vt_cell_size(volume->cell_kind), count = surface->vertex_count;
  if (count > INT32_MAX / size) {
    vt_fail(error, VT_BAD_INPUT, "%s: found %d vertices, expected at most %d", triangles->source, count,
        INT32_MAX / size);
    goto end;
  }
  surface->start = VT_NEW(int, (size_t)count + 1, error);
  surface->nodes = VT_NEW(int, (size_t)count *(size_t)size, error);
  surface->weights = VT_NEW(double, (size_t)count *(size_t)size, error);
  if (surface->start == NULL || surface->nodes == NULL || surface->weights == NULL) goto end;
  done = embed(surface, locator, volume, &distance, error);

end:
  free(used);
  vt_locator_destroy(locator);
  if (!done) vt_surface_free(surface);
  if (furthest != NULL) *furthest = distance;
  return done;
}

void vt_surface_update_nodes(const vt_surface *surface, const vt_vec3 *positions, vt_vec3 *vertices) {
  if (surface->identity) {
    for (int i = 0; i < surface->vertex_count; ++i) vertices[i] = positions[surface->nodes[i]];
    return;
  }
  for (int i = 0; i < surface->vertex_count; ++i) {
    vt_vec3 x = {0, 0, 0};
    for (int k = surface->start[i]; k < surface->start[i + 1]; ++k)
      x = vt_madd(x, surface->weights[k], positions[surface->nodes[k]]);
    vertices[i] = x;
  }
}

void vt_surface_update_pose(const vt_surface *surface, vt_pose pose, vt_vec3 *vertices) {
  vt_mat3 rotation = vt_quat_to_mat(pose.rotation);
  for (int i = 0; i < surface->vertex_count; ++i)
    vertices[i] = vt_add(vt_mat_apply(rotation, surface->rest[i]), pose.position);
}
