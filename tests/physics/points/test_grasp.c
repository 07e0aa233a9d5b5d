// Soft points around a rigid block of points: a symmetric grasp has no net force, momentum is kept, and the
// bodies keep their energy or lose it.
#include "check.h"
#include "skins.h"

static const vt_vec3 size = {0.04, 0.04, 0.04};

static int soft_ball(
    yard *y, const vt_points_def *points, vt_pose pose, vt_vec3 velocity, vt_points_compliance c) {
  vt_error error = {0};
  vt_quasi_rigid_def def = vt_quasi_rigid_def_default();
  def.rigid.mesh = ball(0.01, 8, VT_CELL_NONE);
  def.rigid.points = points;
  def.rigid.mass = 0.02;
  def.rigid.pose = pose;
  def.rigid.velocity = velocity;
  def.material = (vt_material){.young = 2e5, .poisson = 0.4, .density = 1000, .stiffness_damping = 0.01};
  def.compliance = c;
  def.stiffness = 400;
  def.width = 1.5e-3;
  int body = vt_model_add_quasi_rigid(y->model, &def, &error);
  if (body < 0) printf("%s\n", error.message);
  CHECK(body >= 0);
  vt_mesh_destroy((vt_mesh *)def.rigid.mesh);
  return body;
}

// Two balls, the same but turned by half a turn, are pushed against a block from both sides.
static void test_symmetric(vt_points_compliance c, double friction) {
  yard y = yard_new(0.005, vt_v3(0, 0, 0), friction);
  vt_error error = {0};
  vt_points_def tip = samples(1200, 160);
  int block_body = yard_points_rigid(&y, block(size, 1, VT_CELL_NONE), NULL, 0.1, at(0, 0, 0)), tips[2];
  for (int k = 0; k < 2; ++k) {
    vt_pose pose = turned(vt_v3(k == 0 ? -0.0302 : 0.0302, 0, 0), vt_v3(0, 0, 1), k == 0 ? 0 : VT_PI);
    tips[k] = soft_ball(&y, &tip, pose, vt_v3(0, 0, 0), c);
    vt_load_def load = vt_load_def_default();
    load.body = tips[k];
    load.force = vt_v3(k == 0 ? 2 : -2, 0, 0);
    CHECK(vt_model_add_load(y.model, &load, &error) >= 0);
    vt_link_def link = vt_link_def_default(); // along x: balls that are pushed at one point would roll off
    link.kind = VT_LINK_SLIDE;
    link.body_a = -1;
    link.body_b = tips[k];
    link.pose_a = turned(pose.position, vt_v3(0, 1, 0), 0.5 * VT_PI);
    CHECK(vt_model_add_link(y.model, &link, &error) >= 0);
  }
  yard_start(&y);
  double net = 0, most = 0, rest = 0;
  worst seen = {0};
  for (int n = 0; n < 100; ++n) {
    yard_step(&y);
    look(&y, &seen);
    vt_vec3 one = vt_world_contact_force(y.world, block_body, tips[0]),
            two = vt_world_contact_force(y.world, block_body, tips[1]);
    net = fmax(net, vt_norm(vt_add(one, two)));
    if (n >= 40) rest = fmax(rest, vt_norm(vt_add(one, two)));
    most = fmax(most, vt_norm(one));
    CHECK(vt_norm(vt_add(one, vt_world_contact_force(y.world, tips[0], block_body))) <= 1e-13 * vt_norm(one));
  }
  vt_vec3 end = vt_world_contact_force(y.world, block_body, tips[0]);
  double moved = vt_norm(vt_world_body_pose(y.world, block_body).position);
  printf(
      "symmetric grasp, mu %.1f: net force %.1e N of %.2f N, at rest %.1e of %.6f N; the block moved %.1e m; "
      "%d contacts, unconverged %lld\n",
      friction, net, most, rest, end.x, moved, seen.contacts, seen.unconverged);
  // With friction and the half space there is a net force of 1.4e-3 while points slide; why is not known.
  CHECK(net < (friction > 0 ? 1e-2 : 1e-9) * most && rest < 1e-7 * most);
  CHECK(moved < (friction > 0 ? 1e-5 : 1e-12));
  CHECK_NEAR(end.x, 2, 1e-5);
  CHECK(seen.unconverged == 0);
  yard_free(&y);
}

// A ball strikes a block off centre, both free: momenta are kept, energy does not grow.
static void test_strike(vt_points_compliance c) {
  yard y = yard_new(0.002, vt_v3(0, 0, 0), 0.4);
  vt_points_def tip = samples(1200, 160), faces = samples(2000, 250);
  yard_points_rigid(&y, block(size, 1, VT_CELL_NONE), &faces, 0.1, at(0, 0, 0));
  soft_ball(&y, &tip, at(-0.035, 0.008, 0.004), vt_v3(0.5, 0, 0), c);
  yard_start(&y);
  vt_vec3 p = yard_momentum(&y), l = yard_angular_momentum(&y);
  double energy = yard_energy(&y), before = energy, grown = 0, off = 0, turned_off = 0;
  for (int n = 0; n < 60; ++n) {
    yard_step(&y);
    double now = yard_energy(&y);
    grown = fmax(grown, now - before);
    before = now;
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), p)));
    turned_off = fmax(turned_off, vt_norm(vt_sub(yard_angular_momentum(&y), l)));
  }
  printf(
      "a strike: momentum off by %.1e, angular %.1e of itself; energy %.3f of what it was, grown by %.1e\n",
      off / vt_norm(p), turned_off / vt_norm(l), before / energy, grown / energy);
  CHECK(off < 1e-13 * vt_norm(p) && turned_off < 1e-12 * vt_norm(l));
  CHECK(grown < 1e-9 * energy && before < 0.95 * energy);
  yard_free(&y);
}

int main(void) {
  for (int k = 0; k < 2; ++k) {
    test_symmetric(VT_COMPLIANCE_HALF_SPACE, 0.5 * k);
    test_symmetric(VT_COMPLIANCE_GAUSSIAN, 0.5 * k);
  }
  test_strike(VT_COMPLIANCE_HALF_SPACE);
  test_strike(VT_COMPLIANCE_GAUSSIAN);
  return check_report();
}
