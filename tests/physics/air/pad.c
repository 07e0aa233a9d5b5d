#include "pad.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_solid(const pad *p, int i, int j, int k) {
  int x = i < p->shells ? p->shells - 1 - i : i - p->shells;
  int y = j < p->shells ? p->shells - 1 - j : j - p->shells, shell = x > y ? x : y;
  if (k < PAD_TALL) return shell == p->shells - 1 || (p->inner > 0 && shell == p->inner);
  return shell > 0 || !p->bored;
}

// A corner of the cells, from the middle of the pad.
static vt_vec3 place(const pad *p, int i, int j, int k) {
  vt_vec3 x = vt_v3(p->cell * (i - p->shells), p->cell * (j - p->shells), 2e-3 * k);
  bool outer = abs(i - p->shells) >= p->shells - 1 || abs(j - p->shells) >= p->shells - 1;
  if (k == 0 && !outer) x.z += p->less;
  if (k == 0 && outer && i >= 2 * p->shells - 1 && (j == p->shells || j == p->shells + 1)) x.z += p->notch;
  return x;
}

vt_mesh *pad_mesh(const pad *p, vt_cell_kind kind) {
  int n = 2 * p->shells, side = n + 1, levels = PAD_TALL + PAD_THICK + 1, node_count = 0, cell_count = 0;
  int *numbers = malloc(sizeof(int) * (size_t)(side * side * levels));
  vt_vec3 *nodes = malloc(sizeof *nodes * (size_t)(side * side * levels));
  int *cells = malloc(sizeof(int) * (size_t)(8 * n * n * levels));
  vt_error error = {0};
  if (numbers == NULL || nodes == NULL || cells == NULL) abort();
  for (int k = 0; k < side * side * levels; ++k) numbers[k] = -1;
  for (int c = 0; c < n * n * (levels - 1); ++c) {
    int i = c % n, j = c / n % n, k = c / n / n;
    if (!is_solid(p, i, j, k)) continue;
    for (int corner = 0; corner < 8; ++corner) {
      int a = corner % 4 == 1 || corner % 4 == 2, b = corner % 4 >= 2, up = corner / 4;
      int *number = &numbers[(i + a) + side * ((j + b) + side * (k + up))];
      if (*number < 0) nodes[ *number = node_count++] = place(p, i + a, j + b, k + up);
      cells[8 * cell_count + corner] = *number;
    }
    ++cell_count;
  }
  vt_mesh *mesh = vt_mesh_create("pad", nodes, node_count, VT_CELL_HEX8, cells, cell_count, NULL, 0, &error);
  if (mesh != NULL && kind == VT_CELL_NONE) {
    vt_mesh *skin = vt_mesh_create("pad", mesh->nodes, mesh->node_count, VT_CELL_NONE, NULL, 0,
        mesh->triangles, mesh->triangle_count, &error);
    vt_mesh_destroy(mesh);
    mesh = skin;
  }
  if (mesh == NULL) printf("%s\n", error.message), exit(1);
  free(numbers), free(nodes), free(cells);
  return mesh;
}
