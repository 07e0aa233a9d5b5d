// What a scene file says of contact arrives in the model, and sensors of contact read it.
#include "load_checks.h"

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

#define HALVED                                                                                               \
  "<friction interpolation='step'><key time='0' factor='1'/><key time='2' factor='0.5'/></friction>"

// Keys of friction: a pair has those of <contact>, but where it has friction of its own.
static void test_friction_keys(void) {
  vt_scene *scene = must_load(
      "<scene><contact friction='0.8'>" HALVED "</contact><pair a='steel' alarm='0.01'/>"
      "<pair a='hand' friction='0.3'/><pair a='jelly' friction='0.2'>" HALVED "</pair>" BODIES "</scene>");
  CHECK(between(scene, "floor", "slug").friction_curve.count == 2);
  CHECK(between(scene, "cube", "slug").friction_curve.count == 2 &&
        between(scene, "cube", "slug").friction == 0.8);
  CHECK(between(scene, "hand", "slug").friction_curve.count == 0 &&
        between(scene, "hand", "slug").friction == 0.3);
  vt_contact_settings own = between(scene, "jelly", "floor");
  CHECK(own.friction_curve.count == 2 && own.friction_curve.interpolation == VT_STEP && own.friction == 0.2);
  CHECK(own.friction_curve.times[1] == 2 && own.friction_curve.values[1] == 0.5);
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

int main(void) {
  test_contact();
  test_friction_keys();
  test_contact_sensors();
  return check_report();
}
