// Newton's method on the smoothed laws.
//
// With u = W f + q, all laws together are phi(f) = 0, and a step solves (a + b W) d = -phi, where a and b
// are block diagonal (smooth_law.h). A line search shortens the step until the sum of squares of phi
// falls. The smoothing (`blur`) begins well above the residual, since forces have far to go among nearly
// equal solutions, and is reduced as fast as the steps follow. Contacts that are wide open have no force
// and are left out of the factor.
//
// Where contacts are redundant, more of them than the bodies have degrees of freedom, W is singular, and so
// is the derivative once the smoothing is gone. So it is regularized: each contact's own compliance is
// enlarged by a share below the tolerance, which selects the smallest of all forces in the same balance and
// changes gaps by less than the tolerance.
//
// Two forms of the law: with discs most steps are full ones, but they stall where friction makes the
// iteration cycle (mu near 1, boxes wedged in heaps); with cones they do not. Tried and rejected: the laws
// without smoothing (Alart and Curnier 1991), with or without proximal terms, which stall between 1e-3 and
// 1e-6 on half of the hard problems; an interior-point method, which is as robust as cones but cannot be
// warm-started (docs/solver.md has the table).
#include "solver/newton_step.h"

#include <math.h>
#include <string.h>

enum {
  MAX_VAIN = 12,   // whole steps in a row that came no nearer; twice as many in every round
  VAIN_ENOUGH = 2, // below the tolerance
  MAX_HALVED = 12, // times that the share of a step between rigid bodies is halved
  MAX_ASTRAY = 4,  // whole steps in a row that are far off before it goes back
};

static const double REPEATED = 0.5; // of the residual: while it falls to less a factor serves again
static const double LEAST_DAMPING = 1e-9;
static const double DAMPING = 3;          // residuals
static const double DAMPING_RIGID = 10;   // the same between rigid bodies
static const double MAX_GROWTH = 100;     // of the residual in a step between rigid bodies
static const double LEAST_GROWTH = 0.3;   // of that, where a step is shortened
static const double DAMPING_MORE = 10;    // times that, where a step went astray
static const double ASTRAY = 100;         // times the least residual
static const double REGULARIZATION = 0.1; // of the tolerance: what a contact's own compliance is enlarged by
static const double MAX_REGULARIZATION = 1e-7; // the same, absolute
static const double FAR_OPEN = 100;            // blurs: from here on a contact has no force
static const double SMALLEST_BLUR = 0.01;      // of the largest force, to begin with
static const double FOLLOWED = 0.5;            // blurs: phi (rms) below which the blur may go down

// Steps with the current factor, as long as each reduces the residual enough: a factorisation costs
// as many such steps as a tenth of the rows. Contacts that are left out keep no force. n->f and
// n->u are the best iterate.
static bool repeat(const vt_system *s, const vt_newton_settings *t, double aim, double *now, double *residual,
    vt_newton *n) {
  size_t bytes = (size_t)s->row_count * sizeof *n->f;
  while (*now > aim) {
    double before = *now;
    memcpy(n->start, n->f, bytes);
    vt_newton_laws(s, t, n->f, n->u, n->phi);
    vt_newton_solve(s, n, n->phi);
    for (int k = 0; k < n->count; ++k) n->f[n->rows[k]] -= n->phi[n->rows[k]];
    vt_newton_apply(s, 0, n->f, n->u);
    bool sound = vt_newton_keep_better(s, n, n->u, now, residual);
    if (sound && *now < REPEATED * before) continue;
    *now = before;
    memcpy(n->f, n->start, bytes);
    vt_newton_apply(s, 0, n->f, n->u);
    return sound;
  }
  return true;
}

// Goes from n->f to n->end, or until the residual is about `max`.
//
// Where gaps contradict each other slightly, as those of four corners of a box do, a step redistributes load
// between equivalent forces until a contact opens or slips. Beyond that the residual grows. The step should
// end there, but on the far side, so that the next derivative includes the change: a full step would diverge;
// one shortened until the residual falls would stop before it.
static void go_along(const vt_system *s, vt_newton *n, double max) {
  size_t rows = (size_t)s->row_count, bytes = rows * sizeof *n->f;
  memcpy(n->start, n->f, bytes);
  memcpy(n->shift, n->u, bytes);
  memcpy(n->f, n->end, bytes);
  vt_newton_apply(s, 0, n->f, n->u);
  if (!(vt_system_residual(s, n->f, n->u) > max)) return;
  memcpy(n->phi, n->u, bytes);
  double low = 0, high = 1;
  for (int k = 0; k < MAX_HALVED; ++k) {
    double share = 0.5 * (low + high);
    for (size_t r = 0; r < rows; ++r) {
      n->f[r] = n->start[r] + share * (n->end[r] - n->start[r]);
      n->u[r] = n->shift[r] + share * (n->phi[r] - n->shift[r]); // u goes straight along
    }
    double now = vt_system_residual(s, n->f, n->u);
    if (now > LEAST_GROWTH * max && !(now > max)) return;
    *(now > max ? &high : &low) = share;
  }
}

