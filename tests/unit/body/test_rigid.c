// Rigid bodies: constants from meshes, conservation, tumbling and precession against exact solutions.
#include "check.h"
#include "base/vec.h"
#include "body/rigid.h"

static vt_rigid_def rigid_def(const vt_mesh *mesh) {
  return (vt_rigid_def){
      .name = "brick", .mesh = mesh, .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .density = 1000, .gravity = true};
}

// A model with given moments, for the dynamics.
static vt_rigid_model model_of(double a, double b, double c) {
  return (vt_rigid_model){.mass = 2, .inertia = {a, b, c}, .axes = {1, 0, 0, 0}};
}

static vt_rigid_state spinning(const vt_rigid_model *model, vt_vec3 spin) {
  vt_vec3 j = model->inertia;
  return (vt_rigid_state){
      .rotation = {1, 0, 0, 0}, .angular_momentum = {j.x * spin.x, j.y * spin.y, j.z * spin.z}};
}

// ---------------------------------------------------------------- constants

// A turned and moved brick has the same moments; its pose maps mesh points where they belong.
static void test_brick(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.3, 0.1, 0.2), 1, 1, 1, VT_CELL_NONE, &error);
  vt_pose in_mesh = {{5, 6, 7}, vt_quat_exp((vt_vec3){0.3, -0.8, 0.5})};
  for (int i = 0; i < mesh->node_count; ++i) mesh->nodes[i] = vt_pose_apply(in_mesh, mesh->nodes[i]);
  vt_rigid_def def = rigid_def(mesh);
  def.pose = (vt_pose){{1, 2, 3}, vt_quat_exp((vt_vec3){-1, 0.1, 2})};
  def.velocity = vt_v3(1, 0, -1);
  def.angular_velocity = vt_v3(3, -2, 1);
  vt_rigid_model model;
  if (!CHECK(vt_rigid_model_init(&model, &def, &error))) printf("%s\n", error.message);
  double mass = 6;
  CHECK_CLOSE(model.mass, mass, 1e-12);
  CHECK_CLOSE(model.inertia.x, mass * (0.04 + 0.01) / 12, 1e-11);
  CHECK_CLOSE(model.inertia.y, mass * (0.09 + 0.01) / 12, 1e-11);
  CHECK_CLOSE(model.inertia.z, mass * (0.09 + 0.04) / 12, 1e-11);
  CHECK_NEAR(vt_norm(vt_sub(model.center, vt_pose_apply(in_mesh, vt_v3(0.15, 0.05, 0.1)))), 0, 1e-13);
  CHECK(model.gravity);
  // The long side lies along the axis of the smallest moment.
  vt_vec3 along = vt_quat_rotate(model.axes, vt_quat_rotate(in_mesh.rotation, vt_v3(1, 0, 0)));
  CHECK_NEAR(fabs(along.x), 1, 1e-12);

  vt_rigid_state state = vt_rigid_initial_state(&model, &def);
  CHECK_NEAR(vt_norm(vt_sub(state.position, vt_pose_apply(def.pose, model.center))), 0, 1e-14);
  CHECK_NEAR(vt_norm(vt_sub(vt_rigid_angular_velocity(&model, &state), def.angular_velocity)), 0, 1e-13);
  vt_pose pose = vt_rigid_pose(&model, &state);
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 off = vt_sub(vt_pose_apply(pose, mesh->nodes[i]), vt_pose_apply(def.pose, mesh->nodes[i]));
    CHECK_NEAR(vt_norm(off), 0, 1e-13);
  }
  // L = I w with the inverse inertia of the world.
  vt_vec3 w = vt_mat_apply(vt_rigid_inverse_inertia(&model, &state), state.angular_momentum);
  CHECK_NEAR(vt_norm(vt_sub(w, def.angular_velocity)), 0, 1e-12);
  double energy = 0.5 * mass * 2 + 0.5 * vt_dot(state.angular_momentum, def.angular_velocity);
  CHECK_CLOSE(vt_rigid_energy(&model, &state), energy, 1e-13);

  def.mass = 12;
  def.gravity = false;
  CHECK(vt_rigid_model_init(&model, &def, &error));
  CHECK_CLOSE(model.inertia.z, 12 * (0.09 + 0.04) / 12, 1e-11);
  CHECK(!model.gravity);
  vt_mesh_destroy(mesh);
}

