// The triangle of a mesh that is nearest to a place.
#include "contact/nearest.h"

#include "geometry/triangle_distance.h"

#include <math.h>

double vt_box_distance(const vt_box *box, vt_vec3 p) {
  double x = fmax(0, fmax(box->low.x - p.x, p.x - box->high.x)),
         y = fmax(0, fmax(box->low.y - p.y, p.y - box->high.y)),
         z = fmax(0, fmax(box->low.z - p.z, p.z - box->high.z));
  return sqrt(x * x + y * y + z * z);
}

vt_nearest_triangle vt_find_nearest_triangle(const vt_collider *mesh, vt_vec3 p, double within) {
  vt_nearest_triangle best = {.triangle = -1, .distance = within};
  const vt_bvh_tree *tree = mesh->bvh->tree;
  int stack[2 * VT_BVH_MAX_LEVELS], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const vt_bvh_node *node = &tree->nodes[number];
    if (vt_box_distance(&mesh->bvh->nodes[number], p) > best.distance) continue;
    for (int k = node->first; k < node->first + node->count; ++k) {
      int t = tree->order[k];
      const int *v = mesh->topology->triangles + 3 * t;
      vt_vec3 x[3] = {mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]}, foot = {0, 0, 0};
      double weights[3];
      unsigned bits = vt_triangle_foot(p, x, 0, weights);
      for (int i = 0; i < 3; ++i) foot = vt_madd(foot, weights[i], x[i]);
      double distance = vt_norm(vt_sub(p, foot));
      // Of a place on a side the first triangle counts, whatever rounding says of the other.
      if (distance >= best.distance && !(best.triangle < 0 && distance == best.distance)) continue;
      best = (vt_nearest_triangle){t, distance, bits, {weights[0], weights[1], weights[2]}, foot};
    }
    if (node->count > 0) continue;
    stack[depth++] = node->right;
    stack[depth++] = number + 1;
  }
  return best;
}
