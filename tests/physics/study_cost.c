// A study, not a test: accuracy per cost of every element, for the table of docs/body.md. A cantilever 20
// times as long as thick and a clamped disc ten times as wide as thick, at nu = 0.45, on a series of meshes:
// error against theory, time of a step of 10 ms, size of the factor.
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double young = 1e6, poisson = 0.45;

// The processor time of the fastest of some steps (ms), which other programs disturb least.
static double step_time(vt_model *model) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  if (world == NULL) {
    printf("%s\n", error.message);
    exit(1);
  }
  vt_settings settings = *vt_world_settings(world);
  settings.dt = 0.01;
  vt_world_set_settings(world, &settings, &error);
  double best = INFINITY;
  for (int k = 0; k < 12; ++k) {
    clock_t begin = clock();
    vt_world_step(world);
    best = fmin(best, 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC);
  }
  vt_world_destroy(world);
  return best;
}

static void report(const char *what, vt_element element, rig *r, int body, double ratio) {
  printf("| %s | %s | %d | %+.1f%% | %.2f | %.0f |\n", what, element_name(element),
      vt_model_node_count(r->model, body), 100 * (ratio - 1), step_time(r->model),
      1e-3 * (double)vt_model_factor_size(r->model, body));
  fflush(stdout);
}

static void cantilever(vt_element element, int m) {
  const double length = 0.2, thick = 0.01, force = 2e-5;
  double inertia = pow(thick, 4) / 12, shear = young / (2 * (1 + poisson));
  double beam =
      force * pow(length, 3) / (3 * young * inertia) + force * length / (5.0 / 6 * thick * thick * shear);
  rig r = rig_new(1, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 20 * m, m, m, element);
  int body = rig_soft(&r, mesh, element, elastic(young, poisson, 1000));
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(0, 0, -force), (vt_curve){0});
  int sensor = rig_sense_point(&r, body, vt_v3(length, thick / 2, thick / 2));
  rig_start(&r);
  rig_settle(&r, body, 1e-9 * length, 10);
  report("cantilever", element, &r, body, (thick / 2 - vt_world_sensor(r.world, sensor).position.z) / beam);
  rig_free(&r);
}

static void disc(vt_element element, int n) {
  const double radius = 0.05, thickness = 0.005, pressure = 1e-3;
  double d = young * pow(thickness, 3) / (12 * (1 - poisson * poisson)), g = young / (2 * (1 + poisson));
  double plate =
      pressure * pow(radius, 4) / (64 * d) + pressure * radius * radius / (4 * 5.0 / 6 * g * thickness);
  rig r = rig_new(1, vt_v3(0, 0, 0));
  int body =
      rig_soft(&r, shape_disc(radius, thickness, n, n / 4, element), element, elastic(young, poisson, 1000));
  rig_hold(&r, body, vt_region_group("rim"));
  rig_press(&r, body, vt_region_box(vt_v3(-1, -1, 0.999 * thickness), vt_v3(1, 1, 1)), pressure);
  int sensor = rig_sense_point(&r, body, vt_v3(0, 0, thickness / 2));
  rig_start(&r);
  rig_settle(&r, body, 1e-7 * plate, 6);
  report("disc", element, &r, body, (thickness / 2 - vt_world_sensor(r.world, sensor).position.z) / plate);
  rig_free(&r);
}

int main(void) {
  printf("| body | element | nodes | error of the deflection | ms per step | factor, thousand numbers |\n"
         "|---|---|---|---|---|---|\n");
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e)
    for (int m = 1; m <= (e == VT_ELEMENT_TET10 ? 2 : 4); m *= 2) cantilever((vt_element)e, m);
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e)
    for (int n = 4; n <= (e == VT_ELEMENT_TET10 ? 8 : 16); n *= 2) disc((vt_element)e, n);
  return 0;
}
