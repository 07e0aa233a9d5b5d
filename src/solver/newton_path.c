// Continuation along the path of the smoothed laws, around its turning points.
//
// For every blur the smoothed laws have a solution, and these form a path from a wide blur, where it is
// unique, to none. The blur is not monotonic along it: where friction wedges bodies the path turns back to
// wider blurs and turns again, and at each turning point the derivative is singular. Methods that only ever
// reduce the blur stop there. So the blur is an unknown like the forces: a step predicts along the path's
// tangent and corrects perpendicular to it (pseudo-arclength continuation; Allgower and Georg 1990). The sign
// of the determinant gives the direction: the blur decreases where it is positive and increases where it is
// negative, as follows from the degree of a map. This needs no memory of the step before, so that a step that
// has jumped to another branch does not lead back.
//
// Compliance is added to rows in proportion to the blur: forces are unique at every blur, and the
// regularization vanishes with it. RockPile (463 contacts, mu = 1), which nothing else here brings below
// 2e-6, passes four turning points and reaches 5e-9.
#include "solver/dot.h"
#include "solver/newton_step.h"

#include <math.h>
#include <string.h>

enum { MAX_CORRECTIONS = 6 };

static const double REGULARIZATION =
    0.1;                               // share of its compliance, by the blur as a share of the largest force
static const double FAR_OPEN = 1e4;    // blurs
static const double ON_START = 1e-4;   // mean square of phi, in blurs: near enough to begin
static const double ON_PATH = 1e-5;    // the same: on the path
static const double OFF_PATH = 1e4;    // the same: lost
static const double LONGEST = 2;       // of the blur's logarithm in a step
static const double SHORTEST = 1e-4;   // steps: given up
static const double DIFFERENCE = 1e-3; // of the blur's logarithm, for the derivative by it

typedef struct path {
  const vt_system *s;
  vt_newton *n;
  vt_newton_settings t;
  double force;      // N: the largest
  double log_blur;   // where n->f is
  double weight;     // 1/N^2: of forces in the length of a step
  double *a, *b;     // rows: derivative^-1 of phi, and of its derivative by the blur's logarithm
  double *tangent;   // rows: of the forces
  double onward;     // of the blur's logarithm
  double length;     // of the next step
  double *from, *to; // rows: where a step begins; where the tangent leads
  int *steps;
} path;

static void set_blur(path *p, double log_blur) {
  p->log_blur = log_blur;
  p->t.blur = exp(log_blur);
  p->t.regularization = REGULARIZATION * p->t.blur / p->force;
}

// The mean square of phi at n->f, in blurs.
static double distance(path *p) {
  vt_newton_apply(p->s, p->t.regularization, p->n->f, p->n->u);
  return vt_newton_merit(p->s, p->n, &p->t) / (p->t.blur * p->t.blur * p->s->block_count);
}

// phi at n->f with another blur, and the regularization that goes with it.
static void laws_at(path *p, double log_blur, double *phi) {
  vt_newton_settings t = p->t;
  double by = exp(log_blur - p->log_blur), *u = p->n->start;
  t.blur *= by;
  memcpy(u, p->n->u, sizeof *u * (size_t)p->s->row_count);
  for (int i = 0; i < p->s->block_count; ++i) {
    const vt_block *block = &p->s->blocks[i];
    for (int r = 0; r < vt_block_rows(block); ++r)
      u[block->row + r] +=
          (by - 1) * vt_newton_regularization(block, r, t.regularization) * p->n->f[block->row + r];
  }
  vt_newton_laws(p->s, &t, p->n->f, u, phi);
}

// a and b at n->f and n->u. Contacts that have no part lose their forces.
static bool linearise(path *p) {
  vt_newton *n = p->n;
  int rows = p->s->row_count;
  --*p->steps;
  if (!vt_newton_factor(p->s, n, &p->t)) return false;
  for (int r = 0; r < rows; ++r) p->a[r] = n->f[r] - n->end[r];
  for (int k = 0; k < n->count; ++k) p->a[n->rows[k]] = n->phi[n->rows[k]];
  laws_at(p, p->log_blur + DIFFERENCE, p->b);
  laws_at(p, p->log_blur - DIFFERENCE, n->phi);
  for (int r = 0; r < rows; ++r) n->phi[r] = (p->b[r] - n->phi[r]) / (2 * DIFFERENCE);
  memset(p->b, 0, sizeof *p->b * (size_t)rows);
  for (int k = 0; k < n->count; ++k) p->b[n->rows[k]] = n->phi[n->rows[k]];
  vt_newton_solve(p->s, n, p->a);
  vt_newton_solve(p->s, n, p->b);
  return true;
}

