// Is the surface closed? Every directed edge must occur once, and its opposite once.
#include "base/misuse.h"
#include "mesh/build.h"

static bool fail_edge(
    const vt_mesh *mesh, const char *what, int triangle, int a, int b, const char *problem, vt_error *error) {
  vt_vec3 x = mesh->nodes[a], y = mesh->nodes[b];
  return vt_fail(error, VT_BAD_INPUT,
      "%s: %s is not closed: the edge of triangle %d from node %d (%g %g %g) to node %d (%g %g %g) %s, "
      "expected two triangles in opposite directions",
      mesh->source, what, triangle, a, x.x, x.y, x.z, b, y.x, y.y, y.z, problem);
}

// An edge that occurs twice in one direction: if it does in the other too, two parts touch along it; else one
// of its triangles faces the wrong way.
static bool fail_double(const vt_mesh *mesh, const char *what, int at, int a, int b, vt_error *error) {
  int back = 0;
  for (int i = 0; i < 3 * mesh->triangle_count; ++i)
    back += mesh->triangles[i] == b && mesh->triangles[i % 3 == 2 ? i - 2 : i + 1] == a;
  return fail_edge(mesh, what, at / 3, a, b,
      back >= 2 ? "belongs to four triangles or more, as two parts touch along it (move them apart, let them "
                  "share a face, or give each its own nodes there)"
                : "is there twice in the same direction (turn one of its triangles round)",
      error);
}

static bool check_edges(const vt_mesh *mesh, const char *what, vt_table *edges, vt_error *error) {
  int count = 3 * mesh->triangle_count;
  const int *nodes = mesh->triangles;
  for (int i = 0; i < count; ++i) {
    int key[2] = {nodes[i], nodes[i % 3 == 2 ? i - 2 : i + 1]}, other;
    bool added;
    if (!vt_table_insert(edges, key, i, &other, &added, error)) return false;
    if (!added) return fail_double(mesh, what, i, key[0], key[1], error);
  }
  for (int i = 0; i < count; ++i) {
    int key[2] = {nodes[i % 3 == 2 ? i - 2 : i + 1], nodes[i]};
    if (vt_table_find(edges, key) < 0) {
      return fail_edge(mesh, what, i / 3, key[1], key[0], "has no neighbour", error);
    }
  }
  return true;
}

bool vt_triangles_check_closed(const vt_mesh *mesh, const char *what, vt_error *error) {
  vt_table edges;
  if (mesh->triangle_count == 0) {
    return vt_fail(error, VT_BAD_INPUT, "%s: found no triangles, expected a closed surface", mesh->source);
  }
  if (!vt_table_init(&edges, 2, 3 * (size_t)mesh->triangle_count, error)) return false;
  bool closed = check_edges(mesh, what, &edges, error);
  vt_table_free(&edges);
  return closed;
}

bool vt_mesh_check_closed(const vt_mesh *mesh, vt_error *error) {
  VT_NEED_OR_FAIL(mesh != NULL, error, false);
  return vt_triangles_check_closed(mesh, "the surface", error);
}
