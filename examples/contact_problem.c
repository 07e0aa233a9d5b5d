// A contact problem of one's own: a block stands on four corners on a slope. What do they bear, and does it
// slide?
//
// Over a step of h seconds gravity gives the corners the velocity q, and forces f at them give W f, where
//     W = h H M^-1 H^T
// is the Delassus operator: rows of H are n, t1 and t2 at each corner, M is the mass and the inertia of the
// block.
#include <ventouse/ventouse.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CORNERS = 4, N = 3 * CORNERS };

static const double h = 0.01, mass = 2, half[3] = {0.05, 0.03, 0.04}; // s, kg, m

// Row i of H: a direction (0 the normal z, 1 down the slope x, 2 across it y) and its lever arm about the
// middle.
static void row(int i, double linear[3], double turning[3]) {
  static const int axes[3] = {2, 0, 1};
  int corner = i / 3, axis = axes[i % 3];
  double r[3] = {corner % 2 == 0 ? -half[0] : half[0], corner < 2 ? -half[1] : half[1], -half[2]};
  for (int k = 0; k < 3; ++k) linear[k] = k == axis;
  for (int k = 0; k < 3; ++k) // r x linear
    turning[k] = r[(k + 1) % 3] * linear[(k + 2) % 3] - r[(k + 2) % 3] * linear[(k + 1) % 3];
}

static void fill(double *w, double *q, double slope) {
  const double gravity[3] = {9.81 * sin(slope), 0, -9.81 * cos(slope)}; // m/s^2, along the slope's axes
  for (int i = 0; i < N; ++i) {
    double a[3], s[3], b[3], t[3];
    row(i, a, s);
    q[i] = 0;
    for (int k = 0; k < 3; ++k) q[i] += h * a[k] * gravity[k];
    for (int j = 0; j < N; ++j) {
      row(j, b, t);
      w[N * j + i] = 0;
      for (int k = 0; k < 3; ++k) {
        double u = half[(k + 1) % 3], v = half[(k + 2) % 3], inertia = mass * (u * u + v * v) / 3;
        w[N * j + i] += h * (a[k] * b[k] / mass + s[k] * t[k] / inertia);
      }
    }
  }
}

int main(int argc, char **argv) {
  double degrees = argc > 1 ? atof(argv[1]) : 20, slope = degrees * acos(-1) / 180;
  double w[N * N], q[N], friction[CORNERS] = {0.5, 0.5, 0.5, 0.5}, f[N] = {0};
  fill(w, q, slope);
  vt_contact_problem problem = {.contact_count = CORNERS, .dense = w, .q = q, .friction = friction};
  vt_contact_options options = vt_contact_options_default();
  vt_contact_result result;
  vt_error error = {0};
  if (!vt_solve_contact(&problem, &options, f, &result, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  double normal = 0, down = 0, speed = q[1];
  for (int i = 0; i < CORNERS; ++i) {
    printf("corner %d: %6.3f N normal, %6.3f N along, %6.3f N across\n", i, f[3 * i], f[3 * i + 1],
        f[3 * i + 2]);
    normal += f[3 * i];
    down += f[3 * i + 1];
  }
  for (int j = 0; j < N; ++j) speed += w[N * j + 1] * f[j];
  printf("together: %.3f N normal, %.3f N along\n", normal, down);
  if (speed > 1e-6)
    printf("after %g s it slides with %.4f m/s\n", h, speed);
  else
    printf("it stays\n");
  return result.converged ? 0 : 1;
}
