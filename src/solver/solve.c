// Solving a constraint system: Gauss-Seidel over an active set of blocks, with Anderson acceleration, and
// Newton's method where sweeps converge slowly.
//
// Most contacts within the alarm distance carry no force. The blocks that do, or that would be violated, are
// copied to a small system and swept there, in the cache; the others are checked when that has converged, and
// those found violated join.
//
// Never worse than plain sweeps. Neither an accelerated iterate nor Newton's method is bound to reduce the
// residual, so:
// - An accelerated iterate counts as progress where the sweep after it is shorter than any before, by a
//   share. Where a few in a row make none, the solver goes back to the last iterate that did, restarts the
//   acceleration, and sweeps plainly, twice as long every time. So either there is always progress, and the
//   length of sweeps goes to 0, or in the end all sweeps are plain ones.
// - The result of Newton's method is taken where the residual has fallen to a share of the least so far.
// - If all sweeps are used up, the result is compared with as many plain ones from the same guess.
#include "solver/anderson.h"
#include "solver/islands.h"
#include "solver/newton_stick.h"
#include "solver/subsystem.h"

#include <math.h>
#include <string.h>

enum {
  MAX_ASTRAY = 8,          // mixtures in a row that made no progress before they are given up
  REST = 4,                // plain sweeps after that; twice as many every time
  CHECK_EVERY = 10,        // sweeps
  NEWTON_ROWS = 4000,      // of Newton's method at most: 128 MB of a dense matrix
  NEWTON_STEPS = 40,       // in an attempt; twice as many in every round
  NEWTON_STEPS_RIGID = 80, // the same between rigid bodies
  NEWTON_AGAIN = 5,        // sweeps before its first one where a few blocks have joined a solution
  NEWTON_MAX_STEPS = 600,  // in all
  FINE_ROWS = 300,         // of Newton's method beyond the tolerance: a factor takes a millisecond
  MAX_RINGS = 3,           // of bodies around what is left
  REGION_SWEEPS = 150,     // of a part
  REGION_STEPS = 40,       // of Newton's method with the whole after it
  BRIEF_ATTEMPTS = 3,      // of Newton's method, where half of the step may be tried instead
  PATH_TURN = 5,           // the attempt that follows the path of the smoothed laws
  PATH_TURN_RIGID = 2,     // the same between rigid bodies, where steps cost little
  PATH_MAX_STEPS = 2000,   // steps of it
  PATH_ROWS = 1500,        // at most, of a full W: hundreds of steps of 0.2 s are too many
};

static const double ROUGH = 1e-4;          // residual at which it is known which blocks matter
static const double PROGRESS = 0.98;       // of the shortest sweep, squared
static const double NEWTON_PROGRESS = 0.5; // of the least residual
static const double REGION_SHARE = 0.3;    // of the tolerance: what a part is solved to
// Rows up to which a path may take as many steps as sweeps are allowed; a larger system may take fewer.
static const double PATH_WORK = 300;

// ---------------------------------------------------------------- sweeps

typedef struct solving {
  const vt_system *s;
  const vt_solve_options *options;
  vt_solve_result *result;
  vt_arena *arena;
  vt_error *error;
  double *before, *u;  // rows: where a sweep began; W f + q
  double *best, *kept; // rows: to go back to; of the least residual
  double least;        // residual of `kept`
  double shortest;     // N^2: squared length of the shortest sweep that led to `best`
  int astray, rest, next_rest;
  double sweep_work; // of vt_effort
  vt_anderson mixer;
  vt_newton newton;
  int attempts, newton_steps, next_newton, every, path_turn;
  double parted; // residual at which what is left was last solved by itself
  bool again;    // a few blocks have joined a solution
  bool local;    // this is a part of what is solved
  bool tired;    // the tolerance is good enough by now
} solving;

