// What a step costs with a quasi-rigid body on many contacts with friction: processor time of this thread, by
// number of contacts, and where it goes. All steps are done several times over, the same to the bit, and the
// least time of each counts: what else the machine does takes caches and clock from some. Rows of a table in
// docs/quasi-rigid.md. study_rate N: the block of N cells to an edge only.
#include "quasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { STEPS = 2000, REPEATS = 5 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

typedef struct cost {
  double times[STEPS]; // ms
  double collision, compliance, solve, contacts;
  int vertices;
  worst w;
} cost;

// A block of 15 g and 700 MPa that is pushed around on the ground, at mu 0.5.
static void run(int n, double dt, cost *c) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  vt_quasi_rigid_def def = plastic(7e8);
  def.rigid.mass = 0.015;
  def.rigid.pose = at(0, 0, 0.0201);
  def.rigid.velocity = vt_v3(0.5, 0.2, 0);
  def.rigid.angular_velocity = vt_v3(0, 0, 3);
  int body = yard_quasi(&y, block(vt_v3(0.1, 0.06, 0.04), n, VT_CELL_HEX8), def);
  yard_start(&y);
  c->vertices = vt_world_collision_surface(y.world, body).vertex_count;
  for (int k = 0; k < STEPS; ++k) {
    // A push every 200 steps, by a hand's spring, so that it slides half of the time.
    double weights[3] = {1, 0, 0};
    vt_error error = {0};
    vt_vec3 at_body = vt_world_body_pose(y.world, body).position;
    if (k % 200 == 100)
      vt_world_pull(
          y.world, body, 0, weights, vt_add(at_body, vt_v3(k % 400 == 100 ? 0.1 : -0.1, 0.02, 0)), 5, &error);
    if (k % 200 == 0) vt_world_let_go(y.world);
    double start = now();
    yard_step(&y);
    c->times[k] = fmin(c->times[k], now() - start);
    look(&y, &c->w);
    const vt_profile *p = vt_world_profile(y.world);
    c->collision += p->collision / (REPEATS * STEPS);
    c->compliance += p->compliance / (REPEATS * STEPS);
    c->solve += p->solve / (REPEATS * STEPS);
    c->contacts += (double)vt_world_status(y.world)->contacts / (REPEATS * STEPS);
  }
  yard_free(&y);
}

static void measure(int n, double dt) {
  static cost c;
  c = (cost){.contacts = 0};
  for (int k = 0; k < STEPS; ++k) c.times[k] = INFINITY;
  for (int again = 0; again < REPEATS; ++again) run(n, dt, &c);
  qsort(c.times, STEPS, sizeof *c.times, compare);
  printf("| %d | %.0f | %.0f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %lld |\n", c.vertices,
      c.contacts, 1e3 * dt, c.times[STEPS / 2], c.times[STEPS * 99 / 100], c.times[STEPS * 999 / 1000],
      c.times[STEPS - 1], c.collision, c.compliance, c.solve, c.w.unconverged);
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (getenv("OPENBLAS_NUM_THREADS") == NULL) { // which the library reads as it is loaded
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv(argv[0], argv);
  }
  printf("| nodes | contacts | step (ms) | median | 99%% | 99.9%% | worst | collision | W | solve | "
         "unconverged |\n");
  printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
  int only = argc > 1 ? atoi(argv[1]) : 0;
  for (int n = 2; n <= 8; ++n)
    if (only == 0 || only == n) measure(n, 1e-3);
  if (only == 0) measure(5, 3e-3);
  return 0;
}
