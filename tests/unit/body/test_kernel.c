// The compliance between control points by a formula: symmetric, positive definite, and in the mean that of a
// half space.
#include "body/bending.h"
#include "check.h"

#include <stdlib.h>

enum { CONTROLS = 150, COUNT = 8 * CONTROLS, ROWS = 3 * CONTROLS };

static vt_skin ball_skin(double radius) {
  static vt_vec3 points[COUNT], normals[COUNT];
  vt_skin skin;
  vt_error error = {0};
  for (int i = 0; i < COUNT; ++i) {
    double z = 1 - (2.0 * i + 1) / COUNT, r = sqrt(1 - z * z), angle = 2.39996322972865332 * i;
    normals[i] = vt_v3(r * cos(angle), r * sin(angle), z);
    points[i] = vt_scale(radius, normals[i]);
  }
  if (!CHECK(vt_skin_init(&skin, points, normals, COUNT, CONTROLS, 0, &error))) exit(1);
  return skin;
}

// The least pivot of Cholesky's method over the largest entry; below 0: not positive definite.
static double least_pivot(const vt_bending *b, double *asymmetry) {
  static double a[ROWS][ROWS];
  double least = INFINITY, most = 0;
  *asymmetry = 0;
  for (int i = 0; i < CONTROLS; ++i)
    for (int j = 0; j < CONTROLS; ++j)
      for (int c = 0; c < 3; ++c) {
        vt_vec3 by = vt_bending_move(b, i, j, vt_v3(c == 0, c == 1, c == 2));
        a[3 * i][3 * j + c] = by.x, a[3 * i + 1][3 * j + c] = by.y, a[3 * i + 2][3 * j + c] = by.z;
      }
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < ROWS; ++j) {
      most = fmax(most, fabs(a[i][j]));
      *asymmetry = fmax(*asymmetry, fabs(a[i][j] - a[j][i]));
    }
  *asymmetry /= most;
  for (int j = 0; j < ROWS; ++j) {
    double pivot = a[j][j];
    for (int k = 0; k < j; ++k) pivot -= a[j][k] * a[j][k];
    least = fmin(least, pivot / most);
    if (!(pivot > 0)) return least;
    a[j][j] = sqrt(pivot);
    for (int i = j + 1; i < ROWS; ++i) {
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  return least;
}

static void check_definite(const char *name, const vt_bending *b) {
  double asymmetry, least = least_pivot(b, &asymmetry);
  printf("%s: asymmetry %.1e, least pivot %.1e of the largest entry\n", name, asymmetry, least);
  CHECK(asymmetry < 1e-15);
  CHECK(least > 1e-9); // rounding is 1e-13 of the largest
}

// Displacements by vt_bending_add against the sum over all forces; and what is far away is left out.
static void check_add(const vt_bending *b) {
  static vt_vec3 forces[CONTROLS];
  static vt_bend bends[CONTROLS];
  double off = 0, most = 0;
  for (int j = 0; j < CONTROLS; ++j) {
    forces[j] = j % 2 == 0 ? vt_v3(sin(j), cos(3.0 * j), sin(2.0 * j)) : vt_v3(0, 0, 0);
    bends[j] = (vt_bend){.shift = {0, 0, 0}};
  }
  vt_bending_add(b, 0.5, forces, bends);
  vt_bending_add(b, 0.25, forces, bends);
  for (int i = 0; i < CONTROLS; ++i) {
    vt_vec3 sum = {0, 0, 0};
    for (int j = 0; j < CONTROLS; ++j) sum = vt_add(sum, vt_bending_move(b, i, j, vt_scale(0.75, forces[j])));
    off = fmax(off, vt_norm(vt_sub(sum, bends[i].shift)));
    most = fmax(most, vt_norm(sum));
  }
  CHECK(most > 0 && off < 1e-13 * most);
}

int main(void) {
  const double radius = 0.02, young = 1e6, poisson = 0.3;
  vt_skin skin = ball_skin(radius);
  vt_bending half = {.count = CONTROLS}, soft = {.count = CONTROLS};
  vt_error error = {0};
  CHECK(vt_kernel_half_space(&half.kernel, &skin, young, poisson, &error));
  CHECK(vt_kernel_gaussian(&soft.kernel, &skin, 2000, skin.spacing, &error));
  check_definite("half space", &half);
  check_definite("Gaussian", &soft);
  check_add(&half);
  check_add(&soft);
  // A patch on its own: the mean displacement under an even pressure on a circle, by a force of 1 N.
  vt_vec3 n = skin.tree.normals[0], t = vt_normalized(vt_cross(n, vt_v3(1, 2, 3)));
  double a = sqrt(skin.areas[0] / VT_PI),
         mean = 16 * (1 - poisson * poisson) / (3 * VT_PI * VT_PI * young * a);
  CHECK_NEAR(vt_dot(n, vt_bending_move(&half, 0, 0, n)), mean, 1e-12 * mean);
  CHECK_NEAR(
      vt_dot(t, vt_bending_move(&half, 0, 0, t)), mean * (2 - poisson) / (2 * (1 - poisson)), 1e-12 * mean);
  // Far away on a flat surface: Boussinesq's own; on this ball less by how normals turn.
  double phi = vt_kernel_phi(&half.kernel, 0, CONTROLS / 2);
  vt_vec3 apart = vt_sub(skin.tree.controls[0], skin.tree.controls[CONTROLS / 2]);
  double turned = 0.5 * (1 + vt_dot(n, skin.tree.normals[CONTROLS / 2]));
  double boussinesq = turned * (1 - poisson * poisson) / (VT_PI * young * vt_norm(apart));
  CHECK_NEAR(phi, boussinesq, 0.01 * boussinesq);
  // All patches together are the whole surface, but for what a lattice is denser than a spiral.
  double area = 0;
  for (int i = 0; i < CONTROLS; ++i) area += skin.areas[i];
  CHECK_NEAR(area, 4 * VT_PI * radius * radius, 0.1 * area);
  CHECK_NEAR(vt_bending_move(&soft, 3, 3, vt_v3(1, 0, 0)).x, 1 / 2000.0, 1e-18);
  vt_kernel_free(&half.kernel);
  vt_kernel_free(&soft.kernel);
  vt_skin_free(&skin);
  return check_report();
}
