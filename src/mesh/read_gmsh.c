// Gmsh files: the header, the sections, physical names.
#include "mesh/gmsh.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct format_header {
  int major; // 2 or 4
} format_header;

static bool read_format(vt_gmsh *gmsh, format_header *header) {
  vt_cursor *cursor = gmsh->cursor;
  double version;
  int64_t type, data_size;
  if (!vt_cursor_number(cursor, "format version", &version)) return false;
  bool two = version >= 2 && version <= 2.2, four = version == 4.1;
  if (!two && !four) {
    return vt_cursor_fail(cursor, "found Gmsh format %g, expected 2.2 or 4.1", version);
  }
  header->major = two ? 2 : 4;
  if (!vt_cursor_integer(cursor, "file type", 0, 1, &type)) return false;
  if (!vt_cursor_integer(cursor, "data size", 8, 8, &data_size)) return false;
  gmsh->binary = type == 1;
  vt_cursor_rest_of_line(cursor);
  if (gmsh->binary) {
    int32_t one;
    if (!vt_cursor_int32(cursor, "byte order mark", &one)) return false;
    if (one != 1) {
      vt_swap_bytes(&one, sizeof one);
      cursor->swap = true;
      if (one != 1) return vt_cursor_fail(cursor, "found a byte order mark that is not 1 in either order");
    }
  }
  return vt_cursor_expect(cursor, "$EndMeshFormat");
}

static bool read_names(vt_gmsh *gmsh) {
  vt_cursor *cursor = gmsh->cursor;
  int64_t count;
  if (!vt_cursor_integer(cursor, "number of physical names", 0, INT64_MAX, &count)) return false;
  if (!vt_cursor_room(cursor, count, 6, "physical names")) return false;
  for (int64_t i = 0; i < count; ++i) {
    int64_t dimension, number;
    char text[40];
    if (!vt_cursor_integer(cursor, "dimension of a physical group", 0, 3, &dimension)) return false;
    if (!vt_cursor_integer(cursor, "number of a physical group", INT32_MIN + 1, INT32_MAX, &number))
      return false;
    vt_word line = vt_cursor_rest_of_line(cursor);
    const char *open = memchr(line.text, '"', line.length);
    const char *close = line.text + line.length;
    while (close > line.text && close[-1] != '"') --close;
    if (open == NULL || close - open < 2) {
      return vt_cursor_fail(cursor, "found %s, expected a physical name in quotes on the line before",
          vt_word_show(line, text));
    }
    size_t length = (size_t)(close - open) - 2;
    if (memchr(open, '\0', length + 1) != NULL) {
      return vt_cursor_fail(cursor, "found a zero byte in the physical name on the line before");
    }
    int key[2] = {(int)dimension, (int)(number < 0 ? -number : number)}, found;
    bool added;
    int group = length > 0 ? vt_raw_group(gmsh->raw, open + 1, length, cursor->error) : -1;
    if (length == 0) continue;
    if (group < 0 || !vt_table_insert(&gmsh->physical, key, group, &found, &added, cursor->error))
      return false;
  }
  return true;
}

// Moves to after "$EndName" of a section that is not read.
static bool skip_section(vt_gmsh *gmsh, vt_word name) {
  vt_cursor *cursor = gmsh->cursor;
  char text[40];
  for (; cursor->at < cursor->end; ++cursor->at) {
    const char *mark = memchr(cursor->at, '$', vt_cursor_left(cursor));
    if (mark == NULL) break;
    for (; cursor->at < mark; ++cursor->at) cursor->line += *cursor->at == '\n' && cursor->line < INT32_MAX;
    size_t left = vt_cursor_left(cursor);
    if (left >= 4 + name.length - 1 && memcmp(mark, "$End", 4) == 0 &&
        memcmp(mark + 4, name.text + 1, name.length - 1) == 0) {
      cursor->at += 4 + name.length - 1;
      return true;
    }
  }
  return vt_cursor_fail(
      cursor, "found the end of the file, expected the end of section %s", vt_word_show(name, text));
}

