// A ball and a roller of many facets roll down an incline with 5/7 and 2/3 of g sin(angle).
#include "check.h"
#include "yard.h"

static const double G = 9.81, ANGLE = 0.2, RADIUS = 0.05;

// A polygon of n sides rolls over its vertices and loses a little with each blow: the part of the speed lost
// grows with (2 pi / n)^2 a vertex, so the loss of acceleration falls like 1/n. The inertia is the mesh's own.
static double roll(vt_mesh *mesh, double ideal, double dt, const char *name, int n, double *growth) {
  yard y = yard_new(dt, vt_v3(G * sin(ANGLE), 0, -G * cos(ANGLE)), 1);
  yard_fixed(&y, block(vt_v3(20, 2, 0.2), 1, VT_CELL_NONE), at(0, 0, -0.1));
  int body = yard_rigid(&y, mesh, 1, at(0, 0, RADIUS + 1e-4), vt_v3(0, 0, 0));
  yard_start(&y);
  double time = 1.5, slip = 0, before = yard_energy(&y);
  *growth = 0;
  for (int k = 0; k < (int)lround(time / dt); ++k) {
    yard_step(&y);
    double energy = yard_energy(&y);
    *growth = fmax(*growth, energy - before);
    before = energy;
    vt_vec3 v = vt_world_body_velocity(y.world, body), w = vt_world_body_angular_velocity(y.world, body);
    if (vt_world_time(y.world) > 0.5) slip = fmax(slip, fabs(v.x - RADIUS * w.y) / v.x);
  }
  double acceleration = vt_world_body_velocity(y.world, body).x / time, expected = ideal * G * sin(ANGLE);
  printf("| %s | %d | %g | %.4f | %.4f | %+.2f %% | %.1e | %.1e |\n", name, n, 1e3 * dt, acceleration, expected,
      100 * (acceleration / expected - 1), slip, *growth);
  CHECK(*growth < 1e-6);
  CHECK(slip < 0.15);
  yard_free(&y);
  return acceleration / expected - 1;
}

int main(void) {
  double growth, coarse, fine;
  printf("| body | facets around | h, ms | m/s^2 | smooth | off | slip | energy gained in a step, J "
         "|\n|---|---|---|---|---|---|---|---|\n");
  coarse = roll(roller(RADIUS, 0.1, 60), 2.0 / 3, 0.01, "roller", 60, &growth);
  fine = roll(roller(RADIUS, 0.1, 240), 2.0 / 3, 0.01, "roller", 240, &growth);
  CHECK(fabs(fine) < 0.05);
  CHECK(fabs(fine) < fabs(coarse));
  roll(roller(RADIUS, 0.1, 240), 2.0 / 3, 0.002, "roller", 240, &growth);
  coarse = roll(ball(RADIUS, 8, VT_CELL_NONE), 5.0 / 7, 0.01, "ball", 32, &growth);
  fine = roll(ball(RADIUS, 24, VT_CELL_NONE), 5.0 / 7, 0.01, "ball", 96, &growth);
  CHECK(fabs(fine) < 0.05);
  CHECK(fabs(fine) < fabs(coarse));
  return check_report();
}
