// Groups of a file on the mesh: which boundary triangles its surface elements are, and the groups' nodes.
#include "base/memory.h"
#include "mesh/assemble.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Boundary triangles by their sorted nodes, for elements that are parts of a face.
static bool index_triangles(const vt_mesh *mesh, vt_table *table, vt_error *error) {
  if (!vt_table_init(table, 3, (size_t)mesh->triangle_count, error)) return false;
  for (int t = 0; t < mesh->triangle_count; ++t) {
    int key[3], found;
    bool added;
    memcpy(key, mesh->triangles + 3 * (size_t)t, sizeof key);
    vt_sort_small(key, 3);
    if (!vt_table_insert(table, key, t, &found, &added, error)) return false;
  }
  return true;
}

// True if the middles of a six-node element (ab, bc, ca) are those of the ten-node cell's face.
static bool same_middles(const int *nodes, const vt_face *face, const vt_mesh *mesh) {
  int t[3 * VT_FACE_MAX_TRIANGLES];
  vt_cell_face_triangles(mesh->cell_kind, mesh->cells + 10 * (size_t)face->cells[0], face->locals[0], t);
  const int edges[3][3] = {{t[0], t[4], t[1]}, {t[4], t[8], t[5]}, {t[8], t[0], t[2]}}; // two ends, middle
  for (int i = 0; i < 3; ++i) {
    int a = nodes[i], b = nodes[(i + 1) % 3], found = 0;
    for (int e = 0; e < 3; ++e) {
      bool same = (edges[e][0] == a && edges[e][1] == b) || (edges[e][0] == b && edges[e][1] == a);
      found += same && edges[e][2] == nodes[3 + i];
    }
    if (found != 1) return false;
  }
  return true;
}

// The boundary triangles of one surface element into indices[]; their number, or -1 if it is no face.
static int match_element(const vt_raw *raw, int s, const vt_mesh *mesh, const vt_faces *faces,
    const vt_table *triangle_of, int indices[VT_FACE_MAX_TRIANGLES]) {
  const int *nodes = raw->surfaces.nodes + raw->surfaces.starts[s];
  int size = raw->surfaces.starts[s + 1] - raw->surfaces.starts[s];
  for (int i = 0; i < size; ++i) {
    if (nodes[i] < 0) return -1;
  }
  bool six = raw->surfaces.six[s];
  int face = vt_faces_lookup(faces, nodes, six ? 3 : size);
  // A face of a ten-node cell has six nodes; three-node elements match its parts below.
  if (face >= 0 && (mesh->cell_kind == VT_CELL_TET10) == six) {
    if (six && !same_middles(nodes, &faces->items[face], mesh)) return -1;
    int first = faces->items[face].first_triangle, count = vt_face_triangle_count(mesh->cell_kind);
    for (int i = 0; first >= 0 && i < count; ++i) indices[i] = first + i;
    return first >= 0 ? count : 0;
  }
  int cut[12] = {0}, count = 1;
  if (six) {
    count = vt_six_node_triangles(nodes, cut);
  } else if (size == 3) {
    memcpy(cut, nodes, 3 * sizeof *cut);
  } else {
    return -1;
  }
  for (int i = 0; i < count; ++i) {
    vt_sort_small(cut + 3 * i, 3);
    indices[i] = vt_table_find(triangle_of, cut + 3 * i);
    if (indices[i] < 0) return -1;
  }
  return count;
}

static void warn_left_out(vt_raw *raw, const vt_surface_cut *cut) {
  vt_cell_names names = {raw->name, raw->surface_word, raw->surfaces.labels, raw->surfaces.lines};
  char first[512] = "", more[48] = "";
  int count = 0;
  for (int s = 0; s < raw->surfaces.count; ++s)
    if (cut->left_out[s] && count++ == 0) vt_cell_name(&names, s, first, sizeof first);
  if (count == 0) return;
  if (count > 1) snprintf(more, sizeof more, " (and %d others)", count - 1);
  snprintf(raw->warning, sizeof raw->warning, "%s%s is no face of a cell and is left out", first, more);
}

