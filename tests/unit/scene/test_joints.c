// Links and bonds of a scene file arrive in the model, and their sensors in expectations.
#include <ventouse/scene.h>

#include "base/vec.h"
#include "check.h"
#include "memory_files.h"
#include "model/model.h"

static void check_vector(vt_vec3 v, double x, double y, double z, double tolerance) {
  CHECK_NEAR(v.x, x, tolerance);
  CHECK_NEAR(v.y, y, tolerance);
  CHECK_NEAR(v.z, z, tolerance);
}

static vt_vec3 axis_of(vt_pose pose, int k) {
  return vt_quat_rotate(pose.rotation, vt_v3(k == 0, k == 1, k == 2));
}

static const vt_link *link_of(const vt_scene *scene, const char *name) {
  const vt_model *model = vt_scene_model(scene);
  int index = vt_model_find_link(model, name);
  if (!CHECK(index >= 0)) exit(1);
  return &model->links[index];
}

// ---------------------------------------------------------------- fields

// `up` stands turned by 90 degrees about x at 0 0 1, so that its y is up.
#define BODIES                                                                                               \
  "<fixed name='wall' position='0 0 2'><box size='1 1 1'/></fixed>"                                          \
  "<rigid name='up' position='0 0 1' rotation='1 0 0 90'><box size='1 1 1'/></rigid>"                        \
  "<rigid name='down' position='0 0 -1'><box size='1 1 1'/></rigid>"

