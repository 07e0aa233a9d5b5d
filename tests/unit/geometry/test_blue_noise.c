// Even samples of surfaces: on them, as many as asked for, far from each other, spread by area, the same
// again.
#include "check.h"
#include "clouds.h"

#include <string.h>

// Points are no nearer than the paper's samples are, and no place of the surface is far from all of them.
static void check_even(const sampled *s, double area) {
  vt_points surface = surface_of(s, true, vt_points_options_default());
  double packed = sqrt(2 * area / (sqrt(3) * s->count)), least = INFINITY, most = 0, mean = 0;
  for (int i = 0; i < s->count; ++i) {
    vt_near near[2];
    vt_kd_tree_nearest(&surface.tree, s->points[i], 2, near);
    least = fmin(least, sqrt(near[1].square));
    most = fmax(most, sqrt(near[1].square));
    mean += sqrt(near[1].square) / s->count;
  }
  printf("| nearest of %d, of the distance in a hexagonal lattice | least %.3f, mean %.3f, largest %.3f, "
         "spacing %.3f "
         "|\n",
      s->count, least / packed, mean / packed, most / packed, surface.spacing / packed);
  CHECK(least > 0.5 * packed && most < 1.3 * packed && mean > 0.7 * packed);
  CHECK(surface.largest_bandwidth < 2 * packed);
  vt_points_free(&surface);
}

int main(void) {
  vt_vec3 size = {0.1, 0.06, 0.04};
  sampled box = sample_box(size, 3, 6000, 42), again = sample_box(size, 3, 6000, 42),
          other = sample_box(size, 3, 6000, 43);
  CHECK(memcmp(box.points, again.points, sizeof(vt_vec3) * 6000) == 0);
  CHECK(memcmp(box.points, other.points, sizeof(vt_vec3) * 6000) != 0);
  double area = 2 * (size.x * size.y + size.x * size.z + size.y * size.z);
  int top = 0;
  for (int i = 0; i < box.count; ++i) {
    vt_vec3 p = box.points[i], n = box.normals[i];
    double x = fabs(p.x) - size.x / 2, y = fabs(p.y) - size.y / 2, z = fabs(p.z) - size.z / 2;
    CHECK_NEAR(fmax(x, fmax(y, z)), 0, 1e-15);
    CHECK_NEAR(fabs(n.x) + fabs(n.y) + fabs(n.z), 1, 1e-12);
    CHECK(vt_dot(p, n) > 0);
    top += n.z > 0.5;
  }
  CHECK_NEAR(
      top, 6000 * size.x * size.y / area, 60); // a hundredth: far less than the 39 of pure chance, twice
  check_even(&box, area);
  sampled_free(&box);
  sampled_free(&again);
  sampled_free(&other);
  sampled ball = sample_ball(4000, 7);
  check_even(&ball, 4 * 3.14159265358979 * BALL_RADIUS * BALL_RADIUS);
  sampled_free(&ball);
  vt_error error = {0};
  const vt_vec3 flat[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const int triangle[3] = {0, 1, 2};
  vt_vec3 point, normal;
  CHECK(!vt_blue_noise(flat, triangle, 1, 1, 0, &point, &normal, &error));
  CHECK_CONTAINS(error.message, "surface of 0 m^2");
  error = (vt_error){0};
  CHECK(!vt_blue_noise(flat, triangle, 1, 0, 0, &point, &normal, &error));
  CHECK_CONTAINS(error.message, "by 0 points, expected from 1 to");
  return check_report();
}
