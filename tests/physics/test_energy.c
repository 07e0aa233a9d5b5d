// Free vibration never gains energy, and loses no more than implicit Euler does: a cantilever let go from a
// deflection, every element, steps of 10 ms (a tenth of the length) and 1 ms (a third), no damping. With
// --hard: a third of the length at 10 ms too, and a strip held stretched by 30% and plucked, where one Newton
// iteration with the warped stiffness is not enough.
#include "check.h"
#include "rig.h"

static const double length = 0.1, thick = 0.01;

// Pulled aside slowly from 0.2 to 0.5 s, then let go.
static vt_curve let_go(void) {
  static const double times[] = {0.2, 0.4, 0.5, 0.5001}, values[] = {0, 1, 1, 0};
  return (vt_curve){.interpolation = VT_LINEAR, .count = 4, .times = times, .values = values};
}

static void stretch(rig *r, int body) {
  static const double times[] = {0, 0.2};
  static const vt_pose poses[] = {
      {{0, 0, 0}, {1, 0, 0, 0}}, {{0.03, 0, 0}, {1, 0, 0, 0}}}; // 30% of the length
  vt_error error = {0};
  vt_frame_def frame = vt_frame_def_default();
  frame.keys = (vt_pose_keys){.interpolation = VT_LINEAR, .count = 2, .times = times, .poses = poses};
  vt_attachment_def def = vt_attachment_def_default();
  def.body = body;
  def.region = slice_x(length, length);
  def.frame = vt_model_add_frame(r->model, &frame, &error);
  CHECK(vt_model_add_attachment(r->model, &def, &error) >= 0);
}

// What implicit Euler leaves of the energy of a cantilever's first mode, (1 + w^2 h^2)^-n after n steps of h.
// The frequency w is that of a slender beam, by as much stiffer as the body bends less under the force.
static double left_by_euler(double force, double deflection, double dt, int steps) {
  const double young = 1e6, density = 1000, area = thick * thick, inertia = area * area / 12; // SI
  double beam = force * length * length * length / (3 * young * inertia);
  double w = 3.516 * sqrt(young * inertia / (density * area)) / (length * length);
  return pow(1 + w * w * dt * dt * beam / deflection, -steps);
}

// `force` in N, across the end or the middle.
static void vibrate(vt_element element, double dt, bool stretched, double force) {
  rig r = rig_new(dt, vt_v3(0, 0, 0));
  double t = stretched ? thick / 2 : thick;
  int through = stretched ? 1 : 2, along = stretched ? 20 : 10;
  vt_mesh *mesh = shape_box(vt_v3(length, t, t), along, through, through, element);
  int body = rig_soft(&r, mesh, element, elastic(1e6, 0.45, 1000));
  rig_hold(&r, body, slice_x(0, length));
  if (stretched) stretch(&r, body);
  double at = stretched ? length / 2 : length;
  rig_push(&r, body, slice_x(at, length), vt_v3(0, 0, force), let_go());
  int tip = rig_sense_point(&r, body, vt_v3(at, t / 2, t / 2));
  rig_start(&r);
  rig_steps(&r, (int)(0.5 / dt + 0.5));
  double amplitude = vt_world_sensor(r.world, tip).position.z - t / 2;
  vt_energy energy = vt_world_energy(r.world, body);
  double start = energy.kinetic + energy.elastic, before = start, rise = 0, largest = start;
  for (int k = 0; k < (int)(0.5 / dt + 0.5); ++k) {
    rig_steps(&r, 1);
    energy = vt_world_energy(r.world, body);
    double now = energy.kinetic + energy.elastic;
    rise = fmax(rise, (now - before) / start);
    largest = fmax(largest, now);
    before = now;
  }
  printf("| %s | %s | %g ms | %.2f | %.1e | %.4f | %.3f |\n", stretched ? "stretched strip" : "cantilever",
      element_name(element), 1e3 * dt, amplitude / length, rise, largest / start, before / start);
  fflush(stdout);
  CHECK(amplitude > 0.02 * length); // plain tetrahedra lock, the others bend four to ten times as far
  CHECK(rise < 2e-8);               // up to 16 pieces of a step, each to 1e-9: rounding of long sums
  CHECK(largest <= (1 + 2e-8) * start);

  CHECK(before < 0.99 * start); // implicit Euler damps
  // Higher modes, which go first, have a few percent of it, and a large deflection is no small one.
  if (!stretched) CHECK(before > 0.8 * left_by_euler(force, amplitude, dt, (int)(0.5 / dt + 0.5)) * start);
  rig_free(&r);
}

int main(int argc, char **argv) {
  bool hard = argc > 1 && strcmp(argv[1], "--hard") == 0;
  printf("| body | element | step | amplitude / length | largest rise in a step | largest energy | after 0.5 "
         "s |\n"
         "|---|---|---|---|---|---|---|\n");
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) {
    vibrate((vt_element)e, 0.01, false, hard ? 0.1 : 0.03);
    vibrate((vt_element)e, 0.001, false, 0.1);
    if (hard) vibrate((vt_element)e, 0.01, true, 2.5);
    if (hard) vibrate((vt_element)e, 0.001, true, 2.5);
  }
  return check_report();
}
