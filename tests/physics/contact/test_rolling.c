// A ball and a roller of many facets roll down an incline with 5/7 and 2/3 of g sin(angle), and on a plane
// for ever. Energy never grows.
#include "../integrator.h"
#include "check.h"
#include "yard.h"

static const double G = 9.81, RADIUS = 0.05;

typedef struct roll {
  const char *name;
  int facets;   // around
  double share; // of g sin(angle) that speeds it up
  double angle; // rad
  double speed; // m/s at first, rolling
  double time;  // s
} roll;

static vt_mesh *shape(const roll *r) {
  return r->share > 0.7 ? ball(RADIUS, r->facets / 4, VT_CELL_NONE) : roller(RADIUS, 0.1, r->facets);
}

static int add_roller(yard *y, const roll *r) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  vt_mesh *mesh = shape(r);
  def.mesh = mesh;
  def.mass = 1;
  def.pose = at(-3, 0, RADIUS + 1e-4);
  def.velocity = vt_v3(r->speed, 0, 0);
  def.angular_velocity = vt_v3(0, r->speed / RADIUS, 0);
  int body = vt_model_add_rigid(y->model, &def, &error);
  CHECK(body >= 0);
  vt_mesh_destroy(mesh);
  return body;
}

// A body with n facets cannot roll better than its mesh: where steps are short enough to see single facets,
// it falls onto each, and what it falls by is lost. That is a resistance of pi / (4 n) of its weight. Where a
// step goes over a whole facet or more, the force acts under the centre and nothing is lost (rows/rows.c).
// Both are allowed 2 % here: of the speed of a smooth body, down an incline after 0.3 s, on a plane in 1 s.
// Energy may grow by the lift that takes a rounding out of the contact distance, 1e-4 of the kinetic energy.
static void test_roll(const roll *r, double dt, double most_lost) {
  yard y = yard_new(dt, vt_v3(G * sin(r->angle), 0, -G * cos(r->angle)), 1);
  yard_fixed(&y, block(vt_v3(20, 2, 0.2), 1, VT_CELL_NONE), at(0, 0, -0.1));
  int body = add_roller(&y, r);
  yard_start(&y);
  double slip = 0, before = yard_energy(&y), growth = 0, high = 0;
  for (int k = 0; k < (int)lround(r->time / dt); ++k) {
    yard_step(&y);
    double energy = yard_energy(&y);
    growth = fmax(growth, energy - before);
    before = energy;
    vt_vec3 v = vt_world_body_velocity(y.world, body), w = vt_world_body_angular_velocity(y.world, body);
    if (vt_world_time(y.world) > 0.5 * r->time) slip = fmax(slip, fabs(v.x - RADIUS * w.y) / v.x);
    high = fmax(high, vt_world_body_pose(y.world, body).position.z - RADIUS - 1e-4);
  }
  double speed = vt_world_body_velocity(y.world, body).x;
  // Velocities of Newmark's scheme are those of the middle of the last step.
  double late = tested_integrator() == VT_INTEGRATOR_NEWMARK ? 0.5 * dt : 0;
  double smooth = r->speed + r->share * G * sin(r->angle) * (r->time - late);
  double kinetic = vt_world_energy(y.world, -1).kinetic, lost = 1 - speed / smooth;
  printf("| %s | %d | %g | %g | %g | %.4f | %.4f | %.2f %% | %.1e | %.1e |\n", r->name, r->facets, r->angle,
      r->speed, 1e3 * dt, speed, smooth, 100 * lost, slip, growth);
  CHECK(fabs(lost) < most_lost);
  CHECK(slip < 0.01);
  CHECK(growth < 1e-4 * kinetic);
  CHECK(high < 1e-5); // it does not jump
  yard_free(&y);
}

int main(void) {
  printf("| body | facets around | slope, rad | speed at first | h, ms | speed | smooth | lost | slip | "
         "energy gained, J |\n|---|---|---|---|---|---|---|---|---|---|\n");
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0.2, 0, 0.3}, 0.01, 0.02);
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0.2, 0, 0.3}, 0.001, 0.02);
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0.2, 0, 0.3}, 0.0002, 0.02);
  test_roll(&(roll){"ball", 96, 5.0 / 7, 0.2, 0, 0.3}, 0.01, 0.02);
  test_roll(&(roll){"ball", 192, 5.0 / 7, 0.2, 0, 0.3}, 0.001, 0.02);
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0, 0.1, 1}, 0.01, 0.02);
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0, 0.9, 1}, 0.01, 0.02);
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0, 2.7, 1}, 0.01, 0.02); // half a radian a step
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0, 0.9, 1}, 0.001, 0.02);
  test_roll(&(roll){"ball", 96, 5.0 / 7, 0, 0.3, 1}, 0.01, 0.02);
  test_roll(&(roll){"ball", 96, 5.0 / 7, 0, 2.7, 1}, 0.01, 0.02);
  // Slow against its facets: each is seen, and the mesh's own resistance, here 1.1 % a radian, remains.
  test_roll(&(roll){"roller", 240, 2.0 / 3, 0, 0.3, 1}, 0.001, 2.0 / 3 * VT_PI / (4 * 240) * G / 0.3 + 0.02);
  return check_report();
}
