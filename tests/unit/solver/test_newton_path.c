// The path of the smoothed laws, followed from no forces at all to the solution: heaps wedged by friction,
// where it turns around, solved over rows and over bodies.
#include "generate.h"

#include "check.h"
#include "solver/newton.h"

#include <stdlib.h>

static const double TOLERANCE = 1e-6;
enum { STEPS = 600 };

// From nothing; returns the steps it took, or STEPS where it did not arrive.
static int follow(problem *p, vt_newton_form form) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 20, &error);
  vt_newton room = {0};
  int steps = STEPS;
  double residual = INFINITY, *u = calloc((size_t)p->rows, sizeof *u);
  memset(p->system.f, 0, (size_t)p->rows * sizeof *p->system.f);
  CHECK(vt_newton_path(&p->system, form, TOLERANCE, &steps, &residual, &room, arena, &error));
  vt_system_apply(&p->system, p->system.f, u);
  CHECK_NEAR(vt_system_residual(&p->system, p->system.f, u), residual, 1e-12);
  if (residual <= TOLERANCE) CHECK(problem_violation(p, p->system.f) < 4 * TOLERANCE);
  free(u);
  vt_arena_destroy(arena);
  return residual <= TOLERANCE ? STEPS - steps : STEPS;
}

static void check_heap(int index) {
  problem *p = generate(KIND_HEAPS, index);
  int steps = follow(p, VT_NEWTON_DISC);
  printf("heap %d: %d steps\n", index, steps);
  CHECK(steps < STEPS);
  problem_destroy(p);
}

// The same heap by rows and by bodies: W and J J^T are the same to rounding, and so is the path.
static void check_attempts(int index) {
  problem *p = generate(KIND_HEAPS, index);
  CHECK(p->system.rigid != NULL);
  int bodies = follow(p, VT_NEWTON_DISC);
  free(p->system.rigid_motion);
  p->system.rigid = NULL;
  p->system.rigid_motion = NULL;
  problem_finish(p, false);
  CHECK_NEAR(follow(p, VT_NEWTON_DISC), bodies, 2);
  CHECK(bodies < STEPS);
  problem_destroy(p);
}

// Too few steps, and a start that is a solution already.
static void check_ends(void) {
  problem *p = generate(KIND_HEAPS, 12);
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 20, &error);
  vt_newton room = {0};
  int steps = 3;
  double residual = 1;
  CHECK(vt_newton_path(&p->system, VT_NEWTON_DISC, TOLERANCE, &steps, &residual, &room, arena, &error));
  CHECK(steps == 0 && residual > TOLERANCE);
  CHECK(follow(p, VT_NEWTON_DISC) < STEPS);
  vt_arena_destroy(arena);
  problem_destroy(p);
}

int main(void) {
  check_heap(71);
  check_heap(97);
  check_attempts(78);
  check_ends();
  return check_report();
}
