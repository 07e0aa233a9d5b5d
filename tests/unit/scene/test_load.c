// What a scene file says arrives in the model: settings, materials, frames, bodies, loads, springs, cables.
#include "load_checks.h"

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

// Round shapes: where they are put, how large they are, and how fine.
static void test_round_shapes(void) {
  vt_scene *scene =
      must_load("<scene>"
                "<rigid name='ball' density='1000'><sphere radius='0.1' center='0 0 1' around='32'/></rigid>"
                "<rigid name='egg' density='1000'><ellipsoid radii='0.1 0.2 0.3' around='32'/></rigid>"
                "<rigid name='can' density='1000'><cylinder radius='0.1' length='0.3' around='32'/></rigid>"
                "<rigid name='pill' density='1000'><capsule radius='0.1' length='0.3' around='32'/></rigid>"
                "<fixed name='coarse'><sphere radius='0.1' around='8'/></fixed>"
                "<fixed name='usual'><sphere radius='0.1'/></fixed>"
                "<material name='gel' young='1e5' poisson='0.3' density='1000'/>"
                "<deformable name='soft' material='gel'><sphere radius='0.1' around='12'/></deformable>"
                "<quasi_rigid name='stiff' material='gel'><cylinder radius='0.1' length='0.1' "
                "around='8'/></quasi_rigid>"
                "</scene>");
  const vt_model *model = vt_scene_model(scene);
  double ball = 4000 * VT_PI / 3 * 1e-3, rod = 1000 * VT_PI * 0.01 * 0.3; // kg
  const double mass[] = {ball, 6 * ball, rod, ball + rod};
  // Polygons of 32 edges lack 2 (pi / 32)^2 / 3 of a circle's area, 0.64%; balls, with larger triangles
  // towards the poles, 2.3%.
  for (int b = 0; b < 4; ++b) CHECK_CLOSE(vt_model_body_mass(model, b), mass[b], 0.025);
  check_vector(model->bodies[0].rigid.center, 0, 0, 1, 1e-12);
  CHECK(model->bodies[4].mesh->node_count == 18);
  CHECK(model->bodies[5].mesh->node_count == 578); // 48 around
  CHECK(model->bodies[6].deformable.mesh->cell_count == 8 * 27);
  CHECK(vt_model_body_kind(model, 7) == VT_BODY_QUASI_RIGID);
  CHECK_CLOSE(vt_model_body_mass(model, 6), ball, 0.16); // 12 edges around
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

int main(void) {
  test_settings();
  test_frames();
  test_bodies();
  test_round_shapes();
  test_loads();
  test_springs();
  test_cables();
  test_surfaces();
  return check_report();
}
