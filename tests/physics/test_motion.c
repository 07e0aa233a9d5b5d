// Motions with a closed form: free fall, a body hanging at rest, the first mode of a cantilever, and the
// pressure on a closed surface.
#include "check.h"
#include "rig.h"

// Implicit Euler falls by g h^2 k (k + 1) / 2 in k steps, whatever the body; nothing else may move.
static void check_fall(vt_element element) {
  const double h = 0.01, g = 9.81;
  rig r = rig_new(h, vt_v3(0, 0, -g));
  int body =
      rig_soft(&r, shape_box(vt_v3(0.1, 0.1, 0.1), 2, 2, 2, element), element, elastic(1e5, 0.45, 1000));
  rig_start(&r);
  vt_vec3 start = vt_world_body_pose(r.world, body).position;
  rig_steps(&r, 100);
  vt_vec3 end = vt_world_body_pose(r.world, body).position;
  vt_energy energy = vt_world_energy(r.world, body);
  CHECK_CLOSE(start.z - end.z, g * h * h * 100 * 101 / 2, 1e-12);
  CHECK_NEAR(end.x - start.x, 0, 1e-12);
  CHECK(energy.elastic < 1e-12 * energy.kinetic);
  rig_free(&r);
}

// A hanging block, damped, comes to rest and its frame reads the weight; a prism under its own weight gets
// longer by rho g L^2 / 2 E where its sides are free (nu = 0: the held end does not disturb it).
static void check_hanging(vt_element element) {
  const double young = 1e5, density = 1000, length = 0.1, g = 9.81;
  vt_material material = elastic(young, 0, density);
  material.mass_damping = 20;
  material.stiffness_damping = 0.01;
  rig r = rig_new(0.01, vt_v3(-g, 0, 0));
  int body = rig_soft(&r, shape_box(vt_v3(length, 0.02, 0.02), 8, 1, 1, element), element, material);
  int frame = rig_hold(&r, body, slice_x(length, length));
  int sensor = rig_sense(&r, VT_SENSOR_FRAME, frame), tip = rig_sense_point(&r, body, vt_v3(0, 0.01, 0.01));
  rig_start(&r);
  rig_steps(&r, 300);
  double weight = vt_model_body_mass(r.model, body) * g;
  vt_reading reading = vt_world_sensor(r.world, sensor);
  CHECK_CLOSE(weight, density * length * 0.02 * 0.02 * g, 1e-9);
  CHECK_CLOSE(reading.force.x, weight, 1e-6);
  CHECK_NEAR(reading.force.y, 0, 1e-6 * weight);
  CHECK_NEAR(reading.force.z, 0, 1e-6 * weight);
  // Mass at nodes and linear strains are exact for this load in one dimension; the lumped middle nodes of
  // quadratic tetrahedra and the corners of irregular ones move the load by a part of a cell.
  double stretch = -vt_world_sensor(r.world, tip).position.x;
  CHECK_CLOSE(stretch, density * g * length * length / (2 * young), 0.03);
  rig_free(&r);
}

// Times at which a point crosses its rest, upwards; the period from the first to the last.
static double period(rig *r, int sensor, double rest, int steps) {
  double dt = vt_world_settings(r->world)->dt, before = 0, first = -1, last = -1;
  int crossings = 0;
  for (int k = 0; k < steps; ++k) {
    rig_steps(r, 1);
    double now = vt_world_sensor(r->world, sensor).position.z - rest;
    if (k > 0 && before < 0 && now >= 0) {
      last = vt_world_time(r->world) - dt * now / (now - before);
      if (first < 0) first = last;
      ++crossings;
    }
    before = now;
  }
  return crossings > 1 ? (last - first) / (crossings - 1) : -1;
}

// First bending mode: f = 1.8751^2 / (2 pi L^2) sqrt(E I / rho A), lowered by shear and rotary inertia by
// about 1% at L / t = 20. Implicit Euler at h damps a mode by h w^2 / 2 per second and lowers its frequency
// by (h w)^2 / 3 of itself: at 2 ms 0.01%.
static void check_frequency(vt_element element, double tolerance) {
  const double length = 0.2, thick = 0.01, young = 1e6, density = 1000;
  static const double times[] = {0, 0.05}, values[] = {1, 0};
  rig r = rig_new(0.002, vt_v3(0, 0, 0));
  int m = element == VT_ELEMENT_TET10 ? 1 : 2; // 369 nodes
  int body = rig_soft(&r, shape_box(vt_v3(length, thick, thick), 20 * m, m, m, element), element,
      elastic(young, 0.3, density));
  rig_hold(&r, body, slice_x(0, length));
  rig_push(&r, body, slice_x(length, length), vt_v3(0, 0, 1e-3),
      (vt_curve){.interpolation = VT_STEP, .count = 2, .times = times, .values = values});
  int tip = rig_sense_point(&r, body, vt_v3(length, thick / 2, thick / 2));
  rig_start(&r);
  rig_steps(&r, 150); // the higher modes die first
  double measured = 1 / period(&r, tip, thick / 2, 900);
  double theory =
      1.8751041 * 1.8751041 / (2 * VT_PI * length * length) * sqrt(young * thick * thick / 12 / density);
  printf("| first mode, %s | %d nodes | %.4f Hz | %.4f Hz | %+.2f%% |\n", element_name(element),
      vt_model_node_count(r.model, body), theory, measured, 100 * (measured / theory - 1));
  fflush(stdout);
  CHECK_CLOSE(measured, theory, tolerance);
  rig_free(&r);
}

