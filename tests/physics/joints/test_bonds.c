// Bonds: soft on rigid, soft on soft, soft on a driven body; against one piece, statics and momentum.
#include "check.h"
#include "joint_rig.h"

static const double g = 9.81;

static vt_region slab_z(double low, double high) {
  return vt_region_box(vt_v3(-1, -1, low - 1e-9), vt_v3(1, 1, high + 1e-9));
}

static int soft_box(
    rig *r, vt_vec3 low, vt_vec3 high, const int *n, vt_element element, double young, double damping) {
  vt_error error = {0};
  vt_deformable_def def = vt_deformable_def_default();
  vt_cell_kind cells = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  vt_mesh *mesh = vt_mesh_box(low, high, n[0], n[1], n[2], cells, &error);
  def.mesh = mesh;
  def.element = element;
  def.material = elastic(young, 0.4, 1000);
  def.material.mass_damping = damping; // 1/s
  int body = joint_added(mesh == NULL ? -1 : vt_model_add_deformable(r->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

// Two blocks bonded where they meet bend under their weight like the block of both. Elements that work cell
// by cell: both have the same cells and the same nodes, so that the two equilibria are the same.
static void check_two_as_one(vt_element element) {
  const vt_vec3 size = {0.1, 0.03, 0.03};
  double tips[2];
  for (int two = 0; two < 2; ++two) {
    rig r = rig_new(1, vt_v3(0, 0, -g));
    int first, last;
    if (two) {
      first =
          soft_box(&r, vt_v3(0, 0, 0), vt_v3(size.x / 2, size.y, size.z), (int[]){4, 2, 2}, element, 1e5, 0);
      last = soft_box(&r, vt_v3(size.x / 2, 0, 0), size, (int[]){4, 2, 2}, element, 1e5, 0);
      rig_bond(&r, last, slice_x(size.x / 2, size.x), first);
    } else {
      first = last = soft_box(&r, vt_v3(0, 0, 0), size, (int[]){8, 2, 2}, element, 1e5, 0);
    }
    rig_hold(&r, first, slice_x(0, size.x));
    int tip = rig_sense_point(&r, last, vt_v3(size.x, size.y / 2, size.z / 2));
    rig_start(&r);
    CHECK(rig_settle(&r, last, 1e-10, 200) > 0);
    tips[two] = vt_world_sensor(r.world, tip).position.z - size.z / 2;
    if (two) CHECK(vt_world_status(r.world)->iterations <= 3);
    rig_free(&r);
  }
  printf("| two bonded blocks of %s, deflection / one block's - 1 | 0 | %.1e |\n", element_name(element),
      tips[1] / tips[0] - 1);
  CHECK(tips[0] < -1e-4);
  CHECK_CLOSE(tips[1], tips[0], 1e-6);
}

// A soft block hung from a rigid one that hangs from the world by a weld: bond and weld carry the weights.
static void check_hanging(void) {
  rig r = rig_new(0.01, vt_v3(0, 0, -g));
  int soft = soft_box(
      &r, vt_v3(-0.03, -0.03, -0.06), vt_v3(0.03, 0.03, 0), (int[]){4, 4, 4}, VT_ELEMENT_AUTO, 5e4, 20);
  int hard = rig_rigid(&r, vt_v3(0.08, 0.08, 0.02), 0.2, vt_v3(0, 0, 0.01));
  int bond = rig_bond(&r, soft, slab_z(0, 0), hard);
  vt_link_def def = link_def(VT_LINK_FIXED, -1, hard, vt_link_pose(vt_v3(0, 0, 0.02), vt_v3(0, 0, 1)));
  int weld = rig_sense(&r, VT_SENSOR_JOINT, rig_link(&r, &def)), glue = rig_sense(&r, VT_SENSOR_BOND, bond);
  rig_start(&r);
  CHECK(rig_settle(&r, soft, 1e-12, 3000) > 0);
  double weight = g * vt_model_body_mass(r.model, soft);
  vt_reading at_bond = vt_world_sensor(r.world, glue), at_weld = vt_world_sensor(r.world, weld);
  printf("| soft block hung from a rigid one: force of the bond / weight - 1 | 0 | %.1e |\n",
      at_bond.force.z / weight - 1);
  printf("| soft block hung from a rigid one: sweeps of the solver (25 nodes, 81 rows) | 2 | %d |\n",
      vt_world_status(r.world)->iterations);
  CHECK_NEAR(vt_norm(vt_sub(at_bond.force, vt_v3(0, 0, weight))), 0, 1e-6 * weight);
  CHECK_NEAR(vt_norm(at_bond.torque), 0, 1e-6 * weight * 0.06);
  CHECK_CLOSE(at_weld.force.z, weight + 0.2 * g, 1e-6);
  CHECK(vt_world_status(r.world)->constraints == 81);
  CHECK(vt_world_status(r.world)->iterations <= 3);
  rig_free(&r);
}

// A soft block bonded to a rigid and to another soft one whose mesh is different, floating and turning.
static void check_momentum(void) {
  rig r = rig_new(0.005, vt_v3(0, 0, 0));
  int a = soft_box(&r, vt_v3(0, 0, 0), vt_v3(0.06, 0.04, 0.04), (int[]){4, 3, 3}, VT_ELEMENT_AUTO, 1e5, 0);
  int b = soft_box(&r, vt_v3(-0.06, 0, 0), vt_v3(0, 0.04, 0.04), (int[]){3, 2, 2}, VT_ELEMENT_HEX8, 2e5, 0);
  int c = rig_rigid(&r, vt_v3(0.04, 0.04, 0.04), 0.1, vt_v3(0.08, 0.02, 0.02));
  rig_bond(&r, a, slice_x(0, 0.1), b);
  rig_bond(&r, a, slice_x(0.06, 0.1), c);
  static const double times[] = {0, 0.1, 0.11}, values[] = {1, 1, 0};
  rig_push(&r, b, vt_region_all(), vt_v3(0, 1, 0.5),
      (vt_curve){.interpolation = VT_LINEAR, .count = 3, .times = times, .values = values});
  rig_start(&r);
  rig_steps(&r, 25);
  double worst = 0;
  vt_vec3 start = {0, 0, 0};
  for (int n = 0; n <= 200; ++n) {
    vt_vec3 sum = vt_add(
        vt_add(vt_world_momentum(r.world, a), vt_world_momentum(r.world, b)), vt_world_momentum(r.world, c));
    if (n == 0) start = sum;
    worst = fmax(worst, vt_norm(vt_sub(sum, start)) / vt_norm(start));
    rig_steps(&r, 1);
  }
  printf("| soft, soft and rigid bonded in a row, thrown: change of momentum in 1 s | 0 | %.1e |\n", worst);
  CHECK(worst < 1e-9);
  CHECK(vt_norm(vt_world_body_angular_velocity(r.world, c)) > 0.1);
  rig_free(&r);
}

// A frame turns a driven body by 90 degrees about a point far away; the bonded block comes along, unstrained.
static void check_driven(void) {
  static const double times[] = {0, 0.5}, angles[] = {0, VT_PI / 2};
  vt_error error = {0};
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  vt_frame_def frame = vt_frame_def_default();
  frame.pose.position = vt_v3(-0.3, 0, 0);
  frame.joint = VT_JOINT_HINGE;
  frame.axis = vt_v3(0, 1, 0);
  frame.motion = (vt_curve){.interpolation = VT_SMOOTH, .count = 2, .times = times, .values = angles};
  int hand = joint_added(vt_model_add_frame(r.model, &frame, &error), &error);
  int plate = rig_driven(&r, vt_v3(0.08, 0.08, 0.02), vt_v3(0.3, 0, 0.01), hand);
  int soft = soft_box(
      &r, vt_v3(-0.03, -0.03, -0.04), vt_v3(0.03, 0.03, 0), (int[]){3, 3, 2}, VT_ELEMENT_AUTO, 1e5, 20);
  rig_bond(&r, soft, slab_z(0, 0), plate);
  int sensor = rig_sense(&r, VT_SENSOR_FRAME, hand);
  rig_start(&r);
  rig_steps(&r, 600);
  vt_pose pose = vt_world_body_pose(r.world, soft);
  vt_vec3 center =
      vt_add(vt_v3(-0.3, 0, 0), vt_quat_rotate(vt_quat_exp(vt_v3(0, VT_PI / 2, 0)), vt_v3(0.3, 0, -0.02)));
  CHECK_NEAR(vt_norm(vt_sub(pose.position, center)), 0, 1e-6);
  CHECK_NEAR(vt_world_energy(r.world, soft).elastic, 0, 1e-9);
  CHECK_NEAR(vt_norm(vt_world_sensor(r.world, sensor).force), 0, 1e-4);
  rig_free(&r);
}

// Two blocks 0.4 mm apart, bonded across the gap; the one held by a frame that turns by 90 degrees takes the
// other along, and the gap turns too: nothing is strained.
static void check_gap(vt_element element) {
  static const double times[] = {0, 0.5}, angles[] = {0, VT_PI / 2};
  vt_error error = {0};
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  int held = soft_box(&r, vt_v3(-0.05, 0, 0), vt_v3(0, 0.03, 0.03), (int[]){3, 2, 2}, element, 1e5, 20);
  int pad =
      soft_box(&r, vt_v3(4e-4, 0, 0), vt_v3(0.05, 0.03, 0.03), (int[]){3, 3, 3}, VT_ELEMENT_AUTO, 1e5, 20);
  vt_frame_def frame = vt_frame_def_default();
  frame.joint = VT_JOINT_HINGE;
  frame.axis = vt_v3(0, 1, 0);
  frame.motion = (vt_curve){.interpolation = VT_SMOOTH, .count = 2, .times = times, .values = angles};
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = held;
  hold.region = slice_x(-0.05, 0.1);
  hold.frame = joint_added(vt_model_add_frame(r.model, &frame, &error), &error);
  joint_added(vt_model_add_attachment(r.model, &hold, &error), &error);
  rig_bond(&r, pad, slice_x(4e-4, 0.1), held);
  int corner = rig_sense_point(&r, pad, vt_v3(4e-4, 0, 0.03));
  rig_start(&r);
  CHECK_NEAR(vt_world_sensor(r.world, corner).position.x, 4e-4, 1e-15);
  rig_steps(&r, 1);
  // It does not snap shut: the frame's first step, 1.9e-3 rad, takes the corner along by at most 6e-5 m.
  CHECK_NEAR(vt_world_sensor(r.world, corner).position.x, 4e-4, 1e-4);
  rig_steps(&r, 800);
  vt_vec3 at = vt_world_sensor(r.world, corner).position;
  printf("| bond across a gap, %s, turned by 90 degrees: corner off by, m | 0 | %.1e |\n",
      element_name(element), vt_norm(vt_sub(at, vt_v3(0.03, 0, -4e-4))));
  CHECK_NEAR(vt_norm(vt_sub(at, vt_v3(0.03, 0, -4e-4))), 0, 1e-6);
  CHECK_NEAR(vt_world_energy(r.world, -1).elastic, 0, 1e-9);
  rig_free(&r);
}

// While one block is pushed out of the ground it begins in, another, bonded to a plate and pressed on the
// ground, stays with its plate: rows of its nodes do not depend on each other.
static void check_pushed(void) {
  vt_error error = {0};
  rig r = rig_new(0.005, vt_v3(0, 0, -g));
  vt_contact_settings contact = vt_contact_settings_default();
  joint_added(vt_model_set_contact(r.model, &contact, &error) ? 0 : -1, &error);
  rig_driven(&r, vt_v3(0.5, 0.5, 0.02), vt_v3(0, 0, -0.01), -1);
  int plate = rig_driven(&r, vt_v3(0.03, 0.03, 0.02), vt_v3(0, 0, 0.0401), -1), cells[3] = {3, 3, 3};
  int bonded =
      soft_box(&r, vt_v3(-0.015, -0.015, 1e-4), vt_v3(0.015, 0.015, 0.0301), cells, VT_ELEMENT_HEX8, 2e5, 20);
  int sunk =
      soft_box(&r, vt_v3(0.085, -0.015, -5e-4), vt_v3(0.115, 0.015, 0.0295), cells, VT_ELEMENT_HEX8, 2e5, 20);
  rig_bond(&r, bonded, slab_z(0.0301, 0.0301), plate);
  rig_start(&r);
  rig_steps(&r, 100);
  double off = 0, low = INFINITY;
  for (int k = 0; k < 64; ++k) {
    if (k >= 48) off = fmax(off, fabs(vt_world_positions(r.world, bonded)[k].z - 0.0301));
    low = fmin(low, vt_world_positions(r.world, sunk)[k].z);
  }
  printf("| bonded beside a block that is pushed out of the ground: bond off by, m | 0 | %.1e |\n", off);
  CHECK(off < 1e-9);
  CHECK(low > 9e-5);
  rig_free(&r);
}

int main(void) {
  printf("| what | expected | measured |\n|---|---|---|\n");
  check_two_as_one(VT_ELEMENT_HEX8);
  check_two_as_one(VT_ELEMENT_TET4);
  check_two_as_one(VT_ELEMENT_TET10);
  check_hanging();
  check_momentum();
  check_driven();
  check_pushed();
  check_gap(VT_ELEMENT_TET4);
  check_gap(VT_ELEMENT_HEX8);
  check_gap(VT_ELEMENT_TET10);
  return check_report();
}
