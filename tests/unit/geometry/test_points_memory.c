// Every allocation of sampling a surface, of making one from points and of its tree fails once.
#include "check.h"
#include "clouds.h"
#include "failing_memory.h"
#include "geometry/points_meet.h"

enum { COUNT = 60 };

static bool whole_path(const vt_mesh *mesh, vt_error *error) {
  static vt_vec3 at[COUNT], normals[COUNT];
  vt_points_options options = vt_points_options_default();
  vt_points surface;
  if (!vt_blue_noise(mesh->nodes, mesh->triangles, mesh->triangle_count, COUNT, 1, at, normals, error))
    return false;
  for (int k = 0; k < 2; ++k) {
    if (!vt_points_init(&surface, at, k == 0 ? normals : NULL, COUNT, &options, error)) return false;
    vt_sphere_tree tree = {0};
    vt_meeting_search search = {0};
    bool done = vt_sphere_tree_init(&tree, &surface, VT_SPHERE_LEAF, error) &&
                vt_meeting_search_init(&search, &tree, error);
    vt_meeting_search_free(&search);
    vt_sphere_tree_free(&tree);
    vt_points_free(&surface);
    if (!done) return false;
  }
  return true;
}

int main(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_NONE, &error);
  allocation_count = 0;
  CHECK(mesh != NULL && whole_path(mesh, &error));
  long total = allocation_count;
  CHECK(total > 20);
  for (long n = 0; n < total; ++n) {
    error = (vt_error){0};
    allocation_count = 0;
    allocation_to_fail = n;
    bool done = whole_path(mesh, &error);
    allocation_to_fail = -1;
    CHECK(!done && error.code == VT_NO_MEMORY);
  }
  vt_mesh_destroy(mesh);
  return check_report();
}
