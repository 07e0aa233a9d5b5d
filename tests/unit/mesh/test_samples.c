// Files made by real tools: all hold a block of 30 x 20 x 10 mm.
#include "check.h"

#include <ventouse/mesh.h>

#include <stdlib.h>

#define FILES VT_SOURCE_DIR "/tests/unit/mesh/files/"

typedef struct sample {
  const char *name;
  vt_cell_kind kind;
  int nodes, cells, triangles;
  bool groups;
} sample;

// Counts from Gmsh's own report of the meshes.
#define TET4 VT_CELL_TET4, 40, 90, 76
#define TET10 VT_CELL_TET10, 207, 90, 304
#define HEX8 VT_CELL_HEX8, 24, 6, 44
#define SKIN VT_CELL_NONE, 40, 0, 76

static const sample samples[] = {
    {"tet4-22-text.msh", TET4, true},
    {"tet4-22-binary.msh", TET4, true},
    {"tet4-41-text.msh", TET4, true},
    {"tet4-41-binary.msh", TET4, true},
    {"tet10-22-text.msh", TET10, true},
    {"tet10-22-binary.msh", TET10, true},
    {"tet10-41-text.msh", TET10, true},
    {"tet10-41-binary.msh", TET10, true},
    {"hex8-22-text.msh", HEX8, true},
    {"hex8-22-binary.msh", HEX8, true},
    {"hex8-41-text.msh", HEX8, true},
    {"hex8-41-binary.msh", HEX8, true},
    {"double-22-text.msh", TET4, true},
    {"double-41-text.msh", TET4, true},
    {"tet4-meshio-22.msh", TET4, false},
    {"surface-41-text.msh", SKIN, true},
    {"tet4-gmsh-text.vtk", TET4, false},
    {"tet4-gmsh-binary.vtk", TET4, false},
    {"tet4-42-text.vtk", TET4, false},
    {"tet4-42-binary.vtk", TET4, false},
    {"tet4-51-text.vtk", TET4, false},
    {"tet4-51-binary.vtk", TET4, false},
    {"tet10-gmsh-text.vtk", TET10, false},
    {"tet10-gmsh-binary.vtk", TET10, false},
    {"tet10-42-text.vtk", TET10, false},
    {"tet10-42-binary.vtk", TET10, false},
    {"tet10-51-text.vtk", TET10, false},
    {"tet10-51-binary.vtk", TET10, false},
    {"hex8-gmsh-text.vtk", HEX8, false},
    {"hex8-42-text.vtk", HEX8, false},
    {"hex8-42-binary.vtk", HEX8, false},
    {"hex8-51-text.vtk", HEX8, false},
    {"hex8-51-binary.vtk", HEX8, false},
    {"surface-42-text.vtk", SKIN, false},
    {"surface-42-binary.vtk", SKIN, false},
    {"surface-51-text.vtk", SKIN, false},
    {"surface-51-binary.vtk", SKIN, false},
    {"strips-51-text.vtk", SKIN, false},
    {"tet4-ascii.vtu", TET4, false},
    {"tet4-binary.vtu", TET4, false},
    {"tet4-binary-32.vtu", TET4, false},
    {"tet4-binary-big.vtu", TET4, false},
    {"tet4-binary-zlib.vtu", TET4, false},
    {"tet4-appended-base64.vtu", TET4, false},
    {"tet4-appended-base64-zlib.vtu", TET4, false},
    {"tet4-appended-raw.vtu", TET4, false},
    {"tet4-appended-raw-zlib.vtu", TET4, false},
    {"tet4-meshio-ascii.vtu", TET4, false},
    {"tet4-meshio-zlib.vtu", TET4, false},
    {"tet10-ascii.vtu", TET10, false},
    {"tet10-appended-raw.vtu", TET10, false},
    {"hex8-ascii.vtu", HEX8, false},
    {"hex8-appended-raw.vtu", HEX8, false},
    {"surface-vtk.obj", SKIN, false},
    {"surface-meshio.obj", SKIN, false},
    {"surface-text.stl", SKIN, false},
    {"surface-binary.stl", SKIN, false},
    {"surface-vtk.stl", SKIN, false},
    {"surface-text.ply", SKIN, false},
    {"surface-little.ply", SKIN, false},
    {"surface-big.ply", SKIN, false},
    {"surface-meshio.ply", SKIN, false},
    {"tet4-gmsh.mesh", TET4, false},
    {"hex8-gmsh.mesh", HEX8, false},
    {"surface.off", SKIN, false},
    {"surface-colours.off", SKIN, false},
};

// All nodes of the group, and all its triangles (if any are expected), lie at this height.
static void check_flat_group(const vt_mesh *mesh, const char *name, double z) {
  const vt_mesh_group *group = vt_mesh_find_group(mesh, name);
  if (!CHECK(group != NULL)) return;
  int nodes = 0, triangles = 0;
  for (int n = 0; n < mesh->node_count; ++n) nodes += fabs(mesh->nodes[n].z - z) < 1e-9;
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * t;
    triangles += fabs(mesh->nodes[n[0]].z - z) < 1e-9 && fabs(mesh->nodes[n[1]].z - z) < 1e-9 &&
                 fabs(mesh->nodes[n[2]].z - z) < 1e-9;
  }
  CHECK(group->node_count == nodes && group->triangle_count == triangles && triangles > 0);
  for (int i = 0; i < group->node_count; ++i) {
    CHECK_NEAR(mesh->nodes[group->nodes[i]].z, z, 1e-9);
    if (i > 0) CHECK(group->nodes[i] > group->nodes[i - 1]);
  }
  for (int i = 0; i < 3 * group->triangle_count; ++i) {
    CHECK_NEAR(mesh->nodes[mesh->triangles[3 * group->triangles[i / 3] + i % 3]].z, z, 1e-9);
  }
}

