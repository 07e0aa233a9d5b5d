// Clouds that are no surface: one clear line each. And bodies that are all points.
#include "check.h"
#include "skins.h"

enum { COUNT = 2000 };

// Of a ball, by a spiral.
static void spiral(double radius, vt_vec3 points[COUNT], vt_vec3 normals[COUNT]) {
  for (int i = 0; i < COUNT; ++i) {
    double z = 1 - (2.0 * i + 1) / COUNT, r = sqrt(1 - z * z), angle = 2.399963 * i;
    normals[i] = vt_v3(r * cos(angle), r * sin(angle), z);
    points[i] = vt_scale(radius, normals[i]);
  }
}

static vt_rigid_def ball_of(const vt_points_def *points) {
  vt_rigid_def def = vt_rigid_def_default();
  def.name = "scan";
  def.points = points;
  def.mass = 0.1;
  def.inertia_given = true;
  def.inertia = vt_mat_scale(0.4 * 0.1 * 4e-4, vt_mat_identity());
  return def;
}

static void refused(yard *y, vt_rigid_def def, const char *words) {
  vt_error error = {0};
  CHECK(vt_model_add_rigid(y->model, &def, &error) == -1);
  if (!CHECK(strstr(error.message, words) != NULL)) printf("  %s\n", error.message);
  CHECK(strchr(error.message, '\n') == NULL && strstr(error.message, "scan") != NULL);
}

static void test_refused(void) {
  vt_vec3 points[COUNT], normals[COUNT];
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  spiral(0.02, points, normals);
  vt_points_def def = {.count = COUNT, .points = points, .normals = normals};
  vt_points_def none = def, one = def, over = def;
  none.count = 0;
  one.count = 1;
  over.controls = COUNT + 1;
  refused(&y, ball_of(&none), "found 0 points");
  refused(&y, ball_of(&one), "found 1 points");
  refused(&y, ball_of(&over), "2001 control points of 2000");
  vt_rigid_def light = ball_of(&def);
  light.inertia_given = false;
  refused(&y, light, "mass and inertia");
  points[7].y = NAN;
  refused(&y, ball_of(&def), "point 7");
  spiral(0.02, points, normals);
  normals[9] = vt_scale(2, normals[9]);
  refused(&y, ball_of(&def), "normal of length 2");
  spiral(0.02, points, normals);
  for (int i = 0; i < COUNT; ++i) points[i] = points[i % 3];
  refused(&y, ball_of(&def), "3 points at different places");
  yard_free(&y);
}

// A ball of points without a mesh, some of them twice and with and without normals, lies on the ground.
static void test_scan(bool with_normals) {
  vt_vec3 points[COUNT], normals[COUNT];
  yard y = yard_new(0.005, vt_v3(0, 0, -9.81), 0.5);
  spiral(0.02, points, normals);
  points[5] = points[4];
  vt_points_def def = {
      .count = COUNT, .points = points, .normals = with_normals ? normals : NULL, .controls = COUNT};
  vt_rigid_def scan = ball_of(&def);
  vt_error error = {0};
  scan.pose = at(0, 0, 0.021);
  int ground = yard_ground(&y), body = vt_model_add_rigid(y.model, &scan, &error);
  CHECK(body >= 0);
  yard_start(&y);
  for (int n = 0; n < 100; ++n) yard_step(&y);
  vt_vec3 f = vt_world_contact_force(y.world, body, ground);
  double z = vt_world_body_pose(y.world, body).position.z;
  vt_surface_view seen = vt_world_visual_surface(y.world, body);
  printf("a ball without a mesh%s: carried %.9f N, centre at %.5f m, shown by %d triangles\n",
      with_normals ? "" : " and normals", f.z, z, seen.triangle_count);
  CHECK_NEAR(f.z, 0.981, 1e-6);
  // Inside the true ball by h^2 / 2R = 0.16 mm, h being 1.5 spacings of 1.7 mm; and the gap that is kept.
  CHECK_NEAR(z, 0.02 - 0.16e-3 + 1e-4, 0.05e-3);
  CHECK(seen.triangle_count == COUNT - 1);
  CHECK(vt_model_body_volume(y.model, body) == 0);
  yard_free(&y);
}

int main(void) {
  test_refused();
  test_scan(true);
  test_scan(false);
  return check_report();
}
