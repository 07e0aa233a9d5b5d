// Ten-node tetrahedra from four-node ones: a node in the middle of every edge.
#include "base/misuse.h"
#include "base/memory.h"
#include "base/vec.h"
#include "mesh/build.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The edges of a group: those of its triangles, and those between two of its nodes unless both lie on its
// triangles (so a group of volume keeps its inner edges, a group of surface gains none across a corner).
static bool mark_edges(const vt_mesh *mesh, const vt_mesh_group *group, const vt_edges *edges,
    const vt_table *edge_of, bool *marked, vt_error *error) {
  enum { OUT, IN, ON_TRIANGLE };
  unsigned char *state = VT_NEW(unsigned char, mesh->node_count, error);
  if (state == NULL) return false;
  memset(marked, 0, (size_t)edges->count * sizeof *marked);
  for (int i = 0; i < group->node_count; ++i) state[group->nodes[i]] = IN;
  for (int t = 0; t < group->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * (size_t)group->triangles[t];
    for (int i = 0; i < 3; ++i) {
      int key[2] = {n[i], n[(i + 1) % 3]};
      vt_sort_small(key, 2);
      int edge = vt_table_find(edge_of, key);
      if (edge >= 0) marked[edge] = true;
      state[n[i]] = ON_TRIANGLE;
    }
  }
  for (int e = 0; e < edges->count; ++e) {
    int a = state[edges->nodes[2 * e]], b = state[edges->nodes[2 * e + 1]];
    if (a != OUT && b != OUT && (a == IN || b == IN)) marked[e] = true;
  }
  free(state);
  return true;
}

static bool convert_group(const vt_mesh *mesh, const vt_mesh_group *from, vt_mesh_group *to,
    const vt_edges *edges, const vt_table *edge_of, bool *marked, vt_error *error) {
  if (!mark_edges(mesh, from, edges, edge_of, marked, error)) return false;
  int extra = 0;
  for (int e = 0; e < edges->count; ++e) extra += marked[e];
  to->name = vt_copy_string(from->name, error);
  to->nodes = VT_NEW(int, (size_t)from->node_count + (size_t)extra, error);
  to->triangles = VT_NEW(int, 4 * (size_t)from->triangle_count, error);
  if (to->name == NULL || to->nodes == NULL || to->triangles == NULL) return false;
  for (int i = 0; i < from->node_count; ++i) to->nodes[to->node_count++] = from->nodes[i];
  for (int e = 0; e < edges->count; ++e) {
    if (marked[e]) to->nodes[to->node_count++] = mesh->node_count + e;
  }
  for (int t = 0; t < from->triangle_count; ++t) {
    for (int i = 0; i < 4; ++i) to->triangles[to->triangle_count++] = 4 * from->triangles[t] + i;
  }
  return true;
}

static bool convert_groups(const vt_mesh *mesh, vt_mesh *to, const vt_edges *edges, vt_error *error) {
  vt_table edge_of = {0};
  bool *marked = VT_NEW(bool, edges->count, error);
  bool done = marked != NULL && vt_table_init(&edge_of, 2, (size_t)edges->count, error) &&
              vt_mesh_make_groups(to, mesh->group_count, error);
  for (int e = 0; done && e < edges->count; ++e) {
    int found;
    bool added;
    done = vt_table_insert(&edge_of, edges->nodes + 2 * (size_t)e, e, &found, &added, error);
  }
  for (int g = 0; done && g < mesh->group_count; ++g) {
    done = convert_group(mesh, &mesh->groups[g], &to->groups[g], edges, &edge_of, marked, error);
  }
  free(marked);
  vt_table_free(&edge_of);
  return done;
}

vt_mesh *vt_mesh_quadratic(const vt_mesh *mesh, vt_error *error) {
  VT_NEED_OR_FAIL(mesh != NULL, error, NULL);
  vt_edges edges = {0};
  vt_vec3 *nodes = NULL;
  int *cells = NULL;
  vt_mesh *to = NULL;
  bool done = false;
  if (mesh->cell_kind != VT_CELL_TET4) {
    vt_fail(error, VT_BAD_INPUT, "%s: expected four-node tetrahedra to make ten-node ones", mesh->source);
    goto out;
  }
  if (!vt_edges_find(mesh, &edges, error)) goto out;
  if (edges.count > INT_MAX - mesh->node_count || mesh->cell_count > INT_MAX / 10) {
    vt_fail(error, VT_BAD_INPUT, "%s: %d cells are too many", mesh->source, mesh->cell_count);
    goto out;
  }
  nodes = VT_NEW(vt_vec3, (size_t)mesh->node_count + (size_t)edges.count, error);
  cells = VT_NEW(int, 10 * (size_t)mesh->cell_count, error);
  if (nodes == NULL || cells == NULL) goto out;
  memcpy(nodes, mesh->nodes, (size_t)mesh->node_count * sizeof *nodes);
  for (int e = 0; e < edges.count; ++e) {
    vt_vec3 a = mesh->nodes[edges.nodes[2 * e]], b = mesh->nodes[edges.nodes[2 * e + 1]];
    nodes[mesh->node_count + e] = vt_scale(0.5, vt_add(a, b));
  }
  for (size_t c = 0; c < (size_t)mesh->cell_count; ++c) {
    for (size_t i = 0; i < 4; ++i) cells[10 * c + i] = mesh->cells[4 * c + i];
    for (size_t i = 0; i < 6; ++i) cells[10 * c + 4 + i] = mesh->node_count + edges.cell_edges[6 * c + i];
  }
  to = vt_mesh_create(mesh->source, nodes, mesh->node_count + edges.count, VT_CELL_TET10, cells,
      mesh->cell_count, NULL, 0, error);
  // Boundary faces keep their order, so triangle t becomes 4 t to 4 t + 3.
  done = to != NULL && convert_groups(mesh, to, &edges, error);
out:
  if (!done) {
    vt_mesh_destroy(to);
    to = NULL;
  }
  vt_edges_free(&edges);
  free(nodes);
  free(cells);
  return to;
}
