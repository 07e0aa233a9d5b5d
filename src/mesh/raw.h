// What a file reader gathers: nodes, cells, surface elements and groups as the file has them, before they are
// checked and joined to a vt_mesh.
#ifndef VT_MESH_RAW_H
#define VT_MESH_RAW_H

#include "mesh/cell.h"
#include "mesh/table.h"

typedef struct vt_raw_items {
  int count;
  size_t starts_capacity, nodes_capacity, labels_capacity, lines_capacity, six_capacity;
  int *starts; // count + 1, into nodes
  int *nodes;
  int64_t *labels; // the file's number of each
  int *lines;      // 0 in binary files
  bool *six;       // a triangle with the middles of its edges (ab, bc, ca) as nodes 3 to 5
} vt_raw_items;

typedef struct vt_raw_member {
  int group, item;
} vt_raw_member;

typedef struct vt_raw_members {
  int count;
  size_t capacity;
  vt_raw_member *items;
} vt_raw_members;

typedef struct vt_raw {
  const char *name;         // of the file
  const char *cell_word;    // "element" or "cell"
  const char *surface_word; // "element", "face", "facet"
  int node_count;
  size_t node_capacity;
  vt_vec3 *nodes; // m
  vt_cell_kind cell_kind;
  vt_raw_items cells, surfaces;
  int group_count;
  size_t group_capacity;
  char **group_names;
  vt_table group_table; // by hash of the name
  vt_raw_members cell_members, surface_members, node_members;
  char warning[600]; // what was put right, "" if nothing
} vt_raw;

bool vt_raw_init(
    vt_raw *raw, const char *name, const char *cell_word, const char *surface_word, vt_error *error);
void vt_raw_free(vt_raw *raw);

// `label` and `line` (0: none) name the thing in messages. Node indices must be in range already.
bool vt_raw_add_node(vt_raw *raw, vt_vec3 node, int64_t label, int line, vt_error *error);
bool vt_raw_add_cell(
    vt_raw *raw, vt_cell_kind kind, const int *nodes, int64_t label, int line, vt_error *error);
bool vt_raw_add_surface(
    vt_raw *raw, const int *nodes, int node_count, bool six, int64_t label, int line, vt_error *error);

// The group of that name, made if needed; -1 on failure.
int vt_raw_group(vt_raw *raw, const char *name, size_t length, vt_error *error);
bool vt_raw_join(vt_raw_members *members, int group, int item, vt_error *error);

// A file that writes an element once for each of its groups: keeps the first of those that differ in group
// only. Elements that repeat another in the same group stay, to be found wrong later.
bool vt_raw_merge_repeated(vt_raw *raw, vt_error *error);

// Of triangles with nodes of their own: joins nearly equal ones where triangles do not meet, and says so.
bool vt_raw_merge_near(vt_raw *raw, vt_error *error);

// Checks and joins everything to a mesh: drops unused nodes, splits polygons, finds the boundary, maps
// groups. Surface elements beside the cells' faces are left out, which is said too.
vt_mesh *vt_raw_assemble(vt_raw *raw, vt_error *error);

#endif
