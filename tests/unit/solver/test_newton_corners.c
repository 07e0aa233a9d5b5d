// Whole Newton steps among forces that are all as good: boxes of four corners whose gaps contradict each
// other by little. Three corners of each box carry it in the end, and the forces are far from those of the
// guess, while the residual is small all along.
#include "rigid.h"

#include "check.h"
#include "solver/newton.h"

#include <stdlib.h>

enum { BOXES = 6, STEPS = 60 };

// A tower whose corners are as far off its planes as that.
static problem *tower(double off) {
  unsigned long long random = 3;
  rigid_scene *s = calloc(1, sizeof *s);
  for (int k = 0; k < BOXES; ++k) {
    vt_vec3 centre = {0.004 * generate_random(&random), 0.004 * generate_random(&random), 0.08 * k + 0.04};
    int box = rigid_add_box(s, centre, vt_v3(0.05, 0.05, 0.04), (shaking){0, 0}, &random);
    rigid_touch(s, box, box - 1, 2, 2, 0);
  }
  for (int k = 0; k < s->contact_count; ++k) s->contacts[k].gap = off * generate_random(&random);
  problem *p = rigid_problem(s);
  for (int k = 0; k < s->contact_count; ++k) p->system.blocks[k].friction = 0.5;
  free(s);
  problem_finish(p, true);
  return p;
}

// Steps from where all corners carry to where the laws hold; `off` in m.
static int steps_of(double off) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 20, &error);
  vt_newton room = {0};
  vt_solve_result result;
  vt_solve_options options = {.tolerance = 1e-9, .iterations = 1000, .plain = 5};
  problem *even = tower(0), *p = tower(off);
  CHECK(vt_system_solve(&even->system, &options, arena, &result, &error) && result.converged);
  memcpy(p->system.f, even->system.f, (size_t)p->rows * sizeof(double));
  double *u = calloc((size_t)p->rows, sizeof *u);
  vt_system_apply(&p->system, p->system.f, u);
  double residual = vt_system_residual(&p->system, p->system.f, u);
  CHECK(residual > 1e-6 && residual < 1e-2);
  int steps = 100;
  CHECK(vt_newton_whole(&p->system, 1e-6, 1e-6, 1e-2, 0, &steps, &residual, &room, arena, &error));
  CHECK(residual <= 1e-6);
  CHECK(problem_violation(p, p->system.f) < 4e-6);
  free(u);
  problem_destroy(even);
  problem_destroy(p);
  vt_arena_destroy(arena);
  return 100 - steps;
}

int main(void) {
  for (double off = 9e-8; off < 1e-6; off *= 3) {
    int steps = steps_of(off);
    printf("%g m: %d steps\n", off, steps);
    CHECK(steps <= STEPS);
  }
  return check_report();
}
