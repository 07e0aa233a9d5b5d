// A box of points between three fingertips of points: held by every friction above the limit that the
// wrenches of the tips give, and sliding below it, by constant forces and by springs.
//
// The thumb presses from one side, two fingers from the other, at the height of the centre of mass. What is
// carried is W, by tangential forces of at most mu N each: of the thumb W/2, for the moment about the axis
// across, and of fingers that press with as much together the other half, shared as their normal forces are.
// So all are at their limit at once, mu = W / sum N, and patches of many points do no better than points.
#include "check.h"
#include "skins.h"

enum { TIPS = 3 };

static const vt_vec3 size = {0.05, 0.05, 0.06};
static const double tip_radius = 0.01, mass = 0.2, gravity = 9.81;

typedef struct grasp {
  const char *name;
  bool springs;        // tips on couplings in place of constant forces
  double spread[2];    // m: where the fingers press, along y
  double forces[TIPS]; // N: of the thumb and the fingers
  int controls;        // of a tip
  double young;        // Pa
  double dt;           // s
  double turned;       // rad: all of it, about the vertical
} grasp;

typedef struct held {
  yard y;
  int box, tips[TIPS], frames[TIPS];
  vt_pose deep[TIPS]; // of the frames
} held;

static int add_tip(yard *y, const grasp *g, vt_pose pose) {
  vt_error error = {0};
  vt_points_def points = samples(8 * g->controls, g->controls);
  vt_quasi_rigid_def def = vt_quasi_rigid_def_default();
  def.rigid.mesh = ball(tip_radius, 12, VT_CELL_NONE);
  def.rigid.points = &points;
  def.rigid.mass = 0.02;
  def.rigid.gravity = false;
  def.rigid.pose = pose;
  def.material = (vt_material){.young = g->young, .poisson = 0.4, .density = 1000, .stiffness_damping = 0.01};
  int body = vt_model_add_quasi_rigid(y->model, &def, &error);
  if (!CHECK(body >= 0)) printf("%s\n", error.message);
  vt_mesh_destroy((vt_mesh *)def.rigid.mesh);
  return body;
}

// Along x only, pushed by a force; or by a spring from a frame that moves in by what the spring and some 3 mm
// of the tip give way to it.
static void drive(held *h, const grasp *g, int k, vt_pose pose, vt_vec3 force) {
  vt_error error = {0};
  if (g->springs) {
    const double stiffness = 3000;
    vt_frame_def frame = vt_frame_def_default();
    frame.pose = pose;
    h->deep[k] =
        (vt_pose){vt_madd(pose.position, 1 / stiffness + 3e-3 / vt_norm(force), force), pose.rotation};
    frame.name = k == 0 ? "thumb" : k == 1 ? "index" : "middle";
    vt_coupling_def coupling = vt_coupling_def_default();
    coupling.frame = h->frames[k] = vt_model_add_frame(h->y.model, &frame, &error);
    coupling.body = h->tips[k];
    coupling.stiffness = stiffness;
    coupling.damping = 30;
    coupling.turn_stiffness = 5;
    coupling.turn_damping = 0.05;
    if (!CHECK(vt_model_add_coupling(h->y.model, &coupling, &error) >= 0)) printf("%s\n", error.message);
    return;
  }
  vt_load_def load = vt_load_def_default();
  load.body = h->tips[k];
  load.force = force;
  CHECK(vt_model_add_load(h->y.model, &load, &error) >= 0);
  vt_link_def link = vt_link_def_default();
  link.kind = VT_LINK_SLIDE;
  link.body_a = -1;
  link.body_b = h->tips[k];
  vt_quat turn = vt_quat_mul(pose.rotation, turned(vt_v3(0, 0, 0), vt_v3(0, 1, 0), 0.5 * VT_PI).rotation);
  link.pose_a = (vt_pose){pose.position, turn};
  if (!CHECK(vt_model_add_link(h->y.model, &link, &error) >= 0)) printf("%s\n", error.message);
}

static held take_hold(const grasp *g) {
  held h = {.y = yard_new(g->dt, vt_v3(0, 0, -gravity), 0.8)};
  vt_points_def faces = samples(6000, 750);
  vt_pose all = turned(vt_v3(0, 0, 0), vt_v3(0, 0, 1), g->turned);
  h.box = yard_points_rigid(&h.y, block(size, 1, VT_CELL_NONE), &faces, mass, all);
  for (int k = 0; k < TIPS; ++k) {
    double side = k == 0 ? -1 : 1;
    vt_vec3 place = vt_v3(side * (0.5 * size.x + tip_radius), k == 0 ? 0 : g->spread[k - 1], 0);
    vt_pose pose = {vt_pose_apply(all, place), all.rotation};
    h.tips[k] = add_tip(&h.y, g, pose);
    drive(&h, g, k, pose, vt_quat_rotate(all.rotation, vt_v3(-side * g->forces[k], 0, 0)));
  }
  yard_start(&h.y);
  for (int k = 0; k < TIPS && g->springs; ++k) {
    vt_error error = {0};
    CHECK(vt_world_move_frame(h.y.world, h.frames[k], h.deep[k], &error));
  }
  return h;
}

