// Anchors on cells: a point in them, a little off them, and too far off.
#include "check.h"
#include "body/anchor.h"

static bool anchored(const vt_mesh *mesh, vt_vec3 at, vt_anchor *anchor, vt_error *error) {
  const vt_point point = {.body = 0, .frame = -1, .position = at};
  *error = (vt_error){0};
  return vt_anchor_init(anchor, &point, mesh, "cable 0", error);
}

int main(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 2, 2, 2, VT_CELL_HEX8, &error);
  vt_anchor anchor;
  CHECK(anchored(mesh, vt_v3(0.3, 0.6, 0.2), &anchor, &error));
  vt_vec3 inside = vt_anchor_interpolate(&anchor, mesh->nodes);
  CHECK_NEAR(vt_norm(vt_sub(inside, vt_v3(0.3, 0.6, 0.2))), 0, 1e-12);
  // Points are given to a few digits, and triangles are off smooth surfaces: a hundredth of the size is let
  // in.
  double size = sqrt(3);
  CHECK(anchored(mesh, vt_v3(0.5, 0.3, 1 + 0.009 * size), &anchor, &error));
  vt_vec3 on = vt_anchor_interpolate(&anchor, mesh->nodes);
  CHECK_NEAR(vt_norm(vt_sub(on, vt_v3(0.5, 0.3, 1))), 0, 0.01 * size); // or as far off, with the cell
  CHECK(!anchored(mesh, vt_v3(0.5, 0.3, 1 + 0.011 * size), &anchor, &error));
  CHECK_CONTAINS(error.message, "m outside mesh");
  CHECK(!anchored(mesh, vt_v3(NAN, 0, 0), &anchor, &error));
  CHECK_CONTAINS(error.message, "not finite");
  vt_mesh_destroy(mesh);
  return check_report();
}