static void test_given_inertia(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_TET4, &error);
  vt_rigid_def def = rigid_def(mesh);
  def.inertia_given = true;
  def.center = vt_v3(0.1, 0.2, 0.3);
  vt_mat3 r = vt_quat_to_mat(vt_quat_exp(vt_v3(1, 2, -1)));
  def.inertia = vt_mat_mul(r, vt_mat_mul(vt_mat_diagonal(vt_v3(3, 1, 2.5)), vt_mat_transpose(r)));
  def.mass = 4;
  vt_rigid_model model;
  CHECK(vt_rigid_model_init(&model, &def, &error));
  CHECK_NEAR(vt_norm(vt_sub(model.inertia, vt_v3(1, 2.5, 3))), 0, 1e-13);
  CHECK(vt_norm(vt_sub(model.center, def.center)) == 0 && model.mass == 4);
  vt_rigid_state state = vt_rigid_initial_state(&model, &def);
  vt_mat3 inverse = vt_rigid_inverse_inertia(&model, &state);
  vt_mat3 one = vt_mat_mul(inverse, def.inertia);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK_NEAR(one.m[i][j], i == j, 1e-13);
  vt_mesh_destroy(mesh);
}

// Moments in any order along the mesh's axes give the same body, and never a mirrored one.
static void test_order_of_moments(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_NONE, &error);
  const vt_vec3 orders[6] = {{1, 2, 2.5}, {1, 2.5, 2}, {2, 1, 2.5}, {2, 2.5, 1}, {2.5, 1, 2}, {2.5, 2, 1}};
  for (int k = 0; k < 6; ++k) {
    vt_rigid_def def = rigid_def(mesh);
    def.inertia_given = true;
    def.inertia = vt_mat_diagonal(orders[k]);
    def.angular_velocity = vt_v3(1, 2, 3);
    vt_rigid_model model;
    CHECK(vt_rigid_model_init(&model, &def, &error));
    CHECK(vt_norm(vt_sub(model.inertia, vt_v3(1, 2, 2.5))) == 0);
    vt_rigid_state state = vt_rigid_initial_state(&model, &def);
    vt_vec3 l = vt_v3(orders[k].x, 2 * orders[k].y, 3 * orders[k].z);
    CHECK_NEAR(vt_norm(vt_sub(state.angular_momentum, l)), 0, 1e-14);
  }
  vt_mesh_destroy(mesh);
}

static void refuse(const vt_rigid_def *def, const char *part) {
  vt_error error = {0};
  vt_rigid_model model;
  CHECK(!vt_rigid_model_init(&model, def, &error));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "rigid body 'brick'");
  CHECK_CONTAINS(error.message, part);
  if (def->mesh != NULL) CHECK_CONTAINS(error.message, def->mesh->source);
}

static void test_refused(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_NONE, &error);
  vt_rigid_def def = rigid_def(mesh);
  const double masses[] = {-1, NAN, INFINITY};
  for (int i = 0; i < 3; ++i) {
    def.mass = masses[i];
    refuse(&def, "mass");
  }
  def = rigid_def(mesh), def.density = 0;
  refuse(&def, "density 0");
  def = rigid_def(mesh), def.pose.position.z = NAN;
  refuse(&def, "position");
  def = rigid_def(mesh), def.pose.rotation.w = 0;
  refuse(&def, "rotation");
  def = rigid_def(mesh), def.velocity.z = INFINITY;
  refuse(&def, "velocity");
  def = rigid_def(mesh), def.angular_velocity.z = NAN;
  refuse(&def, "angular velocity");
  def = rigid_def(NULL);
  refuse(&def, "no mesh");
  def = rigid_def(mesh), def.inertia_given = true;
  def.inertia = vt_mat_diagonal(vt_v3(1, 1, 2.1));
  refuse(&def, "sum of the others");
  def.inertia = vt_mat_diagonal(vt_v3(1, 1, -1));
  refuse(&def, "above 0");
  def.inertia = vt_mat_diagonal(vt_v3(0, 0, 0));
  refuse(&def, "above 0");
  def.inertia = vt_mat_diagonal(vt_v3(1, 1, 1)), def.inertia.m[0][2] = 0.1;
  refuse(&def, "symmetric");
  def.inertia.m[0][2] = NAN;
  refuse(&def, "row 1, column 3");
  def.inertia = vt_mat_identity(), def.center.x = NAN;
  refuse(&def, "centre");
  def = rigid_def(mesh);
  --mesh->triangle_count; // a hole
  refuse(&def, "");
  ++mesh->triangle_count;
  for (int i = 0; i < mesh->node_count; ++i) mesh->nodes[i].x = -mesh->nodes[i].x;
  refuse(&def, "faces inwards");
  vt_mesh_destroy(mesh);
}

