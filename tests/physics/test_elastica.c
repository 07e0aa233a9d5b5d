// Large deflection of a cantilever under a dead load at its end against Euler's elastica.
//
// The elastica neither stretches nor shears. A beam 40 times as long as it is thick does both a little: the
// shear adds 3 E I / (k G A L^2), 0.05% of the small deflection, and the held end takes about as much away;
// the strain at its skin reaches 7% at the highest load, where the corotational law stays linear in the
// stretch, as the elastica is. What is left is the mesh.
#include "check.h"
#include "rig.h"

static const double length = 0.2, thick = 0.005, young = 1e6, poisson = 0.3;

typedef struct target {
  double load, deflection; // F L^2 / E I, w / L
} target;

static const target targets[] = {{1, 0.30172}, {2, 0.49346}, {5, 0.71379}, {10, 0.81061}};
enum { TARGETS = 4 };

// Loads one after the other. Steps of 80 ms with damping of the mass: the stiffness of the step does not know
// that the tension stiffens the beam, so that steps without inertia do not come to rest at the higher loads.
static void bend(vt_element element, int m, double tolerance) {
  double times[TARGETS * 2], values[TARGETS * 2], inertia = pow(thick, 4) / 12;
  const double hold = 8, dt = 0.08; // s per load, s
  for (int k = 0; k < TARGETS; ++k) {
    times[2 * k] = hold * k + 1;
    times[2 * k + 1] = hold * (k + 1);
    values[2 * k] = values[2 * k + 1] = targets[k].load;
  }
  vt_material material = elastic(young, poisson, 1000);
  material.mass_damping = 4;
  rig r = rig_new(dt, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_box(vt_v3(length, thick, thick), 40 * m, m, m, element);
  int body = rig_soft(&r, mesh, element, material);
  double unit = young * inertia / (length * length); // N
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(0, 0, -unit),
      (vt_curve){.interpolation = VT_LINEAR, .count = 2 * TARGETS, .times = times, .values = values});
  int sensor = rig_sense_point(&r, body, vt_v3(length, thick / 2, thick / 2));
  rig_start(&r);
  for (int k = 0; k < TARGETS; ++k) {
    rig_steps(&r, (int)(hold / dt + 0.5));
    vt_reading reading = vt_world_sensor(r.world, sensor);
    double w = (thick / 2 - reading.position.z) / length, rest = vt_norm(reading.velocity);
    printf("| %s | %d | %d | %g | %.5f | %.5f | %+.2f%% |\n", element_name(element), m,
        vt_model_node_count(r.model, body), targets[k].load, targets[k].deflection, w,
        100 * (w / targets[k].deflection - 1));
    fflush(stdout);
    CHECK(rest < 1e-4 * length); // at rest to a hundredth of a percent of the length in a second
    CHECK_CLOSE(w, targets[k].deflection, tolerance);
  }
  rig_free(&r);
}

int main(int argc, char **argv) {
  printf("| element | bricks through | nodes | F L^2 / E I | elastica w / L | measured | error |\n"
         "|---|---|---|---|---|---|---|\n");
  // The tolerances are the errors of the meshes in small deflection, rounded up.
  bend(VT_ELEMENT_TET4_SMOOTHED, 2, 0.03);
  bend(VT_ELEMENT_TET10, 1, 0.03);
  bend(VT_ELEMENT_HEX8, 2, 0.08);
  if (!is_full(argc, argv)) return check_report();
  bend(VT_ELEMENT_TET4_SMOOTHED, 4, 0.02);
  bend(VT_ELEMENT_TET10, 2, 0.015);
  bend(VT_ELEMENT_HEX8, 4, 0.03);
  return check_report();
}
