// Rows with compliance under Newmark's scheme: springs, elastic cables, compliant links, air.
//
// The force of such a row is that of a spring, f = -k g. Taken at the end of the step, as by implicit Euler,
// it dissipates energy of everything that oscillates on it. Newmark's scheme takes it at the beginning of the
// step, plus a term that makes it stable for all k and h:
//
//     f = -k (g + h H (v' - r v)),   r = 1 - t^2,   t = W / (W + 1/k)
//
// with W the row's own compliance over the step: t is about (h omega)^2 for a mass that oscillates at omega.
// A soft spring has r = 1 and loses nothing; a stiff one has r = 0, which is implicit Euler, as for rows
// without compliance. Within bodies the same is done with t an operator (body/newmark.h). In the solver all
// this is only a shift of the free value: r h H v is carried over.
//
// Where a piece is longer than the one before, it is r (h - 5/2 (h - kick)) H v, for the reasons given there,
// with beta = 1. Where it is shorter, r (h - 1/2 (h - kick)) H v, as the kick of the row is that of the
// shorter piece; the further term that a spring would need gives energy to stiff ones.
#include "body/tangent.h"
#include "rows/rows.h"

// For the contiguous terms of one body: linear . (A^-1 linear); uses the body's own scratch.
static double soft_give(const vt_step *step, int first, int last) {
  const vt_deformable *d = &step->deformables[step->rows.terms[first].body];
  double sum = 0;
  for (int i = 0; i < d->model->mesh->node_count; ++i) d->scratch[i] = vt_v3(0, 0, 0);
  for (int k = first; k < last; ++k) {
    const vt_row_term *term = &step->rows.terms[k];
    d->scratch[term->node] = vt_add(d->scratch[term->node], term->linear);
  }
  vt_deformable_solve(d, d->scratch, step->pool);
  for (int k = first; k < last; ++k)
    sum += vt_dot(step->rows.terms[k].linear, d->scratch[step->rows.terms[k].node]);
  return sum;
}

// For the node terms of one quasi-rigid body: linear . (C linear), which does not depend on the step.
static double bent_give(const vt_step *step, int first, int last) {
  const vt_mobile *m = &step->mobiles[step->rows.terms[first].body];
  double sum = 0;
  for (int k = first; k < last; ++k) {
    const vt_row_term *a = &step->rows.terms[k];
    for (int l = first; l < last; ++l) {
      const vt_row_term *b = &step->rows.terms[l];
      vt_vec3 by = vt_bending_move(m->bending, a->node, b->node, vt_mat_apply_transposed(m->turn, b->linear));
      sum += m->give * vt_dot(vt_mat_apply_transposed(m->turn, a->linear), by);
    }
  }
  return sum;
}

static bool is_soft(const vt_step *step, int term) { return step->rows.terms[term].node >= 0; }

double vt_step_row_give(const vt_step *step, int row) {
  double sum = 0, bent = 0;
  for (int k = step->rows.start[row], end; k < step->term_count; k = end) {
    const vt_row_term *term = &step->rows.terms[k];
    for (end = k + 1; end < step->term_count && is_soft(step, k) && is_soft(step, end) &&
                      step->rows.terms[end].body == term->body;)
      ++end;
    if (is_soft(step, k) && vt_body_bends(&step->model->bodies[term->body])) {
      bent += bent_give(step, k, end);
    } else if (is_soft(step, k)) {
      sum += soft_give(step, k, end);
    } else {
      const vt_mobile *m = &step->mobiles[term->body];
      sum += m->inverse_mass * vt_dot(term->linear, term->linear);
      sum += vt_dot(term->angular, vt_mat_apply(m->inverse_inertia, term->angular));
    }
  }
  return step->h * step->kick * sum + bent;
}

double vt_step_row_share(const vt_step *step, double give, double compliance) {
  if (!step->newmark || !(compliance > 0)) return 0;
  double t = give / (give + compliance);
  return 1 - t * t;
}

double vt_step_row_displacement(const vt_step *step, int row) {
  double sum = 0;
  for (int k = step->rows.start[row]; k < step->term_count; ++k) {
    const vt_row_term *term = &step->rows.terms[k];
    const vt_body *b = &step->model->bodies[term->body];
    if (term->node >= 0 && vt_body_bends(b)) {
      vt_vec3 velocity = step->state->bends[b->first_bend + term->node].velocity;
      sum += step->h * vt_dot(term->linear, vt_mat_apply(step->mobiles[term->body].turn, velocity));
    } else if (term->node >= 0) {
      sum += step->h * vt_dot(term->linear, step->deformables[term->body].v[term->node]);
    } else {
      const vt_rigid_state *state = &step->state->rigid[b->rigid_index];
      sum += step->h * vt_dot(term->linear, state->velocity);
      sum += step->h * vt_dot(term->angular, vt_rigid_angular_velocity(&b->rigid, state));
    }
  }
  return sum;
}

double vt_step_change(const vt_step *step) {
  double change = (step->h - step->kick) / step->h;
  return 1 - (change > 0 ? 2.5 : 0.5) * change;
}

double vt_step_carried(const vt_step *step, int row, double compliance, double driven) {
  if (!step->newmark || !(compliance > 0)) return 0;
  double share = vt_step_row_share(step, vt_step_row_give(step, row), compliance);
  return share > 0 ? share * (vt_step_row_displacement(step, row) + driven) : 0;
}
