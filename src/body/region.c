// Which nodes and triangles a region of a mesh means.
#include "body/region.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The region in words, for messages.
static void describe(const vt_region *r, char *text, size_t size) {
  switch (r->kind) {
  case VT_REGION_ALL:
    snprintf(text, size, "the whole mesh");
    return;
  case VT_REGION_BOX:
    snprintf(text, size, "the box from (%g, %g, %g) to (%g, %g, %g)", r->min.x, r->min.y, r->min.z, r->max.x,
        r->max.y, r->max.z);
    return;
  case VT_REGION_SPHERE:
    snprintf(text, size, "the sphere of radius %g around (%g, %g, %g)", r->radius, r->center.x, r->center.y,
        r->center.z);
    return;
  case VT_REGION_GROUP:
    snprintf(text, size, "group '%s'", r->group);
    return;
  }
  snprintf(text, size, "region of kind %d", (int)r->kind);
}

// The names of a mesh's groups, as many as fit.
static void list_groups(const vt_mesh *mesh, char *text, size_t size) {
  size_t used = 0;
  snprintf(text, size, "it has none");
  for (int i = 0; i < mesh->group_count; ++i) {
    const char *name = mesh->groups[i].name;
    const char *lead = i == 0 ? "expected one of" : ",";
    if (used + strlen(lead) + strlen(name) + 12 > size) {
      snprintf(text + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s '%s'", lead, name);
  }
}

static bool check_region(const vt_mesh *mesh, const vt_region *r, const char *what, vt_error *error) {
  switch (r->kind) {
  case VT_REGION_ALL:
    return true;
  case VT_REGION_BOX: {
    bool sound = vt_is_finite(r->min) && vt_is_finite(r->max) && r->min.x <= r->max.x &&
                 r->min.y <= r->max.y && r->min.z <= r->max.z;
    if (sound) return true;
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found a box from (%g, %g, %g) to (%g, %g, %g), expected finite corners with min <= max", what,
        r->min.x, r->min.y, r->min.z, r->max.x, r->max.y, r->max.z);
  }
  case VT_REGION_SPHERE:
    if (vt_is_finite(r->center) && isfinite(r->radius) && r->radius > 0) return true;
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found a sphere of radius %g around (%g, %g, %g), expected a radius above 0 and finite numbers",
        what, r->radius, r->center.x, r->center.y, r->center.z);
  case VT_REGION_GROUP: {
    if (r->group == NULL)
      return vt_fail(error, VT_BAD_INPUT, "%s: found a group without a name, expected a name", what);
    if (vt_mesh_find_group(mesh, r->group) != NULL) return true;
    char names[600];
    list_groups(mesh, names, sizeof names);
    return vt_fail(error, VT_BAD_INPUT, "%s: found no group '%.100s' in mesh '%.200s', %s", what, r->group,
        mesh->source, names);
  }
  }
  return vt_fail(error, VT_BAD_INPUT, "%s: found region kind %d, expected all, box, sphere or group", what,
      (int)r->kind);
}

// Whether a node is in a region by its place; groups are looked up instead.
static bool holds_point(const vt_region *r, vt_vec3 p) {
  if (r->kind == VT_REGION_BOX)
    return p.x >= r->min.x && p.x <= r->max.x && p.y >= r->min.y && p.y <= r->max.y && p.z >= r->min.z &&
           p.z <= r->max.z;
  if (r->kind == VT_REGION_SPHERE) return vt_norm(vt_sub(p, r->center)) <= r->radius;
  return true;
}

static bool holds_triangle(const vt_mesh *mesh, const vt_region *r, int triangle) {
  const int *corner = &mesh->triangles[3 * (size_t)triangle];
  return holds_point(r, mesh->nodes[corner[0]]) && holds_point(r, mesh->nodes[corner[1]]) &&
         holds_point(r, mesh->nodes[corner[2]]);
}

static bool fail_empty(
    const vt_mesh *mesh, const vt_region *r, const char *what, const char *things, vt_error *error) {
  char region[256];
  describe(r, region, sizeof region);
  return vt_fail(error, VT_BAD_INPUT, "%s: found no %s of mesh '%s' in %s, expected at least one", what,
      things, mesh->source, region);
}

// The part of 0 .. total - 1 that is in the region: nodes, or triangles.
static bool collect(const vt_mesh *mesh, const vt_region *r, bool triangles, int **items, int *count,
    const char *what, vt_error *error) {
  *items = NULL;
  *count = 0;
  if (!check_region(mesh, r, what, error)) return false;
  int total = triangles ? mesh->triangle_count : mesh->node_count;
  const int *listed = NULL;
  if (r->kind == VT_REGION_GROUP) {
    const vt_mesh_group *group = vt_mesh_find_group(mesh, r->group);
    listed = triangles ? group->triangles : group->nodes;
    total = triangles ? group->triangle_count : group->node_count;
  }
  int *found = VT_NEW(int, total, error);
  if (found == NULL) return false;
  int n = 0;
  for (int i = 0; i < total; ++i) {
    if (listed != NULL)
      found[n++] = listed[i];
    else if (triangles ? holds_triangle(mesh, r, i) : holds_point(r, mesh->nodes[i]))
      found[n++] = i;
  }
  if (n == 0) {
    free(found);
    return fail_empty(mesh, r, what, triangles ? "triangles" : "nodes", error);
  }
  *items = found;
  *count = n;
  return true;
}

bool vt_region_nodes(const vt_mesh *mesh, const vt_region *region, const char *what, int **nodes, int *count,
    vt_error *error) {
  return collect(mesh, region, false, nodes, count, what, error);
}

bool vt_region_triangles(const vt_mesh *mesh, const vt_region *region, const char *what, int **triangles,
    int *count, vt_error *error) {
  return collect(mesh, region, true, triangles, count, what, error);
}