static double height(const held *h) { return vt_world_body_pose(h->y.world, h->box).position.z; }

static void go_on(held *h, const grasp *g, double friction, double seconds, worst *seen) {
  vt_error error = {0};
  CHECK(vt_world_set_friction(h->y.world, 0, friction, &error));
  for (int n = 0; n < (int)(seconds / g->dt + 0.5); ++n) {
    yard_step(&h->y);
    look(&h->y, seen);
  }
}

// What the tips press with, and the least friction that carries the box.
static double limit_of(const held *h, const grasp *g) {
  vt_vec3 x = vt_quat_rotate(turned(vt_v3(0, 0, 0), vt_v3(0, 0, 1), g->turned).rotation, vt_v3(1, 0, 0));
  double all = 0;
  for (int k = 0; k < TIPS; ++k)
    all += fabs(vt_dot(x, vt_world_contact_force(h->y.world, h->box, h->tips[k])));
  return mass * gravity / all;
}

static void test_limit(const grasp *g) {
  held h = take_hold(g);
  worst seen = {0};
  go_on(&h, g, 0.8, 0.3, &seen);
  double limit = limit_of(&h, g), before = height(&h), time = 0.15;
  go_on(&h, g, 1.02 * limit, 0.3, &seen);
  double settled = height(&h);
  go_on(&h, g, 1.02 * limit, 0.2, &seen);
  double above = settled - height(&h), start = height(&h);
  go_on(&h, g, 0.97 * limit, time, &seen);
  double below = start - height(&h), falls = 0.5 * 0.03 * gravity * time * (time + g->dt);
  printf(
      "%s, %d control points, %.0e Pa, %g ms: limit %.4f; at 1.02 of it sinks by %.1e m and then by %.1e in "
      "0.2 s, at 0.97 by %.2f mm in 0.15 s (%.2f); unconverged %lld\n",
      g->name, g->controls, g->young, 1e3 * g->dt, limit, before - settled, above, 1e3 * below, 1e3 * falls,
      seen.unconverged);
  CHECK(fabs(above) < 1e-7);
  // Springs press with what the sliding box leaves them: half a percent less is a sixth more of the fall.
  CHECK(fabs(below - falls) < (g->springs ? 0.3 : 0.1) * falls);
  CHECK(seen.unconverged == 0);
  yard_free(&h.y);
}

// The same friction from the start, with a box that nothing carries at first: it has gained speed by the time
// the tips press, and what is above the limit is all that slows it down.
static void test_caught(const grasp *g, double above) {
  held h = take_hold(g);
  worst seen = {0};
  double limit = mass * gravity / (g->forces[0] + g->forces[1] + g->forces[2]), time = 0, speed = 0, most = 0;
  do {
    double before = height(&h);
    go_on(&h, g, above * limit, g->dt, &seen);
    speed = (before - height(&h)) / g->dt;
    most = fmax(most, speed);
    time += g->dt;
  } while (time < 1.5 && speed > 1e-6);
  printf("%s, caught at %.2f of the limit: falls at %.3f m/s at most, slides %.2f mm, %s after %.2f s\n",
      g->name, above, most, -1e3 * height(&h), speed > 1e-6 ? "lost" : "at rest", time);
  CHECK(!(speed > 1e-6));
  yard_free(&h.y);
}

int main(void) {
  const grasp grasps[] = {
      {"forces", false, {0.012, -0.012}, {4, 2, 2}, 160, 2e5, 0.01, 0},
      {"forces", false, {0.012, -0.012}, {4, 2, 2}, 160, 2e5, 0.005, 0},
      {"forces, turned", false, {0.012, -0.012}, {4, 2, 2}, 320, 2e5, 0.01, 0.6},
      {"uneven forces", false, {0.014, -0.007}, {4.5, 1.5, 3}, 160, 2e5, 0.01, 0},
      {"forces, stiff tips", false, {0.012, -0.012}, {4, 2, 2}, 160, 2e6, 0.01, 0},
      {"springs", true, {0.012, -0.012}, {4, 2, 2}, 160, 2e5, 0.01, 0.6},
  };
  int count = SANITIZED ? 1 : (int)(sizeof grasps / sizeof *grasps);
  for (int k = 0; k < count; ++k) test_limit(&grasps[k]);
  test_caught(&grasps[0], 1.04);
  return check_report();
}