bool vt_raw_match_faces(
    vt_raw *raw, const vt_mesh *mesh, const vt_faces *faces, vt_surface_cut *cut, vt_error *error) {
  vt_table triangle_of = {0};
  int count = raw->surfaces.count;
  if (count > INT_MAX / VT_FACE_MAX_TRIANGLES) {
    return vt_fail(error, VT_BAD_INPUT, "%s: found %d surface elements, expected fewer", raw->name, count);
  }
  cut->first = VT_NEW(int, count + 1, error);
  cut->indices = VT_NEW(int, VT_FACE_MAX_TRIANGLES *(size_t)count, error);
  cut->left_out = VT_NEW(bool, count, error);
  bool good = cut->first != NULL && cut->indices != NULL && cut->left_out != NULL;
  if (good && count > 0) good = index_triangles(mesh, &triangle_of, error);
  for (int s = 0; good && s < count; ++s) {
    int found = match_element(raw, s, mesh, faces, &triangle_of, cut->indices + cut->count);
    cut->left_out[s] = found < 0;
    cut->count += found < 0 ? 0 : found;
    cut->first[s + 1] = cut->count;
  }
  if (good) warn_left_out(raw, cut);
  vt_table_free(&triangle_of);
  return good;
}

static int compare_ints(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int sort_unique(int *items, int count) {
  int kept = 0;
  qsort(items, (size_t)count, sizeof *items, compare_ints);
  for (int i = 0; i < count; ++i) {
    if (kept == 0 || items[kept - 1] != items[i]) items[kept++] = items[i];
  }
  return kept;
}

// Nodes and triangles of each group, gathered in two passes: first counted, then filled.
typedef struct gather {
  vt_mesh_group *groups;
  bool filling;
} gather;

static bool put(gather *g, int group, int item, bool triangle) {
  vt_mesh_group *to = &g->groups[group];
  int *count = triangle ? &to->triangle_count : &to->node_count;
  if (*count == INT_MAX) return false;
  if (g->filling) (triangle ? to->triangles : to->nodes)[*count] = item;
  ++*count;
  return true;
}

static bool gather_members(gather *g, const vt_raw *raw, const vt_surface_cut *cut, const int *place) {
  bool good = true;
  for (int m = 0; good && m < raw->cell_members.count; ++m) {
    vt_raw_member member = raw->cell_members.items[m];
    for (int i = raw->cells.starts[member.item]; good && i < raw->cells.starts[member.item + 1]; ++i) {
      good = put(g, member.group, raw->cells.nodes[i], false);
    }
  }
  for (int m = 0; good && m < raw->surface_members.count; ++m) {
    vt_raw_member member = raw->surface_members.items[m];
    if (cut->left_out != NULL && cut->left_out[member.item]) continue;
    for (int i = raw->surfaces.starts[member.item]; good && i < raw->surfaces.starts[member.item + 1]; ++i) {
      good = put(g, member.group, raw->surfaces.nodes[i], false);
    }
    for (int i = cut->first[member.item]; good && i < cut->first[member.item + 1]; ++i) {
      good = put(g, member.group, cut->indices != NULL ? cut->indices[i] : i, true);
    }
  }
  for (int m = 0; good && m < raw->node_members.count; ++m) {
    vt_raw_member member = raw->node_members.items[m];
    if (place[member.item] >= 0) good = put(g, member.group, place[member.item], false);
  }
  return good;
}

bool vt_raw_fill_groups(
    const vt_raw *raw, vt_mesh *mesh, const vt_surface_cut *cut, const int *place, vt_error *error) {
  if (!vt_mesh_make_groups(mesh, raw->group_count, error)) return false;
  gather g = {mesh->groups, false};
  if (!gather_members(&g, raw, cut, place)) {
    return vt_fail(error, VT_BAD_INPUT, "%s: a group has too many members", raw->name);
  }
  for (int i = 0; i < raw->group_count; ++i) {
    vt_mesh_group *group = &mesh->groups[i];
    group->name = vt_copy_string(raw->group_names[i], error);
    group->nodes = VT_NEW(int, group->node_count, error);
    group->triangles = VT_NEW(int, group->triangle_count, error);
    if (group->name == NULL || group->nodes == NULL || group->triangles == NULL) return false;
    group->node_count = group->triangle_count = 0;
  }
  g.filling = true;
  gather_members(&g, raw, cut, place);
  int kept = 0;
  for (int i = 0; i < raw->group_count; ++i) {
    vt_mesh_group group = mesh->groups[i];
    group.node_count = sort_unique(group.nodes, group.node_count);
    group.triangle_count = sort_unique(group.triangles, group.triangle_count);
    mesh->groups[i] = (vt_mesh_group){0};
    if (group.node_count > 0) {
      mesh->groups[kept++] = group;
    } else {
      free(group.name);
      free(group.nodes);
      free(group.triangles);
    }
  }
  mesh->group_count = kept;
  return true;
}
