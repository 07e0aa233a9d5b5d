// The faces of a volume mesh: which cells share them, and the boundary.
#include "mesh/topology.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// True if two faces with the same corners turn in opposite directions.
static bool opposite(const int *a, const int *b, int count) {
  int s = 0;
  while (s < count && b[s] != a[0]) ++s;
  for (int i = 0; i < count; ++i) {
    if (s == count || a[i] != b[(s - i + count) % count]) return false;
  }
  return true;
}

static bool same_nodes(const int *a, const int *b, int size) {
  int x[VT_CELL_MAX_NODES], y[VT_CELL_MAX_NODES];
  memcpy(x, a, (size_t)size * sizeof *x);
  memcpy(y, b, (size_t)size * sizeof *y);
  vt_sort_small(x, size);
  vt_sort_small(y, size);
  return memcmp(x, y, (size_t)size * sizeof *x) == 0;
}

// Says what is wrong with a face shared by too many cells, or by cells that overlap.
static bool fail_shared(vt_cell_kind kind, const int *cells, const vt_cell_names *names, const vt_face *face,
    int cell, vt_error *error) {
  size_t size = (size_t)vt_cell_size(kind);
  char first[512], second[512];
  vt_cell_name(names, cell, second, sizeof second);
  for (int i = 0; i < 2; ++i) {
    int other = face->cells[i];
    if (other < 0 || !same_nodes(cells + size * (size_t)other, cells + size * (size_t)cell, (int)size))
      continue;
    vt_cell_name(names, other, first, sizeof first);
    return vt_fail(error, VT_BAD_INPUT, "%s has the nodes of %s %lld, expected every cell once", second,
        names->word, names->labels != NULL ? (long long)names->labels[other] : other);
  }
  long long a = names->labels != NULL ? (long long)names->labels[face->cells[0]] : face->cells[0];
  if (face->cells[1] >= 0) {
    long long b = names->labels != NULL ? (long long)names->labels[face->cells[1]] : face->cells[1];
    return vt_fail(error, VT_BAD_INPUT,
        "%s shares a face with %s %lld and %s %lld, expected two cells at a face at most", second,
        names->word, a, names->word, b);
  }
  return vt_fail(error, VT_BAD_INPUT,
      "%s lies on the same side of a face as %s %lld, expected cells that do not overlap", second,
      names->word, a);
}

static bool add_face(vt_faces *faces, vt_cell_kind kind, const int *cells, int cell, int local,
    const vt_cell_names *names, vt_error *error) {
  int size = vt_cell_size(kind), corner_count = vt_face_corner_count(kind), index;
  int corners[VT_FACE_MAX_CORNERS], key[VT_FACE_MAX_CORNERS], other[VT_FACE_MAX_CORNERS];
  bool added;
  vt_cell_face(kind, cells + (size_t)cell * (size_t)size, local, corners);
  memcpy(key, corners, sizeof key);
  vt_sort_small(key, corner_count);
  if (!vt_table_insert(&faces->by_corners, key, faces->count, &index, &added, error)) return false;
  vt_face *face = &faces->items[index];
  if (added) {
    *face = (vt_face){{cell, -1}, {local, -1}, -1};
    ++faces->count;
    return true;
  }
  vt_cell_face(kind, cells + (size_t)face->cells[0] * (size_t)size, face->locals[0], other);
  if (face->cells[1] >= 0 || !opposite(corners, other, corner_count)) {
    return fail_shared(kind, cells, names, face, cell, error);
  }
  face->cells[1] = cell;
  face->locals[1] = local;
  return true;
}

bool vt_faces_find(vt_cell_kind kind, const int *cells, int cell_count, const vt_cell_names *names,
    vt_faces *faces, vt_error *error) {
  int per_cell = vt_cell_face_count(kind);
  size_t all = (size_t)cell_count * (size_t)per_cell;
  *faces = (vt_faces){0};
  if (all > INT_MAX / 12) {
    return vt_fail(error, VT_BAD_INPUT, "%s: found %d cells, expected fewer than %d", names->source,
        cell_count, INT_MAX / 12 / per_cell);
  }
  faces->items = VT_NEW(vt_face, all, error);
  bool done = faces->items != NULL &&
              vt_table_init(&faces->by_corners, vt_face_corner_count(kind), all * 5 / 8, error);
  for (size_t i = 0; done && i < all; ++i) {
    done =
        add_face(faces, kind, cells, (int)(i / (size_t)per_cell), (int)(i % (size_t)per_cell), names, error);
  }
  if (!done) {
    vt_faces_free(faces);
    return false;
  }
  // Faces are in the order in which cells meet them, and so are the boundary's.
  int per_face = vt_face_triangle_count(kind);
  for (int f = 0; f < faces->count; ++f) {
    if (faces->items[f].cells[1] < 0) faces->items[f].first_triangle = per_face * faces->boundary_count++;
  }
  return true;
}

void vt_faces_free(vt_faces *faces) {
  free(faces->items);
  vt_table_free(&faces->by_corners);
  *faces = (vt_faces){0};
}

int vt_faces_lookup(const vt_faces *faces, const int *corners, int corner_count) {
  int key[VT_FACE_MAX_CORNERS];
  if (corner_count != faces->by_corners.width) return -1;
  memcpy(key, corners, (size_t)corner_count * sizeof *key);
  vt_sort_small(key, corner_count);
  return vt_table_find(&faces->by_corners, key);
}

void vt_faces_triangles(const vt_faces *faces, vt_cell_kind kind, const int *cells, int *triangles) {
  size_t size = (size_t)vt_cell_size(kind);
  for (int f = 0; f < faces->count; ++f) {
    const vt_face *face = &faces->items[f];
    if (face->first_triangle < 0) continue;
    int found[3 * VT_FACE_MAX_TRIANGLES];
    vt_cell_face_triangles(kind, cells + size * (size_t)face->cells[0], face->locals[0], found);
    memcpy(triangles + 3 * (size_t)face->first_triangle, found,
        3 * (size_t)vt_face_triangle_count(kind) * sizeof *found);
  }
}