static bool begin(solving *w) {
  size_t n = (size_t)w->s->row_count;
  w->before = VT_TAKE(w->arena, double, 4 * n, w->error);
  if (w->before == NULL) return false;
  w->u = w->before + n;
  w->best = w->u + n;
  w->kept = w->best + n;
  w->least = w->shortest = w->parted = INFINITY;
  w->path_turn = w->s->rigid != NULL ? PATH_TURN_RIGID : PATH_TURN;
  w->next_rest = REST;
  w->sweep_work = vt_system_sweep_work(w->s);
  w->newton_steps = w->s->rigid != NULL ? NEWTON_MAX_STEPS : NEWTON_MAX_STEPS / (1 + w->s->row_count / 400);
  // A step of Newton's method costs as much as rows/15 sweeps through a full W.
  double fill = vt_system_fill(w->s), cost = w->s->rigid != NULL ? 15 : (double)n / 30 / fmax(fill, 0.01);
  w->every = (int)fmin(fmax(cost, 15), 150);
  w->next_newton = w->again ? NEWTON_AGAIN : w->every;
  return vt_anderson_begin(&w->mixer, w->s->row_count, w->arena, w->error);
}

// What ends it: the aim, until it is Newton's turn for the first time.
static double target(const solving *w) {
  return w->tired ? w->options->tolerance : fmin(w->options->aim, w->options->tolerance);
}

// The same for Newton's method: beyond the tolerance only where a step of it costs little.
static double newton_target(const solving *w) {
  bool cheap = w->s->rigid != NULL || w->s->row_count <= FINE_ROWS;
  return cheap ? target(w) : w->options->tolerance;
}

// Evaluates the residual; true if it is small enough.
static bool check(solving *w) {
  const vt_system *s = w->s;
  vt_system_apply(s, s->f, w->u);
  double residual = w->result->residual = vt_system_residual(s, s->f, w->u);
  if (residual < w->least) {
    w->least = residual;
    memcpy(w->kept, s->f, (size_t)s->row_count * sizeof *w->kept);
  }
  w->result->converged = residual <= w->options->tolerance;
  return residual <= target(w);
}

// Steps that a path may take: a step costs as much as many sweeps. Where W falls into groups, its factor
// costs as much as that of a full one of fewer rows. `n` is prepared.
static int path_steps(const vt_system *s, const vt_solve_options *options, const vt_newton *n) {
  double rows = s->rigid != NULL ? 0 : s->row_count * cbrt(n->work);
  if (s->row_count > NEWTON_ROWS || rows > PATH_ROWS) return 0;
  return (int)fmin(fmin(PATH_WORK / fmax(rows, 1), 1) * options->iterations, PATH_MAX_STEPS);
}

// One attempt by Newton's method at s->f, of which `residual` is known.
static bool attempt_newton(solving *w, double *residual) {
  const vt_system *s = w->s;
  double tolerance = w->options->tolerance;
  if (!vt_newton_prepare(s, &w->newton, w->arena, w->error)) return false;
  if (w->newton_steps <= 0 && w->attempts < w->path_turn) w->attempts = w->path_turn; // what is left
  int number = w->attempts++, along = path_steps(s, w->options, &w->newton);
  if (number == w->path_turn && along > 0)
    return vt_newton_path(s, VT_NEWTON_DISC, tolerance, &along, residual, &w->newton, w->arena, w->error);
  // Whole steps with patience do best where bodies bend; rigid ones want the smoothed laws sooner.
  static const int bending[] = {0, 4, 1, 3, 2}, stiff[] = {0, 1, 2, 3, 4};
  int turn = (s->rigid != NULL ? stiff : bending)[number % 5], kind = turn % 4;
  int round = number / 5 + turn / 4;
  int max = (s->rigid != NULL ? NEWTON_STEPS_RIGID : NEWTON_STEPS) << round;
  int steps = max < w->newton_steps ? max : w->newton_steps, given = steps;
  if (number == 0 &&
      !vt_newton_sticking(s, tolerance, newton_target(w), &steps, residual, &w->newton, w->arena, w->error))
    return false;
  bool done = kind % 2 == 0 ? vt_newton_whole(s, tolerance, newton_target(w), kind == 0 ? 1e-2 : 1e-4, round,
                                  &steps, residual, &w->newton, w->arena, w->error)
                            : vt_newton_smoothed(s, kind == 1 ? VT_NEWTON_DISC : VT_NEWTON_CONE, round,
                                  tolerance, &steps, residual, &w->newton, w->arena, w->error);
  w->newton_steps -= given - steps;
  return done;
}

