// A spring by which a body is pulled at: where it hangs, what it does to momentum, that nothing shakes it,
// what links and bonds make of it, and that it belongs to the state.
#include "check.h"
#include "failing_memory.h"

#include <ventouse/ventouse.h>

static const double cube_mass = 0.064; // kg: 40 mm of 1000 kg/m^3

// Bodies 0: a rigid cube, 1: a soft one beside it, 2: a fixed one far below. Nothing touches.
static vt_model *make_model(double dt, double gravity, vt_error *error) {
  vt_vec3 low = {-0.02, -0.02, -0.02}, high = {0.02, 0.02, 0.02};
  vt_settings settings = vt_settings_default();
  settings.dt = dt;
  settings.gravity = (vt_vec3){0, 0, -gravity};
  vt_model *model = vt_model_create(&settings, error);
  vt_mesh *solid = vt_mesh_box(low, high, 2, 2, 2, VT_CELL_NONE, error),
          *cells = vt_mesh_box(low, high, 3, 3, 3, VT_CELL_TET4, error);
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.name = "cube";
  rigid.mesh = solid;
  vt_deformable_def soft = vt_deformable_def_default();
  soft.name = "jelly";
  soft.mesh = cells;
  soft.mass = cube_mass;
  soft.material.young = 1e5;
  soft.material.stiffness_damping = 0.01;
  soft.pose.position.x = 0.2;
  vt_driven_def fixed = vt_driven_def_default();
  fixed.name = "ground";
  fixed.mesh = solid;
  fixed.pose.position.z = -5;
  CHECK(vt_model_add_rigid(model, &rigid, error) == 0);
  CHECK(vt_model_add_deformable(model, &soft, error) == 1);
  CHECK(vt_model_add_driven(model, &fixed, error) == 2);
  vt_mesh_destroy(solid);
  vt_mesh_destroy(cells);
  return model;
}

static vt_vec3 point_of(const vt_world *world, int body, int triangle, const double weights[3]) {
  vt_surface_view s = vt_world_collision_surface(world, body);
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    vt_vec3 v = s.vertices[s.triangles[3 * triangle + i]];
    sum.x += weights[i] * v.x;
    sum.y += weights[i] * v.y;
    sum.z += weights[i] * v.z;
  }
  return sum;
}

// The triangle and weights nearest to the middle of a body's top: of all corners and edges' middles.
static int top_of(const vt_world *world, int body, double weights[3]) {
  vt_surface_view s = vt_world_collision_surface(world, body);
  vt_vec3 center = vt_world_body_pose(world, body).position;
  double best = 1e9;
  int found = -1;
  for (int t = 0; t < s.triangle_count; ++t)
    for (int k = 0; k < 6; ++k) {
      double w[3] = {0, 0, 0};
      w[k % 3] += 0.5;
      w[k < 3 ? k : (k + 1) % 3] += 0.5;
      vt_vec3 p = point_of(world, body, t, w);
      double away = hypot(p.x - center.x, p.y - center.y) + fabs(p.z - center.z - 0.02);
      if (away >= best) continue;
      best = away;
      found = t;
      memcpy(weights, w, sizeof w);
    }
  CHECK(best < 1e-9);
  return found;
}

