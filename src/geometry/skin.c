// A surface from points with its control points.
#include "geometry/skin.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

void vt_skin_free(vt_skin *skin) {
  vt_kd_tree_free(&skin->near);
  vt_sphere_tree_free(&skin->tree);
  vt_points_free(&skin->surface);
  free(skin->areas);
  *skin = (vt_skin){0};
}

// Every point stands for the square of the bandwidth there, which is a multiple of the spacing; `area` or the
// density of a hexagonal lattice says for how much of it.
static void share_area(vt_skin *skin, double area) {
  const vt_sphere_tree *tree = &skin->tree;
  double squares = 0, spacings = 0, all = 0;
  for (int i = 0; i < skin->surface.count; ++i) {
    squares += skin->surface.bandwidths[i] * skin->surface.bandwidths[i];
    spacings += skin->surface.bandwidths[i];
  }
  double ratio = skin->surface.spacing * skin->surface.count / spacings; // of a spacing to its bandwidth
  double scale = area > 0 ? area / squares : 0.5 * sqrt(3) * ratio * ratio;
  for (int k = 0; k < tree->leaf_count; ++k) {
    const vt_sphere_node *node = &tree->nodes[tree->leaves[k]];
    for (int i = node->first; i < node->first + node->count; ++i) {
      double bandwidth = skin->surface.bandwidths[tree->order[i]];
      skin->areas[k] += scale * bandwidth * bandwidth;
    }
    all += skin->areas[k];
  }
  skin->spacing = sqrt(2 / sqrt(3) * all / tree->leaf_count);
}

bool vt_skin_init(vt_skin *skin, const vt_vec3 *points, const vt_vec3 *normals, int count, int controls,
    double area, vt_error *error) {
  *skin = (vt_skin){0};
  vt_points_options options = vt_points_options_default();
  bool done = vt_points_init(&skin->surface, points, normals, count, &options, error) &&
              vt_sphere_tree_init_leaves(&skin->tree, &skin->surface, controls, error) &&
              vt_kd_tree_init(&skin->near, skin->tree.controls, skin->tree.leaf_count, error);
  if (done) {
    skin->areas = VT_NEW(double, skin->tree.leaf_count, error);
    done = skin->areas != NULL;
  }
  if (done)
    share_area(skin, area);
  else
    vt_skin_free(skin);
  return done;
}

// Of the way to the first control point that does not count: the width of the Gaussian. It ends at 0 there,
// so that nothing jumps as a place moves on.
static const double WIDTH = 0.5;

int vt_skin_weights(
    const vt_skin *skin, vt_vec3 at, int controls[VT_SKIN_NEAR], double weights[VT_SKIN_NEAR]) {
  vt_near near[VT_SKIN_NEAR + 1];
  int found = vt_kd_tree_nearest(&skin->near, at, VT_SKIN_NEAR + 1, near);
  int count = found <= VT_SKIN_NEAR ? found : VT_SKIN_NEAR;
  double end = found <= VT_SKIN_NEAR ? INFINITY : near[VT_SKIN_NEAR].square, sum = 0;
  double square = WIDTH * WIDTH * near[found - 1].square, least = exp(-end / square);
  for (int k = 0; k < count; ++k) {
    controls[k] = near[k].point;
    sum += weights[k] = exp(-near[k].square / square) - least;
  }
  if (!(sum > 0)) { // all as far away as the first that does not count
    weights[0] = 1;
    return 1;
  }
  for (int k = 0; k < count; ++k) weights[k] /= sum;
  return count;
}
