// Saving and loading again; whole files or none.
#include "check.h"

#include <ventouse/mesh.h>

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES VT_SOURCE_DIR "/tests/unit/mesh/files/"

static char folder[] = "/tmp/ventouse-save-XXXXXX";

static const char *in_folder(const char *name) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int count_files(void) {
  int count = 0;
  DIR *directory = opendir(folder);
  for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
    count += entry->d_name[0] != '.';
  if (directory != NULL) closedir(directory);
  return count;
}

static bool same_ints(const int *a, const int *b, int count) {
  return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static void check_same_groups(const vt_mesh *a, const vt_mesh *b) {
  if (!CHECK(a->group_count == b->group_count)) return;
  for (int g = 0; g < a->group_count; ++g) {
    const vt_mesh_group *x = &a->groups[g], *y = vt_mesh_find_group(b, x->name);
    if (!CHECK(y != NULL)) continue;
    CHECK(x->node_count == y->node_count && same_ints(x->nodes, y->nodes, x->node_count));
    CHECK(x->triangle_count == y->triangle_count && same_ints(x->triangles, y->triangles, x->triangle_count));
  }
}

// Saves and loads; everything must be the same bits (volumes keep everything in .msh, .vtk and .vtu).
static void round_trip(const vt_mesh *mesh, const char *name, bool groups) {
  vt_error error = {0};
  int failed = check_failed;
  if (!CHECK(vt_mesh_save(mesh, in_folder(name), &error))) printf("  %s\n", error.message);
  CHECK(count_files() == 1);
  vt_mesh *back = vt_mesh_load(in_folder(name), &error);
  if (CHECK(back != NULL)) {
    CHECK(back->cell_kind == mesh->cell_kind && back->cell_count == mesh->cell_count);
    CHECK(back->node_count == mesh->node_count && back->triangle_count == mesh->triangle_count);
    if (back->node_count == mesh->node_count && back->triangle_count == mesh->triangle_count) {
      CHECK(memcmp(back->nodes, mesh->nodes, (size_t)mesh->node_count * sizeof *mesh->nodes) == 0);
      CHECK(same_ints(back->triangles, mesh->triangles, 3 * mesh->triangle_count));
      CHECK(same_ints(back->cells, mesh->cells, mesh->cell_count * vt_cell_size(mesh->cell_kind)));
    }
    if (groups) check_same_groups(mesh, back);
    vt_mesh_destroy(back);
  } else {
    printf("  %s\n", error.message);
  }
  unlink(in_folder(name));
  if (check_failed > failed) printf("  in %s of %s\n", name, mesh->source);
}

// The surface formats hold the boundary of a volume; STL in single precision and in its own node order.
static void surface_trip(const vt_mesh *mesh, const char *name, double tolerance) {
  vt_error error = {0};
  CHECK(vt_mesh_save(mesh, in_folder(name), &error));
  vt_mesh *back = vt_mesh_load(in_folder(name), &error);
  if (CHECK(back != NULL)) {
    CHECK(back->cell_kind == VT_CELL_NONE && back->triangle_count == mesh->triangle_count);
    CHECK(vt_mesh_check_closed(back, &error));
    CHECK_CLOSE(vt_mesh_volume(back), vt_mesh_volume(mesh), tolerance);
    for (int i = 0; i < 3 * mesh->triangle_count; ++i) {
      vt_vec3 x = mesh->nodes[mesh->triangles[i]], y = back->nodes[back->triangles[i]];
      CHECK_NEAR(fabs(x.x - y.x) + fabs(x.y - y.y) + fabs(x.z - y.z), 0, tolerance * 0.03);
    }
    vt_mesh_destroy(back);
  }
  unlink(in_folder(name));
}

static void test_round_trips(void) {
  const char *names[] = {"tet4-41-text.msh", "tet10-41-text.msh", "hex8-41-text.msh", "double-41-text.msh"};
  for (int i = 0; i < 4; ++i) {
    vt_error error = {0};
    char path[512];
    snprintf(path, sizeof path, FILES "%s", names[i]);
    vt_mesh *mesh = vt_mesh_load(path, &error);
    if (!CHECK(mesh != NULL)) continue;
    vt_mesh_scale(mesh, 1.0 / 3); // digits that need all 17 places
    round_trip(mesh, "a.msh", true);
    round_trip(mesh, "a.vtk", false);
    round_trip(mesh, "a.vtu", false);
    surface_trip(mesh, "a.obj", 1e-15);
    surface_trip(mesh, "a.ply", 1e-15);
    surface_trip(mesh, "a.stl", 1e-6);
    vt_mesh_destroy(mesh);
  }
  vt_error error = {0};
  vt_mesh *skin = vt_mesh_load(FILES "surface-41-text.msh", &error);
  if (!CHECK(skin != NULL)) return;
  vt_mesh_scale(skin, 1.0 / 3);
  round_trip(skin, "skin.msh", true);
  round_trip(skin, "skin.vtk", false);
  round_trip(skin, "skin.vtu", false);
  round_trip(skin, "skin.obj", true);
  round_trip(skin, "skin.PLY", false);
  surface_trip(skin, "skin.stl", 1e-6);
  vt_mesh_destroy(skin);
}

// A group that holds half of a face, and one with nodes beside its triangles.
static void test_odd_groups(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 2, 3}, 1, 2, 1, kind, &error);
  if (!CHECK(mesh != NULL)) return;
  free(mesh->groups);
  mesh->groups = calloc(2, sizeof *mesh->groups);
  mesh->group_count = 2;
  for (int g = 0; g < 2; ++g) {
    vt_mesh_group *group = &mesh->groups[g];
    group->name = strdup(g == 0 ? "one triangle" : "two and a node");
    group->triangles = calloc(2, sizeof(int));
    group->nodes = calloc(16, sizeof(int));
    group->triangle_count = 1 + g;
    bool in[1000] = {false};
    for (int t = 0; t < 1 + g; ++t) {
      group->triangles[t] = 1 + 2 * t;
      for (int i = 0; i < 3; ++i) in[mesh->triangles[3 * group->triangles[t] + i]] = true;
    }
    if (g == 1) in[mesh->node_count - 1] = true;
    for (int n = 0; n < mesh->node_count; ++n) {
      if (in[n]) group->nodes[group->node_count++] = n;
    }
  }
  round_trip(mesh, "odd.msh", true);
  vt_mesh_destroy(mesh);
}

