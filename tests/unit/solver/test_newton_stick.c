// Newton's method with the contacts that stick eliminated: what it solves is solved, and contacts that slip
// after all are released without another factor.
#include "generate.h"
#include "soft.h"

#include "check.h"
#include "solver/newton_stick.h"

#include <math.h>
#include <stdlib.h>

static const double TOLERANCE = 1e-6;
enum { SWEEPS = 5, STEPS = 40 };

typedef struct tally {
  int used, solved, rounds; // problems with enough that sticks, those solved, and rounds of these
} tally;

// A patch of friction `mu`; solved with what is eliminated and released. Pressed flat, none is left.
static void try_patch(int side, double mu, bool flat, unsigned long long *random, tally *sum) {
  vt_error error = {0};
  problem *p = soft_patch(side, random);
  for (int i = 0; i < p->contact_count; ++i) p->system.blocks[p->gas_count + i].friction = mu;
  for (int i = 0; i < p->contact_count && flat; ++i) p->system.q[problem_contact_row(p, i)] = -100;
  problem_finish(p, false);
  const vt_system *s = &p->system;
  vt_arena *arena = vt_arena_create(1 << 20, &error);
  vt_newton room = {0};
  int steps = STEPS;
  double *u = calloc((size_t)p->rows, sizeof *u);
  for (int k = 0; k < SWEEPS; ++k) vt_system_sweep(s, s->f);
  vt_system_apply(s, s->f, u);
  double residual = vt_system_residual(s, s->f, u), before = residual;
  CHECK(vt_newton_sticking(s, TOLERANCE, TOLERANCE, &steps, &residual, &room, arena, &error));
  CHECK(residual <= before);
  vt_system_apply(s, s->f, u);
  CHECK(fabs(vt_system_residual(s, s->f, u) - residual) <= 1e-3 * residual + 1e-12); // of the forces it gives
  bool solved = residual <= TOLERANCE && steps < STEPS;
  if (solved) CHECK(problem_violation(p, s->f) < 4 * TOLERANCE);
  sum->used += steps < STEPS;
  sum->solved += solved;
  sum->rounds += solved ? STEPS - steps : 0;
  free(u);
  vt_arena_destroy(arena);
  problem_destroy(p);
}

int main(void) {
  tally all = {0};
  unsigned long long random = 1;
  for (int side = 10; side <= 16; side += 2)
    for (int k = 0; k < 12; ++k) try_patch(side, 1 + 0.5 * (k % 6), false, &random, &all);
  CHECK(all.used >= 15 && all.solved == all.used);
  CHECK(all.rounds > 2 * all.solved); // contacts are released in most of them,
  CHECK(all.rounds < 4 * all.solved); // and what is left is right then
  tally none = {0};
  for (int side = 6; side <= 10; ++side) try_patch(side, 10, true, &random, &none);
  CHECK(none.used == 5 && none.solved >= 3); // the rest is for whole steps
  return check_report();
}
