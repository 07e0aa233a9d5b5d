// The normal of a vertex that is nearest to a direction: on a box in closed form, elsewhere by what makes it
// the nearest.
#include "check.h"
#include "geometry/normal_cone.h"
#include "surfaces.h"

// Around a vertex of a box there are one to three normals, which are orthogonal: what is left of the
// direction is its part along each of them, where that is outwards.
static void test_box(void) {
  shape s = shape_box(2, vt_v3(-1, -1, -1), vt_v3(1, 1, 1));
  shape_prepare(&s);
  uint64_t seed = 1;
  for (int v = 0; v < s.vertex_count; ++v)
    for (int k = 0; k < 50; ++k) {
      vt_vec3 d = vt_normalized(sample_vector(&seed, -1, 1)), x = s.x[v];
      vt_vec3 wanted = {fabs(x.x) == 1 && x.x * d.x > 0 ? d.x : 0, fabs(x.y) == 1 && x.y * d.y > 0 ? d.y : 0,
          fabs(x.z) == 1 && x.z * d.z > 0 ? d.z : 0};
      vt_vec3 found = vt_nearest_normal(s.topology, s.x, v, d);
      CHECK_NEAR(vt_norm(vt_sub(found, vt_normalized(wanted))), 0, 1e-9);
    }
  shape_free(&s);
}

// How far a unit vector is from the cone of all sums of the normals around a vertex with weights that are not
// negative, by sweeps over the weights, which come nearer, if slowly.
static double outside_cone(const shape *s, int vertex, vt_vec3 d) {
  const vt_surface_topology *t = s->topology;
  int first = t->vertex_triangle_start[vertex], count = t->vertex_triangle_start[vertex + 1] - first;
  double weights[64] = {0};
  vt_vec3 left = d;
  for (int sweep = 0; sweep < 500000 && vt_norm(left) > 1e-4; ++sweep)
    for (int i = 0; i < count && i < 64; ++i) {
      vt_vec3 n = vt_feature_normal(t, s->x, vt_feature(VT_FEATURE_TRIANGLE, t->vertex_triangles[first + i]));
      double weight = fmax(0, weights[i] + vt_dot(left, n));
      left = vt_madd(left, weights[i] - weight, n);
      weights[i] = weight;
    }
  return vt_norm(left);
}

// The nearest point of a cone: it is in the cone, and what is missing to the direction is across it and leads
// away from every normal that the cone is made of, to rounding.
static void test_uneven(double roughness) {
  uint64_t seed = 2;
  shape s = shape_ball(4, 1, roughness, 3);
  shape_prepare(&s);
  const vt_surface_topology *t = s.topology;
  int within = 0;
  for (int v = 0; v < s.vertex_count; ++v)
    for (int k = 0; k < 50; ++k) {
      vt_vec3 d = vt_normalized(vt_madd(sample_vector(&seed, -1, 1), 0.5, vt_normalized(s.x[v])));
      vt_vec3 found = vt_nearest_normal(t, s.x, v, d);
      bool none = vt_norm(found) == 0;
      CHECK(none || fabs(vt_norm(found) - 1) < 1e-12);
      vt_vec3 missing = vt_madd(d, -vt_dot(d, found), found);
      within += !none && vt_norm(missing) < 1e-9;
      for (int i = t->vertex_triangle_start[v]; i < t->vertex_triangle_start[v + 1]; ++i) {
        vt_vec3 n = vt_feature_normal(t, s.x, vt_feature(VT_FEATURE_TRIANGLE, t->vertex_triangles[i]));
        CHECK(vt_dot(missing, n) < 1e-6 * vt_norm(missing) + 1e-12);
      }
      if (k == 0 && !none) CHECK(outside_cone(&s, v, found) < 1e-3);
    }
  CHECK(within > 0);
  shape_free(&s);
}

int main(void) {
  test_box();
  test_uneven(0.15); // normals 60 degrees apart and more
  test_uneven(1e-3); // nearly the same
  return check_report();
}
