// Meshes: create, copy, destroy, and simple queries.
#include "base/misuse.h"
#include "mesh/build.h"

#include "base/memory.h"
#include "base/vec.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool check_indices(const int *items, size_t count, int node_count, int per_item, const char *source,
    const char *word, vt_error *error) {
  for (size_t i = 0; i < count; ++i) {
    if (items[i] >= 0 && items[i] < node_count) continue;
    return vt_fail(error, VT_BAD_INPUT, "%s: %s %zu has node %d, expected 0 to %d", source, word,
        i / (size_t)per_item, items[i], node_count - 1);
  }
  return true;
}

static bool check_nodes(const vt_mesh_arrays *arrays, const char *source, vt_error *error) {
  for (int n = 0; n < arrays->node_count; ++n) {
    vt_vec3 x = arrays->nodes[n];
    if (vt_is_finite(x)) continue;
    return vt_fail(error, VT_BAD_INPUT, "%s: node %d is at (%g %g %g), expected finite coordinates", source,
        n, x.x, x.y, x.z);
  }
  return true;
}

// Every node of a volume must belong to a cell: a free node would have no mass.
static bool check_used(const vt_mesh_arrays *arrays, const char *source, vt_error *error) {
  bool *used = VT_NEW(bool, arrays->node_count, error);
  if (used == NULL) return false;
  size_t all = (size_t)arrays->cell_count * (size_t)vt_cell_size(arrays->cell_kind);
  for (size_t i = 0; i < all; ++i) used[arrays->cells[i]] = true;
  int n = 0;
  while (n < arrays->node_count && used[n]) ++n;
  free(used);
  if (n == arrays->node_count) return true;
  return vt_fail(
      error, VT_BAD_INPUT, "%s: node %d belongs to no cell, expected every node to be used", source, n);
}

static bool check_arrays(const vt_mesh_arrays *a, const vt_cell_names *names, vt_error *error) {
  const char *source = names->source;
  size_t size = (size_t)vt_cell_size(a->cell_kind);
  if (a->node_count < 0 || a->cell_count < 0 || a->triangle_count < 0 || a->triangle_count > INT_MAX / 3 ||
      (size > 0 && (size_t)a->cell_count > INT_MAX / size)) {
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found %d nodes, %d cells and %d triangles, expected counts that fit", source, a->node_count,
        a->cell_count, a->triangle_count);
  }
  if ((a->cell_kind == VT_CELL_NONE) != (a->cell_count == 0)) {
    return vt_fail(error, VT_BAD_INPUT, "%s: found %d cells, expected %s", source, a->cell_count,
        a->cell_kind == VT_CELL_NONE ? "none in a surface" : "at least one in a volume");
  }
  if (a->cell_count > 0 && a->triangle_count > 0) {
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found %d triangles beside cells, expected none: a volume's are its boundary", source,
        a->triangle_count);
  }
  if (a->cell_count == 0 && a->triangle_count == 0) {
    return vt_fail(error, VT_BAD_INPUT, "%s: found no cells and no triangles, expected some", source);
  }
  if (!check_nodes(a, source, error)) return false;
  if (a->cell_count == 0) {
    if (!check_indices(
            a->triangles, 3 * (size_t)a->triangle_count, a->node_count, 3, source, "triangle", error)) {
      return false;
    }
    for (int t = 0; t < a->triangle_count; ++t) {
      const int *n = a->triangles + 3 * (size_t)t;
      if (n[0] != n[1] && n[1] != n[2] && n[2] != n[0]) continue;
      return vt_fail(error, VT_BAD_INPUT, "%s: triangle %d has nodes %d %d %d, expected three different ones",
          source, t, n[0], n[1], n[2]);
    }
    return true;
  }
  return check_indices(
             a->cells, size * (size_t)a->cell_count, a->node_count, (int)size, source, "cell", error) &&
         check_used(a, source, error) &&
         vt_cells_check(a->cell_kind, a->nodes, a->cells, a->cell_count, names, error);
}

// The boundary of the cells, which must be a closed surface.
static bool fill_boundary(vt_mesh *mesh, const vt_cell_names *names, vt_faces *faces, vt_error *error) {
  if (!vt_faces_find(mesh->cell_kind, mesh->cells, mesh->cell_count, names, faces, error)) return false;
  mesh->triangle_count = faces->boundary_count * vt_face_triangle_count(mesh->cell_kind);
  mesh->triangles = VT_NEW(int, 3 * (size_t)mesh->triangle_count, error);
  if (mesh->triangles == NULL) return false;
  vt_faces_triangles(faces, mesh->cell_kind, mesh->cells, mesh->triangles);
  return vt_triangles_check_closed(mesh, "the boundary of the cells", error);
}

vt_mesh *vt_mesh_build(
    const vt_mesh_arrays *arrays, const vt_cell_names *names, vt_faces *faces, vt_error *error) {
  vt_faces own = {0};
  vt_mesh *mesh = NULL;
  bool done = false;
  if (!check_arrays(arrays, names, error)) goto out;
  mesh = VT_NEW(vt_mesh, 1, error);
  if (mesh == NULL) goto out;
  mesh->node_count = arrays->node_count;
  mesh->cell_kind = arrays->cell_kind;
  mesh->cell_count = arrays->cell_count;
  size_t cell_nodes = (size_t)arrays->cell_count * (size_t)vt_cell_size(arrays->cell_kind);
  mesh->source = vt_copy_string(names->source, error);
  mesh->nodes = vt_copy_block(arrays->nodes, (size_t)arrays->node_count, sizeof *mesh->nodes, error);
  mesh->cells = vt_copy_block(arrays->cells, cell_nodes, sizeof *mesh->cells, error);
  if (mesh->source == NULL || mesh->nodes == NULL || mesh->cells == NULL) goto out;
  if (mesh->cell_count > 0) {
    if (!fill_boundary(mesh, names, &own, error)) goto out;
  } else {
    mesh->triangle_count = arrays->triangle_count;
    mesh->triangles =
        vt_copy_block(arrays->triangles, 3 * (size_t)arrays->triangle_count, sizeof(int), error);
    if (mesh->triangles == NULL) goto out;
  }
  done = true;
out:
  if (!done) {
    vt_mesh_destroy(mesh);
    mesh = NULL;
  }
  if (done && faces != NULL) {
    *faces = own;
  } else {
    vt_faces_free(&own);
  }
  return mesh;
}