static bool read_section(vt_gmsh *gmsh, format_header header, vt_word name) {
  vt_cursor *cursor = gmsh->cursor;
  char text[40];
  bool done = false, two = header.major == 2;
  const char *end;
  if (vt_word_is(name, "$PhysicalNames")) {
    done = read_names(gmsh);
    end = "$EndPhysicalNames";
  } else if (vt_word_is(name, "$PartitionedEntities")) {
    return vt_cursor_fail(cursor, "found a partitioned mesh, expected one in one piece");
  } else if (vt_word_is(name, "$ParametricNodes")) {
    return vt_cursor_fail(cursor, "found $ParametricNodes, expected $Nodes");
  } else if (!two && vt_word_is(name, "$Entities")) {
    vt_cursor_rest_of_line(cursor);
    cursor->binary = gmsh->binary;
    done = vt_gmsh4_entities(gmsh);
    end = "$EndEntities";
  } else if (vt_word_is(name, "$Nodes") || vt_word_is(name, "$Elements")) {
    bool nodes = name.text[1] == 'N';
    bool *have = nodes ? &gmsh->have_nodes : &gmsh->have_elements;
    if (*have)
      return vt_cursor_fail(cursor, "found a second section %s, expected one", vt_word_show(name, text));
    if (!nodes && !gmsh->have_nodes) return vt_cursor_fail(cursor, "found $Elements before $Nodes");
    *have = true;
    end = nodes ? "$EndNodes" : "$EndElements";
    vt_cursor_rest_of_line(cursor);
    if (two) {
      done = nodes ? vt_gmsh2_nodes(gmsh) : vt_gmsh2_elements(gmsh);
    } else {
      cursor->binary = gmsh->binary;
      done = nodes ? vt_gmsh4_nodes(gmsh) : vt_gmsh4_elements(gmsh);
    }
  } else {
    return skip_section(gmsh, name);
  }
  done = done && vt_cursor_expect(cursor, end);
  cursor->binary = false;
  return done;
}

static bool read_sections(vt_gmsh *gmsh) {
  vt_cursor *cursor = gmsh->cursor;
  format_header header = {0};
  char text[40];
  for (vt_word name = vt_cursor_word(cursor); name.length > 0; name = vt_cursor_word(cursor)) {
    if (name.text[0] != '$' || vt_word_starts(name, "$End")) {
      return vt_cursor_fail(
          cursor, "found %s, expected the start of a section like $Nodes", vt_word_show(name, text));
    }
    if (header.major == 0) {
      if (vt_word_is(name, "$MeshFormat")) {
        if (!read_format(gmsh, &header)) return false;
      } else if (vt_word_is(name, "$Comments")) {
        if (!skip_section(gmsh, name)) return false;
      } else if (vt_word_is(name, "$NOD")) {
        return vt_cursor_fail(cursor,
            "found Gmsh format 1 ($NOD), expected 2.2 or 4.1: Gmsh itself converts it, with "
            "gmsh FILE -save -format msh41 -o NEW.msh");
      } else {
        return vt_cursor_fail(cursor, "found %s, expected $MeshFormat", vt_word_show(name, text));
      }
    } else if (!read_section(gmsh, header, name)) {
      return false;
    }
  }
  if (!gmsh->have_nodes || !gmsh->have_elements) {
    return vt_cursor_fail(cursor, "found the end of the file, expected a section %s",
        gmsh->have_nodes ? "$Elements" : "$Nodes");
  }
  return header.major != 2 || vt_raw_merge_repeated(gmsh->raw, cursor->error);
}

bool vt_read_gmsh(vt_cursor *cursor, vt_raw *raw) {
  vt_gmsh gmsh = {.cursor = cursor, .raw = raw};
  bool done = vt_table_init(&gmsh.node_of_tag, 2, 0, cursor->error) &&
              vt_table_init(&gmsh.physical, 2, 0, cursor->error) &&
              vt_table_init(&gmsh.entity, 2, 0, cursor->error) && read_sections(&gmsh);
  vt_table_free(&gmsh.node_of_tag);
  vt_table_free(&gmsh.physical);
  vt_table_free(&gmsh.entity);
  free(gmsh.entity_starts);
  free(gmsh.entity_groups);
  return done;
}