static bool iterate(solving *w);

// What is left of a heap is often a few contacts in one place. They and those around them, by
// rings of bodies, are solved with the forces of all others frozen, and the whole goes on from
// there by Newton's method.
static bool attempt_region(solving *w, int rings, double *residual) {
  const vt_system *s = w->s;
  vt_arena_mark mark = vt_arena_get_mark(w->arena);
  vt_islands region;
  vt_system small;
  double tolerance = w->options->tolerance, scale = fmax(vt_system_scale(s, s->f), s->least_scale);
  vt_solve_options options = {
      .tolerance = REGION_SHARE * tolerance, .iterations = REGION_SWEEPS, .plain = w->options->plain};
  vt_solve_result result = {0};
  solving local = {.s = &small,
      .options = &options,
      .result = &result,
      .arena = w->arena,
      .error = w->error,
      .local = true};
  vt_system_apply(s, s->f, w->u);
  if (!vt_island_around(&region, s, w->u, tolerance * scale, rings, w->arena, w->error)) return false;
  if (2 * region.start[1] <= s->block_count) {
    int steps = REGION_STEPS;
    if (!vt_island_extract(&region, 0, s, scale, &small, w->arena, w->error) ||
        !vt_island_freeze(&region, 0, s, w->u, &small, w->arena, w->error) || !iterate(&local))
      return false;
    vt_island_give_back(&region, 0, &small, s);
    vt_system_apply(s, s->f, w->u);
    *residual = vt_system_residual(s, s->f, w->u);
    if (!vt_newton_whole(s, tolerance, target(w), 1e-2, 0, &steps, residual, &w->newton, w->arena, w->error))
      return false;
  }
  vt_arena_go_back(w->arena, mark);
  return true;
}

// Newton's method from the best iterate so far, in all its forms by turns; on the part that
// is left before the others.
static bool try_newton(solving *w, bool *taken) {
  const vt_system *s = w->s;
  size_t bytes = (size_t)s->row_count * sizeof *s->f;
  int rings = s->rigid != NULL && !w->local && w->attempts > 0 && w->least < w->parted ? MAX_RINGS : 0;
  w->parted = w->least;
  memcpy(w->before, s->f, bytes); // the plain iterate
  for (int ring = 1; ring <= rings + 1 && !*taken; ++ring) {
    double residual = w->least;
    memcpy(s->f, w->kept, bytes);
    if (!(ring <= rings ? attempt_region(w, ring, &residual) : attempt_newton(w, &residual))) return false;
    *taken = residual <= w->options->tolerance || residual < NEWTON_PROGRESS * w->least;
  }
  if (!*taken) {
    memcpy(s->f, w->before, bytes);
    return true;
  }
  w->shortest = INFINITY;
  vt_anderson_forget(&w->mixer);
  check(w);
  return true;
}

// After a sweep of squared length `moved`: records progress, accelerates, or goes back.
static void accelerate(solving *w, double moved) {
  double *f = w->s->f;
  size_t bytes = (size_t)w->s->row_count * sizeof *f;
  bool resting = w->rest > 0;
  if (moved < PROGRESS * w->shortest || (resting && --w->rest == 0)) {
    w->shortest = fmin(moved, w->shortest);
    w->astray = 0;
    memcpy(w->best, f, bytes);
  } else if (!resting && (moved > 4 * w->shortest || ++w->astray > MAX_ASTRAY)) {
    memcpy(f, w->best, bytes);
    vt_anderson_forget(&w->mixer);
    w->astray = 0;
    w->rest = w->next_rest;
    w->next_rest *= 2;
    return;
  }
  if (!resting) vt_anderson_mix(&w->mixer, w->before, f);
}

