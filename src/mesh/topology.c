// Edges of a mesh and the cells around its nodes.
#include "mesh/topology.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool vt_edges_find(const vt_mesh *mesh, vt_edges *edges, vt_error *error) {
  int per_cell = vt_cell_edge_count(mesh->cell_kind), size = vt_cell_size(mesh->cell_kind);
  size_t all = (size_t)mesh->cell_count * (size_t)per_cell;
  vt_table table = {0};
  *edges = (vt_edges){0};
  bool done = false;
  if (all > INT_MAX) {
    vt_fail(error, VT_BAD_INPUT, "%s: %d cells are too many", mesh->source, mesh->cell_count);
    goto out;
  }
  edges->cell_edges = VT_NEW(int, all, error);
  edges->nodes = VT_NEW(int, 2 * all, error);
  if (edges->cell_edges == NULL || edges->nodes == NULL || !vt_table_init(&table, 2, all / 4, error))
    goto out;
  for (size_t i = 0; i < all; ++i) {
    size_t cell = i / (size_t)per_cell;
    int ends[2], edge;
    bool added;
    vt_cell_edge(mesh->cell_kind, mesh->cells + cell * (size_t)size, (int)(i % (size_t)per_cell), ends);
    vt_sort_small(ends, 2);
    if (!vt_table_insert(&table, ends, edges->count, &edge, &added, error)) goto out;
    if (added) memcpy(edges->nodes + 2 * edges->count++, ends, sizeof ends);
    edges->cell_edges[i] = edge;
  }
  done = true;
out:
  vt_table_free(&table);
  if (!done) vt_edges_free(edges);
  return done;
}

void vt_edges_free(vt_edges *edges) {
  free(edges->nodes);
  free(edges->cell_edges);
  *edges = (vt_edges){0};
}

bool vt_node_cells_find(const vt_mesh *mesh, vt_node_cells *around, vt_error *error) {
  size_t size = (size_t)vt_cell_size(mesh->cell_kind), all = (size_t)mesh->cell_count * size;
  around->starts = VT_NEW(int, mesh->node_count + 1, error);
  around->cells = VT_NEW(int, all, error);
  if (around->starts == NULL || around->cells == NULL) {
    vt_node_cells_free(around);
    return false;
  }
  // Count, sum, fill backwards: each start moves from its end to its beginning.
  for (size_t i = 0; i < all; ++i) ++around->starts[mesh->cells[i]];
  for (int n = 1; n <= mesh->node_count; ++n) around->starts[n] += around->starts[n - 1];
  for (size_t i = all; i-- > 0;) around->cells[--around->starts[mesh->cells[i]]] = (int)(i / size);
  return true;
}

void vt_node_cells_free(vt_node_cells *around) {
  free(around->starts);
  free(around->cells);
  *around = (vt_node_cells){0};
}