// The unit tangent along (-b, 1), in the direction to go on.
static bool find_tangent(path *p) {
  if (!linearise(p)) return false;
  int rows = p->s->row_count;
  p->weight = 1 / (p->t.blur * p->t.blur * p->s->block_count);
  double size = sqrt(1 + p->weight * vt_dot_rows(p->b, p->b, rows));
  if (!isfinite(size)) return false;
  p->onward = -p->n->sign / size;
  for (int r = 0; r < rows; ++r) p->tangent[r] = -p->onward * p->b[r];
  p->length = fmin(p->length, LONGEST / fabs(p->onward));
  return true;
}

// Finds the path at the first blur.
static bool begin(path *p) {
  vt_newton *n = p->n;
  for (double after; *p->steps > 0 && !vt_is_stopped(p->s->asked) && distance(p) > ON_START; --*p->steps) {
    double before = vt_newton_merit(p->s, n, &p->t);
    if (!vt_newton_step(p->s, n, &p->t)) return false;
    if (vt_newton_advance(p->s, n, &p->t, before, &after) <= VT_NEWTON_SHORTEST)
      set_blur(p, p->log_blur + log(2));
  }
  return *p->steps > 0 && !vt_is_stopped(p->s->asked);
}

// The corrector, perpendicular to the tangent; returns the number of corrections, or -1.
static int correct(path *p) {
  vt_newton *n = p->n;
  int rows = p->s->row_count;
  double before = OFF_PATH, wanted = p->log_blur;
  for (int count = 0; *p->steps > 0 && count < MAX_CORRECTIONS; ++count) {
    double now = distance(p);
    if (!(now < fmin(4 * before, OFF_PATH))) return -1;
    if (now < ON_PATH) return count;
    before = now;
    if (!linearise(p)) return -1;
    // n->f -= a + b change, with the change of the blur that keeps it across the tangent.
    double along = p->onward * (p->log_blur - wanted), across = p->onward, step = 0;
    for (int r = 0; r < rows; ++r) along += p->weight * p->tangent[r] * (n->f[r] - p->to[r]);
    step = p->weight * vt_dot_rows(p->tangent, p->a, rows) - along;
    across -= p->weight * vt_dot_rows(p->tangent, p->b, rows);
    double change = step / across;
    if (!(fabs(change) < LONGEST)) return -1;
    for (int r = 0; r < rows; ++r) n->f[r] -= p->a[r] + change * p->b[r];
    set_blur(p, p->log_blur + change);
  }
  return -1;
}

// One predictor-corrector step; false where even the shortest fails.
static bool advance(path *p) {
  vt_newton *n = p->n;
  size_t bytes = sizeof *n->f * (size_t)p->s->row_count;
  double start = p->log_blur;
  memcpy(p->from, n->f, bytes);
  for (; p->length > SHORTEST && *p->steps > 0 && !vt_is_stopped(p->s->asked); p->length /= 2) {
    for (int r = 0; r < p->s->row_count; ++r) p->to[r] = p->from[r] + p->length * p->tangent[r];
    memcpy(n->f, p->to, bytes);
    set_blur(p, start + p->length * p->onward);
    int corrections = correct(p);
    if (corrections < 0) continue;
    p->length *= corrections <= 1 ? 3 : corrections == 2 ? 1.5 : corrections >= 4 ? 0.5 : 1;
    return find_tangent(p);
  }
  return false;
}

bool vt_newton_path(const vt_system *s, vt_newton_form form, double tolerance, int *steps, double *residual,
    vt_newton *n, vt_arena *arena, vt_error *error) {
  size_t rows = (size_t)s->row_count;
  path p = {.s = s, .n = n, .t = {.form = form, .far = FAR_OPEN}, .steps = steps, .length = 1};
  p.a = VT_TAKE(arena, double, 5 * rows, error);
  if (p.a == NULL || !vt_newton_prepare(s, n, arena, error)) return false;
  p.b = p.a + rows;
  p.tangent = p.b + rows;
  p.from = p.tangent + rows;
  p.to = p.from + rows;
  memcpy(n->f, s->f, rows * sizeof *n->f);
  p.force = vt_system_scale(s, n->f);
  set_blur(&p, log(VT_WIDEST_BLUR * p.force));
  double now = *residual, widest = 10 * p.t.blur;
  if (!begin(&p) || !find_tangent(&p)) return true;
  while (*steps > 0 && *residual > tolerance && p.t.blur < widest) {
    if (!advance(&p)) break;
    vt_newton_apply(s, 0, n->f, n->shift);
    if (!vt_newton_keep_better(s, n, n->shift, &now, residual)) break;
  }
  return true;
}
