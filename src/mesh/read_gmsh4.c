// Gmsh format 4.1: $Entities (for their physical groups), $Nodes and $Elements in blocks.
#include "mesh/gmsh.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

#define MAX_GROUPS 256 // of one entity

// The place or box of an entity is not used, and may be infinite for an empty one.
static bool skip_place(vt_gmsh *gmsh, int count) {
  for (int i = 0; i < count; ++i) {
    double ignored;
    if (gmsh->binary && !vt_cursor_double(gmsh->cursor, "an entity's place", &ignored)) return false;
    if (gmsh->binary) continue;
    char text[40];
    vt_word word = vt_cursor_word(gmsh->cursor);
    if (!vt_word_number(word, &ignored)) {
      return vt_cursor_fail(
          gmsh->cursor, "found %s as an entity's place, expected a number", vt_word_show(word, text));
    }
  }
  return true;
}

// One entity: its number, its place or box, its physical groups, the entities that bound it.
static bool read_entity(vt_gmsh *gmsh, int dimension) {
  vt_cursor *cursor = gmsh->cursor;
  int64_t tag, count, number;
  if (!vt_gmsh_int(gmsh, "an entity's number", &tag)) return false;
  if (!skip_place(gmsh, dimension == 0 ? 3 : 6)) return false;
  if (!vt_gmsh_size(gmsh, "number of physical groups", &count)) return false;
  if (count > MAX_GROUPS) {
    return vt_cursor_fail(cursor, "found %lld physical groups of one entity, expected at most %d",
        (long long)count, MAX_GROUPS);
  }
  if (!vt_cursor_room(cursor, count, vt_gmsh_bytes(gmsh, 4), "physical groups")) return false;
  int key[2] = {dimension, (int)tag}, found;
  bool added;
  if (!vt_table_insert(&gmsh->entity, key, gmsh->entity_count, &found, &added, cursor->error)) return false;
  if (!added) {
    return vt_cursor_fail(
        cursor, "found entity %lld of dimension %d twice, expected it once", (long long)tag, dimension);
  }
  int entity = gmsh->entity_count++;
  if (!VT_RESERVE(&gmsh->entity_starts, &gmsh->entity_capacity, entity + 2, cursor->error)) return false;
  if (entity == 0) gmsh->entity_starts[0] = 0;
  int start = gmsh->entity_starts[entity];
  if (count > INT_MAX - 1 - start) return vt_cursor_fail(cursor, "found too many physical groups");
  if (!VT_RESERVE(&gmsh->entity_groups, &gmsh->entity_groups_capacity, start + (int)count, cursor->error)) {
    return false;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (!vt_gmsh_int(gmsh, "a physical group", &number)) return false;
    gmsh->entity_groups[start + i] = vt_gmsh_group(gmsh, dimension, number);
    if (gmsh->entity_groups[start + i] < 0) return false;
  }
  gmsh->entity_starts[entity + 1] = start + (int)count;
  if (dimension == 0) return true;
  if (!vt_gmsh_size(gmsh, "number of bounding entities", &count)) return false;
  if (!vt_cursor_room(cursor, count, vt_gmsh_bytes(gmsh, 4), "bounding entities")) return false;
  for (int64_t i = 0; i < count; ++i) {
    if (!vt_gmsh_int(gmsh, "a bounding entity", &number)) return false;
  }
  return true;
}

bool vt_gmsh4_entities(vt_gmsh *gmsh) {
  int64_t counts[4];
  for (int d = 0; d < 4; ++d) {
    if (!vt_gmsh_size(gmsh, "number of entities", &counts[d])) return false;
    if (!vt_cursor_room(gmsh->cursor, counts[d], gmsh->binary ? 32 : 8, "entities")) return false;
  }
  for (int d = 0; d < 4; ++d) {
    for (int64_t i = 0; i < counts[d]; ++i) {
      if (!read_entity(gmsh, d)) return false;
    }
  }
  return true;
}

typedef struct block_head {
  int64_t blocks, items, ignored;
} block_head;

static bool read_head(vt_gmsh *gmsh, const char *what, size_t item_bytes, block_head *head) {
  if (!vt_gmsh_size(gmsh, "number of blocks", &head->blocks) || !vt_gmsh_size(gmsh, what, &head->items) ||
      !vt_gmsh_size(gmsh, "smallest number", &head->ignored) ||
      !vt_gmsh_size(gmsh, "largest number", &head->ignored)) {
    return false;
  }
  return vt_cursor_room(gmsh->cursor, head->blocks, gmsh->binary ? 20 : 8, "blocks") &&
         vt_cursor_room(gmsh->cursor, head->items, item_bytes, what);
}

