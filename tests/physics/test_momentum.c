// Momentum of a free body that was pulled, bent and set spinning: linear momentum is kept to rounding; the
// drift of angular momentum, a property of either integrator, is measured at two steps.
#include "check.h"
#include "integrator.h"
#include "rig.h"

static const double length = 0.1, thick = 0.05;

// Forces for a tenth of a second: a push, a couple that spins, and a pull along the body.
static rig start_body(vt_element element, double dt, double strength, int *body) {
  static const double times[] = {0, 0.1}, values[] = {1, 0};
  vt_curve kick = {.interpolation = VT_STEP, .count = 2, .times = times, .values = values};
  rig r = rig_new(dt, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 4, 2, 2, element);
  *body = rig_soft(&r, mesh, element, elastic(2e5, 0.45, 1000));
  double f = strength;
  rig_push(&r, *body, slice_x(0, length), vt_v3(-2 * f, -f, 0.3 * f), kick);
  rig_push(&r, *body, slice_x(length, length), vt_v3(2.5 * f, f, 0.2 * f), kick);
  rig_start(&r);
  rig_steps(&r, (int)(0.1 / dt + 0.5));
  return r;
}

// Rounding in every step is some 1e-16 of the momenta within the body, which are as large as the whole.
static void check_linear(vt_element element) {
  int body;
  rig r = start_body(element, 0.01, 1, &body);
  rig_steps(&r, 1); // velocities may be those of the middle of a step: to where the forces have ended
  vt_vec3 start = vt_world_momentum(r.world, body);
  double worst = 0;
  CHECK(vt_norm(start) > 0.01);
  for (int k = 0; k < 1000; ++k) {
    rig_steps(&r, 1);
    worst = fmax(worst, vt_norm(vt_sub(vt_world_momentum(r.world, body), start)) / vt_norm(start));
  }
  printf("| linear momentum | %s | 10 ms | 1000 steps | %.1e |\n", element_name(element), worst);
  CHECK(worst < 1e-9);
  rig_free(&r);
}

// |L - L0| / |L0| after one second.
static double angular_drift(vt_element element, double dt) {
  int body;
  rig r = start_body(element, dt, 0.4, &body);
  vt_vec3 start = vt_world_angular_momentum(r.world, body);
  vt_vec3 x = vt_world_body_pose(r.world, body).position, p = vt_world_momentum(r.world, body);
  vt_vec3 own = vt_sub(start, vt_cross(x, p)); // about the centre of mass
  rig_steps(&r, (int)(1 / dt + 0.5));
  double drift = vt_norm(vt_sub(vt_world_angular_momentum(r.world, body), start)) / vt_norm(own);
  printf("| angular momentum | %s | %g ms | 1 s | %.2e |\n", element_name(element), 1e3 * dt, drift);
  fflush(stdout);
  rig_free(&r);
  return drift;
}

int main(void) {
  printf("| what | element | step | over | drift, relative |\n|---|---|---|---|---|\n");
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) check_linear((vt_element)e);
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) {
    double coarse = angular_drift((vt_element)e, 0.01), fine = angular_drift((vt_element)e, 0.001);
    printf("| ratio of the two | %s | | | %.1f |\n", element_name((vt_element)e), coarse / fine);
    // Steps that would gain energy are done in pieces, so that the drift is that of a small step at 10 ms
    // too.
    CHECK(coarse < 1e-3);
    CHECK(fine < coarse && fine < 1e-4);
  }
  return check_report();
}