// ---------------------------------------------------------------- dynamics

// A tumbling body over many steps: the momentum is a state variable, so what must not drift is the energy,
// the norm of the rotation, and the agreement of momentum and velocity.
static void test_conservation(double speed, double h, int steps) {
  vt_rigid_model model = model_of(1, 2.2, 3.1);
  vt_rigid_state state = spinning(&model, vt_scale(speed, vt_v3(0.3, 1, 0.2)));
  state.velocity = vt_v3(1, 2, 3);
  vt_rigid_state start = state;
  double energy = vt_rigid_energy(&model, &state), worst = 0, worst_norm = 0, worst_momentum = 0;
  for (int i = 0; i < steps; ++i) {
    vt_rigid_integrate(&model, &state, h);
    worst = fmax(worst, fabs(vt_rigid_energy(&model, &state) / energy - 1));
    vt_quat q = state.rotation;
    worst_norm = fmax(worst_norm, fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1));
    // Momentum as anybody outside would measure it: sum of inertia times angular velocity.
    vt_mat3 inertia = vt_mat_inverse(vt_rigid_inverse_inertia(&model, &state));
    vt_vec3 l = vt_mat_apply(inertia, vt_rigid_angular_velocity(&model, &state));
    vt_vec3 off = vt_sub(l, start.angular_momentum);
    worst_momentum = fmax(worst_momentum, vt_norm(off) / vt_norm(start.angular_momentum));
  }
  printf("h |w| = %g: energy %.1e, momentum %.1e, norm %.1e\n", speed * h, worst, worst_momentum, worst_norm);
  CHECK(worst < 1e-9);
  CHECK(worst_momentum < 1e-12);
  CHECK(worst_norm < 1e-14);
  CHECK_NEAR(vt_norm(vt_sub(state.position, vt_scale(steps * h, start.velocity))), 0, 1e-7);
  // It did tumble.
  CHECK(fabs(vt_quat_log(state.rotation).x - vt_quat_log(start.rotation).x) > 1e-3);
}

// The complete elliptic integral K(m) by the arithmetic-geometric mean.
static double elliptic_k(double m) {
  double a = 1, b = sqrt(1 - m);
  for (int i = 0; i < 40 && fabs(a - b) > 1e-16 * a; ++i) {
    double mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
  }
  return VT_PI / (2 * a);
}

// The period of the spin in the body's axes (Landau and Lifshitz, Mechanics, section 37), J1 < J2 < J3.
static double exact_period(vt_vec3 j, double energy, double l) {
  double low = l * l - 2 * energy * j.x, high = 2 * energy * j.z - l * l;
  bool about_third = l * l > 2 * energy * j.y;
  double rate2 = about_third ? (j.z - j.y) * low : (j.y - j.x) * high;
  double m =
      about_third ? (j.y - j.x) * high / ((j.z - j.y) * low) : (j.z - j.y) * low / ((j.y - j.x) * high);
  return 4 * elliptic_k(m) * sqrt(j.x * j.y * j.z / rate2);
}

// The spin about the middle axis.
static double middle_spin(const vt_rigid_model *model, const vt_rigid_state *state) {
  return vt_quat_rotate(vt_quat_conjugate(state->rotation), vt_rigid_angular_velocity(model, state)).y;
}

