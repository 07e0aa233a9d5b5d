// From what a file holds to a mesh: unused nodes dropped, polygons split, everything checked.
#include "mesh/assemble.h"

#include "base/memory.h"
#include "mesh/polygon.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

// Numbers the nodes that the cells (or else the surfaces) use; place[n] becomes -1 for the others.
static bool number_nodes(vt_raw *raw, int **place, vt_error *error) {
  const vt_raw_items *items = raw->cells.count > 0 ? &raw->cells : &raw->surfaces;
  *place = VT_NEW(int, raw->node_count, error);
  if (*place == NULL) return false;
  for (int i = 0; i < items->starts[items->count]; ++i) (*place)[items->nodes[i]] = 1;
  int count = 0;
  for (int n = 0; n < raw->node_count; ++n) {
    bool used = (*place)[n] != 0;
    (*place)[n] = used ? count : -1;
    if (used) raw->nodes[count++] = raw->nodes[n];
  }
  raw->node_count = count;
  return true;
}

static void renumber(vt_raw_items *items, const int *place) {
  if (items->count == 0) return;
  for (int i = 0; i < items->starts[items->count]; ++i) items->nodes[i] = place[items->nodes[i]];
}

bool vt_raw_fail_surface(const vt_raw *raw, int item, const char *problem, vt_error *error) {
  vt_cell_names names = {raw->name, raw->surface_word, raw->surfaces.labels, raw->surfaces.lines};
  char text[512];
  vt_cell_name(&names, item, text, sizeof text);
  return vt_fail(error, VT_BAD_INPUT, "%s %s", text, problem);
}

// Every surface element has at least three nodes, all different.
static bool check_surfaces(const vt_raw *raw, vt_error *error) {
  int *seen = VT_NEW(int, raw->node_count, error);
  if (seen == NULL) return false;
  bool good = true;
  for (int s = 0; good && s < raw->surfaces.count; ++s) {
    int start = raw->surfaces.starts[s], end = raw->surfaces.starts[s + 1];
    if (end - start < 3)
      good = vt_raw_fail_surface(raw, s, "has fewer than 3 nodes, expected a polygon", error);
    for (int i = start; good && i < end; ++i) {
      int node = raw->surfaces.nodes[i];
      if (seen[node] == s + 1) {
        good = vt_raw_fail_surface(raw, s, "has the same node twice, expected different nodes", error);
      }
      seen[node] = s + 1;
    }
  }
  free(seen);
  return good;
}

int vt_six_node_triangles(const int *nodes, int *triangles) {
  static const int cut[12] = {0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5};
  for (int i = 0; i < 12; ++i) triangles[i] = nodes[cut[i]];
  return 4;
}

// The triangles of a surface file; first[s] is the first of element s.
static bool split_surfaces(const vt_raw *raw, vt_surface_cut *cut, vt_error *error) {
  const vt_raw_items *items = &raw->surfaces;
  int64_t total = 0;
  int longest = 0;
  for (int s = 0; s < items->count; ++s) {
    int size = items->starts[s + 1] - items->starts[s];
    total += items->six[s] ? 4 : size - 2;
    longest = size > longest ? size : longest;
  }
  if (total > INT_MAX / 3) {
    return vt_fail(error, VT_BAD_INPUT, "%s: found %lld triangles, expected fewer than %d", raw->name,
        (long long)total, INT_MAX / 3);
  }
  int *scratch = VT_NEW(int, longest, error);
  cut->first = VT_NEW(int, items->count + 1, error);
  cut->triangles = VT_NEW(int, 3 * (size_t)total, error);
  bool good = scratch != NULL && cut->first != NULL && cut->triangles != NULL;
  for (int s = 0; good && s < items->count; ++s) {
    const int *nodes = items->nodes + items->starts[s];
    int size = items->starts[s + 1] - items->starts[s];
    int *triangles = cut->triangles + 3 * (size_t)cut->count;
    cut->first[s] = cut->count;
    if (items->six[s]) {
      cut->count += vt_six_node_triangles(nodes, triangles);
    } else if (vt_polygon_split(raw->nodes, nodes, size, triangles, scratch)) {
      cut->count += size - 2;
    } else {
      char problem[80];
      snprintf(problem, sizeof problem, "has %d nodes, expected at most %d in a concave polygon", size,
          VT_POLYGON_MAX_CONCAVE);
      good = vt_raw_fail_surface(raw, s, problem, error);
    }
    cut->first[s + 1] = cut->count;
  }
  free(scratch);
  return good;
}

vt_mesh *vt_raw_assemble(vt_raw *raw, vt_error *error) {
  vt_cell_names names = {raw->name, raw->cell_word, raw->cells.labels, raw->cells.lines};
  int *place = NULL;
  vt_surface_cut cut = {0};
  vt_faces faces = {0};
  vt_mesh *mesh = NULL;
  bool done = false;
  if (raw->cells.count == 0 && raw->surfaces.count == 0) {
    vt_fail(error, VT_BAD_INPUT, "%s: found no cells and no surface elements, expected some", raw->name);
    goto out;
  }
  if (!check_surfaces(raw, error) || !number_nodes(raw, &place, error)) goto out;
  renumber(&raw->cells, place);
  renumber(&raw->surfaces, place);
  bool volume = raw->cells.count > 0;
  if (!volume && !split_surfaces(raw, &cut, error)) goto out;
  vt_mesh_arrays arrays = {raw->nodes, raw->node_count, raw->cell_kind, raw->cells.nodes, raw->cells.count,
      cut.triangles, cut.count};
  mesh = vt_mesh_build(&arrays, &names, &faces, error);
  if (mesh == NULL) goto out;
  if (volume && !vt_raw_match_faces(raw, mesh, &faces, &cut, error)) goto out;
  done = vt_raw_fill_groups(raw, mesh, &cut, place, error);
out:
  if (!done) {
    vt_mesh_destroy(mesh);
    mesh = NULL;
  }
  free(place);
  free(cut.first);
  free(cut.triangles);
  free(cut.indices);
  free(cut.left_out);
  vt_faces_free(&faces);
  return mesh;
}