vt_mesh *vt_mesh_create(const char *source, const vt_vec3 *nodes, int node_count, vt_cell_kind cell_kind,
    const int *cells, int cell_count, const int *triangles, int triangle_count, vt_error *error) {
  VT_NEED_OR_FAIL(source != NULL && node_count >= 0 && cell_count >= 0 && triangle_count >= 0 &&
                      (nodes != NULL || node_count == 0) && (cells != NULL || cell_count == 0) &&
                      (triangles != NULL || triangle_count == 0),
      error, NULL);
  vt_mesh_arrays arrays = {nodes, node_count, cell_kind, cells, cell_count, triangles, triangle_count};
  vt_cell_names names = {.source = source, .word = "cell"};
  return vt_mesh_build(&arrays, &names, NULL, error);
}

bool vt_mesh_make_groups(vt_mesh *mesh, int count, vt_error *error) {
  mesh->groups = VT_NEW(vt_mesh_group, count, error);
  if (mesh->groups == NULL) return false;
  mesh->group_count = count;
  return true;
}

static bool copy_group(vt_mesh_group *to, const vt_mesh_group *from, vt_error *error) {
  to->name = vt_copy_string(from->name, error);
  to->nodes = vt_copy_block(from->nodes, (size_t)from->node_count, sizeof(int), error);
  to->triangles = vt_copy_block(from->triangles, (size_t)from->triangle_count, sizeof(int), error);
  if (to->name == NULL || to->nodes == NULL || to->triangles == NULL) return false;
  to->node_count = from->node_count;
  to->triangle_count = from->triangle_count;
  return true;
}

vt_mesh *vt_mesh_copy(const vt_mesh *mesh, vt_error *error) {
  VT_NEED_OR_FAIL(mesh != NULL, error, NULL);
  vt_mesh *copy = VT_NEW(vt_mesh, 1, error);
  if (copy == NULL) return NULL;
  copy->node_count = mesh->node_count;
  copy->cell_kind = mesh->cell_kind;
  copy->cell_count = mesh->cell_count;
  copy->triangle_count = mesh->triangle_count;
  size_t cell_nodes = (size_t)mesh->cell_count * (size_t)vt_cell_size(mesh->cell_kind);
  copy->source = vt_copy_string(mesh->source, error);
  copy->nodes = vt_copy_block(mesh->nodes, (size_t)mesh->node_count, sizeof *mesh->nodes, error);
  copy->cells = vt_copy_block(mesh->cells, cell_nodes, sizeof *mesh->cells, error);
  copy->triangles = vt_copy_block(mesh->triangles, 3 * (size_t)mesh->triangle_count, sizeof(int), error);
  bool done = copy->source != NULL && copy->nodes != NULL && copy->cells != NULL && copy->triangles != NULL &&
              vt_mesh_make_groups(copy, mesh->group_count, error);
  for (int g = 0; done && g < mesh->group_count; ++g) {
    done = copy_group(&copy->groups[g], &mesh->groups[g], error);
  }
  if (done && mesh->warning != NULL) {
    copy->warning = vt_copy_string(mesh->warning, error);
    done = copy->warning != NULL;
  }
  if (done) return copy;
  vt_mesh_destroy(copy);
  return NULL;
}

void vt_mesh_destroy(vt_mesh *mesh) {
  if (mesh == NULL) return;
  for (int g = 0; g < mesh->group_count; ++g) {
    free(mesh->groups[g].name);
    free(mesh->groups[g].nodes);
    free(mesh->groups[g].triangles);
  }
  free(mesh->groups);
  free(mesh->source);
  free(mesh->warning);
  free(mesh->nodes);
  free(mesh->cells);
  free(mesh->triangles);
  free(mesh);
}

void vt_mesh_scale(vt_mesh *mesh, double factor) {
  if (VT_MISUSED(mesh != NULL)) return;
  for (int n = 0; n < mesh->node_count; ++n) mesh->nodes[n] = vt_scale(factor, mesh->nodes[n]);
}

const vt_mesh_group *vt_mesh_find_group(const vt_mesh *mesh, const char *name) {
  VT_NEED(mesh != NULL && name != NULL, NULL);
  for (int g = 0; g < mesh->group_count; ++g) {
    if (strcmp(mesh->groups[g].name, name) == 0) return &mesh->groups[g];
  }
  return NULL;
}

double vt_mesh_volume(const vt_mesh *mesh) {
  VT_NEED(mesh != NULL, 0);
  if (mesh->triangle_count == 0) return 0;
  // Tetrahedra from a point of the surface: no digits are lost far from the origin.
  vt_vec3 origin = mesh->nodes[mesh->triangles[0]];
  double sum = 0;
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * (size_t)t;
    vt_vec3 a = vt_sub(mesh->nodes[n[0]], origin), b = vt_sub(mesh->nodes[n[1]], origin);
    sum += vt_dot(a, vt_cross(b, vt_sub(mesh->nodes[n[2]], origin)));
  }
  return sum / 6;
}