// Sweeps until the laws hold to the tolerance or the sweeps are used up.
static bool iterate(solving *w) {
  const vt_system *s = w->s;
  size_t n = (size_t)s->row_count;
  vt_solve_result *result = w->result;
  if (!begin(w)) return false;
  for (int sweeps = 1; result->iterations < w->options->iterations; ++sweeps) {
    memcpy(w->before, s->f, n * sizeof *s->f);
    vt_system_sweep(s, s->f);
    vt_count_work(s->asked, w->sweep_work);
    ++result->iterations;
    double max = 0, size = 0, moved = 0;
    for (size_t k = 0; k < n; ++k) {
      double d = s->f[k] - w->before[k];
      moved += d * d;
      max = fmax(max, fabs(d));
      size = fmax(size, fabs(s->f[k]));
    }
    // A sweep that hardly moves is checked by the residual; now and then others are too, as forces may drift
    // among equivalent solutions.
    bool last = result->iterations == w->options->iterations, newton = sweeps == w->next_newton;
    if (max <= target(w) * size || sweeps % CHECK_EVERY == 0 || last || newton)
      if (check(w) || moved == 0) return true;
    if (last || vt_is_stopped(s->asked)) break;
    if (newton && w->least <= newton_target(w)) break;
    if (newton && w->options->brief && w->attempts >= BRIEF_ATTEMPTS) break;
    if (newton) {
      bool taken = false;
      bool more = w->newton_steps > 0 || w->attempts <= w->path_turn;
      if (s->row_count <= NEWTON_ROWS && more && !try_newton(w, &taken)) return false;
      w->tired = true;
      if (w->least <= w->options->tolerance) break;
      w->next_newton += taken ? NEWTON_AGAIN : w->every;
      if (taken) continue;
    }
    if (sweeps > w->options->plain) accelerate(w, moved);
  }
  memcpy(s->f, w->kept, n * sizeof *s->f);
  result->residual = w->least;
  result->converged = w->least <= w->options->tolerance;
  return true;
}

// ---------------------------------------------------------------- the blocks that matter

static bool solve_small(vt_system *small, const vt_solve_options *options, bool again, vt_arena *arena,
    vt_solve_result *result, vt_error *error) {
  solving w = {
      .s = small, .options = options, .result = result, .arena = arena, .error = error, .again = again};
  return iterate(&w);
}

// Solves the chosen blocks, island by island, where their laws do not hold to `least`; the islands share
// nothing, so that the longest one counts.
static bool solve_chosen(vt_system *s, vt_selection *chosen, const vt_solve_options *now, bool again,
    double least, const double *u, vt_arena *arena, vt_solve_result *result, vt_error *error) {
  vt_system small;
  vt_islands islands;
  int max = 0;
  if (!vt_islands_find(&islands, s, chosen, arena, error)) return false;
  double scale = fmax(vt_system_scale(s, s->f), s->least_scale);
  if (islands.count == 1 && s->rigid == NULL) { // the guess tells nothing of the largest force
    scale = s->least_scale;
    least = 0;
  }
  result->converged = true;
  vt_arena_mark mark = vt_arena_get_mark(arena);
  for (int k = 0; k < islands.count; ++k) {
    vt_solve_result own = {.iterations = result->iterations};
    if (vt_island_residual(&islands, k, s, u, scale) <= least) continue;
    if (!vt_island_extract(&islands, k, s, scale, &small, arena, error) ||
        !solve_small(&small, now, again, arena, &own, error))
      return false;
    vt_island_give_back(&islands, k, &small, s);
    result->converged = result->converged && own.converged;
    max = own.iterations - result->iterations > max ? own.iterations - result->iterations : max;
    vt_arena_go_back(arena, mark);
  }
  result->iterations += max;
  return true;
}

