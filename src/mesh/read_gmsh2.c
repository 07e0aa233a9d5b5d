// Gmsh format 2.2: $Nodes and $Elements.
#include "mesh/gmsh.h"

#define MAX_TAGS 1000

bool vt_gmsh2_nodes(vt_gmsh *gmsh) {
  vt_cursor *cursor = gmsh->cursor;
  int64_t count;
  if (!vt_cursor_integer(cursor, "number of nodes", 0, INT64_MAX, &count)) return false;
  vt_cursor_rest_of_line(cursor);
  cursor->binary = gmsh->binary;
  if (!vt_cursor_room(cursor, count, gmsh->binary ? 28 : 8, "nodes")) return false;
  for (int64_t i = 0; i < count; ++i) {
    int64_t tag;
    vt_vec3 x;
    if (!vt_gmsh_int(gmsh, "a node's number", &tag) || !vt_gmsh_double(gmsh, "a node's x", &x.x) ||
        !vt_gmsh_double(gmsh, "a node's y", &x.y) || !vt_gmsh_double(gmsh, "a node's z", &x.z) ||
        !vt_gmsh_add_node(gmsh, tag, x)) {
      return false;
    }
  }
  return true;
}

// One element after its type and number of tags; in text its number is already read.
static bool read_element(vt_gmsh *gmsh, int64_t type, int64_t tag_count, int64_t label) {
  int64_t physical = 0, ignored, nodes[VT_GMSH_MAX_NODES];
  int node_count, dimension, group = -1;
  if (!vt_gmsh_type(gmsh, type, label, &node_count, &dimension)) return false;
  for (int64_t t = 0; t < tag_count; ++t) {
    if (!vt_gmsh_int(gmsh, "an element's tag", t == 0 ? &physical : &ignored)) return false;
  }
  for (int i = 0; i < node_count; ++i) {
    if (!vt_gmsh_int(gmsh, "an element's node", &nodes[i])) return false;
  }
  if (physical != 0) {
    group = vt_gmsh_group(gmsh, dimension, physical);
    if (group < 0) return false;
  }
  return vt_gmsh_add_element(gmsh, (int)type, label, nodes, &group, group >= 0 ? 1 : 0);
}

static bool check_tag_count(vt_gmsh *gmsh, int64_t tag_count) {
  if (tag_count >= 0 && tag_count <= MAX_TAGS) return true;
  return vt_cursor_fail(
      gmsh->cursor, "found %lld as number of tags, expected 0 to %d", (long long)tag_count, MAX_TAGS);
}

static bool read_binary_elements(vt_gmsh *gmsh, int64_t count) {
  vt_cursor *cursor = gmsh->cursor;
  for (int64_t i = 0; i < count;) {
    int64_t type, block, tag_count, label;
    int node_count, dimension;
    if (!vt_gmsh_int(gmsh, "element type", &type) ||
        !vt_gmsh_int(gmsh, "number of elements in a block", &block) ||
        !vt_gmsh_int(gmsh, "number of tags", &tag_count) || !check_tag_count(gmsh, tag_count)) {
      return false;
    }
    if (block <= 0 || block > count - i) {
      return vt_cursor_fail(cursor, "found a block of %lld elements, expected 1 to %lld", (long long)block,
          (long long)(count - i));
    }
    if (!vt_gmsh_type(gmsh, type, i + 1, &node_count, &dimension)) return false;
    if (!vt_cursor_room(cursor, block, 4 * (size_t)(1 + tag_count + node_count), "elements")) return false;
    for (int64_t e = 0; e < block; ++e, ++i) {
      if (!vt_gmsh_int(gmsh, "an element's number", &label)) return false;
      if (!read_element(gmsh, type, tag_count, label)) return false;
    }
  }
  return true;
}

bool vt_gmsh2_elements(vt_gmsh *gmsh) {
  vt_cursor *cursor = gmsh->cursor;
  int64_t count;
  if (!vt_cursor_integer(cursor, "number of elements", 0, INT64_MAX, &count)) return false;
  vt_cursor_rest_of_line(cursor);
  cursor->binary = gmsh->binary;
  if (!vt_cursor_room(cursor, count, 8, "elements")) return false;
  if (gmsh->binary) return read_binary_elements(gmsh, count);
  for (int64_t i = 0; i < count; ++i) {
    int64_t label, type, tag_count;
    if (!vt_gmsh_int(gmsh, "an element's number", &label) || !vt_gmsh_int(gmsh, "an element's type", &type) ||
        !vt_gmsh_int(gmsh, "number of tags", &tag_count) || !check_tag_count(gmsh, tag_count) ||
        !read_element(gmsh, type, tag_count, label)) {
      return false;
    }
  }
  return true;
}
