// Anchors: points that move with a body, with a frame, or not at all.
#include "body/anchor.h"

#include "geometry/locate.h"

static const double OUTSIDE = 0.01; // of the size of a mesh: a point may be this far off it

static double mesh_size(const vt_mesh *mesh) {
  vt_vec3 low = mesh->nodes[0], high = mesh->nodes[0];
  for (int i = 1; i < mesh->node_count; ++i) {
    vt_vec3 p = mesh->nodes[i];
    low = vt_v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
    high = vt_v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
  }
  return vt_norm(vt_sub(high, low));
}

bool vt_anchor_init(
    vt_anchor *anchor, const vt_point *point, const vt_mesh *cells, const char *what, vt_error *error) {
  *anchor = (vt_anchor){.body = point->body, .frame = point->frame, .local = point->position};
  vt_vec3 p = point->position;
  if (!vt_is_finite(p)) return vt_fail(error, VT_BAD_INPUT, "%s: a point is not finite", what);
  if (cells == NULL) return true;
  double distance;
  if (!vt_locate_point(cells, p, anchor->nodes, anchor->weights, &anchor->count, &distance, error))
    return false;
  if (distance > OUTSIDE * mesh_size(cells))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: the point (%g, %g, %g) is %g m outside mesh %s, expected a point in or on it", what, p.x, p.y,
        p.z, distance, cells->source);
  return true;
}

vt_vec3 vt_anchor_interpolate(const vt_anchor *anchor, const vt_vec3 *nodal) {
  vt_vec3 sum = {0, 0, 0};
  for (int k = 0; k < anchor->count; ++k) sum = vt_madd(sum, anchor->weights[k], nodal[anchor->nodes[k]]);
  return sum;
}