// The weight of a node in the exact integral of its shape functions over a face of a box of `grid` squares a
// side: bilinear or linear, or quadratic on triangles (corners nothing, middles of edges a third of each of
// their triangles).
static double face_weight(vt_element element, vt_vec3 p, double size, int grid) {
  int fine = element == VT_ELEMENT_TET10 ? 2 * grid : grid;
  int i = (int)(p.y / size * fine + 0.5), j = (int)(p.z / size * fine + 0.5);
  bool side = i == 0 || i == fine, end = j == 0 || j == fine;
  if (element != VT_ELEMENT_TET10) return (side ? 1 : 2) * (end ? 1 : 2);
  if (i % 2 == 0 && j % 2 == 0) return 0;
  return side || end ? 1 : 2;
}

// Mean of x over the face at rest position `at`.
static double face_mean(const rig *r, int body, vt_element element, double at, double size, int grid) {
  const vt_mesh *mesh = vt_model_body_mesh(r->model, body);
  const vt_vec3 *x = vt_world_positions(r->world, body);
  double sum = 0, total = 0;
  for (int i = 0; i < mesh->node_count; ++i) {
    if (fabs(mesh->nodes[i].x - at) > 1e-9 * size) continue;
    double weight = face_weight(element, mesh->nodes[i], size, grid);
    sum += weight * x[i].x;
    total += weight;
  }
  return sum / total;
}

// Pressure all around: no net force, so the centre stays; the body shrinks by p (1 - 2 nu) / E in length. The
// mean strain follows from the moments of the load alone, so it is exact for every element, even where the
// forces of triangles are not spread as the element's faces would have it (hexahedra, middle nodes); what is
// left is that pressure and area change with the strain itself, 4e-4.
static void check_pressure(vt_element element) {
  const double young = 1e5, poisson = 0.3, pressure = 100, size = 0.1;
  enum { GRID = 3 };
  rig r = rig_new(1, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_box(vt_v3(size, size, size), GRID, GRID, GRID, element);
  int body = rig_soft(&r, mesh, element, elastic(young, poisson, 1000));
  rig_press(&r, body, vt_region_all(), pressure);
  int low = rig_sense_point(&r, body, vt_v3(0, 0, 0));
  int high = rig_sense_point(&r, body, vt_v3(size, size, size));
  rig_start(&r);
  vt_vec3 start = vt_world_body_pose(r.world, body).position;
  rig_steps(&r, 30);
  vt_vec3 moved = vt_sub(vt_world_body_pose(r.world, body).position, start);
  CHECK_NEAR(vt_norm(moved), 0, 1e-9 * size);
  double far = face_mean(&r, body, element, size, size, GRID);
  double strain = 1 - (far - face_mean(&r, body, element, 0, size, GRID)) / size;
  double corner = vt_world_sensor(r.world, high).position.x - vt_world_sensor(r.world, low).position.x;
  double expected = pressure * (1 - 2 * poisson) / young;
  printf("| pressure all around, %s | | %.3e | %.5e mean, %.5e between corners | %+.2f%% |\n",
      element_name(element), expected, strain, 1 - corner / size, 100 * (strain / expected - 1));
  CHECK_CLOSE(strain, expected, 0.002);
  rig_free(&r);
}

int main(void) {
  printf("| what | mesh | theory | measured | error |\n|---|---|---|---|---|\n");
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) {
    check_fall((vt_element)e);
    check_hanging((vt_element)e);
    check_pressure((vt_element)e);
  }
  // Frequencies err by half of what the deflection does: 2 bricks through the thickness (1 with middle
  // nodes).
  check_frequency(VT_ELEMENT_TET4_SMOOTHED, 0.02);
  check_frequency(VT_ELEMENT_TET10, 0.02);
  check_frequency(VT_ELEMENT_HEX8, 0.04);
  return check_report();
}
