// Writing Gmsh 4.1 text with groups: each set of groups that a triangle is in becomes a surface entity; nodes
// of a group that are on none of its triangles become points, or the volume if they are all it has.
#include "base/memory.h"
#include "base/vec.h"
#include "mesh/cell.h"
#include "mesh/table.h"
#include "mesh/writer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct group_sets {
  // Set 0 is empty; set s is set parents[s] with group groups[s].
  int count;
  size_t parents_capacity, groups_capacity;
  int *parents, *groups;
  int *set_of; // triangle to its set
  int *starts; // count + 1: where the triangles of each set begin in order[]
  int *order;
  int **extra; // of each group: nodes on none of its triangles
  int *extra_counts;
  bool *whole; // groups of all nodes of a volume: written as groups of the volume
} group_sets;

static bool find_sets(const vt_mesh *mesh, group_sets *sets, vt_error *error) {
  vt_table table = {0};
  sets->set_of = VT_NEW(int, mesh->triangle_count, error);
  bool good = sets->set_of != NULL && vt_table_init(&table, 2, 0, error) &&
              VT_RESERVE(&sets->parents, &sets->parents_capacity, 1, error) &&
              VT_RESERVE(&sets->groups, &sets->groups_capacity, 1, error);
  if (good) sets->parents[0] = sets->groups[0] = -1;
  sets->count = 1;
  for (int g = 0; good && g < mesh->group_count; ++g) {
    for (int i = 0; good && i < mesh->groups[g].triangle_count; ++i) {
      int *set = &sets->set_of[mesh->groups[g].triangles[i]], key[2] = {*set, g}, found;
      bool added;
      good = vt_table_insert(&table, key, sets->count, &found, &added, error);
      if (good && added) {
        good = VT_RESERVE(&sets->parents, &sets->parents_capacity, sets->count + 1, error) &&
               VT_RESERVE(&sets->groups, &sets->groups_capacity, sets->count + 1, error);
        if (!good) break;
        sets->parents[sets->count] = *set;
        sets->groups[sets->count++] = g;
      }
      if (good) *set = found;
    }
  }
  vt_table_free(&table);
  return good;
}

static bool order_triangles(const vt_mesh *mesh, group_sets *sets, vt_error *error) {
  sets->starts = VT_NEW(int, sets->count + 1, error);
  sets->order = VT_NEW(int, mesh->triangle_count, error);
  if (sets->starts == NULL || sets->order == NULL) return false;
  for (int t = 0; t < mesh->triangle_count; ++t) ++sets->starts[sets->set_of[t]];
  for (int s = 1; s <= sets->count; ++s) sets->starts[s] += sets->starts[s - 1];
  for (int t = mesh->triangle_count - 1; t >= 0; --t) sets->order[--sets->starts[sets->set_of[t]]] = t;
  return true;
}

static bool find_extra(const vt_mesh *mesh, group_sets *sets, vt_error *error) {
  int *seen = VT_NEW(int, mesh->node_count, error);
  sets->extra = VT_NEW(int *, mesh->group_count, error);
  sets->extra_counts = VT_NEW(int, mesh->group_count, error);
  sets->whole = VT_NEW(bool, mesh->group_count, error);
  bool good = seen != NULL && sets->extra != NULL && sets->extra_counts != NULL && sets->whole != NULL;
  for (int g = 0; good && g < mesh->group_count; ++g) {
    const vt_mesh_group *group = &mesh->groups[g];
    sets->extra[g] = VT_NEW(int, group->node_count, error);
    good = sets->extra[g] != NULL;
    sets->whole[g] = mesh->cell_kind != VT_CELL_NONE && group->node_count == mesh->node_count;
    for (int i = 0; good && i < 3 * group->triangle_count; ++i) {
      seen[mesh->triangles[3 * (size_t)group->triangles[i / 3] + (size_t)(i % 3)]] = g + 1;
    }
    for (int i = 0; good && !sets->whole[g] && i < group->node_count; ++i) {
      if (seen[group->nodes[i]] != g + 1) sets->extra[g][sets->extra_counts[g]++] = group->nodes[i];
    }
  }
  free(seen);
  return good;
}

