// VTU files read back as what was written, node order included.
#include "check.h"

#include "record/vtu.h"

#include <stdlib.h>
#include <unistd.h>

static char root[256];

static void round_trip(vt_cell_kind kind, bool quadratic) {
  vt_error error = {0};
  char path[300];
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0.1, -0.3}, (vt_vec3){0.1, 0.3, 1.0 / 3}, 2, 1, 3, kind, &error);
  if (quadratic) {
    vt_mesh *fine = vt_mesh_quadratic(mesh, &error);
    vt_mesh_destroy(mesh);
    mesh = fine;
  }
  CHECK(mesh != NULL);
  vt_grid grid = {mesh->node_count, mesh->nodes, mesh->nodes, mesh->cell_kind, mesh->cell_count, mesh->cells};
  if (kind == VT_CELL_NONE) {
    grid.velocities = NULL;
    grid.cell_count = mesh->triangle_count;
    grid.cells = mesh->triangles;
  }
  CHECK(vt_vtu_write(root, "body.vtu", &grid, &error));
  snprintf(path, sizeof path, "%s/body.vtu", root);
  vt_mesh *back = vt_mesh_load(path, &error);
  CHECK(back != NULL);
  if (back == NULL) printf("  %s\n", error.message);
  if (back != NULL) {
    int size = vt_cell_size(mesh->cell_kind);
    CHECK(back->node_count == mesh->node_count && back->cell_kind == mesh->cell_kind);
    CHECK(back->cell_count == mesh->cell_count && back->triangle_count == mesh->triangle_count);
    CHECK(memcmp(back->nodes, mesh->nodes, sizeof(vt_vec3) * (size_t)mesh->node_count) == 0);
    CHECK(memcmp(back->cells, mesh->cells, sizeof(int) * (size_t)(mesh->cell_count * size)) == 0);
  }
  vt_mesh_destroy(back);
  vt_mesh_destroy(mesh);
  unlink(path);
}

// A file as VTK writes it: the length of the data, then the data, in one piece of base64.
static void test_bytes(void) {
  vt_error error = {0};
  const vt_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const int cells[3] = {0, 1, 2};
  vt_grid grid = {3, points, NULL, VT_CELL_NONE, 1, cells};
  CHECK(vt_vtu_write(root, "triangle.vtu", &grid, &error));
  char path[300], text[4000] = "";
  snprintf(path, sizeof path, "%s/triangle.vtu", root);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) > 0);
  if (file != NULL) fclose(file);
  CHECK_CONTAINS(text, "header_type=\"UInt64\"");
  CHECK_CONTAINS(text, "Name=\"types\" NumberOfComponents=\"1\" format=\"binary\">\nAQAAAAAAAAAF\n");
  CHECK_CONTAINS(
      text, "Name=\"offsets\" NumberOfComponents=\"1\" format=\"binary\">\nCAAAAAAAAAADAAAAAAAAAA==\n");
  CHECK(!vt_vtu_write("/nowhere", "triangle.vtu", &grid, &error));
  CHECK_CONTAINS(error.message, "/nowhere/triangle.vtu: cannot create");
  unlink(path);
}

int main(void) {
  snprintf(root, sizeof root, "%s/ventouse-vtu-XXXXXX", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
  if (mkdtemp(root) == NULL) return 1;
  test_bytes();
  round_trip(VT_CELL_TET4, false);
  round_trip(VT_CELL_TET4, true);
  round_trip(VT_CELL_HEX8, false);
  round_trip(VT_CELL_NONE, false);
  rmdir(root);
  return check_report();
}
