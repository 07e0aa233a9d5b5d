// Links and bonds: refused definitions, names, gradients against differences, groups of rows, the same bits
// again, and steady steps that allocate nothing.
#include "rows/joints.c" // for the values and gradients of links

#include "check.h"
#include "failing_memory.h"
#include "unit/world/sample.h"

static sample_meshes meshes;

// The sample's world, with a chain of three cubes, a weld to the finger and bonds onto the jelly and ground.
static bool add_joints(vt_model *model, vt_error *error) {
  for (int k = 0; k < 3; ++k) {
    vt_rigid_def cube = vt_rigid_def_default();
    cube.mesh = meshes.solid;
    cube.pose.position = vt_v3(0.2 + 0.03 * k, 0, 0);
    if (vt_model_add_rigid(model, &cube, error) != 5 + k) return false;
  }
  vt_deformable_def pad = vt_deformable_def_default();
  pad.name = "pad";
  pad.mesh = meshes.soft;
  pad.pose.position = vt_v3(0.04, 0, 0.1);
  pad.material.young = 1e5;
  if (vt_model_add_deformable(model, &pad, error) != 8) return false;
  vt_link_def link = vt_link_def_default();
  link.name = "shoulder";
  link.kind = VT_LINK_HINGE;
  link.body_b = 5;
  link.pose_a = vt_link_pose(vt_v3(0.185, 0, 0), vt_v3(0, 1, 0));
  link.limited = true;
  link.lower = -0.3;
  link.upper = 0.3;
  if (vt_model_add_link(model, &link, error) != 0) return false;
  link = vt_link_def_default();
  link.name = "elbow";
  link.body_a = 5;
  link.body_b = 6;
  link.pose_a = vt_link_pose(vt_v3(0.015, 0, 0), vt_v3(0, 1, 0));
  if (vt_model_add_link(model, &link, error) != 1) return false;
  link.name = "rail";
  link.kind = VT_LINK_SLIDE;
  link.body_a = 6;
  link.body_b = 7;
  link.compliance = 1e-5;
  if (vt_model_add_link(model, &link, error) != 2) return false;
  link = vt_link_def_default();
  link.name = "weld";
  link.kind = VT_LINK_FIXED;
  link.body_a = 3;
  link.body_b = 2;
  if (vt_model_add_link(model, &link, error) != 3) return false;
  vt_bond_def bond = vt_bond_def_default();
  bond.name = "glue";
  bond.body_a = 8;
  bond.body_b = 1;
  bond.region = vt_region_box(vt_v3(-1e-3, -1, -1), vt_v3(1e-3, 1, 1));
  if (vt_model_add_bond(model, &bond, error) != 0) return false;
  static const vt_sensor_kind kinds[] = {VT_SENSOR_JOINT, VT_SENSOR_BOND};
  for (int k = 0; k < 2; ++k) {
    vt_sensor_def sensor = vt_sensor_def_default();
    sensor.kind = kinds[k];
    sensor.target = 0;
    if (vt_model_add_sensor(model, &sensor, error) < 0) return false;
  }
  return true;
}

static vt_model *joined_model(vt_error *error) {
  vt_model *model = sample_model(&meshes, error);
  if (model != NULL && add_joints(model, error)) return model;
  vt_model_destroy(model);
  return NULL;
}

// ---------------------------------------------------------------- definitions

static void refused(int result, vt_error *error, const char *part) {
  CHECK(result == -1);
  CHECK(error->code == VT_BAD_INPUT);
  CHECK(strchr(error->message, '\n') == NULL);
  CHECK_CONTAINS(error->message, part);
  *error = (vt_error){0};
}