static void free_sets(const vt_mesh *mesh, group_sets *sets) {
  for (int g = 0; sets->extra != NULL && g < mesh->group_count; ++g) free(sets->extra[g]);
  free(sets->extra);
  free(sets->extra_counts);
  free(sets->whole);
  free(sets->parents);
  free(sets->groups);
  free(sets->set_of);
  free(sets->starts);
  free(sets->order);
}

static bool check_names(const vt_mesh *mesh, vt_error *error) {
  for (int g = 0; g < mesh->group_count; ++g) {
    const char *name = mesh->groups[g].name;
    if (name[0] != '\0' && strpbrk(name, "\"\n\r") == NULL) continue;
    return vt_fail(error, VT_BAD_INPUT,
        "%s: group name \"%s\" cannot be written to a Gmsh file, expected one without quotes", mesh->source,
        name);
  }
  return true;
}

// Surface sets are entities 1, 2, ...; the empty set only in a surface mesh, where all triangles are written.
static bool is_written(const vt_mesh *mesh, const group_sets *sets, int set) {
  return sets->starts[set + 1] > sets->starts[set] && (set > 0 || mesh->cell_kind == VT_CELL_NONE);
}

static void write_names(const vt_mesh *mesh, const group_sets *sets, FILE *file) {
  int count = 0;
  for (int g = 0; g < mesh->group_count; ++g) {
    count += (mesh->groups[g].triangle_count > 0) + (sets->extra_counts[g] > 0) + sets->whole[g];
  }
  if (count == 0) return;
  fprintf(file, "$PhysicalNames\n%d\n", count);
  for (int g = 0; g < mesh->group_count; ++g) {
    if (sets->extra_counts[g] > 0) fprintf(file, "0 %d \"%s\"\n", g + 1, mesh->groups[g].name);
    if (sets->whole[g]) fprintf(file, "3 %d \"%s\"\n", g + 1, mesh->groups[g].name);
    if (mesh->groups[g].triangle_count > 0) fprintf(file, "2 %d \"%s\"\n", g + 1, mesh->groups[g].name);
  }
  fprintf(file, "$EndPhysicalNames\n");
}

static void print_box(const vt_mesh *mesh, char *text, size_t size) {
  vt_vec3 low = mesh->nodes[0], high = low;
  for (int n = 1; n < mesh->node_count; ++n) {
    vt_vec3 x = mesh->nodes[n];
    low = vt_v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
    high = vt_v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
  }
  snprintf(text, size, "%.17g %.17g %.17g %.17g %.17g %.17g", low.x, low.y, low.z, high.x, high.y, high.z);
}

static void write_entities(const vt_mesh *mesh, const group_sets *sets, FILE *file) {
  int points = 0, surfaces = 0;
  char box[200];
  print_box(mesh, box, sizeof box);
  for (int g = 0; g < mesh->group_count; ++g) points += sets->extra_counts[g] > 0;
  for (int s = 0; s < sets->count; ++s) surfaces += is_written(mesh, sets, s);
  fprintf(file, "$Entities\n%d 0 %d %d\n", points, surfaces, mesh->cell_kind != VT_CELL_NONE);
  for (int g = 0; g < mesh->group_count; ++g) {
    if (sets->extra_counts[g] == 0) continue;
    vt_vec3 x = mesh->nodes[sets->extra[g][0]];
    fprintf(file, "%d %.17g %.17g %.17g 1 %d\n", g + 1, x.x, x.y, x.z, g + 1);
  }
  for (int s = 0; s < sets->count; ++s) {
    if (!is_written(mesh, sets, s)) continue;
    int groups = 0;
    for (int i = s; i > 0; i = sets->parents[i]) ++groups;
    fprintf(file, "%d %s %d", s + 1, box, groups);
    for (int i = s; i > 0; i = sets->parents[i]) fprintf(file, " %d", sets->groups[i] + 1);
    fprintf(file, " 0\n");
  }
  if (mesh->cell_kind != VT_CELL_NONE) {
    int groups = 0;
    for (int g = 0; g < mesh->group_count; ++g) groups += sets->whole[g];
    fprintf(file, "1 %s %d", box, groups);
    for (int g = 0; g < mesh->group_count; ++g) {
      if (sets->whole[g]) fprintf(file, " %d", g + 1);
    }
    fprintf(file, " 0\n");
  }
  fprintf(file, "$EndEntities\n");
}