static void test_defaults(void) {
  vt_scene *scene =
      must_load("<scene>" BODIES "<link kind='ball' b='up'/><link kind='fixed' b='down'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_link_count(model) == 2 && vt_model_bond_count(model) == 0);
  const vt_link *link = &model->links[0];
  CHECK(link->kind == VT_LINK_BALL && model->links[1].kind == VT_LINK_FIXED);
  CHECK(link->body_a == -1 && link->body_b == vt_model_find_body(model, "up"));
  CHECK(strcmp(vt_model_link_name(model, 0), "") == 0);
  CHECK(link->compliance == 0 && link->turn_compliance == 0 && !link->limited && !link->contact);
  check_vector(link->pose_a.position, 0, 0, 0, 0);
  check_vector(link->pose_b.position, 0, -1, 0, 1e-15); // the world's origin in the body
  vt_scene_destroy(scene);
}

static void test_windows(void) {
  vt_scene *scene =
      must_load("<scene>" BODIES "<material name='m' young='1e5' poisson='0.3'/><frame name='hand'/>"
                "<deformable name='bar' material='m' position='5 0 0'><box size='1 1 1'/></deformable>"
                "<attach name='grip' body='bar' frame='hand' from='0.5' until='2' force_limit='3.5'>"
                "<sphere radius='9'/></attach>"
                "<spring stiffness='1' until='4'><point/><point body='up'/></spring>"
                "<cable from='2'><point/><point body='up'/></cable>"
                "<link kind='ball' b='up' from='1' until='1.5'/>"
                "<bond a='bar' b='wall' from='3'><sphere radius='9'/></bond></scene>");
  const vt_model *model = vt_scene_model(scene);
  const vt_window expected[] = {{0.5, 2}, {0, 4}, {2, INFINITY}, {1, 1.5}, {3, INFINITY}};
  CHECK(vt_model_hold_count(model) == 5);
  for (int k = 0; k < 5; ++k) {
    CHECK(vt_model_window(model, k).from == expected[k].from);
    CHECK(vt_model_window(model, k).until == expected[k].until);
  }
  CHECK(model->attachments[0].force_limit == 3.5);
  CHECK(!vt_model_is_joined(model, vt_model_find_body(model, "bar"), vt_model_find_body(model, "wall")));
  vt_scene_destroy(scene);
}

static void test_sides(void) {
  vt_scene *scene = must_load(
      "<scene>" BODIES "<link name='hinge' kind='hinge' a='up' b='wall' position='0.1 0.2 0.3' axis='0 3 0'"
      " compliance='1e-6' turn_compliance='2e-5' lower='-90' upper='45' contact='true'/>"
      "<link name='slide' kind='slide' a='up' b='down' rotation='0 1 0 90' lower='-0.25' upper='0.5'/>"
      "<link name='world' kind='slide' a='down' position='0 0 0.5'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  int up = vt_model_find_body(model, "up"), down = vt_model_find_body(model, "down");
  const vt_link *hinge = link_of(scene, "hinge"), *slide = link_of(scene, "slide"),
                *world = link_of(scene, "world");
  CHECK(hinge->kind == VT_LINK_HINGE && hinge->body_a == up);
  CHECK(hinge->body_b == vt_model_find_body(model, "wall"));
  check_vector(hinge->pose_a.position, 0.1, 0.2, 0.3, 0);
  check_vector(axis_of(hinge->pose_a, 2), 0, 1, 0, 1e-15);
  // In the world up: 0.1 -0.3 1.2, which is 0.8 below the wall's origin.
  check_vector(hinge->pose_b.position, 0.1, -0.3, -0.8, 1e-15);
  check_vector(axis_of(hinge->pose_b, 2), 0, 0, 1, 1e-15);
  CHECK(hinge->compliance == 1e-6 && hinge->turn_compliance == 2e-5 && hinge->contact);
  CHECK(hinge->limited);
  CHECK_NEAR(hinge->lower, -VT_PI / 2, 1e-15);
  CHECK_NEAR(hinge->upper, VT_PI / 4, 1e-15);
  CHECK(slide->kind == VT_LINK_SLIDE && slide->body_a == up && slide->body_b == down);
  check_vector(axis_of(slide->pose_a, 2), 1, 0, 0, 1e-15);
  check_vector(axis_of(slide->pose_a, 0), 0, 0, -1, 1e-15);
  CHECK(slide->limited && slide->lower == -0.25 && slide->upper == 0.5 && !slide->contact);
  CHECK(world->body_a == down && world->body_b == -1 && !world->limited);
  check_vector(world->pose_a.position, 0, 0, 0.5, 0);
  check_vector(axis_of(world->pose_a, 2), 0, 0, 1, 0); // without axis and rotation
  check_vector(world->pose_b.position, 0, 0, -0.5, 1e-15);
  CHECK(vt_model_is_joined(model, up, down));
  CHECK(!vt_model_is_joined(model, up, vt_model_find_body(model, "wall"))); // they may touch
  vt_scene_destroy(scene);
}

// Given on both sides: what the link leaves free begins where the bodies are.
static void test_beginning(void) {
  vt_scene *scene = must_load(
      "<scene>" BODIES
      "<link name='hinge' kind='hinge' b='up' position='0 0 1' axis='1 0 0' position_b='0 0 0'"
      " axis_b='1 0 0' lower='0' upper='100'/>"
      "<link name='turned' kind='hinge' b='up' position='0 0 1' rotation='0 1 0 90' position_b='0 0 0'"
      " rotation_b='0 1 0 90'/>"
      "<link name='slide' kind='slide' b='down' position_b='0 0 0.25' lower='-1' upper='0'/>"
      "<link name='fixed' kind='fixed' a='down' b='up' position_b='0 -2 0' rotation_b='1 0 0 -90'/></scene>");
  CHECK_NEAR(link_of(scene, "hinge")->start, VT_PI / 2, 1e-15);
  check_vector(link_of(scene, "hinge")->pose_b.position, 0, 0, 0, 1e-15);
  check_vector(axis_of(link_of(scene, "hinge")->pose_b, 2), 1, 0, 0, 1e-15);
  CHECK_NEAR(link_of(scene, "turned")->start, VT_PI / 2, 1e-15);
  CHECK_NEAR(link_of(scene, "slide")->start, -0.75, 1e-15);
  check_vector(link_of(scene, "fixed")->pose_b.position, 0, -2, 0, 1e-15);
  vt_scene_destroy(scene);
}

// Targets are in degrees of hinges and in m of slides; a motor without keys goes to 0 and has no limit.
static void test_motors(void) {
  vt_scene *scene =
      must_load("<scene>" BODIES "<link name='hinge' kind='hinge' b='up' position='0 0 1'/>"
                "<link name='slide' kind='slide' b='down'/>"
                "<motor name='turn' link='hinge' stiffness='2' damping='0.5' limit='3'"
                " interpolation='smooth' from='0.5' until='4'>"
                "<key time='1' angle='0'/><key time='2' angle='-90'/></motor>"
                "<motor name='push' link='slide' damping='7'><key time='0' distance='0.25'/></motor>"
                "<motor link='slide' stiffness='1'/><sensor name='torque' motor='turn'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_motor_count(model) == 3 && vt_model_find_motor(model, "push") == 1);
  CHECK(vt_model_motor_link(model, 1) == vt_model_find_link(model, "slide"));
  CHECK(strcmp(vt_model_motor_name(model, 0), "turn") == 0 && vt_model_motor_name(model, 2)[0] == '\0');
  const vt_motor *turn = &model->motors[0], *push = &model->motors[1], *plain = &model->motors[2];
  CHECK(turn->stiffness == 2 && turn->damping == 0.5 && turn->limit == 3);
  CHECK(turn->window.from == 0.5 && turn->window.until == 4 && turn->target.interpolation == VT_SMOOTH);
  CHECK_NEAR(vt_curve_value(&turn->target, 5), -VT_PI / 2, 1e-15);
  CHECK(push->damping == 7 && push->stiffness == 0 && isinf(push->limit));
  CHECK_NEAR(vt_curve_value(&push->target, 5), 0.25, 1e-15);
  CHECK(vt_curve_value(&plain->target, 1) == 0 && isinf(plain->window.until));
  CHECK(vt_model_sensor_kind(model, 0) == VT_SENSOR_MOTOR && vt_model_sensor_target(model, 0) == 0);
  vt_scene_destroy(scene);
}

#define SOFT                                                                                                 \
  "<material name='gel' young='1e5' poisson='0.3'/>"                                                         \
  "<deformable name='soft' material='gel'><box size='1 1 1' cells='2 2 2'/></deformable>"                    \
  "<deformable name='other' material='gel' position='0 0 -1'><box size='1 1 1' cells='2 2 2'/></deformable>"

static void test_bonds(void) {
  vt_scene *scene =
      must_load("<scene>" SOFT "<rigid name='plate' position='0 0 0.6'><box size='1 1 0.2'/></rigid>"
                "<bond name='glue' a='soft' b='plate' contact='true'><box min='-1 -1 0.4' max='1 1 "
                "1'/></bond>"
                "<bond a='other' b='soft'><sphere center='0 0 0.5' radius='0.1'/></bond></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_bond_count(model) == 2 && vt_model_find_bond(model, "glue") == 0);
  const vt_bond *glue = &model->bonds[0], *other = &model->bonds[1];
  CHECK(glue->body_a == vt_model_find_body(model, "soft") &&
        glue->body_b == vt_model_find_body(model, "plate"));
  CHECK(glue->count == 9 && glue->contact); // the nodes of its upper side
  for (int i = 0; i < glue->count; ++i) CHECK_NEAR(glue->anchors[i].local.z, -0.1, 1e-15);
  CHECK(other->body_a == vt_model_find_body(model, "other") && other->body_b == glue->body_a);
  CHECK(other->count == 1 && !other->contact && vt_model_bond_name(model, 1)[0] == '\0');
  CHECK(vt_model_is_joined(model, other->body_a, other->body_b));
  CHECK(!vt_model_is_joined(model, glue->body_a, glue->body_b));
  vt_scene_destroy(scene);
}

// ---------------------------------------------------------------- sensors and expectations

// A bar pressed against the stop of its hinge, a slide against its own, and a soft block bonded to the
// ground.
static const char joined[] =
    "<scene dt='0.01' duration='1'><environment gravity='0 0 -10'/>"
    "<rigid name='bar' mass='2'><box size='1 0.1 0.1' center='0.5 0 0'/></rigid>"
    "<link name='hinge' kind='hinge' b='bar' axis='0 1 0' lower='-10' upper='0'/>"
    "<rigid name='crank' mass='2' position='0 5 0'><box size='1 0.1 0.1' center='0.5 0 0'/></rigid>"
    "<link name='axle' kind='hinge' b='crank' position='0 5 0' axis='0 1 0'/>"
    "<motor name='drive' link='axle' stiffness='1000' damping='100'/><sensor name='drive' motor='drive'/>"
    "<expect name='torque' sensor='drive' quantity='torque' equals='10' tolerance='0.01'/>"
    "<expect name='crank' sensor='drive' quantity='angle' equals='0.573' tolerance='0.002'/>"
    "<rigid name='lift' mass='3' position='5 0 0'><box size='0.1 0.1 0.1'/></rigid>"
    "<link name='slide' kind='slide' b='lift' position='5 0 0' lower='-0.125' upper='1'/>"
    "<fixed name='ground' position='9 0 -0.5'><box size='1 1 1'/></fixed>"
    "<material name='gel' young='1e6' poisson='0.3' stiffness_damping='0.01'/>"
    "<deformable name='block' material='gel' mass='4' position='9 0 0.5'><box size='1 1 1'/></deformable>"
    "<bond name='glue' a='block' b='ground'><box min='-1 -1 -1' max='1 1 -0.4'/></bond>"
    "<sensor name='hinge' link='hinge'/><sensor name='slide' link='slide'/><sensor name='glue' bond='glue'/>"
    "<expect name='angle' sensor='hinge' quantity='angle' equals='0' tolerance='1e-6' from='0'/>"
    "<expect name='load' sensor='hinge' quantity='fz' equals='20' tolerance='1e-6'/>"
    "<expect name='stop' sensor='hinge' quantity='ty' equals='-10' tolerance='1e-6'/>"
    "<expect name='travel' sensor='slide' quantity='length' equals='-0.125' tolerance='1e-6'/>"
    "<expect name='slid' sensor='slide' quantity='length' below='-0.01' at='0.1'/>"
    "<expect name='push' sensor='slide' quantity='force' equals='30' tolerance='1e-6'/>"
    "<expect name='glue' sensor='glue' quantity='fz' equals='40' tolerance='1e-4'/>"
    "<expect name='fails' sensor='glue' quantity='fz' below='39'/></scene>";

static void test_sensors(void) {
  vt_scene *scene = must_load(joined);
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_sensor_kind(model, 0) == VT_SENSOR_MOTOR && model->sensors[0].target == 0);
  CHECK(vt_model_sensor_kind(model, 1) == VT_SENSOR_JOINT && model->sensors[1].target == 0);
  CHECK(vt_model_sensor_kind(model, 2) == VT_SENSOR_JOINT && model->sensors[2].target == 2);
  CHECK(vt_model_sensor_kind(model, 3) == VT_SENSOR_BOND && model->sensors[3].target == 0);
  if (CHECK(vt_scene_warning_count(scene) == 1)) // nothing falls, but the block is light
    CHECK_CONTAINS(vt_scene_warning(scene, 0), "'block' has 4 kg in 1 m^3");
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  vt_expectations *expectations = vt_expectations_create(scene, &error);
  if (!CHECK(world != NULL && expectations != NULL)) exit(1);
  vt_expectations_observe(expectations, world);
  while (vt_world_time(world) < 1 - 1e-9) {
    if (vt_world_step(world) == VT_STEP_FAILED) exit(1);
    vt_expectations_observe(expectations, world);
  }
  for (int i = 0; i < vt_expectations_count(expectations); ++i) {
    vt_outcome outcome = vt_expectations_outcome(expectations, i);
    if (!CHECK(outcome.passed == (strcmp(outcome.name, "fails") != 0)))
      printf("  %s: %s, measured %.9g\n", outcome.name, outcome.wanted, outcome.value);
  }
  vt_expectations_destroy(expectations);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// Angles are asked for in degrees, and count whole turns.
static void test_angle(void) {
  vt_scene *scene = must_load(
      "<scene dt='0.01' duration='2'><environment gravity='0 0 0'/>"
      "<rigid name='wheel' angular_velocity='0 0 270'><box size='1 1 1'/></rigid>"
      "<link name='axle' kind='hinge' b='wheel'/><sensor name='axle' link='axle'/>"
      "<expect name='angle' sensor='axle' quantity='angle' equals='540' tolerance='1e-4'/></scene>");
  vt_error error = {0};
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  vt_expectations *expectations = vt_expectations_create(scene, &error);
  if (!CHECK(world != NULL && expectations != NULL)) exit(1);
  while (vt_world_time(world) < 2 - 1e-9) {
    vt_world_step(world);
    vt_expectations_observe(expectations, world);
  }
  vt_outcome outcome = vt_expectations_outcome(expectations, 0);
  CHECK(outcome.passed);
  CHECK_NEAR(outcome.value, 540, 1e-4); // degrees; the solver stops at a small part of the spin each step
  CHECK(strcmp(outcome.wanted, "angle equal to 540 within 0.0001 at the end") == 0);
  vt_expectations_destroy(expectations);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// ---------------------------------------------------------------- warnings

// What hangs on something held does not fall, in whatever order it was joined; what only hangs together does.
static void test_falling(void) {
  vt_scene *scene =
      must_load("<scene>" BODIES SOFT "<link kind='ball' a='up' b='down'/>"
                "<link kind='ball' a='wall' b='up'/><bond a='soft' b='down'><sphere radius='1'/></bond>"
                "<rigid name='first'><box size='1 1 1'/></rigid>\n"
                "<rigid name='second'><box size='1 1 1'/></rigid>"
                "<link kind='fixed' a='first' b='second'/></scene>");
  CHECK(vt_scene_warning_count(scene) == 3);
  if (vt_scene_warning_count(scene) == 3) {
    CHECK_CONTAINS(vt_scene_warning(scene, 0), "nothing holds 'other'");
    CHECK_CONTAINS(vt_scene_warning(scene, 1), "nothing holds 'first'");
    CHECK_CONTAINS(vt_scene_warning(scene, 2), "scene.xml:2: nothing holds 'second'");
  }
  vt_scene_destroy(scene);
}

int main(void) {
  test_defaults();
  test_windows();
  test_sides();
  test_beginning();
  test_motors();
  test_bonds();
  test_sensors();
  test_angle();
  test_falling();
  return check_report();
}
