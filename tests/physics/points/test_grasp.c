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

// A ball of 10 mm by a spiral, or its image through the centre. With powers of two the trees of both have the
// same leaves.
enum { TIP_POINTS = 1024, TIP_CONTROLS = 128 };

typedef struct tip_cloud {
  vt_vec3 points[TIP_POINTS], normals[TIP_POINTS];
} tip_cloud;

static vt_points_def spiral(tip_cloud *cloud, bool inverted) {
  for (int i = 0; i < TIP_POINTS; ++i) {
    double z = 2 * (i + 0.5) / TIP_POINTS - 1, r = sqrt(1 - z * z), angle = 2.39996322972865332 * i;
    cloud->normals[i] = vt_scale(inverted ? -1 : 1, vt_v3(r * cos(angle), r * sin(angle), z));
    cloud->points[i] = vt_scale(0.01, cloud->normals[i]);
  }
  return (vt_points_def){
      .count = TIP_POINTS, .points = cloud->points, .normals = cloud->normals, .controls = TIP_CONTROLS};
}

// Pushed along x by 2 N, and held along y and z: balls that are pushed at one point would roll off.
static void push(yard *y, int tip, vt_vec3 place, double force) {
  vt_error error = {0};
  vt_load_def load = vt_load_def_default();
  load.body = tip;
  load.force = vt_v3(force, 0, 0);
  CHECK(vt_model_add_load(y->model, &load, &error) >= 0);
  vt_link_def link = vt_link_def_default();
  link.kind = VT_LINK_SLIDE;
  link.body_a = -1;
  link.body_b = tip;
  link.pose_a = turned(place, vt_v3(0, 1, 0), 0.5 * VT_PI);
  CHECK(vt_model_add_link(y->model, &link, &error) >= 0);
}

typedef struct netted {
  vt_vec3 net; // N: the largest of each component
  double most, rest,
      end;      // N: the largest force of a tip, the net force from 0.2 s on, and one tip in the end
  double moved; // m: the block
  worst seen;
} netted;

// A block between two balls: the same one turned by half a turn, or one and its image through the centre.
static netted press_between(vt_points_compliance c, double friction, bool image) {
  yard y = yard_new(0.005, vt_v3(0, 0, 0), friction);
  tip_cloud clouds[2];
  int block_body = yard_points_rigid(&y, block(size, 1, VT_CELL_NONE), NULL, 0.1, at(0, 0, 0)), tips[2];
  for (int k = 0; k < 2; ++k) {
    vt_vec3 place = vt_v3(k == 0 ? -0.0302 : 0.0302, 0, 0);
    vt_points_def tip = spiral(&clouds[k], image && k == 1);
    tips[k] =
        soft_ball(&y, &tip, turned(place, vt_v3(0, 0, 1), k == 1 && !image ? VT_PI : 0), vt_v3(0, 0, 0), c);
    push(&y, tips[k], place, k == 0 ? 2 : -2);
  }
  yard_start(&y);
  netted n = {0};
  for (int step = 0; step < 100; ++step) {
    yard_step(&y);
    look(&y, &n.seen);
    vt_vec3 one = vt_world_contact_force(y.world, block_body, tips[0]),
            two = vt_world_contact_force(y.world, block_body, tips[1]), sum = vt_add(one, two);
    n.net = vt_v3(fmax(n.net.x, fabs(sum.x)), fmax(n.net.y, fabs(sum.y)), fmax(n.net.z, fabs(sum.z)));
    if (step >= 40) n.rest = fmax(n.rest, vt_norm(sum));
    n.most = fmax(n.most, vt_norm(one));
    n.end = one.x;
    CHECK(vt_norm(vt_add(one, vt_world_contact_force(y.world, tips[0], block_body))) <= 1e-13 * vt_norm(one));
  }
  n.moved = vt_norm(vt_world_body_pose(y.world, block_body).position);
  yard_free(&y);
  return n;
}

// A half turn about z makes -x of x and -y of y, but z of z: so much is without a net force. Through the
// centre nothing is left.
static void test_symmetric(vt_points_compliance c, double friction, bool image) {
  netted n = press_between(c, friction, image);
  printf(
      "symmetric grasp, %s, mu %.1f: net force %.1e %.1e %.1e N of %.2f N, at rest %.1e of %.6f N; the block "
      "moved %.1e m; %d contacts, unconverged %lld\n",
      image ? "through the centre" : "half a turn", friction, n.net.x, n.net.y, n.net.z, n.most, n.rest,
      n.end, n.moved, n.seen.contacts, n.seen.unconverged);
  CHECK(n.net.x < 1e-8 * n.most && n.net.y < 1e-8 * n.most && n.rest < 1e-7 * n.most);
  if (image || friction == 0) CHECK(n.net.z < 1e-8 * n.most && n.moved < 1e-11);
  CHECK_NEAR(n.end, 2, 1e-5);
  CHECK(n.seen.unconverged == 0);
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
  for (int k = 0; k < 4; ++k) {
    test_symmetric(VT_COMPLIANCE_HALF_SPACE, 0.5 * (k % 2), k >= 2);
    test_symmetric(VT_COMPLIANCE_GAUSSIAN, 0.5 * (k % 2), k >= 2);
  }
  test_strike(VT_COMPLIANCE_HALF_SPACE);
  test_strike(VT_COMPLIANCE_GAUSSIAN);
  return check_report();
}
