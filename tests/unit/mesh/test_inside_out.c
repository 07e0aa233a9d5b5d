// Cells that are inside out, of every kind.
#include "mesh/cell.h"

#include "base/vec.h"
#include "check.h"

#include <stdlib.h>

static void check_kind(vt_cell_kind kind) {
  vt_error error = {0};
  vt_vec3 zero = {0, 0, 0}, one = {1, 1, 1};
  vt_mesh *straight = vt_mesh_box(zero, one, 2, 2, 2, kind == VT_CELL_TET10 ? VT_CELL_TET4 : kind, &error);
  vt_mesh *mesh =
      kind == VT_CELL_TET10 ? vt_mesh_quadratic(straight, &error) : vt_mesh_copy(straight, &error);
  if (!CHECK(mesh != NULL)) return;
  vt_vec3 *x = malloc(sizeof *x * (size_t)mesh->node_count);
  vt_quat turn = vt_quat_exp(vt_v3(1, 2, 3));
  for (int i = 0; i < mesh->node_count; ++i) x[i] = vt_quat_rotate(turn, vt_scale(3, mesh->nodes[i]));
  CHECK(vt_cells_inside_out(mesh, x) == 0);
  for (int i = 0; i < mesh->node_count; ++i)
    x[i] = vt_v3(mesh->nodes[i].x, -mesh->nodes[i].y, mesh->nodes[i].z);
  CHECK(vt_cells_inside_out(mesh, x) == mesh->cell_count);
  // The last corner (1 1 1) pushed beyond the middle of its cell: of a hexahedron no strain point sees that.
  int corner = 0, around = 0;
  for (int i = 0; i < mesh->node_count; ++i) {
    x[i] = mesh->nodes[i];
    if (vt_norm(vt_sub(x[i], one)) < 1e-9) corner = i;
  }
  int size = kind == VT_CELL_HEX8 ? 8 : kind == VT_CELL_TET10 ? 10 : 4;
  for (int k = 0; k < size * mesh->cell_count; ++k) around += mesh->cells[k] == corner;
  x[corner] = vt_v3(0.6, 0.6, 0.6);
  CHECK(vt_cells_inside_out(mesh, x) == (kind == VT_CELL_TET4 ? 0 : kind == VT_CELL_HEX8 ? 1 : around));
  x[corner] = vt_v3(0.2, 0.2, 0.2);
  CHECK(vt_cells_inside_out(mesh, x) == around);
  free(x);
  vt_mesh_destroy(mesh);
  vt_mesh_destroy(straight);
}

int main(void) {
  check_kind(VT_CELL_TET4);
  check_kind(VT_CELL_TET10);
  check_kind(VT_CELL_HEX8);
  return check_report();
}