static void check_bad_links(vt_model *model) {
  vt_error error = {0};
  vt_link_def good = vt_link_def_default(), bad;
  good.body_b = 2;
  good.kind = VT_LINK_HINGE;
  bad = good, bad.name = "elbow";
  refused(vt_model_add_link(model, &bad, &error), &error, "the name 'elbow' is taken by another link");
  bad = good, bad.body_a = 77;
  refused(vt_model_add_link(model, &bad, &error), &error, "there is no body 77");
  bad = good, bad.body_a = -2;
  refused(vt_model_add_link(model, &bad, &error), &error, "there is no body -2");
  bad = good, bad.body_a = 0;
  refused(vt_model_add_link(model, &bad, &error), &error, "body 'beam' is deformable");
  bad = good, bad.body_b = 4;
  refused(vt_model_add_link(model, &bad, &error), &error, "neither of its bodies is rigid");
  bad = good, bad.body_a = 2;
  refused(vt_model_add_link(model, &bad, &error), &error, "joins body 'cube' to itself");
  bad = good, bad.kind = (vt_link_kind)9;
  refused(vt_model_add_link(model, &bad, &error), &error, "its kind is 9");
  bad = good, bad.compliance = -1;
  refused(vt_model_add_link(model, &bad, &error), &error, "compliance");
  bad = good, bad.turn_compliance = NAN;
  refused(vt_model_add_link(model, &bad, &error), &error, "compliance");
  bad = good, bad.pose_a.position.x = INFINITY;
  refused(vt_model_add_link(model, &bad, &error), &error, "not finite");
  bad = good, bad.pose_a.rotation.w = 2;
  refused(vt_model_add_link(model, &bad, &error), &error, "quaternion of length 2");
  bad = good, bad.pose_b_given = true;
  refused(vt_model_add_link(model, &bad, &error), &error, "0.1 m and 0 rad apart");
  bad = good, bad.limited = true, bad.lower = 1;
  refused(vt_model_add_link(model, &bad, &error), &error, "lower <= upper");
  bad = good, bad.limited = true, bad.lower = 1, bad.upper = 2;
  refused(vt_model_add_link(model, &bad, &error), &error, "stands at 0 at time 0");
  bad = good, bad.limited = true, bad.kind = VT_LINK_BALL;
  refused(vt_model_add_link(model, &bad, &error), &error, "expected a hinge or a slide");
}

static void check_bad_bonds(vt_model *model) {
  vt_error error = {0};
  vt_bond_def good = vt_bond_def_default(), bad;
  good.body_a = 8;
  good.body_b = 2;
  bad = good, bad.name = "glue";
  refused(vt_model_add_bond(model, &bad, &error), &error, "the name 'glue' is taken by another bond");
  bad = good, bad.body_a = 2;
  refused(vt_model_add_bond(model, &bad, &error), &error, "body 'cube' is not deformable");
  bad = good, bad.body_b = 8;
  refused(vt_model_add_bond(model, &bad, &error), &error, "to itself");
  bad = good, bad.body_b = -1;
  refused(vt_model_add_bond(model, &bad, &error), &error, "no body -1");
  bad = good, bad.region = vt_region_group("stem");
  refused(vt_model_add_bond(model, &bad, &error), &error, "stem");
  bad = good, bad.body_b = 1;
  refused(vt_model_add_bond(model, &bad, &error), &error, "outside mesh");
  bad = good, bad.body_a = 0, bad.body_b = 4;
  refused(vt_model_add_bond(model, &bad, &error), &error, "follows a frame");
  vt_sensor_def sensor = vt_sensor_def_default();
  sensor.kind = VT_SENSOR_JOINT;
  sensor.target = 4;
  refused(vt_model_add_sensor(model, &sensor, &error), &error, "no link 4");
  sensor.kind = VT_SENSOR_BOND;
  refused(vt_model_add_sensor(model, &sensor, &error), &error, "no bond 4");
}

static void check_looking(const vt_model *model) {
  CHECK(vt_model_link_count(model) == 4 && vt_model_bond_count(model) == 1);
  CHECK(vt_model_find_link(model, "rail") == 2 && vt_model_find_link(model, "trail") == -1);
  CHECK(vt_model_find_bond(model, "glue") == 0 && vt_model_find_bond(model, "") == -1);
  CHECK(
      strcmp(vt_model_link_name(model, 3), "weld") == 0 && strcmp(vt_model_bond_name(model, 0), "glue") == 0);
  CHECK(
      vt_model_is_joined(model, 5, 6) && vt_model_is_joined(model, 1, 8) && !vt_model_is_joined(model, 5, 7));
}