static void write_nodes(const vt_mesh *mesh, const group_sets *sets, FILE *file) {
  int entity = 0;
  while (mesh->cell_kind == VT_CELL_NONE && !is_written(mesh, sets, entity)) ++entity;
  fprintf(file, "$Nodes\n1 %d 1 %d\n%d %d 0 %d\n", mesh->node_count, mesh->node_count,
      mesh->cell_kind == VT_CELL_NONE ? 2 : 3, entity + 1, mesh->node_count);
  for (int n = 0; n < mesh->node_count; ++n) fprintf(file, "%d\n", n + 1);
  for (int n = 0; n < mesh->node_count; ++n) {
    vt_vec3 x = mesh->nodes[n];
    fprintf(file, "%.17g %.17g %.17g\n", x.x, x.y, x.z);
  }
  fprintf(file, "$EndNodes\n");
}

// The nodes of the whole face that begins with triangle t: six of a ten-node cell, four
// of a hexahedron, else 3.
static int face_nodes(const vt_mesh *mesh, int t, int nodes[6]) {
  const int *n = mesh->triangles + 3 * (size_t)t;
  if (mesh->cell_kind == VT_CELL_TET10) {
    const int from[6] = {n[0], n[4], n[8], n[1], n[5], n[2]};
    memcpy(nodes, from, sizeof from);
    return 6;
  }
  if (mesh->cell_kind == VT_CELL_HEX8) {
    const int from[4] = {n[0], n[1], n[2], n[5]};
    memcpy(nodes, from, sizeof from);
    return 4;
  }
  memcpy(nodes, n, 3 * sizeof *nodes);
  return 3;
}

// True if all triangles of the face of triangle t are in the same set.
static bool is_whole(const vt_mesh *mesh, const group_sets *sets, int t) {
  int size = vt_face_triangle_count(mesh->cell_kind);
  int first = t / size * size;
  for (int i = 1; i < size; ++i) {
    if (sets->set_of[first + i] != sets->set_of[first]) return false;
  }
  return true;
}

// Writes (or, with file NULL, counts) the elements of a set: whole faces, or the single
// triangles of split ones.
static int write_set(
    const vt_mesh *mesh, const group_sets *sets, int set, bool whole, int64_t *label, FILE *file) {
  int size = vt_face_triangle_count(mesh->cell_kind), count = 0;
  for (int i = sets->starts[set]; i < sets->starts[set + 1]; ++i) {
    int t = sets->order[i], nodes[6], node_count = 3;
    if (is_whole(mesh, sets, t) != whole || (whole && t % size != 0)) continue;
    ++count;
    if (file == NULL) continue;
    if (whole) {
      node_count = face_nodes(mesh, t, nodes);
    } else {
      memcpy(nodes, mesh->triangles + 3 * (size_t)t, 3 * sizeof *nodes);
    }
    fprintf(file, "%lld", (long long)++*label);
    for (int k = 0; k < node_count; ++k) fprintf(file, " %d", nodes[k] + 1);
    fputc('\n', file);
  }
  return count;
}

