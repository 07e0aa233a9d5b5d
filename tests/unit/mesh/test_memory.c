// The n-th allocation fails, for every n: each call must end in a clean error and leak nothing.
#include "mesh/topology.h"

#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#define FILES VT_SOURCE_DIR "/tests/unit/mesh/files/"

// The linker sends the library's calls here; -1 lets all through.
static long fail_at = -1, calls, alive;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static bool refused(void) { return fail_at >= 0 && calls++ == fail_at; }

static void *count(void *block) {
  alive += block != NULL;
  return block;
}

void *__wrap_malloc(size_t size) { return refused() ? NULL : count(__real_malloc(size)); }
void *__wrap_calloc(size_t items, size_t size) {
  return refused() ? NULL : count(__real_calloc(items, size));
}

void *__wrap_realloc(void *block, size_t size) {
  if (refused()) return NULL;
  return block == NULL ? count(__real_realloc(NULL, size)) : __real_realloc(block, size);
}

void __wrap_free(void *block) {
  alive -= block != NULL;
  __real_free(block);
}

typedef bool action(const char *argument, vt_error *error);

static bool do_load(const char *name, vt_error *error) {
  char path[512];
  snprintf(path, sizeof path, FILES "%s", name);
  vt_mesh *mesh = vt_mesh_load(path, error);
  bool done = mesh != NULL;
  vt_mesh_destroy(mesh);
  return done;
}

static vt_mesh *sample; // made before the failures start

static bool do_save(const char *path, vt_error *error) { return vt_mesh_save(sample, path, error); }

static bool do_copy(const char *unused, vt_error *error) {
  (void)unused;
  vt_mesh *copy = vt_mesh_copy(sample, error);
  bool done = copy != NULL;
  vt_mesh_destroy(copy);
  return done;
}

static bool do_quadratic(const char *unused, vt_error *error) {
  (void)unused;
  vt_mesh *ten = vt_mesh_quadratic(sample, error);
  bool done = ten != NULL;
  vt_mesh_destroy(ten);
  return done;
}

static bool do_box(const char *unused, vt_error *error) {
  (void)unused;
  vt_vec3 low = {0, 0, 0}, high = {1, 1, 1};
  for (int kind = VT_CELL_NONE; kind <= VT_CELL_HEX8; ++kind) {
    vt_mesh *box = vt_mesh_box(low, high, 1, 2, 1, (vt_cell_kind)kind, error);
    if (box == NULL) return false;
    vt_mesh_destroy(box);
  }
  return true;
}

static bool do_round(const char *unused, vt_error *error) {
  (void)unused;
  for (int kind = VT_CELL_NONE; kind <= VT_CELL_TET10; ++kind) {
    vt_mesh *rod = vt_mesh_capsule((vt_vec3){0, 0, 0}, 1, 2, 8, (vt_cell_kind)kind, error);
    if (rod == NULL) return false;
    vt_mesh_destroy(rod);
  }
  return true;
}

static bool do_topology(const char *unused, vt_error *error) {
  (void)unused;
  vt_node_cells around;
  vt_faces faces;
  vt_cell_names names = {.source = sample->source, .word = "cell"};
  if (!vt_faces_find(sample->cell_kind, sample->cells, sample->cell_count, &names, &faces, error))
    return false;
  vt_faces_free(&faces);
  bool done = vt_node_cells_find(sample, &around, error);
  if (done) vt_node_cells_free(&around);
  return done;
}

static void test_action(const char *name, action *act, const char *argument) {
  int failed = check_failed;
  long n = 0;
  for (bool done = false; !done && n < 100000; ++n) {
    vt_error error = {0};
    long before = alive;
    fail_at = n;
    calls = 0;
    done = act(argument, &error);
    bool reached = calls > n;
    fail_at = -1;
    CHECK(alive == before); // nothing leaked
    if (done) {
      CHECK(!reached); // no failure was swallowed
    } else {
      CHECK(error.code == VT_NO_MEMORY);
      CHECK_CONTAINS(error.message, "out of memory");
    }
    if (check_failed > failed) {
      printf("  in %s %s with allocation %ld refused: %s\n", name, argument, n, error.message);
      return;
    }
  }
  CHECK(n > 2 && n < 100000);
}

int main(void) {
  const char *files[] = {"hex8-22-text.msh", "double-22-text.msh", "hex8-41-binary.msh", "double-41-text.msh",
      "tet10-41-text.msh", "hex8-42-text.vtk", "hex8-51-binary.vtk", "strips-51-text.vtk", "hex8-ascii.vtu",
      "tet4-binary-zlib.vtu", "hex8-appended-raw.vtu", "surface-vtk.obj", "surface-text.stl",
      "surface-binary.stl", "surface-text.ply", "surface-big.ply", "hex8-gmsh.mesh", "surface.off",
      "ring-41-text.msh"};
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i) test_action("load", do_load, files[i]);
  vt_error error = {0};
  sample = vt_mesh_load(FILES "double-41-text.msh", &error);
  if (!CHECK(sample != NULL)) return check_report();
  test_action("copy", do_copy, "");
  test_action("quadratic", do_quadratic, "");
  test_action("box", do_box, "");
  test_action("round", do_round, "");
  test_action("topology", do_topology, "");
  char folder[] = "/tmp/ventouse-memory-XXXXXX", path[64];
  CHECK(mkdtemp(folder) != NULL);
  const char *endings[] = {"msh", "vtk", "vtu", "obj", "stl", "ply"};
  for (int i = 0; i < 6; ++i) {
    snprintf(path, sizeof path, "%s/a.%s", folder, endings[i]);
    // Writers of plain arrays allocate little more than the name.
    vt_error refusal = {0};
    fail_at = calls = 0;
    CHECK(!do_save(path, &refusal) && refusal.code == VT_NO_MEMORY && access(path, F_OK) != 0);
    fail_at = -1;
    if (i == 0 || i == 3) test_action("save", do_save, path);
    unlink(path);
  }
  rmdir(folder);
  vt_mesh_destroy(sample);
  return check_report();
}