static bool check_total(vt_gmsh *gmsh, const char *what, int64_t found, int64_t expected) {
  if (found == expected) return true;
  return vt_cursor_fail(gmsh->cursor, "found %lld %s in the blocks, expected %lld as said before",
      (long long)found, what, (long long)expected);
}

static bool read_node_block(vt_gmsh *gmsh, int64_t *total) {
  int64_t dimension, entity, parametric, count;
  if (!vt_gmsh_int(gmsh, "dimension of a block", &dimension) ||
      !vt_gmsh_int(gmsh, "entity of a block", &entity) ||
      !vt_gmsh_int(gmsh, "parametric mark", &parametric) ||
      !vt_gmsh_size(gmsh, "number of nodes in a block", &count)) {
    return false;
  }
  vt_cursor *cursor = gmsh->cursor;
  if (dimension < 0 || dimension > 3 || parametric < 0 || parametric > 1) {
    return vt_cursor_fail(cursor,
        "found a block of dimension %lld with parametric %lld, expected 0 to 3 and 0 or 1",
        (long long)dimension, (long long)parametric);
  }
  if (!vt_cursor_room(cursor, count, gmsh->binary ? 32 : 8, "nodes in a block")) return false;
  int64_t *tags = VT_NEW(int64_t, count, cursor->error);
  bool good = tags != NULL;
  for (int64_t i = 0; good && i < count; ++i) good = vt_gmsh_size(gmsh, "a node's number", &tags[i]);
  for (int64_t i = 0; good && i < count; ++i) {
    double x[6] = {0};
    for (int k = 0; good && k < 3 + (int)(parametric * dimension); ++k) {
      good = vt_gmsh_double(gmsh, "a node's coordinate", &x[k]);
    }
    good = good && vt_gmsh_add_node(gmsh, tags[i], (vt_vec3){x[0], x[1], x[2]});
  }
  free(tags);
  *total += count;
  return good;
}

bool vt_gmsh4_nodes(vt_gmsh *gmsh) {
  block_head head;
  int64_t total = 0;
  if (!read_head(gmsh, "nodes", gmsh->binary ? 32 : 8, &head)) return false;
  for (int64_t b = 0; b < head.blocks; ++b) {
    if (!read_node_block(gmsh, &total)) return false;
  }
  return check_total(gmsh, "nodes", total, head.items);
}

static bool read_element_block(vt_gmsh *gmsh, int64_t *total) {
  int64_t dimension, entity, type, count;
  int node_count, type_dimension;
  if (!vt_gmsh_int(gmsh, "dimension of a block", &dimension) ||
      !vt_gmsh_int(gmsh, "entity of a block", &entity) || !vt_gmsh_int(gmsh, "type of a block", &type) ||
      !vt_gmsh_size(gmsh, "number of elements in a block", &count)) {
    return false;
  }
  vt_cursor *cursor = gmsh->cursor;
  if (count == 0) return true;
  if (!vt_gmsh_type(gmsh, type, *total + 1, &node_count, &type_dimension)) return false;
  if (type_dimension != dimension) {
    return vt_cursor_fail(cursor,
        "found a block of dimension %lld with elements of type %lld, expected dimension %d",
        (long long)dimension, (long long)type, type_dimension);
  }
  size_t bytes = (size_t)(1 + node_count) * vt_gmsh_bytes(gmsh, 8);
  if (!vt_cursor_room(cursor, count, bytes, "elements in a block")) return false;
  int key[2] = {(int)dimension, (int)entity};
  int place = vt_table_find(&gmsh->entity, key);
  const int *groups = NULL;
  int group_count = 0;
  if (place >= 0) {
    groups = gmsh->entity_groups + gmsh->entity_starts[place];
    group_count = gmsh->entity_starts[place + 1] - gmsh->entity_starts[place];
  }
  for (int64_t e = 0; e < count; ++e) {
    int64_t label, nodes[VT_GMSH_MAX_NODES];
    if (!vt_gmsh_size(gmsh, "an element's number", &label)) return false;
    for (int i = 0; i < node_count; ++i) {
      if (!vt_gmsh_size(gmsh, "an element's node", &nodes[i])) return false;
    }
    if (!vt_gmsh_add_element(gmsh, (int)type, label, nodes, groups, group_count)) return false;
  }
  *total += count;
  return true;
}

bool vt_gmsh4_elements(vt_gmsh *gmsh) {
  block_head head;
  int64_t total = 0;
  if (!read_head(gmsh, "elements", gmsh->binary ? 16 : 4, &head)) return false;
  for (int64_t b = 0; b < head.blocks; ++b) {
    if (!read_element_block(gmsh, &total)) return false;
  }
  return check_total(gmsh, "elements", total, head.items);
}
