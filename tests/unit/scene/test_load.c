// What a scene file says arrives in the model: settings, materials, frames, bodies, links, sensors.
#include <ventouse/scene.h>

#include "base/vec.h"
#include "check.h"
#include "memory_files.h"
#include "model/model.h"

static vt_world *must_create(const vt_scene *scene) {
  vt_error error = {0};
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  if (world == NULL) {
    printf("%s\n", error.message);
    exit(1);
  }
  return world;
}

static void check_vector(vt_vec3 v, double x, double y, double z, double tolerance) {
  CHECK_NEAR(v.x, x, tolerance);
  CHECK_NEAR(v.y, y, tolerance);
  CHECK_NEAR(v.z, z, tolerance);
}

// Steps until the time is reached.
static void run_until(vt_world *world, double time) {
  while (vt_world_time(world) < time - 1e-9)
    if (vt_world_step(world) == VT_STEP_FAILED) {
      CHECK(false);
      return;
    }
}

static void test_settings(void) {
  vt_scene *scene = must_load("<scene/>");
  vt_settings plain = vt_settings_default();
  const vt_settings *settings = vt_model_settings(vt_scene_model(scene));
  CHECK(settings->dt == plain.dt);
  CHECK(settings->gravity.x == plain.gravity.x && settings->gravity.z == plain.gravity.z);
  CHECK(settings->ambient_pressure == plain.ambient_pressure);
  CHECK(settings->ambient_temperature == plain.ambient_temperature);
  CHECK(settings->threads == plain.threads);
  CHECK(strcmp(vt_scene_name(scene), "scene") == 0); // from scene.xml
  CHECK(strcmp(vt_scene_path(scene), "scene.xml") == 0);
  CHECK(vt_scene_duration(scene) == 1);
  CHECK(vt_scene_frame_interval(scene) == 0.02);
  CHECK(vt_model_settings(vt_scene_model(scene))->integrator == VT_INTEGRATOR_EULER);
  CHECK(vt_scene_warning_count(scene) == 0);
  vt_scene_destroy(scene);

  scene = must_load(
      "<scene name='a &amp; b' dt='.5e-2' duration='+3' frames='1e-1' threads='2' integrator='newmark'>\n"
      "<!-- a comment -->\n"
      "<environment gravity=' 1 2\n\t3 ' pressure='9e4' temperature='300'>  </environment></scene>");
  settings = vt_model_settings(vt_scene_model(scene));
  CHECK(settings->dt == 0.005);
  check_vector(settings->gravity, 1, 2, 3, 0);
  CHECK(settings->ambient_pressure == 9e4);
  CHECK(settings->ambient_temperature == 300);
  CHECK(settings->threads == 2);
  CHECK(settings->integrator == VT_INTEGRATOR_NEWMARK);
  CHECK(strcmp(vt_scene_name(scene), "a & b") == 0);
  CHECK(vt_scene_duration(scene) == 3);
  CHECK(vt_scene_frame_interval(scene) == 0.1);
  vt_scene_destroy(scene);
}

