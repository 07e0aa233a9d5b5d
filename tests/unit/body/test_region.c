// Regions: nodes and triangles by place and by group, and messages for those that make no sense.
#include "check.h"
#include "base/vec.h"
#include "body/region.h"

#include <stdlib.h>

// The unit cube in 2 x 2 x 2 bricks with a group "top" of its upper nodes and triangles, and "rim" of nodes.
static vt_mesh *cube_with_groups(vt_error *error) {
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 2, 2, 2, VT_CELL_TET4, error);
  mesh->groups = (vt_mesh_group *)calloc(2, sizeof *mesh->groups);
  mesh->group_count = 2;
  vt_mesh_group *top = &mesh->groups[0], *rim = &mesh->groups[1];
  top->name = strdup("top");
  rim->name = strdup("rim");
  top->nodes = (int *)calloc((size_t)mesh->node_count, sizeof(int));
  top->triangles = (int *)calloc((size_t)mesh->triangle_count, sizeof(int));
  rim->nodes = (int *)calloc(2, sizeof(int));
  rim->nodes[0] = 3, rim->nodes[1] = 5;
  rim->node_count = 2;
  for (int i = 0; i < mesh->node_count; ++i)
    if (mesh->nodes[i].z == 1) top->nodes[top->node_count++] = i;
  for (int i = 0; i < mesh->triangle_count; ++i) {
    const int *c = &mesh->triangles[3 * i];
    if (mesh->nodes[c[0]].z == 1 && mesh->nodes[c[1]].z == 1 && mesh->nodes[c[2]].z == 1)
      top->triangles[top->triangle_count++] = i;
  }
  return mesh;
}

static int node_count(const vt_mesh *mesh, vt_region region) {
  vt_error error = {0};
  int *nodes, count;
  if (!CHECK(vt_region_nodes(mesh, &region, "attachment 'a'", &nodes, &count, &error))) return -1;
  for (int i = 1; i < count; ++i) CHECK(nodes[i] > nodes[i - 1]);
  free(nodes);
  return count;
}

static int triangle_count(const vt_mesh *mesh, vt_region region) {
  vt_error error = {0};
  int *triangles, count;
  if (!CHECK(vt_region_triangles(mesh, &region, "load 'p'", &triangles, &count, &error))) return -1;
  for (int i = 1; i < count; ++i) CHECK(triangles[i] > triangles[i - 1]);
  free(triangles);
  return count;
}

static void test_found(const vt_mesh *mesh) {
  vt_region all = {.kind = VT_REGION_ALL};
  CHECK(node_count(mesh, all) == mesh->node_count);
  CHECK(triangle_count(mesh, all) == mesh->triangle_count);
  // The lower layer, borders included: 9 nodes, 8 triangles below and none of the sides.
  vt_region layer = {.kind = VT_REGION_BOX, .min = {0, 0, 0}, .max = {1, 1, 0}};
  CHECK(node_count(mesh, layer) == 9 && triangle_count(mesh, layer) == 8);
  layer.max.z = 0.5;
  CHECK(node_count(mesh, layer) == 18 && triangle_count(mesh, layer) == 8 + 4 * 4);
  vt_region round = {.kind = VT_REGION_SPHERE, .center = {0, 0, 0}, .radius = 0.5};
  CHECK(node_count(mesh, round) == 4);
  vt_region group = {.kind = VT_REGION_GROUP, .group = "top"};
  CHECK(node_count(mesh, group) == 9 && triangle_count(mesh, group) == 8);
  group.group = "rim";
  CHECK(node_count(mesh, group) == 2);
}

static void refuse(const vt_mesh *mesh, vt_region region, bool triangles, const char *part) {
  vt_error error = {0};
  int *items = (int *)1, count = 7;
  bool found = triangles ? vt_region_triangles(mesh, &region, "load 'p'", &items, &count, &error)
                         : vt_region_nodes(mesh, &region, "load 'p'", &items, &count, &error);
  CHECK(!found && items == NULL && count == 0 && error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "load 'p': found");
  CHECK_CONTAINS(error.message, part);
}

static void test_refused(vt_mesh *mesh) {
  vt_region box = {.kind = VT_REGION_BOX, .min = {2, 2, 2}, .max = {3, 3, 4}};
  refuse(mesh, box, false, "box from (2, 2, 2) to (3, 3, 4)");
  refuse(mesh, box, false, mesh->source);
  box.max.y = 1;
  refuse(mesh, box, false, "min <= max");
  box.max.y = NAN;
  refuse(mesh, box, true, "min <= max");
  vt_region round = {.kind = VT_REGION_SPHERE, .center = {0, 0, 0}, .radius = 0.3};
  CHECK(node_count(mesh, round) == 1);
  refuse(mesh, round, true, "no triangles");
  round.radius = 0;
  refuse(mesh, round, false, "radius 0");
  round.radius = NAN;
  refuse(mesh, round, false, "radius");
  round.radius = 1, round.center.z = INFINITY;
  refuse(mesh, round, false, "finite");
  vt_region group = {.kind = VT_REGION_GROUP, .group = "bottom"};
  refuse(mesh, group, false, "no group 'bottom'");
  refuse(mesh, group, false, "expected one of 'top', 'rim'");
  refuse(mesh, group, true, mesh->source);
  group.group = "rim";
  refuse(mesh, group, true, "no triangles");
  group.group = NULL;
  refuse(mesh, group, true, "without a name");
  vt_region odd = {.kind = (vt_region_kind)9};
  refuse(mesh, odd, true, "kind 9");
  int groups = mesh->group_count;
  mesh->group_count = 0;
  group.group = "top";
  refuse(mesh, group, false, "it has none");
  mesh->group_count = groups;
}

// A name list that does not fit is cut with dots, not overrun.
static void test_many_groups(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_NONE, &error);
  mesh->group_count = 200;
  mesh->groups = (vt_mesh_group *)calloc(200, sizeof *mesh->groups);
  for (int i = 0; i < 200; ++i) {
    char name[64];
    snprintf(name, sizeof name, "group number %d", i);
    mesh->groups[i].name = strdup(name);
  }
  vt_region group = {.kind = VT_REGION_GROUP, .group = "none"};
  refuse(mesh, group, false, "'group number 5', ");
  refuse(mesh, group, false, ", ...");
  vt_mesh_destroy(mesh);
}

int main(void) {
  vt_error error = {0};
  vt_mesh *mesh = cube_with_groups(&error);
  test_found(mesh);
  test_refused(mesh);
  test_many_groups();
  vt_mesh_destroy(mesh);
  return check_report();
}