// The part of a step after which the middle spin is 0, by bisection.
static double crossing(const vt_rigid_model *model, const vt_rigid_state *before, double h) {
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    double middle = 0.5 * (low + high);
    vt_rigid_state state = *before;
    vt_rigid_integrate(model, &state, middle * h);
    if (middle_spin(model, &state) < 0)
      low = middle;
    else
      high = middle;
  }
  return high;
}

// The measured period: time between upward passes of the middle spin through 0.
static double measured_period(const vt_rigid_model *model, vt_rigid_state state, double h, int passes) {
  double first = 0, last = 0;
  int seen = 0;
  for (int i = 0; seen <= passes && i < 1000000; ++i) {
    vt_rigid_state before = state;
    vt_rigid_integrate(model, &state, h);
    if (middle_spin(model, &before) >= 0 || middle_spin(model, &state) < 0) continue;
    last = h * (i + crossing(model, &before, h));
    if (seen++ == 0) first = last;
  }
  return (last - first) / passes;
}

// A box spun about its middle axis turns over again and again (else no pass is seen and the period is 0),
// with the exact period as h goes to 0.
static void test_tumbling(void) {
  vt_rigid_model model = model_of(1, 2.2, 3.1);
  const vt_vec3 spins[2] = {{0.05, 2, 0.01}, {0.01, 2, 0.05}};
  for (int k = 0; k < 2; ++k) {
    vt_rigid_state state = spinning(&model, spins[k]);
    double exact =
        exact_period(model.inertia, vt_rigid_energy(&model, &state), vt_norm(state.angular_momentum));
    double e1 = fabs(measured_period(&model, state, 0.2, 4) / exact - 1);
    double e2 = fabs(measured_period(&model, state, 0.1, 4) / exact - 1);
    double e3 = fabs(measured_period(&model, state, 0.05, 4) / exact - 1);
    printf("tumbling period %.6f s, errors %.2e %.2e %.2e\n", exact, e1, e2, e3);
    CHECK_NEAR(log2(e1 / e2), 4, 0.5);
    CHECK_NEAR(log2(e2 / e3), 4, 0.5);
    CHECK(e3 < 2e-7);
  }
}

// A symmetric top: its axis goes round the angular momentum at the rate L / J1, and keeps its angle to it.
static double precession_error(vt_vec3 spin, double h, double time) {
  vt_rigid_model model = model_of(1, 1, 1.6);
  vt_rigid_state state = spinning(&model, spin);
  vt_vec3 l = state.angular_momentum;
  int steps = (int)lround(time / h);
  for (int i = 0; i < steps; ++i) vt_rigid_integrate(&model, &state, h);
  vt_quat turn = vt_quat_exp(vt_scale(time / model.inertia.x, l));
  vt_vec3 exact = vt_quat_rotate(turn, vt_v3(0, 0, 1));
  vt_vec3 axis = vt_quat_rotate(state.rotation, vt_v3(0, 0, 1));
  CHECK_NEAR(vt_dot(axis, vt_normalized(l)), vt_dot(vt_v3(0, 0, 1), vt_normalized(l)), 1e-12);
  return vt_norm(vt_sub(axis, exact));
}

static void test_precession(void) {
  vt_vec3 spin = {1, 0, 4};
  double e1 = precession_error(spin, 0.04, 10), e2 = precession_error(spin, 0.02, 10);
  double e3 = precession_error(spin, 0.01, 10);
  printf("precession errors %.2e %.2e %.2e\n", e1, e2, e3);
  CHECK_NEAR(log2(e1 / e2), 4, 0.1);
  CHECK_NEAR(log2(e2 / e3), 4, 0.1);
  CHECK(e3 < 1e-7);
}

// A steady spin about a principal axis: a piece of a radians turns short by 2 atan(a/2) - a in its stages, in
// all by less than 1e-3 a^5, where a is 1/2 at most; also with many radians in one step.
static void test_steady_spin(void) {
  vt_rigid_model model = model_of(1, 2, 2.5);
  const double speeds[] = {1e-9, 0.1, 30, 700, 1e4};
  for (int k = 0; k < 5; ++k) {
    vt_rigid_state state = spinning(&model, vt_v3(0, 0, speeds[k]));
    for (int i = 0; i < 10; ++i) vt_rigid_integrate(&model, &state, 0.01);
    vt_quat exact = vt_quat_exp(vt_v3(0, 0, 0.1 * speeds[k]));
    double off = vt_norm(vt_quat_log(vt_quat_mul(vt_quat_conjugate(exact), state.rotation)));
    double piece = fmin(0.5, 0.01 * speeds[k]);
    CHECK_NEAR(off, 0, 1e-12 + 1e-3 * pow(piece, 4) * 0.1 * speeds[k]);
  }
}

