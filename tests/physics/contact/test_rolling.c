// A ball and a roller of many facets roll down an incline with 5/7 and 2/3 of g sin(angle).
#include "check.h"
#include "yard.h"

static const double G = 9.81, ANGLE = 0.2, RADIUS = 0.05;

// A polygon of n sides rolls over its vertices and loses a little with each blow. More is lost by the step: a
// contact carries its force at the vertex that will be lowest when the step ends, but with the lever arm it
// has when the step begins, ahead of the centre by the way of one step. That is a resistance to rolling of
// omega h, so that the loss of speed is about omega h / (2 tan(angle)): what is checked is that bound.
static void roll(vt_mesh *mesh, double ideal, double dt, const char *name, int n) {
  yard y = yard_new(dt, vt_v3(G * sin(ANGLE), 0, -G * cos(ANGLE)), 1);
  yard_fixed(&y, block(vt_v3(20, 2, 0.2), 1, VT_CELL_NONE), at(0, 0, -0.1));
  int body = yard_rigid(&y, mesh, 1, at(0, 0, RADIUS + 1e-4), vt_v3(0, 0, 0));
  yard_start(&y);
  double time = 0.3, slip = 0, before = yard_energy(&y), growth = 0;
  for (int k = 0; k < (int)lround(time / dt); ++k) {
    yard_step(&y);
    double energy = yard_energy(&y);
    growth = fmax(growth, energy - before);
    before = energy;
    vt_vec3 v = vt_world_body_velocity(y.world, body), w = vt_world_body_angular_velocity(y.world, body);
    if (vt_world_time(y.world) > 0.5 * time) slip = fmax(slip, fabs(v.x - RADIUS * w.y) / v.x);
  }
  double speed = vt_world_body_velocity(y.world, body).x, smooth = ideal * G * sin(ANGLE) * time;
  double kinetic = vt_world_energy(y.world, -1).kinetic, lost = 1 - speed / smooth,
         step_loss = smooth / RADIUS * dt / (2 * tan(ANGLE));
  printf("| %s | %d | %g | %.4f | %.4f | %.2f %% | %.2f %% | %.1e | %.1e |\n", name, n, 1e3 * dt, speed,
      smooth, 100 * lost, 100 * step_loss, slip, growth);
  CHECK(lost > -0.02);
  CHECK(lost < 1.3 * step_loss + 0.02);
  CHECK(slip < 0.05);
  CHECK(growth < 1e-3 * kinetic);
  yard_free(&y);
}

int main(void) {
  printf("| body | facets around | h, ms | speed after 0.3 s | smooth | lost | of that by the step | slip | "
         "energy gained in a step, J |\n|---|---|---|---|---|---|---|---|---|\n");
  roll(roller(RADIUS, 0.1, 240), 2.0 / 3, 0.01, "roller", 240);
  roll(roller(RADIUS, 0.1, 240), 2.0 / 3, 0.001, "roller", 240);
  roll(roller(RADIUS, 0.1, 240), 2.0 / 3, 0.0002, "roller", 240);
  roll(ball(RADIUS, 24, VT_CELL_NONE), 5.0 / 7, 0.01, "ball", 96);
  roll(ball(RADIUS, 24, VT_CELL_NONE), 5.0 / 7, 0.001, "ball", 96);
  return check_report();
}