// Solves with an active set of blocks, which does not depend on the last digits: found roughly first.
static bool solve_blocks(vt_system *s, const vt_solve_options *full, double *u, vt_arena *arena,
    vt_solve_result *result, vt_error *error) {
  vt_selection chosen;
  if (!vt_selection_begin(&chosen, s, arena, error)) return false;
  vt_solve_options now = *full;
  now.tolerance = fmax(full->tolerance, ROUGH);
  now.aim = fmax(full->aim, ROUGH);
  if (s->rigid == NULL && s->row_count <= VT_FEW_ROWS) now = *full;
  vt_arena_mark mark = vt_arena_get_mark(arena);
  for (bool again = false, solved = true;; again = true) {
    vt_arena_go_back(arena, mark);
    vt_system_apply(s, s->f, u);
    result->residual = vt_system_residual(s, s->f, u);
    result->converged = result->residual <= full->tolerance;
    bool gave_up = full->brief && !solved;
    if (result->residual <= full->aim || result->iterations >= full->iterations || gave_up ||
        vt_is_stopped(s->asked))
      return true;
    int joined = vt_selection_add_violated(&chosen, s, u, now.aim);
    double least = again ? now.tolerance : now.aim;
    if (joined == 0 && again) {
      if (now.aim == full->aim) return true;
      now = *full;
      least = now.aim;
      vt_selection_add_violated(&chosen, s, u, now.aim);
    }
    if (!again) vt_selection_sift(&chosen, s, u, &now, result);
    if (chosen.rows == 0) continue; // nothing is pushed after all
    if (!solve_chosen(s, &chosen, &now, again, least, u, arena, result, error)) return false;
    solved = result->converged;
  }
}

// The path of the smoothed laws with all blocks, for what is unsolved when all sweeps are used up.
static bool follow_path(vt_system *s, const vt_solve_options *options, vt_arena *arena,
    vt_solve_result *result, vt_error *error) {
  vt_newton room = {0};
  if (s->row_count > NEWTON_ROWS) return true;
  if (!vt_newton_prepare(s, &room, arena, error)) return false;
  int steps = path_steps(s, options, &room);
  if (steps > 0 &&
      !vt_newton_path(s, VT_NEWTON_DISC, options->tolerance, &steps, &result->residual, &room, arena, error))
    return false;
  result->converged = result->residual <= options->tolerance;
  return true;
}

// As many plain sweeps from the guess; what is better is kept.
static void compare_with_plain(
    const vt_system *s, double *guess, const vt_solve_options *options, double *u, vt_solve_result *result) {
  double residual = INFINITY, work = vt_system_sweep_work(s);
  for (int k = 1; k <= options->iterations && residual > options->tolerance && !vt_is_stopped(s->asked);
       ++k) {
    vt_system_sweep(s, guess);
    vt_count_work(s->asked, work);
    if (k % CHECK_EVERY != 0 && k != options->iterations) continue;
    vt_system_apply(s, guess, u);
    residual = vt_system_residual(s, guess, u);
  }
  if (!(residual < result->residual)) return;
  memcpy(s->f, guess, (size_t)s->row_count * sizeof *guess);
  result->residual = residual;
  result->converged = residual <= options->tolerance;
}

bool vt_system_solve(vt_system *s, const vt_solve_options *options, vt_arena *arena, vt_solve_result *result,
    vt_error *error) {
  *result = (vt_solve_result){.converged = true};
  if (s->row_count == 0) return true;
  result->converged = false;
  vt_solve_options full = *options;
  if (!(full.aim > 0)) full.aim = full.tolerance;
  // Where W is dense and large, what is not solved soon is left to half of the step: a path takes hundreds of
  // long steps there, and the halves a few.
  full.brief = full.brief && s->rigid == NULL && s->row_count > PATH_WORK;
  double *u = VT_TAKE(arena, double, s->row_count, error),
         *guess = VT_TAKE(arena, double, s->row_count, error);
  if (u == NULL || guess == NULL) return false;
  vt_system_solve_inert_gas(s, s->f);
  memcpy(guess, s->f, (size_t)s->row_count * sizeof *guess);
  if (!solve_blocks(s, &full, u, arena, result, error)) return false;
  if (vt_is_stopped(s->asked) || full.brief) return true;
  if (!result->converged && !follow_path(s, &full, arena, result, error)) return false;
  if (!result->converged) compare_with_plain(s, guess, &full, u, result);
  return true;
}