static void expect_unsaved(const vt_mesh *mesh, const char *path, vt_code code, const char *part) {
  vt_error error = {0};
  CHECK(!vt_mesh_save(mesh, path, &error));
  CHECK(error.code == code);
  CHECK_CONTAINS(error.message, part);
  CHECK(count_files() == 0);
}

static void test_refused(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, 20, 20, 20, VT_CELL_TET4, &error);
  if (!CHECK(mesh != NULL)) return;
  expect_unsaved(mesh, in_folder("a.step"), VT_BAD_INPUT, "found no known ending");
  expect_unsaved(mesh, "/nowhere/at/all.msh", VT_IO_FAILED, "cannot be written: No such file");
  // As on a full disk: no file may grow above 100 kB.
  struct rlimit old, small;
  getrlimit(RLIMIT_FSIZE, &old);
  small = old;
  small.rlim_cur = 100000;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const char *names[] = {"full.msh", "full.vtk", "full.vtu", "full.obj", "full.ply", "full.stl"};
  for (int i = 0; i < 6; ++i)
    expect_unsaved(mesh, in_folder(names[i]), VT_IO_FAILED, "cannot be written: File too large");
  setrlimit(RLIMIT_FSIZE, &old);
  // A name that is a folder: the rename fails, and nothing stays.
  CHECK(mkdir(in_folder("taken.msh"), 0777) == 0);
  error = (vt_error){0};
  CHECK(!vt_mesh_save(mesh, in_folder("taken.msh"), &error) && error.code == VT_IO_FAILED);
  CHECK(count_files() == 1);
  rmdir(in_folder("taken.msh"));
  // An old file survives a failed save.
  vt_mesh *little = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, 1, 1, 1, VT_CELL_TET4, &error);
  error = (vt_error){0};
  CHECK(little != NULL && vt_mesh_save(little, in_folder("kept.msh"), &error));
  setrlimit(RLIMIT_FSIZE, &small);
  CHECK(!vt_mesh_save(mesh, in_folder("kept.msh"), &error));
  setrlimit(RLIMIT_FSIZE, &old);
  error = (vt_error){0};
  vt_mesh *kept = vt_mesh_load(in_folder("kept.msh"), &error);
  CHECK(kept != NULL && kept->cell_count == 6);
  CHECK(count_files() == 1);
  unlink(in_folder("kept.msh"));
  mesh->nodes[3].x = 1e300;
  expect_unsaved(mesh, in_folder("big.stl"), VT_BAD_INPUT, "32 bits of an STL");
  vt_mesh_destroy(kept);
  vt_mesh_destroy(little);
  vt_mesh_destroy(mesh);
}

int main(void) {
  if (!CHECK(mkdtemp(folder) != NULL)) return check_report();
  test_round_trips();
  test_odd_groups(VT_CELL_TET4);
  test_odd_groups(VT_CELL_TET10);
  test_odd_groups(VT_CELL_HEX8);
  test_odd_groups(VT_CELL_NONE);
  test_refused();
  rmdir(folder);
  return check_report();
}