static void test_frames(void) {
  vt_scene *scene = must_load(
      "<scene duration='2'>"
      "<frame name='base' position='1 0 0' rotation='0 0 2 90'/>"
      "<frame name='arm' parent='base' position='0 0 1'><hinge axis='0 0 3'>"
      "  <key time='0' angle='0'/><key time='1' angle='90'/></hinge></frame>"
      "<frame name='tip' parent='arm' position='1 0 0'><slide axis='2 0 0'>"
      "  <key time='0' distance='0'/><key time='1' distance='0.5'/></slide></frame>"
      "<frame name='free'><key time='0'/><key time='1' position='0 0 2' quaternion='0 0 0 1'/></frame>"
      "<frame name='jump' interpolation='step'><key time='0'/><key time='1' position='0 0 2'/></frame>"
      "</scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_frame_count(model) == 5);
  CHECK(vt_model_find_frame(model, "tip") == 2);
  vt_world *world = must_create(scene);
  // base turns x into y; tip is 1 along x of arm, which is above base.
  check_vector(vt_world_frame_pose(world, 2).position, 1, 1, 1, 1e-12);
  run_until(world, 0.5);
  check_vector(vt_world_frame_pose(world, 3).position, 0, 0, 1, 1e-9);
  check_vector(vt_world_frame_pose(world, 4).position, 0, 0, 0, 0);
  run_until(world, 1);
  check_vector(vt_world_frame_pose(world, 2).position, 1 - 1.5, 0, 1, 1e-9); // after 90 degrees more, 0.5 out
  check_vector(vt_world_frame_pose(world, 3).position, 0, 0, 2, 1e-9);
  check_vector(vt_quat_rotate(vt_world_frame_pose(world, 3).rotation, vt_v3(1, 0, 0)), -1, 0, 0, 1e-9);
  check_vector(vt_world_frame_pose(world, 4).position, 0, 0, 2, 0);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

static void test_bodies(void) {
  vt_scene *scene = must_load(
      "<scene duration='1'>"
      "<environment gravity='0 0 -10'/>"
      "<fixed name='ground' position='0 0 -1'><box size='2 2 1'/></fixed>"
      "<deformable name='soft' material='gel' mesh='any.msh' scale='0.1' position='0 0 1' velocity='1 0 0'/>"
      "<rigid name='given' mass='3' position='1 2 3' velocity='0 0 1' gravity='false'><box size='1 1 1'/>"
      "  <inertia center='0 0 0.25' moments='2 2 2'/></rigid>"
      "<rigid name='dense' density='500' angular_velocity='0 0 90' rotation='1 0 0 90'>"
      "  <box size='1 2 3' center='1 0 0' cells='1 2 3'/></rigid>"
      "<rigid name='water'><box size='1 1 1'/></rigid>"
      "<driven name='plate' frame='hand' position='0 0 1'><box size='1 1 0.1'/></driven>"
      "<deformable name='heavy' material='gel' mass='7' element='tet10'><box size='1 1 1' "
      "kind='tet4'/></deformable>"
      "<frame name='hand' position='5 0 0'/>"
      "<material name='gel' young='1e5' poisson='0.3' density='2000'/>"
      "<material name='rubber' young='1e5' poisson='0.3' law='neo-hookean'/>"
      "<deformable name='rubber band' material='rubber'><box size='1 1 1' kind='hex8'/></deformable>"
      "</scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_body_count(model) == 8);
  int soft = vt_model_find_body(model, "soft"), given = vt_model_find_body(model, "given");
  int dense = vt_model_find_body(model, "dense"), water = vt_model_find_body(model, "water");
  int plate = vt_model_find_body(model, "plate"), heavy = vt_model_find_body(model, "heavy");
  CHECK(soft == 1 && vt_model_find_body(model, "ground") == 0); // document order
  CHECK(vt_model_body_kind(model, 0) == VT_BODY_FIXED);
  CHECK(vt_model_body_kind(model, soft) == VT_BODY_DEFORMABLE);
  CHECK(vt_model_body_kind(model, given) == VT_BODY_RIGID);
  CHECK(vt_model_body_kind(model, plate) == VT_BODY_DRIVEN);
  CHECK_CLOSE(vt_model_body_mass(model, soft), 2000 * 1e-3, 1e-12); // 0.1 m wide, of gel
  CHECK_CLOSE(vt_model_body_mass(model, given), 3.0, 1e-12);
  CHECK_CLOSE(vt_model_body_mass(model, dense), 3000.0, 1e-12);
  CHECK_CLOSE(vt_model_body_mass(model, water), 1000.0, 1e-12);
  CHECK_CLOSE(vt_model_body_mass(model, heavy), 7.0, 1e-12);
  CHECK(vt_model_body_element(model, soft) == VT_ELEMENT_HEX8);
  CHECK(vt_model_body_element(model, heavy) == VT_ELEMENT_TET10);
  CHECK(model->bodies[soft].deformable.elements.law == VT_LAW_COROTATED);
  CHECK(
      model->bodies[vt_model_find_body(model, "rubber band")].deformable.elements.law == VT_LAW_NEO_HOOKEAN);

  vt_world *world = must_create(scene);
  check_vector(vt_world_body_pose(world, soft).position, 0, 0, 1, 1e-12);
  check_vector(vt_world_body_pose(world, given).position, 1, 2, 3.25, 1e-12);
  check_vector(vt_world_body_pose(world, dense).position, 1, 0, 0, 1e-12);
  check_vector(vt_world_body_pose(world, plate).position, 5, 0, 1, 1e-12);
  check_vector(vt_world_momentum(world, soft), 2, 0, 0, 1e-9);
  check_vector(vt_world_momentum(world, given), 0, 0, 3, 1e-9);
  // Turned by 90 degrees about x, its y is the world's z: I about z is m (x^2 + z^2) / 12. Its centre rests.
  check_vector(vt_world_angular_momentum(world, dense), 0, 0, 3000 * (1 + 9) / 12.0 * VT_PI / 2, 1e-6);
  run_until(world, 0.1);
  check_vector(vt_world_momentum(world, given), 0, 0, 3, 1e-9); // weightless
  CHECK_NEAR(vt_world_momentum(world, water).z, -1000 * 10 * 0.1, 1e-6);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

#define BAR                                                                                                  \
  "<material name='gel' young='1e6' poisson='0.3' mass_damping='20'/>"                                       \
  "<deformable name='bar' material='gel' gravity='false'><box size='1 0.2 0.2' cells='8 2 2'/></deformable>" \
  "<frame name='wall'/>"                                                                                     \
  "<attach name='grip' body='bar' frame='wall'><box min='-0.5 -1 -1' max='-0.499 1 1'/></attach>"

static void test_loads(void) {
  vt_scene *scene = must_load("<scene dt='0.02' duration='4'>" BAR
                              "<load body='bar' force='0 0 -3'><box min='0.499 -1 -1' max='0.5 1 1'/>"
                              "  <key time='0' factor='0'/><key time='1' factor='1'/></load>"
                              "<sensor name='all' frame='wall'/><sensor name='grip' attach='grip'/>"
                              "<sensor name='tip'><point body='bar' position='0.5 0 0'/></sensor></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_load_count(model) == 1 && vt_model_attachment_count(model) == 1);
  CHECK(vt_model_find_attachment(model, "grip") == 0);
  CHECK(vt_model_sensor_kind(model, 2) == VT_SENSOR_POINT);
  vt_world *world = must_create(scene);
  run_until(world, 4);
  CHECK_NEAR(vt_world_sensor(world, 0).force.z, 3, 0.03);
  CHECK_NEAR(vt_world_sensor(world, 1).force.z, 3, 0.03);
  // Against 3 N at 0.5 m from the frame's origin.
  CHECK_NEAR(vt_world_sensor(world, 0).torque.y, -1.5, 0.02);
  CHECK(vt_world_sensor(world, 2).position.z < -0.001);
  vt_world_destroy(world);
  vt_scene_destroy(scene);

  // Pressure on one end pushes the bar against the wall: p times the area.
  scene = must_load("<scene dt='0.02' duration='4'>" BAR
                    "<load body='bar' pressure='100'><sphere center='0.5 0 0' radius='0.2'/></load>"
                    "<sensor name='wall' frame='wall'/></scene>");
  world = must_create(scene);
  run_until(world, 4);
  CHECK_NEAR(vt_world_sensor(world, 0).force.x, 100 * 0.04, 0.04);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

static void test_springs(void) {
  vt_scene *scene = must_load(
      "<scene dt='0.005' duration='3'>"
      "<rigid name='ball' mass='2' position='0 0 -1'><box size='0.1 0.1 0.1'/></rigid>"
      "<spring name='hung' stiffness='100' damping='30' rest='0.5'>"
      "  <point/><point body='ball'/></spring>"
      "<rigid name='still' position='3 0 0' gravity='false'><box size='0.1 0.1 0.1'/></rigid>"
      "<spring name='relaxed' stiffness='100'><point position='3 0 0.3'/><point body='still'/></spring>"
      "<rigid name='free' position='5 0 0' gravity='false'><box size='0.1 0.1 0.1'/></rigid>"
      "<spring name='slack' stiffness='100' rest='1' tension_only='true'>"
      "  <point position='5 0 0.3'/><point body='free'/></spring>"
      "<sensor name='h' cable='hung'/><sensor name='r' cable='relaxed'/>"
      "<sensor name='s' cable='slack'/></scene>");
  CHECK(vt_model_cable_count(vt_scene_model(scene)) == 3);
  CHECK(vt_scene_warning_count(scene) == 0); // all are held
  vt_world *world = must_create(scene);
  run_until(world, 3);
  CHECK_NEAR(vt_world_sensor(world, 0).tension, 2 * 9.81, 0.05); // at rest under its weight
  CHECK_NEAR(vt_world_sensor(world, 0).length, 0.5 + 2 * 9.81 / 100, 0.001);
  CHECK_NEAR(vt_world_sensor(world, 1).length, 0.3, 1e-9);
  CHECK_NEAR(vt_world_sensor(world, 2).length, 0.3, 1e-9); // does not push
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

#define WEIGHT(name, x)                                                                                      \
  "<rigid name='" name "' mass='1' position='" x " 0 -1.5'><box size='0.1 0.1 0.1'/></rigid>"                \
  "<cable name='" name "'><point position='" x " 0 0'/><point body='" name "'/>"

static void test_cables(void) {
  vt_scene *scene = must_load("<scene dt='0.005' duration='3'>" WEIGHT("rope", "0") "</cable>" WEIGHT(
      "length", "3") "<key time='0' length='1.5'/><key time='1' length='1.2'/></cable>" WEIGHT("ratio",
      "6") "<key time='0' ratio='1'/><key time='1' ratio='0.6'/></cable>"
           "<rigid name='pulled' mass='1' position='9 0 -1' gravity='false'><box size='0.1 0.1 0.1'/></rigid>"
           "<cable name='force' interpolation='step'><point position='9 0 9'/><point body='pulled'/>"
           "  <key time='0' force='2'/><key time='0.5' force='4'/></cable>"
           "<sensor name='rope' cable='rope'/><sensor name='length' cable='length'/><sensor name='ratio' "
           "cable='ratio'/>"
           "<sensor name='force' cable='force'/><sensor name='all' energy='all'/><sensor name='one' "
           "energy='rope'/></scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(vt_model_cable_count(model) == 4);
  CHECK(vt_model_find_cable(model, "force") == 3);
  vt_world *world = must_create(scene);
  run_until(world, 0.25);
  CHECK_NEAR(vt_world_sensor(world, 3).tension, 2, 1e-9);
  run_until(world, 1);
  CHECK_NEAR(vt_world_sensor(world, 3).tension, 4, 1e-9);
  CHECK_NEAR(vt_world_momentum(world, 3).z, 0.5 * 2 + 0.5 * 4, 0.05); // kg m/s, give or take a step
  run_until(world, 3);
  CHECK_NEAR(vt_world_sensor(world, 0).tension, 9.81, 0.01);
  CHECK_NEAR(vt_world_sensor(world, 0).length, 1.5, 1e-6);
  CHECK_NEAR(vt_world_sensor(world, 1).length, 1.2, 1e-6);
  CHECK_NEAR(vt_world_sensor(world, 2).length, 0.9, 1e-6);
  vt_energy all = vt_world_energy(world, -1), read = vt_world_sensor(world, 4).energy;
  CHECK(all.kinetic == read.kinetic && all.gravity == read.gravity);
  CHECK_NEAR(vt_world_sensor(world, 5).energy.gravity, -1.5 * 9.81, 1e-4);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// Mesh files are found, scaled together and put to their use: the one in memory has 26 vertices, a box 8.
static void test_surfaces(void) {
  vt_scene *scene = must_load(
      "<scene><frame name='f'/><material name='m' young='1e5' poisson='0.3'/>"
      "<rigid name='r' visual='v.msh' scale='2' gravity='false'><box size='1 1 1'/></rigid>"
      "<driven name='d' frame='f' mesh='m.msh' scale='2'/><fixed name='g' visual='v.msh'><box size='1 1 "
      "1'/></fixed>"
      "<deformable name='s' material='m' gravity='false' collision='c.msh'><box size='1 1 1'/></deformable>"
      "<deformable name='t' material='m' gravity='false' visual='v.msh'><box size='1 1 "
      "1'/></deformable></scene>");
  vt_world *world = must_create(scene);
  const int collision[] = {8, 26, 8, 26, 8}, visual[] = {26, 26, 26, 26, 26};
  for (int body = 0; body < 5; ++body) {
    CHECK(vt_world_collision_surface(world, body).vertex_count == collision[body]);
    CHECK(vt_world_visual_surface(world, body).vertex_count == visual[body]);
  }
  CHECK_NEAR(fabs(vt_world_visual_surface(world, 0).vertices[0].x), 1, 1e-12);
  CHECK_NEAR(fabs(vt_world_collision_surface(world, 1).vertices[0].x), 1, 1e-12);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// The settings between two bodies.
static vt_contact_settings between(const vt_scene *scene, const char *a, const char *b) {
  const vt_model *model = vt_scene_model(scene);
  return vt_model_contact(model, vt_model_find_body(model, a), vt_model_find_body(model, b));
}

static void check_contact(
    vt_contact_settings s, bool enabled, double friction, double alarm, double distance, double sealing) {
  CHECK(s.enabled == enabled);
  if (!enabled) return;
  CHECK(s.friction == friction && s.alarm == alarm && s.distance == distance && s.sealing == sealing);
}

#define BODIES                                                                                               \
  "<material name='gel' young='1e5' poisson='0.3'/><material name='steel' density='7800'/>"                  \
  "<frame name='f'/><fixed name='floor' surface='wet'><box size='1 1 1'/></fixed>"                           \
  "<rigid name='cube' material='steel'><box size='1 1 1'/></rigid>"                                          \
  "<rigid name='ball' material='steel' mass='200' surface='wet'><box size='1 1 1'/></rigid>"                 \
  "<driven name='hand' frame='f' material='gel'><box size='1 1 1'/></driven>"                                \
  "<deformable name='jelly' material='gel'><box size='1 1 1'/></deformable>"                                 \
  "<deformable name='slug' material='gel' surface='slime' self_contact='true'><box size='1 1 "               \
  "1'/></deformable>"

static void test_contact(void) {
  vt_contact_settings plain = vt_contact_settings_default();
  vt_scene *scene = must_load("<scene>" BODIES "</scene>");
  const vt_model *model = vt_scene_model(scene);
  CHECK(!vt_model_has_contact(model) && vt_scene_warning_count(scene) == 4);
  check_contact(between(scene, "cube", "floor"), false, 0, 0, 0, 0);
  CHECK_CLOSE(vt_model_body_mass(model, vt_model_find_body(model, "cube")), 7800.0, 1e-12);
  CHECK_CLOSE(vt_model_body_mass(model, vt_model_find_body(model, "ball")), 200.0, 1e-12);
  CHECK(!model->bodies[vt_model_find_body(model, "jelly")].self_contact);
  CHECK(model->bodies[vt_model_find_body(model, "slug")].self_contact);
  vt_scene_destroy(scene);

  scene = must_load("<scene><contact/>" BODIES "</scene>");
  CHECK(vt_scene_warning_count(scene) == 0); // what falls may fall on something
  check_contact(
      between(scene, "cube", "floor"), true, plain.friction, plain.alarm, plain.distance, plain.sealing);
  vt_scene_destroy(scene);

  // Pairs may come first; each leaves out something else; the last one that fits counts.
  scene = must_load(
      "<scene><pair a='steel' b='wet' friction='0.1'/><pair a='slime' alarm='0.02'/>"
      "<pair a='gel' b='gel' distance='1e-3' sealing='0'/><pair a='floor' b='jelly' enabled='false'/>"
      "<contact friction='0.7' alarm='0.01' distance='2e-4' sealing='1e-5'/>" BODIES "</scene>");
  check_contact(between(scene, "cube", "hand"), true, 0.7, 0.01, 2e-4, 1e-5);
  check_contact(between(scene, "cube", "floor"), true, 0.1, 0.01, 2e-4, 1e-5);
  check_contact(between(scene, "floor", "cube"), true, 0.1, 0.01, 2e-4, 1e-5);
  check_contact(between(scene, "cube", "ball"), true, 0.1, 0.01, 2e-4, 1e-5);
  check_contact(between(scene, "ball", "floor"), true, 0.7, 0.01, 2e-4, 1e-5); // wet both, and not steel
  check_contact(between(scene, "hand", "jelly"), true, 0.7, 0.01, 1e-3, 0);
  check_contact(between(scene, "slug", "jelly"), true, 0.7, 0.02, 2e-4, 1e-5);
  check_contact(between(scene, "jelly", "floor"), false, 0, 0, 0, 0);
  vt_scene_destroy(scene);

  // Without <contact> only the pair touches, by the defaults.
  scene = must_load("<scene><pair a='cube' b='floor' friction='0'/>" BODIES "</scene>");
  CHECK(vt_model_has_contact(vt_scene_model(scene)));
  check_contact(between(scene, "cube", "floor"), true, 0, plain.alarm, plain.distance, plain.sealing);
  check_contact(between(scene, "cube", "hand"), false, 0, 0, 0, 0);
  vt_scene_destroy(scene);

  const char *override = "contact.friction=0.25";
  const memory_file list[] = {{"scene.xml", "<scene><contact/>" BODIES "</scene>"}, {NULL, NULL}};
  vt_error error = {0};
  scene = load_memory(list, &override, 1, &error);
  CHECK(scene != NULL && between(scene, "cube", "hand").friction == 0.25);
  vt_scene_destroy(scene);
}

// Two boxes side by side on the ground, one pulled: what sensors of contact read.
static void test_contact_sensors(void) {
  vt_scene *scene =
      must_load("<scene duration='0.5'><contact friction='0.5' distance='1e-3' alarm='1e-2'/>"
                "<fixed name='ground' position='0 0 -0.5'><box size='9 9 1'/></fixed>"
                "<rigid name='a' mass='1' position='0 0 0.051'><box size='0.1 0.1 0.1'/></rigid>"
                "<rigid name='b' mass='2' position='0 0 0.152'><box size='0.1 0.1 0.1'/></rigid>"
                "<load body='b' force='3 0 0'/>"
                "<sensor name='ground on a' body='a' with='ground'/><sensor name='b on a' body='a' with='b'/>"
                "<sensor name='all on a' body='a' with='all'/><sensor name='a on b' body='b' with='a'/>"
                "<sensor name='on the ground' body='ground' with='all'/><sensor name='ground' body='ground'/>"
                "<sensor name='apart' body='b' with='ground'/></scene>");
  CHECK(vt_model_sensor_kind(vt_scene_model(scene), 0) == VT_SENSOR_CONTACT);
  CHECK(vt_model_sensor_kind(vt_scene_model(scene), 5) == VT_SENSOR_BODY);
  vt_world *world = must_create(scene);
  run_until(world, 0.5);
  const double g = 9.81;
  check_vector(vt_world_sensor(world, 0).force, -3, 0, 3 * g, 1e-5);
  check_vector(vt_world_sensor(world, 1).force, 3, 0, -2 * g, 1e-5);
  check_vector(vt_world_sensor(world, 2).force, 0, 0, g, 1e-5);
  check_vector(vt_world_sensor(world, 3).force, -3, 0, 2 * g, 1e-5);
  check_vector(vt_world_sensor(world, 4).force, 3, 0, -3 * g, 1e-5);
  check_vector(vt_world_sensor(world, 5).force, -3, 0, 3 * g, 1e-5); // what holds it
  check_vector(vt_world_sensor(world, 6).force, 0, 0, 0, 0);
  // At rest all torques on a vanish, about its centre, but for the gaps of 1 mm that friction acts across.
  check_vector(vt_world_sensor(world, 2).torque, 0, 0, 0, 3 * 2.1e-3);
  // The ground's own torque about its origin, 0.5 m below: 3 N there, and the weight's place.
  CHECK_NEAR(vt_world_sensor(world, 4).torque.y, 3 * 0.5 + 3 * 0.152, 3 * 2.1e-3);
  check_vector(vt_add(vt_world_sensor(world, 4).torque, vt_world_sensor(world, 5).torque), 0, 0, 0, 1e-12);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

static void test_warnings(void) {
  vt_scene *scene = must_load("<scene frames='0.001'>\n"
                              "<rigid name='loose'><box size='1 1 1'/></rigid>\n"
                              "<rigid name='light' gravity='false'><box size='1 1 1'/></rigid>\n"
                              "<expect name='late' body='loose' z_above='0' at='5'/></scene>");
  CHECK(vt_scene_warning_count(scene) == 3);
  if (vt_scene_warning_count(scene) == 3) {
    CHECK_CONTAINS(vt_scene_warning(scene, 0), "scene.xml:4: 'late' looks at 5 s");
    CHECK_CONTAINS(vt_scene_warning(scene, 1), "scene.xml:1: frames every 0.001 s");
    CHECK_CONTAINS(vt_scene_warning(scene, 2), "scene.xml:2: nothing holds 'loose'");
  }
  vt_scene_destroy(scene);
}

// A warning that contains a text, or none at all where it is NULL.
static void warned(const char *text, const char *wanted) {
  vt_scene *scene = must_load(text);
  int count = vt_scene_warning_count(scene);
  CHECK(count == (wanted != NULL));
  if (wanted != NULL && count > 0) CHECK_CONTAINS(vt_scene_warning(scene, 0), wanted);
  if (count > 1 || (wanted == NULL && count > 0)) printf("  %s\n", vt_scene_warning(scene, count - 1));
  vt_scene_destroy(scene);
}

#define STILL "<scene><environment gravity='0 0 0'/>\n"

// Slips that are legal, and what is just within.
static void test_slips(void) {
  warned(STILL "<fixed name='f' mesh='box.msh' scale='0.001'/></scene>", NULL);
  warned(STILL "<fixed name='f' mesh='box.msh' scale='100'/></scene>", "scene.xml:2: 'f' measures ");
  warned(STILL "<fixed name='f'><box size='30 30 0.1'/></fixed></scene>", NULL);
  warned(STILL "<driven name='f' frame='h' mesh='box.msh' scale='1e-5'/><frame name='h'/></scene>",
      "is its scale right?");
  warned(STILL "<material name='m' young='4' poisson='0.4'/></scene>", "scene.xml:2: 'm' has young 4 Pa");
  warned(STILL "<material name='m' young='1000' poisson='0.4'/></scene>", NULL);
  warned(STILL "<rigid name='r' mass='20'><box size='0.1 0.1 0.1'/></rigid></scene>", NULL);
  warned(STILL "<rigid name='r' mass='200'><box size='0.1 0.1 0.1'/></rigid></scene>",
      "scene.xml:2: 'r' has 200 kg in 0.001 m^3, which is 2e+05 kg/m^3");
  warned(STILL "<rigid name='r' mass='0.005'><box size='0.1 0.1 0.1'/></rigid></scene>", "which is 5 kg/m^3");
  warned("<scene><contact/>\n<air mode='active' pressure='81325'/></scene>",
      "scene.xml:2: <air> is regulated to 81325 Pa above ambient: if that is meant to be absolute, it is "
      "pressure=\"-20000\"");
  warned("<scene><contact/><air mode='active' pressure='-20000'/></scene>", NULL);
  warned("<scene><air/></scene>", "<air> without <contact>");
}

int main(void) {
  test_settings();
  test_frames();
  test_bodies();
  test_loads();
  test_springs();
  test_cables();
  test_surfaces();
  test_contact();
  test_contact_sensors();
  test_warnings();
  test_slips();
  return check_report();
}
