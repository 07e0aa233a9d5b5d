// Edges, cells around nodes, faces and the hash table behind them.
#include "mesh/topology.h"

#include "check.h"

#include <stdlib.h>

static void test_table(void) {
  vt_error error = {0};
  vt_table table;
  if (!CHECK(vt_table_init(&table, 2, 0, &error))) return;
  for (int i = 0; i < 5000; ++i) {
    int key[2] = {i % 71, i / 71}, found;
    bool added;
    CHECK(vt_table_insert(&table, key, i, &found, &added, &error) && added && found == i);
    CHECK(vt_table_insert(&table, key, 7, &found, &added, &error) && !added && found == i);
  }
  for (int i = 0; i < 5000; ++i) {
    int key[2] = {i % 71, i / 71};
    CHECK(vt_table_find(&table, key) == i);
  }
  CHECK(vt_table_find(&table, (int[2]){71, 0}) == -1);
  CHECK(table.count == 5000);
  vt_table_free(&table);
}

static vt_mesh *make_box(int nx, int ny, int nz, vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, nx, ny, nz, kind, &error);
  CHECK(mesh != NULL);
  return mesh;
}

// Euler's formula for a ball: nodes - edges + faces - cells = 1.
static void test_counts(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = make_box(3, 2, 2, kind);
  vt_edges edges;
  vt_faces faces;
  vt_cell_names names = {.source = "box", .word = "cell"};
  if (CHECK(vt_edges_find(mesh, &edges, &error)) &&
      CHECK(vt_faces_find(kind, mesh->cells, mesh->cell_count, &names, &faces, &error))) {
    int corners = kind == VT_CELL_TET10 ? 4 * 3 * 3 : mesh->node_count;
    CHECK(corners - edges.count + faces.count - mesh->cell_count == 1);
    if (kind == VT_CELL_HEX8) CHECK(edges.count == 3 * 9 + 4 * 2 * 3 * 2);
    for (int e = 0; e < edges.count; ++e) CHECK(edges.nodes[2 * e] < edges.nodes[2 * e + 1]);
    int per_cell = vt_cell_edge_count(kind), size = vt_cell_size(kind);
    for (int i = 0; i < mesh->cell_count * per_cell; ++i) {
      int ends[2];
      vt_cell_edge(kind, mesh->cells + i / per_cell * size, i % per_cell, ends);
      const int *edge = edges.nodes + 2 * edges.cell_edges[i];
      CHECK((edge[0] == ends[0] && edge[1] == ends[1]) || (edge[0] == ends[1] && edge[1] == ends[0]));
    }
    CHECK(faces.boundary_count * vt_face_triangle_count(kind) == mesh->triangle_count);
    int absent[4] = {0, mesh->node_count - 1, 1, 2};
    CHECK(vt_faces_lookup(&faces, absent, vt_face_corner_count(kind)) == -1);
    vt_edges_free(&edges);
    vt_faces_free(&faces);
  }
  vt_mesh_destroy(mesh);
}

static void test_around(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = make_box(2, 2, 2, kind);
  vt_node_cells around;
  int size = vt_cell_size(kind);
  if (CHECK(vt_node_cells_find(mesh, &around, &error))) {
    CHECK(around.starts[0] == 0 && around.starts[mesh->node_count] == mesh->cell_count * size);
    for (int n = 0; n < mesh->node_count; ++n) {
      for (int i = around.starts[n]; i < around.starts[n + 1]; ++i) {
        const int *cell = mesh->cells + around.cells[i] * size;
        int have = 0;
        for (int k = 0; k < size; ++k) have += cell[k] == n;
        CHECK(have == 1);
        if (i > around.starts[n]) CHECK(around.cells[i] > around.cells[i - 1]);
      }
    }
    vt_node_cells_free(&around);
  }
  vt_mesh_destroy(mesh);
}

// Every boundary triangle has its nodes in its cell.
// The cell that each boundary triangle of a volume mesh belongs to; free with free(). NULL on failure.
static int *boundary_cells(const vt_mesh *mesh, vt_error *error) {
  vt_cell_names names = {.source = mesh->source, .word = "cell"};
  vt_faces faces;
  if (!vt_faces_find(mesh->cell_kind, mesh->cells, mesh->cell_count, &names, &faces, error)) return NULL;
  int *owners = calloc((size_t)mesh->triangle_count, sizeof *owners);
  int per_face = vt_face_triangle_count(mesh->cell_kind);
  for (int f = 0; owners != NULL && f < faces.count; ++f) {
    const vt_face *face = &faces.items[f];
    for (int t = 0; t < per_face && face->first_triangle >= 0; ++t)
      owners[face->first_triangle + t] = face->cells[0];
  }
  vt_faces_free(&faces);
  return owners;
}

static void test_owners(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = make_box(2, 3, 2, kind);
  int *owners = boundary_cells(mesh, &error), size = vt_cell_size(kind);
  if (CHECK(owners != NULL)) {
    for (int i = 0; i < 3 * mesh->triangle_count; ++i) {
      const int *cell = mesh->cells + owners[i / 3] * size;
      int have = 0;
      for (int k = 0; k < size; ++k) have += cell[k] == mesh->triangles[i];
      CHECK(have == 1);
    }
  }
  free(owners);
  // A quadrilateral is cut from its smallest node, so both triangles begin there.
  for (int t = 0; kind == VT_CELL_HEX8 && t < mesh->triangle_count; t += 2) {
    const int *n = mesh->triangles + 3 * t;
    CHECK(n[0] == n[3] && n[2] == n[4] && n[0] < n[1] && n[0] < n[2] && n[0] < n[5]);
  }
  vt_mesh_destroy(mesh);
}

int main(void) {
  test_table();
  for (int kind = VT_CELL_TET4; kind <= VT_CELL_HEX8; ++kind) {
    test_counts((vt_cell_kind)kind);
    test_around((vt_cell_kind)kind);
    test_owners((vt_cell_kind)kind);
  }
  return check_report();
}
