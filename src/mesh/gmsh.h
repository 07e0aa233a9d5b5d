// What the two versions of Gmsh's format share.
#ifndef VT_MESH_GMSH_H
#define VT_MESH_GMSH_H

#include "mesh/reader.h"

typedef struct vt_gmsh {
  vt_cursor *cursor;
  vt_raw *raw;
  bool binary;
  bool have_nodes, have_elements;
  vt_table node_of_tag; // (low, high) of a node's number to its index
  vt_table physical;    // (dimension, number) to a group
  vt_table entity;      // (dimension, number) to an entry of entity_starts
  int entity_count;
  size_t entity_capacity, entity_groups_capacity;
  int *entity_starts; // entity_count + 1, into entity_groups
  int *entity_groups;
} vt_gmsh;

#define VT_GMSH_MAX_NODES 10

// Nodes and dimension of an element type that can be read, else a failure naming it.
bool vt_gmsh_type(const vt_gmsh *gmsh, int64_t type, int64_t label, int *node_count, int *dimension);

bool vt_gmsh_add_node(vt_gmsh *gmsh, int64_t tag, vt_vec3 at);
// The group of a physical number, or -1 on failure.
int vt_gmsh_group(vt_gmsh *gmsh, int dimension, int64_t number);
bool vt_gmsh_add_element(
    vt_gmsh *gmsh, int type, int64_t label, const int64_t *tags, const int *groups, int group_count);

// A value in the file's manner, text or binary.
bool vt_gmsh_int(vt_gmsh *gmsh, const char *what, int64_t *value);  // 32 bits
bool vt_gmsh_size(vt_gmsh *gmsh, const char *what, int64_t *value); // 64 bits
bool vt_gmsh_double(vt_gmsh *gmsh, const char *what, double *value);

// Bytes that an integer, a size or a number takes at least.
size_t vt_gmsh_bytes(const vt_gmsh *gmsh, size_t binary_bytes);

// The sections of each version, after the line of their name.
bool vt_gmsh2_nodes(vt_gmsh *gmsh);
bool vt_gmsh2_elements(vt_gmsh *gmsh);
bool vt_gmsh4_entities(vt_gmsh *gmsh);
bool vt_gmsh4_nodes(vt_gmsh *gmsh);
bool vt_gmsh4_elements(vt_gmsh *gmsh);

#endif