// A contact that has to open gets a tensile force in the step that detects it, and is released in the next
// one. In between the residual is a thousand times larger. Going back at once led to the same contact again
// and again: 2.4 times as many factorisations in soft_cube with the cube of 772 nodes, 7 times in
// cup_on_cylinder. Rigid bodies have more equivalent forces, so there steps end where a contact opens.
bool vt_newton_whole(const vt_system *s, double tolerance, double aim, double max, int round, int *steps,
    double *residual, vt_newton *n, vt_arena *arena, vt_error *error) {
  size_t bytes = (size_t)s->row_count * sizeof *n->f;
  if (!vt_newton_prepare(s, n, arena, error)) return false;
  memcpy(n->f, s->f, bytes);
  vt_newton_apply(s, 0, n->f, n->u);
  double now = *residual, damping = s->rigid != NULL ? DAMPING_RIGID : DAMPING;
  int astray = 0;
  for (int vain = 0; *steps > 0 && *residual > aim && !vt_is_stopped(s->asked); --*steps) {
    if (vain >= (*residual <= tolerance ? VAIN_ENOUGH : MAX_VAIN << round)) break;
    vt_newton_settings t = {.form = VT_NEWTON_DISC, .damping = fmin(fmax(damping * now, LEAST_DAMPING), max)};
    double before = *residual;
    if (!vt_newton_step(s, n, &t)) break;
    go_along(s, n, s->rigid != NULL ? MAX_GROWTH * now : INFINITY);
    if (!vt_newton_keep_better(s, n, n->u, &now, residual)) break;
    if (!repeat(s, &t, aim, &now, residual, n)) break;
    vain = *residual < before ? 0 : vain + 1;
    if (s->rigid != NULL) continue;
    damping = *residual < 0.5 * before ? fmax(damping / DAMPING_MORE, DAMPING) : damping;
    astray = now < ASTRAY * *residual ? 0 : astray + 1;
    if (astray < MAX_ASTRAY || damping * *residual >= max) continue;
    // Far away among nearly equal solutions: back to the best iterate, with more damping.
    damping *= DAMPING_MORE;
    astray = 0;
    now = *residual;
    memcpy(n->f, s->f, bytes);
    vt_newton_apply(s, 0, n->f, n->u);
  }
  return true;
}

bool vt_newton_smoothed(const vt_system *s, vt_newton_form form, int round, double tolerance, int *steps,
    double *residual, vt_newton *n, vt_arena *arena, vt_error *error) {
  if (!vt_newton_prepare(s, n, arena, error)) return false;
  memcpy(n->f, s->f, (size_t)s->row_count * sizeof *n->f);
  double now = *residual, after, blocks = s->block_count;
  vt_newton_settings t = {
      .form = form, .far = FAR_OPEN, .regularization = fmin(REGULARIZATION * tolerance, MAX_REGULARIZATION)};
  double first = round == 0 ? fmin(fmax(sqrt(now), SMALLEST_BLUR), VT_WIDEST_BLUR) : VT_WIDEST_BLUR;
  t.blur = first * vt_system_scale(s, n->f);
  vt_newton_apply(s, t.regularization, n->f, n->u);
  for (; *steps > 0 && *residual > tolerance && !vt_is_stopped(s->asked); --*steps) {
    double before = vt_newton_merit(s, n, &t);
    if (!vt_newton_step(s, n, &t)) break;
    double share = vt_newton_advance(s, n, &t, before, &after);
    vt_newton_apply(s, 0, n->f, n->shift);
    if (!vt_newton_keep_better(s, n, n->shift, &now, residual)) break;
    if (after < FOLLOWED * FOLLOWED * t.blur * t.blur * blocks) {
      t.blur *= share < 1 || round > 0 ? 0.5 : 0.2;
    } else if (share <= VT_NEWTON_SHORTEST) {
      t.blur *= 2;
    }
  }
  return true;
}
