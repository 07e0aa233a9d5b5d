// A gripper of two jaws on slides whose motors close with a given force: what the jaws exert on a box is the
// limit of the motors, and friction holds the box just as long as twice the limit times mu exceeds its
// weight.
#include "check.h"
#include "motor_rig.h"

static const double g = 9.81;

typedef struct grip {
  rig r;
  int box, jaws[2], motors[2], contacts[2];
} grip;

static grip grip_new(double h, double mass, double limit, double friction, double turn) {
  static const double far = 0.05; // m: where the motors want their jaws, deep in the box
  grip p = {.r = rig_new(h, vt_v3(0, 0, -g))};
  vt_error error = {0};
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction = friction;
  joint_added(vt_model_set_contact(p.r.model, &contact, &error) ? 0 : -1, &error);
  vt_quat q = vt_quat_exp(vt_v3(0, 0, turn));
  p.box = rig_box(&p.r, vt_v3(0.04, 0.04, 0.04), mass, (vt_pose){{0, 0, 0}, q});
  for (int k = 0; k < 2; ++k) {
    double side = k == 0 ? -1 : 1;
    vt_vec3 place = vt_quat_rotate(q, vt_v3(0.035 * side, 0, 0));
    // Narrow, as rigid pads leave open where on them the pressure is: were it 1 cm beside the weight,
    // friction of just the weight would let the box turn. Of pads of 30 mm that was seen with 1% to spare.
    p.jaws[k] = rig_box(&p.r, vt_v3(0.01, 0.001, 0.03), 0.05, (vt_pose){place, q});
    vt_link_def slide =
        link_def(VT_LINK_SLIDE, -1, p.jaws[k], vt_link_pose(place, vt_quat_rotate(q, vt_v3(-side, 0, 0))));
    int link = rig_link(&p.r, &slide);
    int motor = rig_motor(&p.r, link, 2000, 20, limit, constant(&far));
    p.motors[k] = rig_sense(&p.r, VT_SENSOR_MOTOR, motor);
    vt_sensor_def sensor = vt_sensor_def_default();
    sensor.kind = VT_SENSOR_CONTACT;
    sensor.target = p.box;
    sensor.other = p.jaws[k];
    p.contacts[k] = joint_added(vt_model_add_sensor(p.r.model, &sensor, &error), &error);
  }
  // A floor carries the box until the jaws have closed, and is then taken away.
  static const double times[] = {0, 0.5, 0.7};
  vt_pose poses[3] = {vt_pose_identity(), vt_pose_identity(), vt_pose_identity()};
  poses[2].position.z = -0.2;
  vt_frame_def frame = vt_frame_def_default();
  frame.keys = (vt_pose_keys){VT_LINEAR, 3, times, poses};
  int lift = joint_added(vt_model_add_frame(p.r.model, &frame, &error), &error);
  rig_driven(&p.r, vt_v3(0.03, 0.2, 0.02), vt_v3(0, 0, -0.0301), lift);
  return p;
}

// On the floor: each presses with its limit, along its own axis.
static void check_force(double h, double turn) {
  const double limit = 3;
  grip p = grip_new(h, 0.1, limit, 0.5, turn);
  rig_start(&p.r);
  rig_steps(&p.r, (int)(0.5 / h + 0.5));
  vt_vec3 along = vt_v3(cos(turn), sin(turn), 0);
  for (int k = 0; k < 2; ++k) {
    double side = k == 0 ? 1 : -1;
    vt_reading motor = vt_world_sensor(p.r.world, p.motors[k]),
               touch = vt_world_sensor(p.r.world, p.contacts[k]);
    printf("| jaw %d at %g ms, turned by %g: motor %.9f N, on the box %.9f N |\n", k, 1e3 * h, turn,
        vt_norm(motor.force), side * vt_dot(touch.force, along));
    CHECK_CLOSE(vt_norm(motor.force), limit, 1e-12);
    CHECK_CLOSE(side * vt_dot(touch.force, along), limit, 1e-6);
  }
  CHECK_NEAR(vt_norm(vt_sub(vt_world_body_pose(p.r.world, p.box).position, vt_v3(0, 0, 0))), 0, 5e-4);
  rig_free(&p.r);
}

// How far the box is lower 0.8 s after its floor was taken away, with the limit at a part of m g / (2 mu).
static double fallen(double h, double part) {
  const double mass = 0.1, friction = 0.5;
  grip p = grip_new(h, mass, part * mass * g / (2 * friction), friction, 0);
  rig_start(&p.r);
  rig_steps(&p.r, (int)(0.8 / h + 0.5));
  double before = vt_world_body_pose(p.r.world, p.box).position.z;
  rig_steps(&p.r, (int)(0.4 / h + 0.5));
  double drop = before - vt_world_body_pose(p.r.world, p.box).position.z;
  printf("| limit %g of m g / (2 mu), %g ms: sinks by %.2e m in 0.4 s |\n", part, 1e3 * h, drop);
  rig_free(&p.r);
  return drop;
}

int main(void) {
  check_force(0.01, 0);
  check_force(0.005, 0);
  check_force(0.01, 0.7);
  for (double h = 0.01; h > 2e-3; h /= 2) {
    CHECK_NEAR(fallen(h, 1.01), 0, 1e-6);
    CHECK(fallen(h, 0.99) > 1e-4); // g (1 - 0.99) t^2 / 2 over the time that the floor is away is more
  }
  return check_report();
}
