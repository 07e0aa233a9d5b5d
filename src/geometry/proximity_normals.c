// Within one surface: where its parts face. Two points can be a minimum of the distance only if their normals
// point against each other, so that parts that face the same way, and with them nearly all neighbours, need
// no search.
#include "geometry/proximity_search.h"

#include "base/vec.h"
#include "geometry/triangle_distance.h"

static const vt_box everywhere = {{-1, -1, -1}, {1, 1, 1}};

static void add_normals(const vt_surface_topology *t, const vt_vec3 *x, vt_box *vertices) {
  for (int v = 0; v < t->vertex_count; ++v) vertices[v] = vt_box_empty();
  for (int k = 0; k < t->triangle_count; ++k) {
    const int *c = t->triangles + 3 * k;
    vt_vec3 n = vt_triangle_normal(x[c[0]], x[c[1]], x[c[2]]);
    bool known = vt_dot(n, n) > 0.5;
    for (int i = 0; i < 3; ++i) {
      if (known)
        vt_box_include(&vertices[c[i]], n);
      else
        vertices[c[i]] = everywhere; // degenerate
    }
  }
  // A rim faces sideways too.
  for (int e = 0; e < t->edge_count; ++e)
    for (int i = 0; i < 2 && t->edges[e].triangles[1] < 0; ++i)
      vertices[t->edges[e].vertices[i]] = everywhere;
}

bool vt_search_normals(vt_proximity_search *w, vt_bvh *normals) {
  const vt_surface_topology *t = w->surfaces[0]->topology;
  vt_box *vertices = VT_TAKE(w->arena, vt_box, t->vertex_count, w->error);
  *normals = (vt_bvh){&t->tree, VT_TAKE(w->arena, vt_box, t->tree.node_count, w->error),
      VT_TAKE(w->arena, vt_box, t->triangle_count, w->error), false};
  if (vertices == NULL || normals->nodes == NULL || normals->triangles == NULL) return false;
  add_normals(t, w->surfaces[0]->vertices, vertices);
  // A vertex that a triangle owns belongs to its neighbours as well.
  for (int k = 0; k < t->triangle_count; ++k) {
    normals->triangles[k] = vertices[t->triangles[3 * k]];
    for (int i = 1; i < 3; ++i) {
      vt_box_include(&normals->triangles[k], vertices[t->triangles[3 * k + i]].low);
      vt_box_include(&normals->triangles[k], vertices[t->triangles[3 * k + i]].high);
    }
  }
  vt_bvh_join(&t->tree, normals->triangles, normals->nodes);
  return true;
}
