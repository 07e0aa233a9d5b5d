// Where half of a step may be tried instead, what is hard is given up before the path, and what is not is
// solved as ever. A heap with W in full, as soft bodies have it.
#include "generate.h"

#include "check.h"

#include <stdlib.h>

static vt_solve_result solve(problem *p, bool brief) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 20, &error);
  vt_solve_options options = {.tolerance = 1e-6, .aim = 1e-9, .iterations = 1000, .plain = 5, .brief = brief};
  vt_solve_result result;
  memset(p->system.f, 0, (size_t)p->rows * sizeof *p->system.f);
  CHECK(vt_system_solve(&p->system, &options, arena, &result, &error));
  vt_arena_destroy(arena);
  return result;
}

static problem *heap(int index) {
  problem *p = generate(KIND_HEAPS, index);
  if (p->system.rigid == NULL) return p;
  free(p->system.rigid_motion);
  p->system.rigid = NULL;
  p->system.rigid_motion = NULL;
  problem_finish(p, false);
  return p;
}

// Solved by its path alone.
static void check_hard(void) {
  problem *p = heap(74);
  vt_solve_result brief = solve(p, true), full = solve(p, false);
  CHECK(!brief.converged && full.converged);
  CHECK(brief.iterations < full.iterations);
  problem_destroy(p);
}

static void check_easy(void) {
  problem *p = heap(41);
  vt_solve_result brief = solve(p, true);
  double *forces = malloc((size_t)p->rows * sizeof *forces);
  memcpy(forces, p->system.f, (size_t)p->rows * sizeof *forces);
  vt_solve_result full = solve(p, false);
  CHECK(brief.converged && full.converged && brief.iterations == full.iterations);
  CHECK(memcmp(forces, p->system.f, (size_t)p->rows * sizeof *forces) == 0);
  free(forces);
  problem_destroy(p);
}

int main(void) {
  check_hard();
  check_easy();
  return check_report();
}
