// Free vibration never gains energy, and loses no more than implicit Euler does: a cantilever let go from a
// deflection, every element, steps of 10 ms (a tenth of the length) and 1 ms (a third), no damping. With
// --hard: a third of the length at 10 ms too, and a strip held stretched by 30% and plucked, where one Newton
// iteration with the warped stiffness is not enough.
//
// By Newmark's scheme energy is looked at in means over a tenth of a second: velocities are those of the
// middle of the last piece, so that the sum of both energies swings with the motion.
#include "check.h"
#include "integrator.h"
#include "rig.h"

static const double length = 0.1, thick = 0.01;

// Pulled aside slowly from 0.2 to 0.4 s, and let go at 0.5 s, by Newmark's scheme at 1 s.
static vt_curve let_go(bool newmark) {
  static const double times[][4] = {{0.2, 0.4, 0.5, 0.5001}, {0.2, 0.4, 1, 1.0001}}, values[] = {0, 1, 1, 0};
  return (vt_curve){.interpolation = VT_LINEAR, .count = 4, .times = times[newmark], .values = values};
}

// To where it is let go. By Newmark's scheme it would still swing there, without damping, and the push, which
// acts until the first step ends, bring energy to it (9% to a beam of tetrahedra): long steps of implicit
// Euler bring it to rest.
static void wait(rig *r, bool newmark, double dt) {
  vt_settings settings = *vt_world_settings(r->world);
  vt_error error = {0};
  if (newmark) {
    settings.integrator = VT_INTEGRATOR_EULER;
    settings.dt = 0.05;
    CHECK(vt_world_set_settings(r->world, &settings, &error));
    rig_steps(r, 20);
    settings.integrator = VT_INTEGRATOR_NEWMARK;
    settings.dt = dt;
    CHECK(vt_world_set_settings(r->world, &settings, &error));
  } else {
    rig_steps(r, (int)(0.5 / dt + 0.5));
  }
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

// The energy of a vibration by Newmark's scheme, in means over tenths of half a second.
typedef struct course {
  double means[5]; // J
  int counts[5];
  double elastic[2], kinetic; // J: of the last two steps, and of the last one
  int steps, pieces;
} course;

// What is kinetic as a step ends is less than in the middle of its last piece, half a piece before, by what
// became elastic meanwhile.
static void course_add(course *c, const rig *r, int body, int all) {
  vt_energy now = vt_world_energy(r->world, body);
  if (c->steps > 1) {
    int k = 5 * (c->steps - 1) / all;
    double since = (now.elastic - c->elastic[0]) / (4.0 * c->pieces);
    c->means[k] += c->kinetic - since + c->elastic[1];
    ++c->counts[k];
  }
  c->elastic[0] = c->elastic[1];
  c->elastic[1] = now.elastic;
  c->kinetic = now.kinetic;
  c->pieces = vt_world_status(r->world)->substeps;
  ++c->steps;
}

// No tenth has more than the first one, nor that more than was there, to what the square of frequency times
// step leaves unknown. Steps of 1 ms resolve nearly all of it, and hardly anything is lost.
static void course_check(const course *c, double start, double dt, double by_euler) {
  double first = c->means[0] / c->counts[0], last = c->means[4] / c->counts[4];
  CHECK(first < 1.02 * start);
  for (int k = 1; k < 5; ++k) CHECK(c->means[k] / c->counts[k] < 1.005 * first);
  CHECK(last > by_euler * start);
  if (dt < 0.002) CHECK(last > 0.98 * start);
  printf("| | | | | means | %.4f to %.4f | of all %.4f |\n", first / start, last / start, by_euler);
}

// `force` in N, across the end or the middle.
static void vibrate(vt_element element, double dt, bool stretched, double force) {
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  rig r = rig_new(dt, vt_v3(0, 0, 0));
  double t = stretched ? thick / 2 : thick;
  int through = stretched ? 1 : 2, along = stretched ? 20 : 10;
  vt_mesh *mesh = shape_box(vt_v3(length, t, t), along, through, through, element);
  int body = rig_soft(&r, mesh, element, elastic(1e6, 0.45, 1000));
  rig_hold(&r, body, slice_x(0, length));
  if (stretched) stretch(&r, body);
  double at = stretched ? length / 2 : length;
  rig_push(&r, body, slice_x(at, length), vt_v3(0, 0, force), let_go(newmark));
  int tip = rig_sense_point(&r, body, vt_v3(at, t / 2, t / 2));
  rig_start(&r);
  wait(&r, newmark, dt);
  double amplitude = vt_world_sensor(r.world, tip).position.z - t / 2;
  vt_energy energy = vt_world_energy(r.world, body);
  double start = energy.kinetic + energy.elastic, before = start, rise = 0, largest = start;
  course seen = {0};
  int steps = (int)(0.5 / dt + 0.5);
  for (int k = 0; k < steps; ++k) {
    rig_steps(&r, 1);
    course_add(&seen, &r, body, steps);
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
  double by_euler = left_by_euler(force, amplitude, dt, steps);
  if (newmark) {
    course_check(&seen, start, dt, by_euler);
  } else {
    CHECK(rise < 2e-8); // up to 16 pieces of a step, each to 1e-9: rounding of long sums
    CHECK(largest <= (1 + 2e-8) * start);
    CHECK(before < 0.99 * start); // implicit Euler damps
    // Higher modes, which go first, have a few percent of it, and a large deflection is no small one.
    if (!stretched) CHECK(before > 0.8 * by_euler * start);
  }
  rig_free(&r);
}

int main(int argc, char **argv) {
  bool hard = argc > 1 && strcmp(argv[1], "--hard") == 0;
  printf("| body | element | step | amplitude / length | largest rise in a step | largest energy | after 0.5 "
         "s |\n"
         "|---|---|---|---|---|---|---|\n");
  for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) {
    vibrate((vt_element)e, 0.01, false, hard ? 0.1 : 0.03);
    bool brief = tested_integrator() == VT_INTEGRATOR_NEWMARK && e != VT_ELEMENT_TET4_SMOOTHED;
    if (!brief) vibrate((vt_element)e, 0.001, false, 0.1);
    if (hard) vibrate((vt_element)e, 0.01, true, 2.5);
    if (hard) vibrate((vt_element)e, 0.001, true, 2.5);
  }
  return check_report();
}
