// Bodies that touch by points: their weight is carried, an incline holds and slips as it should, third law.
#include "check.h"
#include "skins.h"

static const double g = 9.81;

// 0: by its mesh, 1: by points.
typedef struct kinds {
  const char *name;
  int block, ground;
} kinds;

static const kinds all[] = {
    {"points on points", 1, 1}, {"points on triangles", 1, 0}, {"triangles on points", 0, 1}};

static const vt_vec3 size = {0.06, 0.05, 0.04}, slab = {0.16, 0.14, 0.02};
static const double mass = 0.3;

// A block on a slab that is turned by an angle about y; both by what `k` says.
static yard block_on_slab(const kinds *k, double angle, double friction, double dt, int *body, int *ground) {
  yard y = yard_new(dt, vt_v3(0, 0, -g), friction);
  vt_points_def fine = samples(2400, 320), coarse = samples(3000, 400);
  vt_pose pose = turned(vt_v3(0, 0, 0), vt_v3(0, 1, 0), angle);
  double above = 0.5 * (size.z + slab.z) + 1e-4;
  vt_pose on = {vt_quat_rotate(pose.rotation, vt_v3(0, 0, above)), pose.rotation};
  *ground = yard_points_fixed(&y, block(slab, 1, VT_CELL_NONE), k->ground ? &coarse : NULL, pose);
  *body = yard_points_rigid(&y, block(size, 1, VT_CELL_NONE), k->block ? &fine : NULL, mass, on);
  yard_start(&y);
  return y;
}

static void test_weight(const kinds *k) {
  int body, ground;
  worst seen = {0};
  yard y = block_on_slab(k, 0, 0.5, 0.005, &body, &ground);
  double off = 0;
  vt_vec3 start = vt_world_body_pose(y.world, body).position;
  for (int n = 0; n < 200; ++n) {
    yard_step(&y);
    look(&y, &seen);
    vt_vec3 f = vt_world_contact_force(y.world, body, ground),
            back = vt_world_contact_force(y.world, ground, body);
    if (n > 60) off = fmax(off, vt_norm(vt_sub(f, vt_v3(0, 0, mass * g))) / (mass * g));
    CHECK(vt_norm(vt_add(f, back)) <= 1e-12 * mass * g);
  }
  vt_vec3 end = vt_world_body_pose(y.world, body).position;
  double moved = vt_norm(vt_sub(end, start));
  printf("%s: weight off by %.1e of itself, moved %.2e m, %d contacts, %d iterations, residual %.1e\n",
      k->name, off, moved, seen.contacts, seen.iterations, seen.residual);
  CHECK(off < 1e-6);
  CHECK(seen.contacts > 3);
  CHECK(seen.unconverged == 0);
  // The edges of a cloud are round and its faces straight: nothing but the gap that contacts keep may change.
  CHECK(moved < 1e-4);
  yard_free(&y);
}

// The distance slid in half a second, and that of a point mass.
static double slid(const kinds *k, double slope, double friction) {
  int body, ground;
  double angle = atan(slope);
  yard y = block_on_slab(k, angle, friction, 0.005, &body, &ground);
  vt_vec3 start = vt_world_body_pose(y.world, body).position;
  for (int n = 0; n < 40; ++n) yard_step(&y);
  vt_vec3 by = vt_sub(vt_world_body_pose(y.world, body).position, start);
  yard_free(&y);
  return vt_dot(by, vt_v3(cos(angle), 0, -sin(angle)));
}

static void test_incline(const kinds *k) {
  const double friction = 0.3, time = 0.2, dt = 0.005;
  double below = slid(k, 0.99 * friction, friction), above = slid(k, 1.01 * friction, friction),
         far = slid(k, 0.5, friction);
  double angle = atan(0.5), steeper = atan(1.01 * friction);
  // Implicit Euler is h / 2 ahead: a (t^2 + h t) / 2.
  double free = 0.5 * (time * time + time * dt);
  double expected = g * (sin(angle) - friction * cos(angle)) * free,
         little = g * (sin(steeper) - friction * cos(steeper)) * free;
  printf("%s: slides %.1e m at 0.99 mu, %.3e at 1.01 mu (%.3e), %.4e at a slope of 0.5 (%.4e)\n", k->name,
      below, above, little, far, expected);
  CHECK(fabs(below) < 1e-6);
  CHECK(fabs(above - little) < 0.05 * little);
  CHECK(fabs(far - expected) < 0.01 * expected);
}

// A ball of points that rolls down an incline of points, where a true one has 5/7 of g sin: by how much less
// it goes. It touches by its control points, and so rolls like a body of as many faces.
static double lag(int controls) {
  const double radius = 0.02, angle = 0.2, dt = 0.005;
  yard y = yard_new(dt, vt_v3(0, 0, -g), 0.6);
  vt_points_def fine = samples(8 * controls, controls), coarse = samples(3000, 400);
  vt_pose pose = turned(vt_v3(0, 0, 0), vt_v3(0, 1, 0), angle);
  yard_points_fixed(&y, block(vt_v3(0.4, 0.06, 0.02), 1, VT_CELL_NONE), &coarse, pose);
  vt_pose on = {vt_quat_rotate(pose.rotation, vt_v3(-0.1, 0, radius + 0.01 + 1e-4)), pose.rotation};
  int body = yard_points_rigid(&y, ball(radius, 24, VT_CELL_NONE), &fine, 0.05, on);
  yard_start(&y);
  for (int n = 0; n < 60; ++n) yard_step(&y);
  vt_vec3 by = vt_sub(vt_world_body_pose(y.world, body).position, on.position);
  double went = vt_dot(by, vt_v3(cos(angle), 0, -sin(angle))), time = 60 * dt;
  double expected = 5.0 / 7 * g * sin(angle) * 0.5 * (time * time + time * dt);
  yard_free(&y);
  return 1 - went / expected;
}

static void test_roll(void) {
  double coarse = lag(500), fine = lag(2000);
  printf("a ball of 500 control points rolls %.1f%% less far than a true one, of 2,000 %.1f%%\n",
      100 * coarse, 100 * fine);
  CHECK(coarse > 0 && fine > 0 && fine < 0.6 * coarse);
}

int main(void) {
  for (int k = 0; k < 3; ++k) {
    test_weight(&all[k]);
    test_incline(&all[k]);
  }
  test_roll();
  return check_report();
}