// The middle nodes are where they belong: the file's order was understood.
static void check_middles(const vt_mesh *mesh) {
  const int ends[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
  double worst = 0;
  for (int i = 0; i < 6 * mesh->cell_count; ++i) {
    const int *n = mesh->cells + 10 * (i / 6);
    vt_vec3 a = mesh->nodes[n[ends[i % 6][0]]], b = mesh->nodes[n[ends[i % 6][1]]],
            m = mesh->nodes[n[4 + i % 6]];
    worst =
        fmax(worst, fabs((a.x + b.x) / 2 - m.x) + fabs((a.y + b.y) / 2 - m.y) + fabs((a.z + b.z) / 2 - m.z));
  }
  CHECK_NEAR(worst, 0, 2e-7); // VTK writes six digits of 0.03
}

static void test_sample(const sample *s) {
  char path[512];
  vt_error error = {0};
  snprintf(path, sizeof path, FILES "%s", s->name);
  vt_mesh *mesh = vt_mesh_load(path, &error);
  int failed = check_failed;
  if (CHECK(mesh != NULL)) {
    CHECK(strcmp(mesh->source, path) == 0);
    CHECK(mesh->cell_kind == s->kind);
    CHECK(mesh->node_count == s->nodes);
    CHECK(mesh->cell_count == s->cells);
    CHECK(mesh->triangle_count == s->triangles);
    CHECK(vt_mesh_check_closed(mesh, &error));
    CHECK(mesh->warning == NULL);
    CHECK_CLOSE(vt_mesh_volume(mesh), 6e-6, 2e-7); // many files are in single precision
    if (s->kind == VT_CELL_TET10) check_middles(mesh);
    if (s->groups) {
      check_flat_group(mesh, "lid", 0.01);
      check_flat_group(mesh, "7", 0);
    }
    const vt_mesh_group *rubber = vt_mesh_find_group(mesh, "rubber");
    if (s->groups && s->kind != VT_CELL_NONE) {
      CHECK(rubber != NULL && rubber->node_count == mesh->node_count && rubber->triangle_count == 0);
    } else {
      CHECK(rubber == NULL);
    }
  } else {
    printf("  %s\n", error.message);
  }
  if (check_failed > failed) printf("  in %s\n", s->name);
  vt_mesh_destroy(mesh);
}

static void test_shared_groups(const char *name) {
  vt_error error = {0};
  char path[512];
  snprintf(path, sizeof path, FILES "%s", name);
  vt_mesh *mesh = vt_mesh_load(path, &error);
  if (!CHECK(mesh != NULL)) return;
  check_flat_group(mesh, "grip", 0.01);
  CHECK(mesh->group_count == 5);
  CHECK(vt_mesh_find_group(mesh, "soft") != NULL && vt_mesh_find_group(mesh, "soft")->node_count == 40);
  vt_mesh_destroy(mesh);
}

// An open surface of quadrilaterals is a mesh too, only not closed.
static void test_quads(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_load(FILES "quads-22-text.msh", &error);
  if (!CHECK(mesh != NULL)) return;
  CHECK(mesh->cell_kind == VT_CELL_NONE && mesh->node_count == 24 && mesh->triangle_count == 24);
  check_flat_group(mesh, "lid", 0.01);
  CHECK(!vt_mesh_check_closed(mesh, &error));
  vt_mesh_destroy(mesh);
}

// Gmsh saves the profile that a ring was revolved from: it is no face of the ring and does not belong to it.
static void test_profile(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_load(FILES "ring-41-text.msh", &error);
  if (!CHECK(mesh != NULL)) return;
  CHECK(mesh->node_count == 74 && mesh->cell_count == 163 && vt_mesh_check_closed(mesh, &error));
  CHECK(mesh->group_count == 1 && vt_mesh_find_group(mesh, "profile") == NULL);
  CHECK(vt_mesh_find_group(mesh, "skin") != NULL);
  if (CHECK(mesh->warning != NULL))
    CHECK_CONTAINS(mesh->warning, " (and 3 others) is no face of a cell and is left out");
  vt_mesh *copy = vt_mesh_copy(mesh, &error);
  CHECK(copy != NULL && copy->warning != NULL && strcmp(copy->warning, mesh->warning) == 0);
  vt_mesh_destroy(copy);
  vt_mesh_destroy(mesh);
}

// References of surface elements are groups.
static void test_references(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_load(FILES "tet4-gmsh.mesh", &error);
  if (!CHECK(mesh != NULL)) return;
  CHECK(mesh->group_count == 2);
  check_flat_group(mesh, "5", 0);
  check_flat_group(mesh, "6", 0.01);
  vt_mesh_destroy(mesh);
}

int main(void) {
  for (size_t i = 0; i < sizeof samples / sizeof *samples; ++i) test_sample(&samples[i]);
  test_shared_groups("double-22-text.msh");
  test_shared_groups("double-41-text.msh");
  test_quads();
  test_profile();
  test_references();
  return check_report();
}