// A small disagreement of the two sides is taken out, what the link leaves free is kept.
static void check_given_sides(void) {
  vt_error error = {0};
  vt_model *model = joined_model(&error); // one that no world has frozen
  if (!CHECK(model != NULL)) return;
  vt_link_def def = vt_link_def_default();
  def.kind = VT_LINK_HINGE;
  def.body_b = 2; // its mesh is at (0, 0.1, 0)
  def.pose_a = vt_link_pose(vt_v3(0.01, 0.1, 0), vt_v3(0, 0, 1));
  def.pose_b_given = true;
  def.pose_b = (vt_pose){{0.01 + 5e-5, 0, 0}, vt_quat_exp(vt_v3(5e-4, 0, 0.7))};
  int number = vt_model_add_link(model, &def, &error);
  CHECK(number == 4);
  const vt_link *link = &model->links[number];
  CHECK_NEAR(link->start, 0.7, 1e-6);
  CHECK_NEAR(vt_norm(vt_sub(link->pose_b.position, vt_v3(0.01, 0, 0))), 0, 1e-15);
  vt_vec3 axis = vt_quat_rotate(link->pose_b.rotation, vt_v3(0, 0, 1));
  CHECK_NEAR(vt_norm(vt_sub(axis, vt_v3(0, 0, 1))), 0, 1e-14);
  vt_pose back = vt_link_pose(vt_v3(0, 0, 0), vt_v3(0, 0, -2));
  CHECK_NEAR(vt_quat_rotate(back.rotation, vt_v3(0, 0, 1)).z, -1, 1e-14);
  vt_model_destroy(model);
}

// ---------------------------------------------------------------- gradients

static sides moved(sides s, double e, vt_vec3 va, vt_vec3 wa, vt_vec3 vb, vt_vec3 wb) {
  s.a.position = vt_madd(s.a.position, e, va);
  s.b.position = vt_madd(s.b.position, e, vb);
  s.a.rotation = vt_quat_mul(vt_quat_exp(vt_scale(e, wa)), s.a.rotation);
  s.b.rotation = vt_quat_mul(vt_quat_exp(vt_scale(e, wb)), s.b.rotation);
  return s;
}

// Every row of every kind, at sides that are apart and turned, for a motion of both.
static void check_gradients(void) {
  const double e = 1e-5;
  vt_vec3 va = {0.3, -0.2, 0.5}, wa = {0.7, 0.1, -0.4}, vb = {-0.6, 0.2, 0.1}, wb = {-0.3, 0.8, 0.2};
  for (int kind = VT_LINK_BALL; kind <= VT_LINK_FIXED; ++kind)
    for (int size = 0; size < 3; ++size) {
      double apart = size == 0 ? 0 : size == 1 ? 0.05 : 1.1;
      vt_link link = {.kind = (vt_link_kind)kind};
      vt_quat turn = vt_quat_exp(vt_v3(0.4, -1.2, 0.3));
      sides s = {{{0.1, 0.2, 0.3}, turn},
          {{0.1 + apart, 0.2, 0.3 - apart},
              vt_quat_mul(turn, vt_quat_exp(vt_v3(apart, -0.5 * apart, 0.7 * apart)))}};
      double low[6], high[6];
      link_gradient rows[6];
      sides before = moved(s, -e, va, wa, vb, wb), after = moved(s, e, va, wa, vb, wb);
      link_values(&link, before, low);
      link_values(&link, after, high);
      link_gradients(&link, s, rows);
      // The axes of a slide turn with A, and A's motion counts at B's origin.
      vt_vec3 there =
          kind == VT_LINK_SLIDE ? vt_add(va, vt_cross(wa, vt_sub(s.b.position, s.a.position))) : va;
      vt_vec3 linear = vt_sub(vb, there), angular = vt_sub(wb, wa);
      for (int r = 0; r < vt_link_rows(&link); ++r) {
        double rate = vt_dot(rows[r].linear, linear) + vt_dot(rows[r].turn, angular);
        CHECK_NEAR((high[r] - low[r]) / (2 * e), rate, 1e-8);
      }
      if (kind != VT_LINK_HINGE && kind != VT_LINK_SLIDE) continue;
      link_gradient g = place_gradient(&link, s);
      double rate = vt_dot(g.linear, linear) + vt_dot(g.turn, angular), at = place_of(&link, s, 0);
      CHECK_NEAR((place_of(&link, after, at) - place_of(&link, before, at)) / (2 * e), rate, 1e-8);
    }
}

