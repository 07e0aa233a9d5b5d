// Polygons cut into triangles: a fan if convex, otherwise ear clipping.
#include "mesh/polygon.h"

#include "base/vec.h"

#include <string.h>

static vt_vec3 corner_normal(const vt_vec3 *x, int a, int b, int c) {
  return vt_cross(vt_sub(x[b], x[a]), vt_sub(x[c], x[b]));
}

// Newell's normal: twice the area, even when the polygon is not quite flat.
static vt_vec3 polygon_normal(const vt_vec3 *x, const int *polygon, int count) {
  vt_vec3 sum = {0, 0, 0}, origin = x[polygon[0]];
  for (int i = 1; i + 1 < count; ++i) {
    sum = vt_add(sum, vt_cross(vt_sub(x[polygon[i]], origin), vt_sub(x[polygon[i + 1]], origin)));
  }
  return sum;
}

static bool is_convex(const vt_vec3 *x, const int *polygon, int count, vt_vec3 normal) {
  for (int i = 0; i < count; ++i) {
    vt_vec3 turn = corner_normal(x, polygon[i], polygon[(i + 1) % count], polygon[(i + 2) % count]);
    if (vt_dot(turn, normal) < 0) return false;
  }
  return true;
}

// True if p is inside or on the triangle, seen along the normal.
static bool covers(vt_vec3 a, vt_vec3 b, vt_vec3 c, vt_vec3 p, vt_vec3 normal) {
  return vt_dot(vt_cross(vt_sub(b, a), vt_sub(p, a)), normal) >= 0 &&
         vt_dot(vt_cross(vt_sub(c, b), vt_sub(p, b)), normal) >= 0 &&
         vt_dot(vt_cross(vt_sub(a, c), vt_sub(p, c)), normal) >= 0;
}

static bool is_ear(const vt_vec3 *x, const int *left, int count, int i, vt_vec3 normal) {
  int a = left[(i + count - 1) % count], b = left[i], c = left[(i + 1) % count];
  if (vt_dot(corner_normal(x, a, b, c), normal) <= 0) return false;
  for (int j = 0; j < count; ++j) {
    if (left[j] != a && left[j] != b && left[j] != c && covers(x[a], x[b], x[c], x[left[j]], normal))
      return false;
  }
  return true;
}

bool vt_polygon_split(const vt_vec3 *nodes, const int *polygon, int count, int *triangles, int *scratch) {
  vt_vec3 normal = polygon_normal(nodes, polygon, count);
  if (count == 3 || is_convex(nodes, polygon, count, normal)) {
    for (int i = 0; i + 2 < count; ++i) {
      triangles[3 * i] = polygon[0];
      triangles[3 * i + 1] = polygon[i + 1];
      triangles[3 * i + 2] = polygon[i + 2];
    }
    return true;
  }
  if (count > VT_POLYGON_MAX_CONCAVE) return false;
  memcpy(scratch, polygon, (size_t)count * sizeof *scratch);
  for (int left = count, start = 0; left >= 3; --left, triangles += 3) {
    // The search goes on after the last ear; a polygon that crosses itself may have none, then any will do.
    int ear = start % left, tried = 0;
    while (tried < left && left > 3 && !is_ear(nodes, scratch, left, ear, normal)) {
      ear = (ear + 1) % left;
      ++tried;
    }
    triangles[0] = scratch[(ear + left - 1) % left];
    triangles[1] = scratch[ear];
    triangles[2] = scratch[(ear + 1) % left];
    memmove(scratch + ear, scratch + ear + 1, (size_t)(left - 1 - ear) * sizeof *scratch);
    start = ear;
  }
  return true;
}
