// What a step costs with a quasi-rigid body on many contacts with friction: processor time of this thread, by
// number of contacts, and where it goes. Rows of a table in docs/quasi-rigid.md.
#include "quasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STEPS = 2000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// A block of 15 g and 700 MPa that is pushed around on the ground, at mu 0.5.
static void measure(int n, double dt) {
  static double times[STEPS];
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  vt_quasi_rigid_def def = plastic(7e8);
  def.rigid.mass = 0.015;
  def.rigid.pose = at(0, 0, 0.0201);
  def.rigid.velocity = vt_v3(0.5, 0.2, 0);
  def.rigid.angular_velocity = vt_v3(0, 0, 3);
  int body = yard_quasi(&y, block(vt_v3(0.1, 0.06, 0.04), n, VT_CELL_HEX8), def);
  yard_start(&y);
  vt_profile sum = {0};
  double contacts = 0;
  worst w = {0};
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
    times[k] = now() - start;
    look(&y, &w);
    if (getenv("SLOW") && times[k] > atof(getenv("SLOW"))) {
      const vt_profile *q = vt_world_profile(y.world);
      const vt_status *st = vt_world_status(y.world);
      printf("step %d: %.2f ms; drive %.2f free %.2f coll %.2f compl %.2f solve %.2f correct %.2f verify %.2f; it %d contacts %d rows %d sub %d tries %d res %.1e\n", k, times[k], q->drive, q->free_motion, q->collision, q->compliance, q->solve, q->correct, q->verify, st->iterations, st->contacts, st->constraints, st->substeps, st->again.tries, st->residual);
    }
    const vt_profile *p = vt_world_profile(y.world);
    sum.collision += p->collision / STEPS;
    sum.compliance += p->compliance / STEPS;
    sum.solve += p->solve / STEPS;
    contacts += (double)vt_world_status(y.world)->contacts / STEPS;
  }
  qsort(times, STEPS, sizeof *times, compare);
  printf("| %d | %.0f | %.0f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %lld |\n",
      vt_world_collision_surface(y.world, body).vertex_count, contacts, 1e3 * dt, times[STEPS / 2],
      times[STEPS * 99 / 100], times[STEPS * 999 / 1000], times[STEPS - 1], sum.collision, sum.compliance,
      sum.solve, w.unconverged);
  yard_free(&y);
}

int main(void) {
  printf("| nodes | contacts | step (ms) | median | 99%% | 99.9%% | worst | collision | W | solve | "
         "unconverged |\n");
  printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
  if (getenv("N")) { measure(atoi(getenv("N")), 1e-3); return 0; }
  for (int n = 2; n <= 8; ++n) measure(n, 1e-3);
  measure(5, 3e-3);
  return 0;
}
