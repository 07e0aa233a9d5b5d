// What the volume of a cavity does beyond the first order of a motion: exact for turns, nothing for
// translations, and bounded where the motion says nothing about the next step.
#include "check.h"
#include "rows/rows.h"

// A closed tetrahedron of air on the surface of one body, with corners at the origin and along the axes.
static const double SIDE = 0.02;
static const vt_vec3 corners[4] = {{0, 0, 0}, {0.02, 0, 0}, {0, 0.02, 0}, {0, 0, 0.02}};
static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static void begin(vt_cavities *set) {
  vt_error error = {0};
  CHECK(vt_cavities_begin(set, &error) != NULL);
  for (int i = 0; i < 4; ++i)
    CHECK(vt_cavities_add_vertex(set, (vt_cavity_vertex){0, {i, i, i}, {1, 0, 0}}, &error) == i);
  for (int f = 0; f < 4; ++f) {
    vt_cavity_triangle t = {{faces[f][0], faces[f][1], faces[f][2]}, 0, f};
    CHECK(vt_cavities_add_triangle(set, t, &error));
  }
}

// The bend of the motion that goes on to x -> F x, over the volume.
static double bend_of(vt_cavities *set, vt_mat3 F) {
  vt_vec3 on[4], gradient[4];
  const vt_vec3 *now[1] = {corners}, *carried[1] = {on};
  vt_step step = {.cavities = set, .surfaces = now};
  for (int i = 0; i < 4; ++i) on[i] = vt_mat_apply(F, corners[i]);
  double volume = vt_cavity_measure(set, 0, now).volume;
  CHECK_CLOSE(volume, SIDE * SIDE * SIDE / 6, 1e-12);
  vt_cavity_gradient(set, 0, now, gradient);
  return vt_step_volume_bend(&step, 0, volume, gradient, carried) / volume;
}

static vt_mat3 stretch(double x, double y, double z) { return (vt_mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

int main(void) {
  vt_cavities set = {0};
  begin(&set);
  for (int k = 0; k < 5; ++k) { // up to 0.48 rad: pieces of a step turn by 0.5 at most
    double a = 0.12 * k;
    vt_mat3 turn = {{{cos(a), -sin(a), 0}, {sin(a), cos(a), 0}, {0, 0, 1}}};
    CHECK_NEAR(bend_of(&set, turn), 2 * (1 - cos(a)), 1e-12);
  }
  CHECK_NEAR(bend_of(&set, stretch(1.1, 1, 1)), 0, 1e-12); // along one axis volume is linear
  CHECK_NEAR(bend_of(&set, stretch(1.1, 1.2, 1)), 0.1 * 0.2, 1e-12);
  // To three times the size, which would be 20 volumes; stretched while pressed flat, which would be -2.25.
  CHECK_NEAR(bend_of(&set, stretch(3, 3, 3)), 0.25, 1e-12);
  CHECK_NEAR(bend_of(&set, stretch(2.5, -0.5, 1)), -0.25, 1e-12);
  vt_cavities_free(&set);
  return check_report();
}