// Beside the safeguards: no spin, absurd and broken spins end in finite time.
static void test_extremes(void) {
  vt_rigid_model model = model_of(1e-9, 1, 1); // a needle
  vt_rigid_state state = spinning(&model, vt_v3(0, 0, 0));
  vt_rigid_integrate(&model, &state, 0.01);
  CHECK(state.rotation.w == 1);
  state = spinning(&model, vt_v3(3e3, 1, 2));
  double energy = vt_rigid_energy(&model, &state);
  for (int i = 0; i < 100; ++i) vt_rigid_integrate(&model, &state, 0.01);
  CHECK_CLOSE(vt_rigid_energy(&model, &state), energy, 1e-9);
  state = spinning(&model, vt_v3(1e12, 1e15, -1e14));
  vt_rigid_integrate(&model, &state, 0.01);
  vt_quat q = state.rotation;
  CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-14);
  state.angular_momentum = vt_v3(1e300, 0, 0); // an infinite spin
  vt_rigid_integrate(&model, &state, 0.01);
  CHECK(isfinite(state.rotation.w));
  state.angular_momentum.x = NAN;
  vt_rigid_integrate(&model, &state, 0.01);
  state.angular_momentum.x = INFINITY;
  vt_rigid_integrate(&model, &state, 0.01);
  CHECK(isfinite(state.rotation.w));
}

// The rule is symmetric: back by -h ends where it began.
static void test_backwards(void) {
  vt_rigid_model model = model_of(1, 2.2, 3.1);
  vt_rigid_state state = spinning(&model, vt_v3(1, 2, 3));
  for (int i = 0; i < 100; ++i) vt_rigid_integrate(&model, &state, 0.01);
  CHECK(vt_norm(vt_quat_log(state.rotation)) > 0.1);
  for (int i = 0; i < 100; ++i) vt_rigid_integrate(&model, &state, -0.01);
  CHECK_NEAR(vt_norm(vt_quat_log(state.rotation)), 0, 1e-12);
}

static void test_impulse(void) {
  vt_rigid_model model = model_of(1, 2, 2.5);
  vt_rigid_state state = spinning(&model, vt_v3(0.1, 0.2, 0.3));
  state.position = vt_v3(1, 1, 1);
  vt_rigid_state before = state;
  vt_vec3 impulse = {0, 4, 0}, point = {1.5, 1, 1};
  vt_rigid_apply_impulse(&model, &state, impulse, point);
  CHECK_NEAR(vt_norm(vt_sub(state.velocity, vt_v3(0, 2, 0))), 0, 1e-15);
  vt_vec3 gained = vt_sub(state.angular_momentum, before.angular_momentum);
  CHECK_NEAR(vt_norm(vt_sub(gained, vt_v3(0, 0, 2))), 0, 1e-15);
  // The work is the impulse times the mean velocity of the point.
  vt_vec3 arm = vt_sub(point, state.position);
  vt_vec3 v0 = vt_add(before.velocity, vt_cross(vt_rigid_angular_velocity(&model, &before), arm));
  vt_vec3 v1 = vt_add(state.velocity, vt_cross(vt_rigid_angular_velocity(&model, &state), arm));
  double work = 0.5 * vt_dot(impulse, vt_add(v0, v1));
  CHECK_CLOSE(vt_rigid_energy(&model, &state) - vt_rigid_energy(&model, &before), work, 1e-13);
}

int main(void) {
  test_brick();
  test_given_inertia();
  test_order_of_moments();
  test_refused();
  test_conservation(5, 0.01, 10000);
  test_conservation(50, 0.01, 10000);
  test_conservation(1000, 0.01, 2000);
  test_tumbling();
  test_precession();
  test_steady_spin();
  test_extremes();
  test_backwards();
  test_impulse();
  return check_report();
}