static void write_cells(const vt_mesh *mesh, int64_t *label, FILE *file) {
  int size = vt_cell_size(mesh->cell_kind);
  int type = mesh->cell_kind == VT_CELL_TET4 ? 4 : mesh->cell_kind == VT_CELL_TET10 ? 11 : 5;
  fprintf(file, "3 1 %d %d\n", type, mesh->cell_count);
  for (int c = 0; c < mesh->cell_count; ++c) {
    fprintf(file, "%lld", (long long)++*label);
    for (int i = 0; i < size; ++i)
      fprintf(file, " %d", mesh->cells[(size_t)c * (size_t)size + (size_t)i] + 1);
    fputc('\n', file);
  }
}

// The triangles of a surface in their own order: a block for each run of the same set.
static int write_runs(const vt_mesh *mesh, const group_sets *sets, int64_t *label, FILE *file) {
  int blocks = 0;
  for (int t = 0, end; t < mesh->triangle_count; t = end, ++blocks) {
    for (end = t + 1; end < mesh->triangle_count && sets->set_of[end] == sets->set_of[t];) ++end;
    if (file == NULL) continue;
    fprintf(file, "2 %d 2 %d\n", sets->set_of[t] + 1, end - t);
    for (int i = t; i < end; ++i) {
      const int *n = mesh->triangles + 3 * (size_t)i;
      fprintf(file, "%lld %d %d %d\n", (long long)++*label, n[0] + 1, n[1] + 1, n[2] + 1);
    }
  }
  return blocks;
}

// The faces of a volume that are in groups, set by set. With file NULL, only counts blocks and elements.
static int write_faces(
    const vt_mesh *mesh, const group_sets *sets, int64_t *label, int64_t *total, FILE *file) {
  int blocks = 0, face_type = mesh->cell_kind == VT_CELL_TET10 ? 9 : mesh->cell_kind == VT_CELL_HEX8 ? 3 : 2;
  for (int s = 1; s < sets->count; ++s) {
    for (int whole = 0; whole < 2; ++whole) {
      int count = write_set(mesh, sets, s, whole, NULL, NULL);
      if (count == 0) continue;
      ++blocks;
      *total += count;
      if (file == NULL) continue;
      fprintf(file, "2 %d %d %d\n", s + 1, whole ? face_type : 2, count);
      write_set(mesh, sets, s, whole, label, file);
    }
  }
  return blocks;
}

static void write_elements(const vt_mesh *mesh, const group_sets *sets, FILE *file) {
  bool surface = mesh->cell_kind == VT_CELL_NONE;
  int64_t total = surface ? mesh->triangle_count : mesh->cell_count, label = 0, ignored = 0;
  int blocks = surface ? write_runs(mesh, sets, NULL, NULL) : 1 + write_faces(mesh, sets, NULL, &total, NULL);
  for (int g = 0; g < mesh->group_count; ++g) {
    blocks += sets->extra_counts[g] > 0;
    total += sets->extra_counts[g];
  }
  fprintf(file, "$Elements\n%d %lld 1 %lld\n", blocks, (long long)total, (long long)total);
  for (int g = 0; g < mesh->group_count; ++g) {
    if (sets->extra_counts[g] == 0) continue;
    fprintf(file, "0 %d 15 %d\n", g + 1, sets->extra_counts[g]);
    for (int i = 0; i < sets->extra_counts[g]; ++i) {
      fprintf(file, "%lld %d\n", (long long)++label, sets->extra[g][i] + 1);
    }
  }
  if (surface) {
    write_runs(mesh, sets, &label, file);
  } else {
    write_faces(mesh, sets, &label, &ignored, file);
    write_cells(mesh, &label, file);
  }
  fprintf(file, "$EndElements\n");
}

bool vt_write_gmsh(const vt_mesh *mesh, FILE *file, vt_error *error) {
  group_sets sets = {0};
  bool good = check_names(mesh, error) && find_sets(mesh, &sets, error) &&
              order_triangles(mesh, &sets, error) && find_extra(mesh, &sets, error);
  if (good) {
    fprintf(file, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n");
    write_names(mesh, &sets, file);
    write_entities(mesh, &sets, file);
    write_nodes(mesh, &sets, file);
    write_elements(mesh, &sets, file);
  }
  free_sets(mesh, &sets);
  return good;
}