// ---------------------------------------------------------------- worlds

// The chain makes one group of 5 + 3 + 5 rows, the weld one, the bond another.
static void check_groups(const vt_model *model) {
  vt_error error = {0};
  vt_joint_plan plan = {0};
  CHECK(vt_joint_plan_init(&plan, model, &error));
  CHECK(plan.group_count == 3 && plan.group_start[1] == 3 && plan.group_start[3] == 5);
  CHECK(plan.limit_count == 2 && plan.row_count == 13 + 6 + 3 * model->bonds[0].count);
  CHECK(plan.rows[0] == 0 && plan.rows[1] == 5 && plan.rows[2] == 8 && plan.rows[3] == 13 &&
        plan.rows[4] == 19);
  vt_joint_plan_free(&plan);
}

static uint64_t run(vt_world *world, int steps) {
  for (int k = 0; k < steps; ++k) CHECK(vt_world_step(world) == VT_STEP_OK);
  return vt_world_hash(world);
}

static void check_bits(const vt_model *model) {
  vt_error error = {0};
  uint64_t hashes[3];
  for (int k = 0; k < 3; ++k) {
    vt_world *world = vt_world_create(model, &error);
    vt_settings settings = *vt_world_settings(world);
    settings.threads = k == 0 ? 1 : k == 1 ? 2 : 5;
    CHECK(vt_world_set_settings(world, &settings, &error));
    run(world, 20);
    vt_snapshot *snapshot = vt_world_save(world, NULL, &error);
    hashes[k] = run(world, 40);
    CHECK(vt_world_restore(world, snapshot, &error));
    CHECK(run(world, 40) == hashes[k]);
    vt_snapshot_destroy(snapshot);
    vt_world_destroy(world);
  }
  CHECK(hashes[1] == hashes[0] && hashes[2] == hashes[0]);
}

static void check_steady(const vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  run(world, 5);
  allocation_count = 0;
  run(world, 50);
  CHECK(allocation_count == 0);
  vt_world_destroy(world);
}

// Every allocation of building and of two steps refused once.
static void check_refused_memory(void) {
  long unreported = 0, total = 1;
  for (long n = -1; n < total; ++n) {
    vt_error error = {0};
    allocation_count = 0;
    allocation_to_fail = n;
    vt_model *model = joined_model(&error);
    vt_world *world = model == NULL ? NULL : vt_world_create(model, &error);
    bool done = world != NULL && vt_world_step(world) == VT_STEP_OK && vt_world_step(world) == VT_STEP_OK;
    if (world != NULL && !done) error = vt_world_status(world)->error;
    vt_world_destroy(world);
    vt_model_destroy(model);
    if (n < 0) total = allocation_count;
    unreported += !done && (error.code != VT_NO_MEMORY || error.message[0] == '\0');
  }
  allocation_to_fail = -1;
  CHECK(total > 100);
  CHECK(unreported == 0);
}

int main(void) {
  vt_error error = {0};
  CHECK(sample_meshes_make(&meshes, &error));
  vt_model *model = joined_model(&error);
  if (!CHECK(model != NULL)) {
    printf("%s\n", error.message);
    return 1;
  }
  check_bad_links(model);
  check_bad_bonds(model);
  check_looking(model);
  check_groups(model);
  check_bits(model);
  check_steady(model);
  check_given_sides();
  check_gradients();
  check_refused_memory();
  vt_model_destroy(model);
  sample_meshes_free(&meshes);
  return check_report();
}