// A body on a spring from a still target comes to rest an extension m g / k below it.
static void check_rest(int body) {
  vt_error error = {0};
  vt_model *model = make_model(0.01, 9.81, &error);
  vt_world *world = vt_world_create(model, &error);
  double weights[3], stiffness = 50, weight = cube_mass * 9.81;
  CHECK_CLOSE(vt_model_body_mass(model, body), cube_mass, 1e-9);
  int triangle = top_of(world, body, weights);
  vt_vec3 target = point_of(world, body, triangle, weights);
  CHECK(vt_world_pull(world, body, triangle, weights, target, stiffness, &error));
  CHECK(vt_world_pull_force(world).z == 0);
  double lowest = 0;
  for (int k = 0; k < 400; ++k) {
    CHECK(vt_world_step(world) == VT_STEP_OK);
    lowest = fmin(lowest, point_of(world, body, triangle, weights).z - target.z);
  }
  vt_vec3 p = point_of(world, body, triangle, weights), f = vt_world_pull_force(world);
  // Critically damped with a time constant of 36 ms, 4 s leave nothing of the distance to the rest; what is
  // left is the solver's tolerance (1e-9) and rounding.
  CHECK_CLOSE(target.z - p.z, weight / stiffness, 1e-6);
  CHECK_CLOSE(f.z, weight, 1e-6);
  CHECK_NEAR(p.x - target.x, 0, 1e-8);
  CHECK_NEAR(hypot(f.x, f.y), 0, 1e-5 * weight); // the soft one's mesh is not symmetric: it still sways
  // Critical damping does not swing through: the lowest place is the last, but for the soft body's own
  // wobble.
  CHECK(target.z + lowest > p.z - (body == 1 ? 0.02 : 1e-6) * weight / stiffness);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

// However stiff: nothing shakes, and the point comes to its target, sideways and with the body turned.
static void check_stiff(int body, double stiffness) {
  vt_error error = {0};
  vt_model *model = make_model(0.01, 9.81, &error);
  vt_world *world = vt_world_create(model, &error);
  double weights[3] = {0.2, 0.3, 0.5};
  vt_vec3 target = point_of(world, body, 7, weights);
  double fastest = 0;
  for (int k = 0; k < 600; ++k) {
    if (k < 50) target.x += 0.002, target.z += 0.001; // dragged at 0.2 m/s
    CHECK(vt_world_pull(world, body, 7, weights, target, stiffness, &error));
    CHECK(vt_world_step(world) == VT_STEP_OK);
    vt_vec3 v = vt_world_body_velocity(world, body);
    fastest = fmax(fastest, sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
  }
  vt_vec3 p = point_of(world, body, 7, weights), v = vt_world_body_velocity(world, body);
  double away = sqrt(pow(p.x - target.x, 2) + pow(p.y - target.y, 2) + pow(p.z - target.z, 2));
  // m g / k, as much again for a body that still swings about the point, and the second order of its turn in
  // a step, r (w h)^2 / 2 with w = v / r and an arm r of at least 20 mm, which a row of first order does not
  // see.
  double speed = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  CHECK(away < 2 * cube_mass * 9.81 / stiffness + 1e-6 + pow(0.01 * speed, 2) / (2 * 0.02));
  // Dragged at 0.22 m/s and swinging from an arm of at most 35 mm, it never gets faster than a fall down
  // twice that arm adds: sqrt(2 g 0.07) = 1.17 m/s.
  CHECK(fastest < 0.22 + 1.2);
  CHECK(speed < 1.2);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

// Without gravity, momentum changes by force times step.
static void check_momentum(int body) {
  vt_error error = {0};
  vt_model *model = make_model(0.005, 0, &error);
  vt_world *world = vt_world_create(model, &error);
  double weights[3] = {0.1, 0.6, 0.3};
  vt_vec3 target = point_of(world, body, 3, weights), sum = {0, 0, 0};
  target.x += 0.02, target.y -= 0.01;
  CHECK(vt_world_pull(world, body, 3, weights, target, 20, &error));
  double largest = 0;
  for (int k = 0; k < 40; ++k) {
    CHECK(vt_world_step(world) == VT_STEP_OK);
    CHECK(vt_world_status(world)->substeps == 1); // else the force is that of the last piece
    vt_vec3 f = vt_world_pull_force(world), p = vt_world_momentum(world, body);
    sum.x += 0.005 * f.x, sum.y += 0.005 * f.y, sum.z += 0.005 * f.z;
    largest = fmax(largest, fabs(p.x));
    // Rounding of some hundred nodes over 40 steps; the body's own forces cancel as exactly.
    CHECK_NEAR(p.x, sum.x, 1e-10);
    CHECK_NEAR(p.y, sum.y, 1e-10);
    CHECK_NEAR(p.z, sum.z, 1e-10);
  }
  CHECK(largest > 1e-3);
  vt_world_let_go(world);
  vt_vec3 before = vt_world_momentum(world, body);
  CHECK(vt_world_step(world) == VT_STEP_OK);
  CHECK_NEAR(vt_world_momentum(world, body).x, before.x, 1e-12);
  CHECK(vt_world_pull_force(world).x == 0 && vt_world_pull_force(world).y == 0);
  CHECK(vt_world_status(world)->constraints == 0);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

// Bodies that are held: the cube on an arm of a hinge that a limited hinge and a welded weight follow, the
// soft one bonded to the fixed one, and a pair far off whose rows stand behind theirs.
static vt_model *make_held_model(vt_error *error) {
  vt_model *model = make_model(0.01, 9.81, error);
  vt_vec3 half = {0.01, 0.01, 0.01}, low = {-0.01, -0.01, -0.01};
  vt_mesh *small = vt_mesh_box(low, half, 1, 1, 1, VT_CELL_NONE, error);
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = small;
  for (int k = 0; k < 2; ++k) {
    rigid.pose.position = (vt_vec3){-1, 0.1 * k, 0};
    CHECK(vt_model_add_rigid(model, &rigid, error) == 3 + k);
  }
  vt_link_def hinge = vt_link_def_default();
  hinge.kind = VT_LINK_HINGE;
  hinge.body_b = 0;
  hinge.pose_a = vt_link_pose((vt_vec3){-0.2, 0, 0}, (vt_vec3){0, 1, 0});
  CHECK(vt_model_add_link(model, &hinge, error) == 0);
  vt_link_def ball = vt_link_def_default();
  ball.body_b = 3;
  ball.pose_a = vt_link_pose((vt_vec3){-1, -0.1, 0}, (vt_vec3){0, 0, 1});
  CHECK(vt_model_add_link(model, &ball, error) == 1);
  vt_link_def limited = vt_link_def_default();
  limited.kind = VT_LINK_HINGE;
  limited.body_a = 3;
  limited.body_b = 4;
  limited.pose_a = vt_link_pose((vt_vec3){0, 0.05, 0}, (vt_vec3){1, 0, 0});
  limited.limited = true;
  limited.lower = -0.1;
  limited.upper = 0.1;
  CHECK(vt_model_add_link(model, &limited, error) == 2);
  vt_bond_def bond = vt_bond_def_default();
  bond.body_a = 1;
  bond.body_b = 2;
  bond.region = vt_region_box((vt_vec3){-1, -1, -0.021}, (vt_vec3){1, 1, -0.019});
  CHECK(vt_model_add_bond(model, &bond, error) == 0);
  vt_mesh_destroy(small);
  return model;
}

// A body that links or bonds hold is pulled in a circle: every step converges, and what holds it holds.
static void check_held(int body, double stiffness) {
  vt_error error = {0};
  vt_model *model = make_held_model(&error);
  vt_world *world = vt_world_create(model, &error);
  double weights[3] = {0.2, 0.3, 0.5}, arm = 0, residual = 0;
  vt_vec3 start = point_of(world, body, 7, weights);
  for (int k = 0; k < 100; ++k) {
    vt_vec3 target = {start.x + 0.05 * sin(0.1 * k), start.y, start.z - 0.1 + 0.1 * cos(0.1 * k)};
    CHECK(vt_world_pull(world, body, 7, weights, target, stiffness, &error));
    CHECK(vt_world_step(world) == VT_STEP_OK);
    residual = fmax(residual, vt_world_status(world)->residual);
    vt_vec3 p = vt_world_body_pose(world, 0).position;
    arm = fmax(arm, fabs(sqrt(pow(p.x + 0.2, 2) + p.y * p.y + p.z * p.z) - 0.2));
  }
  CHECK(residual <= 1e-9);
  // The arc of a step, h^2 v^2 / 2 r, at the 2 m/s of a fall by the whole arm.
  CHECK(arm < 1e-3);
  // The pair that is not pulled hangs as it would.
  vt_world *other = vt_world_create(model, &error);
  for (int k = 0; k < 100; ++k) vt_world_step(other);
  for (int b = 3; b < 5 && body != 3; ++b) {
    vt_vec3 p = vt_world_body_pose(world, b).position, q = vt_world_body_pose(other, b).position;
    CHECK_NEAR(p.x - q.x, 0, 1e-9);
    CHECK_NEAR(p.z - q.z, 0, 1e-9);
  }
  vt_world_destroy(other);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

static void check_snapshot(void) {
  vt_error error = {0};
  vt_model *model = make_model(0.01, 9.81, &error);
  vt_world *world = vt_world_create(model, &error), *other = vt_world_create(model, &error);
  const double weights[3] = {0.2, 0.3, 0.5};
  uint64_t loose = vt_world_hash(world);
  CHECK(vt_world_pull(world, 1, 5, weights, (vt_vec3){0.2, 0, 0.1}, 100, &error));
  CHECK(vt_world_hash(world) != loose);
  for (int k = 0; k < 10; ++k) vt_world_step(world);
  vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
  allocation_count = 0;
  for (int k = 0; k < 30; ++k) vt_world_step(world);
  CHECK(allocation_count == 0);
  uint64_t end = vt_world_hash(world);
  vt_vec3 force = vt_world_pull_force(world);
  vt_world_let_go(world);
  CHECK(vt_world_restore(world, snapshot, &error));
  CHECK(vt_world_restore(other, snapshot, &error));
  for (int k = 0; k < 30; ++k) {
    vt_world_step(world);
    vt_world_step(other);
  }
  CHECK(vt_world_hash(world) == end);
  CHECK(vt_world_hash(other) == end);
  CHECK(force.z != 0 && vt_world_pull_force(other).z == force.z);
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(world);
  vt_world_destroy(other);
  vt_model_destroy(model);
}

static void refused(vt_world *world, int body, int triangle, const double weights[3], vt_vec3 target,
    double stiffness, const char *why) {
  vt_error error = {0};
  uint64_t hash = vt_world_hash(world);
  CHECK(!vt_world_pull(world, body, triangle, weights, target, stiffness, &error));
  CHECK_CONTAINS(error.message, why);
  CHECK(vt_world_hash(world) == hash);
}

static void check_refused(void) {
  vt_error error = {0};
  vt_model *model = make_model(0.01, 9.81, &error);
  vt_world *world = vt_world_create(model, &error);
  const double good[3] = {0.2, 0.3, 0.5}, much[3] = {0.2, 0.3, 0.6}, none[3] = {NAN, 0.5, 0.5},
               beyond[3] = {2, -1, 0};
  vt_vec3 at = {0, 0, 1}, lost = {0, INFINITY, 0};
  int count = vt_world_collision_surface(world, 0).triangle_count;
  refused(world, -1, 0, good, at, 1, "there is no body -1");
  refused(world, 3, 0, good, at, 1, "there is no body 3");
  refused(world, 2, 0, good, at, 1, "'ground' is driven or fixed");
  refused(world, 0, -1, good, at, 1, "no triangle -1");
  refused(world, 0, count, good, at, 1, "no triangle");
  refused(world, 0, 0, much, at, 1, "add up to 1");
  refused(world, 0, 0, none, at, 1, "add up to 1");
  refused(world, 0, 0, beyond, at, 1, "from 0 to 1");
  refused(world, 0, 0, good, lost, 1, "target");
  refused(world, 0, 0, good, at, 0, "stiffness");
  refused(world, 0, 0, good, at, NAN, "stiffness");
  refused(world, 0, 0, good, at, INFINITY, "stiffness");
  CHECK(vt_world_pull(world, 0, count - 1, good, at, 1, &error));
  const double single[3] = {0.1f, 0.2f, 0.7f}; // as callers have them who look for a point in a picture
  CHECK(single[0] + single[1] + single[2] != 1);
  CHECK(vt_world_pull(world, 0, 0, single, at, 1, &error));
  vt_world_let_go(world);
  vt_world_let_go(world);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

int main(void) {
  for (int body = 0; body < 2; ++body) {
    check_rest(body);
    check_momentum(body);
    check_stiff(body, 100);
    check_stiff(body, 1e6);
    check_stiff(body, 1e10);
  }
  for (int k = 0; k < 5; ++k) {
    const int bodies[5] = {0, 0, 0, 1, 3};
    const double stiffness[5] = {100, 5e3, 1e6, 100, 100};
    check_held(bodies[k], stiffness[k]);
  }
  check_snapshot();
  check_refused();
  return check_report();
}
