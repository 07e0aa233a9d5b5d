// A gripper with a vacuum pump and a controller: touch, suck no more than is needed, lift, hold.
//
// The controller sees what a real one has: where its hand is, the force it bears, and whether the cup is
// sealed. The pump's regulator holds the pressure that it is told.
#include <ventouse/ventouse.h>

#include <math.h>
#include <stdio.h>

typedef enum phase { LOWER, SUCK, LIFT, HOLD } phase;

typedef struct controller {
  phase now;
  double height;  // m, of the hand from where it begins
  double suction; // Pa below ambient
} controller;

static const double step = 0.01, mouth = 7e-4; // s; m^2, about what the cup covers

// Sucks twice as hard as what hangs on the cup needs, not suddenly; whether it does already.
static bool hold(controller *c, double force) {
  double wanted = fmax(3e3, 2 * force / mouth);
  c->suction += fmin(fmax(wanted - c->suction, -10e3 * step), 40e3 * step);
  return c->suction >= wanted;
}

static void control(controller *c, double force, bool sealed) {
  switch (c->now) {
  case LOWER: // until it presses with 4 N
    c->height -= 0.01 * step;
    if (force < -4) c->now = SUCK;
    break;
  case SUCK: // harder and harder, until the cup is sealed and holds 3 kPa
    c->suction = fmin(c->suction + 20e3 * step, 3e3);
    if (sealed && c->suction >= 3e3) c->now = LIFT;
    break;
  case LIFT: // by 30 mm, as fast as the pump follows the load
    if (hold(c, force)) c->height += 0.05 * step;
    if (c->height > 0.03) c->now = HOLD;
    break;
  case HOLD:
    hold(c, force);
    break;
  }
}

static vt_world *start(double weight, const char *cup_file, vt_error *error) {
  vt_settings settings = vt_settings_default();
  vt_vec3 low = {-0.03, -0.03, -0.03}, high = {0.03, 0.03, 0.03};
  vt_mesh *cup_mesh = vt_mesh_load(cup_file, error),
          *box = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, error);
  vt_model *model = vt_model_create(&settings, error);
  vt_contact_settings contact = vt_contact_settings_default();
  vt_air_settings air = vt_air_settings_default();
  const double from[] = {0};
  const vt_valve valve[] = {VT_VALVE_REGULATED};
  air.valve = (vt_valve_keys){1, from, valve};
  vt_driven_def ground = vt_driven_def_default();
  ground.mesh = box;
  ground.pose.position.z = -0.03;
  vt_rigid_def cube = vt_rigid_def_default();
  cube.mesh = box;
  cube.mass = weight;
  cube.pose.position.z = 0.0301;
  vt_deformable_def cup = vt_deformable_def_default();
  cup.mesh = cup_mesh;
  cup.mass = 0.020;
  cup.material.stiffness_damping = 1e-3;
  cup.pose.position.z = 0.0612;
  vt_frame_def hand = vt_frame_def_default();
  vt_attachment_def grip = vt_attachment_def_default();
  grip.region = vt_region_group("stem");
  vt_sensor_def pull = vt_sensor_def_default();
  pull.kind = VT_SENSOR_FRAME;
  vt_world *world = NULL;
  if (cup_mesh != NULL && box != NULL && model != NULL && vt_model_set_contact(model, &contact, error) &&
      vt_model_set_air(model, &air, error) && vt_model_add_driven(model, &ground, error) == 0 &&
      vt_model_add_rigid(model, &cube, error) == 1 && vt_model_add_deformable(model, &cup, error) == 2 &&
      vt_model_add_frame(model, &hand, error) == 0) {
    grip.body = 2;
    grip.frame = pull.target = 0;
    if (vt_model_add_attachment(model, &grip, error) == 0 && vt_model_add_sensor(model, &pull, error) == 0)
      world = vt_world_create(model, error);
  }
  vt_model_destroy(model); // lives on as long as the world
  vt_mesh_destroy(cup_mesh);
  vt_mesh_destroy(box);
  return world;
}

int main(int argc, char **argv) {
  static const char *const names[] = {"lower", "suck", "lift", "hold"};
  vt_error error = {0};
  vt_world *world = start(0.5, argc > 1 ? argv[1] : "meshes/cup_35x15.msh", &error);
  controller c = {LOWER, 0, 0};
  phase before = HOLD;
  while (world != NULL && vt_world_time(world) < 2.2) {
    vt_pose hand = vt_pose_identity();
    vt_air_change pump = vt_world_air(world, 0);
    hand.position.z = c.height;
    pump.pressure = -c.suction;
    if (!vt_world_move_frame(world, 0, hand, &error) || !vt_world_set_air(world, 0, &pump, &error)) break;
    if (vt_world_step(world) == VT_STEP_FAILED) break;
    double force = vt_world_sensor(world, 0).force.z; // N; below 0 while it presses
    if (c.now != before)
      printf("%.2f s %-5s force %6.2f N, suction %5.0f Pa\n", vt_world_time(world), names[c.now], force,
          c.suction);
    before = c.now;
    control(&c, force, vt_world_cavity_count(world) > 0);
  }
  if (world != NULL)
    printf("at %.1f s the cube is at %.1f mm, held with %.2f N by %.0f Pa\n", vt_world_time(world),
        1000 * vt_world_body_pose(world, 1).position.z, vt_world_sensor(world, 0).force.z, c.suction);
  if (error.code != VT_OK) fprintf(stderr, "%s\n", error.message);
  vt_world_destroy(world);
  return error.code == VT_OK ? 0 : 1;
}
